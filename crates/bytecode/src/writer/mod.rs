//! Writing: everything is numbered first, then written by its number.

mod buffer;
mod builtin;
mod debug_info;
mod numbering;
mod ops;
mod properties;
mod resources;
mod sink;

use asyncir_ir::{Attribute, Context, Ident, Location, OpRef, Type};
use asyncir_text::Resources;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use self::buffer::Buffer;
use self::numbering::{Numbering, Table, dialect_of_op, dialect_of_type};
use self::sink::Sink;
use crate::WriteOptions;
use crate::format::{MAGIC, section, since};

/// Who wrote a file, as the file says it.
const PRODUCER: &str = concat!("asyncir", env!("CARGO_PKG_VERSION"));

/// The file of an op.
pub(crate) fn write(op: OpRef<'_>, resources: &Resources, options: WriteOptions) -> Vec<u8> {
    let numbering = Numbering::of(op, options.version, resources);
    let mut writer = Writer {
        ctx: op.ctx,
        version: options.version,
        elides_resources: options.elide_resources,
        numbering,
        strings: Table::default(),
        properties: Table::default(),
        known_properties: HashMap::default(),
        ops: 0,
        depth: 0,
    };
    writer.file(op, resources)
}

/// A file that is being written.
struct Writer<'c> {
    ctx: &'c Context,
    version: u64,
    /// Whether only the keys of resources are written.
    elides_resources: bool,
    numbering: Numbering<'c>,
    strings: Table<Vec<u8>>,
    properties: Table<Vec<u8>>,
    /// The numbers of properties that were written, by the op that they are of.
    known_properties: HashMap<properties::Key, Option<u64>, FixedState>,
    /// How many ops are written.
    ops: usize,
    /// How deeply regions nest where the writer is.
    depth: u32,
}

impl<'c> Writer<'c> {
    fn file(&mut self, op: OpRef<'_>, resources: &Resources) -> Vec<u8> {
        let mut file = Buffer::default();
        file.bytes.extend_from_slice(MAGIC);
        file.number(self.version);
        file.terminated(PRODUCER.as_bytes());
        file.section(section::DIALECTS, &self.dialects());
        let (offsets, entries) = self.entries();
        file.section(section::ATTRIBUTE_OFFSETS, &offsets);
        file.section(section::ATTRIBUTES, &entries);
        file.section(section::IR, &self.ir(op));
        if let Some((offsets, values)) = self.resources(resources) {
            file.section(section::RESOURCE_OFFSETS, &offsets);
            file.section(section::RESOURCES, &values);
        }
        file.section(section::STRINGS, &self.string_section());
        if self.version >= since::PROPERTIES {
            let mut properties = Buffer::default();
            properties.number(self.properties.items.len() as u64);
            self.properties.items.iter().for_each(|one| properties.blob(one));
            file.section(section::PROPERTIES, &properties);
        }
        file.bytes
    }

    fn string_section(&self) -> Buffer {
        let strings = &self.strings.items;
        let mut section = Buffer::default();
        section.number(strings.len() as u64);
        strings
            .iter()
            .rev()
            .for_each(|string| section.number(string.len() as u64 + 1));
        strings.iter().for_each(|string| section.terminated(string));
        section
    }

    fn string(&mut self, text: &[u8]) -> u64 {
        self.strings.number(text.to_vec())
    }

    fn dialects(&mut self) -> Buffer {
        let mut section = Buffer::default();
        let dialects = std::mem::take(&mut self.numbering.dialects.items);
        section.number(dialects.len() as u64);
        for dialect in &dialects {
            let name = self.string(dialect.as_bytes());
            if self.version < since::DIALECT_VERSIONS {
                section.number(name);
            } else {
                section.flagged(name, false);
            }
        }
        let names = std::mem::take(&mut self.numbering.op_names.items);
        if self.version >= since::NO_UNKNOWN_LOCATIONS {
            section.number(names.len() as u64);
        }
        let ctx: &'c Context = self.ctx;
        self.groups(
            &mut section,
            &names,
            |name| dialect_of_op(ctx, *name),
            |writer, section, name| {
                let rest = name.as_str(ctx).split_once('.').map_or("", |(_, rest)| rest);
                let rest = writer.string(rest.as_bytes());
                if writer.version < since::PROPERTIES {
                    section.number(rest);
                } else {
                    section.flagged(rest, name.def().is_some());
                }
            },
        );
        section
    }

