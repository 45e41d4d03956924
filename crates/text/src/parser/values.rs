//! Names of values: definitions, uses, uses before the definition.

use asyncir_ir::asm::{Position, UnresolvedOperand};
use asyncir_ir::{Diagnostic, Fallible, Type, ValueId};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

use super::Parser;
use super::word::Word;
use crate::lexer::Kind;

/// A value that a name stands for.
#[derive(Clone, Copy)]
struct Named {
    /// Which result of an op with several.
    index: u32,
    value: ValueId,
    /// Where it was defined, or first used if it is not defined yet.
    position: u32,
    /// Whether the value stands for one that is not defined yet.
    placeholder: bool,
}

/// The names of one body.
#[derive(Default)]
pub(super) struct ValueNames<'a> {
    names: HashMap<Word<'a>, SmallVec<[Named; 1]>, FixedState>,
    /// Names in the order they were defined, so that those of a region can be forgotten behind it.
    defined: Vec<Word<'a>>,
    /// How many names were defined before each region that is being read.
    marks: Vec<usize>,
    /// How many placeholders there are.
    placeholders: usize,
    /// Whether names are known around the body.
    are_inside: bool,
}

impl<'a> ValueNames<'a> {
    /// Whether no name is known.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// What is not defined yet: the name, the number of the result, where it was first used, and what stands for it.
    pub(super) fn placeholders(&self) -> impl Iterator<Item = (&'a str, u32, u32, ValueId)> {
        let entries = self
            .names
            .iter()
            .flat_map(|(name, entries)| entries.iter().map(|entry| (name.text(), *entry)));
        entries
            .filter(|(_, entry)| entry.placeholder)
            .map(|(name, entry)| (name, entry.index, entry.position, entry.value))
    }

    fn get(&self, name: &'a str, index: u32) -> Option<Named> {
        find(self.names.get(&Word::new(name))?, index)
    }
}

fn find(entries: &[Named], index: u32) -> Option<Named> {
    match entries.get(index as usize) {
        Some(entry) if entry.index == index => Some(*entry),
        _ => entries.iter().find(|entry| entry.index == index).copied(),
    }
}

