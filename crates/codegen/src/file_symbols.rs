//! What object files and libraries define, and what they need of others.

use std::collections::HashSet;

use object::read::archive::ArchiveFile;
use object::{File, Object, ObjectSymbol};

/// The names of functions and variables that a static or shared library uses and does not define. There are none in a file of
/// a format that is not known here.
///
/// ```
/// assert!(asyncir_codegen::needed_symbols(b"no library").is_empty());
/// ```
#[must_use]
pub fn needed_symbols(library: &[u8]) -> HashSet<String> {
    let mut symbols = Symbols::default();
    match ArchiveFile::parse(library) {
        Ok(archive) => {
            let members = archive.members().filter_map(Result::ok);
            let objects = members.filter_map(|member| member.data(library).ok());
            // Rust puts files of its own into archives.
            for object in objects.filter_map(|object| File::parse(object).ok()) {
                symbols.add(object.symbols());
            }
        }
        Err(_) => {
            if let Ok(library) = File::parse(library) {
                symbols.add(library.dynamic_symbols());
            }
        }
    }
    let Symbols { used, defined } = symbols;
    used.into_iter().filter(|name| !defined.contains(name)).collect()
}

/// The names of functions and variables that an object file defines for others. There are none in a file of a format that is
/// not known here.
///
/// ```
/// assert!(asyncir_codegen::defined_symbols(b"no object file").is_empty());
/// ```
#[must_use]
pub fn defined_symbols(object: &[u8]) -> HashSet<String> {
    let mut symbols = Symbols::default();
    if let Ok(object) = File::parse(object) {
        symbols.add(object.symbols());
    }
    symbols.defined
}

#[derive(Default)]
struct Symbols {
    used: HashSet<String>,
    defined: HashSet<String>,
}

impl Symbols {
    fn add<'f>(&mut self, symbols: impl Iterator<Item = impl ObjectSymbol<'f>>) {
        for symbol in symbols.filter(ObjectSymbol::is_global) {
            let names = if symbol.is_undefined() {
                &mut self.used
            } else {
                &mut self.defined
            };
            names.extend(symbol.name().map(str::to_owned));
        }
    }
}
