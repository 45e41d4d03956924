//! The types of elements of memrefs that callers know.

use std::fmt;

use asyncir_ir::float::FloatSemantics;
use asyncir_ir::{Context, Type, TypeKind};
use half::{bf16, f16};
use num_complex::Complex;

use super::sealed::Sealed;
use super::signature::{Scalar, ScalarType};

/// The type of the elements of a memref.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ElementType {
    /// A number that can also be passed on its own.
    Scalar(ScalarType),
    /// `f16`
    F16,
    /// `bf16`
    BF16,
    /// `complex<f32>`
    ComplexF32,
    /// `complex<f64>`
    ComplexF64,
}

/// An element of a memref: a [`Scalar`], a float of 16 bits, or a complex number.
pub trait Element: Copy + Send + Sealed + 'static {
    /// The corresponding type in the program.
    const TYPE: ElementType;
}

impl<T: Scalar> Element for T {
    const TYPE: ElementType = ElementType::Scalar(T::TYPE);
}

macro_rules! elements {
    ($($rust:ty => $variant:ident),* $(,)?) => {
        $(
            impl Sealed for $rust {}
            impl Element for $rust {
                const TYPE: ElementType = ElementType::$variant;
            }
        )*
    };
}

elements! { f16 => F16, bf16 => BF16, Complex<f32> => ComplexF32, Complex<f64> => ComplexF64 }

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

const NAMES: [(&str, ElementType); 4] = [
    ("f16", ElementType::F16),
    ("bf16", ElementType::BF16),
    ("complex<f32>", ElementType::ComplexF32),
    ("complex<f64>", ElementType::ComplexF64),
];

impl ElementType {
    pub(super) fn of(ctx: &Context, ty: Type) -> Option<Self> {
        if let Some(scalar) = ScalarType::of(ctx, ty) {
            return Some(Self::Scalar(scalar));
        }
        let float = |ty: Type| ty.float(ctx);
        match *ty.kind(ctx) {
            TypeKind::Complex(part) => match float(part)? {
                FloatSemantics::F32 => Some(Self::ComplexF32),
                FloatSemantics::F64 => Some(Self::ComplexF64),
                _ => None,
            },
            _ => match float(ty)? {
                FloatSemantics::F16 => Some(Self::F16),
                FloatSemantics::BF16 => Some(Self::BF16),
                _ => None,
            },
        }
    }

    /// Whether an element of type `actual` has the bits of this type: integers of one width have, whatever their sign.
    pub(super) fn accepts(self, actual: Self) -> bool {
        match (self, actual) {
            (Self::Scalar(wanted), Self::Scalar(given)) => wanted.signless() == given.signless(),
            _ => self == actual,
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let found = NAMES.iter().find(|(name, _)| *name == text);
        found
            .map(|&(_, ty)| ty)
            .or_else(|| ScalarType::parse(text).map(Self::Scalar))
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, ty)| ty == self).map(|&(name, _)| name);
        match (self, name) {
            (Self::Scalar(scalar), _) => scalar.fmt(f),
            (_, name) => f.write_str(name.unwrap_or("?")),
        }
    }
}
