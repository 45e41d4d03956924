//! Inverse trigonometric functions: all are the angle of a point.

use std::f64::consts::{FRAC_PI_2, PI};

use asyncir_ir::ValueId;

use super::doubles::Doubles;

/// `atan(t) / t` as a polynomial in the square of `t`, for `0 <= t <= 1`, with a relative error of 2^-34.0.
const ATAN_BY_T: [f64; 12] = [
    0.9999999999412401,
    -0.3333333157120228,
    0.19999912050404786,
    -0.14283980738510552,
    0.11093241072119994,
    -0.08980238172762087,
    0.07245715513647608,
    -0.054279053796514355,
    0.03420954249042778,
    -0.016111630544616385,
    0.004850912222547973,
    -0.0006847884987613815,
];

/// A number in the place of infinity: all of `f32` are nothing beside it.
const LARGE: f64 = f64::from_bits(((500 + 1023) as u64) << 52);

/// The angle of a point and `(1, 0)`.
pub(super) fn atan2(d: &mut Doubles<'_, '_>, y: ValueId, x: ValueId) -> ValueId {
    let [height, width] = [y, x].map(|coordinate| {
        let wide = d.double_of(coordinate);
        // So that a quotient of infinities is that of equals.
        d.clamped(wide, -LARGE, LARGE)
    });
    let height = d.absolute(height);
    let value = upper_angle(d, height, width);
    signed(d, value, y)
}

/// `atan(x)`
pub(super) fn atan(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let wide = d.double_of(x);
    let (height, width) = (d.absolute(wide), d.constant(1.0));
    let value = upper_angle(d, height, width);
    signed(d, value, x)
}

/// `asin(x)`
pub(super) fn asin(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let wide = d.double_of(x);
    let (height, width) = (d.absolute(wide), on_circle(d, wide));
    let value = upper_angle(d, height, width);
    signed(d, value, x)
}

/// `acos(x)`
pub(super) fn acos(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let wide = d.double_of(x);
    let height = on_circle(d, wide);
    let value = upper_angle(d, height, wide);
    d.single_of(value)
}

/// An angle as `f32` with the sign of what it is for.
fn signed(d: &mut Doubles<'_, '_>, angle: ValueId, sign: ValueId) -> ValueId {
    let value = d.single_of(angle);
    d.with_sign_of(value, sign)
}

/// The other coordinate of a point at a distance of 1 from zero: `sqrt(1 - x^2)`, whose square is exact if `x` is an `f32`
/// near 1.
fn on_circle(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let square = d.mul(x, x);
    let one = d.constant(1.0);
    let rest = d.sub(one, square);
    d.square_root(rest)
}

/// The angle, from 0 to pi, of a point that is not below `(1, 0)`, so `height >= 0`.
fn upper_angle(d: &mut Doubles<'_, '_>, height: ValueId, width: ValueId) -> ValueId {
    let size = d.absolute(width);
    let is_steep = d.ops().cmpf("ogt", height, size);
    let dividend = d.ops().select(is_steep, size, height);
    let divisor = d.ops().select(is_steep, height, size);
    let quotient = d.div(dividend, divisor);
    // Zero by zero is zero.
    let t = d.replaced(("oeq", divisor, 0.0), dividend, quotient);
    let square = d.mul(t, t);
    let factor = d.polynomial(square, &ATAN_BY_T);
    let angle = d.mul(t, factor);
    let angle = subtracted_where(d, is_steep, FRAC_PI_2, angle);
    let (bits, zero) = (d.bits_of(width), d.integer(0));
    let is_left = d.ops().cmpi("slt", bits, zero);
    subtracted_where(d, is_left, PI, angle)
}

/// `value`, or the difference of `minuend` and it.
fn subtracted_where(d: &mut Doubles<'_, '_>, condition: ValueId, minuend: f64, value: ValueId) -> ValueId {
    let minuend = d.constant(minuend);
    let difference = d.sub(minuend, value);
    d.ops().select(condition, difference, value)
}
