//! `control-flow-sink`: ops whose results are used on one branch only move to the branch.
//!
//! The branches are regions that run at most once each time their op does. Ops with effects stay, and so do those whose
//! results affine ops use as symbols, if they would be none there. MLIR moves them and makes invalid programs.

use std::collections::HashSet;

use asyncir_dialects::affine::scope::{affine_scope, is_symbol, is_symbol_anywhere, is_top_level};
use asyncir_dialects::memref::DimOp;
use asyncir_dialects::scf::{IfOp, IndexSwitchOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{BlockId, Body, Context, Diagnostics, OpId, OwnedOp, RegionId, ValueId, WalkOrder};

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
            let symbols = Symbols::of(body);
            for op in body.walk_all(WalkOrder::Post) {
                if !is_branch(body, op) {
                    continue;
                }
                for region in body.op_regions(op).to_vec() {
                    if let Some(entry) = body.region(region).first() {
                        sink(cx.ctx, body, region, entry, &symbols);
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
fn sink(ctx: &Context, body: &mut Body, region: RegionId, entry: BlockId, symbols: &Symbols) {
    let blocks = body.region_blocks(region);
    let mut pending: Vec<OpId> = blocks.flat_map(|block| body.block_ops(block)).collect();
    while let Some(user) = pending.pop() {
        let operands: Vec<_> = body.operands(user).collect();
        for value in operands {
            let Some(op) = body.defining_op(value) else { continue };
            let is_outside = body.parent_region(op) != Some(region);
            let may_move =
                is_outside && is_used_within(body, op, region) && is_memory_effect_free(body.op_ref(ctx, op));
            if may_move && !symbols.are_lost(ctx, body, op) {
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

/// The values that affine ops use, and those that these are computed from, as far as they may be symbols or memory whose sizes
/// are symbols.
struct Symbols {
    used: HashSet<ValueId>,
}

impl Symbols {
    /// Of all affine ops in a body.
    fn of(body: &Body) -> Self {
        let ops = body.walk_all(WalkOrder::Pre).into_iter();
        let affine = ops.filter(|&op| body.op(op).is_of("affine"));
        let is_index = |&value: &ValueId| body.value_type(value).is_index();
        let mut pending: Vec<ValueId> = affine.flat_map(|op| body.operands(op)).filter(is_index).collect();
        let mut used = HashSet::new();
        while let Some(value) = pending.pop() {
            if used.insert(value)
                && let Some(op) = body.defining_op(value)
            {
                let is_size = body.op(op).is(DimOp::DEF);
                used.extend(body.operands(op).next().filter(|_| is_size));
                pending.extend(body.operands(op).filter(is_index));
            }
        }
        Self { used }
    }

    /// Whether results of an op are such values only where it is.
    fn are_lost(&self, ctx: &Context, body: &Body, op: OpId) -> bool {
        let scope = affine_scope(body, op);
        body.results(op).filter(|value| self.used.contains(value)).any(|value| {
            let is_needed_here = if body.value_type(value).is_index() {
                is_symbol(ctx, body, value, scope)
            } else {
                is_top_level(body, value, scope)
            };
            is_needed_here && !is_symbol_anywhere(ctx, body, value, scope)
        })
    }
}
