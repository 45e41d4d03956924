//! Square roots and their reciprocals, in polar form.

use asyncir_dialects::math;
use asyncir_ir::ValueId;
use asyncir_ir::def::OpView;

use super::super::complex_common::division::Parts;
use super::super::complex_common::{Emitter, Relation};
use super::Site;
use super::arithmetic::{OfAbs, of_abs};

/// The angle of `x + i y` times `factor`: its cosine and sine.
fn turned(e: &mut Emitter<'_, '_>, [x, y]: Parts, factor: ValueId) -> Parts {
    let angle = e.float(math::Atan2Op::DEF, &[y, x]);
    let angle = e.mul(angle, factor);
    [e.float(math::CosOp::DEF, &[angle]), e.float(math::SinOp::DEF, &[angle])]
}

pub(super) fn sqrt(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let zero = site.e.constant(0.0);
    let half = site.e.constant(0.5);
    let [x, y] = site.parts(operands[0]);
    let e = &mut site.e;
    let abs = of_abs(e, x, y, OfAbs::Root);
    let [cos, sin] = turned(e, [x, y], half);
    // An infinite length times zero would be NaN.
    let sin_is_zero = e.cmp(Relation::Oeq, sin, zero);
    let real = e.mul(abs, cos);
    let product = e.mul(abs, sin);
    let mut root = [real, e.select(sin_is_zero, zero, product)];
    if !e.has_only_finite() {
        root = sqrt_of_infinite(e, [x, y], abs, zero, root);
    }
    let is_zero = e.cmp(Relation::Oeq, abs, zero);
    let root = root.map(|part| e.select(is_zero, zero, part));
    site.create(root)
}

/// The root, corrected where a part is infinite or NaN.
fn sqrt_of_infinite(e: &mut Emitter<'_, '_>, [x, y]: Parts, abs: ValueId, zero: ValueId, root: Parts) -> Parts {
    let infinity = e.constant(f64::INFINITY);
    let minus_infinity = e.constant(f64::NEG_INFINITY);
    let nan = e.constant(f64::NAN);
    let abs_y = e.abs(y);
    let y_is_infinite = e.cmp(Relation::Oeq, abs_y, infinity);
    let y_is_finite = e.cmp(Relation::One, abs_y, infinity);
    let x_is_infinite = e.cmp(Relation::Oeq, x, infinity);
    let x_is_minus_infinite = e.cmp(Relation::Oeq, x, minus_infinity);

    let is_imaginary = e.and(x_is_minus_infinite, y_is_finite);
    let real = e.select(is_imaginary, zero, root[0]);
    let is_infinite = e.or(y_is_infinite, x_is_infinite);
    let real = e.select(is_infinite, infinity, real);

    let signed_infinity = e.copysign(infinity, y);
    let is_nan = e.with_flags(0, |e| e.cmp(Relation::Uno, abs, abs));
    let imaginary = e.select(is_nan, nan, root[1]);
    let is_infinite = e.or(y_is_infinite, x_is_minus_infinite);
    [real, e.select(is_infinite, signed_infinity, imaginary)]
}

pub(super) fn rsqrt(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let zero = site.e.constant(0.0);
    let infinity = site.e.constant(f64::INFINITY);
    let minus_half = site.e.constant(-0.5);
    let nan = site.e.constant(f64::NAN);
    let [x, y] = site.parts(operands[0]);
    let e = &mut site.e;
    let abs = of_abs(e, x, y, OfAbs::ReciprocalRoot);
    let [cos, sin] = turned(e, [x, y], minus_half);
    let mut root = [e.mul(abs, cos), e.mul(abs, sin)];
    if !e.has_only_finite() {
        root = rsqrt_of_infinite(e, [x, y], zero, infinity, root);
    }
    let x_is_zero = e.cmp(Relation::Oeq, x, zero);
    let y_is_zero = e.cmp(Relation::Oeq, y, zero);
    let is_zero = e.and(x_is_zero, y_is_zero);
    let root = [e.select(is_zero, infinity, root[0]), e.select(is_zero, nan, root[1])];
    site.create(root)
}

/// The reciprocal of the root, corrected where a part is infinite.
fn rsqrt_of_infinite(e: &mut Emitter<'_, '_>, [x, y]: Parts, zero: ValueId, infinity: ValueId, root: Parts) -> Parts {
    let minus_one = e.constant(-1.0);
    let zero_x = e.copysign(zero, x);
    let zero_y = e.copysign(zero, y);
    let minus_zero_y = e.mul(minus_one, zero_y);
    let abs_x = e.abs(x);
    let abs_y = e.abs(y);
    let y_is_infinite = e.cmp(Relation::Oeq, abs_y, infinity);
    let x_is_nan = e.cmp(Relation::Uno, x, x);
    let x_is_infinite = e.cmp(Relation::Oeq, abs_x, infinity);
    let is_nan_and_infinite = e.and(y_is_infinite, x_is_nan);
    let is_zero = e.or(is_nan_and_infinite, x_is_infinite);
    [
        e.select(is_zero, zero_x, root[0]),
        e.select(is_zero, minus_zero_y, root[1]),
    ]
}
