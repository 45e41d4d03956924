//! The arithmetic that constant folding needs, to nearest with ties to even.

use std::cmp::Ordering;

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};

use super::{FloatSemantics, is_nan, is_negative, is_zero, quad};

#[derive(Clone, Copy)]
enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

fn apply<F: Float>(operation: Operation, lhs: u128, rhs: u128) -> u128 {
    let (lhs, rhs) = (F::from_bits(lhs), F::from_bits(rhs));
    let result = match operation {
        Operation::Add => lhs + rhs,
        Operation::Sub => lhs - rhs,
        Operation::Mul => lhs * rhs,
        Operation::Div => lhs / rhs,
        Operation::Rem => lhs.c_fmod(rhs),
    };
    result.value.to_bits()
}

fn compute(sem: FloatSemantics, operation: Operation, lhs: u128, rhs: u128) -> u128 {
    match sem {
        FloatSemantics::F16 => apply::<Half>(operation, lhs, rhs),
        FloatSemantics::BF16 => apply::<BFloat>(operation, lhs, rhs),
        FloatSemantics::F32 => apply::<Single>(operation, lhs, rhs),
        FloatSemantics::F64 => apply::<Double>(operation, lhs, rhs),
        FloatSemantics::F80 => apply::<X87DoubleExtended>(operation, lhs, rhs),
        FloatSemantics::F128 => apply::<Quad>(operation, lhs, rhs),
        _ => {
            let (lhs, rhs) = (quad::decode(sem, lhs), quad::decode(sem, rhs));
            quad::encode(sem, apply::<Quad>(operation, lhs, rhs)).0
        }
    }
}

/// `lhs + rhs`.
#[must_use]
pub fn add(sem: FloatSemantics, lhs: u128, rhs: u128) -> u128 {
    compute(sem, Operation::Add, lhs, rhs)
}

/// `lhs - rhs`.
#[must_use]
pub fn sub(sem: FloatSemantics, lhs: u128, rhs: u128) -> u128 {
    compute(sem, Operation::Sub, lhs, rhs)
}

/// `lhs * rhs`.
#[must_use]
pub fn mul(sem: FloatSemantics, lhs: u128, rhs: u128) -> u128 {
    compute(sem, Operation::Mul, lhs, rhs)
}

/// `lhs / rhs`; division by zero gives an infinity or NaN as IEEE 754 says.
#[must_use]
pub fn div(sem: FloatSemantics, lhs: u128, rhs: u128) -> u128 {
    compute(sem, Operation::Div, lhs, rhs)
}

/// The remainder of the quotient truncated toward zero, as C's `fmod`; exact.
#[must_use]
pub fn rem(sem: FloatSemantics, lhs: u128, rhs: u128) -> u128 {
    compute(sem, Operation::Rem, lhs, rhs)
}

/// The value with its sign flipped; unchanged where the format has no value of the other sign.
#[must_use]
pub fn neg(sem: FloatSemantics, bits: u128) -> u128 {
    if sem.layout().has_negative_zero() || bits & !sem.sign_bit() != 0 {
        bits ^ sem.sign_bit()
    } else {
        bits
    }
}

/// The absolute value.
#[must_use]
pub fn abs(sem: FloatSemantics, bits: u128) -> u128 {
    if is_negative(sem, bits) { neg(sem, bits) } else { bits }
}

/// The magnitude of one value with the sign of another.
#[must_use]
pub fn copysign(sem: FloatSemantics, bits: u128, sign: u128) -> u128 {
    if is_negative(sem, bits) == is_negative(sem, sign) {
        bits
    } else {
        neg(sem, bits)
    }
}

/// The order of two values, `None` when a NaN makes them unordered. Zeros of both signs are equal.
#[must_use]
pub fn compare(sem: FloatSemantics, lhs: u128, rhs: u128) -> Option<Ordering> {
    let wide = |bits| Quad::from_bits(quad::decode(sem, bits));
    wide(lhs).partial_cmp(&wide(rhs))
}

/// Which of two values is chosen: by order, minus zero below plus zero.
fn select(sem: FloatSemantics, lhs: u128, rhs: u128, wanted: Ordering) -> u128 {
    let order = match compare(sem, lhs, rhs) {
        Some(Ordering::Equal) if is_zero(sem, lhs) => is_negative(sem, rhs).cmp(&is_negative(sem, lhs)),
        Some(order) => order,
        None => Ordering::Equal,
    };
    if order == wanted.reverse() { rhs } else { lhs }
}

fn propagating_nan(sem: FloatSemantics, lhs: u128, rhs: u128, wanted: Ordering) -> u128 {
    if is_nan(sem, lhs) {
        lhs
    } else if is_nan(sem, rhs) {
        rhs
    } else {
        select(sem, lhs, rhs, wanted)
    }
}

fn ignoring_nan(sem: FloatSemantics, lhs: u128, rhs: u128, wanted: Ordering) -> u128 {
    if is_nan(sem, lhs) {
        rhs
    } else if is_nan(sem, rhs) {
        lhs
    } else {
        select(sem, lhs, rhs, wanted)
    }
}

/// The smaller value; NaN if either is NaN; `-0 < +0` (`arith.minimumf`).
#[must_use]
pub fn minimum(sem: FloatSemantics, lhs: u128, rhs: u128) -> u128 {
    propagating_nan(sem, lhs, rhs, Ordering::Less)
}

/// The larger value; NaN if either is NaN; `-0 < +0` (`arith.maximumf`).
#[must_use]
pub fn maximum(sem: FloatSemantics, lhs: u128, rhs: u128) -> u128 {
    propagating_nan(sem, lhs, rhs, Ordering::Greater)
}

/// The smaller value; the other one if one is NaN (`arith.minnumf`).
#[must_use]
pub fn min_num(sem: FloatSemantics, lhs: u128, rhs: u128) -> u128 {
    ignoring_nan(sem, lhs, rhs, Ordering::Less)
}

/// The larger value; the other one if one is NaN (`arith.maxnumf`).
#[must_use]
pub fn max_num(sem: FloatSemantics, lhs: u128, rhs: u128) -> u128 {
    ignoring_nan(sem, lhs, rhs, Ordering::Greater)
}
