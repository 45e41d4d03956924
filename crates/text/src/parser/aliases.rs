//! Definitions of aliases: `#name = attribute`, `!name = type`.

use asyncir_ir::{Attribute, Fallible, Type};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Parser;
use crate::lexer::Kind;

/// Of how many aliases, counted again at each use, the type that an alias stands for may be made. Aliases that use others
/// twice stand for types that double with each of them; such a type is written out in full.
const MAX_PARTS: u64 = 1 << 20;

/// How large something is.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// How many levels it has.
    pub(super) depth: u32,
    /// How many aliases it is made of, counted at each use.
    pub(super) parts: u64,
}

/// What an alias stands for.
#[derive(Clone, Copy)]
pub(super) struct Alias<T> {
    pub(super) value: T,
    /// Where it is defined.
    pub(super) place: u32,
    pub(super) extent: Extent,
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
        self.spans(alias.extent)?;
        Ok(alias.value)
    }

    /// Notes that something of such an extent stands here.
    ///
    /// # Errors
    /// If that nests too deeply.
    pub(super) fn spans(&mut self, extent: Extent) -> Fallible {
        self.parts = self.parts.saturating_add(extent.parts);
        self.reaches(extent.depth)
    }

    /// Reads something; with how large it is.
    pub(super) fn with_extent<T>(&mut self, read: impl FnOnce(&mut Self) -> Fallible<T>) -> Fallible<(T, Extent)> {
        let around = std::mem::replace(&mut self.deepest, self.depth);
        let before = std::mem::take(&mut self.parts);
        let value = read(self)?;
        let extent = Extent {
            depth: self.deepest - self.depth,
            parts: self.parts,
        };
        self.deepest = self.deepest.max(around);
        self.parts = self.parts.saturating_add(before);
        Ok((value, extent))
    }

    /// Reads something; with how many levels it has.
    pub(super) fn with_depth<T>(&mut self, read: impl FnOnce(&mut Self) -> Fallible<T>) -> Fallible<(T, u32)> {
        let (value, extent) = self.with_extent(read)?;
        Ok((value, extent.depth))
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
        let (value, extent) = self.with_extent(|p| p.parse_attribute(None))?;
        self.aliases.attrs.insert(name, Alias { value, place, extent });
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
        let (value, mut extent) = self.with_extent(Self::parse_type)?;
        if extent.parts > MAX_PARTS {
            return Err(self.error_at(place, "type alias stands for a type that is too large"));
        }
        extent.parts += 1;
        self.aliases.types.insert(name, Alias { value, place, extent });
        Ok(())
    }
}
