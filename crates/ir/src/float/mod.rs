//! Values of MLIR's builtin float types, as raw bits.
//!
//! A value is a `u128` whose low [`FloatSemantics::width`] bits are the encoding that the type
//! defines; the bits above are zero. Every function takes the semantics next to the bits, so an
//! attribute stores nothing but the two.
//!
//! Every format's values are exact in IEEE binary128, which is therefore the common
//! ground of conversions, comparisons and the arithmetic of the narrow formats
//! (`quad` tells why that rounds only once).

mod arith;
mod convert;
mod quad;
#[cfg(test)]
mod tests;
mod text;

pub use arith::{abs, add, compare, copysign, div, max_num, maximum, min_num, minimum, mul, neg, rem, sub};
pub use convert::{convert, from_f64, from_int, to_f64, to_int};
pub use text::{parse_decimal, parse_hex, parse_literal, print};

/// The encoding and rounding rules of a builtin float type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatSemantics {
    /// 4 bits, `s1 e2 m1`; finite values only.
    F4E2M1FN,
    /// 6 bits, `s1 e2 m3`; finite values only.
    F6E2M3FN,
    /// 6 bits, `s1 e3 m2`; finite values only.
    F6E3M2FN,
    /// 8 bits, `s1 e5 m2`, as IEEE 754.
    F8E5M2,
    /// 8 bits, `s1 e4 m3`, as IEEE 754.
    F8E4M3,
    /// 8 bits, `s1 e4 m3`; no infinity, NaN is all ones.
    F8E4M3FN,
    /// 8 bits, `s1 e5 m2`, bias 16; no infinity, NaN is the pattern of minus zero.
    F8E5M2FNUZ,
    /// 8 bits, `s1 e4 m3`, bias 8; no infinity, NaN is the pattern of minus zero.
    F8E4M3FNUZ,
    /// 8 bits, `s1 e4 m3`, bias 11; no infinity, NaN is the pattern of minus zero.
    F8E4M3B11FNUZ,
    /// 8 bits, `s1 e3 m4`, as IEEE 754.
    F8E3M4,
    /// 8 bits of exponent: powers of two and NaN; no sign, zero or infinity.
    F8E8M0FNU,
    /// 16 bits, `s1 e8 m7`.
    BF16,
    /// IEEE binary16.
    F16,
    /// 19 bits, `s1 e8 m10`.
    TF32,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// x87 extended precision, 80 bits with an explicit integer bit.
    F80,
    /// IEEE binary128.
    F128,
}

use FloatSemantics::*;

/// What a format has beside finite values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NonFinite {
    /// Infinities and NaNs share the largest exponent.
    Ieee,
    /// One NaN of each sign, all other bits ones.
    NanAllOnes,
    /// One NaN, in the place of minus zero.
    NanNegativeZero,
    /// Neither.
    FiniteOnly,
    /// One NaN, all bits ones, in a format without sign and zero.
    ExponentOnly,
}

/// The bit layout of a format: `sign? exponent fraction` from the top.
#[derive(Clone, Copy)]
struct Layout {
    exponent_bits: u32,
    /// Explicit fraction bits.
    fraction_bits: u32,
    bias: i32,
    non_finite: NonFinite,
}

impl Layout {
    const fn new(exponent_bits: u32, fraction_bits: u32, non_finite: NonFinite) -> Self {
        let bias = (1 << (exponent_bits - 1)) - 1;
        Layout {
            exponent_bits,
            fraction_bits,
            bias,
            non_finite,
        }
    }

    const fn with_bias(self, bias: i32) -> Self {
        Layout { bias, ..self }
    }

    const fn max_exponent_field(self) -> u128 {
        (1 << self.exponent_bits) - 1
    }

    const fn fraction_mask(self) -> u128 {
        (1 << self.fraction_bits) - 1
    }

    const fn has_sign(self) -> bool {
        !matches!(self.non_finite, NonFinite::ExponentOnly)
    }

    const fn has_negative_zero(self) -> bool {
        !matches!(self.non_finite, NonFinite::ExponentOnly | NonFinite::NanNegativeZero)
    }

    const fn sign_bit(self) -> u128 {
        if self.has_sign() {
            1 << (self.exponent_bits + self.fraction_bits)
        } else {
            0
        }
    }

