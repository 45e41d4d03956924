//! Memory that tasks give. The block that awaits it frees it.

use asyncir_dialects::r#async::types::value_type;
use asyncir_dialects::r#async::{AddToGroupOp, AwaitOp, ExecuteOp};
use asyncir_dialects::constraints::is_any_memref;
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Body, Context, InsertPoint, OpId, ValueId, WalkOrder};

use super::program::Program;
use super::tasks::Tasks;

/// How the value of a task is used, if only in the block that starts the task.
struct Uses {
    block: BlockId,
    /// In their order.
    awaits: Vec<OpId>,
    /// Tasks that take the value.
    takers: Vec<OpId>,
}

impl Uses {
    /// `None` if the value is not memory, or is used elsewhere.
    fn new(ctx: &Context, body: &Body, task: OpId, value: ValueId) -> Option<Self> {
        let payload = value_type(ctx, body.value_type(value))?;
        let block = body.parent_block(task).filter(|_| is_any_memref(ctx, payload))?;
        let (mut awaits, mut takers) = (Vec::new(), Vec::new());
        for user in body.users(value) {
            let data = body.op(user);
            if body.parent_block(user) != Some(block) {
                return None;
            } else if data.is(AwaitOp::DEF) {
                awaits.push(user);
            } else if data.is(ExecuteOp::DEF) {
                takers.push(user);
            } else if !data.is(AddToGroupOp::DEF) {
                return None;
            }
        }
        awaits.sort_by(|&a, &b| body.order_in_block(a, b));
        Some(Self { block, awaits, takers })
    }

    /// Whether no task that takes the value goes on when the block ends.
    fn are_takers_done(&self, tasks: &Tasks) -> bool {
        self.takers
            .iter()
            .all(|&taker| tasks.done_in(taker) == Some(self.block))
    }
}

/// The name of the memory in the value of a task from which on a block owns it. The task must be awaited where it is started:
/// the block that does so frees what it gives. Or one other task takes the value. The other names of the memory are added
/// to `flows`.
pub(super) fn owner(
    ctx: &Context,
    body: &Body,
    tasks: &Tasks,
    (task, value): (OpId, ValueId),
    flows: &mut Vec<(ValueId, ValueId)>,
) -> Option<ValueId> {
    let uses = Uses::new(ctx, body, task, value)?;
    let taken = uses.takers.iter().flat_map(|&taker| taken(ctx, body, taker, value));
    let mut taken: Vec<ValueId> = taken.collect();
    let owner = match uses.awaits.first() {
        Some(&first) => uses.are_takers_done(tasks).then(|| body.result(first, 0))?,
        None if taken.len() == 1 => taken.pop()?,
        None => return None,
    };
    taken.extend(uses.awaits.iter().skip(1).map(|&wait| body.result(wait, 0)));
    flows.extend(taken.into_iter().map(|other| (owner, other)));
    Some(owner)
}

/// The arguments of the region of a task that are the payload of a value.
fn taken(ctx: &Context, body: &Body, taker: OpId, value: ValueId) -> Vec<ValueId> {
    let view = ExecuteOp(body.op_ref(ctx, taker));
    let arguments = view.block().map(|block| body.block_args(block));
    let pairs = view.bodyOperands().into_iter().zip(arguments.into_iter().flatten());
    pairs
        .filter(|&(operand, _)| operand == value)
        .map(|(_, argument)| argument)
        .collect()
}

/// At the end of blocks: awaits what tasks give that nobody awaits, so that it can be freed. These tasks are done.
pub(super) fn await_unused(ctx: &Context, body: &mut Body, program: &Program) {
    let tasks = Tasks::new(ctx, body, program);
    for task in body.walk_all(WalkOrder::Pre) {
        let data = body.op(task);
        if !data.is(ExecuteOp::DEF) && !program.gives(ctx, data) {
            continue;
        }
        for value in body.results(task).collect::<Vec<_>>() {
            let Some(uses) = Uses::new(ctx, body, task, value) else {
                continue;
            };
            let is_done = tasks.done_in(task) == Some(uses.block) && uses.are_takers_done(&tasks);
            let is_owned = !uses.awaits.is_empty() || uses.takers.len() == 1;
            let payload = value_type(ctx, body.value_type(value));
            if let (Some(end), Some(payload)) = (body.terminator(uses.block), payload)
                && is_done
                && !is_owned
            {
                let at = body.op(task).location();
                let wait = body.create_op(AwaitOp::build(ctx, at, value, &[payload]));
                body.insert_op(wait, InsertPoint::Before(end));
            }
        }
    }
}
