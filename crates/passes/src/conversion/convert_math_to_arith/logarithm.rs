//! Functions made of `log(x) = k log(2) + log(z)`, where `x` is `2^k z` and `z` is from `sqrt(1/2)` to `sqrt(2)`.

use std::f64::consts::{LN_2, LOG2_E, LOG10_2, LOG10_E};

use asyncir_dialects::arith::{OrIOp, ShRUIOp};
use asyncir_ir::ValueId;
use asyncir_ir::def::OpView;

use super::doubles::{Doubles, MANTISSA_BITS};

/// `log((1 + s) / (1 - s)) / s` as a polynomial in the square of `s`, for `z` in that range, with a relative error of 2^-36.8.
const LOG_BY_S: [f64; 5] = [
    2.0000000000084746,
    0.6666666523473277,
    0.4000038688131854,
    0.28534928725302966,
    0.23618474234842496,
];

/// The same, with a relative error of 2^-45.1.
const LOG_BY_S_FOR_POWERS: [f64; 6] = [
    1.9999999999999467,
    0.6666666667965137,
    0.39999994872197303,
    0.2857216801604653,
    0.22174177229677156,
    0.19609084018850423,
];

/// The bits of `sqrt(1/2)`, where the range of `z` begins.
const BEGIN: i64 = std::f64::consts::FRAC_1_SQRT_2.to_bits().cast_signed();

/// What makes all `k` of normal numbers positive.
const BIAS: i64 = 1024;

/// The bits of 2^52: a number whose low bits hold an integer is the sum of both.
const HOLDS_INTEGER: i64 = 0x4330_0000_0000_0000;

/// The bits of the sign and the exponent.
const EXPONENT: i64 = -1 << MANTISSA_BITS;

/// Natural logarithm.
pub(super) fn log(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    of_base(d, x, LN_2, 1.0)
}

/// Binary logarithm, which is exact for powers of two.
pub(super) fn log2(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    of_base(d, x, 1.0, LOG2_E)
}

/// Decimal logarithm.
pub(super) fn log10(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    of_base(d, x, LOG10_2, LOG10_E)
}

/// `log(1 + x)`, exact near zero.
pub(super) fn log1p(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let wide = d.double_of(x);
    let value = log1p_of_double(d, wide);
    let value = with_limits(d, x, -1.0, value);
    d.with_sign_of(value, x)
}

/// `log(1 + x)` of a finite double above -1, exact near zero.
pub(super) fn log1p_of_double(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let sum = d.add_to(x, 1.0);
    let parts = Parts::of(d, sum);
    // The sum has lost the low bits of a small number.
    let zero = d.integer(0);
    let is_small = d.ops().cmpi("eq", parts.exponent, zero);
    let f = d.ops().select(is_small, x, parts.f);
    Parts { f, ..parts }.sum(d, LN_2, 1.0, &LOG_BY_S)
}

/// The binary logarithm of a positive finite double, exact enough for the exponent of a power.
pub(super) fn log2_of_double(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    Parts::of(d, x).sum(d, 1.0, LOG2_E, &LOG_BY_S_FOR_POWERS)
}

/// The logarithm to a base, from those of two and of `e`.
fn of_base(d: &mut Doubles<'_, '_>, x: ValueId, of_two: f64, of_e: f64) -> ValueId {
    let wide = d.double_of(x);
    let value = Parts::of(d, wide).sum(d, of_two, of_e, &LOG_BY_S);
    with_limits(d, x, 0.0, value)
}

/// `value`, a logarithm, as `f32`; but minus infinity where `x` is at the `pole`, and NaN where it is below. Infinity and NaN
/// stay.
fn with_limits(d: &mut Doubles<'_, '_>, x: ValueId, pole: f64, value: ValueId) -> ValueId {
    let value = d.single_of(value);
    let (infinite, invalid) = (d.like(x, f64::NEG_INFINITY), d.invalid(x));
    let at_most = d.replaced(("oeq", x, pole), infinite, invalid);
    let value = d.replaced(("ole", x, pole), at_most, value);
    d.replaced(("uge", x, f64::INFINITY), x, value)
}

/// The parts of a positive number.
struct Parts {
    /// Bits that are zero if `k` is.
    exponent: ValueId,
    k: ValueId,
    /// `z - 1`
    f: ValueId,
}

impl Parts {
    fn of(d: &mut Doubles<'_, '_>, x: ValueId) -> Self {
        let bits = d.bits_of(x);
        let [begin, mask] = [BEGIN, EXPONENT].map(|value| d.integer(value));
        let distance = d.ops().subi(bits, begin);
        let exponent = d.ops().andi(distance, mask);
        let z = d.ops().subi(bits, exponent);
        let z = d.double_of_bits(z);
        Self {
            exponent,
            k: exponent_value(d, exponent),
            f: d.add_to(z, -1.0),
        }
    }

    /// `k of_two + log(1 + f) of_e`, where `log(1 + f)` is computed with `s = f / (2 + f)`.
    fn sum(&self, d: &mut Doubles<'_, '_>, of_two: f64, of_e: f64, log_by_s: &[f64]) -> ValueId {
        let divisor = d.add_to(self.f, 2.0);
        let s = d.div(self.f, divisor);
        let square = d.mul(s, s);
        let coefficients: Vec<_> = log_by_s.iter().map(|coefficient| coefficient * of_e).collect();
        let factor = d.polynomial(square, &coefficients);
        let log = d.mul(s, factor);
        let multiple = d.times(self.k, of_two);
        d.add(multiple, log)
    }
}

/// The number that bits of an exponent stand for, without a conversion of integers of 64 bits, for which many processors have no
/// instruction on vectors.
fn exponent_value(d: &mut Doubles<'_, '_>, exponent: ValueId) -> ValueId {
    let [bias, width, holder] = [BIAS << MANTISSA_BITS, MANTISSA_BITS, HOLDS_INTEGER].map(|value| d.integer(value));
    let positive = d.ops().addi(exponent, bias);
    let shifted = d.ops().binary(ShRUIOp::DEF, positive, width);
    let held = d.ops().binary(OrIOp::DEF, shifted, holder);
    let held = d.double_of_bits(held);
    let offset = f64::from_bits((HOLDS_INTEGER + BIAS).cast_unsigned());
    d.add_to(held, -offset)
}