    /// The exponent and fraction fields of the largest finite value.
    const fn largest(self) -> u128 {
        let all = (self.max_exponent_field() << self.fraction_bits) | self.fraction_mask();
        match self.non_finite {
            NonFinite::Ieee => all - (1 << self.fraction_bits),
            NonFinite::NanAllOnes | NonFinite::ExponentOnly => all - 1,
            NonFinite::NanNegativeZero | NonFinite::FiniteOnly => all,
        }
    }
}

impl FloatSemantics {
    /// All formats, narrowest first.
    pub const ALL: [FloatSemantics; 18] = [
        F4E2M1FN,
        F6E2M3FN,
        F6E3M2FN,
        F8E5M2,
        F8E4M3,
        F8E4M3FN,
        F8E5M2FNUZ,
        F8E4M3FNUZ,
        F8E4M3B11FNUZ,
        F8E3M4,
        F8E8M0FNU,
        BF16,
        F16,
        TF32,
        F32,
        F64,
        F80,
        F128,
    ];

    /// Bits of the encoding.
    pub const fn width(self) -> u32 {
        match self {
            F4E2M1FN => 4,
            F6E2M3FN | F6E3M2FN => 6,
            F8E5M2 | F8E4M3 | F8E4M3FN | F8E5M2FNUZ | F8E4M3FNUZ | F8E4M3B11FNUZ | F8E3M4 | F8E8M0FNU => 8,
            BF16 | F16 => 16,
            TF32 => 19,
            F32 => 32,
            F64 => 64,
            F80 => 80,
            F128 => 128,
        }
    }

    /// Bits of the significand, the integer bit included.
    pub const fn precision(self) -> u32 {
        match self {
            F80 => 64,
            _ => self.layout().fraction_bits + 1,
        }
    }

    /// What the exponent field of a number is greater by than the exponent of its value, from one up to two.
    pub const fn bias(self) -> i32 {
        self.layout().bias
    }

