//! Vectors of several dimensions, split into all their vectors of one dimension at once.

use asyncir_dialects::arith::build::constant;
use asyncir_dialects::{constant_fold, ub, vector};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Location, OpId, Type, TypeKind, ValueId};

use super::build;

/// The positions of the vectors of one dimension in one of several, in order. `None` if their number is not known.
fn positions(ctx: &Context, ty: Type) -> Option<Vec<Vec<i64>>> {
    let TypeKind::Vector { shape, scalable, .. } = ty.kind(ctx) else {
        return None;
    };
    let outer = shape.len().checked_sub(1).filter(|&outer| outer > 0)?;
    if scalable[..outer].contains(&true) {
        return None;
    }
    let mut all = vec![Vec::new()];
    for &size in &shape[..outer] {
        let longer = |position: &Vec<i64>| {
            let position = position.clone();
            (0..size).map(move |index| [&position[..], &[index]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    Some(all)
}

/// A vector type with the innermost dimension alone.
fn line_type(ctx: &Context, ty: Type) -> Option<Type> {
    let (last, _) = ty.shape(ctx)?.split_last()?;
    Some(build::like(ctx, ty, &[*last]))
}

fn zero(rw: &mut Rewriter<'_>, loc: Location, ty: Type) -> Option<ValueId> {
    let zero = constant_fold::zero(rw.ctx, ty)?;
    Some(constant(rw, loc, zero))
}

/// Reads the bits of each as another type.
pub(super) fn bitcast(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let (source, ty) = (rw.body.operand(op, 0), rw.body.value_type(rw.body.result(op, 0)));
    let (positions, line) = (positions(ctx, ty)?, line_type(ctx, ty)?);
    rw.set_before(op);
    let mut result = rw.insert_value(ub::PoisonOp::build(ctx, loc, None, &[ty]));
    for position in positions {
        let part = build::extract(rw, loc, source, &position);
        let part = rw.insert_value(vector::BitcastOp::build(ctx, loc, part, &[line]));
        result = build::insert(rw, loc, part, result, &position);
    }
    rw.replace(op, &[result]);
    Some(())
}

/// Takes elements of two by turns.
pub(super) fn interleave(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let sources = [0, 1].map(|index| rw.body.operand(op, index));
    let ty = rw.body.value_type(rw.body.result(op, 0));
    let (positions, line) = (positions(ctx, ty)?, line_type(ctx, ty)?);
    rw.set_before(op);
    let mut result = zero(rw, loc, ty)?;
    for position in positions {
        let [lhs, rhs] = sources.map(|source| build::extract(rw, loc, source, &position));
        let part = rw.insert_value(vector::InterleaveOp::build(ctx, loc, lhs, rhs, &[line]));
        result = build::insert(rw, loc, part, result, &position);
    }
    rw.replace(op, &[result]);
    Some(())
}

/// Takes the elements of each apart.
pub(super) fn deinterleave(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let source = rw.body.operand(op, 0);
    let ty = rw.body.value_type(rw.body.result(op, 0));
    let (positions, line) = (positions(ctx, ty)?, line_type(ctx, ty)?);
    rw.set_before(op);
    let nothing = zero(rw, loc, ty)?;
    let mut results = [nothing; 2];
    for position in positions {
        let part = build::extract(rw, loc, source, &position);
        let parts = rw.insert(vector::DeinterleaveOp::build(ctx, loc, part, &[line, line]));
        for (number, result) in results.iter_mut().enumerate() {
            let part = rw.body.result(parts, number);
            *result = build::insert(rw, loc, part, *result, &position);
        }
    }
    rw.replace(op, &results);
    Some(())
}
