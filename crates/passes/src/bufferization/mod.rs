//! Where memory is allocated, and whether on the stack.

mod aliases;
pub mod buffer_deallocation_simplification;
pub mod buffer_hoisting;
pub mod buffer_loop_hoisting;
pub mod buffer_results_to_out_params;
pub mod bufferization_lower_deallocations;
mod calls;
pub mod drop_equivalent_buffer_results;
pub mod empty_tensor_to_alloc_tensor;
pub mod free_local_buffers;
pub mod free_owned_buffers;
mod hoist;
pub mod mark_manual_deallocation;
pub mod one_shot_bufferize;
pub mod optimize_allocation_liveness;
mod origins;
pub mod ownership_based_buffer_deallocation;
pub mod promote_buffers_to_stack;
pub mod scope_loop_allocas;
mod signature;

use std::collections::BTreeSet;

use asyncir_dialects::r#async::{CallOp as AsyncCallOp, ExecuteOp};
use asyncir_dialects::memref::{AllocOp, ExtractAlignedPointerAsIndexOp, StoreOp};
use asyncir_dialects::{affine, func, llvm};
use asyncir_ir::def::{EffectKind, OpTrait, OpView};
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{Body, Context, OpId, OwnedOp, ValueId, WalkOrder};

use crate::PassContext;
use crate::bodies::has_tasks;

/// The allocations on the heap that are freed at most once, each with what frees it.
fn allocations(ctx: &Context, body: &Body) -> Vec<(OpId, Option<OpId>)> {
    let ops = body.walk_all(WalkOrder::Post).into_iter();
    let allocs = ops.filter(|&op| body.op(op).is(AllocOp::DEF));
    allocs
        .filter_map(|op| {
            let value = body.result(op, 0);
            let mut frees = body.users(value).filter(|&user| frees(ctx, body, user, value));
            let first = frees.next();
            frees.next().is_none().then_some((op, first))
        })
        .collect()
}

fn frees(ctx: &Context, body: &Body, user: OpId, value: ValueId) -> bool {
    let effects = effects_of(body.op_ref(ctx, user)).unwrap_or_default();
    effects
        .iter()
        .any(|effect| effect.kind == EffectKind::Free && effect.value == Some(value))
}

/// Whether control may come back to the start of the regions of an op.
fn is_loop(body: &Body, op: OpId) -> bool {
    body.op(op).has_trait(OpTrait::LoopLike)
}

/// Whether it is known in which order the regions of an op are executed.
fn has_known_flow(body: &Body, op: OpId) -> bool {
    let def = body.op(op).def();
    is_loop(body, op) || def.is_some_and(|def| def.hooks.region_branch.is_some())
}

/// Whether an op is in a task that an op around it starts, or is.
fn is_in_task(body: &Body, op: OpId, outermost: OpId) -> bool {
    tasks_around(body, op, body.parent_op(outermost)).next().is_some()
}

/// The tasks that an op is in, up to those that are started inside `outermost`, or in the body.
fn tasks_around(body: &Body, op: OpId, outermost: Option<OpId>) -> impl Iterator<Item = OpId> {
    let around = std::iter::successors(Some(op), |&op| body.parent_op(op)).skip(1);
    let inside = around.take_while(move |&op| Some(op) != outermost);
    inside.filter(|&op| body.op(op).is(ExecuteOp::DEF))
}

/// What is known of the functions that a body calls.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Callees {
    /// They start no tasks.
    StartNoTasks,
    /// They may start tasks that go on when they return.
    MayStartTasks,
}

impl Callees {
    /// For bodies in the op that a pass runs on.
    fn of(op: &OwnedOp, cx: &PassContext<'_>) -> Self {
        if cx.calls_may_start_tasks || op.body().is_some_and(has_tasks) {
            Self::MayStartTasks
        } else {
            Self::StartNoTasks
        }
    }
}

/// Whether tasks that are started inside `outermost`, or in the body, may use memory with these names, which is not of such a
/// task.
fn may_be_used_by_tasks(body: &Body, names: &BTreeSet<ValueId>, outermost: Option<OpId>, callees: Callees) -> bool {
    let calls = [func::CallOp::DEF, func::CallIndirectOp::DEF, llvm::CallOp::DEF];
    let mut uses = names
        .iter()
        .flat_map(|&name| body.users(name).map(move |user| (name, user)));
    uses.any(|(name, user)| {
        let data = body.op(user);
        // Tasks take memory from where it was put, too.
        let may_reach_task = callees == Callees::MayStartTasks
            && (calls.iter().any(|def| data.is(def))
                || data.is(ExtractAlignedPointerAsIndexOp::DEF)
                || puts_away(body, user, name));
        may_reach_task || data.is(AsyncCallOp::DEF) || tasks_around(body, user, outermost).next().is_some()
    })
}

/// Whether an op puts a memref where it is not looked for: into other memory, or into the result of an op of which it is
/// not known what that has from its regions.
pub(crate) fn puts_away(body: &Body, op: OpId, memref: ValueId) -> bool {
    let data = body.op(op);
    if data.is(StoreOp::DEF) || data.is(affine::StoreOp::DEF) {
        return body.operand(op, 0) == memref;
    }
    let ends_region = data.has_trait(OpTrait::Terminator) && data.def().is_none_or(|def| def.hooks.branch.is_none());
    let has_known_results = |parent| {
        let def = body.op(parent).def();
        def.is_some_and(|def| def.hooks.region_branch.is_some() || def == ExecuteOp::DEF)
    };
    ends_region && body.parent_op(op).is_some_and(|parent| !has_known_results(parent))
}

/// Whether a value is there only in the regions of an op.
fn is_inside(body: &Body, value: ValueId, op: OpId) -> bool {
    let block = body.value_block(value);
    let region = block.and_then(|block| body.block(block).region());
    let owner = region.and_then(|region| body.region(region).parent());
    owner.is_some_and(|owner| body.is_ancestor(op, owner))
}