    /// The places of attributes and types, and their encodings.
    fn entries(&mut self) -> (Buffer, Buffer) {
        let ctx: &'c Context = self.ctx;
        let (mut offsets, mut entries) = (Buffer::default(), Buffer::default());
        let attributes = std::mem::take(&mut self.numbering.attributes.items);
        let types = std::mem::take(&mut self.numbering.types.items);
        offsets.number(attributes.len() as u64);
        offsets.number(types.len() as u64);
        self.groups(
            &mut offsets,
            &attributes,
            |entity| entity.dialect(ctx),
            |writer, offsets, &entity| {
                writer.entry(
                    offsets,
                    &mut entries,
                    |encoder| entity.encode(ctx, encoder),
                    || entity.print(ctx),
                );
            },
        );
        self.groups(
            &mut offsets,
            &types,
            |&ty| dialect_of_type(ctx, ty),
            |writer, offsets, &ty| {
                let encode = |encoder: &mut Encoder<'_, 'c>| builtin::encode_type(ctx, ty, encoder);
                writer.entry(offsets, &mut entries, encode, || asyncir_text::print_type(ctx, ty));
            },
        );
        (offsets, entries)
    }

    /// An attribute or a type: as it is encoded, or as text.
    fn entry(
        &mut self,
        offsets: &mut Buffer,
        entries: &mut Buffer,
        encode: impl FnOnce(&mut Encoder<'_, 'c>) -> bool,
        print: impl FnOnce() -> String,
    ) {
        let start = entries.bytes.len();
        let is_encoded = encode(&mut Encoder::new(self, entries));
        if !is_encoded {
            entries.terminated(print().as_bytes());
        }
        offsets.flagged((entries.bytes.len() - start) as u64, is_encoded);
    }

    /// Things in groups of the same dialect: its number, how many there are, and each of them.
    fn groups<T>(
        &mut self,
        to: &mut Buffer,
        items: &[T],
        dialect: impl Fn(&T) -> &'c str,
        mut each: impl FnMut(&mut Self, &mut Buffer, &T),
    ) {
        for group in items.chunk_by(|a, b| dialect(a) == dialect(b)) {
            to.number(self.numbering.dialects.get(&dialect(&group[0])));
            to.number(group.len() as u64);
            group.iter().for_each(|item| each(self, to, item));
        }
    }
}

/// Encodings on their way to a file.
struct Encoder<'w, 'c> {
    writer: &'w mut Writer<'c>,
    buffer: &'w mut Buffer,
}

impl<'w, 'c> Encoder<'w, 'c> {
    fn new(writer: &'w mut Writer<'c>, buffer: &'w mut Buffer) -> Self {
        Self { writer, buffer }
    }
}

impl Sink for Encoder<'_, '_> {
    fn number(&mut self, value: u64) {
        self.buffer.number(value);
    }

    fn signed(&mut self, value: i64) {
        self.buffer.signed(value);
    }

    fn byte(&mut self, value: u8) {
        self.buffer.byte(value);
    }

    fn blob(&mut self, data: &[u8]) {
        self.buffer.blob(data);
    }

    fn string(&mut self, text: &[u8]) {
        let number = self.writer.string(text);
        self.buffer.number(number);
    }

    fn attribute(&mut self, attribute: Attribute) {
        self.buffer.number(self.writer.numbering.attribute_number(attribute));
    }

    fn optional_attribute(&mut self, attribute: Option<Attribute>) {
        match attribute {
            Some(attribute) => self
                .buffer
                .flagged(self.writer.numbering.attribute_number(attribute), true),
            None => self.buffer.number(0),
        }
    }

    fn ty(&mut self, ty: Type) {
        self.buffer.number(self.writer.numbering.types.get(&ty));
    }

    fn location(&mut self, location: Location) {
        self.buffer.number(self.writer.numbering.location_number(location));
    }

    fn name(&mut self, name: Ident) {
        let number = self.writer.numbering.name_number(name);
        self.buffer.number(number);
    }

    fn resource(&mut self, key: Ident) {
        self.buffer.number(self.writer.numbering.resources.get(&key));
    }
}
