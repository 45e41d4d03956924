//! `cf.cond_br`: its verifier and canonicalisation.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{Attribute, BlockId, Fallible, OpId, OpRef, OperationState, UseId, ValueId};

use super::{BranchOp, CondBranchOp, pass_through};
use crate::arith::build::{self, ArithBuilder};
use crate::matchers::constant_bool;
use crate::region_flow::{check_branch, check_branch_weights};
use crate::ub::UnreachableOp;

/// Checks what is passed to the destinations, and the branch weights.
pub(super) fn verify(op: OpRef<'_>) -> Fallible {
    check_branch(op)?;
    check_branch_weights(op)
}

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[
    &ConstantCondition,
    &SkipPassThrough,
    &SameSuccessors,
    &ConditionOfPredecessor,
    &PropagateCondition,
    &DropUnreachable,
];

crate::pattern! {
    /// A branch on a constant always goes to the same block.
    ConstantCondition on CondBranchOp, constant_condition;
    /// A branch to a block that only branches on goes there at once.
    SkipPassThrough on CondBranchOp, skip_pass_through;
    /// Two branches to the same block are one; operands that differ are selected.
    SameSuccessors on CondBranchOp, same_successors;
    /// Behind a branch on the same condition, the condition is known.
    ConditionOfPredecessor on CondBranchOp, condition_of_predecessor;
    /// Where only one side of the branch leads to, the condition is known.
    PropagateCondition on CondBranchOp, propagate_condition;
    /// A branch never goes to a block that is said to be unreachable.
    DropUnreachable on CondBranchOp, drop_unreachable
}

/// The destinations of a branch with their operands.
struct Targets {
    condition: ValueId,
    if_true: (BlockId, Vec<ValueId>),
    if_false: (BlockId, Vec<ValueId>),
}

fn targets(rw: &Rewriter<'_>, op: OpId) -> Targets {
    let view = CondBranchOp(rw.body.op_ref(rw.ctx, op));
    Targets {
        condition: view.condition(),
        if_true: (rw.body.successor(op, 0), view.trueDestOperands().to_vec()),
        if_false: (rw.body.successor(op, 1), view.falseDestOperands().to_vec()),
    }
}

fn go_to(rw: &mut Rewriter<'_>, op: OpId, (dest, operands): &(BlockId, Vec<ValueId>)) -> bool {
    let state = BranchOp::to(rw.ctx, rw.location_of(op), *dest, operands);
    rw.replace_with(op, state);
    true
}

fn constant_condition(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let targets = targets(rw, op);
    match constant_bool(rw.ctx, rw.body, targets.condition) {
        Some(true) => go_to(rw, op, &targets.if_true),
        Some(false) => go_to(rw, op, &targets.if_false),
        None => false,
    }
}

fn skip_pass_through(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let targets = targets(rw, op);
    let if_true = pass_through(rw.body, targets.if_true.0, &targets.if_true.1);
    let if_false = pass_through(rw.body, targets.if_false.0, &targets.if_false.1);
    if if_true.is_none() && if_false.is_none() {
        return false;
    }
    let (if_true, if_false) = (if_true.unwrap_or(targets.if_true), if_false.unwrap_or(targets.if_false));
    let weights = rw.body.op(op).property(rw.ctx, "branch_weights");
    let state = conditional(rw, op, targets.condition, &if_true, &if_false, weights);
    rw.replace_with(op, state);
    true
}

fn conditional(
    rw: &Rewriter<'_>,
    op: OpId,
    condition: ValueId,
    if_true: &(BlockId, Vec<ValueId>),
    if_false: &(BlockId, Vec<ValueId>),
    weights: Option<Attribute>,
) -> OperationState {
    let state = CondBranchOp::build(
        rw.ctx,
        rw.location_of(op),
        condition,
        &if_true.1,
        &if_false.1,
        weights,
        &[],
    );
    state.successors(&[if_true.0, if_false.0])
}

fn same_successors(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Targets {
        condition,
        if_true,
        if_false,
    } = targets(rw, op);
    if if_true.0 != if_false.0 {
        return false;
    }
    if if_true.1 == if_false.1 {
        return go_to(rw, op, &if_true);
    }
    // Selects are worth it only where the block has no other predecessor.
    let block = rw.body.parent_block(op);
    if rw
        .body
        .predecessors(if_true.0)
        .any(|predecessor| Some(predecessor) != block)
    {
        return false;
    }
    rw.set_before(op);
    let location = rw.location_of(op);
    let mut operands = Vec::with_capacity(if_true.1.len());
    for (&a, &b) in if_true.1.iter().zip(&if_false.1) {
        if a == b {
            operands.push(a);
            continue;
        }
        operands.push(ArithBuilder::new(rw, location).select(condition, a, b));
    }
    go_to(rw, op, &(if_true.0, operands))
}

fn condition_of_predecessor(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Targets {
        condition,
        if_true,
        if_false,
    } = targets(rw, op);
    let Some(block) = rw.body.parent_block(op) else {
        return false;
    };
    let mut predecessors = rw.body.predecessors(block);
    let (Some(predecessor), None) = (predecessors.next(), predecessors.next()) else {
        return false;
    };
    drop(predecessors);
    let Some(branch) = rw
        .body
        .terminator(predecessor)
        .filter(|&t| rw.body.op(t).is(CondBranchOp::DEF))
    else {
        return false;
    };
    if rw.body.operand(branch, 0) != condition {
        return false;
    }
    let taken = if rw.body.successor(branch, 0) == block {
        &if_true
    } else {
        &if_false
    };
    go_to(rw, op, taken)
}

fn propagate_condition(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Targets {
        condition,
        if_true,
        if_false,
    } = targets(rw, op);
    let mut changed = false;
    let mut known = None;
    for (dest, value) in [(if_true.0, true), (if_false.0, false)] {
        if !rw.body.has_one_block_use(dest) {
            continue;
        }
        let uses: Vec<UseId> = rw
            .body
            .uses(condition)
            .filter(|&slot| rw.body.parent_block(rw.body.use_owner(slot)) == Some(dest))
            .collect();
        if uses.is_empty() {
            continue;
        }
        let constant = constant_before(rw, op, value, &mut known);
        for slot in uses {
            let owner = rw.body.use_owner(slot);
            rw.modify(owner, |body| body.set_use(slot, constant));
        }
        changed = true;
    }
    changed
}

fn drop_unreachable(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Targets { if_true, if_false, .. } = targets(rw, op);
    let is_unreachable = |block: BlockId| {
        let first = rw.body.block(block).first_op();
        first.is_some_and(|first| rw.body.op(first).is(UnreachableOp::DEF))
    };
    if is_unreachable(if_true.0) {
        go_to(rw, op, &if_false)
    } else if is_unreachable(if_false.0) {
        go_to(rw, op, &if_true)
    } else {
        false
    }
}

/// A constant `i1` before `op`, made once for each value.
fn constant_before(rw: &mut Rewriter<'_>, op: OpId, value: bool, known: &mut Option<(bool, ValueId)>) -> ValueId {
    if let Some((_, constant)) = known.filter(|(v, _)| *v == value) {
        return constant;
    }
    rw.set_before(op);
    let constant = build::constant(rw, rw.location_of(op), Attribute::bool(value));
    *known = Some((value, constant));
    constant
}
