//! Hyperbolic functions and their inverses.

use asyncir_ir::ValueId;

use super::doubles::Doubles;
use super::exponential::{exp_of_double, expm1_of_double};
use super::logarithm::log1p_of_double;

/// From here on, the hyperbolic tangent is 1 in `f32`.
const TANH_LIMIT: f64 = 10.0;

/// From here on, the hyperbolic sine and cosine are infinite in `f32`.
const SINH_LIMIT: f64 = 90.0;

/// `sinh(x) = (e + e / (e + 1)) / 2`, where `e = exp(x) - 1`.
pub(super) fn sinh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let clamped = d.clamped(x, -SINH_LIMIT, SINH_LIMIT);
    let wide = d.double_of(clamped);
    let size = d.absolute(wide);
    let e = expm1_of_double(d, size);
    let exp = d.add_to(e, 1.0);
    let quotient = d.div(e, exp);
    let sum = d.add(e, quotient);
    let value = d.times(sum, 0.5);
    let value = d.single_of(value);
    d.with_sign_of(value, x)
}

/// `cosh(x) = (exp(x) + 1 / exp(x)) / 2`
pub(super) fn cosh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let x = d.clamped(x, -SINH_LIMIT, SINH_LIMIT);
    let wide = d.double_of(x);
    let exp = exp_of_double(d, wide);
    let one = d.constant(1.0);
    let inverse = d.div(one, exp);
    let sum = d.add(exp, inverse);
    let value = d.times(sum, 0.5);
    d.single_of(value)
}

/// `tanh(x) = (exp(2x) - 1) / (exp(2x) + 1)`
pub(super) fn tanh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let clamped = d.clamped(x, -TANH_LIMIT, TANH_LIMIT);
    let wide = d.double_of(clamped);
    let twice = d.add(wide, wide);
    let dividend = expm1_of_double(d, twice);
    let divisor = d.add_to(dividend, 2.0);
    let value = d.div(dividend, divisor);
    let value = d.single_of(value);
    d.with_sign_of(value, x)
}

/// `asinh(x) = log(1 + x + x^2 / (1 + sqrt(x^2 + 1)))`
pub(super) fn asinh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let wide = d.double_of(x);
    let size = d.absolute(wide);
    let square = d.mul(size, size);
    let sum = d.add_to(square, 1.0);
    let root = d.square_root(sum);
    let divisor = d.add_to(root, 1.0);
    let quotient = d.div(square, divisor);
    let argument = d.add(size, quotient);
    let value = log1p_of_double(d, argument);
    let value = d.replaced(("uge", size, f64::INFINITY), size, value);
    let value = d.single_of(value);
    d.with_sign_of(value, x)
}

/// `acosh(x) = log(x + sqrt((x - 1) (x + 1)))`
pub(super) fn acosh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let wide = d.double_of(x);
    let [rest, sum] = [-1.0, 1.0].map(|addend| d.add_to(wide, addend));
    let product = d.mul(rest, sum);
    let root = d.square_root(product);
    let argument = d.add(rest, root);
    let value = log1p_of_double(d, argument);
    let invalid = d.invalid(wide);
    let value = d.replaced(("olt", wide, 1.0), invalid, value);
    let value = d.replaced(("uge", wide, f64::INFINITY), wide, value);
    d.single_of(value)
}

/// `atanh(x) = log(1 + 2x / (1 - x)) / 2`
pub(super) fn atanh(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let wide = d.double_of(x);
    let size = d.absolute(wide);
    let one = d.constant(1.0);
    let (dividend, divisor) = (d.add(size, size), d.sub(one, size));
    let argument = d.div(dividend, divisor);
    let log = log1p_of_double(d, argument);
    let value = d.times(log, 0.5);
    let infinite = d.constant(f64::INFINITY);
    let value = d.replaced(("oeq", size, 1.0), infinite, value);
    let value = d.single_of(value);
    let value = d.with_sign_of(value, x);
    let invalid = d.invalid(x);
    d.replaced(("ugt", size, 1.0), invalid, value)
}
