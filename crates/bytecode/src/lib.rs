//! Reader and writer of MLIR's bytecode.
//!
//! - [`parse_source`] reads a file, be it bytecode or text.
//! - [`write()`] makes the bytes of a file.
//!
//! The format is described in MLIR's documentation ("MLIR Bytecode Format"). A file is a list of sections. Strings,
//! attributes, types, names of ops and encodings of properties stand in tables; ops name them by their numbers. Attributes
//! and types of the builtin dialect have encodings of their own, those of other dialects are text, but for debug information
//! of the llvm dialect.

mod debug_info;
mod format;
mod properties;
mod reader;
mod words;
mod writer;

use asyncir_ir::{Context, Diagnostics, Fallible, OpRef};
use asyncir_text::{ParseOptions, Parsed, Resources, Source};

/// Whether a file is bytecode.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(format::MAGIC)
}

/// Reads a file: bytecode, or text.
///
/// # Errors
/// What is wrong with it, and warnings about it.
pub fn parse_source(ctx: &Context, source: &Source<'_>, options: &ParseOptions) -> Result<Parsed, Diagnostics> {
    if !is_bytecode(source.text) {
        return asyncir_text::parse_source_with(ctx, source, options);
    }
    asyncir_text::install(ctx);
    reader::read(ctx, source.name, source.text, options).map_err(Diagnostics::from)
}

/// The newest version of the format, which is that of MLIR 22.
pub const NEWEST_VERSION: u64 = format::NEWEST;

/// How bytecode is written.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// The version of the format, at most [`NEWEST_VERSION`].
    pub version: u64,
    /// Whether only the keys of resources are written, without their data.
    pub elide_resources: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            version: NEWEST_VERSION,
            elide_resources: false,
        }
    }
}

/// A top-level op as the bytes of a file.
///
/// # Errors
/// If there is no such version of the format.
pub fn write(op: OpRef<'_>, resources: &Resources, options: WriteOptions) -> Fallible<Vec<u8>> {
    let version = options.version;
    if version > NEWEST_VERSION {
        let message = format!("unsupported version requested {version}, must be in range [0, {NEWEST_VERSION}]");
        return Err(op.bare_error(message));
    }
    Ok(writer::write(op, resources, options))
}

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
