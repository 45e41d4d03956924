//! What the pass cannot follow.

use std::collections::HashSet;

use asyncir_dialects::r#async;
use asyncir_dialects::bufferization::DeallocOp;
use asyncir_dialects::constraints::is_any_memref;
use asyncir_ir::def::{EffectKind, OpTrait, OpView};
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{BlockId, Body, Fallible, OpRef, RegionId};

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

/// Whether control may come back to a block without an op that is a loop.
pub(super) fn has_loops_of_blocks(body: &Body) -> bool {
    body.all_regions().into_iter().any(|region| has_cycle(body, region))
}

/// Searches for a way back, from block to block, with a stack of its own.
fn has_cycle(body: &Body, region: RegionId) -> bool {
    let (mut on_path, mut done) = (HashSet::new(), HashSet::new());
    let Some(entry) = body.region(region).first() else {
        return false;
    };
    let mut stack = vec![(entry, successors(body, entry))];
    on_path.insert(entry);
    while let Some((block, next)) = stack.last_mut() {
        let Some(next) = next.pop() else {
            on_path.remove(block);
            done.insert(*block);
            stack.pop();
            continue;
        };
        if on_path.contains(&next) {
            return true;
        }
        if !done.contains(&next) {
            on_path.insert(next);
            stack.push((next, successors(body, next)));
        }
    }
    false
}

/// The blocks that control may go to from a block.
pub(super) fn successors(body: &Body, block: BlockId) -> Vec<BlockId> {
    let end = body.terminator(block);
    end.into_iter().flat_map(|op| body.successors(op)).collect()
}
