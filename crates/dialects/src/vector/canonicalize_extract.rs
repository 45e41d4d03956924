//! Canonicalisation of `vector.extract`.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, Type, TypeKind, ValueId};

use super::position::{Entry, gives_inner_type, position};
use super::shapes::{count, is_broadcast_like, is_broadcastable};
use super::{BroadcastOp, CreateMaskOp, ExtractOp, FromElementsOp, ShapeCastOp};
use crate::op_patterns::op_patterns;
use crate::{arith, constant_fold, matchers};

op_patterns! {
    /// Of `vector.extract`.
    EXTRACT for ExtractOp = [broadcast_part, mask_part, whole_of_cast, list_part];
}

/// The op that made the vector, and the type of the part if that is a vector.
fn maker(rw: &Rewriter<'_>, op: OpId) -> Option<(OpId, Type)> {
    let part = rw.body.value_type(rw.body.result(op, 0));
    let is_vector = matches!(part.kind(rw.ctx), TypeKind::Vector { .. });
    let maker = rw.body.defining_op(rw.body.operand(op, 0))?;
    is_vector.then_some((maker, part))
}

/// A part of a broadcast is a broadcast.
fn broadcast_part(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((maker, part)) = maker(rw, op).filter(|(maker, _)| is_broadcast_like(rw.ctx, rw.body, *maker)) else {
        return false;
    };
    let source = rw.body.operand(maker, 0);
    if !is_broadcastable(rw.ctx, rw.body.value_type(source), part) {
        return false;
    }
    rw.replace_with(op, BroadcastOp::build(rw.ctx, rw.location_of(op), source, &[part]));
    true
}

/// A part of a mask with known sizes is a mask.
fn mask_part(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((maker, part)) = maker(rw, op).filter(|(maker, _)| rw.body.op(*maker).is(CreateMaskOp::DEF)) else {
        return false;
    };
    if !gives_inner_type(rw.body.op_ref(rw.ctx, op)) {
        return false;
    }
    let sizes: Vec<ValueId> = rw.body.operands(maker).collect();
    let whole = rw.body.value_type(rw.body.result(maker, 0));
    let whole = whole.shape(rw.ctx).unwrap_or(&[]);
    let place = position(rw.body.op_ref(rw.ctx, op));
    let bound = |dim: usize| matchers::constant_int(rw.ctx, rw.body, sizes[dim]);
    let mut is_empty = (0..sizes.len()).any(|dim| bound(dim).is_some_and(|bound| bound <= 0));
    let mut is_known = true;
    for (dim, entry) in place.iter().enumerate() {
        match (bound(dim), entry) {
            (None, _) => is_known = false,
            (Some(bound), Entry::Static(number)) => is_empty |= *number >= bound,
            (Some(bound), Entry::Dynamic(_)) => is_known &= bound >= whole[dim],
        }
    }
    let loc = rw.location_of(op);
    if is_empty {
        let Some(no) = constant_fold::zero(rw.ctx, part) else {
            return false;
        };
        rw.replace_with(op, arith::ConstantOp::build(rw.ctx, loc, no, &[part]));
        return true;
    }
    if is_known {
        rw.replace_with(op, CreateMaskOp::build(rw.ctx, loc, &sizes[place.len()..], &[part]));
    }
    is_known
}

/// All elements of a cast are a cast.
fn whole_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((maker, part)) = maker(rw, op).filter(|(maker, _)| rw.body.op(*maker).is(ShapeCastOp::DEF)) else {
        return false;
    };
    let source = rw.body.operand(maker, 0);
    if count(rw.ctx, rw.body.value_type(source)) != count(rw.ctx, part) {
        return false;
    }
    rw.replace_with(op, ShapeCastOp::build(rw.ctx, rw.location_of(op), source, &[part]));
    true
}

/// A part of listed elements is listed.
fn list_part(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((maker, part)) = maker(rw, op).filter(|(maker, _)| rw.body.op(*maker).is(FromElementsOp::DEF)) else {
        return false;
    };
    let Some(place) = super::fold::static_position(rw.ctx, rw.body, op) else {
        return false;
    };
    let whole = rw.body.value_type(rw.body.operand(op, 0));
    let (start, count) = super::fold::place(whole.shape(rw.ctx).unwrap_or(&[]), &place);
    let elements: Vec<ValueId> = rw.body.operands(maker).skip(start).take(count).collect();
    rw.replace_with(
        op,
        FromElementsOp::build(rw.ctx, rw.location_of(op), &elements, &[part]),
    );
    true
}
