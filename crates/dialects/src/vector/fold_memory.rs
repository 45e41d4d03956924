//! Folding of accesses to memory.

use asyncir_ir::affine::AffineExpr;
use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::rewrite::CycleGuard;
use asyncir_ir::{Attribute, Body, Context, DYNAMIC, OpId, OpRef, ValueId};

use super::canonicalize::is_full;
use super::transfer_view::Transfer;
use crate::constant_fold::uniform;
use crate::constraints::is_memref;
use crate::matchers::{constant, constant_int};
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

/// What was written there before; dimensions that are in bounds are known to be; casts.
pub fn transfer_read(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    match written_before(ctx, body, op) {
        Some(vector) => Folded::value(vector),
        None => fold_access(ctx, body, op, consts),
    }
}

/// The vector that is written where a tensor is read, if that is known. Other writes that lie between are of other
/// elements.
fn written_before(ctx: &Context, body: &Body, op: OpId) -> Option<ValueId> {
    let view = body.op_ref(ctx, op);
    let read = Transfer::of(view).filter(|read| read.is_of_tensor(view))?;
    let (mut base, mut guard) = (read.base, CycleGuard::new());
    loop {
        let maker = body.defining_op(base).filter(|&maker| guard.advance(maker))?;
        let write = Transfer::of(body.op_ref(ctx, maker)).filter(|write| write.padding.is_none())?;
        let is_whole = write.mask.is_none() && read.mask.is_none();
        if write.is_in_bounds() && write.is_of_same_place(&read) && (is_whole || is_padded_like(view, &write, &read)) {
            return Some(write.vector);
        }
        if !write.is_disjoint(&read, view) {
            return None;
        }
        base = write.base;
    }
}

/// Whether equal constants are written where at most as many are read, with the same constant in the place of others.
fn is_padded_like(view: OpRef<'_>, write: &Transfer, read: &Transfer) -> bool {
    let fits = read.mask.is_some() && (write.mask.is_none() || write.mask == read.mask);
    let known = |value| uniform(view.ctx, constant(view.ctx, view.body, value));
    let padding = read.padding.and_then(known);
    fits && padding.is_some() && padding == known(write.vector)
}

/// A tensor that is read and written back; dimensions that are in bounds are known to be; casts.
pub fn transfer_write(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    match written_back(ctx, body, op) {
        Some(tensor) => Folded::value(tensor),
        None => fold_access(ctx, body, op, consts),
    }
}

/// The tensor that a write makes, if what it writes was read.
fn written_back(ctx: &Context, body: &Body, op: OpId) -> Option<ValueId> {
    let view = body.op_ref(ctx, op);
    let write = Transfer::of(view).filter(|write| write.is_of_tensor(view))?;
    let maker = body.defining_op(write.vector)?;
    let read = Transfer::of(body.op_ref(ctx, maker)).filter(|read| read.padding.is_some())?;
    let unmasked = read.mask.is_none() && write.mask.is_none();
    let unchanged = read.base == write.base && read.is_of_same_place(&write) && unmasked;
    (unchanged || is_all(view, &read, &write)).then_some(read.base)
}

/// Whether one whole tensor is read and written to another.
fn is_all(view: OpRef<'_>, read: &Transfer, write: &Transfer) -> bool {
    let ty = |value| view.body.value_type(value);
    let is_zero = |&index: &ValueId| constant_int(view.ctx, view.body, index) == Some(0);
    // MLIR forgets masks here.
    read.mask.is_none()
        && write.mask.is_none()
        && read.map.num_results() > 0
        && read.map.is_minor_identity()
        && write.map.is_minor_identity()
        && read.map.num_results() == write.map.num_results()
        && read.is_in_bounds()
        && write.is_in_bounds()
        && ty(read.base) == ty(write.base)
        && read.ty.shape(view.ctx) == ty(read.base).shape(view.ctx)
        && read.indices.iter().chain(&write.indices).all(is_zero)
}

fn fold_access(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let view = body.op_ref(ctx, op);
    let Some(transfer) = Transfer::of(view) else {
        return Folded::No;
    };
    let bits = in_bounds(view, &transfer);
    if bits == transfer.in_bounds {
        return full_mask_or_casts(ctx, body, op, consts);
    }
    let bits: Vec<Attribute> = bits.into_iter().map(Attribute::bool).collect();
    let bits = ctx.array_attr(&bits);
    body.op_mut(op).set_property(ctx, "in_bounds", Some(bits));
    Folded::InPlace
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

/// The dimensions of the vector that are in bounds, as far as that is known. Those that repeat elements are if all others
/// are.
fn in_bounds(op: OpRef<'_>, transfer: &Transfer) -> Vec<bool> {
    let (source, vector) = (
        op.body.value_type(transfer.base).shape(op.ctx).unwrap_or(&[]),
        transfer.ty.shape(op.ctx).unwrap_or(&[]),
    );
    let fits = |dim: usize, lanes: i64| {
        let index = transfer.indices.get(dim).copied();
        let index = index.and_then(|index| constant_int(op.ctx, op.body, index));
        let end = index.and_then(|index| index.checked_add(lanes));
        let size = source.get(dim).copied().filter(|&size| size != DYNAMIC);
        matches!((end, size), (Some(end), Some(size)) if end <= size)
    };
    let mut bits = transfer.in_bounds.clone();
    let mut others_are = true;
    for (position, result) in transfer.map.results().iter().enumerate() {
        let (Some(bit), Some(&lanes)) = (bits.get_mut(position), vector.get(position)) else {
            continue;
        };
        if let AffineExpr::Dim(dim) = result {
            *bit |= fits(*dim as usize, lanes);
            others_are &= *bit;
        }
    }
    for (result, bit) in transfer.map.results().iter().zip(&mut bits) {
        *bit |= others_are && *result == AffineExpr::Constant(0);
    }
    bits
}
