//! Functions made of `exp(x) = 2^k exp(r)`, where `k` is the integer next to `x / ln(2)`.

use std::f64::consts::LOG2_E;

use asyncir_ir::ValueId;

use super::doubles::{Doubles, LN_2_HIGH, LN_2_LOW};

/// `(exp(r) - 1 - r) / r^2` for `|r| <= ln(2) / 2`: an error of 2^-64.0 beside 1.
const REST_BY_SQUARE: [f64; 11] = [
    0.5,
    0.16666666666666685,
    0.04166666666666673,
    0.00833333333331674,
    0.0013888888888858614,
    0.00019841269897055903,
    2.480158737345591e-5,
    2.755723423833053e-6,
    2.7557233591727085e-7,
    2.5112239675158352e-8,
    2.0926871503816418e-9,
];

/// Below the lower limit, `exp` is zero; above the upper one, it is infinite.
const EXP_LIMITS: (f64, f64) = (-746.0, 710.0);

/// Below the lower limit, `expm1` is -1; above the upper one, it is infinite.
const EXPM1_LIMITS: (f64, f64) = (-40.0, 710.0);

/// `exp(x)`
pub(super) fn exp(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let x = d.clamped(x, EXP_LIMITS.0, EXP_LIMITS.1);
    let parts = Parts::of(d, x);
    let value = parts.exp_of_r(d);
    // Neither factor is beyond what a double can be, though the product may be.
    let half = d.times(parts.k, 0.5);
    let (_, half) = d.rounded(half);
    let rest = d.ops().subi(parts.bits, half);
    let [first, second] = [half, rest].map(|bits| d.power_of_two(bits));
    let value = d.mul(value, first);
    d.mul(value, second)
}

/// `exp(x) - 1`, exact near zero.
pub(super) fn expm1(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let clamped = d.clamped(x, EXPM1_LIMITS.0, EXPM1_LIMITS.1);
    let (value, _) = expm1_of_moderate(d, clamped);
    d.with_sign_of(value, x)
}

/// `exp(x) - 1`, but for the sign of zero, and what rounding has taken from it, for `x` from -40 to 710.
pub(super) fn expm1_of_moderate(d: &mut Doubles<'_, '_>, x: ValueId) -> (ValueId, ValueId) {
    let parts = Parts::of(d, x);
    let small = d.exact_sum(parts.r, parts.rest);
    let (half, rest) = parts.part_of_expm1(d, small, 1);
    let (half, lost) = d.exact_sum(half, rest);
    let (value, lost) = (d.add(half, half), d.add(lost, lost));
    // Half of a subnormal number is none.
    (d.replaced(("oeq", parts.k, 0.0), small.0, value), lost)
}

/// A quarter of `exp(x) - 1` and what rounding has taken from it, for `x` from 0 to 711, where that itself may be infinite. Those of subnormal numbers are not exact.
pub(super) fn quarter_of_expm1(d: &mut Doubles<'_, '_>, x: ValueId) -> (ValueId, ValueId) {
    let parts = Parts::of(d, x);
    let small = d.exact_sum(parts.r, parts.rest);
    let (quarter, rest) = parts.part_of_expm1(d, small, 2);
    d.exact_sum(quarter, rest)
}

/// A quarter of `exp(x)`, for `x` from 0 to 711.
pub(super) fn quarter_of_exp(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let parts = Parts::of(d, x);
    let scale = parts.scale(d, 2);
    let value = parts.exp_of_r(d);
    d.mul(value, scale)
}

/// The parts of an exponential.
struct Parts {
    k: ValueId,
    /// Bits that end in `k`.
    bits: ValueId,
    r: ValueId,
    /// `exp(r) - 1 - r`
    rest: ValueId,
}

impl Parts {
    fn of(d: &mut Doubles<'_, '_>, x: ValueId) -> Self {
        let quotient = d.times(x, LOG2_E);
        let (k, bits) = d.rounded(quotient);
        let (high, low) = (d.times(k, LN_2_HIGH), d.times(k, LN_2_LOW));
        let near = d.sub(x, high);
        let r = d.sub(near, low);
        // What rounding `r` has lost.
        let taken = d.sub(near, r);
        let lost = d.sub(taken, low);
        let square = d.mul(r, r);
        let factor = d.polynomial(r, &REST_BY_SQUARE);
        let rest = d.mul(square, factor);
        let rest = d.add(rest, lost);
        Self { k, bits, r, rest }
    }

    /// `exp(r)`
    fn exp_of_r(&self, d: &mut Doubles<'_, '_>) -> ValueId {
        let one = d.constant(1.0);
        let (sum, lost) = d.exact_sum(one, self.r);
        let rest = d.add(lost, self.rest);
        d.add(sum, rest)
    }

    /// `2^(k - shift)`
    fn scale(&self, d: &mut Doubles<'_, '_>, shift: i64) -> ValueId {
        let shift = d.integer(shift);
        let bits = d.ops().subi(self.bits, shift);
        d.power_of_two(bits)
    }

    /// `(exp(x) - 1) / 2^shift`, as a sum, from `exp(r) - 1` and what rounding has taken from it.
    fn part_of_expm1(&self, d: &mut Doubles<'_, '_>, (high, low): (ValueId, ValueId), shift: u8) -> (ValueId, ValueId) {
        let scale = self.scale(d, shift.into());
        let (high, low) = (d.mul(high, scale), d.mul(low, scale));
        let large = d.add_to(scale, -0.5f64.powi(shift.into()));
        let (sum, lost) = d.exact_sum(large, high);
        (sum, d.add(lost, low))
    }
}
