//! When tasks are done.

use std::collections::HashMap;

use asyncir_dialects::r#async::{AddToGroupOp, AwaitAllOp, AwaitOp, CallOp, ExecuteOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Body, Context, OpId, WalkOrder};

use super::program::Program;

/// For each task that is known to be done when a block ends that it was started in: that block, the innermost one. It is
/// known if the block awaits the task, a task that waits for it, or its group.
pub(super) struct Tasks(HashMap<OpId, BlockId>);

impl Tasks {
    /// The tasks in a body that are known to be done when a block ends.
    pub(super) fn new(ctx: &Context, body: &Body, program: &Program) -> Self {
        let mut tasks = Self(HashMap::new());
        // What waits for a task stands behind it.
        for op in body.walk_all(WalkOrder::Pre).into_iter().rev() {
            let data = body.op(op);
            let is_task = data.is(ExecuteOp::DEF) || data.is(CallOp::DEF);
            if is_task
                && !program.leaves_tasks(ctx, data)
                && let Some(block) = tasks.find(body, op)
            {
                tasks.0.insert(op, block);
            }
        }
        tasks
    }

    /// The block at whose end a task is done for certain, together with all tasks that it has left.
    pub(super) fn done_in(&self, task: OpId) -> Option<BlockId> {
        self.0.get(&task).copied()
    }

    fn find(&self, body: &Body, task: OpId) -> Option<BlockId> {
        let block = body.parent_block(task)?;
        let mut found: Option<BlockId> = None;
        for user in body.results(task).flat_map(|value| body.users(value)) {
            if body.parent_block(user) != Some(block) {
                continue;
            }
            let data = body.op(user);
            let candidates = if data.is(AwaitOp::DEF) {
                vec![block]
            } else if data.is(ExecuteOp::DEF) {
                self.done_in(user).into_iter().collect()
            } else if data.is(AddToGroupOp::DEF) {
                group_done_in(body, user)
            } else {
                continue;
            };
            for candidate in candidates {
                if found.is_none_or(|found| is_in_block(body, candidate, found)) {
                    found = Some(candidate);
                }
            }
        }
        found
    }
}

/// The blocks around the place where something is added to a group that await the group behind it.
fn group_done_in(body: &Body, add: OpId) -> Vec<BlockId> {
    let group = body.operand(add, 1);
    let awaits = body.users(group).filter(|&user| body.op(user).is(AwaitAllOp::DEF));
    let blocks = awaits.filter_map(|wait| {
        let block = body.parent_block(wait)?;
        let here = body.ancestor_in_block(block, add)?;
        body.is_before_in_block(here, wait).then_some(block)
    });
    blocks.collect()
}

/// Whether a block is in an op of another one.
fn is_in_block(body: &Body, inner: BlockId, outer: BlockId) -> bool {
    let region = body.block(inner).region();
    let parent = region.and_then(|region| body.region(region).parent());
    parent.is_some_and(|parent| body.ancestor_in_block(outer, parent).is_some())
}
