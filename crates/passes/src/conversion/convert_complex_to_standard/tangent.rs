//! Tangent and hyperbolic tangent.

use asyncir_dialects::{arith, math};
use asyncir_ir::def::OpView;
use asyncir_ir::{Type, ValueId};

use super::super::complex_common::division::Parts;
use super::super::complex_common::{Emitter, Relation};
use super::Site;

/// `tan(x + i y) = -i tanh(-y + i x)`
pub(super) fn tan(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let [x, y] = site.parts(operands[0]);
    let minus_one = site.e.constant(-1.0);
    let minus_y = site.e.mul(y, minus_one);
    let [real, imaginary] = of_parts(&mut site.e, [minus_y, x], minus_one);
    let minus_real = site.e.mul(real, minus_one);
    site.create([imaginary, minus_real])
}

pub(super) fn tanh(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let parts = site.parts(operands[0]);
    let minus_one = site.e.constant(-1.0);
    let result = of_parts(&mut site.e, parts, minus_one);
    site.create(result)
}

/// The hyperbolic tangent, from `expm1` of twice the real part and of its negative.
fn of_parts(e: &mut Emitter<'_, '_>, [x, y]: Parts, minus_one: ValueId) -> Parts {
    let infinity = e.constant(f64::INFINITY);
    let four = e.constant(4.0);
    let twice = e.add(x, x);
    let minus_twice = e.mul(minus_one, twice);
    let up = e.float(math::ExpM1Op::DEF, &[twice]);
    let down = e.float(math::ExpM1Op::DEF, &[minus_twice]);
    let real_numerator = e.sub(up, down);
    let cos = e.float(math::CosOp::DEF, &[y]);
    let cos_squared = e.mul(cos, cos);
    let four_cos_squared = e.mul(cos_squared, four);
    let sin = e.float(math::SinOp::DEF, &[y]);
    let product = e.mul(cos, sin);
    let imaginary_numerator = e.mul(four, product);
    let sum = e.add(up, down);
    let denominator = e.add(sum, four_cos_squared);
    let is_infinite = e.cmp(Relation::Oeq, sum, infinity);
    let limit = e.copysign(minus_one, x);
    let quotient = e.div(real_numerator, denominator);
    let real = e.select(is_infinite, limit, quotient);
    let imaginary = e.div(imaginary_numerator, denominator);
    if e.has_only_finite() {
        return [real, imaginary];
    }

    let abs_x = e.abs(x);
    let zero = e.constant(0.0);
    let nan = e.constant(f64::NAN);
    let x_is_infinite = e.cmp(Relation::Oeq, abs_x, infinity);
    let y_is_zero = e.cmp(Relation::Oeq, y, zero);
    let yes = truth(e);
    let x_is_finite = e.plain(arith::XOrIOp::DEF, &[x_is_infinite, yes], Type::I1);
    let numerator_is_nan = e.cmp(Relation::Uno, imaginary_numerator, imaginary_numerator);
    let real_is_nan = e.and(numerator_is_nan, x_is_finite);
    let vanishes = e.and(x_is_infinite, numerator_is_nan);
    let imaginary_is_zero = e.or(y_is_zero, vanishes);
    [
        e.select(real_is_nan, nan, real),
        e.select(imaginary_is_zero, zero, imaginary),
    ]
}

fn truth(e: &mut Emitter<'_, '_>) -> ValueId {
    arith::build::constant(e.rw, e.loc, asyncir_ir::Attribute::TRUE)
}
