//! The names of functions in memory, for Linux's `perf`.
//!
//! `perf` finds the functions of executables and libraries in their files. For code that has no file, it looks for a text
//! file `/tmp/perf-PID.map` with a line for each function: its address and its size in hexadecimal, and its name
//! (`tools/perf/Documentation/jit-interface.txt` of the kernel).
//!
//! Object files say which functions lie where in a section, but not where the linker has put the section. The address of
//! one function tells that, so the map has functions of a section too that nothing outside of the object file can name.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use object::{Object, ObjectSymbol, SymbolKind};

use crate::error::Error;
use crate::run::Code;

/// The functions of object files, to be mapped when they are linked.
///
/// ```
/// use asyncir_codegen::PerfMap;
///
/// assert!(PerfMap::of([&b"no object file"[..]]).is_err());
/// ```
#[derive(Debug, Default)]
pub struct PerfMap {
    /// The functions of each section.
    sections: Vec<Vec<Function>>,
}

/// A function in a section.
#[derive(Debug)]
struct Function {
    name: String,
    offset: u64,
    size: u64,
    /// Whether its address can be looked up, and is that of this function.
    is_known_outside: bool,
}

impl PerfMap {
    /// Reads which functions there are.
    ///
    /// # Errors
    /// If something is no object file.
    pub fn of<'o>(objects: impl IntoIterator<Item = &'o [u8]>) -> Result<Self, Error> {
        let mut map = Self::default();
        for object in objects {
            let object = object::File::parse(object).map_err(|error| Error::Jit(format!("object file: {error}")))?;
            let mut sections: BTreeMap<usize, Vec<Function>> = BTreeMap::new();
            for symbol in object.symbols() {
                if let (true, Some(section)) = (is_function(&symbol), symbol.section_index()) {
                    let functions = sections.entry(section.0).or_default();
                    functions.extend(Function::of(&symbol));
                }
            }
            map.sections.extend(sections.into_values());
        }
        Ok(map)
    }

    /// Adds the functions to the file of this process. `code` was made of the object files; all of them are linked. Those that
    /// cannot be linked are left out: whoever calls them gets the error.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, code: &dyn Code) -> Result<(), Error> {
        let mut lines = String::new();
        for functions in &self.sections {
            let Some(base) = base(functions, code) else { continue };
            for Function { name, offset, size, .. } in functions {
                let _ = writeln!(lines, "{:x} {size:x} {name}", base.wrapping_add(*offset));
            }
        }
        let path = path_of_process();
        append(&path, &lines).map_err(|error| Error::PerfMap {
            path: path.display().to_string(),
            reason: error.to_string(),
        })
    }
}

fn is_function<'o>(symbol: &impl ObjectSymbol<'o>) -> bool {
    symbol.kind() == SymbolKind::Text && symbol.is_definition()
}

impl Function {
    /// The function; `None` if its name is not UTF-8, so that no line can have it.
    fn of<'o>(symbol: &impl ObjectSymbol<'o>) -> Option<Self> {
        Some(Self {
            name: symbol.name().ok()?.replace('\n', " "),
            offset: symbol.address(),
            size: symbol.size(),
            is_known_outside: symbol.is_global() && !symbol.is_weak(),
        })
    }
}

/// Where the section of these functions is in memory, by one that can be looked up.
fn base(functions: &[Function], code: &dyn Code) -> Option<u64> {
    let known = functions.iter().filter(|function| function.is_known_outside);
    known.into_iter().find_map(|Function { name, offset, .. }| {
        let address = code.lookup(name).ok()?;
        Some((address.addr() as u64).wrapping_sub(*offset))
    })
}

/// Where `perf` looks for the map of this process, whatever the folder for temporary files is.
fn path_of_process() -> PathBuf {
    PathBuf::from(format!("/tmp/perf-{}.map", std::process::id()))
}

/// Writes at the end of the file. All users can write to its folder, so a link or pipe that somebody else has put there is not
/// followed. What an earlier process with the same number has left there goes.
fn append(path: &Path, lines: &str) -> io::Result<()> {
    static WRITER: Mutex<u32> = Mutex::new(0);
    let mut writer = WRITER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut options = OpenOptions::new();
    options.append(true).create(true).mode(0o644);
    options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
    let mut file = options.open(path)?;
    if *writer != std::process::id() {
        file.set_len(0)?;
        *writer = std::process::id();
    }
    file.write_all(lines.as_bytes())
}
