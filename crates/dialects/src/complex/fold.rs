//! Folding.

use asyncir_ir::def::{Folded, OpDef, OpView};
use asyncir_ir::float;
use asyncir_ir::{Attribute, Body, Context, OpId, ValueId};

use super::constant::parts;
use super::{AddOp, ConjOp, ConstantOp, CreateOp, ExpOp, ImOp, LogOp, NegOp, ReOp, SubOp};
use crate::matchers;

type Consts<'a> = &'a [Option<Attribute>];

fn value(value: Option<ValueId>) -> Folded {
    value.map_or(Folded::No, Folded::value)
}

/// The bits of both parts of a constant.
fn bits(ctx: &Context, constant: Attribute) -> Option<[(float::FloatSemantics, u128); 2]> {
    let part = |attr: Attribute| {
        let (ty, bits) = attr.as_float(ctx)?;
        Some((ty.float(ctx)?, bits))
    };
    let [real, imaginary] = parts(ctx, constant)?;
    Some([part(real)?, part(imaginary)?])
}

/// Whether a value is a `complex.constant` of which `check` holds.
fn is_constant(
    ctx: &Context,
    body: &Body,
    value: ValueId,
    check: fn([(float::FloatSemantics, u128); 2]) -> bool,
) -> bool {
    body.defining_op_of(value, ConstantOp::DEF).is_some()
        && matchers::constant(ctx, body, value)
            .and_then(|constant| bits(ctx, constant))
            .is_some_and(check)
}

fn is_zero([(sem, real), (_, imaginary)]: [(float::FloatSemantics, u128); 2]) -> bool {
    float::is_zero(sem, real) && float::is_zero(sem, imaginary)
}

fn is_one([(sem, real), (_, imaginary)]: [(float::FloatSemantics, u128); 2]) -> bool {
    real == float::from_f64(sem, 1.0) && float::is_zero(sem, imaginary)
}

pub(super) fn constant(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    body.op(op).property(ctx, "value").map_or(Folded::No, Folded::attr)
}

/// The parts of one number make that number.
pub(super) fn create(_: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let whole = |part: usize, def| {
        let part = body.defining_op_of(body.operand(op, part), def)?;
        Some(body.operand(part, 0))
    };
    let real = whole(0, ReOp::DEF);
    value(real.filter(|_| real == whole(1, ImOp::DEF)))
}

fn part(ctx: &Context, body: &Body, op: OpId, consts: Consts<'_>, index: usize) -> Folded {
    if let Some(parts) = consts[0].and_then(|constant| parts(ctx, constant)) {
        return Folded::attr(parts[index]);
    }
    value(
        body.defining_op_of_operand(op, 0, CreateOp::DEF)
            .map(|create| body.operand(create, index)),
    )
}

pub(super) fn re(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    part(ctx, body, op, consts, 0)
}

pub(super) fn im(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    part(ctx, body, op, consts, 1)
}

/// `f(inverse(a))` is `a`.
fn undo(body: &Body, op: OpId, inverse: &'static OpDef) -> Folded {
    value(
        body.defining_op_of_operand(op, 0, inverse)
            .map(|inner| body.operand(inner, 0)),
    )
}

pub(super) fn neg(_: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    undo(body, op, NegOp::DEF)
}

pub(super) fn conj(_: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    undo(body, op, ConjOp::DEF)
}

pub(super) fn log(_: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    undo(body, op, ExpOp::DEF)
}

pub(super) fn exp(_: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    undo(body, op, LogOp::DEF)
}

/// The first operand of the op of the kind `inverse` that defines `value` and has `other` as second operand.
fn without(body: &Body, value: ValueId, inverse: &'static OpDef, other: ValueId) -> Option<ValueId> {
    let inner = body.defining_op_of(value, inverse)?;
    (body.operand(inner, 1) == other).then(|| body.operand(inner, 0))
}

/// `(a - b) + b`, `b + (a - b)` and `a + 0` are `a`.
pub(super) fn add(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let (lhs, rhs) = (body.operand(op, 0), body.operand(op, 1));
    let undone = without(body, lhs, SubOp::DEF, rhs).or_else(|| without(body, rhs, SubOp::DEF, lhs));
    value(undone.or_else(|| is_constant(ctx, body, rhs, is_zero).then_some(lhs)))
}

/// `(a + b) - b` and `a - 0` are `a`.
pub(super) fn sub(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let (lhs, rhs) = (body.operand(op, 0), body.operand(op, 1));
    let undone = without(body, lhs, AddOp::DEF, rhs);
    value(undone.or_else(|| is_constant(ctx, body, rhs, is_zero).then_some(lhs)))
}

/// `a * 1` is `a`.
pub(super) fn mul(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let (lhs, rhs) = (body.operand(op, 0), body.operand(op, 1));
    value(is_constant(ctx, body, rhs, is_one).then_some(lhs))
}

/// `a / 1` is `a`.
pub(super) fn div(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let is_one = consts[1].and_then(|constant| bits(ctx, constant)).is_some_and(is_one);
    value(is_one.then(|| body.operand(op, 0)))
}

pub(super) fn bitcast(_: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let operand = body.operand(op, 0);
    let same = body.value_type(operand) == body.value_type(body.result(op, 0));
    value(same.then_some(operand))
}
