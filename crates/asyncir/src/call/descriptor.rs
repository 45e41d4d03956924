//! MLIR's descriptors of memory.

use std::ffi::c_void;

use super::Pointers;

/// The descriptor of a memref of `N` dimensions, as compiled code passes it.
#[doc(hidden)]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Descriptor<T, const N: usize> {
    pub(super) allocated: *mut T,
    pub(super) aligned: *mut T,
    pub(super) offset: i64,
    pub(super) sizes: [i64; N],
    pub(super) strides: [i64; N],
}

impl<T, const N: usize> Descriptor<T, N> {
    /// The descriptor of a slice in row-major order; `None` if its length is not the product of the sizes in `shape`, or a size
    /// is too large.
    pub(super) fn of_slice(elements: *const [T], shape: [usize; N]) -> Option<Self> {
        let count = shape.iter().try_fold(1usize, |count, &size| count.checked_mul(size))?;
        if count != elements.len() {
            return None;
        }
        let sizes = sizes(shape)?;
        let (mut strides, mut stride) = ([1; N], 1i64);
        for (place, &size) in strides.iter_mut().zip(&sizes).rev() {
            *place = stride;
            // Sizes may be zero elsewhere, and large here.
            stride = stride.wrapping_mul(size);
        }
        let start = elements.cast::<T>().cast_mut();
        Some(Self {
            allocated: start,
            aligned: start,
            offset: 0,
            sizes,
            strides,
        })
    }

    /// Pointers to the fields, each of which is passed on its own.
    pub(super) fn point_to_fields(&self, pointers: &mut Pointers) {
        let mut push = |field: *const c_void| pointers.push(field.cast_mut());
        push((&raw const self.allocated).cast());
        push((&raw const self.aligned).cast());
        push((&raw const self.offset).cast());
        for number in self.sizes.iter().chain(&self.strides) {
            push((&raw const *number).cast());
        }
    }

    /// The sizes of the dimensions, none of which is negative.
    pub(super) fn shape(&self) -> [usize; N] {
        self.sizes.map(|size| size as usize)
    }
}

/// Sizes as compiled code has them; `None` if one is too large.
pub(super) fn sizes<const N: usize>(shape: [usize; N]) -> Option<[i64; N]> {
    let fits = shape.iter().all(|&size| i64::try_from(size).is_ok());
    fits.then(|| shape.map(|size| size as i64))
}

/// A place for a descriptor.
impl<T, const N: usize> Default for Descriptor<T, N> {
    fn default() -> Self {
        Self {
            allocated: std::ptr::null_mut(),
            aligned: std::ptr::null_mut(),
            offset: 0,
            sizes: [0; N],
            strides: [0; N],
        }
    }
}
