//! Names of values that a function leaves undeclared.
//!
//! The names in a function are not cut off from those around it: they go where it ends, but those that it uses and does not
//! declare stay known. A brace that is missing shows in what comes behind it then, not only in what the function lacks.

use asyncir_ir::asm::UnresolvedOperand;
use asyncir_ir::{Diagnostic, Fallible, Type};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::Parser;
use super::values::ValueNames;

/// Where a value was first used, and as what.
#[derive(Clone, Copy)]
pub(super) struct Use {
    pub(super) position: u32,
    ty: Type,
}

/// Names of values that are used and not declared, each with the number of a result, and where they were first used.
pub(super) type Undeclared<'a> = HashMap<(&'a str, u32), Use, FixedState>;

impl<'a> Parser<'a> {
    /// Notes what a body used and did not declare, and that this is an error unless it was noted before.
    pub(super) fn report_undeclared(&mut self, names: &ValueNames<'a>) {
        // The bodies of other functions would have to know of it.
        self.needs_order |= self.is_part || self.skipped.is_some();
        let mut uses: Vec<_> = names.placeholders().collect();
        uses.sort_unstable_by_key(|&(_, _, position, _)| position);
        for (name, index, position, value) in uses {
            let ty = self.body.value_type(value);
            if let Entry::Vacant(entry) = self.undeclared.entry((name, index)) {
                entry.insert(Use { position, ty });
                let location = self.location_at(position);
                let error = Diagnostic::error(location, "use of undeclared SSA value name");
                self.late_errors.push((position, error));
            }
        }
    }

    /// The first use of such a name.
    pub(super) fn undeclared_use(&self, operand: UnresolvedOperand) -> Option<Use> {
        if self.undeclared.is_empty() {
            return None;
        }
        self.undeclared
            .get(&(self.operand_name(operand), operand.index))
            .copied()
    }

    /// Checks the type of a value that is used and not declared yet against that of an earlier use.
    pub(super) fn check_later_use(&self, operand: UnresolvedOperand, ty: Type) -> Fallible {
        match self.undeclared_use(operand) {
            Some(first) if first.ty != ty => Err(self.type_mismatch(operand, ty, first.position, first.ty)),
            _ => Ok(()),
        }
    }

    /// Checks the type of a value against that of a use in a function before it.
    pub(super) fn check_later_definition(&mut self, operand: UnresolvedOperand, ty: Type) -> Fallible {
        let Some(first) = self.undeclared_use(operand) else {
            return Ok(());
        };
        if first.ty != ty {
            return Err(self.defined_otherwise(operand, ty, first.position, first.ty));
        }
        self.undeclared.remove(&(self.operand_name(operand), operand.index));
        Ok(())
    }
}
