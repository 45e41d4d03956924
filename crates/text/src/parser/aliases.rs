//! Definitions of aliases: `#name = attribute`, `!name = type`.

use asyncir_ir::{Attribute, Fallible, Type};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Parser;
use crate::lexer::Kind;

/// What an alias stands for.
#[derive(Clone, Copy)]
pub(super) struct Alias<T> {
    pub(super) value: T,
    /// Where it is defined.
    pub(super) place: u32,
    /// How many levels what it stands for has.
    pub(super) depth: u32,
}

/// Aliases that were defined.
#[derive(Clone, Default)]
pub(super) struct Aliases<'a> {
    pub(super) attrs: HashMap<&'a str, Alias<Attribute>, FixedState>,
    pub(super) types: HashMap<&'a str, Alias<Type>, FixedState>,
}

impl Parser<'_> {
    /// What an alias stands for, as if it were written here.
    ///
    /// # Errors
    /// If that nests too deeply.
    pub(super) fn use_alias<T>(&mut self, alias: Alias<T>) -> Fallible<T> {
        self.reaches(alias.depth)?;
        Ok(alias.value)
    }

    /// Reads something; with how many levels it has.
    pub(super) fn with_depth<T>(&mut self, read: impl FnOnce(&mut Self) -> Fallible<T>) -> Fallible<(T, u32)> {
        let around = std::mem::replace(&mut self.deepest, self.depth);
        let value = read(self)?;
        let depth = self.deepest - self.depth;
        self.deepest = self.deepest.max(around);
        Ok((value, depth))
    }

    /// Reads `#name = attribute`.
    pub(super) fn parse_attribute_alias(&mut self) -> Fallible {
        let (name, place) = (&self.spelling()[1..], self.tok.start());
        if self.aliases.attrs.contains_key(name) {
            return Err(self.error_here(format!("redefinition of attribute alias id '{name}'")));
        }
        if name.contains('.') {
            let message = "attribute names with a '.' are reserved for dialect-defined names";
            return Err(self.error_here(message));
        }
        self.bump();
        self.expect(Kind::Equal, "expected '=' in attribute alias definition")?;
        let (value, depth) = self.with_depth(|p| p.parse_attribute(None))?;
        self.aliases.attrs.insert(name, Alias { value, place, depth });
        Ok(())
    }

    /// Reads `!name = type`.
    pub(super) fn parse_type_alias(&mut self) -> Fallible {
        let (name, place) = (&self.spelling()[1..], self.tok.start());
        if self.aliases.types.contains_key(name) {
            return Err(self.error_here(format!("redefinition of type alias id '{name}'")));
        }
        if name.contains('.') {
            return Err(self.error_here("type names with a '.' are reserved for dialect-defined names"));
        }
        self.bump();
        self.expect(Kind::Equal, "expected '=' in type alias definition")?;
        let (value, depth) = self.with_depth(Self::parse_type)?;
        self.aliases.types.insert(name, Alias { value, place, depth });
        Ok(())
    }
}
