//! The tables of attributes and types. An entry is read when it is asked for first.

use asyncir_ir::{AttrKind, Attribute, Fallible, Ident, Location, Type};

use super::Reader;
use super::stream::{Read, Stream};
use crate::format::section;

/// An attribute or a type of a file.
pub(super) struct Entry<'b, T> {
    dialect: &'b str,
    encoding: Stream<'b>,
    /// Whether it is in an encoding of its dialect; otherwise it is text.
    is_encoded: bool,
    state: State<T>,
}

#[derive(Clone, Copy)]
enum State<T> {
    Unread,
    /// An entry that is asked for while it is read contains itself.
    BeingRead,
    Read(T),
}

impl<'b> Reader<'b> {
    /// Takes note of where each attribute and each type is.
    pub(super) fn read_entries(&mut self) -> Read<()> {
        let mut data = self.section(section::ATTRIBUTES, "attributes and types")?;
        let mut offsets = self.section(section::ATTRIBUTE_OFFSETS, "places of attributes and types")?;
        let (attributes, types) = (offsets.count()?, offsets.count()?);
        self.attributes = self.entries(attributes, &mut offsets, &mut data)?;
        self.locations = vec![None; self.attributes.len()];
        self.types = self.entries(types, &mut offsets, &mut data)?;
        offsets.end("the places of attributes and types")?;
        data.end("the attributes and types")
    }

