//! Canonicalisation of loops and conditions whose course is known.

use asyncir_ir::affine::AffineExpr;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, OpId, ValueId};

use super::operands::as_set;
use super::{ForOp, IfOp};
use crate::matchers::terminator_of;
use crate::op_patterns::op_patterns;
use crate::scf::edit::inline_region;

op_patterns! {
    /// Patterns of `affine.for`.
    FOR for ForOp = [drop_empty_loop];
    /// Patterns of `affine.if`.
    IF for IfOp = [drop_empty_else, take_known_branch];
}

fn drop_empty_loop(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match values_of_empty_loop(rw.ctx, rw.body, op) {
        Some(values) => {
            rw.replace(op, &values);
            true
        }
        None => false,
    }
}

/// What a loop gives whose body only passes values on.
pub(super) fn values_of_empty_loop(ctx: &Context, body: &Body, op: OpId) -> Option<Vec<ValueId>> {
    let view = ForOp(body.op_ref(ctx, op));
    let block = view.block()?;
    if body.block_ops(block).count() != 1 {
        return None;
    }
    let (_, yielded) = terminator_of(body, block)?;
    let (trips, inits) = (view.trip_count(), view.inits());
    if yielded.is_empty() {
        return Some(Vec::new());
    }
    if trips == Some(0) {
        return Some(inits.to_vec());
    }
    let args: Vec<ValueId> = body.block_args(block).collect();
    let (&counter, carried) = args.split_first()?;
    let (mut is_from_outside, mut is_out_of_order) = (false, false);
    let mut values = Vec::new();
    for (index, &value) in yielded.iter().enumerate() {
        if value == counter {
            return None;
        }
        match carried.iter().position(|&arg| arg == value) {
            Some(position) => {
                is_out_of_order |= position != index;
                values.push(*inits.get(position)?);
            }
            None => {
                is_from_outside = true;
                values.push(value);
            }
        }
    }
    let is_known = match trips {
        None => !is_from_outside && !is_out_of_order,
        Some(trips) => trips < 2 || !is_out_of_order,
    };
    is_known.then_some(values)
}

/// A second region in which nothing happens is left out.
fn drop_empty_else(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let block = rw
        .body
        .op_regions(op)
        .get(1)
        .and_then(|&region| rw.body.region(region).first());
    let Some(block) = block else { return false };
    if rw.body.op(op).num_results() > 0 || rw.body.block_ops(block).count() != 1 {
        return false;
    }
    rw.erase_block(block);
    rw.modify(op, |_| ());
    true
}

/// A condition without any constraint left, or that cannot hold, is decided.
fn take_known_branch(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let condition = rw.body.op(op).property(rw.ctx, "condition");
    let Some(set) = condition.and_then(|condition| as_set(rw.ctx, condition)) else {
        return false;
    };
    let is_true = matches!(set.constraints(), [(AffineExpr::Constant(0), true)]);
    if !is_true && !set.is_empty_set() {
        return false;
    }
    let region = rw.body.op_regions(op).get(usize::from(!is_true)).copied();
    match region.filter(|&region| !rw.body.region(region).is_empty()) {
        Some(region) => inline_region(rw, op, region, &[]),
        None if rw.body.op(op).num_results() == 0 => {
            rw.erase(op);
            true
        }
        None => false,
    }
}
