//! The error function and its complement.

use asyncir_ir::ValueId;

use super::doubles::Doubles;
use super::exponential;

/// `erf(x) / x` as a quotient of polynomials in the square of `x`, for `|x| <= 3.95`, with a relative error of 2^-32.8.
const DIVIDEND: [f64; 7] = [
    1.1283791669559229,
    0.30747645399920803,
    0.07464111317783699,
    0.009945202955171794,
    0.0008295388905522596,
    5.458079591004682e-05,
    9.56807137857113e-07,
];
const DIVISOR: [f64; 8] = [
    1.0,
    0.6058272394488676,
    0.16809143076339414,
    0.02807080831624764,
    0.0030780825586724002,
    0.0002219979153591164,
    9.536178410771208e-06,
    4.0843928598864247e-08,
];

/// From here on, the error function is 1 in `f32`.
const LIMIT: f64 = 3.9375;

/// `exp(x^2) erfc(x)` as a polynomial in `(x - 4) / (x + 4)`, for `0 <= x <= 10.2`, with a relative error of 2^-32.2.
const ERFCX: [f64; 12] = [
    0.13699945761568513,
    -0.2590680492402749,
    0.21871968146254622,
    -0.1642577880718044,
    0.10896309584482128,
    -0.06310833303486588,
    0.03129979950742915,
    -0.012839747207374552,
    0.004058708076736764,
    -0.0008151098422493507,
    -2.826353904224479e-05,
    0.00010150656324063038,
];

/// From here on, the complement is zero in `f32`.
const COMPLEMENT_LIMIT: f64 = 10.1875;

/// `erf(x)`
pub(super) fn erf(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let x = d.clamped(x, -LIMIT, LIMIT);
    let x = d.double_of(x);
    let square = d.mul(x, x);
    let dividend = d.polynomial(square, &DIVIDEND);
    let divisor = d.polynomial(square, &DIVISOR);
    let product = d.mul(x, dividend);
    let value = d.div(product, divisor);
    d.single_of(value)
}

/// `erfc(x) = 1 - erf(x)`, exact where it is small.
pub(super) fn erfc(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let clamped = d.clamped(x, -COMPLEMENT_LIMIT, COMPLEMENT_LIMIT);
    let wide = d.double_of(clamped);
    let size = d.absolute(wide);
    let [dividend, divisor] = [-4.0, 4.0].map(|addend| d.add_to(size, addend));
    let t = d.div(dividend, divisor);
    let factor = d.polynomial(t, &ERFCX);
    let square = d.mul(size, size);
    let opposite = d.times(square, -1.0);
    let exp = exponential::exp_of_double(d, opposite);
    let value = d.mul(exp, factor);
    let two = d.constant(2.0);
    let mirrored = d.sub(two, value);
    let value = d.replaced(("olt", x, 0.0), mirrored, value);
    d.single_of(value)
}
