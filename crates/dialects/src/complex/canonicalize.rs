//! Canonicalisation patterns.

use asyncir_ir::OpId;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;

use super::constraints::element_type;
use super::{BitcastOp, CreateOp, ImOp, NegOp, ReOp};
use crate::arith;
use crate::op_patterns::op_patterns;

type ArithBitcastOp<'a> = arith::BitcastOp<'a>;

op_patterns! {
    /// Patterns of `complex.re`.
    RE for ReOp = [real_of_negated];
    /// Patterns of `complex.im`.
    IM for ImOp = [imaginary_of_negated];
    /// Patterns of `complex.bitcast` on itself.
    MERGE_COMPLEX for BitcastOp = [merge_bitcasts];
    /// Patterns of `complex.bitcast` on those of `arith`.
    MERGE_ARITH for ArithBitcastOp = [merge_arith_bitcast];
}

/// Patterns of `complex.bitcast`.
pub static BITCAST: &[&dyn asyncir_ir::rewrite::RewritePattern] = &[MERGE_COMPLEX[0], MERGE_ARITH[0]];

fn real_of_negated(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    part_of_negated(rw, op, 0).is_some()
}

fn imaginary_of_negated(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    part_of_negated(rw, op, 1).is_some()
}

/// A part of `-(a + b i)` is the negated part.
fn part_of_negated(rw: &mut Rewriter<'_>, op: OpId, part: usize) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let neg = rw.body.defining_op(rw.body.operand(op, 0))?;
    let create = rw.body.op(neg).is(NegOp::DEF).then(|| rw.body.operand(neg, 0))?;
    let create = rw.body.defining_op(create)?;
    if !rw.body.op(create).is(CreateOp::DEF) {
        return None;
    }
    let (operand, ty) = (rw.body.operand(create, part), rw.body.value_type(rw.body.result(op, 0)));
    rw.replace_with(op, arith::NegFOp::build(ctx, loc, operand, None, &[ty]));
    Some(())
}

/// A cast of a cast is one cast.
fn merge_bitcasts(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let Some(inner) = rw.body.defining_op(rw.body.operand(op, 0)) else {
        return false;
    };
    let is_arith = rw.body.op(inner).is(arith::BitcastOp::DEF);
    if !is_arith && !rw.body.op(inner).is(BitcastOp::DEF) {
        return false;
    }
    let source = rw.body.operand(inner, 0);
    let ty = rw.body.value_type(rw.body.result(op, 0));
    let is_complex = |ty| element_type(ctx, ty).is_some();
    let state = if is_arith || is_complex(ty) || is_complex(rw.body.value_type(source)) {
        BitcastOp::build(ctx, loc, source, &[ty])
    } else {
        arith::BitcastOp::build(ctx, loc, source, &[ty])
    };
    rw.replace_with(op, state);
    true
}

/// A cast of `arith` behind one of `complex` becomes one of `complex`.
fn merge_arith_bitcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let Some(inner) = rw.body.defining_op(rw.body.operand(op, 0)) else {
        return false;
    };
    if !rw.body.op(inner).is(BitcastOp::DEF) {
        return false;
    }
    let source = rw.body.operand(inner, 0);
    let ty = rw.body.value_type(rw.body.result(op, 0));
    rw.replace_with(op, BitcastOp::build(ctx, loc, source, &[ty]));
    true
}
