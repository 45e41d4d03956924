//! Definitions of aliases: `#name = attribute`, `!name = type`.

use asyncir_ir::{Attribute, Fallible, Type};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Parser;
use crate::lexer::Kind;

/// Aliases, each with the place of its definition.
#[derive(Clone, Default)]
pub(super) struct Aliases<'a> {
    pub(super) attrs: HashMap<&'a str, (Attribute, u32), FixedState>,
    pub(super) types: HashMap<&'a str, (Type, u32), FixedState>,
}

impl Parser<'_> {
    /// Reads `#name = attribute`.
    pub(super) fn parse_attribute_alias(&mut self) -> Fallible {
        let (name, at) = (&self.spelling()[1..], self.tok.start);
        if self.aliases.attrs.contains_key(name) {
            return Err(self.error_here(format!("redefinition of attribute alias id '{name}'")));
        }
        if name.contains('.') {
            let message = "attribute names with a '.' are reserved for dialect-defined names";
            return Err(self.error_here(message));
        }
        self.bump();
        self.expect(Kind::Equal, "expected '=' in attribute alias definition")?;
        let attr = self.parse_attribute(None)?;
        self.aliases.attrs.insert(name, (attr, at));
        Ok(())
    }

    /// Reads `!name = type`.
    pub(super) fn parse_type_alias(&mut self) -> Fallible {
        let (name, at) = (&self.spelling()[1..], self.tok.start);
        if self.aliases.types.contains_key(name) {
            return Err(self.error_here(format!("redefinition of type alias id '{name}'")));
        }
        if name.contains('.') {
            return Err(self.error_here("type names with a '.' are reserved for dialect-defined names"));
        }
        self.bump();
        self.expect(Kind::Equal, "expected '=' in type alias definition")?;
        let ty = self.parse_type()?;
        self.aliases.types.insert(name, (ty, at));
        Ok(())
    }
}
