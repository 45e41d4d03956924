//! `vector.multi_reduction`: its verifier and canonicalisation.

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Fallible, OpId, OpRef, TypeKind};

use super::combine::Combination;
use super::mask::root_and_mask;
use super::{ExtractOp, MultiReductionOp, ReductionOp, ShapeCastOp};
use crate::arith::attrs::with_element;
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `vector.multi_reduction`.
    MULTI_REDUCTION for MultiReductionOp = [drop_unit_dims];
    /// Of `vector.reduction`.
    REDUCTION for ReductionOp = [only_element];
}

/// The dimensions that are reduced.
pub fn reduced_dims(op: OpRef<'_>) -> Vec<i64> {
    let dims = op
        .property("reduction_dims")
        .and_then(|attr| attr.as_dense_ints(op.ctx));
    dims.unwrap_or_default()
}

/// What is left is what the destination says.
pub fn verify(op: OpRef<'_>) -> Fallible {
    let (ctx, source, dest) = (op.ctx, op.operand_type(0), op.result_type(0));
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = source.kind(ctx)
    else {
        return Ok(());
    };
    if *element != dest.element_or_self(ctx) {
        return Err(op.error("failed to verify that source operand and result have same element type"));
    }
    let reduced = reduced_dims(op);
    let kept = || (0..shape.len()).filter(|&dim| !reduced.contains(&(dim as i64)));
    let expected = match kept().count() {
        0 => *element,
        _ => ctx.ty(TypeKind::Vector {
            shape: kept().map(|dim| shape[dim]).collect(),
            scalable: kept().map(|dim| scalable[dim]).collect(),
            element: *element,
        }),
    };
    if expected != dest {
        let (source, dest) = (ctx.show_type(source), ctx.show_type(dest));
        return Err(op.error(format_args!(
            "destination type '{dest}' is incompatible with source type '{source}'"
        )));
    }
    Ok(())
}

/// Dimensions with one element each are dropped by a cast.
fn drop_unit_dims(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let (source, acc, dest) = (view.operand(0), view.operand(1), view.result_type(0));
    let shape = view.operand_type(0).shape(rw.ctx).unwrap_or(&[]);
    let is_one = |&dim: &i64| usize::try_from(dim).is_ok_and(|dim| shape.get(dim) == Some(&1));
    let (true, Some(how)) = (reduced_dims(view).iter().all(is_one), Combination::of(view)) else {
        return false;
    };
    let (rank, ctx, loc) = (shape.len(), rw.ctx, rw.location_of(op));
    let (root, mask) = root_and_mask(rw.body, op);
    rw.set_before(root);
    let is_vector = dest.shape(ctx).is_some();
    let part = |rw: &mut Rewriter<'_>, value, ty| {
        if is_vector {
            rw.insert_value(ShapeCastOp::build(ctx, loc, value, &[ty]))
        } else {
            let first = ctx.dense_i64_array(&vec![0; rank]);
            rw.insert_value(ExtractOp::build(ctx, loc, value, &[], first, &[ty]))
        }
    };
    let mask = mask.map(|mask| part(rw, mask, with_element(ctx, dest, asyncir_ir::Type::I1)));
    let value = part(rw, source, dest);
    let combined = how.combine(rw, loc, acc, value);
    let result = super::combine::select(rw, loc, mask, combined, acc);
    rw.replace(root, &[result]);
    true
}

/// The only element of a vector is what combining all gives.
fn only_element(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc, ty) = (rw.ctx, view.location(), view.result_type(0));
    let (vector, acc) = (view.operand(0), view.operands().get(1).copied());
    let shape = view.operand_type(0).shape(ctx).unwrap_or(&[]);
    let how = Combination::of(view);
    if !matches!(shape, [] | [1]) || (acc.is_some() && how.is_none()) {
        return false;
    }
    let first = ctx.dense_i64_array(&vec![0; shape.len()]);
    let (root, mask) = root_and_mask(rw.body, op);
    rw.set_before(root);
    let mask = mask.map(|mask| {
        let state = ExtractOp::build(ctx, loc, mask, &[], first, &[asyncir_ir::Type::I1]);
        rw.insert_value(state)
    });
    let mut result = rw.insert_value(ExtractOp::build(ctx, loc, vector, &[], first, &[ty]));
    if let (Some(acc), Some(how)) = (acc, how) {
        result = how.apply(rw, loc, result, acc, mask);
    }
    rw.replace(root, &[result]);
    true
}
