//! `memref.copy`: `memcpy` between dense memrefs, a call of the runtime between others.

use asyncir_dialects::llvm;
use asyncir_dialects::memref::strides::{is_identity_layout, row_major_strides, strides_and_offset};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Context, DYNAMIC, Location, OpId, Type, TypeKind, ValueId};

use super::Lowering;
use super::cast::{promote, promote_with};
use super::size_of::bytes_of_one;
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::conversion::llvm_common::{MemRefDescriptor, UnrankedMemRefDescriptor, functions, types};

/// A memref and its descriptor.
#[derive(Clone, Copy)]
struct Side {
    ty: Type,
    descriptor: ValueId,
}

/// Lowers a copy.
pub(super) fn lower_copy(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let loc = op_ref.location();
    let side = |index: usize| Side {
        ty: op_ref.operand_type(index),
        descriptor: operands[index],
    };
    let (source, target) = (side(0), side(1));
    if is_contiguous(rw.ctx, source.ty) && is_contiguous(rw.ctx, target.ty) {
        copy_bytes(lowering, rw, loc, source, target)?;
    } else {
        call_runtime(lowering, rw, loc, source, target)?;
    }
    rw.erase(op);
    Some(())
}

/// Whether the elements lie without gaps, outermost dimension first, from any offset on. A memref without elements and
/// with a layout of its own is left to the runtime.
pub(in crate::conversion) fn is_contiguous(ctx: &Context, memref: Type) -> bool {
    let TypeKind::MemRef { shape, layout, .. } = memref.kind(ctx) else {
        return false;
    };
    if is_identity_layout(ctx, *layout) {
        return true;
    }
    if shape.iter().any(|&size| size == DYNAMIC || size == 0) {
        return false;
    }
    strides_and_offset(ctx, memref).is_some_and(|(strides, _)| {
        let dense = row_major_strides(shape);
        // The stride of a dimension of size 1 is never used.
        shape
            .iter()
            .zip(strides.iter().zip(&dense))
            .all(|(&size, (stride, dense))| size == 1 || stride == dense)
    })
}

fn copy_bytes(lowering: &Lowering, rw: &mut Rewriter<'_>, loc: Location, source: Side, target: Side) -> Option<()> {
    let ctx = rw.ctx;
    let index = lowering.types.index_type(ctx);
    let rank = source.ty.shape(ctx)?.len();
    let descriptor = MemRefDescriptor::new(source.descriptor);
    let mut count = ops::index_constant(rw, loc, index, 1);
    for dim in 0..rank {
        let size = descriptor.size(rw, loc, dim);
        count = ops::binary(rw, llvm::MulOp::DEF, loc, count, size);
    }
    let bytes = bytes_of_one(lowering, rw, loc, source.ty.element_or_self(ctx))?;
    let bytes = ops::binary(rw, llvm::MulOp::DEF, loc, count, bytes);
    let from = first_element(lowering, rw, loc, source)?;
    let to = first_element(lowering, rw, loc, target)?;
    let properties = [("isVolatile", Some(Attribute::FALSE))];
    let copy = ops::state(ctx, llvm::MemcpyIntrOp::DEF, loc, &[to, from, bytes], &properties, &[]);
    rw.insert(copy);
    Some(())
}

fn first_element(lowering: &Lowering, rw: &mut Rewriter<'_>, loc: Location, side: Side) -> Option<ValueId> {
    let element = lowering.element(rw.ctx, side.ty)?;
    let descriptor = MemRefDescriptor::new(side.descriptor);
    let base = descriptor.aligned_ptr(rw, loc);
    let offset = descriptor.offset(rw, loc);
    let ptr = rw.body.value_type(base);
    let indices = [GepIndex::Value(offset)];
    Some(ops::gep(rw, loc, ptr, element, base, &indices, None))
}

fn call_runtime(lowering: &Lowering, rw: &mut Rewriter<'_>, loc: Location, source: Side, target: Side) -> Option<()> {
    let ctx = rw.ctx;
    let index = lowering.types.index_type(ctx);
    let prototype = functions::memref_copy(ctx, index);
    let ptr = types::ptr(ctx);
    let stack = ops::simple(rw, llvm::StacksaveIntrOp::DEF, loc, &[], ptr);
    let source_unranked = unranked(lowering, rw, loc, source)?;
    let target_unranked = unranked(lowering, rw, loc, target)?;
    let one = ops::index_constant(rw, loc, index, 1);
    let from = promote_with(rw, loc, source_unranked, one);
    let to = promote_with(rw, loc, target_unranked, one);
    let bytes = bytes_of_one(lowering, rw, loc, source.ty.element_or_self(ctx))?;
    let function = functions::callee(rw, &prototype)?;
    ops::call(rw, loc, function, &[bytes, from, to], None);
    rw.insert(ops::state(ctx, llvm::StackrestoreIntrOp::DEF, loc, &[stack], &[], &[]));
    Some(())
}

fn unranked(lowering: &Lowering, rw: &mut Rewriter<'_>, loc: Location, side: Side) -> Option<ValueId> {
    let ctx = rw.ctx;
    let Some(shape) = side.ty.shape(ctx) else {
        return Some(side.descriptor);
    };
    let index = lowering.types.index_type(ctx);
    let rank = ctx.int_attr(index, shape.len() as i128);
    let rank = ops::constant(rw, loc, index, rank);
    let ptr = promote(rw, loc, side.descriptor);
    UnrankedMemRefDescriptor::pack(rw, loc, &[rank, ptr])
}
