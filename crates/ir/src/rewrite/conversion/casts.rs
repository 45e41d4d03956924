//! Casts that cancel each other.

use foldhash::fast::FixedState;
use hashbrown::HashSet;

use super::super::CycleGuard;
use crate::body::{Body, OpId, ValueId};
use crate::context::Context;

/// The name of the op that stands for a conversion of types that is not done yet.
pub const CAST_NAME: &str = "builtin.unrealized_conversion_cast";

/// A set of ops that gives back the one added last.
#[derive(Default)]
struct Stack {
    list: Vec<OpId>,
    members: HashSet<OpId, FixedState>,
}

impl Stack {
    fn push(&mut self, op: OpId) {
        if self.members.insert(op) {
            self.list.push(op);
        }
    }

    fn pop(&mut self) -> Option<OpId> {
        let op = self.list.pop()?;
        self.members.remove(&op);
        Some(op)
    }
}

fn is_cast(ctx: &Context, body: &Body, op: OpId) -> bool {
    body.op(op).name().as_str(ctx) == CAST_NAME
}

/// Removes casts without users and casts back to a type that a value had before; gives those of `casts` that remain.
pub fn reconcile_unrealized_casts(ctx: &Context, body: &mut Body, casts: &[OpId]) -> Vec<OpId> {
    reconcile(ctx, body, casts, is_cast)
}

/// As [`reconcile_unrealized_casts`], but only ops that `eligible` takes count as casts on the way back.
pub(super) fn reconcile(
    ctx: &Context,
    body: &mut Body,
    casts: &[OpId],
    eligible: impl Fn(&Context, &Body, OpId) -> bool,
) -> Vec<OpId> {
    let mut pending = Stack::default();
    casts.iter().for_each(|&op| pending.push(op));
    let mut erased: HashSet<OpId, FixedState> = HashSet::default();
    while let Some(op) = pending.pop() {
        let is_dead = body.results(op).all(|value| !body.has_uses(value));
        let replacement = if is_dead { None } else { original(ctx, body, op) };
        if !is_dead && replacement.is_none() {
            continue;
        }
        for value in body.operands(op) {
            if let Some(input) = body.defining_op(value).filter(|&input| eligible(ctx, body, input)) {
                pending.push(input);
            }
        }
        for (result, value) in body.results(op).zip(replacement.into_iter().flatten()) {
            body.replace_all_uses(result, value);
        }
        body.erase_op(op);
        erased.insert(op);
    }
    casts.iter().copied().filter(|op| !erased.contains(op)).collect()
}

/// The inputs of the nearest cast up the chain that have the types which `op` casts to; none if casts use each other in
/// a cycle, as those of graph regions may.
fn original(ctx: &Context, body: &Body, op: OpId) -> Option<Vec<ValueId>> {
    let types = body.result_types(op);
    let mut current = op;
    let mut guard = CycleGuard::new();
    while guard.advance(current) {
        let inputs: Vec<ValueId> = body.operands(current).collect();
        let before = inputs.first().and_then(|&input| body.defining_op(input));
        if before == Some(op) {
            return None;
        }
        if inputs
            .iter()
            .map(|&value| body.value_type(value))
            .eq(types.iter().copied())
        {
            return Some(inputs);
        }
        current = before?;
        if !is_cast(ctx, body, current) || !body.results(current).eq(inputs.iter().copied()) {
            return None;
        }
    }
    None
}
