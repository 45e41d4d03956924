//! Masks of several dimensions, row by row.

use asyncir_dialects::arith::build::{ArithBuilder, constant};
use asyncir_dialects::{constant_fold, matchers, vector};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, OpId, Type, TypeKind, ValueId};

use super::build;

/// The type of the rows of a mask of several dimensions, the outermost of which is not scalable.
fn row_type(rw: &Rewriter<'_>, mask: Type) -> Option<Type> {
    match mask.kind(rw.ctx) {
        TypeKind::Vector { shape, .. } if shape.len() > 1 && !build::is_scalable_outside(rw.ctx, mask) => {
            Some(build::like(rw.ctx, mask, &shape[1..]))
        }
        _ => None,
    }
}

fn zeros(rw: &mut Rewriter<'_>, loc: Location, ty: Type) -> Option<ValueId> {
    let zero = constant_fold::zero(rw.ctx, ty)?;
    Some(constant(rw, loc, zero))
}

/// One lane that is set on a condition is the condition.
pub(super) fn selected_lane(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let ty = rw.body.value_type(rw.body.result(op, 0));
    let is_one_lane = matches!(
        ty.kind(ctx),
        TypeKind::Vector { shape, scalable, element } if shape[..] == [1] && scalable[..] == [false] && *element == Type::I1
    );
    let [condition, yes, no] = rw.body.operands(op).collect::<Vec<_>>()[..] else {
        return None;
    };
    let is = |value, set: bool| {
        let lane = matchers::uniform_constant(ctx, rw.body, value);
        lane.is_some_and(|lane| lane.is_zero() != set)
    };
    if !is_one_lane || rw.body.value_type(condition) != Type::I1 || !is(yes, true) || !is(no, false) {
        return None;
    }
    rw.replace_with(op, vector::BroadcastOp::build(ctx, loc, condition, &[ty]));
    Some(())
}

/// The first rows of an open number are set, the others are not.
pub(super) fn split_open(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let ty = rw.body.value_type(rw.body.result(op, 0));
    let row = row_type(rw, ty)?;
    let sizes: Vec<ValueId> = rw.body.operands(op).collect();
    let (&count, inner) = sizes.split_first()?;
    let rows = *ty.shape(ctx)?.first()?;
    rw.set_before(op);
    let set = rw.insert_value(vector::CreateMaskOp::build(ctx, loc, inner, &[row]));
    let unset = zeros(rw, loc, row)?;
    let mut result = zeros(rw, loc, ty)?;
    for number in 0..rows {
        let mut b = ArithBuilder::new(rw, loc);
        let index = b.constant(Type::INDEX, number);
        let is_set = b.cmpi("slt", index, count);
        let part = b.select(is_set, set, unset);
        result = build::insert(rw, loc, part, result, &[number]);
    }
    rw.replace(op, &[result]);
    Some(())
}

/// The first rows of a known number are set.
pub(super) fn split_known(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let ty = rw.body.value_type(rw.body.result(op, 0));
    let row = row_type(rw, ty)?;
    let sizes = rw.body.op(op).property(ctx, "mask_dim_sizes")?.as_dense_ints(ctx)?;
    let (&count, inner) = sizes.split_first()?;
    rw.set_before(op);
    let inner = ctx.dense_i64_array(inner);
    let set = rw.insert_value(vector::ConstantMaskOp::build(ctx, loc, inner, &[row]));
    let mut result = zeros(rw, loc, ty)?;
    for number in 0..count.min(*ty.shape(ctx)?.first()?) {
        result = build::insert(rw, loc, set, result, &[number]);
    }
    rw.replace(op, &[result]);
    Some(())
}
