//! `vector.transpose`, element by element, by a shuffle, or as a cast.

use asyncir_dialects::{ub, vector};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, TypeKind};

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
        if !moves_single_place(shape, scalable) {
            return None;
        }
        let cast = vector::ShapeCastOp::build(ctx, loc, source, &[ty]);
        rw.replace_with(op, cast);
        return Some(());
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

/// Transposes a matrix by one shuffle of all of its elements. Further dimensions may have a single place.
pub(super) fn shuffle(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let transpose = vector::TransposeOp::cast(rw.body.op_ref(ctx, op))?;
    let source = transpose.vector();
    let permutation = transpose.permutation()?.as_dense_ints(ctx)?;
    let (from, ty) = (rw.body.value_type(source), rw.body.value_type(rw.body.result(op, 0)));
    let TypeKind::Vector { shape, scalable, .. } = from.kind(ctx) else {
        return None;
    };
    let long: Vec<usize> = (0..shape.len()).filter(|&dim| shape[dim] > 1).collect();
    let &[first, second] = &long[..] else { return None };
    let place = |dim: usize| permutation.iter().position(|&one| one == dim as i64);
    let is_swapped = place(second) < place(first);
    if !is_swapped || scalable.contains(&true) || count(shape) > MAX_PARTS {
        return None;
    }
    let (rows, columns) = (shape[first], shape[second]);
    let places: Vec<i64> = (0..columns)
        .flat_map(|column| (0..rows).map(move |row| row * columns + column))
        .collect();
    rw.set_before(op);
    let line = build::like(ctx, from, &[rows * columns]);
    let line = rw.insert_or_fold(vector::ShapeCastOp::build(ctx, loc, source, &[line]));
    let shuffled = build::shuffle(rw, loc, line, line, &places);
    let shuffled = rw.insert_value(shuffled);
    rw.replace_with(op, vector::ShapeCastOp::build(ctx, loc, shuffled, &[ty]));
    Some(())
}

/// Whether a vector has two dimensions, of which one has a single place, so that a transpose moves no element.
fn moves_single_place(shape: &[i64], scalable: &[bool]) -> bool {
    let is_single = |dim: usize| shape[dim] == 1 && !scalable[dim];
    shape.len() == 2 && (is_single(0) || is_single(1))
}
