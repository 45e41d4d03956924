//! Functions that take a few ops: trigonometric and hyperbolic ones, and others.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::{arith, math};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, ValueId};

use super::replace_unary;

/// `(exp(x) - exp(-x)) / 2`
pub(super) fn sinh(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    half_of_exponentials(rw, op, arith::SubFOp::DEF)
}

/// `(exp(x) + exp(-x)) / 2`
pub(super) fn cosh(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    half_of_exponentials(rw, op, arith::AddFOp::DEF)
}

fn half_of_exponentials(rw: &mut Rewriter<'_>, op: OpId, combine: &'static OpDef) -> bool {
    replace_unary(rw, op, &[0.5], |b, x| {
        let growing = b.unary(math::ExpOp::DEF, x);
        let opposite = b.unary(arith::NegFOp::DEF, x);
        let falling = b.unary(math::ExpOp::DEF, opposite);
        let combined = b.binary(combine, growing, falling);
        halve(b, combined)
    })
}

fn halve(b: &mut ArithBuilder<'_, '_>, value: ValueId) -> ValueId {
    let half = b.float(b.type_of(value), 0.5);
    b.binary(arith::MulFOp::DEF, value, half)
}

/// `sin(x) / cos(x)`
pub(super) fn tan(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    replace_unary(rw, op, &[], |b, x| {
        let sin = b.unary(math::SinOp::DEF, x);
        let cos = b.unary(math::CosOp::DEF, x);
        b.binary(arith::DivFOp::DEF, sin, cos)
    })
}

/// `(1 - exp(-2x)) / (1 + exp(-2x))` of the absolute value, with the sign put back: the exponential does not overflow.
pub(super) fn tanh(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    replace_unary(rw, op, &[0.0, 1.0, -2.0], |b, x| {
        let ty = b.type_of(x);
        let [zero, one, minus_two] = [0.0, 1.0, -2.0].map(|value| b.float(ty, value));
        let is_negative = b.cmpf("olt", x, zero);
        let is_negative = b.cast(arith::UIToFPOp::DEF, is_negative, ty);
        let change = b.binary(arith::MulFOp::DEF, is_negative, minus_two);
        let sign = b.binary(arith::AddFOp::DEF, change, one);
        let absolute = b.binary(arith::MulFOp::DEF, sign, x);
        let exponent = b.binary(arith::MulFOp::DEF, minus_two, absolute);
        let power = b.unary(math::ExpOp::DEF, exponent);
        let dividend = b.binary(arith::SubFOp::DEF, one, power);
        let divisor = b.binary(arith::AddFOp::DEF, one, power);
        let quotient = b.binary(arith::DivFOp::DEF, dividend, divisor);
        b.binary(arith::MulFOp::DEF, sign, quotient)
    })
}

/// `log(x + sqrt(x * x + 1))`
pub(super) fn asinh(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    log_of_root(rw, op, 1.0)
}

/// `log(x + sqrt(x * x - 1))`
pub(super) fn acosh(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    log_of_root(rw, op, -1.0)
}

fn log_of_root(rw: &mut Rewriter<'_>, op: OpId, addend: f64) -> bool {
    replace_unary(rw, op, &[addend], |b, x| {
        let addend = b.float(b.type_of(x), addend);
        let sum = b.operation(math::FmaOp::DEF, &[x, x, addend], b.type_of(x));
        let root = b.unary(math::SqrtOp::DEF, sum);
        let sum = b.binary(arith::AddFOp::DEF, x, root);
        b.unary(math::LogOp::DEF, sum)
    })
}

/// `log((x + 1) / (-x + 1)) / 2`
pub(super) fn atanh(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    replace_unary(rw, op, &[1.0, 0.5], |b, x| {
        let one = b.float(b.type_of(x), 1.0);
        let dividend = b.binary(arith::AddFOp::DEF, x, one);
        let opposite = b.unary(arith::NegFOp::DEF, x);
        let divisor = b.binary(arith::AddFOp::DEF, opposite, one);
        let quotient = b.binary(arith::DivFOp::DEF, dividend, divisor);
        let log = b.unary(math::LogOp::DEF, quotient);
        halve(b, log)
    })
}

/// `exp(x * ln(2))`
pub(super) fn exp2(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    replace_unary(rw, op, &[1.0], |b, x| {
        let factor = b.float(b.type_of(x), std::f64::consts::LN_2);
        let exponent = b.binary(arith::MulFOp::DEF, x, factor);
        b.unary(math::ExpOp::DEF, exponent)
    })
}

/// `1 / sqrt(x)`
pub(super) fn rsqrt(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    replace_unary(rw, op, &[1.0], |b, x| {
        let one = b.float(b.type_of(x), 1.0);
        let root = b.unary(math::SqrtOp::DEF, x);
        b.binary(arith::DivFOp::DEF, one, root)
    })
}

/// A product and a sum, each of which is rounded.
pub(super) fn fma(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let [x, y, addend] = [0, 1, 2].map(|index| rw.body.operand(op, index));
    let location = rw.location_of(op);
    let mut b = ArithBuilder::new(rw, location);
    let product = b.binary(arith::MulFOp::DEF, x, y);
    let sum = b.binary(arith::AddFOp::DEF, product, addend);
    rw.replace(op, &[sum]);
    true
}

/// The smaller one of the value and the upper limit, or the lower limit if that is greater. The flags are kept.
pub(super) fn clampf(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let [value, min, max] = [0, 1, 2].map(|index| rw.body.operand(op, index));
    let ty = rw.body.value_type(value);
    let flags = rw.body.op_ref(rw.ctx, op).property("fastmath");
    let location = rw.location_of(op);
    let smaller = arith::MinimumFOp::build(rw.ctx, location, value, max, flags, &[ty]);
    let smaller = rw.insert_value(smaller);
    let state = arith::MaximumFOp::build(rw.ctx, location, smaller, min, flags, &[ty]);
    rw.replace_with(op, state);
    true
}
