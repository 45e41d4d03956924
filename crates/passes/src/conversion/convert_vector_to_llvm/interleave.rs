//! Vectors whose elements alternate, and casts of memory of vectors.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, Location, OpId, Type, TypeKind, ValueId};

use super::Lowering;
use crate::conversion::llvm_common::{MemRefDescriptor, ops, types};

/// The number of lanes of a vector of one dimension and known length.
fn lanes(rw: &Rewriter<'_>, ty: Type) -> Option<i32> {
    match ty.kind(rw.ctx) {
        TypeKind::Vector { shape, scalable, .. } if shape.len() == 1 && !scalable[0] => i32::try_from(shape[0]).ok(),
        _ => None,
    }
}

/// Whether the number of lanes of a vector of one dimension depends on the target.
fn is_scalable_line(rw: &Rewriter<'_>, ty: Type) -> bool {
    matches!(ty.kind(rw.ctx), TypeKind::Vector { scalable, .. } if scalable[..] == [true])
}

fn shuffle(rw: &mut Rewriter<'_>, loc: Location, v1: ValueId, v2: ValueId, mask: &[i32], ty: Type) -> ValueId {
    let mask = rw.ctx.dense_i32_array(mask);
    let def = llvm::ShuffleVectorOp::DEF;
    rw.insert_value(ops::state(rw.ctx, def, loc, &[v1, v2], &[("mask", Some(mask))], &[ty]))
}

/// Lowers the vector that takes elements from two vectors by turns.
pub(super) fn lower_interleave(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let result = rw.body.value_type(rw.body.result(op, 0));
    if is_scalable_line(rw, result) {
        let ty = lowering.types.convert(ctx, result)?;
        let value = ops::simple(rw, llvm::VectorInterleave2IntrOp::DEF, loc, operands, ty);
        rw.replace(op, &[value]);
        return Some(());
    }
    let count = lanes(rw, result)? / 2;
    let mask: Vec<i32> = (0..count).flat_map(|lane| [lane, count + lane]).collect();
    let ty = lowering.types.convert(ctx, result)?;
    let value = shuffle(rw, loc, operands[0], operands[1], &mask, ty);
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers the two vectors of the even and the odd elements.
pub(super) fn lower_deinterleave(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let result = rw.body.value_type(rw.body.result(op, 0));
    if is_scalable_line(rw, result) {
        let ty = lowering.types.convert(ctx, result)?;
        let both = types::literal_struct_of(ctx, &[ty, ty], false);
        let parts = ops::simple(rw, llvm::VectorDeinterleave2IntrOp::DEF, loc, operands, both);
        let halves = [0, 1].map(|half| ops::extract_value(rw, loc, parts, &[half]));
        rw.replace(op, &halves);
        return Some(());
    }
    let count = lanes(rw, result)?;
    let ty = lowering.types.convert(ctx, result)?;
    let source = rw.body.value_type(operands[0]);
    let poison = ops::poison(rw, loc, source);
    let [even, odd] = [0, 1].map(|first| {
        let mask: Vec<i32> = (0..count).map(|lane| 2 * lane + first).collect();
        shuffle(rw, loc, operands[0], poison, &mask, ty)
    });
    rw.replace(op, &[even, odd]);
    Some(())
}

/// Lowers memory of vectors seen as memory of smaller vectors, or the other way round: same memory, other sizes.
pub(super) fn lower_type_cast(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let target = rw.body.value_type(rw.body.result(op, 0));
    let source = rw.body.value_type(rw.body.operand(op, 0));
    let is_plain =
        |ty: Type| matches!(ty.kind(ctx), TypeKind::MemRef { shape, layout: None, .. } if !shape.contains(&DYNAMIC));
    if !is_plain(source) || !is_plain(target) {
        return None;
    }
    let shape = target.shape(ctx)?.to_vec();
    let ty = lowering.types.convert(ctx, target)?;
    let from = MemRefDescriptor::new(*operands.first()?);
    let mut to = MemRefDescriptor::poison(rw, loc, ty);
    let allocated = from.allocated_ptr(rw, loc);
    to.set_allocated_ptr(rw, loc, allocated);
    let aligned = from.aligned_ptr(rw, loc);
    to.set_aligned_ptr(rw, loc, aligned);
    to.set_constant_offset(rw, loc, 0);
    let strides = asyncir_dialects::memref::strides::row_major_strides(&shape);
    for (dim, (&size, &stride)) in shape.iter().zip(&strides).enumerate() {
        to.set_constant_size(rw, loc, dim, size);
        to.set_constant_stride(rw, loc, dim, stride);
    }
    rw.replace(op, &[to.value()]);
    Some(())
}
