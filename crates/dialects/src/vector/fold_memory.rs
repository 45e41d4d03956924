//! Folding of accesses to memory.

use asyncir_ir::affine::AffineExpr;
use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::{AttrKind, Attribute, Body, Context, DYNAMIC, OpId, OpRef, TypeKind, ValueId};

use super::canonicalize::is_full;
use super::{TransferReadOp, TransferWriteOp};
use crate::constraints::is_memref;
use crate::matchers::constant_int;
use crate::memref::CastOp;

type Consts<'a> = &'a [Option<Attribute>];

/// Operands that are casts of ranked memrefs are replaced by what they cast.
pub fn casts(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let mut folded = Folded::No;
    for index in 0..body.op(op).num_operands() {
        let Some(cast) = body
            .defining_op(body.operand(op, index))
            .filter(|&cast| body.op(cast).is(CastOp::DEF))
        else {
            continue;
        };
        let source = body.operand(cast, 0);
        if is_memref(ctx, body.value_type(source)) {
            body.set_operand(op, index, source);
            folded = Folded::InPlace;
        }
    }
    folded
}

/// Dimensions that are in bounds are known to be; casts.
pub fn transfer_read(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let view = body.op_ref(ctx, op);
    let indices = TransferReadOp::DEF
        .operand_range(view, 1)
        .map(|index| view.operand(index))
        .collect();
    let transfer = Transfer {
        source: view.operand(0),
        vector: view.result(0),
        indices,
    };
    match in_bounds(view, &transfer) {
        Some(bits) => set_in_bounds(ctx, body, op, &bits),
        None => full_mask_or_casts(ctx, body, op, consts),
    }
}

/// The same for writes.
pub fn transfer_write(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let view = body.op_ref(ctx, op);
    let indices = TransferWriteOp::DEF
        .operand_range(view, 2)
        .map(|index| view.operand(index))
        .collect();
    let transfer = Transfer {
        source: view.operand(1),
        vector: view.operand(0),
        indices,
    };
    match in_bounds(view, &transfer) {
        Some(bits) => set_in_bounds(ctx, body, op, &bits),
        None => full_mask_or_casts(ctx, body, op, consts),
    }
}

/// A mask that is known to be set everywhere is left out.
fn full_mask_or_casts(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let segments = body.op(op).property(ctx, "operandSegmentSizes");
    let segments = segments.and_then(|attr| attr.as_dense_ints(ctx)).unwrap_or_default();
    let operands: Vec<ValueId> = body.operands(op).collect();
    let (Some((1, rest)), Some((&mask, others))) = (segments.split_last(), operands.split_last()) else {
        return casts(ctx, body, op, consts);
    };
    if !is_full(ctx, body, mask) {
        return casts(ctx, body, op, consts);
    }
    let sizes: Vec<i32> = rest.iter().map(|&size| size as i32).chain([0]).collect();
    let sizes = ctx.dense_i32_array(&sizes);
    body.set_operands(op, others);
    body.op_mut(op).set_property(ctx, "operandSegmentSizes", Some(sizes));
    Folded::InPlace
}

struct Transfer {
    source: ValueId,
    vector: ValueId,
    indices: Vec<ValueId>,
}

fn set_in_bounds(ctx: &Context, body: &mut Body, op: OpId, bits: &[Attribute]) -> Folded {
    let bits = ctx.array_attr(bits);
    body.op_mut(op).set_property(ctx, "in_bounds", Some(bits));
    Folded::InPlace
}

/// The dimensions of the vector that are in bounds, if that is more than the op says.
fn in_bounds(op: OpRef<'_>, transfer: &Transfer) -> Option<Vec<Attribute>> {
    let ctx = op.ctx;
    let AttrKind::AffineMap(map) = op.property("permutation_map")?.kind(ctx) else {
        return None;
    };
    let mut bits = op.property("in_bounds")?.as_array(ctx)?.to_vec();
    let source = op.body.value_type(transfer.source).shape(ctx)?;
    let TypeKind::Vector { shape, scalable, .. } = op.body.value_type(transfer.vector).kind(ctx) else {
        return None;
    };
    if scalable.contains(&true) || bits.len() != map.num_results() {
        return None;
    }
    let mut changed = false;
    for (position, expr) in map.results().iter().enumerate() {
        let inside = match expr {
            AffineExpr::Dim(dim) => {
                let size = *source.get(*dim as usize)?;
                let index = transfer
                    .indices
                    .get(*dim as usize)
                    .and_then(|&index| constant_int(ctx, op.body, index));
                size != DYNAMIC && index.is_some_and(|index| index + shape[position] <= size)
            }
            // A dimension that is repeated reads one element.
            _ => true,
        };
        if inside && bits[position] != Attribute::TRUE {
            bits[position] = Attribute::TRUE;
            changed = true;
        }
    }
    changed.then_some(bits)
}
