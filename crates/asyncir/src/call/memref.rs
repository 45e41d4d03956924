//! Memory that compiled functions read and write.

use std::marker::PhantomData;

use super::Pointers;
use super::arguments::Argument;
use super::descriptor::{self, Descriptor};
use super::layout::{Memory, StridedLayout};
use super::scalar::Scalar;
use super::sealed::Sealed;
use super::signature::CallType;

/// A slice, or elements of one, that is passed as a `memref` of `N` dimensions.
///
/// ```
/// # use asyncir::MemRef;
/// let mut numbers = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let matrix = MemRef::new(&mut numbers, [2, 3]).expect("six elements");
/// assert_eq!(matrix.shape(), [2, 3]);
/// ```
#[derive(Debug)]
pub struct MemRef<'a, T, const N: usize> {
    descriptor: Descriptor<T, N>,
    elements: PhantomData<&'a mut [T]>,
}

impl<'a, T: Scalar, const N: usize> MemRef<'a, T, N> {
    /// Makes a memref of the elements of a slice, which are in row-major order; `None` if their number is not the product
    /// of the sizes in `shape`.
    pub fn new(elements: &'a mut [T], shape: [usize; N]) -> Option<Self> {
        Some(Self {
            descriptor: Descriptor::of_slice(elements, shape)?,
            elements: PhantomData,
        })
    }

    /// Makes a memref of some elements of a slice: that of the indices *i*, *j*, … is
    /// `elements[offset + i * strides[0] + j * strides[1] + …]`. A function takes it if the type of its parameter has a layout
    /// that allows for these numbers, such as `memref<?x?xf32, strided<[?, ?], offset: ?>>`, or if elements are contiguous from
    /// the start of the slice on.
    ///
    /// Gives `None` if an element lies outside of the slice, or if not every dimension steps over all elements of those with
    /// smaller strides: two indices might lead to one element.
    ///
    /// ```
    /// # use asyncir::MemRef;
    /// let mut numbers = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// // The second column of three, from the last row to the first.
    /// assert!(MemRef::strided(&mut numbers, 4, [2], [-3]).is_some());
    /// assert!(MemRef::strided(&mut numbers, 4, [3], [-3]).is_none(), "there are two rows");
    /// ```
    pub fn strided(elements: &'a mut [T], offset: usize, shape: [usize; N], strides: [isize; N]) -> Option<Self> {
        if !shape.contains(&0) && !are_distinct_elements(elements.len(), offset, &shape, &strides) {
            return None;
        }
        let sizes = descriptor::sizes(shape)?;
        let strides = strides.map(|stride| stride as i64);
        let start = elements.as_mut_ptr();
        let descriptor = Descriptor {
            allocated: start,
            aligned: start,
            offset: i64::try_from(offset).ok()?,
            sizes,
            strides,
        };
        Some(Self {
            descriptor,
            elements: PhantomData,
        })
    }

    /// The sizes of the dimensions.
    pub fn shape(&self) -> [usize; N] {
        self.descriptor.shape()
    }
}

/// Whether the elements of a memref, which has some, are all among `count` ones from its aligned pointer on, and each of them is
/// there once.
fn are_distinct_elements(count: usize, offset: usize, shape: &[usize], strides: &[isize]) -> bool {
    let mut dimensions: Vec<(u128, i128)> = shape
        .iter()
        .zip(strides)
        .map(|(&size, &stride)| (size as u128 - 1, stride as i128))
        .filter(|&(steps, _)| steps > 0)
        .collect();
    dimensions.sort_unstable_by_key(|&(_, stride)| stride.unsigned_abs());
    // How far from the first element others are, at most, on either side of it.
    let (mut before, mut after) = (0u128, 0u128);
    for (steps, stride) in dimensions {
        let step = stride.unsigned_abs();
        let way = steps.checked_mul(step);
        let (Some(way), true) = (way, step > before + after) else {
            return false;
        };
        let side = if stride < 0 { &mut before } else { &mut after };
        *side += way;
        if before + after >= count as u128 {
            return false;
        }
    }
    before <= offset as u128 && offset as u128 + after < count as u128
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
        let Descriptor {
            offset, sizes, strides, ..
        } = &self.descriptor;
        let memory = Memory {
            offset: *offset,
            sizes,
            strides,
        };
        let layout = || StridedLayout {
            strides: strides.iter().copied().map(Some).collect(),
            offset: Some(*offset),
        };
        CallType::MemRef {
            shape: sizes.iter().map(|&size| Some(size.cast_unsigned())).collect(),
            element: T::TYPE,
            layout: (!memory.is_row_major()).then(layout),
        }
    }

    fn point_to(&self, pointers: &mut Pointers) {
        self.descriptor.point_to_fields(pointers);
    }
}

#[cfg(test)]
mod tests {
    use super::are_distinct_elements;

    #[test]
    fn elements_are_in_the_slice_and_apart() {
        let fits = are_distinct_elements;
        assert!(fits(6, 0, &[2, 3], &[3, 1]));
        assert!(fits(6, 0, &[3, 2], &[1, 3]), "transposed");
        assert!(fits(6, 5, &[2, 3], &[-3, -1]), "backwards");
        assert!(fits(6, 2, &[2, 3], &[3, -1]), "backwards in one dimension");
        assert!(fits(5, 0, &[2, 2], &[3, 1]), "a part");
        assert!(fits(1, 0, &[1, 1], &[100, 0]), "nobody walks along these dimensions");
        assert!(fits(1, 0, &[], &[]));
        assert!(!fits(0, 0, &[], &[]), "there is no element");
        assert!(!fits(1, 1, &[], &[]));
        assert!(!fits(6, 0, &[2], &[0]), "an element twice");
        assert!(!fits(9, 0, &[3, 3], &[1, 2]), "an element twice");
        assert!(!fits(9, 0, &[3, 3], &[2, -2]), "an element twice");
        assert!(!fits(5, 0, &[2, 3], &[3, 1]));
        assert!(!fits(6, 1, &[2, 3], &[3, 1]));
        assert!(!fits(6, 2, &[2], &[-3]));
        let (most, least) = (isize::MAX, isize::MIN);
        assert!(!fits(6, 0, &[usize::MAX, usize::MAX], &[most, least]));
        assert!(!fits(6, usize::MAX, &[1], &[1]));
    }
}
