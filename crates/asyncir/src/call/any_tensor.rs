//! Tensors and memrefs whose types are known when the program runs.

use std::ffi::c_void;
use std::fmt;

use asyncir_dialects::memref::strides::row_major_strides;

use super::Pointers;
use super::number::Number;
use super::results::UnusableTensor;
use super::scalar::{Scalar, ScalarType};
use super::signature::CallType;
use super::tensor::make_bools;
use super::tensor_text::read;

/// A tensor or memref of any type, in memory of its own. Its elements are in row-major order.
///
/// ```
/// # use asyncir::call::AnyTensor;
/// let tensor = AnyTensor::new(&[1.0f32, 2.0, 3.0, 4.0], &[2, 2]).expect("four elements");
/// assert_eq!(tensor.to_string(), "[[1.0, 2.0],\n [3.0, 4.0]]");
/// assert_eq!(tensor.elements::<f32>(), Some(&[1.0, 2.0, 3.0, 4.0][..]));
/// assert_eq!(tensor.elements::<f64>(), None);
/// ```
pub struct AnyTensor {
    element: ScalarType,
    /// A [`Descriptor`](super::descriptor::Descriptor): two pointers to the memory, an offset, sizes and strides.
    fields: Box<[i64]>,
}

/// The fields before the sizes.
const BEFORE_SIZES: usize = 3;

impl AnyTensor {
    /// Copies elements, which are in row-major order; `None` if their number is not the product of the sizes in `shape`, or
    /// there is no memory for them.
    pub fn new<T: Scalar>(elements: &[T], shape: &[usize]) -> Option<Self> {
        let count = shape.iter().try_fold(1usize, |count, &size| count.checked_mul(size))?;
        if count != elements.len() {
            return None;
        }
        let tensor = Self::allocate(T::TYPE, shape, count)?;
        // SAFETY: it has space for as many elements, and is not known to anybody else.
        unsafe { std::ptr::copy_nonoverlapping(elements.as_ptr(), tensor.first().cast(), count) };
        Some(tensor)
    }

    /// Reads text as [`fmt::Display`] writes it, with any spaces between its parts: nested lists of elements, such as
    /// `[[1, 2], [3, 4]]`.
    ///
    /// # Errors
    /// If `ty` is not a tensor or memref, or the text is not one of this type; says what is wrong. Also if there is no memory
    /// for it.
    pub fn parse(ty: &CallType, text: &str) -> Result<Self, String> {
        let (CallType::MemRef { shape, element, .. } | CallType::Tensor { shape, element }) = ty else {
            return Err(format!("{ty} has no elements"));
        };
        let (shape, elements) = read(*element, shape, text)?;
        let tensor = Self::allocate(*element, &shape, elements.len()).ok_or("there is no memory for it")?;
        for (place, element) in tensor.places().zip(elements) {
            // SAFETY: it has space for this element, and is not known to anybody else.
            unsafe { element.write(place) };
        }
        let memory = tensor.ty();
        ty.accepts(&memory)
            .then_some(tensor)
            .ok_or_else(|| format!("lists are memory in row-major order, {memory}"))
    }

    /// A tensor with `count` elements that are not set; none if a size is too large, or there is no memory for them.
    fn allocate(element: ScalarType, shape: &[usize], count: usize) -> Option<Self> {
        let sizes = shape.iter().map(|&size| i64::try_from(size).ok());
        let sizes = sizes.collect::<Option<Vec<i64>>>()?;
        let bytes = count.checked_mul(element.size())?;
        // SAFETY: C's `malloc` takes any number.
        let start = unsafe { libc::malloc(bytes.max(1)) };
        if start.is_null() {
            return None;
        }
        let mut tensor = Self::place_for(element, shape.len());
        tensor.fields[0] = start.expose_provenance() as i64;
        tensor.fields[1] = tensor.fields[0];
        let layout = [&sizes[..], &row_major_strides(&sizes)].concat();
        tensor.fields[BEFORE_SIZES..].copy_from_slice(&layout);
        Some(tensor)
    }

    /// A place for a descriptor that a function gives.
    pub(super) fn place_for(element: ScalarType, rank: usize) -> Self {
        Self {
            element,
            fields: vec![0; BEFORE_SIZES + 2 * rank].into(),
        }
    }

    /// Where the descriptor is.
    pub(super) fn place(&mut self) -> *mut c_void {
        self.fields.as_mut_ptr().cast()
    }

    /// How many bytes the descriptor has.
    pub(super) fn size_of_descriptor(&self) -> usize {
        size_of_val(&*self.fields)
    }

