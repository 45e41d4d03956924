//! Hyperbolic functions and their inverses.

use asyncir_ir::ValueId;

use super::doubles::Doubles;
use super::exponential::{expm1_of_moderate, quarter_of_exp, quarter_of_expm1};
use super::logarithm::{More, log1p_of_positive};

/// From here on, the hyperbolic tangent is 1.
const TANH_LIMIT: f64 = 20.0;

/// From here on, the hyperbolic sine and cosine are infinite.
const SINH_LIMIT: f64 = 710.5;

/// Up to here, the hyperbolic sine of `x` is computed from `exp(x) - 1` rather than from its half.
const SINH_LIMIT_OF_SMALL: f64 = 0.4;

/// Up to here, the hyperbolic sine is its argument.
const SINH_SMALL: f64 = 1.0 / (1u64 << 27) as f64;

/// From here on, the inverse hyperbolic sine and cosine of `x` are `log(2x)`.
const LARGE: f64 = (1u64 << 60) as f64;

/// `sinh(x) = e / 2 + q`, where `e = exp(x) - 1` and `q = e / (2e + 2)`; and `e - e q`, which is more exact for small `x`.
pub(super) fn sinh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let size = d.absolute(x);
    let clamped = d.clamped(size, 0.0, SINH_LIMIT);
    let (quarter, lost) = quarter_of_expm1(d, clamped);
    let half = d.add(quarter, quarter);
    let half_of_exp = d.add_to(half, 0.5);
    let quotient = d.div(quarter, half_of_exp);
    let lost = d.add(lost, lost);
    let rest = d.add(quotient, lost);
    let value = d.add(half, rest);
    let (whole, lost) = (d.add(half, half), d.add(lost, lost));
    let product = d.mul(whole, quotient);
    let less = d.sub(product, lost);
    let of_small = d.sub(whole, less);
    let value = d.replaced(("olt", size, SINH_LIMIT_OF_SMALL), of_small, value);
    let value = d.replaced(("olt", size, SINH_SMALL), size, value);
    d.with_sign_of(value, x)
}

/// `cosh(x) = (exp(x) + 1 / exp(x)) / 2`
pub(super) fn cosh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let size = d.absolute(x);
    let clamped = d.clamped(size, 0.0, SINH_LIMIT);
    let quarter = quarter_of_exp(d, clamped);
    let eighth = d.constant(0.125);
    let half_of_inverse = d.div(eighth, quarter);
    let half = d.add(quarter, quarter);
    d.add(half, half_of_inverse)
}

/// `tanh(x) = e / (e + 2)`, where `e = exp(2x) - 1`.
pub(super) fn tanh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let size = d.absolute(x);
    let clamped = d.clamped(size, 0.0, TANH_LIMIT);
    let twice = d.add(clamped, clamped);
    let (dividend, lost) = expm1_of_moderate(d, twice);
    let two = d.constant(2.0);
    let (divisor, lost_divisor) = d.exact_sum_of_any(dividend, two);
    let lost_divisor = d.add(lost_divisor, lost);
    let value = d.div(dividend, divisor);
    // What is lost of both, divided by the divisor: its inverse is half of what `value` has less than 1.
    let product = d.mul(value, lost_divisor);
    let lost = d.sub(lost, product);
    let one = d.constant(1.0);
    let rest = d.sub(one, value);
    let half_of_lost = d.times(lost, 0.5);
    let more = d.mul(half_of_lost, rest);
    let value = d.add(value, more);
    d.with_sign_of(value, x)
}

/// `asinh(x) = log(1 + x + x^2 / (1 + sqrt(x^2 + 1)))`
pub(super) fn asinh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let size = d.absolute(x);
    let square = d.mul(size, size);
    let sum = d.add_to(square, 1.0);
    let root = d.square_root(sum);
    let divisor = d.add_to(root, 1.0);
    let quotient = d.div(square, divisor);
    let argument = d.exact_sum(size, quotient);
    let value = log1p_of_large(d, size, argument);
    let value = d.replaced(("uge", size, f64::INFINITY), size, value);
    d.with_sign_of(value, x)
}

/// `acosh(x) = log(1 + y + sqrt(2y + y^2))`, where `y = x - 1`.
pub(super) fn acosh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let y = d.add_to(x, -1.0);
    let (twice, square) = (d.add(y, y), d.mul(y, y));
    let (sum, lost) = d.exact_sum_of_any(twice, square);
    let root = d.square_root(sum);
    let (high, low) = d.parts_of_root(sum, lost, root);
    let taken = d.sub(root, high);
    let lost_of_root = d.sub(low, taken);
    let (argument, lost) = d.exact_sum(root, y);
    let lost = d.add(lost, lost_of_root);
    let value = log1p_of_large(d, x, (argument, lost));
    let invalid = d.invalid(x);
    let value = d.replaced(("olt", x, 1.0), invalid, value);
    d.replaced(("uge", x, f64::INFINITY), x, value)
}

/// `log(1 + argument)`, or `log(2x)` where `x` is so large that its square may be infinite.
fn log1p_of_large(d: &mut Doubles<'_, '_>, x: ValueId, (argument, lost): (ValueId, ValueId)) -> ValueId {
    let [none, one] = [0.0, 1.0].map(|number| d.constant(number));
    let is_large = ("ogt", x, LARGE);
    let more = More {
        lost: Some(d.replaced(is_large, none, lost)),
        doublings: Some(d.replaced(is_large, one, none)),
    };
    let argument = d.replaced(is_large, x, argument);
    log1p_of_positive(d, argument, more)
}

/// `atanh(x) = log(1 + 2x + 2x^2 / (1 - x)) / 2`
pub(super) fn atanh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let size = d.absolute(x);
    let one = d.constant(1.0);
    let (twice, divisor) = (d.add(size, size), d.sub(one, size));
    let dividend = d.mul(twice, size);
    let quotient = d.div(dividend, divisor);
    let (argument, lost) = d.exact_sum_of_any(twice, quotient);
    let more = More {
        lost: Some(lost),
        doublings: None,
    };
    let log = log1p_of_positive(d, argument, more);
    let value = d.times(log, 0.5);
    let infinite = d.constant(f64::INFINITY);
    let value = d.replaced(("oeq", size, 1.0), infinite, value);
    let value = d.with_sign_of(value, x);
    let invalid = d.invalid(x);
    d.replaced(("ugt", size, 1.0), invalid, value)
}
