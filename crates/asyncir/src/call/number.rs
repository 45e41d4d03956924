//! Numbers whose types are known when the program runs.

use std::ffi::c_void;
use std::fmt;
use std::str::FromStr;

use asyncir_ir::float::{FloatSemantics, from_f64};
use half::{bf16, f16};
use num_complex::Complex;

use super::scalar::{ScalarType, with_scalars};

/// Makes an enum of all types of numbers, with a number of its type in each variant.
macro_rules! numbers {
    ($($variant:ident($rust:ty), $name:literal;)*) => {
        /// A number of any type that compiled functions take and give. Signless integers have a sign here.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Number {
            $(#[doc = concat!("`", $name, "`")] $variant($rust),)*
        }

        impl Number {
            /// Zero of a type.
            pub fn zero(ty: ScalarType) -> Self {
                match ty {
                    $(ScalarType::$variant => Self::$variant(<$rust>::default()),)*
                }
            }

            /// The type of the number.
            pub fn ty(&self) -> ScalarType {
                match self {
                    $(Self::$variant(_) => ScalarType::$variant,)*
                }
            }

            /// Where the number is.
            pub(in crate::call) fn place(&mut self) -> *mut c_void {
                match self {
                    $(Self::$variant(number) => (&raw mut *number).cast(),)*
                }
            }
        }

        /// As `asyncir run` prints it: decimal, floats with a point, as many digits as tell them from their neighbours, and
        /// complex numbers as `(1.0,-2.0)`.
        impl fmt::Display for Number {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::ComplexF32(Complex { re, im }) => write!(f, "({re:?},{im:?})"),
                    Self::ComplexF64(Complex { re, im }) => write!(f, "({re:?},{im:?})"),
                    $(Self::$variant(number) => fmt::Debug::fmt(number, f),)*
                }
            }
        }
    };
}

#[allow(unreachable_patterns, reason = "complex numbers are shown in their own way")]
mod numbers {
    use super::*;

    with_scalars!(numbers);
}
pub use numbers::Number;

impl Number {
    /// Reads a number of a type as [`fmt::Display`] writes it: decimal, `true` and `false`, or complex numbers with spaces where
    /// it has none. Integers may be as large as an unsigned one of the type, and bools `1` and `0`.
    pub fn parse(ty: ScalarType, text: &str) -> Option<Self> {
        /// Reads a signed number, or an unsigned one with the same bits.
        macro_rules! integer {
            ($signed:ty, $unsigned:ty) => {
                text.parse::<$signed>()
                    .or_else(|_| text.parse::<$unsigned>().map(<$unsigned>::cast_signed))
                    .ok()
            };
        }
        match ty {
            ScalarType::I1 => match text {
                "true" | "1" => Some(Self::I1(true)),
                "false" | "0" => Some(Self::I1(false)),
                _ => None,
            },
            ScalarType::I8 => integer!(i8, u8).map(Self::I8),
            ScalarType::I16 => integer!(i16, u16).map(Self::I16),
            ScalarType::I32 => integer!(i32, u32).map(Self::I32),
            ScalarType::I64 => integer!(i64, u64).map(Self::I64),
            ScalarType::U8 => text.parse().ok().map(Self::U8),
            ScalarType::U16 => text.parse().ok().map(Self::U16),
            ScalarType::U32 => text.parse().ok().map(Self::U32),
            ScalarType::U64 => text.parse().ok().map(Self::U64),
            ScalarType::Index => integer!(isize, usize).map(Self::Index),
            ScalarType::F16 => bits(FloatSemantics::F16, text).map(f16::from_bits).map(Self::F16),
            ScalarType::BF16 => bits(FloatSemantics::BF16, text).map(bf16::from_bits).map(Self::BF16),
            ScalarType::F32 => text.parse().ok().map(Self::F32),
            ScalarType::F64 => text.parse().ok().map(Self::F64),
            ScalarType::ComplexF32 => complex(text).map(Self::ComplexF32),
            ScalarType::ComplexF64 => complex(text).map(Self::ComplexF64),
        }
    }

    /// Reads a number of a type from memory.
    ///
    /// # Safety
    /// There is one.
    pub(super) unsafe fn read(ty: ScalarType, from: *const c_void) -> Self {
        let mut number = Self::zero(ty);
        // SAFETY: the caller vouches for a number of this type.
        unsafe { std::ptr::copy_nonoverlapping(from.cast::<u8>(), number.place().cast(), ty.size()) };
        number
    }

    /// Writes it to memory.
    ///
    /// # Safety
    /// There is space for it.
    pub(super) unsafe fn write(mut self, to: *mut c_void) {
        let size = self.ty().size();
        // SAFETY: the caller vouches for the space.
        unsafe { std::ptr::copy_nonoverlapping(self.place().cast::<u8>(), to.cast(), size) };
    }
}

/// Reads a float of 16 bits. `half` rounds it to `f32` first, or cuts off digits.
fn bits(semantics: FloatSemantics, text: &str) -> Option<u16> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_printed() {
        for (ty, text, printed) in [
            (ScalarType::I1, "1", Some("true")),
            (ScalarType::I1, "2", None),
            (ScalarType::U32, "4000000000", Some("4000000000")),
            (ScalarType::U32, "-1", None),
            (ScalarType::I8, "-128", Some("-128")),
            (ScalarType::I8, "255", Some("-1")),
            (ScalarType::I8, "256", None),
            (ScalarType::I64, "18446744073709551615", Some("-1")),
            (ScalarType::Index, "7", Some("7")),
            (ScalarType::F16, "0.1", Some("0.099975586")),
            (ScalarType::BF16, "3", Some("3.0")),
            (ScalarType::F32, "0.1", Some("0.1")),
            (ScalarType::F64, "-inf", Some("-inf")),
            (ScalarType::F64, "1e300", Some("1e300")),
            (ScalarType::F64, "one", None),
            (ScalarType::I32, "", None),
            (ScalarType::ComplexF32, "(1, -2.5)", Some("(1.0,-2.5)")),
            (ScalarType::ComplexF64, "1", None),
        ] {
            let number = Number::parse(ty, text);
            assert_eq!(
                number.map(|number| number.to_string()).as_deref(),
                printed,
                "{ty} {text}"
            );
            assert!(number.is_none_or(|number| number.ty() == ty));
            assert_eq!(Number::zero(ty).ty(), ty);
        }
    }
}
