//! What the declaration of an op says: constraints on attributes, operands, results, regions and successors, in the
//! order in which MLIR checks them.

use crate::asm::regions_of;
use crate::body::{OpRef, ValueId};
use crate::def::{Arity, AttrSlot, OpDef, Presence, RegionKind, TypeConstraint, TypeRule, ValueSlot};
use crate::diagnostics::Fallible;
use crate::types::Type;

pub(super) fn check(op: OpRef<'_>, def: &'static OpDef) -> Fallible {
    def.attributes.iter().try_for_each(|slot| check_attribute(op, slot))?;
    check_values(op, "operand", def.operands, |slot| {
        def.operand_range(op, slot)
            .map(|index| (index, op.operand(index)))
            .collect()
    })?;
    check_values(op, "result", def.results, |slot| {
        def.result_range(op, slot)
            .map(|index| (index, op.result(index)))
            .collect()
    })?;
    def.rules.iter().try_for_each(|rule| check_rule(op, def, rule))?;
    check_regions(op, def)?;
    check_successors(op, def)
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
    values: impl Fn(usize) -> Vec<(usize, ValueId)>,
) -> Fallible {
    for (index, slot) in slots.iter().enumerate() {
        let values = values(index);
        if slot.arity == Arity::Optional && values.len() > 1 {
            let count = values.len();
            let start = values[0].0;
            return Err(op.error(format_args!(
                "{what} group starting at #{start} requires 0 or 1 element, but found {count}"
            )));
        }
        for (number, value) in values {
            check_type(op, what, number, slot.arity, slot.constraint, op.body.value_type(value))?;
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

/// The types of the operands or results of the named slot.
fn slot_types(op: OpRef<'_>, def: &OpDef, name: &str) -> Vec<Type> {
    if let Some(slot) = def.operand_slot(name) {
        return def
            .operand_range(op, slot)
            .map(|index| op.operand_type(index))
            .collect();
    }
    match def.result_slot(name) {
        Some(slot) => def.result_range(op, slot).map(|index| op.result_type(index)).collect(),
        None => Vec::new(),
    }
}

fn check_rule(op: OpRef<'_>, def: &OpDef, rule: &TypeRule) -> Fallible {
    let all_equal = |types: Vec<Type>| types.windows(2).all(|pair| pair[0] == pair[1]);
    match *rule {
        TypeRule::AllTypesMatch(names) => {
            let types = names.iter().flat_map(|name| slot_types(op, def, name)).collect();
            let list = names.join(", ");
            let ok = all_equal(types);
            if ok {
                Ok(())
            } else {
                Err(op.error(format_args!("failed to verify that all of {{{list}}} have same type")))
            }
        }
        TypeRule::AllElementTypesMatch(names) => {
            let elements = names
                .iter()
                .flat_map(|name| slot_types(op, def, name))
                .map(|ty| ty.element_or_self(op.ctx));
            let list = names.join(", ");
            let ok = all_equal(elements.collect());
            let message = format_args!("failed to verify that all of {{{list}}} have same element type");
            if ok { Ok(()) } else { Err(op.error(message)) }
        }
        TypeRule::TypesMatchWith {
            summary,
            from,
            to,
            transform,
        } => {
            let (from, to) = (slot_types(op, def, from), slot_types(op, def, to));
            // A transform that gives nothing cannot be satisfied; slots that stand for no value are.
            let ok = from.len() != to.len()
                || from
                    .iter()
                    .zip(&to)
                    .all(|(&from, &to)| transform(op.ctx, from) == Some(to));
            if ok {
                Ok(())
            } else {
                Err(op.error(format_args!("failed to verify that {summary}")))
            }
        }
    }
}

fn check_regions(op: OpRef<'_>, def: &OpDef) -> Fallible {
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

fn check_successors(op: OpRef<'_>, def: &OpDef) -> Fallible {
    let fixed = def.successors.iter().filter(|slot| !slot.variadic).count();
    let count = op.data().num_successors();
    let any = def.successors.iter().any(|slot| slot.variadic);
    if count == fixed || (any && count > fixed) {
        return Ok(());
    }
    let noun = if fixed == 1 { "successor" } else { "successors" };
    Err(op.error(format_args!("requires {fixed} {noun} but found {count}")))
}
