//! Functions made of `exp(x) = 2^k exp(r)`, where `k` is the integer next to `x / ln(2)`.

use std::f64::consts::{LN_2, LOG2_E};

use asyncir_ir::ValueId;

use super::doubles::Doubles;

/// `(exp(r) - 1) / r` for `|r| <= ln(2) / 2`, with a relative error of 2^-31.9.
const EXPM1_BY_R: [f64; 7] = [
    0.9999999999910084,
    0.5000000047168535,
    0.16666666853768722,
    0.04166635269626812,
    0.008333268559572274,
    0.001394112387996791,
    0.00019915884136910002,
];

/// Below the lower limit, results are zero in `f32`; above the upper one, they are infinite.
const EXP_LIMITS: (f64, f64) = (-104.0, 89.0);
const EXP2_LIMITS: (f64, f64) = (-151.0, 129.0);

/// `exp(x)`
pub(super) fn exp(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let x = d.clamped(x, EXP_LIMITS.0, EXP_LIMITS.1);
    let x = d.double_of(x);
    let value = exp_of_double(d, x);
    d.single_of(value)
}

/// `2^x`
pub(super) fn exp2(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let x = d.clamped(x, EXP2_LIMITS.0, EXP2_LIMITS.1);
    let x = d.double_of(x);
    let value = exp2_of_double(d, x);
    d.single_of(value)
}

/// `exp(x) - 1`, exact near zero.
pub(super) fn expm1(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let clamped = d.clamped(x, EXP_LIMITS.0, EXP_LIMITS.1);
    let wide = d.double_of(clamped);
    let value = expm1_of_double(d, wide);
    let value = d.single_of(value);
    d.with_sign_of(value, x)
}

/// `exp(x)` as a double, for `x` of less than 700.
pub(super) fn exp_of_double(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    Parts::of_exponential(d, x).product(d)
}

/// `exp(x) - 1` as a double, exact near zero, for `x` of less than 700.
pub(super) fn expm1_of_double(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    Parts::of_exponential(d, x).product_minus_one(d)
}

/// `2^x` as a double, which is zero or infinite in `f32` where the power is.
pub(super) fn exp2_of_any_double(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let x = d.clamped(x, EXP2_LIMITS.0, EXP2_LIMITS.1);
    exp2_of_double(d, x)
}

fn exp2_of_double(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let (k, bits) = d.rounded(x);
    let fraction = d.sub(x, k);
    let r = d.times(fraction, LN_2);
    Parts::new(d, bits, r).product(d)
}

/// The parts of an exponential.
struct Parts {
    /// `2^k`
    scale: ValueId,
    /// `exp(r) - 1`
    expm1: ValueId,
}

impl Parts {
    fn of_exponential(d: &mut Doubles<'_, '_>, x: ValueId) -> Self {
        let quotient = d.times(x, LOG2_E);
        let (k, bits) = d.rounded(quotient);
        let multiple = d.times(k, LN_2);
        let r = d.sub(x, multiple);
        Self::new(d, bits, r)
    }

    /// From bits that end in `k`, and from `r`.
    fn new(d: &mut Doubles<'_, '_>, bits: ValueId, r: ValueId) -> Self {
        let quotient = d.polynomial(r, &EXPM1_BY_R);
        Self {
            scale: d.power_of_two(bits),
            expm1: d.mul(r, quotient),
        }
    }

    /// `2^k exp(r)`
    fn product(&self, d: &mut Doubles<'_, '_>) -> ValueId {
        let exp = d.add_to(self.expm1, 1.0);
        d.mul(exp, self.scale)
    }

    /// `2^k exp(r) - 1`: what `k` and `r` are close to zero for is not lost.
    fn product_minus_one(&self, d: &mut Doubles<'_, '_>) -> ValueId {
        let scaled = d.mul(self.expm1, self.scale);
        let rest = d.add_to(self.scale, -1.0);
        d.add(scaled, rest)
    }
}
