//! Where the types of operands and results come from that a format does not write.

use asyncir_ir::def::{Arity, OpDef, OpTrait, TypeConstraint, TypeRule};
use asyncir_ir::{Context, Type};

use super::compile::Typed;

/// Where the types of each slot come from.
pub(super) struct TypePlan {
    pub(super) operands: Vec<TypeSource>,
    pub(super) results: Vec<TypeSource>,
    /// Whether all operands are written with `operands` and `type(operands)` or alike.
    pub(super) all_operands: bool,
    /// Whether all results are written with `type(results)` or alike.
    pub(super) all_results: bool,
    /// Whether some types follow from others in a way that not all of them allow.
    pub(super) has_transformed: bool,
}

/// Where the types of a slot come from.
#[derive(Clone, Copy)]
pub(super) enum TypeSource {
    /// They are written.
    Written,
    /// There is only one.
    Built(&'static TypeConstraint),
    /// The type of another slot.
    Same(Slot),
    /// It follows from that of another slot.
    Transformed(fn(&Context, Type) -> Option<Type>, Slot),
    /// The op infers it from its operands.
    Inferred,
}

/// Something with a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    Operand(usize),
    Result(usize),
    Attribute(usize),
}

struct Planner {
    def: &'static OpDef,
    operands: Vec<Option<TypeSource>>,
    results: Vec<Option<TypeSource>>,
}

/// Finds a source for every type.
pub(super) fn plan_types(def: &'static OpDef, typed: &[Typed]) -> Result<TypePlan, String> {
    let all_operands = typed.contains(&Typed::Operands);
    let all_results = typed.contains(&Typed::Results);
    let written = |is_written: bool| is_written.then_some(TypeSource::Written);
    let operands = (0..def.operands.len())
        .map(|slot| written(all_operands || typed.contains(&Typed::Operand(slot))))
        .collect();
    let results = (0..def.results.len())
        .map(|slot| written(all_results || typed.contains(&Typed::Result(slot))))
        .collect();
    let mut planner = Planner { def, operands, results };
    while planner.step() {}
    planner.use_built();
    while planner.step() {}
    let missing = planner.operands.iter().position(Option::is_none);
    if let Some(slot) = missing {
        return Err(format!(
            "the type of operand '${}' is not known",
            def.operands[slot].name
        ));
    }
    if planner.results.iter().any(Option::is_none) {
        planner.infer_results()?;
    }
    let complete = |sources: Vec<Option<TypeSource>>| sources.into_iter().flatten().collect();
    let (operands, results): (Vec<_>, Vec<_>) = (complete(planner.operands), complete(planner.results));
    let is_transformed = |source: &TypeSource| matches!(source, TypeSource::Transformed(..));
    Ok(TypePlan {
        has_transformed: operands.iter().chain(&results).any(is_transformed),
        operands,
        results,
        all_operands,
        all_results,
    })
}

impl Planner {
    fn slot(&self, name: &str) -> Option<Slot> {
        self.def
            .operand_slot(name)
            .map(Slot::Operand)
            .or_else(|| self.def.result_slot(name).map(Slot::Result))
            .or_else(|| {
                self.def
                    .attributes
                    .iter()
                    .position(|a| a.name == name)
                    .map(Slot::Attribute)
            })
    }

    fn is_known(&self, slot: Slot) -> bool {
        match slot {
            Slot::Operand(slot) => self.operands[slot].is_some(),
            Slot::Result(slot) => self.results[slot].is_some(),
            Slot::Attribute(_) => true,
        }
    }

    fn set(&mut self, slot: Slot, source: TypeSource) -> bool {
        let target = match slot {
            Slot::Operand(slot) => &mut self.operands[slot],
            Slot::Result(slot) => &mut self.results[slot],
            Slot::Attribute(_) => return false,
        };
        let unknown = target.is_none();
        if unknown {
            *target = Some(source);
        }
        unknown
    }

    /// Finds sources by rules and traits; says whether one was found.
    fn step(&mut self) -> bool {
        let mut found = false;
        for rule in self.def.rules {
            match rule {
                TypeRule::AllTypesMatch(names) => {
                    let slots: Vec<Slot> = names.iter().filter_map(|name| self.slot(name)).collect();
                    found |= self.equal(&slots);
                }
                TypeRule::TypesMatchWith {
                    from, to, transform, ..
                } => {
                    if let (Some(from), Some(to)) = (self.slot(from), self.slot(to))
                        && self.is_known(from)
                    {
                        found |= self.set(to, TypeSource::Transformed(*transform, from));
                    }
                }
                TypeRule::AllElementTypesMatch(_) | TypeRule::SameElementType { .. } | TypeRule::Holds { .. } => {}
            }
        }
        let operands = (0..self.operands.len()).map(Slot::Operand);
        if self.def.has(OpTrait::SameOperandsAndResultType) {
            let slots: Vec<Slot> = operands.chain((0..self.results.len()).map(Slot::Result)).collect();
            found |= self.equal(&slots);
        } else if self.def.has(OpTrait::SameTypeOperands) {
            let slots: Vec<Slot> = operands.collect();
            found |= self.equal(&slots);
        }
        found
    }

    fn equal(&mut self, slots: &[Slot]) -> bool {
        let Some(&known) = slots.iter().find(|&&slot| self.is_known(slot)) else {
            return false;
        };
        let others: Vec<Slot> = slots.iter().copied().filter(|&slot| slot != known).collect();
        let mut found = false;
        for slot in others {
            found |= self.set(slot, TypeSource::Same(known));
        }
        found
    }

    fn use_built(&mut self) {
        for (slot, source) in self.def.operands.iter().zip(&mut self.operands) {
            if source.is_none() && slot.constraint.build.is_some() {
                *source = Some(TypeSource::Built(slot.constraint));
            }
        }
        for (slot, source) in self.def.results.iter().zip(&mut self.results) {
            if source.is_none() && slot.constraint.build.is_some() && slot.arity == Arity::One {
                *source = Some(TypeSource::Built(slot.constraint));
            }
        }
    }

    fn infer_results(&mut self) -> Result<(), String> {
        if self.def.hooks.infer.is_none() {
            return Err("the types of results are not known".into());
        }
        self.results
            .iter_mut()
            .for_each(|source| *source = Some(TypeSource::Inferred));
        Ok(())
    }
}