    /// The type's keyword in MLIR's text.
    pub const fn keyword(self) -> &'static str {
        match self {
            F4E2M1FN => "f4E2M1FN",
            F6E2M3FN => "f6E2M3FN",
            F6E3M2FN => "f6E3M2FN",
            F8E5M2 => "f8E5M2",
            F8E4M3 => "f8E4M3",
            F8E4M3FN => "f8E4M3FN",
            F8E5M2FNUZ => "f8E5M2FNUZ",
            F8E4M3FNUZ => "f8E4M3FNUZ",
            F8E4M3B11FNUZ => "f8E4M3B11FNUZ",
            F8E3M4 => "f8E3M4",
            F8E8M0FNU => "f8E8M0FNU",
            BF16 => "bf16",
            F16 => "f16",
            TF32 => "tf32",
            F32 => "f32",
            F64 => "f64",
            F80 => "f80",
            F128 => "f128",
        }
    }

    /// The format that `keyword` names.
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sem| sem.keyword() == keyword)
    }

    /// Mask of the bits that an encoding may use.
    pub const fn mask(self) -> u128 {
        u128::MAX >> (128 - self.width())
    }

    /// Whether the format can express infinities.
    pub fn has_infinity(self) -> bool {
        self == F80 || self.layout().non_finite == NonFinite::Ieee
    }

    /// The default quiet NaN, positive where NaN has a sign; `None` in formats without NaN.
    pub fn nan(self) -> Option<u128> {
        if self == F80 {
            return Some(0x7FFF_C000_0000_0000_0000);
        }
        let layout = self.layout();
        let exponent = layout.max_exponent_field() << layout.fraction_bits;
        match layout.non_finite {
            NonFinite::Ieee => Some(exponent | (1 << (layout.fraction_bits - 1))),
            NonFinite::NanAllOnes | NonFinite::ExponentOnly => Some(exponent | layout.fraction_mask()),
            NonFinite::NanNegativeZero => Some(layout.sign_bit()),
            NonFinite::FiniteOnly => None,
        }
    }

    /// Infinity of a sign; `None` in formats without infinity.
    pub fn infinity(self, negative: bool) -> Option<u128> {
        let sign = if negative { self.sign_bit() } else { 0 };
        match self {
            F80 => Some(sign | 0x7FFF_8000_0000_0000_0000),
            _ if self.has_infinity() => {
                let layout = self.layout();
                Some(sign | (layout.max_exponent_field() << layout.fraction_bits))
            }
            _ => None,
        }
    }

    /// The largest finite value of a sign (the positive one where there is no sign).
    pub fn largest(self, negative: bool) -> u128 {
        let sign = if negative { self.sign_bit() } else { 0 };
        match self {
            F80 => sign | 0x7FFE_FFFF_FFFF_FFFF_FFFF,
            _ => sign | self.layout().largest(),
        }
    }

    /// Whether the format has negative numbers.
    pub const fn has_sign(self) -> bool {
        self.sign_bit() != 0
    }

    /// Whether the format has two zeros.
    pub fn has_negative_zero(self) -> bool {
        self.has_sign() && (self == F80 || self.layout().non_finite != NonFinite::NanNegativeZero)
    }

    /// Whether another format has all numbers of this one: its exponents and its bits, and a negative zero if this one has one.
    pub fn is_representable_by(self, other: Self) -> bool {
        let (own, wide) = (self.exponents(), other.exponents());
        self.precision() <= other.precision()
            && wide.0 <= own.0
            && own.1 <= wide.1
            && (other.has_negative_zero() || !self.has_negative_zero())
    }

    /// The exponents of the least normal number and of the largest one.
    fn exponents(self) -> (i32, i32) {
        // What has no fraction has no subnormal numbers either.
        let least = if self.precision() == 1 { 0 } else { 1 };
        let field = match self {
            F80 => self.largest(false) >> 64,
            _ => self.largest(false) >> self.layout().fraction_bits,
        };
        (least - self.bias(), field as i32 - self.bias())
    }

    /// The sign bit, zero where there is none.
    const fn sign_bit(self) -> u128 {
        match self {
            F80 => 1 << 79,
            _ => self.layout().sign_bit(),
        }
    }

    /// The layout of every format but `F80`, whose integer bit is explicit (for that one:
    /// exponent range only).
    const fn layout(self) -> Layout {
        use NonFinite::*;
        match self {
            F4E2M1FN => Layout::new(2, 1, FiniteOnly),
            F6E2M3FN => Layout::new(2, 3, FiniteOnly),
            F6E3M2FN => Layout::new(3, 2, FiniteOnly),
            F8E5M2 => Layout::new(5, 2, Ieee),
            F8E4M3 => Layout::new(4, 3, Ieee),
            F8E4M3FN => Layout::new(4, 3, NanAllOnes),
            F8E5M2FNUZ => Layout::new(5, 2, NanNegativeZero).with_bias(16),
            F8E4M3FNUZ => Layout::new(4, 3, NanNegativeZero).with_bias(8),
            F8E4M3B11FNUZ => Layout::new(4, 3, NanNegativeZero).with_bias(11),
            F8E3M4 => Layout::new(3, 4, Ieee),
            F8E8M0FNU => Layout::new(8, 0, ExponentOnly),
            BF16 => Layout::new(8, 7, Ieee),
            F16 => Layout::new(5, 10, Ieee),
            TF32 => Layout::new(8, 10, Ieee),
            F32 => Layout::new(8, 23, Ieee),
            F64 => Layout::new(11, 52, Ieee),
            F80 => Layout::new(15, 63, Ieee),
            F128 => Layout::new(15, 112, Ieee),
        }
    }
}

/// Whether the value is a NaN.
pub fn is_nan(sem: FloatSemantics, bits: u128) -> bool {
    quad::is_nan(quad::decode(sem, bits))
}

/// Whether the value is an infinity.
pub fn is_inf(sem: FloatSemantics, bits: u128) -> bool {
    sem.has_infinity() && quad::magnitude(quad::decode(sem, bits)) == quad::INFINITY
}

/// Whether the value is zero, of either sign.
pub fn is_zero(sem: FloatSemantics, bits: u128) -> bool {
    quad::magnitude(quad::decode(sem, bits)) == 0
}

/// Whether the sign bit is set; NaNs and zeros have signs where the format gives them one.
pub fn is_negative(sem: FloatSemantics, bits: u128) -> bool {
    bits & sem.sign_bit() != 0 && (sem.layout().has_negative_zero() || !is_nan(sem, bits))
}

/// Whether the value is neither NaN nor infinite.
pub fn is_finite(sem: FloatSemantics, bits: u128) -> bool {
    quad::magnitude(quad::decode(sem, bits)) < quad::INFINITY
}
