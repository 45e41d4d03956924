//! The memory effects of ops, which determine whether ops can be erased, repeated or moved.

use smallvec::SmallVec;

use crate::asm::inner_ops;
use crate::body::{Body, OpId, OpRef};
use crate::context::Context;
use crate::def::{Effect, EffectKind, OpTrait};

/// The effects of an op itself; `None` if nothing is known about them (or if they are only those of the ops inside).
pub fn effects_of(op: OpRef<'_>) -> Option<SmallVec<[Effect; 2]>> {
    let def = op.data().def()?;
    match def.hooks.effects {
        Some(effects) => Some(effects(op)),
        None => (def.has(OpTrait::Pure) || def.has(OpTrait::NoMemoryEffect)).then(SmallVec::new),
    }
}

/// The effects of an op and of the ops inside if they count; `None` if something about them is unknown.
pub fn effects_recursively(op: OpRef<'_>) -> Option<Vec<Effect>> {
    let mut all = Vec::new();
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        let recursive = op.data().has_trait(OpTrait::RecursiveMemoryEffects);
        match effects_of(op) {
            Some(effects) => all.extend(effects),
            None if !recursive => return None,
            None => {}
        }
        if recursive {
            pending.extend(inner_ops(op));
        }
    }
    Some(all)
}

/// Whether an op neither reads nor writes memory nor does anything else that is seen from outside.
pub fn is_memory_effect_free(op: OpRef<'_>) -> bool {
    let recursive = op.data().has_trait(OpTrait::RecursiveMemoryEffects);
    match effects_of(op) {
        Some(effects) if !effects.is_empty() => return false,
        Some(_) if !recursive => return true,
        None if !recursive => return false,
        _ => {}
    }
    inner_ops(op).all(is_memory_effect_free)
}

/// Whether an op can be executed speculatively, because it has no undefined behaviour.
pub fn is_speculatable(op: OpRef<'_>) -> bool {
    let Some(def) = op.data().def() else {
        return false;
    };
    let recursive = def.has(OpTrait::RecursivelySpeculatable);
    let own = match def.hooks.speculatable {
        Some(is_speculatable) => is_speculatable(op),
        None => recursive || def.has(OpTrait::Pure) || def.has(OpTrait::AlwaysSpeculatable),
    };
    own && (!recursive || inner_ops(op).all(is_speculatable))
}

/// Whether an op has no effect and no undefined behaviour.
pub fn is_pure(op: OpRef<'_>) -> bool {
    is_speculatable(op) && is_memory_effect_free(op)
}

/// Whether an op does nothing but reading memory, and does read.
pub fn only_reads(op: OpRef<'_>) -> bool {
    effects_of(op)
        .is_some_and(|effects| !effects.is_empty() && effects.iter().all(|effect| effect.kind == EffectKind::Read))
}

/// Whether an op could be erased if its results had no uses.
pub fn would_be_trivially_dead(op: OpRef<'_>) -> bool {
    let Some(def) = op.data().def() else {
        return false;
    };
    if def.has(OpTrait::Terminator) || def.has(OpTrait::Symbol) {
        return false;
    }
    let mut pending: SmallVec<[OpRef<'_>; 4]> = SmallVec::from_slice(&[op]);
    while let Some(op) = pending.pop() {
        let recursive = op.data().has_trait(OpTrait::RecursiveMemoryEffects);
        if recursive {
            pending.extend(inner_ops(op));
        }
        match effects_of(op) {
            Some(effects) if !droppable(op, &effects) => return false,
            None if !recursive => return false,
            _ => {}
        }
    }
    true
}

/// Reads can be dropped, and so can everything that happens to memory that the op itself allocates.
fn droppable(op: OpRef<'_>, effects: &[Effect]) -> bool {
    let own = |effect: &Effect| effect.value.filter(|&v| op.body.defining_op(v) == Some(op.op));
    let allocated = |value| {
        effects
            .iter()
            .any(|e| e.kind == EffectKind::Allocate && own(e) == Some(value))
    };
    effects
        .iter()
        .all(|effect| effect.kind == EffectKind::Read || own(effect).is_some_and(allocated))
}

/// Whether an op can be erased, because its results have no uses and it has no effect that can be observed.
pub fn is_trivially_dead(ctx: &Context, body: &Body, op: OpId) -> bool {
    body.results(op).all(|value| !body.has_uses(value)) && would_be_trivially_dead(body.op_ref(ctx, op))
}
