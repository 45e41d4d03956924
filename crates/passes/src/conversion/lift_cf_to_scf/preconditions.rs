//! What is refused.

use std::collections::HashSet;

use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, Body, Context, Fallible, RegionId, WalkOrder};

use super::graph::preorder;
use crate::analysis::cycles::successors;

/// Checks that blocks which are not reached do not matter, and that all branches only branch and say what they pass.
pub(super) fn check(ctx: &Context, body: &Body, region: RegionId) -> Fallible {
    let Some(entry) = body.region(region).first() else {
        return Ok(());
    };
    let reached: HashSet<BlockId> = preorder(body, entry).into_iter().collect();
    let blocks = || body.region_blocks(region).filter(|block| !reached.contains(block));
    // MLIR looks only for blocks without predecessors. Others that are not reached can stay, unless they lead to blocks that
    // are, or end the region: then MLIR makes invalid ops.
    let leads_back = |&block: &BlockId| {
        let next = successors(body, block);
        next.is_empty() || next.iter().any(|next| reached.contains(next))
    };
    let unreachable = blocks()
        .find(|&block| body.has_no_predecessors(block))
        .or_else(|| blocks().find(leads_back));
    if let Some(first) = unreachable.and_then(|block| body.block(block).first_op()) {
        return Err(body
            .op_ref(ctx, first)
            .error("transformation does not support unreachable blocks"));
    }
    for op in body.walk_region(region, WalkOrder::Post) {
        let view = body.op_ref(ctx, op);
        let successors = view.data().num_successors();
        if successors == 0 {
            continue;
        }
        if view.data().def().is_none_or(|def| def.hooks.branch.is_none()) {
            return Err(view.error(
                "transformation does not support terminators with successors not implementing BranchOpInterface",
            ));
        }
        if !is_memory_effect_free(view) {
            return Err(view.error("transformation does not support terminators with side effects"));
        }
        let produces = |index| successor_operands(ctx, body, op, index).is_none_or(|operands| operands.produced > 0);
        if (0..successors).any(produces) {
            return Err(
                view.error("transformation does not support operations with operation-produced successor operands")
            );
        }
    }
    Ok(())
}
