//! Functions made of `log(x) = k log(2) + log(z)`, where `x` is `2^k z` and `z` is from `sqrt(1/2)` to `sqrt(2)`.

use std::f64::consts::{LN_2, LOG2_E, LOG10_2, LOG10_E};

use asyncir_ir::ValueId;

use super::doubles::Doubles;

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
    let value = d.single_of(value);
    let value = d.with_limits_of_logarithm(x, -1.0, value);
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
    let value = d.single_of(value);
    d.with_limits_of_logarithm(x, 0.0, value)
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
        let (exponent, z) = d.split(x);
        Self {
            exponent,
            k: d.exponent_value(exponent),
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
