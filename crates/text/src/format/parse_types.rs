//! Parsing types in formats.

use asyncir_ir::asm::{AsmParser, Position};
use asyncir_ir::def::{Arity, TypeConstraint, TypeDef};
use asyncir_ir::{Fallible, Type};

use super::compile::Typed;
use super::parse::{FormatParser, Stretch};
use crate::parser::Kind;

impl FormatParser<'_, '_> {
    fn arity(&self, typed: Typed) -> Arity {
        match typed {
            Typed::Operand(slot) => self.def.operands[slot].arity,
            Typed::Result(slot) => self.def.results[slot].arity,
            Typed::Operands | Typed::Results => Arity::Variadic,
        }
    }

    /// Takes the types read since there were `start` as those of a slot.
    pub(super) fn set_types(&mut self, typed: Typed, start: usize) {
        let types = Stretch {
            start: start as u32,
            len: (self.types.len() - start) as u32,
        };
        match typed {
            Typed::Operand(slot) => self.operands[slot].types = types,
            Typed::Result(slot) => self.results[slot] = types,
            Typed::Operands => self.all.types = types,
            Typed::Results => self.all_results = types,
        }
    }

    pub(super) fn types(&mut self, typed: Typed, qualified: bool) -> Fallible {
        let (start, at) = (self.types.len(), self.p.position());
        match self.arity(typed) {
            Arity::One => {
                let ty = match self.stripped_type(typed) {
                    Some(def) if !qualified && !self.p.at(Kind::Exclaim) => self.p.dialect_type(def)?,
                    _ => self.p.parse_type()?,
                };
                if !qualified {
                    self.expect_class(typed, ty, at)?;
                }
                self.types.push(ty);
            }
            Arity::Optional => self.types.extend(self.p.parse_optional_type()?),
            Arity::Variadic => self.types.extend(self.p.parse_type_list()?),
        }
        self.set_types(typed, start);
        Ok(())
    }

    fn constraint(&self, typed: Typed) -> Option<&'static TypeConstraint> {
        match typed {
            Typed::Operand(slot) => Some(self.def.operands[slot].constraint),
            Typed::Result(slot) => Some(self.def.results[slot].constraint),
            Typed::Operands | Typed::Results => None,
        }
    }

    /// Refuses a type that is not of the one kind, or without the interface, that the constraint allows.
    fn expect_class(&self, typed: Typed, ty: Type, at: Position) -> Fallible {
        let Some(constraint) = self.constraint(typed) else {
            return Ok(());
        };
        let ctx = self.p.ctx;
        if let Some(kind) = constraint.kind
            && ty.kind(ctx).name() != Some(kind)
        {
            return Err(self.p.wrong_kind(at, kind, ty));
        }
        if constraint.interface.is_some_and(|has| !has(ctx, ty)) {
            return Err(self.p.error(at, "invalid kind of type specified"));
        }
        Ok(())
    }

    /// The definition of a type that is written by its parameters alone.
    fn stripped_type(&self, typed: Typed) -> Option<&'static TypeDef> {
        let constraint = self.constraint(typed)?;
        constraint
            .kind
            .filter(|_| constraint.stripped)
            .and_then(|kind| self.p.ctx.type_def(kind))
    }

    pub(super) fn functional_type(&mut self, inputs: Typed, results: Typed) -> Fallible {
        let at = self.p.position();
        let (input_types, result_types) = if self.p.at(Kind::LParen) {
            self.p.read_function_type()?
        } else {
            let ty = self.p.parse_type()?;
            match ty.function(self.p.ctx) {
                Some((inputs, results)) => (inputs.into(), results.into()),
                None => return Err(self.p.wrong_kind(at, "builtin.function", ty)),
            }
        };
        for (typed, types) in [(inputs, input_types), (results, result_types)] {
            let start = self.types.len();
            self.types.extend_from_slice(&types);
            self.set_types(typed, start);
        }
        Ok(())
    }
}
