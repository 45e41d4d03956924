//! `loop-invariant-code-motion`: what an iteration computes from nothing but values from around its loop is computed once,
//! before the loop.
//!
//! Inner loops come first, so that what leaves one may leave the next. Only ops that could as well run when the loop has
//! no iterations are moved: they have neither effects nor undefined behaviour.

use std::collections::VecDeque;

use asyncir_dialects::matchers::is_defined_outside;
use asyncir_ir::def::OpTrait;
use asyncir_ir::rewrite::effects::is_pure;
use asyncir_ir::{Body, Context, Diagnostics, InsertPoint, OpId, OwnedOp, RegionId, WalkOrder};

use crate::bodies::for_each_body;
use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "loop-invariant-code-motion",
    class: "LoopInvariantCodeMotion",
    summary: "Hoist loop invariant instructions outside of the loop",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(LoopInvariantCodeMotion)),
};

struct LoopInvariantCodeMotion;

impl Pass for LoopInvariantCodeMotion {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            move_invariant_code(cx.ctx, body);
            Ok(())
        })
    }
}

/// Moves what is invariant out of all loops of a body; what is in isolated ops is left alone.
fn move_invariant_code(ctx: &Context, body: &mut Body) {
    for op in body.walk_all(WalkOrder::Post) {
        if body.op(op).has_trait(OpTrait::LoopLike) {
            for region in body.op_regions(op).to_vec() {
                move_out(ctx, body, op, region);
            }
        }
    }
}

/// Moves what is invariant in a region of a loop to the place before the loop.
fn move_out(ctx: &Context, body: &mut Body, loop_op: OpId, region: RegionId) {
    let blocks = body.region_blocks(region);
    let mut pending: VecDeque<OpId> = blocks.flat_map(|block| body.block_ops(block)).collect();
    while let Some(op) = pending.pop_front() {
        if body.parent_region(op) != Some(region) || !is_invariant(ctx, body, op, loop_op) {
            continue;
        }
        body.move_op(op, InsertPoint::Before(loop_op));
        // What uses it may be invariant now.
        let users = body.results(op).flat_map(|value| body.users(value));
        pending.extend(users.filter(|&user| body.parent_region(user) == Some(region)));
    }
}

/// Whether an op computes the same in each iteration, and may be computed without any.
fn is_invariant(ctx: &Context, body: &Body, op: OpId, loop_op: OpId) -> bool {
    if body.op(op).has_trait(OpTrait::Terminator) || !is_pure(body.op_ref(ctx, op)) {
        return false;
    }
    body.walk_op(op, WalkOrder::Pre).into_iter().all(|inner| {
        let mut operands = body.operands(inner);
        operands.all(|value| is_defined_outside(body, value, loop_op) || !is_defined_outside(body, value, op))
    })
}
