//! Reading: sections first, then ops, which ask for the attributes and types that they name.

mod builtin;
mod builtin_types;
mod debug_info;
mod entries;
mod ops;
mod properties;
mod resources;
mod stream;
mod values;

use asyncir_ir::stack::at_depth;
use asyncir_ir::{Attribute, Context, Diagnostic, Fallible, Ident, Location};
use asyncir_text::{ParseOptions, Parsed};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use self::entries::Entry;
use self::ops::OpNameEntry;
use self::stream::{Bad, Read, Stream};
use crate::format::{MAGIC, NEWEST, section, since};

/// Reads a file.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn read(ctx: &Context, name: &str, bytes: &[u8], options: &ParseOptions) -> Fallible<Parsed> {
    let located = |bad: Bad| {
        let place = Location::file_line_col(ctx, ctx.ident(name), 0, 0);
        let message = format!("bytecode is wrong at byte {}: {}", bad.at, bad.message);
        Diagnostic::error(place, message)
    };
    let mut reader = Reader::new(ctx, bytes).map_err(located)?;
    reader.file(name, options).map_err(located)
}

/// A file that is being read.
struct Reader<'b> {
    ctx: &'b Context,
    version: u64,
    sections: [Option<Stream<'b>>; section::COUNT],
    strings: Vec<&'b [u8]>,
    dialects: Vec<&'b str>,
    op_names: Vec<OpNameEntry>,
    attributes: Vec<Entry<'b, Attribute>>,
    /// The locations that attributes are, as far as they were read.
    locations: Vec<Option<Location>>,
    /// The name that was read last, by the number of its attribute: most locations are in the same file as the one before.
    last_name: Option<(u64, Ident)>,
    types: Vec<Entry<'b, asyncir_ir::Type>>,
    /// The encodings of properties.
    properties: Vec<Stream<'b>>,
    /// The properties that were read, by their number and the op that they are of.
    known_properties: HashMap<(u64, usize), Attribute, FixedState>,
    /// The keys of dialects' resources, in the order of the file.
    resource_keys: Vec<Ident>,
    /// How deeply attributes, types and regions nest where the reader is.
    depth: u32,
    /// How many blocks and values may still be announced: each takes a byte of the file at least.
    budget: usize,
}

/// How deeply attributes, types and regions may nest.
const MAX_DEPTH: u32 = 1000;

impl<'b> Reader<'b> {
    fn new(ctx: &'b Context, bytes: &'b [u8]) -> Read<Self> {
        let mut file = Stream::new(bytes, 0);
        file.take(MAGIC.len())?;
        let version = file.number()?;
        if version > NEWEST {
            return file.bad(format!(
                "version {version} is newer than {NEWEST}, the newest that is read"
            ));
        }
        file.terminated()?;
        let mut sections = [None; section::COUNT];
        while !file.is_empty() {
            let start = file;
            let (number, data) = file.section()?;
            match sections.get_mut(usize::from(number)) {
                Some(section @ None) => *section = Some(data),
                Some(_) => return start.bad(format!("section {number} is there twice")),
                None => return start.bad(format!("section {number} is unknown")),
            }
        }
        Ok(Self {
            ctx,
            version,
            sections,
            strings: Vec::new(),
            dialects: Vec::new(),
            op_names: Vec::new(),
            attributes: Vec::new(),
            locations: Vec::new(),
            last_name: None,
            types: Vec::new(),
            properties: Vec::new(),
            known_properties: HashMap::default(),
            resource_keys: Vec::new(),
            depth: 0,
            budget: bytes.len(),
        })
    }

    fn file(&mut self, name: &str, options: &ParseOptions) -> Read<Parsed> {
        self.read_strings()?;
        self.read_dialects()?;
        self.read_entries()?;
        self.read_properties()?;
        let mut resources = self.read_resources()?;
        if options.reproducer {
            resources.take_reproducer(self.ctx);
        }
        let op = self.read_ir(name, options)?;
        Ok(Parsed {
            op,
            resources,
            diagnostics: Default::default(),
        })
    }

    /// A section that must be there.
    fn section(&self, number: u8, what: &str) -> Read<Stream<'b>> {
        self.sections[usize::from(number)].map_or_else(|| Stream::new(&[], 0).bad(format!("no {what}")), Ok)
    }

    /// The lengths of all strings stand in front of them, that of the last one first.
    fn read_strings(&mut self) -> Read<()> {
        let mut lengths = self.section(section::STRINGS, "strings")?;
        let lengths = &mut lengths;
        let mut sizes = lengths.list(Stream::number)?;
        sizes.reverse();
        for size in sizes {
            let size = lengths.checked_count(size)?;
            let [string @ .., 0] = lengths.take(size)? else {
                return lengths.bad("a string without an end");
            };
            self.strings.push(string);
        }
        lengths.end("the strings")
    }

    fn string(&self, stream: &mut Stream<'b>) -> Read<&'b [u8]> {
        let index = stream.number()?;
        self.string_at(stream, index)
    }

    fn string_at(&self, stream: &Stream<'b>, index: u64) -> Read<&'b [u8]> {
        let found = usize::try_from(index).ok().and_then(|index| self.strings.get(index));
        found.map_or_else(|| stream.bad(format!("there is no string {index}")), |text| Ok(*text))
    }

    fn text_at(&self, stream: &Stream<'b>, index: u64) -> Read<&'b str> {
        let bytes = self.string_at(stream, index)?;
        std::str::from_utf8(bytes).or_else(|_| stream.bad("a name that is not UTF-8"))
    }

    fn ident(&self, stream: &mut Stream<'b>) -> Read<Ident> {
        let index = stream.number()?;
        Ok(self.ctx.ident(self.text_at(stream, index)?))
    }

    fn read_dialects(&mut self) -> Read<()> {
        let mut stream = self.section(section::DIALECTS, "dialects")?;
        for _ in 0..stream.count()? {
            let (name, has_version) = if self.version < since::DIALECT_VERSIONS {
                (stream.number()?, false)
            } else {
                stream.flagged()?
            };
            let name = self.text_at(&stream, name)?;
            self.dialects.push(name);
            if has_version && stream.section()?.0 != section::DIALECT_VERSION {
                return stream.bad(format!("the version of the dialect '{name}' is not where it should be"));
            }
        }
        self.read_op_names(&mut stream)
    }

    fn dialect(&self, stream: &mut Stream<'b>) -> Read<&'b str> {
        let index = stream.number()?;
        let found = usize::try_from(index).ok().and_then(|index| self.dialects.get(index));
        found.map_or_else(|| stream.bad(format!("there is no dialect {index}")), |name| Ok(*name))
    }

    /// Reads something that may nest.
    fn nested<T: Send>(&mut self, stream: &Stream<'b>, read: impl FnOnce(&mut Self) -> Read<T> + Send) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return stream.bad("nesting too deep");
        }
        self.depth += 1;
        let result = at_depth(self.depth, || read(self));
        self.depth -= 1;
        result
    }
}
