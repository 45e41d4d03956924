//! `vector.transpose`, element by element, or as a cast.

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

/// Whether a vector has two dimensions, of which one has a single place, so that a transpose moves no element.
fn moves_single_place(shape: &[i64], scalable: &[bool]) -> bool {
    let is_single = |dim: usize| shape[dim] == 1 && !scalable[dim];
    shape.len() == 2 && (is_single(0) || is_single(1))
}
