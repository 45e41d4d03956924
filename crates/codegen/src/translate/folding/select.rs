//! The choice between two constants.

use super::Folder;
use crate::translate::constant::{Constant, Value};

impl Folder<'_, '_> {
    pub(super) fn select(self, condition: &Constant, yes: Constant, no: Constant) -> Option<Constant> {
        if condition.is_zero() {
            return Some(no);
        }
        if condition.is_all_ones(self.ctx) {
            return Some(yes);
        }
        if let Value::Parts(conditions) = &condition.value {
            let lanes = conditions
                .iter()
                .enumerate()
                .map(|(index, condition)| self.select_lane(condition, self.lane(&yes, index)?, self.lane(&no, index)?));
            if let Some(parts) = lanes.collect::<Option<Vec<_>>>() {
                return Some(Constant::of_parts(self.ctx, yes.ty, parts));
            }
        }
        if condition.is_poison() {
            return Some(Constant::poison(yes.ty));
        }
        if condition.is_undefined() {
            return Some(if yes.is_undefined() { yes } else { no });
        }
        if yes == no || no.is_poison() {
            return Some(yes);
        }
        if yes.is_poison() {
            return Some(no);
        }
        if yes.is_undefined() && self.is_not_poison(&no) {
            return Some(no);
        }
        (no.is_undefined() && self.is_not_poison(&yes)).then_some(yes)
    }

    fn select_lane(self, condition: &Constant, yes: Constant, no: Constant) -> Option<Constant> {
        if condition.is_poison() {
            return Some(Constant::poison(yes.ty));
        }
        if yes == no {
            return Some(yes);
        }
        if condition.is_undefined() {
            return Some(if yes.is_undefined() { yes } else { no });
        }
        condition
            .as_integer()
            .map(|condition| if condition.is_zero() { no } else { yes })
    }

    /// Whether LLVM sees that a constant is not poison.
    fn is_not_poison(self, constant: &Constant) -> bool {
        match &constant.value {
            Value::Integer(_) | Value::Float(_) => true,
            Value::Zero => constant.is_vector(self.ctx) || self.space(constant).is_some(),
            Value::Global(name) => self.symbols.is_variable_or_function(self.ctx, *name),
            Value::Splat(element) => element.as_expression().is_none(),
            Value::Parts(parts) if constant.is_vector(self.ctx) => parts
                .iter()
                .all(|part| !part.is_poison() && part.as_expression().is_none()),
            Value::Undef => constant.is_vector(self.ctx),
            _ => false,
        }
    }
}
