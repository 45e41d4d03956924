//! Vectors of several dimensions, row by row.

use asyncir_dialects::arith::build::constant;
use asyncir_dialects::{constant_fold, ub, vector};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, OperationState, Type, ValueId};

use super::build;
use crate::conversion::llvm_common::vectors;

/// The type of the rows of a vector of several dimensions, and how many there are.
fn row_type(rw: &Rewriter<'_>, ty: Type) -> Option<(Type, i64)> {
    let shape = ty.shape(rw.ctx).filter(|shape| shape.len() > 1)?;
    (!build::is_scalable_outside(rw.ctx, ty)).then(|| (build::like(rw.ctx, ty, &shape[1..]), shape[0]))
}

/// The rows of a vector of several dimensions are listed one by one.
pub(super) fn list(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc, ty) = (rw.ctx, rw.location_of(op), rw.body.value_type(rw.body.result(op, 0)));
    let (row_type, _) = row_type(rw, ty)?;
    let length = usize::try_from(vectors::count(row_type.shape(ctx)?)).ok()?;
    let elements: Vec<_> = rw.body.operands(op).collect();
    rw.set_before(op);
    let mut result = rw.insert_value(ub::PoisonOp::build(ctx, loc, None, &[ty]));
    for (number, row) in elements.chunks(length.max(1)).enumerate() {
        let row = rw.insert_value(vector::FromElementsOp::build(ctx, loc, row, &[row_type]));
        result = build::insert(rw, loc, row, result, &[number as i64]);
    }
    rw.replace(op, &[result]);
    Some(())
}

/// The rows of a vector of several dimensions are taken out, and apart one by one.
pub(super) fn take_apart(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc, source) = (rw.ctx, rw.location_of(op), rw.body.operand(op, 0));
    let (row_type, count) = row_type(rw, rw.body.value_type(source))?;
    let length = usize::try_from(vectors::count(row_type.shape(ctx)?)).ok()?;
    let types = vec![row_type.element_or_self(ctx); length];
    rw.set_before(op);
    let rows: Vec<ValueId> = (0..count).map(|row| build::extract(rw, loc, source, &[row])).collect();
    let mut elements = Vec::new();
    for row in rows {
        let parts = rw.insert(vector::ToElementsOp::build(ctx, loc, row, &types));
        elements.extend(rw.body.results(parts));
    }
    rw.replace(op, &elements);
    Some(())
}

/// Each row is gathered on its own.
pub(super) fn gather(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let view = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc, ty) = (rw.ctx, view.location(), view.result_type(0));
    let (row_type, count) = row_type(rw, ty)?;
    let gather = vector::GatherOp::cast(view)?;
    let (base, offsets) = (gather.base(), gather.offsets().to_vec());
    let lanes = [gather.indices(), gather.mask(), gather.pass_thru()];
    let properties = rw.body.op(op).properties();
    if vector::mask::masking_op(rw.body, op).is_some() {
        return None;
    }
    rw.set_before(op);
    let mut result = rw.insert_value(ub::PoisonOp::build(ctx, loc, None, &[ty]));
    for row in 0..count {
        let lanes = lanes.map(|lanes| build::extract(rw, loc, lanes, &[row]));
        let operands = [&[base], &offsets[..], &lanes].concat();
        let mut state = OperationState::of(vector::GatherOp::DEF, loc)
            .operands(&operands)
            .results(&[row_type]);
        state.properties = properties;
        let part = rw.insert_value(state);
        result = build::insert(rw, loc, part, result, &[row]);
    }
    rw.replace(op, &[result]);
    Some(())
}

/// Rows are multiplied and added one by one. Many of them are left alone.
pub(super) fn multiply_add(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc, ty) = (rw.ctx, rw.location_of(op), rw.body.value_type(rw.body.result(op, 0)));
    let (row_type, count) = row_type(rw, ty)?;
    let outer = ty.shape(ctx)?.split_last()?.1;
    if vectors::count(outer) > vectors::MAX_PARTS {
        return None;
    }
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    let zero = constant_fold::zero(ctx, ty.element_or_self(ctx))?;
    rw.set_before(op);
    let zero = constant(rw, loc, zero);
    let mut result = rw.insert_value(vector::BroadcastOp::build(ctx, loc, zero, &[ty]));
    for row in 0..count {
        let rows: Vec<ValueId> = operands
            .iter()
            .map(|&whole| build::extract(rw, loc, whole, &[row]))
            .collect();
        let state = OperationState::of(vector::FMAOp::DEF, loc)
            .operands(&rows)
            .results(&[row_type]);
        let part = rw.insert_value(state);
        result = build::insert(rw, loc, part, result, &[row]);
    }
    rw.replace(op, &[result]);
    Some(())
}
