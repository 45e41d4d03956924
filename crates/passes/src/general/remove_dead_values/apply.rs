//! The removal.

use std::collections::HashSet;

use asyncir_dialects::ub::{self, PoisonOp};
use asyncir_ir::def::OpTrait;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, Body, Context, InsertPoint, OpId, OperationState, ValueId, WalkOrder};

use super::plan::{OfBody, Plan};
use super::signatures::{Change, kept, set_lists, set_signature};
use crate::analysis::dataflow::Program;
use crate::analysis::dataflow::calls::Calls;
use crate::analysis::dataflow::regions;

/// Removes what is planned.
pub(super) fn apply(program: &mut Program<'_>, plan: Plan, calls: &Calls) {
    let ctx = program.ctx;
    let mut removals: Vec<Removal<'_>> = plan.bodies.into_iter().map(|plan| Removal::new(ctx, plan)).collect();
    for (space, removal) in removals.iter_mut().enumerate() {
        removal.arguments(program.body_mut(space));
    }
    for change in &plan.functions {
        let Some(entry) = program.entry(change.function) else {
            continue;
        };
        let removal = &mut removals[entry.space];
        removal.arguments_of(program.body_mut(entry.space), entry.id, &indices(&change.arguments));
        removal.returned(program.body_mut(entry.space), &change.results);
        let function = program.body_mut(change.function.space).op_mut(change.function.id);
        set_signature(ctx, function, change);
        for &call in calls.of(change.function) {
            removals[call.space].call(program.body_mut(call.space), call.id, change);
        }
    }
    for (space, removal) in removals.iter_mut().enumerate() {
        let body = program.body_mut(space);
        removal.operands(body);
        removal.ops(body);
        removal.unused_poison(body);
    }
}

/// The indices of what goes.
fn indices(keep: &[bool]) -> Vec<usize> {
    (0..keep.len()).filter(|&index| !keep[index]).collect()
}

/// The removal from a body.
struct Removal<'c> {
    ctx: &'c Context,
    plan: OfBody,
    /// The poison that was made.
    poison: HashSet<OpId>,
}

impl<'c> Removal<'c> {
    fn new(ctx: &'c Context, plan: OfBody) -> Self {
        Self {
            ctx,
            plan,
            poison: HashSet::new(),
        }
    }

    fn make_poison(&mut self, body: &mut Body, like: ValueId, point: InsertPoint) -> ValueId {
        let (at, ty) = (body.value_location(like), body.value_type(like));
        let state = PoisonOp::build(self.ctx, at, Some(ub::poison(self.ctx)), &[ty]);
        let op = body.create_op(state);
        body.insert_op(op, point);
        self.poison.insert(op);
        body.result(op, 0)
    }

    /// Lets what still uses a value use poison instead.
    fn replace_uses(&mut self, body: &mut Body, value: ValueId, point: InsertPoint) {
        if body.has_uses(value) {
            let poison = self.make_poison(body, value, point);
            body.replace_all_uses(value, poison);
        }
    }

    /// Removes arguments of blocks with what branches pass to them.
    fn arguments(&mut self, body: &mut Body) {
        for (block, dead) in std::mem::take(&mut self.plan.arguments) {
            for &argument in dead.iter().rev() {
                let uses: Vec<(OpId, usize)> = body.block_uses(block).collect();
                for (branch, successor) in uses {
                    if let Some(passed) = successor_operands(self.ctx, body, branch, successor) {
                        passed.erase(self.ctx, body, branch, argument);
                    }
                }
            }
            self.arguments_of(body, block, &dead);
        }
    }

    fn arguments_of(&mut self, body: &mut Body, block: BlockId, dead: &[usize]) {
        for &argument in dead.iter().rev() {
            let value = body.block_arg(block, argument);
            self.replace_uses(body, value, body.start_of(block));
            body.erase_block_arg(block, argument);
        }
    }

