//! `vector.gather` and `vector.scatter` of one dimension: each lane has an address of its own.

use std::cmp::Ordering;

use asyncir_dialects::arith::attrs::with_element;
use asyncir_dialects::llvm;
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, DYNAMIC, Location, OpId, Type, TypeKind, ValueId};

use super::Lowering;
use super::elements::{Filler, splat};
use super::memory::alignment_of;
use crate::conversion::llvm_common::MemRefDescriptor;
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::conversion::llvm_element_address::{Bounds, element_address};

/// The addresses of all lanes and the alignment of each.
struct Lanes {
    addresses: ValueId,
    alignment: Attribute,
}

/// Computes the addresses; `indices` are the operands before the lanes' indices, from the memory on.
fn lanes(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    vector: Type,
    (base, offsets, indices): (ValueId, &[ValueId], ValueId),
) -> Option<Lanes> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc, memref) = (rw.ctx, op_ref.location(), op_ref.operand_type(0));
    let TypeKind::Vector { shape, scalable, .. } = vector.kind(ctx) else {
        return None;
    };
    if shape.len() != 1 || !matches!(memref.kind(ctx), TypeKind::MemRef { .. }) {
        return None;
    }
    let alignment = alignment_of(lowering, rw, op, memref, vector)?;
    let element = lowering.types.convert(ctx, memref.element_or_self(ctx))?;
    let start = element_address(&lowering.types, rw, loc, memref, base, offsets, Bounds::Unknown)?;
    let indices = elements(lowering, rw, loc, memref, (base, indices))?;
    let addresses = ctx.ty(TypeKind::Vector {
        shape: shape.clone(),
        scalable: scalable.clone(),
        element: rw.body.value_type(start),
    });
    Some(Lanes {
        addresses: ops::gep(rw, loc, addresses, element, start, &[GepIndex::Value(indices)], None),
        alignment: ctx.int_attr(Type::I32, alignment.into()),
    })
}

/// How many elements of memory are before each lane's: its index, times the stride where that is not 1.
fn elements(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    loc: Location,
    memref: Type,
    (base, indices): (ValueId, ValueId),
) -> Option<ValueId> {
    let ctx = rw.ctx;
    let (strides, _) = strides_and_offset(ctx, memref)?;
    let Some((inner, &stride)) = strides
        .iter()
        .enumerate()
        .next_back()
        .filter(|&(_, &stride)| stride != 1)
    else {
        return Some(indices);
    };
    let index = lowering.types.index_type(ctx);
    let stride = match stride {
        DYNAMIC => MemRefDescriptor::new(base).stride(rw, loc, inner),
        known => ops::index_constant(rw, loc, index, known),
    };
    let ty = rw.body.value_type(indices);
    let wide = with_element(ctx, ty, index);
    let stride = splat(rw, loc, wide, stride, Filler::Poison);
    // Products of narrow indices would wrap around.
    let indices = match ty.element_or_self(ctx).int_width(ctx)?.cmp(&index.int_width(ctx)?) {
        Ordering::Less => ops::simple(rw, llvm::SExtOp::DEF, loc, &[indices], wide),
        Ordering::Equal => indices,
        Ordering::Greater => ops::simple(rw, llvm::TruncOp::DEF, loc, &[indices], wide),
    };
    Some(ops::binary(rw, llvm::MulOp::DEF, loc, indices, stride))
}

/// Lowers a load of elements from anywhere.
pub(super) fn lower_gather(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc, vector) = (rw.ctx, op_ref.location(), op_ref.result_type(0));
    let &[base, ref offsets @ .., indices, mask, otherwise] = operands else {
        return None;
    };
    let ty = lowering.types.convert(ctx, vector)?;
    let lanes = lanes(lowering, rw, op, vector, (base, offsets, indices))?;
    let accessed = [lanes.addresses, mask, otherwise];
    let properties = [("alignment", Some(lanes.alignment))];
    let def = llvm::MaskedGatherIntrOp::DEF;
    let value = rw.insert_value(ops::state(ctx, def, loc, &accessed, &properties, &[ty]));
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers a store of elements to anywhere.
pub(super) fn lower_scatter(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let &[base, ref offsets @ .., indices, mask, value] = operands else {
        return None;
    };
    let vector = op_ref.operand_type(operands.len() - 1);
    let lanes = lanes(lowering, rw, op, vector, (base, offsets, indices))?;
    let accessed = [value, lanes.addresses, mask];
    let properties = [("alignment", Some(lanes.alignment))];
    let def = llvm::MaskedScatterIntrOp::DEF;
    rw.insert(ops::state(ctx, def, loc, &accessed, &properties, &[]));
    rw.erase(op);
    Some(())
}