impl<'a> Parser<'a> {
    fn names(&mut self) -> &mut ValueNames<'a> {
        self.values.last_mut().expect("a scope of names")
    }

    /// Starts the names of another body.
    pub(super) fn enter_body_names(&mut self) {
        let mut names = self.spare_values.pop().unwrap_or_default();
        names.are_inside = self.values.iter().any(|names| !names.is_empty());
        self.values.push(names);
    }

    /// Ends the names of a body; values that were never defined are errors.
    pub(super) fn leave_body_names(&mut self) {
        let Some(mut names) = self.values.pop() else { return };
        if names.placeholders > 0 {
            self.report_undeclared(&names);
        }
        // Emptying a table takes time by its size: one that was needed for a large body is not kept for small ones.
        const LARGE: usize = 4096;
        if names.names.capacity() > LARGE {
            names.names = HashMap::default();
        } else {
            names.names.clear();
        }
        names.defined.clear();
        names.marks.clear();
        names.placeholders = 0;
        self.spare_values.push(names);
    }

    /// Starts the names of a region.
    pub(super) fn enter_region_names(&mut self) {
        let names = self.names();
        names.marks.push(names.defined.len());
    }

    /// Forgets the names defined in a region.
    pub(super) fn leave_region_names(&mut self) {
        let names = self.names();
        let Some(mark) = names.marks.pop() else { return };
        // Nothing is around the region of a body, so that all its names go with the body.
        if names.marks.is_empty() && names.placeholders == 0 {
            return;
        }
        while names.defined.len() > mark {
            let Some(name) = names.defined.pop() else { break };
            let Some(entries) = names.names.get_mut(&name) else {
                continue;
            };
            // A result that the op of that name does not have may have been used before.
            entries.retain(|entry| entry.placeholder);
            if entries.is_empty() {
                names.names.remove(&name);
            }
        }
    }

    /// The text of a mention.
    pub(super) fn operand_name(&self, operand: UnresolvedOperand) -> &'a str {
        &self.text[operand.position.0 as usize..(operand.position.0 + operand.len) as usize]
    }

    /// Where a name was met first, here or around this.
    pub(super) fn first_mention(&self, operand: UnresolvedOperand) -> Option<u32> {
        let name = self.operand_name(operand);
        let mut scopes = self.values.iter().rev();
        let known = scopes.find_map(|names| names.get(name, operand.index));
        let known = known.map(|entry| entry.position);
        known.or_else(|| self.undeclared_use(operand).map(|first| first.position))
    }

    /// Lets a name stand for a value from here on.
    pub(super) fn define(&mut self, operand: UnresolvedOperand, value: ValueId) -> Fallible {
        let name = Word::new(self.operand_name(operand));
        let position = operand.position.0;
        let entry = Named {
            index: operand.index,
            value,
            position,
            placeholder: false,
        };
        let names = self.values.last_mut().expect("a scope of names");
        let entries = names.names.entry(name).or_default();
        if entries.is_empty() {
            entries.push(entry);
            names.defined.push(name);
            if self.undeclared.is_empty() && !names.are_inside {
                return Ok(());
            }
            self.check_not_around(operand)?;
            return self.check_later_definition(operand, self.body.value_type(value));
        }
        let known = match entries.binary_search_by_key(&operand.index, |entry| entry.index) {
            Ok(at) => &mut entries[at],
            Err(at) => {
                entries.insert(at, entry);
                names.defined.push(name);
                return Ok(());
            }
        };
        let earlier = *known;
        if earlier.placeholder {
            *known = entry;
            names.defined.push(name);
            names.placeholders -= 1;
            return self.replace_placeholder(operand, earlier, value);
        }
        Err(self.redefinition(operand, earlier))
    }

    fn redefinition(&self, operand: UnresolvedOperand, earlier: Named) -> Diagnostic {
        let message = format!("redefinition of SSA value '{}'", self.operand_name(operand));
        let note = self.location_at(earlier.position);
        let error = self.error_at(operand.position.0, message);
        error.with_note(note, "previously defined here")
    }

    /// Checks that a name which is new in a body is not defined around it: a function stands in another one mostly because
    /// a brace is missing.
    fn check_not_around(&self, operand: UnresolvedOperand) -> Fallible {
        let name = self.operand_name(operand);
        let mut around = self.values.iter().rev().skip(1);
        let earlier = around.find_map(|names| names.get(name, operand.index));
        match earlier.filter(|earlier| !earlier.placeholder) {
            Some(earlier) => Err(self.redefinition(operand, earlier)),
            None => Ok(()),
        }
    }

    fn replace_placeholder(&mut self, operand: UnresolvedOperand, placeholder: Named, value: ValueId) -> Fallible {
        let (used, defined) = (self.body.value_type(placeholder.value), self.body.value_type(value));
        if used != defined {
            return Err(self.defined_otherwise(operand, defined, placeholder.position, used));
        }
        self.body.replace_all_uses(placeholder.value, value);
        Ok(())
    }

    /// A value that has another type than it was used with before.
    pub(super) fn defined_otherwise(
        &self,
        operand: UnresolvedOperand,
        defined: Type,
        first_use: u32,
        used: Type,
    ) -> Diagnostic {
        let name = self.operand_name(operand);
        let message = format!(
            "definition of SSA value '{name}#{}' has type {}",
            operand.index,
            self.quoted_type(defined)
        );
        let note = self.location_at(first_use);
        let error = self.error_at(operand.position.0, message);
        error.with_note(
            note,
            format!("previously used here with type {}", self.quoted_type(used)),
        )
    }

    /// The value that a mention means, a placeholder if it is not defined yet.
    #[inline]
    pub(super) fn resolve_operand(&mut self, operand: UnresolvedOperand, ty: Type) -> Fallible<ValueId> {
        let name = Word::new(self.operand_name(operand));
        let names = self.values.last().expect("a scope of names");
        let Some(entries) = names.names.get(&name) else {
            return self.new_placeholder(operand, ty);
        };
        match find(entries, operand.index) {
            Some(known) if self.body.value_type(known.value) == ty => Ok(known.value),
            Some(known) => {
                let used = self.body.value_type(known.value);
                Err(self.type_mismatch(operand, ty, known.position, used))
            }
            None if entries.iter().any(|entry| entry.index == 0 && !entry.placeholder) => {
                Err(self.error_at(operand.position.0, "reference to invalid result number"))
            }
            None => self.new_placeholder(operand, ty),
        }
    }

    /// A value that is used with another type than before.
    pub(super) fn type_mismatch(&self, operand: UnresolvedOperand, ty: Type, prior_use: u32, used: Type) -> Diagnostic {
        let message = format!(
            "use of value '{}' expects different type than prior uses: {} vs {}",
            self.operand_name(operand),
            self.quoted_type(ty),
            self.quoted_type(used)
        );
        let note = self.location_at(prior_use);
        self.error_at(operand.position.0, message)
            .with_note(note, "prior use here")
    }

    fn new_placeholder(&mut self, operand: UnresolvedOperand, ty: Type) -> Fallible<ValueId> {
        self.check_later_use(operand, ty)?;
        let name = Word::new(self.operand_name(operand));
        let value = self.body.create_placeholder(ty);
        let entry = Named {
            index: operand.index,
            value,
            position: operand.position.0,
            placeholder: true,
        };
        let names = self.names();
        names.placeholders += 1;
        let entries = names.names.entry(name).or_default();
        let at = entries.partition_point(|entry| entry.index < operand.index);
        entries.insert(at, entry);
        Ok(value)
    }

    /// Whether an operand that may be left out is here, and not the first result of the op on the next line.
    pub(crate) fn at_operand(&self) -> bool {
        let (before, rest) = self.text.split_at(self.tok.start() as usize);
        let begins_line = || before.trim_end_matches([' ', '\t']).ends_with('\n');
        self.at(Kind::Percent) && !(begins_line() && names_results(rest))
    }

    /// Reads `%name` or `%name#index`.
    #[inline]
    pub(super) fn parse_operand(&mut self, allow_index: bool) -> Fallible<UnresolvedOperand> {
        let token = self.expect(Kind::Percent, "expected SSA operand")?;
        let mut operand = UnresolvedOperand {
            position: Position(token.start()),
            len: token.end() - token.start(),
            index: 0,
        };
        if self.at(Kind::Hash) {
            if !allow_index {
                return Err(self.error_here("result number not allowed in argument list"));
            }
            match self.spelling()[1..].parse() {
                Ok(index) => operand.index = index,
                Err(_) => return Err(self.error_here("invalid SSA value result number")),
            }
            self.bump();
        }
        Ok(operand)
    }
}

/// Whether a text begins with the names of an op's results: `%a, %b:2 =`.
fn names_results(text: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
    let mut rest = text;
    loop {
        let Some(name) = rest.strip_prefix('%') else {
            return false;
        };
        rest = name.trim_start_matches(is_name).trim_start();
        if let Some(count) = rest.strip_prefix(':') {
            let digits = count.trim_start();
            rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
            if rest.len() == digits.len() {
                return false;
            }
            rest = rest.trim_start();
        }
        match rest.strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None => return rest.starts_with('=') && !rest.starts_with("=="),
        }
    }
}