    /// Removes what the ends of a function return.
    fn returned(&mut self, body: &mut Body, keep: &[bool]) {
        let regions = body.root_regions().to_vec();
        let blocks: Vec<BlockId> = regions.iter().flat_map(|&region| body.region_blocks(region)).collect();
        for end in blocks
            .into_iter()
            .filter_map(|block| body.block(block).last_op())
            .collect::<Vec<_>>()
        {
            let operands: Vec<ValueId> = body.operands(end).collect();
            if body.op(end).has_trait(OpTrait::ReturnLike) && operands.len() == keep.len() {
                body.set_operands(end, &kept(&operands, keep));
            }
        }
    }

    /// Removes what a call passes and gets that its function has no more.
    fn call(&mut self, body: &mut Body, call: OpId, change: &Change) {
        let passed = regions::callee_operands(body.op_ref(self.ctx, call));
        let operands = body.operands(call).enumerate();
        let is_kept = |index: usize| {
            let argument = index.checked_sub(passed.start).filter(|_| index < passed.end);
            argument.is_none_or(|argument| change.arguments.get(argument).copied().unwrap_or(true))
        };
        let operands: Vec<ValueId> = operands
            .filter(|&(index, _)| is_kept(index))
            .map(|(_, value)| value)
            .collect();
        body.set_operands(call, &operands);
        set_lists(self.ctx, body.op_mut(call), &change.arguments, &change.results);
        if change.results.contains(&false) {
            self.results(body, call, &change.results);
        }
    }

    /// Makes an op anew with fewer results.
    fn results(&mut self, body: &mut Body, op: OpId, keep: &[bool]) {
        let results: Vec<ValueId> = body.results(op).collect();
        for (&result, _) in results.iter().zip(keep).filter(|(_, keep)| !**keep) {
            self.replace_uses(body, result, InsertPoint::Before(op));
        }
        let data = body.op(op);
        let mut state = OperationState::new(data.name(), data.location());
        (state.properties, state.attrs) = (data.properties(), data.attrs());
        let operands: Vec<ValueId> = body.operands(op).collect();
        let types: Vec<_> = kept(&results, keep)
            .into_iter()
            .map(|value| body.value_type(value))
            .collect();
        let state = state.operands(&operands).results(&types);
        let mut rw = Rewriter::new(self.ctx, body);
        rw.set_before(op);
        let new = rw.insert(state);
        for (old, new) in kept(&results, keep)
            .into_iter()
            .zip(rw.body.results(new).collect::<Vec<_>>())
        {
            rw.body.replace_all_uses(old, new);
        }
        rw.body.erase_op(op);
    }

    /// Makes operands poison.
    fn operands(&mut self, body: &mut Body) {
        for (op, indices) in std::mem::take(&mut self.plan.poisoned) {
            for index in indices {
                let poison = self.make_poison(body, body.operand(op, index), InsertPoint::Before(op));
                body.set_operand(op, index, poison);
            }
        }
    }

    /// Removes ops, users before what they use, as far as the order in their blocks is that.
    fn ops(&mut self, body: &mut Body) {
        let all: HashSet<OpId> = self.plan.ops.iter().copied().collect();
        let is_inside = |&op: &OpId| {
            let mut around = std::iter::successors(body.parent_op(op), |&op| body.parent_op(op));
            around.any(|op| all.contains(&op))
        };
        let ops: Vec<OpId> = self.plan.ops.iter().copied().filter(|op| !is_inside(op)).collect();
        for op in ops.into_iter().rev() {
            if body.op(op).has_trait(OpTrait::Terminator) {
                let at = body.op(op).location();
                let end = body.create_op(ub::UnreachableOp::build(self.ctx, at, &[]));
                body.insert_op(end, InsertPoint::Before(op));
            }
            for result in body.results(op).collect::<Vec<_>>() {
                self.replace_uses(body, result, InsertPoint::Before(op));
            }
            body.erase_op(op);
        }
    }

    /// Removes the poison that is not needed after all.
    fn unused_poison(&self, body: &mut Body) {
        if self.poison.is_empty() {
            return;
        }
        for op in body.walk_all(WalkOrder::Pre) {
            if self.poison.contains(&op) && !body.has_uses(body.result(op, 0)) {
                body.erase_op(op);
            }
        }
    }
}
