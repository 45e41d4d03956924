//! Functions made of `log(x) = k log(2) + log(1 + f)`, where `x` is `2^k (1 + f)` and `1 + f` is from `sqrt(1/2)` to `sqrt(2)`.

use asyncir_ir::ValueId;

use super::doubles::{Doubles, LN_2_HIGH, LN_2_LOW};

/// `(log((1 + s) / (1 - s)) / s - 2) / s^2` as a polynomial in the square of `s`, for `1 + f = (1 + s) / (1 - s)` in that range:
/// an error of 2^-59.5 beside the logarithm.
const REST_BY_SQUARE: [f64; 7] = [
    0.6666666666666734,
    0.39999999999414504,
    0.2857142874245232,
    0.2222219856369984,
    0.18183564968368587,
    0.15314030439244952,
    0.1479618560414111,
];

/// The decimal logarithm of `e`: 30 bits of it, and the rest.
const LOG10_E_HIGH: f64 = 0.43429448176175356;
const LOG10_E_LOW: f64 = 1.414982685385801e-10;

/// The decimal logarithm of two: 42 bits of it, and the rest.
const LOG10_2_HIGH: f64 = 0.30102999566395283;
const LOG10_2_LOW: f64 = 2.8363394551044964e-14;

/// Decimal logarithm.
pub(super) fn log10(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let (normal, lifted) = d.normalized(x);
    let (exponent, z) = d.split(normal);
    let k = d.exponent_value(exponent);
    let k = d.sub(k, lifted);
    let f = d.add_to(z, -1.0);
    let parts = Parts::of(d, f);
    // The sum of `high` and `low` is `log(1 + f)`; products of `high` are exact.
    let difference = d.sub(f, parts.half_square);
    let high = d.high_part(difference);
    let taken = d.sub(f, high);
    let low = d.sub(taken, parts.half_square);
    let low = d.add(low, parts.rest);
    let log = d.add(high, low);
    let small = (d.times(low, LOG10_E_HIGH), d.times(log, LOG10_E_LOW));
    let small = d.add(small.0, small.1);
    let of_two = d.times(k, LOG10_2_LOW);
    let small = d.add(small, of_two);
    let (multiple, large) = (d.times(k, LOG10_2_HIGH), d.times(high, LOG10_E_HIGH));
    let (sum, lost) = d.exact_sum(multiple, large);
    let small = d.add(small, lost);
    let value = d.add(sum, small);
    d.with_limits_of_logarithm(x, 0.0, value)
}

/// `log(1 + x)`, exact near zero.
pub(super) fn log1p(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let value = log1p_of_positive(d, x, More::default());
    let value = d.with_limits_of_logarithm(x, -1.0, value);
    d.with_sign_of(value, x)
}

/// What is added to an argument of `log1p`, and to its result.
#[derive(Clone, Copy, Default)]
pub(super) struct More {
    /// What rounding has taken from the argument.
    pub(super) lost: Option<ValueId>,
    /// How many times `log(2)` is added.
    pub(super) doublings: Option<ValueId>,
}

/// `log(1 + x)` for finite `x` above -1, but for the sign of zero.
pub(super) fn log1p_of_positive(d: &mut Doubles<'_, '_>, x: ValueId, more: More) -> ValueId {
    let one = d.constant(1.0);
    let (sum, mut lost) = d.exact_sum_of_any(x, one);
    if let Some(more) = more.lost {
        lost = d.add(lost, more);
    }
    // So much it changes the logarithm.
    let lost = d.div(lost, sum);
    let (exponent, z) = d.split(sum);
    let k = d.exponent_value(exponent);
    let k = match more.doublings {
        Some(more) => d.add(k, more),
        None => k,
    };
    let f = d.add_to(z, -1.0);
    let parts = Parts::of(d, f);
    let (multiple, of_two) = (d.times(k, LN_2_HIGH), d.times(k, LN_2_LOW));
    let small = d.add(of_two, lost);
    let small = d.add(parts.rest, small);
    let rest = d.sub(parts.half_square, small);
    let log = d.sub(rest, f);
    d.sub(multiple, log)
}

/// `log(1 + f) = f - half_square + rest`
struct Parts {
    half_square: ValueId,
    rest: ValueId,
}

impl Parts {
    /// Computes them with `s = f / (2 + f)`.
    fn of(d: &mut Doubles<'_, '_>, f: ValueId) -> Self {
        let divisor = d.add_to(f, 2.0);
        let s = d.div(f, divisor);
        let square = d.mul(s, s);
        let factor = d.polynomial(square, &REST_BY_SQUARE);
        let of_series = d.mul(square, factor);
        let half = d.times(f, 0.5);
        let half_square = d.mul(half, f);
        let sum = d.add(half_square, of_series);
        Self {
            half_square,
            rest: d.mul(s, sum),
        }
    }
}
