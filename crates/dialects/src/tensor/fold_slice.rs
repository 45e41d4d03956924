//! Folding of parts of tensors.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::{Attribute, Body, Context, DYNAMIC, OpId, ValueId};

use super::slice::is_whole;
use super::{ExtractSliceOp, InsertSliceOp};
use crate::constant_fold::{folded, from_numbers, uniform};

type Consts<'a> = &'a [Option<Attribute>];

/// All of a tensor, what was just put into this part, or a constant with one number.
pub fn extract_slice(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let view = ExtractSliceOp(body.op_ref(ctx, op));
    let (source, ty) = (view.source(), view.0.result_type(0));
    if ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC))
        && let Some(number) = uniform(ctx, consts.first().copied().flatten())
    {
        return folded(from_numbers(ctx, ty, &[number], true));
    }
    if body.value_type(source) == ty && is_whole(ctx, body, &view.slice(), ty) {
        return Folded::value(source);
    }
    let inserted = inserted_before(ctx, body, source).filter(|before| before.slice() == view.slice());
    match inserted.map(InsertSliceOp::source) {
        Some(inserted) if body.value_type(inserted) == ty => Folded::value(inserted),
        _ => Folded::No,
    }
}

/// The op that made a tensor by writing a part of another one.
fn inserted_before<'a>(ctx: &'a Context, body: &'a Body, value: ValueId) -> Option<InsertSliceOp<'a>> {
    InsertSliceOp::cast(body.op_ref(ctx, body.defining_op(value)?))
}

/// All of a tensor; nothing of it; what was taken from this part; a part that was written before does not matter.
pub fn insert_slice(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let view = InsertSliceOp(body.op_ref(ctx, op));
    let (source, dest, ty) = (view.source(), view.dest(), view.0.result_type(0));
    let source_type = body.value_type(source);
    if source_type == ty && is_whole(ctx, body, &view.slice(), ty) {
        return Folded::value(source);
    }
    let before = inserted_before(ctx, body, dest)
        .filter(|before| body.value_type(before.source()) == source_type && before.slice() == view.slice());
    let extracted = body
        .defining_op(source)
        .and_then(|maker| ExtractSliceOp::cast(body.op_ref(ctx, maker)));
    let is_unchanged = extracted.is_some_and(|part| part.source() == dest && part.slice() == view.slice());
    if let Some(first) = before.map(InsertSliceOp::dest) {
        body.set_operand(op, 1, first);
        return Folded::InPlace;
    }
    let sizes = view.slice().sizes;
    let is_empty = sizes.iter().any(|size| size.known(ctx, body) == Some(0));
    if is_unchanged || is_empty {
        Folded::value(dest)
    } else {
        Folded::No
    }
}
