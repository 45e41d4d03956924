//! Combiners whose result depends on how values are grouped.
//!
//! Whether a combiner is associative cannot be decided in general, and whoever writes an `scf.reduce` promises that it is.
//! But `a * w + b`, which is Horner's rule if it runs in order, or `a / b` are never: partial results are no values that
//! they combine. These forms are recognised, so that such loops give what they give in order.

use std::collections::HashSet;

use asyncir_dialects::scf::ReduceReturnOp;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{BlockId, Body, Context, OpId, ValueId};

/// What an op does to a value that is one of its two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Adds,
    /// Something is taken away from it.
    Subtracts,
    /// It is multiplied, divided or shifted.
    Scales,
    /// What is left of a division by something.
    Reduces,
    /// It is taken from something, or something is divided by it.
    Inverts,
}

/// Whether a combiner certainly depends on the grouping of the values.
///
/// This follows the value that was combined before through ops of which each is all that uses it. First these may have
/// operands that do not depend on the contribution; then it meets the contribution; then there may be further ones. It
/// must not be scaled where it is added to the contribution, nor the other way round.
pub(super) fn depends_on_grouping(ctx: &Context, body: &Body, combiner: BlockId) -> bool {
    let mut arguments = body.block_args(combiner);
    let (Some(mut value), Some(contribution)) = (arguments.next(), arguments.next()) else {
        return false;
    };
    let contributed = derived_from(body, combiner, contribution);
    let (mut is_added_to, mut is_scaled, mut met) = (false, false, None);
    while let Some((op, other)) = only_user(body, combiner, value) {
        let Some(effect) = effect(ctx, body, op, value) else {
            return false;
        };
        match (contributed.contains(&other), effect) {
            (false, Effect::Adds | Effect::Subtracts) => is_added_to = true,
            (false, Effect::Scales) => is_scaled = true,
            (false, Effect::Reduces) => {}
            (false, Effect::Inverts) => return false,
            // Where it meets it again, that may well make up for the rest.
            (true, _) if met.is_some() => return false,
            (true, Effect::Adds | Effect::Scales) if is_commutative(body, op) => met = Some(effect),
            (true, _) => return true,
        }
        if (met == Some(Effect::Adds) && is_scaled) || (met == Some(Effect::Scales) && is_added_to) {
            return true;
        }
        let Some(result) = body.results(op).next() else {
            return false;
        };
        value = result;
    }
    false
}

/// The values of a combiner that depend on a value.
fn derived_from(body: &Body, combiner: BlockId, value: ValueId) -> HashSet<ValueId> {
    let mut derived = HashSet::from([value]);
    for op in body.block_ops(combiner) {
        if body.operands(op).any(|operand| derived.contains(&operand)) {
            derived.extend(body.results(op));
        }
    }
    derived
}

/// The op that alone uses a value, once, if it is one of the combiner but its end; and its other operand.
fn only_user(body: &Body, combiner: BlockId, value: ValueId) -> Option<(OpId, ValueId)> {
    let mut uses = body.uses(value);
    let (Some(slot), None) = (uses.next(), uses.next()) else {
        return None;
    };
    let op = body.use_owner(slot);
    let is_own = body.parent_block(op) == Some(combiner) && !body.op(op).is(ReduceReturnOp::DEF);
    let operands: Vec<ValueId> = body.operands(op).collect();
    match operands[..] {
        [first, second] if is_own && first == value => Some((op, second)),
        [first, _] if is_own => Some((op, first)),
        _ => None,
    }
}

fn is_commutative(body: &Body, op: OpId) -> bool {
    body.op(op).has_trait(OpTrait::Commutative)
}

fn effect(ctx: &Context, body: &Body, op: OpId, value: ValueId) -> Option<Effect> {
    let is_first = body.operands(op).next() == Some(value);
    Some(match body.op(op).name().as_str(ctx) {
        "arith.addi" | "arith.addf" | "arith.ori" | "arith.xori" => Effect::Adds,
        "arith.muli" | "arith.mulf" => Effect::Scales,
        "arith.subi" | "arith.subf" if is_first => Effect::Subtracts,
        "arith.remsi" | "arith.remui" | "arith.remf" if is_first => Effect::Reduces,
        "arith.divsi" | "arith.divui" | "arith.divf" | "arith.floordivsi" | "arith.ceildivsi" | "arith.ceildivui"
        | "arith.shli" | "arith.shrsi" | "arith.shrui"
            if is_first =>
        {
            Effect::Scales
        }
        "arith.subi" | "arith.subf" | "arith.remsi" | "arith.remui" | "arith.remf" | "arith.divsi" | "arith.divui"
        | "arith.divf" | "arith.floordivsi" | "arith.ceildivsi" | "arith.ceildivui" | "arith.shli" | "arith.shrsi"
        | "arith.shrui" => Effect::Inverts,
        _ => return None,
    })
}
