//! Wrapping arithmetic, comparisons and changes of width.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};

use super::ApInt;
use super::Repr::{Inline, Wide};
use super::mask;

/// Operands have one width; where they differ, the result has that of `self`.
impl ApInt {
    /// Computes inline when that does not overflow 128 bits.
    fn compute(
        &self,
        rhs: &Self,
        inline: impl FnOnce(i128, i128) -> Option<i128>,
        wide: impl FnOnce(BigInt, BigInt) -> BigInt,
    ) -> Self {
        if let (Inline(lhs), Inline(rhs)) = (&self.repr, &rhs.repr)
            && let Some(value) = inline(*lhs, *rhs)
        {
            return Self::from_i128(self.width, value);
        }
        Self::from_bigint(self.width, wide(self.to_bigint(), rhs.to_bigint()))
    }

    /// As `compute`, on the unsigned values.
    fn compute_unsigned(
        &self,
        rhs: &Self,
        inline: impl FnOnce(u128, u128) -> u128,
        wide: impl FnOnce(BigUint, BigUint) -> BigUint,
    ) -> Self {
        match (&self.repr, &rhs.repr) {
            (Inline(lhs), Inline(right)) => {
                let value = inline(mask(self.width, *lhs), mask(rhs.width, *right));
                Self::from_i128(self.width, value as i128)
            }
            _ => {
                let value = wide(self.to_biguint(), rhs.to_biguint());
                Self::from_bigint(self.width, value.into())
            }
        }
    }

    /// `self + rhs`, wrapping.
    #[must_use]
    pub fn add(&self, rhs: &Self) -> Self {
        self.compute(rhs, i128::checked_add, |lhs, rhs| lhs + rhs)
    }

    /// `self - rhs`, wrapping.
    #[must_use]
    pub fn sub(&self, rhs: &Self) -> Self {
        self.compute(rhs, i128::checked_sub, |lhs, rhs| lhs - rhs)
    }

    /// `self * rhs`, wrapping.
    #[must_use]
    pub fn mul(&self, rhs: &Self) -> Self {
        self.compute(rhs, i128::checked_mul, |lhs, rhs| lhs * rhs)
    }

