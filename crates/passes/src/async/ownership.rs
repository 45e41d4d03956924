//! Who owns references: which ops take one over, and which results come without one.

use asyncir_dialects::r#async::types::TOKEN;
use asyncir_dialects::r#async::{RuntimeLoadOp, RuntimeParallelForOp, RuntimeStoreOp};
use asyncir_dialects::{arith, func, scf};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, Body, Context, OpId, UseId, ValueDef, ValueId};

use super::borrowed_arguments::Calls;

/// What a use does with a reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Usage {
    /// The object is only looked at.
    Borrow,
    /// The op takes a reference over: a call for its callee, unless that borrows it, a loop for what it carries, a store for
    /// the storage.
    Take,
    /// A terminator gives the reference to whoever gets the results of its region or function.
    HandOn,
    /// A branch gives the reference to the argument of a block.
    Branch,
}

impl Usage {
    /// What the use of a reference counted value does.
    pub(super) fn of(ctx: &Context, body: &Body, slot: UseId, calls: Calls<'_>) -> Self {
        let op = body.use_owner(slot);
        let data = body.op(op);
        if data.is(func::CallOp::DEF) {
            return calls.usage(ctx, body, slot);
        }
        if data.is(RuntimeStoreOp::DEF) {
            // The first operand is stored in the second.
            return if body.use_index(slot) == 0 {
                Usage::Take
            } else {
                Usage::Borrow
            };
        }
        let ends_region = [scf::ConditionOp::DEF, scf::ReduceOp::DEF, scf::ReduceReturnOp::DEF];
        if data.has_trait(OpTrait::ReturnLike) || ends_region.iter().any(|&def| data.is(def)) {
            return Usage::HandOn;
        }
        if data.has_trait(OpTrait::Terminator) {
            let passed = (0..data.num_successors()).any(|index| {
                let passed = successor_operands(ctx, body, op, index);
                passed.is_some_and(|passed| passed.range.contains(&body.use_index(slot)))
            });
            return if passed { Usage::Branch } else { Usage::Borrow };
        }
        let has_region_control_flow = data.def().is_some_and(|def| def.hooks.region_branch.is_some());
        if has_region_control_flow {
            Usage::Take
        } else {
            Usage::Borrow
        }
    }
}

/// How often a terminator passes a value to a successor.
pub(super) fn times_passed(ctx: &Context, body: &Body, terminator: OpId, successor: usize, value: ValueId) -> i64 {
    let passed = successor_operands(ctx, body, terminator, successor);
    let operands = passed.into_iter().flat_map(|passed| passed.range);
    operands
        .filter(|&index| body.operand(terminator, index) == value)
        .count() as i64
}

/// Whether a value is another name of an object that somebody else holds: the result of an op that picks one of its
/// operands, or reads a payload that stays where it is. It comes without a reference of its own.
pub(super) fn is_alias(body: &Body, value: ValueId) -> bool {
    match body.value_def(value) {
        ValueDef::Result { op, .. } => [arith::SelectOp::DEF, RuntimeLoadOp::DEF]
            .into_iter()
            .any(|def| body.op(op).is(def)),
        ValueDef::Argument { .. } | ValueDef::Placeholder => false,
    }
}

/// The ops that go on using a value after an op that was given it has returned: those that wait for a parallel loop which
/// others may still run. The loop borrows what it captures until then. One that gives no token has ended when it returns.
pub(super) fn users_of_started_loops(ctx: &Context, body: &Body, value: ValueId) -> Vec<OpId> {
    let loops = body
        .users(value)
        .filter(|&user| body.op(user).is(RuntimeParallelForOp::DEF));
    let tokens = loops
        .flat_map(|user| body.results(user))
        .filter(|&result| body.value_type(result).is_a(ctx, &TOKEN));
    tokens.flat_map(|token| body.users(token)).collect()
}

/// The uses of a value by one op.
pub(super) fn uses_by(body: &Body, value: ValueId, op: OpId) -> impl Iterator<Item = UseId> + '_ {
    body.uses(value).filter(move |&slot| body.use_owner(slot) == op)
}

/// The blocks that a terminator leads to, each once.
pub(super) fn distinct_successors(body: &Body, terminator: OpId) -> Vec<BlockId> {
    let mut successors: Vec<BlockId> = Vec::new();
    for successor in body.successors(terminator) {
        if !successors.contains(&successor) {
            successors.push(successor);
        }
    }
    successors
}
