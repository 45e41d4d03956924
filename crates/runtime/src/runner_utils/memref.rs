//! Memref descriptors as compiled code lays them out.

use std::io::Write;
use std::marker::PhantomData;
use std::slice;

/// A descriptor of unknown rank: behind the three fields lie `rank` sizes and then `rank` strides.
#[repr(C)]
pub(super) struct Descriptor<T> {
    allocated: *mut T,
    aligned: *mut T,
    offset: i64,
}

/// An unranked memref.
#[repr(C)]
pub(super) struct Unranked<T> {
    rank: i64,
    descriptor: *const Descriptor<T>,
}

/// A view of a descriptor. All strides and offsets count elements.
pub(super) struct Memref<'a, T> {
    pub(super) aligned: *mut T,
    pub(super) offset: i64,
    pub(super) sizes: &'a [i64],
    pub(super) strides: &'a [i64],
    lifetime: PhantomData<&'a Descriptor<T>>,
}

impl<'a, T> Memref<'a, T> {
    /// # Safety
    /// `descriptor` points to a descriptor of this rank that lives as long as the view is used.
    pub(super) unsafe fn ranked(rank: i64, descriptor: *const Descriptor<T>) -> Self {
        let rank = usize::try_from(rank).unwrap_or(0);
        // SAFETY: the caller's promise; the sizes and strides follow the three fields.
        unsafe {
            let shape = descriptor.add(1).cast::<i64>();
            Self {
                aligned: (*descriptor).aligned,
                offset: (*descriptor).offset,
                sizes: slice::from_raw_parts(shape, rank),
                strides: slice::from_raw_parts(shape.add(rank), rank),
                lifetime: PhantomData,
            }
        }
    }

    /// # Safety
    /// `memref` points to an unranked memref whose descriptor lives as long as the view is used.
    pub(super) unsafe fn unranked(memref: *const Unranked<T>) -> Self {
        // SAFETY: the caller's promise.
        unsafe { Self::ranked((*memref).rank, (*memref).descriptor) }
    }

    pub(super) fn rank(&self) -> usize {
        self.sizes.len()
    }

    /// Appends what MLIR prints of a memref besides its data.
    pub(super) fn print_metadata(&self, out: &mut Vec<u8>) {
        let base = self.aligned.addr();
        // A C++ stream prints the prefix of a hexadecimal number only if the number is not zero.
        let prefix = if base == 0 { "" } else { "0x" };
        // Writing to a vector cannot fail.
        let _ = write!(
            out,
            "base@ = {prefix}{base:x} rank = {} offset = {} sizes = [{}] strides = [{}]",
            self.rank(),
            self.offset,
            comma_separated(self.sizes),
            comma_separated(self.strides),
        );
    }
}

impl<T: Copy> Memref<'_, T> {
    /// # Safety
    /// The memref has an element at this offset.
    pub(super) unsafe fn load(&self, offset: i64) -> T {
        // SAFETY: the caller's promise. Compiled code may leave less alignment than Rust's type
        // asks for.
        unsafe { self.aligned.offset(offset as isize).read_unaligned() }
    }
}

fn comma_separated(numbers: &[i64]) -> String {
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    numbers.join(", ")
}