    /// `-self`, wrapping.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self::zero(self.width).sub(self)
    }

    /// All bits flipped.
    #[must_use]
    pub fn not(&self) -> Self {
        self.xor(&Self::all_ones(self.width))
    }

    /// Signed division toward zero, wrapping for the smallest value by -1; `None` by zero.
    pub fn sdiv(&self, rhs: &Self) -> Option<Self> {
        (!rhs.is_zero()).then(|| self.compute(rhs, i128::checked_div, |lhs, rhs| lhs / rhs))
    }

    /// Remainder of the signed division, with the sign of `self`; `None` by zero.
    pub fn srem(&self, rhs: &Self) -> Option<Self> {
        (!rhs.is_zero()).then(|| self.compute(rhs, i128::checked_rem, |lhs, rhs| lhs % rhs))
    }

    /// Unsigned division; `None` by zero.
    pub fn udiv(&self, rhs: &Self) -> Option<Self> {
        (!rhs.is_zero()).then(|| self.compute_unsigned(rhs, |a, b| a / b, |a, b| a / b))
    }

    /// Remainder of the unsigned division; `None` by zero.
    pub fn urem(&self, rhs: &Self) -> Option<Self> {
        (!rhs.is_zero()).then(|| self.compute_unsigned(rhs, |a, b| a % b, |a, b| a % b))
    }

    /// Signed division toward negative infinity; `None` by zero.
    pub fn floor_div(&self, rhs: &Self) -> Option<Self> {
        let (quotient, remainder) = (self.sdiv(rhs)?, self.srem(rhs)?);
        let adjust = !remainder.is_zero() && self.is_negative() != rhs.is_negative();
        Some(if adjust {
            quotient.sub(&Self::one(self.width))
        } else {
            quotient
        })
    }

    /// Signed division toward positive infinity; `None` by zero.
    pub fn ceil_div(&self, rhs: &Self) -> Option<Self> {
        let (quotient, remainder) = (self.sdiv(rhs)?, self.srem(rhs)?);
        let adjust = !remainder.is_zero() && self.is_negative() == rhs.is_negative();
        Some(if adjust {
            quotient.add(&Self::one(self.width))
        } else {
            quotient
        })
    }

    /// Unsigned division toward positive infinity; `None` by zero.
    pub fn ceil_div_unsigned(&self, rhs: &Self) -> Option<Self> {
        let (quotient, remainder) = (self.udiv(rhs)?, self.urem(rhs)?);
        Some(if remainder.is_zero() {
            quotient
        } else {
            quotient.add(&Self::one(self.width))
        })
    }

    /// Bitwise and.
    #[must_use]
    pub fn and(&self, rhs: &Self) -> Self {
        self.compute(rhs, |a, b| Some(a & b), |a, b| a & b)
    }

    /// Bitwise or.
    #[must_use]
    pub fn or(&self, rhs: &Self) -> Self {
        self.compute(rhs, |a, b| Some(a | b), |a, b| a | b)
    }

    /// Bitwise exclusive or.
    #[must_use]
    pub fn xor(&self, rhs: &Self) -> Self {
        self.compute(rhs, |a, b| Some(a ^ b), |a, b| a ^ b)
    }

    /// Shifted left; zero when the amount is the width or more.
    #[must_use]
    pub fn shl(&self, amount: u32) -> Self {
        if amount >= self.width {
            return Self::zero(self.width);
        }
        match &self.repr {
            Inline(value) => Self::from_i128(self.width, value << amount),
            Wide(value) => Self::from_bigint(self.width, &**value << amount),
        }
    }

    /// Shifted right filling with zeros; zero when the amount is the width or more.
    #[must_use]
    pub fn lshr(&self, amount: u32) -> Self {
        if amount >= self.width {
            return Self::zero(self.width);
        }
        match &self.repr {
            Inline(value) => Self::from_i128(self.width, (mask(self.width, *value) >> amount) as i128),
            Wide(_) => Self::from_bigint(self.width, self.to_unsigned_bigint() >> amount),
        }
    }

    /// Shifted right filling with the sign.
    #[must_use]
    pub fn ashr(&self, amount: u32) -> Self {
        let amount = amount.min(self.width.saturating_sub(1));
        match &self.repr {
            Inline(value) => Self::from_i128(self.width, value >> amount),
            Wide(value) => Self::from_bigint(self.width, &**value >> amount),
        }
    }

    /// The unsigned value as an amount to shift values of this width by; `None` when it is too
    /// large, which makes the result of a shift poison.
    pub fn shift_amount(&self) -> Option<u32> {
        self.to_u128()
            .and_then(|amount| u32::try_from(amount).ok())
            .filter(|&a| a < self.width)
    }

    /// The order of the signed values.
    #[must_use]
    pub fn scmp(&self, rhs: &Self) -> Ordering {
        match (&self.repr, &rhs.repr) {
            (Inline(lhs), Inline(rhs)) => lhs.cmp(rhs),
            _ => self.to_bigint().cmp(&rhs.to_bigint()),
        }
    }

    /// The order of the unsigned values.
    #[must_use]
    pub fn ucmp(&self, rhs: &Self) -> Ordering {
        // Of one width and sign the order is that of the signed values; negative ones are larger.
        self.is_negative().cmp(&rhs.is_negative()).then_with(|| self.scmp(rhs))
    }

    /// The smaller signed value.
    #[must_use]
    pub fn smin(&self, rhs: &Self) -> Self {
        if self.scmp(rhs).is_le() {
            self.clone()
        } else {
            rhs.clone()
        }
    }

    /// The larger signed value.
    #[must_use]
    pub fn smax(&self, rhs: &Self) -> Self {
        if self.scmp(rhs).is_ge() {
            self.clone()
        } else {
            rhs.clone()
        }
    }

    /// The smaller unsigned value.
    #[must_use]
    pub fn umin(&self, rhs: &Self) -> Self {
        if self.ucmp(rhs).is_le() {
            self.clone()
        } else {
            rhs.clone()
        }
    }

    /// The larger unsigned value.
    #[must_use]
    pub fn umax(&self, rhs: &Self) -> Self {
        if self.ucmp(rhs).is_ge() {
            self.clone()
        } else {
            rhs.clone()
        }
    }

    /// The low `width` bits.
    #[must_use]
    pub fn trunc(&self, width: u32) -> Self {
        self.sext(width)
    }

    /// The signed value in another width (the low bits if that is narrower).
    #[must_use]
    pub fn sext(&self, width: u32) -> Self {
        match &self.repr {
            Inline(value) => Self::from_i128(width, *value),
            Wide(value) => Self::from_bigint(width, (**value).clone()),
        }
    }

    /// The unsigned value in another width (the low bits if that is narrower).
    #[must_use]
    pub fn zext(&self, width: u32) -> Self {
        match &self.repr {
            Inline(value) => Self::from_u128(width, mask(self.width, *value)),
            Wide(_) => Self::from_bigint(width, self.to_unsigned_bigint()),
        }
    }
}
