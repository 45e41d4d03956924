//! Reads of memory that nothing writes to become constants.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::{AttrKind, Attribute, Body, Context, OpId};

use super::access::indices;
use crate::constant_fold::element_at;
use crate::memref::{GetGlobalOp, fold_any_cast};

/// Folds casts of the memory that is read, and reads of elements that are known.
pub(super) fn fold_load(ctx: &Context, body: &mut Body, op: OpId, consts: &[Option<Attribute>]) -> Folded {
    match fold_any_cast(ctx, body, op, consts) {
        Folded::No => known_element(ctx, body, op).map_or(Folded::No, Folded::attr),
        folded => folded,
    }
}

/// The element of a constant global that is read: any if all are equal, or the one at indices that are constant.
fn known_element(ctx: &Context, body: &Body, op: OpId) -> Option<Attribute> {
    let view = body.op_ref(ctx, op);
    let global = GetGlobalOp::cast(body.op_ref(ctx, body.defining_op(view.operand(0))?))?;
    let value = body.constant_symbol(global.name()?)?;
    let AttrKind::DenseElements { ty, splat, .. } = value.kind(ctx) else {
        return None;
    };
    if *splat {
        return element_at(ctx, value, 0);
    }
    let map = indices(view, 0)?.map;
    let place = ty
        .shape(ctx)?
        .iter()
        .zip(map.results())
        .try_fold(0, |place, (&size, index)| {
            let index = index.as_constant()?;
            (0..size).contains(&index).then_some(place * size + index)
        })?;
    element_at(ctx, value, usize::try_from(place).ok()?)
}
