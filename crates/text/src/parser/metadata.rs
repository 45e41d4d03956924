//! The dictionary at the end of a file: `{-# dialect_resources: {...}, external_resources: {...} #-}`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use asyncir_ir::{Fallible, Ident};

use super::Parser;
use super::dense::hex_bytes;
use crate::lexer::Kind;
use crate::resources::{ALIGNMENT, REPRODUCER, ResourceValue};

type Entries = Vec<(Ident, ResourceValue)>;

/// The only dialect that has resources.
const HAS_RESOURCES: &str = "builtin";

impl Parser<'_> {
    pub(super) fn parse_file_metadata(&mut self) -> Fallible {
        self.bump();
        self.list_until(Kind::MetadataEnd, "expected '#-}'", |p| {
            let at = p.tok.start();
            let Some(key) = p.optional_any_keyword() else {
                return Err(p.error_here("expected identifier key in file metadata dictionary"));
            };
            p.expect(Kind::Colon, "expected ':'")?;
            match key {
                "dialect_resources" => {
                    let groups = p.parse_resource_groups(true)?;
                    p.resources.dialects.extend(groups);
                }
                "external_resources" => {
                    let groups = p.parse_resource_groups(false)?;
                    p.resources.external.extend(groups);
                }
                _ => {
                    let message = format!("unknown key '{key}' in file metadata dictionary");
                    return Err(p.error_at(at, message));
                }
            }
            Ok(())
        })
    }

    /// Reads the groups of one of the two sections, which are `blobs` of dialects or belong to others.
    fn parse_resource_groups(&mut self, blobs: bool) -> Fallible<Vec<(Ident, Entries)>> {
        let mut groups = Vec::new();
        self.expect(Kind::LBrace, "expected '{'")?;
        self.list_until(Kind::RBrace, "expected '}'", |p| {
            let at = p.tok.start();
            let name = p.parse_resource_key()?;
            if blobs && p.ctx.dialect(p.ctx.str(name)).is_none() {
                return Err(p.error_at(at, format!("dialect '{}' is unknown", p.ctx.str(name))));
            }
            p.expect(Kind::Colon, "expected ':'")?;
            let mut entries = Entries::new();
            let mut places: HashMap<Ident, usize> = HashMap::new();
            p.expect(Kind::LBrace, "expected '{'")?;
            if blobs && p.ctx.str(name) != HAS_RESOURCES {
                let message = format!("unexpected 'resource' section for dialect '{}'", p.ctx.str(name));
                return Err(p.error_here(message));
            }
            if !blobs && p.options.reproducer && p.ctx.str(name) == REPRODUCER {
                return p.list_until(Kind::RBrace, "expected '}'", Self::parse_reproducer_entry);
            }
            p.list_until(Kind::RBrace, "expected '}'", |p| {
                let key = p.parse_resource_key()?;
                p.expect(Kind::Colon, "expected ':'")?;
                let value = if blobs || p.at_blob() {
                    p.parse_blob(key)?
                } else {
                    p.parse_resource_value(key)?
                };
                // Of several with one name, dialects keep the last.
                match places.entry(key) {
                    Entry::Occupied(place) if blobs => entries[*place.get()].1 = value,
                    _ => {
                        places.insert(key, entries.len());
                        entries.push((key, value));
                    }
                }
                Ok(())
            })?;
            groups.push((name, entries));
            Ok(())
        })?;
        Ok(groups)
    }

    /// Whether a string comes that begins as blobs do.
    fn at_blob(&self) -> bool {
        self.at(Kind::Str) && self.string_value().starts_with(b"0x")
    }

    fn parse_reproducer_entry(&mut self) -> Fallible {
        let at = self.tok.start();
        let key = self.parse_resource_key()?;
        self.expect(Kind::Colon, "expected ':'")?;
        let key = self.ctx.str(key);
        match key {
            "pipeline" if self.at(Kind::Str) => {
                let text = String::from_utf8_lossy(&self.string_value()).into_owned();
                self.bump();
                self.resources.reproducer.pipeline = Some(text);
            }
            "pipeline" => return Err(self.error_here(format!("expected string value for key '{key}'"))),
            "disable_threading" => self.resources.reproducer.disable_threading = Some(self.parse_bool_entry(key)?),
            "verify_each" => self.resources.reproducer.verify_each = Some(self.parse_bool_entry(key)?),
            _ => return Err(self.error_at(at, format!("unknown '{REPRODUCER}' resource key '{key}'"))),
        }
        Ok(())
    }

    fn parse_bool_entry(&mut self, key: &str) -> Fallible<bool> {
        if self.eat_keyword("true") {
            return Ok(true);
        }
        if self.eat_keyword("false") {
            return Ok(false);
        }
        Err(self.error_here(format!("expected 'true' or 'false' value for key '{key}'")))
    }

    /// Reads the resource of a dialect: bytes that begin with their alignment.
    fn parse_blob(&mut self, key: Ident) -> Fallible<ResourceValue> {
        let at = self.tok.start();
        let value = self.parse_resource_value(key);
        let problem = match &value {
            Ok(ResourceValue::Blob(data)) => match data.first_chunk::<ALIGNMENT>().copied().map(u32::from_le_bytes) {
                Some(alignment) if alignment.is_power_of_two() => return value,
                Some(alignment) => {
                    format!(" to encode alignment in first 4 bytes, but got non-power-of-2 value: {alignment}")
                }
                None => " to encode alignment in first 4 bytes".to_owned(),
            },
            _ => String::new(),
        };
        let key = self.ctx.str(key);
        Err(self.error_at(at, format!("expected hex string blob for key '{key}'{problem}")))
    }

    fn parse_resource_value(&mut self, key: Ident) -> Fallible<ResourceValue> {
        if self.at(Kind::Str) {
            let value = self.string_value();
            self.bump();
            return Ok(match hex_bytes(&value) {
                Some(blob) => ResourceValue::Blob(blob),
                None => ResourceValue::String(value.into_owned()),
            });
        }
        for (keyword, value) in [("true", true), ("false", false)] {
            if self.eat_keyword(keyword) {
                return Ok(ResourceValue::Bool(value));
            }
        }
        let key = self.ctx.str(key);
        Err(self.error_here(format!("expected string value for key '{key}'")))
    }
}
