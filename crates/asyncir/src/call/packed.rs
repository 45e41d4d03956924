//! Calls with pointers, for callers that know the types of a function only when they run.

use std::ffi::c_void;

use super::layout::{Memory, StridedLayout};
use super::place::Place;
use super::signature::CallType;
use super::{Function, Pointers};
use crate::Error;

impl Function<'_> {
    /// Calls the function with pointers to its arguments, and then to places for its results: MLIR's `invokePacked`. With
    /// this, other languages call compiled functions.
    ///
    /// | type in [`Function::signature`] | what the pointer leads to |
    /// |---|---|
    /// | a number | a number of the size of its type; `i1` is a byte, zero or one, and a complex number its two parts |
    /// | a memref of `n` dimensions | MLIR's descriptor: the pointers `allocated` and `aligned`, and the 64-bit integers `offset`, `sizes[n]` and `strides[n]` |
    /// | a tensor of `n` dimensions | such a descriptor, of elements in row-major order; the caller's for arguments, to which the function does not write, and memory of their own for results, which the caller frees: `free(allocated)` |
    /// | `!async.token`, `!async.value` (results) | a pointer to the object, of which the caller then owns a reference |
    ///
    /// The call returns as [`Function::call`] does: when all tasks that it started are complete, or, if it gives tokens or
    /// values, when the function returns.
    ///
    /// # Errors
    /// - The number of pointers is not that of the parameters and results, or one of them is null.
    /// - A memref has elements, but the pointer `aligned` is null.
    /// - A memref has other sizes than its type says, or another layout: without one in the type, elements must be contiguous in
    ///   row-major order.
    /// - The program fails, as described for [`Engine::call`](crate::Engine::call).
    /// - What the program printed could not be written.
    ///
    /// After an error, there are no results.
    ///
    /// # Safety
    /// Each pointer leads to what the table says, for the type in the same place of the signature. Nothing else uses the memory
    /// of results, and of memrefs that the function writes to, before all tasks that the call starts are complete.
    pub unsafe fn call_packed(&self, pointers: &[*mut c_void]) -> Result<(), Error> {
        let (parameters, results) = (&self.signature.parameters, &self.signature.results);
        if pointers.len() != parameters.len() + results.len() {
            return Err(self.refusal(&format!("{} pointers", pointers.len())));
        }
        if let Some(place) = pointers.iter().position(|pointer| pointer.is_null()) {
            return Err(self.refusal(&format!("null for pointer {place}")));
        }
        let (arguments, places) = pointers.split_at(parameters.len());
        let mut passed = Pointers::new();
        for (number, (ty, &pointer)) in parameters.iter().zip(arguments).enumerate() {
            let Some((shape, layout)) = ty.memory() else {
                passed.push(pointer);
                continue;
            };
            // SAFETY: the caller vouches for a descriptor of this rank.
            let fields = unsafe { Descriptor::new(pointer, shape.len()) };
            if let Some(problem) = fields.problem(shape, layout) {
                return Err(self.refusal(&format!("{problem} in argument {number}")));
            }
            passed.extend(fields.pointers());
        }
        passed.extend_from_slice(places);
        let goes_on = results.iter().any(CallType::is_handle);
        let printed = self.enter(&mut passed, goes_on)?.check();
        if printed.is_err() {
            // Callers do not look for results of a call that failed, nor for tasks.
            for (ty, &place) in results.iter().zip(places) {
                // SAFETY: the function has put a result of this type there.
                unsafe { Place::moved_from(ty, place).release(self.name) };
            }
            self.engine.settle(goes_on).check()?;
        }
        printed
    }

    fn refusal(&self, given: &str) -> Error {
        self.mismatch(format!("with {given}"))
    }
}

/// MLIR's descriptor of a memref: the pointers `allocated` and `aligned`, an offset, sizes and strides.
struct Descriptor<'a> {
    start: *mut c_void,
    aligned: *const c_void,
    offset: i64,
    sizes: &'a [i64],
    strides: &'a [i64],
}

/// The fields before the sizes, each of 64 bits.
const BEFORE_SIZES: usize = 3;

impl Descriptor<'_> {
    /// # Safety
    /// There is a descriptor of a memref of this rank, which nothing changes meanwhile.
    unsafe fn new(start: *mut c_void, rank: usize) -> Self {
        // SAFETY: the caller vouches for a descriptor of this rank.
        unsafe {
            let sizes = start.cast::<i64>().add(BEFORE_SIZES);
            Self {
                start,
                aligned: *start.cast::<*const c_void>().add(1),
                offset: *sizes.sub(1),
                sizes: std::slice::from_raw_parts(sizes, rank),
                strides: std::slice::from_raw_parts(sizes.add(rank), rank),
            }
        }
    }

    /// What is wrong with a descriptor for a memref of this layout, whose sizes are these as far as they are known.
    fn problem(&self, shape: &[Option<u64>], layout: Option<&StridedLayout>) -> Option<String> {
        let is_size = |(&size, wanted): (&i64, &Option<u64>)| {
            u64::try_from(size).is_ok_and(|size| wanted.is_none_or(|wanted| wanted == size))
        };
        if !self.sizes.iter().zip(shape).all(is_size) {
            return Some(format!("sizes {:?}", self.sizes));
        }
        if self.aligned.is_null() && !self.sizes.contains(&0) {
            return Some("a null pointer to elements".to_owned());
        }
        let memory = Memory {
            offset: self.offset,
            sizes: self.sizes,
            strides: self.strides,
        };
        memory.problem(layout)
    }

    /// Pointers to the fields, each of which is passed on its own.
    fn pointers(&self) -> impl Iterator<Item = *mut c_void> {
        let fields = BEFORE_SIZES + 2 * self.sizes.len();
        (0..fields).map(|field| self.start.wrapping_byte_add(field * size_of::<u64>()))
    }
}
