//! `vector.transpose`, element by element.

use asyncir_dialects::{ub, vector};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, Type, TypeKind, ValueId};

use super::build;
use crate::conversion::llvm_common::vectors::{MAX_PARTS, count, positions};

/// Takes the parts out one by one, in the order of the source, and puts them where they belong. Innermost dimensions
/// that stay where they are make up the parts.
pub(super) fn lower(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let transpose = vector::TransposeOp::cast(rw.body.op_ref(ctx, op))?;
    let source = transpose.vector();
    let permutation = transpose.permutation()?.as_dense_ints(ctx)?;
    let ty = rw.body.value_type(rw.body.result(op, 0));
    let TypeKind::Vector { shape, scalable, .. } = rw.body.value_type(source).kind(ctx) else {
        return None;
    };
    if scalable.contains(&true) {
        return cast_scalable(rw, op, source, ty);
    }
    let stays = (0..permutation.len())
        .rev()
        .take_while(|&dim| permutation[dim] == dim as i64)
        .count();
    let moved = permutation.len() - stays;
    if count(&shape[..moved]) > MAX_PARTS {
        return None;
    }
    rw.set_before(op);
    let mut result = rw.insert_value(ub::PoisonOp::build(ctx, loc, None, &[ty]));
    for position in positions(&shape[..moved]) {
        let target: Vec<i64> = permutation[..moved].iter().map(|&dim| position[dim as usize]).collect();
        let part = build::extract(rw, loc, source, &position);
        result = build::insert(rw, loc, part, result, &target);
    }
    rw.replace(op, &[result]);
    Some(())
}

/// The same for scalable vectors of two dimensions, of which one has a single place: no element moves, so that a cast
/// will do. Others stay.
fn cast_scalable(rw: &mut Rewriter<'_>, op: OpId, source: ValueId, ty: Type) -> Option<()> {
    let TypeKind::Vector { shape, scalable, .. } = rw.body.value_type(source).kind(rw.ctx) else {
        return None;
    };
    let single = |dim: usize| shape[dim] == 1 && !scalable[dim];
    if shape.len() != 2 || !(single(0) || single(1)) {
        return None;
    }
    let cast = vector::ShapeCastOp::build(rw.ctx, rw.location_of(op), source, &[ty]);
    rw.replace_with(op, cast);
    Some(())
}
