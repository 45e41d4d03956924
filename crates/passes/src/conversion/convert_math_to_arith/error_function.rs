//! The error function.

use asyncir_ir::ValueId;

use super::doubles::Doubles;

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

/// From here on, the function is 1 in `f32`.
const LIMIT: f64 = 3.9375;

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
