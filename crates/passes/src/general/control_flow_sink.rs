//! `control-flow-sink`: ops whose results are used on one branch only move to the branch.
//!
//! The branches are regions that run at most once each time their op does. Ops with effects stay.

use asyncir_dialects::scf::{IfOp, IndexSwitchOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{BlockId, Body, Context, Diagnostics, OpId, OwnedOp, RegionId, WalkOrder};

use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "control-flow-sink",
    class: "ControlFlowSink",
    summary: "Sink operations into conditional blocks",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ControlFlowSink)),
};

struct ControlFlowSink;

impl Pass for ControlFlowSink {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in body.walk_all(WalkOrder::Post) {
                if !is_branch(body, op) {
                    continue;
                }
                for region in body.op_regions(op).to_vec() {
                    if let Some(entry) = body.region(region).first() {
                        sink(cx.ctx, body, region, entry);
                    }
                }
            }
            Ok(())
        })
    }
}

/// Whether each region of an op runs at most once.
fn is_branch(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    data.is(IfOp::DEF) || data.is(IndexSwitchOp::DEF)
}

/// Moves what only a region uses to its start.
fn sink(ctx: &Context, body: &mut Body, region: RegionId, entry: BlockId) {
    let blocks = body.region_blocks(region);
    let mut pending: Vec<OpId> = blocks.flat_map(|block| body.block_ops(block)).collect();
    while let Some(user) = pending.pop() {
        let operands: Vec<_> = body.operands(user).collect();
        for value in operands {
            let Some(op) = body.defining_op(value) else { continue };
            let is_outside = body.parent_region(op) != Some(region);
            if is_outside && is_used_within(body, op, region) && is_memory_effect_free(body.op_ref(ctx, op)) {
                let start = body.start_of(entry);
                body.move_op(op, start);
                pending.push(op);
            }
        }
    }
}

/// Whether all users of the results of an op are in a region.
fn is_used_within(body: &Body, op: OpId, region: RegionId) -> bool {
    let mut users = body.results(op).flat_map(|result| body.users(result));
    users.all(|user| body.ancestor_in_region(region, user).is_some())
}
