//! Numbers whose types are known when the program runs.

use std::ffi::c_void;
use std::fmt;

use super::signature::ScalarType;

/// A number of any type that compiled functions take and give. Signless integers have a sign here.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Number {
    /// `i1`
    I1(bool),
    /// `i8`
    I8(i8),
    /// `i16`
    I16(i16),
    /// `i32`
    I32(i32),
    /// `i64`
    I64(i64),
    /// `ui8`
    U8(u8),
    /// `ui16`
    U16(u16),
    /// `ui32`
    U32(u32),
    /// `ui64`
    U64(u64),
    /// `index`
    Index(isize),
    /// `f32`
    F32(f32),
    /// `f64`
    F64(f64),
}

macro_rules! for_each_type {
    ($self:expr, $number:ident => $value:expr) => {
        match $self {
            Number::I1($number) => $value,
            Number::I8($number) => $value,
            Number::I16($number) => $value,
            Number::I32($number) => $value,
            Number::I64($number) => $value,
            Number::U8($number) => $value,
            Number::U16($number) => $value,
            Number::U32($number) => $value,
            Number::U64($number) => $value,
            Number::Index($number) => $value,
            Number::F32($number) => $value,
            Number::F64($number) => $value,
        }
    };
}

impl Number {
    /// Zero of a type.
    pub fn zero(ty: ScalarType) -> Self {
        match ty {
            ScalarType::I1 => Self::I1(false),
            ScalarType::I8 => Self::I8(0),
            ScalarType::I16 => Self::I16(0),
            ScalarType::I32 => Self::I32(0),
            ScalarType::I64 => Self::I64(0),
            ScalarType::U8 => Self::U8(0),
            ScalarType::U16 => Self::U16(0),
            ScalarType::U32 => Self::U32(0),
            ScalarType::U64 => Self::U64(0),
            ScalarType::Index => Self::Index(0),
            ScalarType::F32 => Self::F32(0.0),
            ScalarType::F64 => Self::F64(0.0),
        }
    }

    /// Reads a number of a type: decimal, or `true` and `false`. Integers may be as large as an unsigned one of the type.
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
            ScalarType::F32 => text.parse().ok().map(Self::F32),
            ScalarType::F64 => text.parse().ok().map(Self::F64),
        }
    }

    /// The type of the number.
    pub fn ty(&self) -> ScalarType {
        match self {
            Self::I1(_) => ScalarType::I1,
            Self::I8(_) => ScalarType::I8,
            Self::I16(_) => ScalarType::I16,
            Self::I32(_) => ScalarType::I32,
            Self::I64(_) => ScalarType::I64,
            Self::U8(_) => ScalarType::U8,
            Self::U16(_) => ScalarType::U16,
            Self::U32(_) => ScalarType::U32,
            Self::U64(_) => ScalarType::U64,
            Self::Index(_) => ScalarType::Index,
            Self::F32(_) => ScalarType::F32,
            Self::F64(_) => ScalarType::F64,
        }
    }

    /// Where the number is, and its size in bytes.
    pub(super) fn place(&mut self) -> (*mut c_void, usize) {
        for_each_type!(self, number => place_of(number))
    }
}

/// Where a value is, and its size in bytes.
pub(super) fn place_of<T>(value: &mut T) -> (*mut c_void, usize) {
    ((&raw mut *value).cast(), size_of::<T>())
}

/// As `asyncir run` prints it: decimal, floats with a point, and as many digits as tell them from their neighbours.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for_each_type!(self, number => write!(f, "{number:?}"))
    }
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
            (ScalarType::F32, "0.1", Some("0.1")),
            (ScalarType::F64, "-inf", Some("-inf")),
            (ScalarType::F64, "1e300", Some("1e300")),
            (ScalarType::F64, "one", None),
            (ScalarType::I32, "", None),
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
