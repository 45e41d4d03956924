//! Texts to be parsed and what comes out.

use asyncir_ir::{Diagnostics, OwnedOp};

use crate::resources::Resources;

/// A text with its name.
#[derive(Clone, Copy, Debug)]
pub struct Source<'t> {
    /// Name of the file, for locations.
    pub name: &'t str,
    /// The text; it must be UTF-8, which the parser checks.
    pub text: &'t [u8],
    /// The number of the first line: 1 but for a part of a file.
    pub first_line: u32,
    /// The column of the first character in that line: 1 but for a part of a file.
    pub first_column: u32,
}

impl<'t> Source<'t> {
    /// A whole file.
    pub fn new(name: &'t str, text: &'t (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self {
            name,
            text: text.as_ref(),
            first_line: 1,
            first_column: 1,
        }
    }
}

/// How a file is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// Whether functions are read on several threads if there is enough to do.
    pub threads: bool,
    /// Whether functions read on several threads are verified at once, because everything will be.
    pub verify_ahead: bool,
    /// Whether the only op of a file is taken as it is, whatever it is, where otherwise a module is put around it.
    pub no_implicit_module: bool,
    /// Whether the resource `mlir_reproducer` is read, and taken from the others.
    pub reproducer: bool,
}

/// A file that was parsed.
#[derive(Debug)]
pub struct Parsed {
    /// The only module of the file, or a module around all its ops; with [`ParseOptions::no_implicit_module`], the
    /// only op.
    pub op: OwnedOp,
    /// Data that the file carries behind its ops.
    pub resources: Resources,
    /// Warnings.
    pub diagnostics: Diagnostics,
}