    /// What a function has put into the place.
    ///
    /// # Errors
    /// If a size is negative.
    ///
    /// # Safety
    /// It is the descriptor of a tensor of the type for which the place was made, and its memory is nobody else's.
    pub(super) unsafe fn take(self) -> Result<Self, UnusableTensor> {
        // What is refused is freed.
        let aligned: *const c_void = std::ptr::with_exposed_provenance(self.fields[1] as usize);
        UnusableTensor::check(self.sizes(), self.element.size(), aligned)?;
        if self.element == ScalarType::I1 {
            // SAFETY: the caller vouches for so many elements of a byte.
            unsafe { make_bools(self.first().cast(), self.count()) };
        }
        Ok(self)
    }

    /// Pointers to the fields of the descriptor, each of which is passed on its own.
    pub(super) fn point_to_fields(&mut self, pointers: &mut Pointers) {
        pointers.extend(self.fields.iter_mut().map(|field| (&raw mut *field).cast::<c_void>()));
    }

    /// The type of the memory with all its sizes.
    pub(super) fn ty(&self) -> CallType {
        CallType::MemRef {
            shape: self.shape().map(|size| Some(size as u64)).collect(),
            element: self.element,
            layout: None,
        }
    }

    /// The type of the elements.
    pub fn element_type(&self) -> ScalarType {
        self.element
    }

    /// The sizes of the dimensions.
    pub fn shape(&self) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator {
        self.sizes().iter().map(|&size| size as usize)
    }

    /// The sizes as compiled code has them.
    fn sizes(&self) -> &[i64] {
        let rank = (self.fields.len() - BEFORE_SIZES) / 2;
        &self.fields[BEFORE_SIZES..][..rank]
    }

    /// The elements in row-major order, if `T` is their type. Signed and unsigned integers of one width are the same type.
    pub fn elements<T: Scalar>(&self) -> Option<&[T]> {
        if !self.element.accepts(T::TYPE) {
            return None;
        }
        // SAFETY: there are so many elements, and whoever shares the tensor only reads them.
        Some(unsafe { std::slice::from_raw_parts(self.first().cast(), self.count()) })
    }

    /// The elements in row-major order, if `T` is their type, as for [`AnyTensor::elements`].
    pub fn elements_mut<T: Scalar>(&mut self) -> Option<&mut [T]> {
        if !self.element.accepts(T::TYPE) {
            return None;
        }
        // SAFETY: there are so many elements, which are nobody else's.
        Some(unsafe { std::slice::from_raw_parts_mut(self.first().cast(), self.count()) })
    }

    fn count(&self) -> usize {
        self.shape().product()
    }

    /// Where the elements are. Not null, and aligned for each type of elements, even if there are none.
    fn first(&self) -> *mut c_void {
        if self.count() == 0 {
            return std::ptr::NonNull::<u128>::dangling().as_ptr().cast();
        }
        let start: *mut c_void = std::ptr::with_exposed_provenance_mut(self.fields[1] as usize);
        start.wrapping_byte_offset(self.fields[2] as isize * self.element.size() as isize)
    }

    /// Where each element is.
    fn places(&self) -> impl Iterator<Item = *mut c_void> {
        let (first, size) = (self.first(), self.element.size());
        (0..self.count()).map(move |number| first.wrapping_byte_add(number * size))
    }

    /// The elements.
    fn any_elements(&self) -> impl Iterator<Item = Number> {
        self.places().map(|place| {
            // SAFETY: there is an element at each place.
            unsafe { Number::read(self.element, place) }
        })
    }
}

/// As `asyncir run` prints it: nested lists, one row a line. Its elements are printed as [`Number`](super::Number)s;
/// complex numbers are in parentheses.
impl fmt::Display for AnyTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: Vec<usize> = self.shape().collect();
        super::tensor_text::write(f, &shape, &mut self.any_elements())
    }
}

/// Tensors are equal if their types, shapes and elements are.
impl PartialEq for AnyTensor {
    fn eq(&self, other: &Self) -> bool {
        self.ty() == other.ty() && self.any_elements().eq(other.any_elements())
    }
}

impl fmt::Debug for AnyTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

// SAFETY: its memory is nobody else's.
unsafe impl Send for AnyTensor {}
// SAFETY: whoever shares it only reads its elements.
unsafe impl Sync for AnyTensor {}

impl Drop for AnyTensor {
    fn drop(&mut self) {
        let start = std::ptr::with_exposed_provenance_mut(self.fields[0] as usize);
        // SAFETY: compiled code allocates with C's `malloc`, as `allocate` does, and has given the memory away.
        unsafe { libc::free(start) };
    }
}
