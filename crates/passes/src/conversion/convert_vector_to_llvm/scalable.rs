//! Vectors whose length depends on the machine.

use asyncir_dialects::{arith, llvm, vector};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, Type, TypeKind, ValueId};

use super::Lowering;
use crate::conversion::llvm_common::ops;

/// Lowers taking out a part of a vector.
pub(super) fn lower_extract(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    lower_part(lowering, rw, op, llvm::VectorExtractIntrOp::DEF, operands)
}

/// Lowers replacing a part of a vector.
pub(super) fn lower_insert(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let &[part, whole] = operands else { return None };
    lower_part(lowering, rw, op, llvm::VectorInsertIntrOp::DEF, &[whole, part])
}

/// Replaces an op on a part of a vector by the intrinsic `def`, for the part at the same position.
fn lower_part(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    def: &'static OpDef,
    operands: &[ValueId],
) -> Option<()> {
    let view = rw.body.op_ref(rw.ctx, op);
    let (loc, position) = (view.location(), view.property("pos")?);
    let ty = lowering.types.convert(rw.ctx, view.result_type(0))?;
    let properties = [("pos", Some(position))];
    let value = rw.insert_value(ops::state(rw.ctx, def, loc, operands, &properties, &[ty]));
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers the numbers of lanes that the machine counts.
pub(super) fn lower_step(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, _: &[ValueId]) -> Option<()> {
    let view = rw.body.op_ref(rw.ctx, op);
    let (loc, ty) = (view.location(), view.result_type(0));
    let is_scalable = matches!(ty.kind(rw.ctx), TypeKind::Vector { scalable, .. } if scalable.contains(&true));
    let ty = lowering.types.convert(rw.ctx, ty).filter(|_| is_scalable)?;
    let value = ops::simple(rw, llvm::StepvectorIntrOp::DEF, loc, &[], ty);
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers a mask of one scalable dimension: the numbers of its lanes are compared with the number of those that are set.
/// That number may have been converted already.
pub(super) fn lower_mask(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let view = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc, ty) = (rw.ctx, view.location(), view.result_type(0));
    let is_one = matches!(ty.kind(ctx), TypeKind::Vector { scalable, .. } if scalable[..] == [true]);
    let count = view.operands().first().copied().filter(|_| is_one)?;
    let lane_type = if lowering.options.narrow_masks {
        Type::I32
    } else {
        Type::I64
    };
    let lanes_type = arith::attrs::with_element(ctx, ty, lane_type);
    let lanes = ops::simple(rw, llvm::StepvectorIntrOp::DEF, loc, &[], lanes_type);
    let converted = operands.first().copied();
    let converted = converted.filter(|&value| rw.body.value_type(value) == lane_type);
    let count = converted.unwrap_or_else(|| rw.insert_value(arith::IndexCastOp::build(ctx, loc, count, &[lane_type])));
    let count = rw.insert_value(vector::BroadcastOp::build(ctx, loc, count, &[lanes_type]));
    let less = ctx.i64_attr(arith::attrs::CMPI_PREDICATES.value("slt")?);
    rw.replace_with(op, arith::CmpIOp::build(ctx, loc, lanes, count, less, &[ty]));
    Some(())
}
