//! Result types that follow from the definition: inferred by a hook, by a trait, or the only type allowed.

use smallvec::SmallVec;

use super::{Arity, InferCx, OpDef, OpTrait, TypeRule, ValueSlot};
use crate::diagnostics::{Diagnostic, Fallible};
use crate::types::Type;

impl OpDef {
    /// The types of the results of an op that is about to be made.
    ///
    /// # Errors
    /// If the hook of the op refuses its operands, or the definition does not determine the types.
    pub fn infer_results(&self, cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
        if let Some(infer) = self.hooks.infer {
            return infer(cx);
        }
        let mut types = SmallVec::new();
        for slot in self.results {
            if slot.arity != Arity::One {
                return Err(self.undetermined(cx));
            }
            let same = self
                .has(OpTrait::SameOperandsAndResultType)
                .then(|| cx.operands.first().copied())
                .flatten();
            let built = slot.constraint.build.map(|build| build(cx.ctx));
            let ty = same.or(built).or_else(|| self.infer_by_rule(cx, slot.name));
            types.push(ty.ok_or_else(|| self.undetermined(cx))?);
        }
        Ok(types)
    }

    /// Whether the definition determines the types of the results, so that builders need not be told.
    pub fn infers_results(&self) -> bool {
        let follows = |slot: &ValueSlot| {
            slot.arity == Arity::One
                && (self.has(OpTrait::SameOperandsAndResultType)
                    || slot.constraint.build.is_some()
                    || self.rules.iter().any(|rule| match rule {
                        TypeRule::AllTypesMatch(names) => names.contains(&slot.name),
                        TypeRule::TypesMatchWith { to, .. } => *to == slot.name,
                        TypeRule::AllElementTypesMatch(_)
                        | TypeRule::SameElementType { .. }
                        | TypeRule::Holds { .. } => false,
                    }))
        };
        !self.results.is_empty() && (self.hooks.infer.is_some() || self.results.iter().all(follows))
    }

    fn undetermined(&self, cx: &InferCx<'_>) -> Diagnostic {
        Diagnostic::error(
            cx.location,
            format!("'{}' op failed to infer returned types", self.name),
        )
    }

    fn infer_by_rule(&self, cx: &InferCx<'_>, result: &str) -> Option<Type> {
        // Operand slots stand for one operand each where rules name them.
        let operand = |name: &str| self.operand_slot(name).and_then(|slot| cx.operands.get(slot)).copied();
        self.rules.iter().find_map(|rule| match *rule {
            TypeRule::AllTypesMatch(names) if names.contains(&result) => names.iter().find_map(|n| operand(n)),
            TypeRule::TypesMatchWith {
                from, to, transform, ..
            } if to == result => transform(cx.ctx, operand(from)?),
            _ => None,
        })
    }
}
