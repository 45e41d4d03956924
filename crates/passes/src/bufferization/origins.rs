//! Where the memory of values comes from.

use std::collections::{BTreeMap, BTreeSet};

use asyncir_dialects::arith;
use asyncir_ir::def::{EffectKind, OpView};
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{Body, Context, OpId, ValueDef, ValueId};

use super::aliases::Aliases;
use crate::analysis::memref_alias::{is_view, memory_of};
use crate::general::inline::is_call;

/// For each value those that it may directly be.
pub(super) struct Origins(BTreeMap<ValueId, Vec<ValueId>>);

/// What is known of an origin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It is allocated here.
    Allocation,
    /// The function gets it.
    Argument,
    /// Anything.
    Other,
}

impl Origins {
    /// The origins of the values in the body of a function.
    pub(super) fn new(ctx: &Context, body: &Body) -> Self {
        Self(Aliases::new(ctx, body).reversed())
    }

    /// Whether two values are in memory of the same allocation; `None` if that is not known.
    pub(super) fn are_same(&self, ctx: &Context, body: &Body, a: ValueId, b: ValueId) -> Option<bool> {
        let (a, b) = (memory_of(body, a), memory_of(body, b));
        if a == b {
            return Some(true);
        }
        if is_older(ctx, body, a, b) || is_older(ctx, body, b, a) {
            return Some(false);
        }
        let (a, b) = (self.of(body, a), self.of(body, b));
        if a.len() == 1 && a == b {
            return Some(true);
        }
        if !a.is_disjoint(&b) {
            return None;
        }
        let all = |set: &BTreeSet<ValueId>, kinds: &[Origin]| {
            set.iter().all(|&value| kinds.contains(&origin(ctx, body, value)))
        };
        let known = [Origin::Allocation, Origin::Argument];
        let (ours, theirs) = (all(&a, &known[..1]), all(&b, &known[..1]));
        (ours && all(&b, &known) || theirs && all(&a, &known)).then_some(false)
    }

    /// Where the memory of a value may come from.
    fn of(&self, body: &Body, value: ValueId) -> BTreeSet<ValueId> {
        let (mut seen, mut pending) = (BTreeSet::new(), vec![value]);
        while let Some(value) = pending.pop() {
            if seen.insert(value) {
                pending.extend(self.0.get(&value).into_iter().flatten());
            }
        }
        seen.retain(|&value| is_origin(body, value));
        seen
    }
}

/// Whether memory is allocated where a value that a block got was there before.
fn is_older(ctx: &Context, body: &Body, argument: ValueId, allocated: ValueId) -> bool {
    let (ValueDef::Argument { block, .. }, Some(op)) = (body.value_def(argument), body.defining_op(allocated)) else {
        return false;
    };
    origin(ctx, body, allocated) == Origin::Allocation && body.ancestor_in_block(block, op).is_some()
}

/// Whether memory may begin at a value.
fn is_origin(body: &Body, value: ValueId) -> bool {
    match body.value_def(value) {
        ValueDef::Result { op, .. } => gives_new_memory(body, op),
        ValueDef::Argument { block, .. } => {
            let region = body.block(block).region();
            let parent = region.and_then(|region| body.region(region).parent());
            let is_entry = region.is_some_and(|region| body.region(region).first() == Some(block));
            is_entry && parent.is_none_or(|op| !passes_by_flow(body, op))
        }
        ValueDef::Placeholder => true,
    }
}

fn passes_by_flow(body: &Body, op: OpId) -> bool {
    body.op(op).def().is_some_and(|def| def.hooks.region_branch.is_some())
}

/// Whether the results of an op need not be memory that it gets.
fn gives_new_memory(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    let Some(def) = data.def() else { return true };
    let only_passes = is_view(def) || def == arith::SelectOp::DEF || passes_by_flow(body, op);
    !only_passes || is_call(data)
}

fn origin(ctx: &Context, body: &Body, value: ValueId) -> Origin {
    match body.value_def(value) {
        ValueDef::Result { op, .. } => {
            let effects = effects_of(body.op_ref(ctx, op)).unwrap_or_default();
            let allocates = effects
                .iter()
                .any(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(value));
            if allocates { Origin::Allocation } else { Origin::Other }
        }
        ValueDef::Argument { block, .. } if body.entry() == Some(block) => Origin::Argument,
        _ => Origin::Other,
    }
}
