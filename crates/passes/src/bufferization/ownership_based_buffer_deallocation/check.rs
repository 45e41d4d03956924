//! What the pass cannot follow.

use std::collections::HashMap;

use asyncir_dialects::r#async;
use asyncir_dialects::bufferization::DeallocOp;
use asyncir_dialects::constraints::is_any_memref;
use asyncir_ir::def::{EffectKind, OpTrait, OpView};
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{BlockId, Body, Dominance, Fallible, OpRef};

use crate::general::inline::is_call;

/// Refuses ops of which it is not known what they do with buffers.
///
/// # Errors
/// At the op.
pub(super) fn op(op: OpRef<'_>) -> Fallible {
    let is_memory = |&ty: &_| is_any_memref(op.ctx, ty);
    let has_memory = op.operand_types().iter().any(is_memory) || op.result_types().iter().any(is_memory);
    if is_task(op) {
        return Err(op.bare_error("ops with unknown memory side effects are not supported"));
    }
    if !has_memory && neither_allocates_nor_frees(op) {
        return Ok(());
    }
    let data = op.data();
    if data.is(DeallocOp::DEF) {
        return Err(op.bare_error("No deallocation operations must be present when running this pass!"));
    }
    if effects_of(op).is_none() && !data.has_trait(OpTrait::RecursiveMemoryEffects) && !is_call(data) {
        return Err(op.bare_error("ops with unknown memory side effects are not supported"));
    }
    let regions = op.body.op_regions(op.op).len();
    let gives = data.num_results() > 0;
    let is_branch = data.def().is_some_and(|def| def.hooks.region_branch.is_some());
    if (regions > 1 || regions == 1 && gives) && !is_branch {
        let message = "All operations with attached regions need to implement the RegionBranchOpInterface.";
        return Err(op.bare_error(message));
    }
    Ok(())
}

/// Whether an op starts a task: what it uses lives longer than the op runs.
fn is_task(op: OpRef<'_>) -> bool {
    op.data().is(r#async::ExecuteOp::DEF) || op.data().is(r#async::CallOp::DEF)
}

fn neither_allocates_nor_frees(op: OpRef<'_>) -> bool {
    match effects_of(op) {
        Some(effects) => {
            let is_either = |kind| kind == EffectKind::Allocate || kind == EffectKind::Free;
            !effects.iter().any(|effect| is_either(effect.kind))
        }
        None => op.data().has_trait(OpTrait::RecursiveMemoryEffects),
    }
}

/// Whether control may come back to a block without an op that is a loop: whether a block leads to one that does not stand
/// behind it where all others do.
pub(super) fn has_loops_of_blocks(body: &Body) -> bool {
    let dominance = Dominance::new(body);
    body.all_regions().into_iter().any(|region| {
        let order = dominance.reverse_post_order(body, region);
        let place: HashMap<BlockId, usize> = order.iter().copied().zip(0..).collect();
        let leads_back = |&block: &BlockId| {
            let end = body.terminator(block).into_iter();
            end.flat_map(|op| body.successors(op))
                .any(|next| place.get(&next) <= place.get(&block))
        };
        order.iter().any(leads_back)
    })
}
