//! Numbers whose types are known when the program runs.

use std::ffi::c_void;
use std::fmt;
use std::num::{IntErrorKind, ParseIntError};
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
            pub(super) fn place(&mut self) -> *mut c_void {
                match self {
                    $(Self::$variant(number) => (&raw mut *number).cast(),)*
                }
            }
        }

        /// As `asyncir run` prints it: decimal, floats with a point, as many digits as tell them from their neighbours, and
        /// complex numbers as `(1.0,-2.0)`.
        impl fmt::Display for Number {
            #[allow(unreachable_patterns, reason = "complex numbers are shown in their own way")]
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

with_scalars!(numbers);

/// What [`Number::parse`] says of text that is no number, and of numbers that a type does not have.
const NO_NUMBER: &str = "it is no number of this type";
const NO_COMPLEX: &str = "it is no complex number, such as (1,-2)";
const TOO_LARGE: &str = "it does not fit";

impl Number {
    /// Reads a number of a type as [`fmt::Display`] writes it: decimal, `true` or `false`, or a complex number, in which there may
    /// be spaces. Integers may be as large as an unsigned one of the type, and bools `1` and `0`.
    ///
    /// # Errors
    /// What is wrong with the text: that it is none, or does not fit.
    pub fn parse(ty: ScalarType, text: &str) -> Result<Self, &'static str> {
        /// Reads a signed number, or an unsigned one with the same bits.
        macro_rules! integer {
            ($signed:ty, $unsigned:ty) => {
                text.parse::<$signed>()
                    .or_else(|error| text.parse().map(<$unsigned>::cast_signed).map_err(|_| error))
                    .map_err(|error| problem(&error))
            };
        }
        /// Reads a number without a sign.
        macro_rules! unsigned {
            () => {
                text.parse().map_err(|error| problem(&error))
            };
        }
        match ty {
            ScalarType::I1 => match text {
                "true" | "1" => Ok(Self::I1(true)),
                "false" | "0" => Ok(Self::I1(false)),
                _ => Err(NO_NUMBER),
            },
            ScalarType::I8 => integer!(i8, u8).map(Self::I8),
            ScalarType::I16 => integer!(i16, u16).map(Self::I16),
            ScalarType::I32 => integer!(i32, u32).map(Self::I32),
            ScalarType::I64 => integer!(i64, u64).map(Self::I64),
            ScalarType::U8 => unsigned!().map(Self::U8),
            ScalarType::U16 => unsigned!().map(Self::U16),
            ScalarType::U32 => unsigned!().map(Self::U32),
            ScalarType::U64 => unsigned!().map(Self::U64),
            ScalarType::Index => integer!(isize, usize).map(Self::Index),
            ScalarType::F16 => float(text, |text| bits(FloatSemantics::F16, text).map(f16::from_bits)).map(Self::F16),
            ScalarType::BF16 => {
                float(text, |text| bits(FloatSemantics::BF16, text).map(bf16::from_bits)).map(Self::BF16)
            }
            ScalarType::F32 => float(text, |text| text.parse::<f32>().ok()).map(Self::F32),
            ScalarType::F64 => float(text, |text| text.parse::<f64>().ok()).map(Self::F64),
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

/// Why text is no integer.
fn problem(error: &ParseIntError) -> &'static str {
    match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => TOO_LARGE,
        _ => NO_NUMBER,
    }
}

/// Reads a float, which is infinite only if the text says so.
fn float<T: Copy + Into<f64>>(text: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T, &'static str> {
    let number = read(text).ok_or(NO_NUMBER)?;
    let is_infinity = || text.trim_start_matches(['+', '-']).starts_with(['i', 'I']);
    if number.into().is_infinite() && !is_infinity() {
        return Err(TOO_LARGE);
    }
    Ok(number)
}

/// Reads a float of 16 bits. `half` rounds it to `f32` first, or cuts off digits.
fn bits(semantics: FloatSemantics, text: &str) -> Option<u16> {
    let bits = from_f64(semantics, text.parse().ok()?);
    u16::try_from(bits).ok()
}

/// Reads `(real,imaginary)`.
fn complex<T: Copy + Into<f64> + FromStr>(text: &str) -> Result<Complex<T>, &'static str> {
    let parts = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')')?.split_once(','));
    let (re, im) = parts.ok_or(NO_COMPLEX)?;
    let part = |text: &str| match float(text.trim(), |text| text.parse().ok()) {
        Err(NO_NUMBER) => Err(NO_COMPLEX),
        part => part,
    };
    Ok(Complex {
        re: part(re)?,
        im: part(im)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_printed() {
        for (ty, text, printed) in [
            (ScalarType::I1, "1", Ok("true")),
            (ScalarType::I1, "2", Err(NO_NUMBER)),
            (ScalarType::U32, "4000000000", Ok("4000000000")),
            (ScalarType::U32, "-1", Err(NO_NUMBER)),
            (ScalarType::I8, "-128", Ok("-128")),
            (ScalarType::I8, "255", Ok("-1")),
            (ScalarType::I8, "256", Err(TOO_LARGE)),
            (ScalarType::I8, "-129", Err(TOO_LARGE)),
            (ScalarType::I64, "18446744073709551615", Ok("-1")),
            (ScalarType::Index, "7", Ok("7")),
            (ScalarType::F16, "0.1", Ok("0.099975586")),
            (ScalarType::F16, "65519", Ok("65504.0")),
            (ScalarType::F16, "65520", Err(TOO_LARGE)),
            (ScalarType::BF16, "3", Ok("3.0")),
            (ScalarType::BF16, "3.4e38", Err(TOO_LARGE)),
            (ScalarType::F32, "0.1", Ok("0.1")),
            (ScalarType::F32, "-1e39", Err(TOO_LARGE)),
            (ScalarType::F64, "-inf", Ok("-inf")),
            (ScalarType::F64, "Infinity", Ok("inf")),
            (ScalarType::F64, "1e300", Ok("1e300")),
            (ScalarType::F64, "1e309", Err(TOO_LARGE)),
            (ScalarType::F64, "one", Err(NO_NUMBER)),
            (ScalarType::I32, "", Err(NO_NUMBER)),
            (ScalarType::ComplexF32, "(1, -2.5)", Ok("(1.0,-2.5)")),
            (ScalarType::ComplexF32, "(1,1e39)", Err(TOO_LARGE)),
            (ScalarType::ComplexF64, "1", Err(NO_COMPLEX)),
            (ScalarType::ComplexF64, "(1,i)", Err(NO_COMPLEX)),
        ] {
            let number = Number::parse(ty, text);
            let shown = number.map(|number| number.to_string());
            assert_eq!(shown.as_deref(), printed.as_deref(), "{ty} {text}");
            assert!(number.is_ok_and(|number| number.ty() == ty) || printed.is_err());
            assert_eq!(Number::zero(ty).ty(), ty);
        }
    }
}
