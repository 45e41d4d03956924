//! Tensors that compiled functions return.

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::descriptor::Descriptor;
use super::memref::MemRef;
use super::results::{Output, OutputType, UnusableTensor};
use super::scalar::{Scalar, ScalarType};
use super::sealed::Sealed;

/// A `tensor` of `N` dimensions that a function returned, in memory of its own. It is a slice of its elements in row-major
/// order.
///
/// ```
/// # use asyncir::{Engine, EngineOptions, Source, Tensor, context, parse};
/// let text = "func.func @squares(%n: index) -> tensor<?xindex> {
///   %squares = tensor.generate %n {
///   ^bb0(%i: index):
///     %square = arith.muli %i, %i : index
///     tensor.yield %square : index
///   } : tensor<?xindex>
///   return %squares : tensor<?xindex>
/// }";
/// let ctx = context();
/// let mut module = parse(&ctx, &Source::new("squares.mlir", text))?;
/// // SAFETY: the function touches no memory but its own.
/// let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }?;
/// let squares: Tensor<usize, 1> = engine.function("squares")?.call((4usize,))?;
/// assert_eq!(squares[..], [0, 1, 4, 9]);
/// assert_eq!(squares.shape(), [4]);
/// # Ok::<(), asyncir::Error>(())
/// ```
///
/// [`MemRef::from`]`(&mut tensor)` passes it to another function.
pub struct Tensor<T, const N: usize> {
    /// Of elements in row-major order that nothing else knows of.
    memory: Descriptor<T, N>,
}

impl<T: Scalar, const N: usize> Tensor<T, N> {
    /// The sizes of the dimensions.
    pub fn shape(&self) -> [usize; N] {
        self.memory.shape()
    }
}

impl<T, const N: usize> Tensor<T, N> {
    /// The first element and how many there are.
    fn elements(&self) -> (*mut T, usize) {
        let count = self.memory.shape().iter().product();
        let first = self.memory.aligned.wrapping_offset(self.memory.offset as isize);
        match count {
            // There may be no memory at all.
            0 => (std::ptr::NonNull::dangling().as_ptr(), 0),
            count => (first, count),
        }
    }
}

impl<T: Scalar, const N: usize> Deref for Tensor<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        let (first, count) = self.elements();
        // SAFETY: the program vouches for so many elements, which are nobody else's.
        unsafe { std::slice::from_raw_parts(first, count) }
    }
}

impl<T: Scalar, const N: usize> DerefMut for Tensor<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        let (first, count) = self.elements();
        // SAFETY: the program vouches for so many elements, which are nobody else's.
        unsafe { std::slice::from_raw_parts_mut(first, count) }
    }
}

impl<'a, T: Scalar, const N: usize> From<&'a mut Tensor<T, N>> for MemRef<'a, T, N> {
    fn from(tensor: &'a mut Tensor<T, N>) -> Self {
        let shape = tensor.shape();
        match Self::new(tensor, shape) {
            Some(memref) => memref,
            None => unreachable!("a tensor has as many elements as its shape says"),
        }
    }
}

impl<T: Scalar + fmt::Debug, const N: usize> fmt::Debug for Tensor<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tensor")
            .field("shape", &self.shape())
            .field("elements", &&**self)
            .finish()
    }
}

// SAFETY: its memory is nobody else's.
unsafe impl<T: Send, const N: usize> Send for Tensor<T, N> {}
// SAFETY: whoever shares it only reads its elements.
unsafe impl<T: Sync, const N: usize> Sync for Tensor<T, N> {}

impl<T, const N: usize> Drop for Tensor<T, N> {
    fn drop(&mut self) {
        // SAFETY: compiled code allocates with C's `malloc`, and has given the memory away.
        unsafe { libc::free(self.memory.allocated.cast()) };
    }
}

impl<T, const N: usize> Sealed for Tensor<T, N> {}

impl<T: Scalar, const N: usize> Output for Tensor<T, N> {
    type Slot = Descriptor<T, N>;

    const TYPE: OutputType = OutputType::Tensor(T::TYPE, N);

    unsafe fn take(slot: Self::Slot) -> Result<Self, UnusableTensor> {
        // What is refused is freed.
        let tensor = Self { memory: slot };
        UnusableTensor::check(&tensor.memory.sizes, size_of::<T>(), tensor.memory.aligned.cast())?;
        if T::TYPE == ScalarType::I1 {
            let (first, count) = tensor.elements();
            // SAFETY: the program vouches for so many elements of a byte.
            unsafe { make_bools(first.cast(), count) };
        }
        Ok(tensor)
    }
}

/// Makes `bool`s of elements of type `i1`: a `bool` is zero or one, and elements that the program left open may be anything.
///
/// # Safety
/// There are so many bytes, which are nobody else's.
pub(super) unsafe fn make_bools(first: *mut u8, count: usize) {
    for number in 0..count {
        // SAFETY: the caller vouches for so many bytes.
        unsafe { *first.add(number) &= 1 };
    }
}
