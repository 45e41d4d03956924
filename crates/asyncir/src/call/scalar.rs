//! The types of numbers that callers know: arguments, results, and elements of memory.

use std::fmt;

use asyncir_ir::float::FloatSemantics;
use asyncir_ir::{Context, Signedness, Type, TypeKind};
use half::{bf16, f16};
use num_complex::Complex;

use super::sealed::Sealed;

/// Calls a macro with the variant, the type in Rust and the name in MLIR of each type of numbers.
macro_rules! with_scalars {
    ($macro:ident) => {
        $macro! {
            I1(bool), "i1";
            I8(i8), "i8";
            I16(i16), "i16";
            I32(i32), "i32";
            I64(i64), "i64";
            U8(u8), "ui8";
            U16(u16), "ui16";
            U32(u32), "ui32";
            U64(u64), "ui64";
            Index(isize), "index";
            F16(f16), "f16";
            BF16(bf16), "bf16";
            F32(f32), "f32";
            F64(f64), "f64";
            ComplexF32(Complex<f32>), "complex<f32>";
            ComplexF64(Complex<f64>), "complex<f64>";
        }
    };
}
pub(super) use with_scalars;

macro_rules! types {
    ($($variant:ident($rust:ty), $name:literal;)*) => {
        /// The types of numbers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum ScalarType {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl ScalarType {
            /// All types of numbers.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name of the type in MLIR.
            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The size of a number in bytes.
            pub(super) fn size(self) -> usize {
                match self {
                    $(Self::$variant => size_of::<$rust>(),)*
                }
            }
        }
    };
}

with_scalars!(types);

/// A number that can be passed to compiled code and returned by it, or be an element of memory. Rust's signed and unsigned
/// integers both correspond to MLIR's integers of their width, signless or not.
pub trait Scalar: Copy + Default + Send + Sealed + 'static {
    /// The corresponding type in the program.
    const TYPE: ScalarType;
}

macro_rules! scalars {
    ($($rust:ty => $variant:ident),* $(,)?) => {
        $(
            impl Sealed for $rust {}
            impl Scalar for $rust {
                const TYPE: ScalarType = ScalarType::$variant;
            }
        )*
    };
}

scalars! {
    bool => I1, i8 => I8, u8 => I8, i16 => I16, u16 => I16, i32 => I32, u32 => I32, i64 => I64, u64 => I64,
    isize => Index, usize => Index, f16 => F16, bf16 => BF16, f32 => F32, f64 => F64,
    Complex<f32> => ComplexF32, Complex<f64> => ComplexF64,
}

impl ScalarType {
    pub(super) fn of(ctx: &Context, ty: Type) -> Option<Self> {
        if let Some(semantics) = ty.float(ctx) {
            return Self::of_float(semantics);
        }
        match *ty.kind(ctx) {
            TypeKind::Complex(part) => match part.float(ctx)? {
                FloatSemantics::F32 => Some(Self::ComplexF32),
                FloatSemantics::F64 => Some(Self::ComplexF64),
                _ => None,
            },
            TypeKind::Integer {
                width,
                signedness: Signedness::Unsigned,
            } => match width {
                8 => Some(Self::U8),
                16 => Some(Self::U16),
                32 => Some(Self::U32),
                64 => Some(Self::U64),
                _ => None,
            },
            _ if ty.is_index() => Some(Self::Index),
            _ => match ty.int_width(ctx)? {
                1 => Some(Self::I1),
                8 => Some(Self::I8),
                16 => Some(Self::I16),
                32 => Some(Self::I32),
                64 => Some(Self::I64),
                _ => None,
            },
        }
    }

    fn of_float(semantics: FloatSemantics) -> Option<Self> {
        match semantics {
            FloatSemantics::F16 => Some(Self::F16),
            FloatSemantics::BF16 => Some(Self::BF16),
            FloatSemantics::F32 => Some(Self::F32),
            FloatSemantics::F64 => Some(Self::F64),
            _ => None,
        }
    }

    /// The type with the same bits whose sign is not told.
    fn signless(self) -> Self {
        match self {
            Self::U8 => Self::I8,
            Self::U16 => Self::I16,
            Self::U32 => Self::I32,
            Self::U64 => Self::I64,
            other => other,
        }
    }

    /// Whether a number of type `actual` has the bits of this type: integers of one width have, whatever their sign.
    pub(super) fn accepts(self, actual: Self) -> bool {
        self.signless() == actual.signless()
    }

    /// Whether it is a type of complex numbers.
    pub(super) fn is_complex(self) -> bool {
        matches!(self, Self::ComplexF32 | Self::ComplexF64)
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|ty| ty.name() == text)
    }
}

impl fmt::Display for ScalarType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
