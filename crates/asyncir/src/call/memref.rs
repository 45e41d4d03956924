//! Memory that compiled functions read and write.

use std::marker::PhantomData;

use super::Pointers;
use super::arguments::Argument;
use super::sealed::Sealed;
use super::signature::{CallType, Scalar};

/// A slice that is passed as a `memref` of `N` dimensions in row-major order.
///
/// ```
/// # use asyncir::MemRef;
/// let mut numbers = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let matrix = MemRef::new(&mut numbers, [2, 3]).expect("six elements");
/// assert_eq!(matrix.shape(), [2, 3]);
/// ```
#[derive(Debug)]
pub struct MemRef<'a, T, const N: usize> {
    allocated: *mut T,
    aligned: *mut T,
    offset: i64,
    sizes: [i64; N],
    strides: [i64; N],
    elements: PhantomData<&'a mut [T]>,
}

impl<'a, T: Scalar, const N: usize> MemRef<'a, T, N> {
    /// Makes a memref of the elements of a slice, which are in row-major order; `None` if their number is not the product
    /// of the sizes in `shape`.
    pub fn new(elements: &'a mut [T], shape: [usize; N]) -> Option<Self> {
        let count = shape.iter().try_fold(1usize, |count, &size| count.checked_mul(size))?;
        if count != elements.len() {
            return None;
        }
        let sizes = shape.map(usize::cast_signed).map(|size| size as i64);
        let (mut strides, mut stride) = ([1; N], 1i64);
        for (place, &size) in strides.iter_mut().zip(&sizes).rev() {
            *place = stride;
            // Sizes may be zero elsewhere, and large here.
            stride = stride.wrapping_mul(size);
        }
        let start = elements.as_mut_ptr();
        Some(Self {
            allocated: start,
            aligned: start,
            offset: 0,
            sizes,
            strides,
            elements: PhantomData,
        })
    }

    /// The sizes of the dimensions.
    pub fn shape(&self) -> [usize; N] {
        // They came from `usize`.
        self.sizes.map(|size| size as usize)
    }
}

impl<'a, T: Scalar> From<&'a mut [T]> for MemRef<'a, T, 1> {
    fn from(elements: &'a mut [T]) -> Self {
        let length = elements.len();
        match Self::new(elements, [length]) {
            Some(memref) => memref,
            None => unreachable!("the slice has as many elements as it has"),
        }
    }
}

impl<'a, T: Scalar, const M: usize> From<&'a mut [T; M]> for MemRef<'a, T, 1> {
    fn from(elements: &'a mut [T; M]) -> Self {
        Self::from(elements.as_mut_slice())
    }
}

impl<'a, T: Scalar> From<&'a mut Vec<T>> for MemRef<'a, T, 1> {
    fn from(elements: &'a mut Vec<T>) -> Self {
        Self::from(elements.as_mut_slice())
    }
}

impl<T, const N: usize> Sealed for MemRef<'_, T, N> {}

impl<T: Scalar, const N: usize> Argument for MemRef<'_, T, N> {
    const BORROWS: bool = true;

    fn ty(&self) -> CallType {
        CallType::MemRef {
            shape: self.sizes.iter().map(|&size| Some(size.cast_unsigned())).collect(),
            element: T::TYPE,
        }
    }

    fn point_to(&self, pointers: &mut Pointers) {
        // As the descriptor's fields are passed: each on its own.
        pointers.push((&raw const self.allocated).cast_mut().cast());
        pointers.push((&raw const self.aligned).cast_mut().cast());
        pointers.push((&raw const self.offset).cast_mut().cast());
        for number in self.sizes.iter().chain(&self.strides) {
            pointers.push((&raw const *number).cast_mut().cast());
        }
    }
}
