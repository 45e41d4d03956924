//! Definitions of aliases: `#name = attribute`, `!name = type`.

use asyncir_ir::Fallible;

use super::Parser;
use crate::lexer::Kind;

impl Parser<'_> {
    /// Reads `#name = attribute`.
    pub(super) fn parse_attribute_alias(&mut self) -> Fallible {
        let (name, at) = (&self.spelling()[1..], self.tok.start);
        if self.attr_aliases.contains_key(name) {
            return Err(self.error_here(format!("redefinition of attribute alias id '{name}'")));
        }
        if name.contains('.') {
            let message = "attribute names with a '.' are reserved for dialect-defined names";
            return Err(self.error_here(message));
        }
        self.bump();
        self.expect(Kind::Equal, "expected '=' in attribute alias definition")?;
        let attr = self.parse_attribute(None)?;
        self.attr_aliases.insert(name, (attr, at));
        Ok(())
    }

    /// Reads `!name = type`.
    pub(super) fn parse_type_alias(&mut self) -> Fallible {
        let (name, at) = (&self.spelling()[1..], self.tok.start);
        if self.type_aliases.contains_key(name) {
            return Err(self.error_here(format!("redefinition of type alias id '{name}'")));
        }
        if name.contains('.') {
            return Err(self.error_here("type names with a '.' are reserved for dialect-defined names"));
        }
        self.bump();
        self.expect(Kind::Equal, "expected '=' in type alias definition")?;
        let ty = self.parse_type()?;
        self.type_aliases.insert(name, (ty, at));
        Ok(())
    }
}
