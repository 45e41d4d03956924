//! Integers of any width, as integer attributes hold them: two's complement, wrapping.

use crate::types::Signedness;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};

mod arith;
#[cfg(test)]
mod tests;

/// The widest integer type that MLIR has.
pub const MAX_WIDTH: u32 = (1 << 24) - 1;

/// Why a literal is no value of an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseIntError {
    /// Not a decimal or hexadecimal integer literal.
    Malformed,
    /// A minus sign before a literal of an unsigned type.
    NegativeUnsigned,
    /// The value does not fit the width.
    OutOfRange,
}

impl fmt::Display for ParseIntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseIntError::Malformed => "expected an integer literal",
            ParseIntError::NegativeUnsigned => "negative integer literal not valid for unsigned integer type",
            ParseIntError::OutOfRange => "integer constant out of range for attribute",
        })
    }
}

impl std::error::Error for ParseIntError {}

/// An integer of a fixed width, 0 to [`MAX_WIDTH`] bits.
///
/// Values are equal when their widths and bits are.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ApInt {
    width: u32,
    repr: Repr,
}

/// The value read as signed. Up to 128 bits it is `Inline`, beyond always `Wide`, so that equal
/// values have equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Inline(i128),
    Wide(Box<BigInt>),
}

use Repr::{Inline, Wide};

/// Sign extends the low `width` bits.
fn wrap(width: u32, value: i128) -> i128 {
    match width {
        0 => 0,
        1..=127 => value << (128 - width) >> (128 - width),
        _ => value,
    }
}

/// The low `width` bits.
fn mask(width: u32, value: i128) -> u128 {
    match width {
        0 => 0,
        1..=127 => (value as u128) & (u128::MAX >> (128 - width)),
        _ => value as u128,
    }
}

fn power_of_two(exponent: u32) -> BigInt {
    BigInt::from(1) << exponent
}

impl ApInt {
    /// The low `width` bits of `value`, sign extended beyond 128.
    pub fn from_i128(width: u32, value: i128) -> Self {
        let width = width.min(MAX_WIDTH);
        let repr = if width <= 128 {
            Inline(wrap(width, value))
        } else {
            Wide(Box::new(BigInt::from(value)))
        };
        ApInt { width, repr }
    }

    /// The low `width` bits of `value`, zero extended beyond 128.
    pub fn from_u128(width: u32, value: u128) -> Self {
        if width <= 128 {
            Self::from_i128(width, value as i128)
        } else {
            Self::from_bigint(width, value.into())
        }
    }

    /// A 64 bit value.
    pub fn from_i64(value: i64) -> Self {
        ApInt {
            width: 64,
            repr: Inline(value.into()),
        }
    }

    /// A 1 bit value.
    pub fn from_bool(value: bool) -> Self {
        Self::from_i128(1, value.into())
    }

    /// The low `width` bits of the infinite two's complement of `value`.
    pub fn from_bigint(width: u32, value: BigInt) -> Self {
        let width = width.min(MAX_WIDTH);
        if width <= 128 {
            let low: BigInt = value & (power_of_two(128) - 1);
            return Self::from_i128(width, u128::try_from(low).unwrap_or_default() as i128);
        }
        let mut low = value;
        if low.bits() >= u64::from(width) {
            low &= power_of_two(width) - 1;
            if low.bit(u64::from(width) - 1) {
                low -= power_of_two(width);
            }
        }
        ApInt {
            width,
            repr: Wide(Box::new(low)),
        }
    }

    /// Zero.
    pub fn zero(width: u32) -> Self {
        Self::from_i128(width, 0)
    }

    /// One (zero if there are no bits).
    pub fn one(width: u32) -> Self {
        Self::from_i128(width, 1)
    }

    /// All bits set; the largest unsigned value and the signed -1.
    pub fn all_ones(width: u32) -> Self {
        Self::from_i128(width, -1)
    }

    /// The smallest signed value.
    pub fn signed_min(width: u32) -> Self {
        Self::one(width).shl(width.saturating_sub(1))
    }

    /// The largest signed value.
    pub fn signed_max(width: u32) -> Self {
        Self::signed_min(width).not()
    }

