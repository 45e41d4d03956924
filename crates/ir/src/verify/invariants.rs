//! What the declaration of an op says: constraints on attributes, operands, results, regions and successors, in the
//! order in which MLIR checks them.

use std::ops::Range;

use smallvec::SmallVec;

use crate::asm::regions_of;
use crate::body::{OpRef, ValueId};
use crate::def::{Arity, AttrSlot, OpDef, Presence, RegionKind, TypeConstraint, TypeRule, ValueSlot};
use crate::diagnostics::Fallible;
use crate::types::Type;

/// What depends on the definition and the properties of an op alone.
pub(super) fn check_attributes(op: OpRef<'_>, def: &'static OpDef) -> Fallible {
    def.attributes.iter().try_for_each(|slot| check_attribute(op, slot))
}

/// What depends on the types of operands and results.
pub(super) fn check_types(op: OpRef<'_>, def: &'static OpDef) -> Fallible {
    let (operands, results) = (def.operand_ranges(op), def.result_ranges(op));
    check_values(op, "operand", def.operands, &operands, |index| op.operand(index))?;
    check_values(op, "result", def.results, &results, |index| op.result(index))?;
    def.rules.iter().try_for_each(|rule| check_rule(op, def, rule))
}

fn check_attribute(op: OpRef<'_>, slot: &AttrSlot) -> Fallible {
    match op.property(slot.name) {
        None if matches!(slot.presence, Presence::Required) => {
            Err(op.error(format_args!("requires attribute '{}'", slot.name)))
        }
        Some(attr) if !(slot.constraint.check)(op.ctx, attr) => Err(op.error(format_args!(
            "attribute '{}' failed to satisfy constraint: {}",
            slot.name, slot.constraint.summary
        ))),
        _ => Ok(()),
    }
}

fn check_values(
    op: OpRef<'_>,
    what: &str,
    slots: &'static [ValueSlot],
    ranges: &[Range<usize>],
    value: impl Fn(usize) -> ValueId,
) -> Fallible {
    for (slot, range) in slots.iter().zip(ranges) {
        if slot.arity == Arity::Optional && range.len() > 1 {
            let (start, count) = (range.start, range.len());
            return Err(op.error(format_args!(
                "{what} group starting at #{start} requires 0 or 1 element, but found {count}"
            )));
        }
        for number in range.clone() {
            let ty = op.body.value_type(value(number));
            check_type(op, what, number, slot.arity, slot.constraint, ty)?;
        }
    }
    Ok(())
}

fn check_type(
    op: OpRef<'_>,
    what: &str,
    number: usize,
    arity: Arity,
    constraint: &TypeConstraint,
    ty: Type,
) -> Fallible {
    if (constraint.check)(op.ctx, ty) {
        return Ok(());
    }
    let many = if arity == Arity::Variadic { "variadic of " } else { "" };
    let got = op.ctx.show_type(ty);
    Err(op.error(format_args!(
        "{what} #{number} must be {many}{}, but got '{got}'",
        constraint.summary
    )))
}

type Types = SmallVec<[Type; 8]>;

/// Adds the types of the operands or results of the named slot.
fn slot_types(op: OpRef<'_>, def: &OpDef, name: &str, types: &mut Types) {
    if let Some(slot) = def.operand_slot(name) {
        types.extend(def.operand_range(op, slot).map(|index| op.operand_type(index)));
    } else if let Some(slot) = def.result_slot(name) {
        types.extend(def.result_range(op, slot).map(|index| op.result_type(index)));
    }
}

/// The types of the operands and results of the named slots.
fn all_types(op: OpRef<'_>, def: &OpDef, names: &[&str]) -> Types {
    let mut types = Types::new();
    names.iter().for_each(|name| slot_types(op, def, name, &mut types));
    types
}

fn have_same_element_type(op: OpRef<'_>, def: &OpDef, names: &[&str]) -> bool {
    let types = all_types(op, def, names);
    let element = |ty: Type| ty.element_or_self(op.ctx);
    types.windows(2).all(|pair| element(pair[0]) == element(pair[1]))
}

fn check_rule(op: OpRef<'_>, def: &OpDef, rule: &TypeRule) -> Fallible {
    match *rule {
        TypeRule::AllTypesMatch(names) => {
            let types = all_types(op, def, names);
            if types.windows(2).all(|pair| pair[0] == pair[1]) {
                return Ok(());
            }
            let list = names.join(", ");
            Err(op.error(format_args!("failed to verify that all of {{{list}}} have same type")))
        }
        TypeRule::AllElementTypesMatch(names) => {
            if have_same_element_type(op, def, names) {
                return Ok(());
            }
            let list = names.join(", ");
            let message = format_args!("failed to verify that all of {{{list}}} have same element type");
            Err(op.error(message))
        }
        TypeRule::SameElementType { what, slots } => {
            if have_same_element_type(op, def, &slots) {
                return Ok(());
            }
            Err(op.error(format_args!("failed to verify that {what} have same element type")))
        }
        TypeRule::Holds { summary, predicate } => {
            if predicate(op) {
                return Ok(());
            }
            Err(op.error(format_args!("failed to verify that {summary}")))
        }
        TypeRule::TypesMatchWith {
            summary,
            from,
            to,
            transform,
        } => {
            let (from, to) = (all_types(op, def, &[from]), all_types(op, def, &[to]));
            // A transform that gives nothing cannot be satisfied; slots that stand for no value are.
            let mut pairs = from.iter().zip(&to);
            if from.len() != to.len() || pairs.all(|(&from, &to)| transform(op.ctx, from) == Some(to)) {
                return Ok(());
            }
            Err(op.error(format_args!("failed to verify that {summary}")))
        }
    }
}

pub(super) fn check_regions(op: OpRef<'_>, def: &OpDef) -> Fallible {
    if def.regions.is_empty() {
        return Ok(());
    }
    let (body, regions) = regions_of(op.body, op.op);
    for (index, &region) in regions.iter().enumerate() {
        let Some(slot) = def.regions.get(index).or(def.regions.last()) else {
            return Ok(());
        };
        let blocks = body.region_blocks(region).count();
        let wanted = match slot.kind {
            RegionKind::Any | RegionKind::Variadic => None,
            RegionKind::Sized(n) | RegionKind::VariadicSized(n) => {
                (blocks != n).then(|| format!("region with {n} blocks"))
            }
            RegionKind::MinSized(n) => (blocks < n).then(|| format!("region with at least {n} blocks")),
            RegionKind::MaxSized(n) => (blocks > n).then(|| format!("region with at most {n} blocks")),
        };
        if let Some(wanted) = wanted {
            let name = slot.name;
            return Err(op.error(format_args!(
                "region #{index} ('{name}') failed to verify constraint: {wanted}"
            )));
        }
    }
    Ok(())
}

pub(super) fn check_successors(op: OpRef<'_>, def: &OpDef) -> Fallible {
    if def.successors.is_empty() && op.data().num_successors() == 0 {
        return Ok(());
    }
    let fixed = def.successors.iter().filter(|slot| !slot.variadic).count();
    let count = op.data().num_successors();
    let any = def.successors.iter().any(|slot| slot.variadic);
    if count == fixed || (any && count > fixed) {
        return Ok(());
    }
    let noun = if fixed == 1 { "successor" } else { "successors" };
    Err(op.error(format_args!("requires {fixed} {noun} but found {count}")))
}
