//! Where an op can stand that needs values which may come later than it is wanted: the ops that compute them may be moved.

use std::collections::HashSet;

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::is_pure;
use asyncir_ir::{Body, Context, Dominance, OpId, ValueDef, ValueId, WalkOrder};

use crate::bufferization::is_inside;

/// Values that an op needs.
pub(super) type Needed = Vec<ValueId>;

/// The op in front of which an op can stand that needs values, and whose result `user` is to use instead of that of `made`.
/// If there is none, what computes the values is moved in front of `user`, where this changes nothing.
pub(super) fn place_for(
    rw: &mut Rewriter<'_>,
    dominance: &Dominance,
    made: OpId,
    user: OpId,
    needed: &Needed,
) -> Option<OpId> {
    let behind = |value: ValueId| match rw.body.value_def(value) {
        ValueDef::Argument { block, .. } => rw.body.block(block).first_op(),
        ValueDef::Result { op, .. } => rw.body.next_op(op),
        ValueDef::Placeholder => None,
    };
    let mut candidates = [made].into_iter().chain(needed.iter().copied().filter_map(behind));
    let fits = |&candidate: &OpId| {
        let is_early = rw.body.is_ancestor(candidate, user) || dominance.properly_dominates(rw.body, candidate, user);
        is_early
            && needed
                .iter()
                .all(|&value| is_there(rw.body, dominance, value, candidate))
    };
    if let Some(found) = candidates.find(fits) {
        return Some(found);
    }
    let moved = to_be_moved(rw.ctx, rw.body, dominance, needed, user)?;
    for op in moved {
        rw.set_before(user);
        let point = rw.point();
        rw.move_op(op, point);
    }
    Some(user)
}

/// Whether a value can be used where an op stands.
fn is_there(body: &Body, dominance: &Dominance, value: ValueId, op: OpId) -> bool {
    match body.value_def(value) {
        ValueDef::Argument { block, .. } => body.ancestor_in_block(block, op).is_some(),
        ValueDef::Result { op: maker, .. } => dominance.properly_dominates(body, maker, op),
        ValueDef::Placeholder => false,
    }
}

/// The ops that must be moved in front of an op so that it can use values, each behind those that it needs itself; `None` if
/// they cannot.
fn to_be_moved(ctx: &Context, body: &Body, dominance: &Dominance, needed: &Needed, user: OpId) -> Option<Vec<OpId>> {
    let block = body.parent_block(user)?;
    let is_missing = |value: &ValueId| !is_there(body, dominance, *value, user);
    let (mut moved, mut seen): (Vec<OpId>, HashSet<OpId>) = (Vec::new(), HashSet::new());
    // The values that are still to be looked at, the next one last, and in between the ops that need them.
    let mut pending: Vec<Step> = needed
        .iter()
        .rev()
        .copied()
        .filter(is_missing)
        .map(Step::Need)
        .collect();
    while let Some(step) = pending.pop() {
        let value = match step {
            Step::Move(op) => {
                moved.push(op);
                continue;
            }
            Step::Need(value) => value,
        };
        let op = body.defining_op(value)?;
        if seen.contains(&op) {
            continue;
        }
        if op == user || body.parent_block(op) != Some(block) || !is_pure(body.op_ref(ctx, op)) {
            return None;
        }
        seen.insert(op);
        pending.push(Step::Move(op));
        let inner = body.walk_op(op, WalkOrder::Post).into_iter();
        let operands = inner.flat_map(|inner| body.operands(inner));
        let mut outside: Vec<ValueId> = operands.filter(|&value| !is_inside(body, value, op)).collect();
        outside.retain(is_missing);
        pending.extend(outside.into_iter().rev().map(Step::Need));
    }
    Some(moved)
}

/// What is to be done about the ops that are moved.
enum Step {
    /// A value is needed.
    Need(ValueId),
    /// What an op needs is there.
    Move(OpId),
}