    fn entries<T>(&self, count: usize, offsets: &mut Stream<'b>, data: &mut Stream<'b>) -> Read<Vec<Entry<'b, T>>> {
        let mut entries = Vec::new();
        while entries.len() < count {
            let dialect = self.dialect(offsets)?;
            let in_group = offsets.count()?;
            if in_group > count - entries.len() {
                return offsets.bad("more attributes or types than announced");
            }
            for _ in 0..in_group {
                let (size, is_encoded) = offsets.flagged()?;
                let size = data.checked_count(size)?;
                entries.push(Entry {
                    dialect,
                    encoding: data.part(size)?,
                    is_encoded,
                    state: State::Unread,
                });
            }
        }
        Ok(entries)
    }

    /// The attribute of a number.
    pub(super) fn attribute_at(&mut self, stream: &Stream<'b>, index: u64) -> Read<Attribute> {
        let index = index as usize;
        let Some(entry) = self.attributes.get_mut(index) else {
            return stream.bad(format!("there is no attribute {index}"));
        };
        match entry.state {
            State::Read(attribute) => return Ok(attribute),
            State::BeingRead => return stream.bad(format!("attribute {index} contains itself")),
            State::Unread => entry.state = State::BeingRead,
        }
        let (dialect, encoding, is_encoded) = (entry.dialect, entry.encoding, entry.is_encoded);
        let attribute = if is_encoded {
            self.nested(stream, |reader| reader.encoded_attribute(dialect, encoding))?
        } else {
            let text = text(encoding)?;
            text_result(encoding, text, asyncir_text::parse_attribute(self.ctx, text))?
        };
        self.attributes[index].state = State::Read(attribute);
        Ok(attribute)
    }

    /// The type of a number.
    pub(super) fn type_at(&mut self, stream: &Stream<'b>, index: u64) -> Read<Type> {
        let index = index as usize;
        let Some(entry) = self.types.get_mut(index) else {
            return stream.bad(format!("there is no type {index}"));
        };
        match entry.state {
            State::Read(ty) => return Ok(ty),
            State::BeingRead => return stream.bad(format!("type {index} contains itself")),
            State::Unread => entry.state = State::BeingRead,
        }
        let (dialect, encoding, is_encoded) = (entry.dialect, entry.encoding, entry.is_encoded);
        let ty = if is_encoded {
            self.nested(stream, |reader| reader.encoded_type(dialect, encoding))?
        } else {
            let text = text(encoding)?;
            text_result(encoding, text, asyncir_text::parse_type(self.ctx, text))?
        };
        self.types[index].state = State::Read(ty);
        Ok(ty)
    }

    fn encoded_attribute(&mut self, dialect: &str, mut encoding: Stream<'b>) -> Read<Attribute> {
        let attribute = match dialect {
            "builtin" => self.builtin_attribute(&mut encoding)?,
            "llvm" => self.debug_info(&mut encoding)?,
            _ => return encoding.bad(format!("the dialect '{dialect}' has no encoding of attributes")),
        };
        encoding.end("an attribute")?;
        Ok(attribute)
    }

    fn encoded_type(&mut self, dialect: &str, mut encoding: Stream<'b>) -> Read<Type> {
        if dialect != "builtin" {
            return encoding.bad(format!("the dialect '{dialect}' has no encoding of types"));
        }
        let ty = self.builtin_type(&mut encoding)?;
        encoding.end("a type")?;
        Ok(ty)
    }

    // References.

    pub(super) fn attribute(&mut self, stream: &mut Stream<'b>) -> Read<Attribute> {
        let index = stream.number()?;
        self.attribute_at(stream, index)
    }

    pub(super) fn optional_attribute(&mut self, stream: &mut Stream<'b>) -> Read<Option<Attribute>> {
        let (index, is_there) = stream.flagged()?;
        is_there.then(|| self.attribute_at(stream, index)).transpose()
    }

    pub(super) fn attributes(&mut self, stream: &mut Stream<'b>) -> Read<Vec<Attribute>> {
        stream.list(|stream| self.attribute(stream))
    }

    pub(super) fn ty(&mut self, stream: &mut Stream<'b>) -> Read<Type> {
        let index = stream.number()?;
        self.type_at(stream, index)
    }

    pub(super) fn types(&mut self, stream: &mut Stream<'b>) -> Read<Vec<Type>> {
        stream.list(|stream| self.ty(stream))
    }

    /// The text of a string attribute that names something.
    pub(super) fn name_attribute(&mut self, stream: &mut Stream<'b>) -> Read<Ident> {
        let index = stream.number()?;
        if let Some((last, name)) = self.last_name
            && last == index
        {
            return Ok(name);
        }
        let AttrKind::String { value, .. } = self.attribute_at(stream, index)?.kind(self.ctx) else {
            return stream.bad("the attribute should be a string");
        };
        let Ok(text) = std::str::from_utf8(value) else {
            return stream.bad("a name that is not UTF-8");
        };
        let name = self.ctx.ident(text);
        self.last_name = Some((index, name));
        Ok(name)
    }

    /// The location that an attribute is. Nearly every op has one of its own, so that no attribute is made of it.
    pub(super) fn location(&mut self, stream: &mut Stream<'b>) -> Read<Location> {
        let index = stream.number()?;
        if let Some(Some(known)) = self.locations.get(index as usize) {
            return Ok(*known);
        }
        let location = self.location_at(stream, index)?;
        self.locations[index as usize] = Some(location);
        Ok(location)
    }

    fn location_at(&mut self, stream: &Stream<'b>, index: u64) -> Read<Location> {
        if let Some(entry) = self.attributes.get_mut(index as usize)
            && let State::Unread = entry.state
            && entry.is_encoded
            && entry.dialect == "builtin"
        {
            let mut encoding = entry.encoding;
            entry.state = State::BeingRead;
            let location = self.nested(stream, |reader| reader.encoded_location(&mut encoding))?;
            self.attributes[index as usize].state = State::Unread;
            return Ok(location);
        }
        match self.attribute_at(stream, index)?.kind(self.ctx) {
            AttrKind::Location(location) => Ok(*location),
            _ => stream.bad("the attribute should be a location"),
        }
    }

    fn encoded_location(&mut self, encoding: &mut Stream<'b>) -> Read<Location> {
        let code = encoding.number()?;
        let location = self.builtin_location(code, encoding)?;
        encoding.end("a location")?;
        Ok(location)
    }
}

/// The text of an entry that has no encoding. A zero ends it; others may be in it, as they may be in strings.
fn text(mut encoding: Stream<'_>) -> Read<&str> {
    let [bytes @ .., 0] = encoding.take(encoding.len())? else {
        return encoding.bad("text without an end");
    };
    std::str::from_utf8(bytes).or_else(|_| encoding.bad("text that is not UTF-8"))
}

fn text_result<T>(encoding: Stream<'_>, text: &str, result: Fallible<T>) -> Read<T> {
    result.or_else(|error| encoding.bad(format!("in `{text}`: {}", error.message())))
}
