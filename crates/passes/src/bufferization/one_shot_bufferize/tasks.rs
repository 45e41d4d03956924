//! When tasks read memory: at any time after their start, since it is not known when they end. What they read must not be
//! written behind that start, nor in front of it if control may come back there.

use std::collections::HashSet;

use asyncir_dialects::r#async::ExecuteOp;
use asyncir_dialects::bufferization::ToTensorOp;
use asyncir_dialects::func::CallOp;
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, Dominance, OpId, RegionId, ValueId, WalkOrder};

use super::decisions::Use;
use super::regions::{self, happens_before};
use super::view::{State, View};
use crate::bufferization::tasks_around;

impl View<'_> {
    /// Whether a task that an op starts may read the memory of an operand when the op is done.
    pub fn is_read_later(self, operand: Use) -> bool {
        let decisions = self.state.decisions.as_ref();
        decisions.is_some_and(|decisions| decisions.is_read_later(operand.op))
            || match self.interface(operand.op) {
                Some(op) => op.is_read_later(self, operand),
                None => may_start_tasks(self, operand.op),
            }
    }
}

/// Whether a write may change what a task is still to read, though the order of the ops does not say so. `roots` share memory
/// with what is written.
pub(super) fn may_overtake(v: View<'_>, dominance: &Dominance, read: Use, write: Use, roots: &[ValueId]) -> bool {
    let Some(start) = start(v, read, write.op) else {
        return false;
    };
    let is_same_op = start == write.op;
    // Of a loop, the ops inside say what is written when.
    if !is_same_op && v.body.is_ancestor(write.op, start) {
        return false;
    }
    let is_before =
        is_same_op || happens_before(v, dominance, write.op, start) || regions::are_exclusive(v, write.op, start);
    !is_before || comes_again(v, write.op, start, roots)
}

/// The op behind whose start a read may happen at any time, if there is one: the outermost task with the read but without the
/// write, or an op that starts tasks.
fn start(v: View<'_>, read: Use, write: OpId) -> Option<OpId> {
    let mut found = v.is_read_later(read).then_some(read.op);
    let mut current = read.op;
    while let Some(parent) = v
        .body
        .parent_op(current)
        .filter(|&parent| !v.body.is_ancestor(parent, write))
    {
        if v.body.op(parent).is(ExecuteOp::DEF) {
            found = Some(parent);
        }
        current = parent;
    }
    found
}

/// Whether a write may be executed again behind the start of a task, to the same memory.
fn comes_again(v: View<'_>, write: OpId, start: OpId, roots: &[ValueId]) -> bool {
    let mut region = v.body.parent_region(write);
    while let Some(current) = region {
        let places = [start, write].map(|op| v.body.ancestor_in_region(current, op));
        if let [Some(start), Some(write)] = places {
            let blocks = [start, write].map(|op| v.body.parent_block(op));
            if matches!(blocks, [Some(from), Some(to)] if regions::leads_to(v, from, to, None)) {
                return true;
            }
            if roots
                .iter()
                .flat_map(|&root| v.all_aliases(root))
                .all(|&alias| is_made_in(v, alias, current))
            {
                return false;
            }
            if regions::repetitive(v, Some(current)) == Some(current) {
                return true;
            }
        }
        region = v.body.region(current).parent().and_then(|op| v.body.parent_region(op));
    }
    false
}

/// Whether a value is new each time that a region is executed.
fn is_made_in(v: View<'_>, value: ValueId, region: RegionId) -> bool {
    let owner = v.owner(value).filter(|&owner| !v.body.op(owner).is(ToTensorOp::DEF));
    owner.is_some_and(|owner| v.body.ancestor_in_region(region, owner).is_some())
}

/// Whether a task that is started in a function, or by what it calls, may read a tensor of the function later.
pub(super) fn is_read_later(v: View<'_>, value: ValueId) -> bool {
    let uses = v
        .all_aliases(value)
        .iter()
        .flat_map(|&alias| v.uses(alias).map(move |operand| (alias, operand)));
    uses.into_iter()
        .any(|(alias, operand)| v.is_read_later(operand) || is_captured(v, alias, operand.op))
}

pub(super) fn is_in_task(v: View<'_>, op: OpId) -> bool {
    tasks_around(v.body, op, None).next().is_some()
}

/// Whether an op is in a task in which a value is not.
fn is_captured(v: View<'_>, value: ValueId, user: OpId) -> bool {
    let mut current = user;
    while let Some(parent) = v.body.parent_op(current) {
        let is_inside = v.owner(value).is_some_and(|owner| v.body.is_ancestor(parent, owner));
        if v.body.op(parent).is(ExecuteOp::DEF) && !is_inside {
            return true;
        }
        current = parent;
    }
    false
}

/// Finds the loops which carry memory that tasks inside may read later. The loops inside others come first.
pub(super) fn note_loops(ctx: &Context, body: &Body, state: &mut State<'_>, ops: &[OpId]) {
    if !state.functions.have_tasks {
        return;
    }
    for &op in ops {
        let v = View { ctx, body, state };
        let is_loop = !body.op_regions(op).is_empty() && v.tensor_operands(op).next().is_some();
        if is_loop
            && carries_to_tasks(v, op)
            && let Some(decisions) = &mut state.decisions
        {
            decisions.set_read_later(op);
        }
    }
}

/// Whether a tensor that a task inside of an op reads later may be in the memory of one that the op carries.
fn carries_to_tasks(v: View<'_>, op: OpId) -> bool {
    let (mut kept, mut carried) = (Vec::new(), Vec::new());
    for &region in v.body.op_regions(op) {
        for block in v.body.region_blocks(region) {
            carried.extend(v.body.block_args(block));
            carried.extend(
                v.body
                    .block(block)
                    .last_op()
                    .into_iter()
                    .flat_map(|end| v.body.operands(end)),
            );
        }
    }
    for inner in v
        .body
        .walk_op(op, WalkOrder::Post)
        .into_iter()
        .filter(|&inner| inner != op)
    {
        for operand in v.tensor_operands(inner) {
            let value = v.value(operand);
            if v.is_read_later(operand) || is_captured(v, value, inner) {
                kept.push(value);
            }
        }
    }
    if kept.is_empty() {
        return false;
    }
    let carried = origins(v, &carried);
    origins(v, &kept).iter().any(|value| carried.contains(value))
}

/// All tensors that values may share memory with, as far as those come from operands of ops.
fn origins(v: View<'_>, values: &[ValueId]) -> HashSet<ValueId> {
    let (mut seen, mut pending) = (HashSet::new(), values.to_vec());
    pending.retain(|&value| v.is_tensor(value));
    while let Some(value) = pending.pop() {
        if seen.insert(value) {
            pending.extend(v.sources(value).into_iter().map(|source| v.value(source.operand)));
        }
    }
    seen
}

/// Whether an op that nothing is known of may start tasks that read its operands later.
pub(super) fn may_start_tasks(v: View<'_>, op: OpId) -> bool {
    let data = v.body.op(op);
    data.is_of("async") || data.is(CallOp::DEF) && v.state.functions.have_tasks
}
