//! Elements of tensors and memrefs whose types are known when the program runs.

use std::ffi::c_void;
use std::fmt;
use std::str::FromStr;

use asyncir_ir::float::{FloatSemantics, from_f64};
use half::{bf16, f16};
use num_complex::Complex;

use super::element::ElementType;
use super::number::{Number, place_of};

/// An element of a tensor or memref of any type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AnyElement {
    Number(Number),
    F16(f16),
    BF16(bf16),
    ComplexF32(Complex<f32>),
    ComplexF64(Complex<f64>),
}

impl ElementType {
    /// The size of an element in bytes.
    pub(super) fn size(self) -> usize {
        AnyElement::zero(self).place().1
    }
}

impl AnyElement {
    fn zero(ty: ElementType) -> Self {
        match ty {
            ElementType::Scalar(scalar) => Self::Number(Number::zero(scalar)),
            ElementType::F16 => Self::F16(f16::ZERO),
            ElementType::BF16 => Self::BF16(bf16::ZERO),
            ElementType::ComplexF32 => Self::ComplexF32(Complex::ZERO),
            ElementType::ComplexF64 => Self::ComplexF64(Complex::ZERO),
        }
    }

    /// Where the element is, and its size in bytes.
    fn place(&mut self) -> (*mut c_void, usize) {
        match self {
            Self::Number(number) => number.place(),
            Self::F16(element) => place_of(element),
            Self::BF16(element) => place_of(element),
            Self::ComplexF32(element) => place_of(element),
            Self::ComplexF64(element) => place_of(element),
        }
    }

    /// Reads an element of a type from memory.
    ///
    /// # Safety
    /// There is one.
    pub(super) unsafe fn read(ty: ElementType, from: *const c_void) -> Self {
        let mut element = Self::zero(ty);
        let (place, size) = element.place();
        // SAFETY: the caller vouches for an element of this type.
        unsafe { std::ptr::copy_nonoverlapping(from.cast::<u8>(), place.cast(), size) };
        element
    }

    /// Writes it to memory.
    ///
    /// # Safety
    /// There is space for it.
    pub(super) unsafe fn write(mut self, to: *mut c_void) {
        let (place, size) = self.place();
        // SAFETY: the caller vouches for the space.
        unsafe { std::ptr::copy_nonoverlapping(place.cast::<u8>(), to.cast(), size) };
    }

    /// Reads text as [`fmt::Display`] writes it, with spaces where it has none.
    pub(super) fn parse(ty: ElementType, text: &str) -> Option<Self> {
        match ty {
            ElementType::Scalar(scalar) => Number::parse(scalar, text).map(Self::Number),
            ElementType::F16 => half_bits(FloatSemantics::F16, text).map(f16::from_bits).map(Self::F16),
            ElementType::BF16 => half_bits(FloatSemantics::BF16, text)
                .map(bf16::from_bits)
                .map(Self::BF16),
            ElementType::ComplexF32 => complex(text).map(Self::ComplexF32),
            ElementType::ComplexF64 => complex(text).map(Self::ComplexF64),
        }
    }
}

/// Reads a float of 16 bits. `half` rounds it to `f32` first, or cuts off digits.
fn half_bits(semantics: FloatSemantics, text: &str) -> Option<u16> {
    let bits = from_f64(semantics, text.parse().ok()?);
    u16::try_from(bits).ok()
}

/// Reads `(real,imaginary)`.
fn complex<T: FromStr>(text: &str) -> Option<Complex<T>> {
    let (re, im) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    Some(Complex {
        re: re.trim().parse().ok()?,
        im: im.trim().parse().ok()?,
    })
}

impl fmt::Display for AnyElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::F16(element) => write!(f, "{element:?}"),
            Self::BF16(element) => write!(f, "{element:?}"),
            Self::ComplexF32(Complex { re, im }) => write!(f, "({re:?},{im:?})"),
            Self::ComplexF64(Complex { re, im }) => write!(f, "({re:?},{im:?})"),
        }
    }
}
