//! What a descriptor says: sizes, rank, pointers, offset and strides.

use asyncir_dialects::llvm;
use asyncir_dialects::matchers::constant;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, DYNAMIC, Location, OpId, Type, ValueId};

use super::Lowering;
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::conversion::llvm_common::{MemRefDescriptor, UnrankedMemRefDescriptor, types};

/// Lowers the size of a dimension.
pub(super) fn lower_dim(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let source = op_ref.operand_type(0);
    let &[descriptor, index] = operands else {
        return None;
    };
    let Some(shape) = source.shape(ctx) else {
        let size = unranked_size(lowering, rw, loc, source, descriptor, index)?;
        rw.replace(op, &[size]);
        return Some(());
    };
    // The index may be a constant of the llvm dialect by now, which MLIR does not look for.
    let converted = lowering.allocate_once.then(|| constant_index(rw, index)).flatten();
    let known = constant_index(rw, op_ref.operand(1)).or(converted);
    let known = known.and_then(|dim| usize::try_from(dim).ok());
    let ranked = MemRefDescriptor::new(descriptor);
    let size = match known.and_then(|dim| Some((dim, *shape.get(dim)?))) {
        Some((dim, DYNAMIC)) => ranked.size(rw, loc, dim),
        Some((_, size)) => {
            let ty = lowering.types.index_type(ctx);
            ops::index_constant(rw, loc, ty, size)
        }
        None => {
            let rank = shape.len() as i64;
            let before = lowering.allocate_once.then(|| rw.body.entry()).flatten();
            ranked.dynamic_size(rw, loc, index, rank, before.map(|entry| rw.body.start_of(entry)))
        }
    };
    rw.replace(op, &[size]);
    Some(())
}

fn constant_index(rw: &Rewriter<'_>, index: ValueId) -> Option<i64> {
    constant(rw.ctx, rw.body, index)?.as_i64(rw.ctx)
}

/// Reads a size through the pointer to the ranked descriptor: the sizes stand right behind the offset.
fn unranked_size(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    loc: Location,
    source: Type,
    descriptor: ValueId,
    dim: ValueId,
) -> Option<ValueId> {
    let ctx = rw.ctx;
    let index = lowering.types.index_type(ctx);
    let header = header_type(lowering, ctx, source)?;
    let ptr = types::ptr(ctx);
    let ranked = UnrankedMemRefDescriptor::new(descriptor).descriptor_ptr(rw, loc);
    let to_offset = [GepIndex::Constant(0), GepIndex::Constant(2)];
    let offset = ops::gep(rw, loc, ptr, header, ranked, &to_offset, None);
    let one = ops::index_constant(rw, loc, index, 1);
    let position = ops::binary(rw, llvm::AddOp::DEF, loc, one, dim);
    let address = ops::gep(rw, loc, ptr, index, offset, &[GepIndex::Value(position)], None);
    Some(ops::load(rw, loc, index, address, None))
}

/// The descriptor of a memref of rank 0 with the element type of `memref`.
fn header_type(lowering: &Lowering, ctx: &Context, memref: Type) -> Option<Type> {
    lowering
        .types
        .convert(ctx, ctx.memref_type(&[], memref.element_or_self(ctx)))
}

/// Lowers the rank.
pub(super) fn lower_rank(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (loc, source) = (op_ref.location(), op_ref.operand_type(0));
    let rank = match source.shape(rw.ctx) {
        Some(shape) => {
            let index = lowering.types.index_type(rw.ctx);
            ops::index_constant(rw, loc, index, shape.len() as i64)
        }
        None => UnrankedMemRefDescriptor::new(operands[0]).rank(rw, loc),
    };
    rw.replace(op, &[rank]);
    Some(())
}

/// Lowers the aligned pointer as a number.
pub(super) fn lower_extract_aligned_pointer(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (loc, source) = (op_ref.location(), op_ref.operand_type(0));
    let aligned = if source.shape(rw.ctx).is_some() {
        MemRefDescriptor::new(operands[0]).aligned_ptr(rw, loc)
    } else {
        let element_ptr = lowering.element_ptr(rw.ctx, source)?;
        let ranked = UnrankedMemRefDescriptor::new(operands[0]).descriptor_ptr(rw, loc);
        UnrankedMemRefDescriptor::aligned_ptr(rw, loc, ranked, element_ptr)
    };
    let index = lowering.types.index_type(rw.ctx);
    let value = ops::simple(rw, llvm::PtrToIntOp::DEF, loc, &[aligned], index);
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers taking a descriptor apart: the memory as a memref of rank 0, offset, sizes and strides.
pub(super) fn lower_extract_strided_metadata(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (loc, source, base) = (op_ref.location(), op_ref.operand_type(0), op_ref.result_type(0));
    let rank = source.shape(rw.ctx)?.len();
    let ty = lowering.types.convert(rw.ctx, base)?;
    let from = MemRefDescriptor::new(operands[0]);
    let allocated = from.allocated_ptr(rw, loc);
    let aligned = from.aligned_ptr(rw, loc);
    let mut descriptor = MemRefDescriptor::poison(rw, loc, ty);
    descriptor.set_allocated_ptr(rw, loc, allocated);
    descriptor.set_aligned_ptr(rw, loc, aligned);
    descriptor.set_constant_offset(rw, loc, 0);
    let mut values = vec![descriptor.value(), from.offset(rw, loc)];
    for dim in 0..rank {
        values.push(from.size(rw, loc, dim));
    }
    for dim in 0..rank {
        values.push(from.stride(rw, loc, dim));
    }
    rw.replace(op, &values);
    Some(())
}