    /// Bits of the type.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The signed value, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.repr {
            Inline(value) => Some(*value),
            Wide(value) => i128::try_from(&**value).ok(),
        }
    }

    /// The signed value, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        i64::try_from(self.to_i128()?).ok()
    }

    /// The unsigned value, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.repr {
            Inline(value) => Some(mask(self.width, *value)),
            Wide(value) => u128::try_from(&**value).ok(),
        }
    }

    /// The unsigned value, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        u64::try_from(self.to_u128()?).ok()
    }

    /// The signed value.
    pub fn to_bigint(&self) -> BigInt {
        match &self.repr {
            Inline(value) => BigInt::from(*value),
            Wide(value) => (**value).clone(),
        }
    }

    /// The unsigned value.
    pub fn to_biguint(&self) -> BigUint {
        let value = match &self.repr {
            Inline(value) => return BigUint::from(mask(self.width, *value)),
            Wide(value) => &**value,
        };
        let unsigned = if value.sign() == Sign::Minus {
            value + power_of_two(self.width)
        } else {
            value.clone()
        };
        unsigned.magnitude().clone()
    }

    fn to_unsigned_bigint(&self) -> BigInt {
        BigInt::from(self.to_biguint())
    }

    /// The bytes of the value, low ones first, as a dense attribute stores them.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes = self.to_biguint().to_bytes_le();
        bytes.resize(self.width.div_ceil(8) as usize, 0);
        bytes
    }

    /// A value from its bytes, low ones first.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Self {
        let mut low = [0; 16];
        match low.get_mut(..bytes.len()) {
            Some(start) => {
                start.copy_from_slice(bytes);
                Self::from_u128(width, u128::from_le_bytes(low))
            }
            None => Self::from_bigint(width, BigInt::from_bytes_le(Sign::Plus, bytes)),
        }
    }

    /// Whether all bits are clear.
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Inline(value) => *value == 0,
            Wide(value) => value.sign() == Sign::NoSign,
        }
    }

    /// Whether the unsigned value is one.
    pub fn is_one(&self) -> bool {
        self.to_u128() == Some(1)
    }

    /// Whether all bits are set.
    pub fn is_all_ones(&self) -> bool {
        *self == Self::all_ones(self.width)
    }

    /// Whether the sign bit is set.
    pub fn is_negative(&self) -> bool {
        match &self.repr {
            Inline(value) => *value < 0,
            Wide(value) => value.sign() == Sign::Minus,
        }
    }

    /// Whether this is the smallest signed value.
    pub fn is_signed_min(&self) -> bool {
        *self == Self::signed_min(self.width)
    }

    /// Whether exactly one bit is set.
    pub fn is_power_of_two(&self) -> bool {
        self.count_ones() == 1
    }

    /// The number of set bits.
    pub fn count_ones(&self) -> u32 {
        match &self.repr {
            Inline(value) => mask(self.width, *value).count_ones(),
            Wide(_) => self.to_biguint().count_ones() as u32,
        }
    }

    /// The number of clear bits above the highest set one.
    pub fn leading_zeros(&self) -> u32 {
        match &self.repr {
            Inline(value) => mask(self.width, *value).leading_zeros() - (128 - self.width),
            Wide(_) => self.width - self.to_biguint().bits() as u32,
        }
    }

    /// The number of clear bits below the lowest set one.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.repr {
            Inline(value) => value.trailing_zeros().min(self.width),
            Wide(value) => value.trailing_zeros().map_or(self.width, |zeros| zeros as u32),
        }
    }

    /// Reads an integer literal as MLIR does for an attribute of a type: decimal, or hexadecimal
    /// after `0x`, with an optional minus sign. Signless types take what fits either signed or
    /// unsigned; minus zero is out of range.
    pub fn parse(width: u32, signedness: Signedness, text: &str) -> Result<Self, ParseIntError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let magnitude = parse_magnitude(digits).ok_or(ParseIntError::Malformed)?;
        if negative && signedness == Signedness::Unsigned {
            return Err(ParseIntError::NegativeUnsigned);
        }
        if magnitude.bits() > u64::from(width) || (negative && width == 0) {
            return Err(ParseIntError::OutOfRange);
        }
        let value = Self::from_bigint(width, magnitude.into());
        if negative {
            let value = value.neg();
            return if value.is_negative() {
                Ok(value)
            } else {
                Err(ParseIntError::OutOfRange)
            };
        }
        let is_signed = signedness == Signedness::Signed;
        if is_signed && value.is_negative() {
            Err(ParseIntError::OutOfRange)
        } else {
            Ok(value)
        }
    }

    /// The decimal text of the value, as MLIR prints it for a type of that signedness.
    pub fn print(&self, signedness: Signedness) -> String {
        match (signedness, &self.repr) {
            (Signedness::Unsigned, _) => self.to_biguint().to_string(),
            (_, Inline(value)) => value.to_string(),
            (_, Wide(value)) => value.to_string(),
        }
    }
}

fn parse_magnitude(digits: &str) -> Option<BigUint> {
    let (digits, radix) = match digits.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    // The library takes underscores and signs as well.
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    if let Ok(small) = u64::from_str_radix(digits, radix) {
        return Some(small.into());
    }
    BigUint::parse_bytes(digits.as_bytes(), radix)
}

impl fmt::Debug for ApInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : i{}", self.print(Signedness::Signless), self.width)
    }
}
