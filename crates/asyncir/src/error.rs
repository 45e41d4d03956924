//! What can go wrong between a text and its result.

use asyncir_ir::{Context, Diagnostic, Diagnostics};
use asyncir_text::{SourceMap, render};

use crate::entry_points::Entry;
use crate::source::Source;

/// An error of any stage.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    Read {
        /// The file.
        path: String,
        /// Why.
        message: String,
    },
    /// The program is wrong, or a pass cannot handle it.
    Program(ProgramError),
    /// A pipeline or option is malformed or names something unknown.
    Options(String),
    /// Code generation failed: LLVM is missing, or it rejects what it is given.
    Codegen(asyncir_codegen::Error),
    /// LLVM is missing, and Cranelift does not know something in the program.
    NeedsLlvm(ProgramError, asyncir_codegen::Error),
    /// The entry point is missing or has a signature that cannot be called.
    Entry(String),
    /// The program gave up: an assertion failed, in its own code or in a task that it awaits. The message begins with the
    /// place, as `file:line:column`.
    Failed(String),
    /// An object file, library or executable could not be linked.
    Link(String),
    /// What the program printed could not be written.
    Output(String),
}

/// What is wrong with a program.
#[derive(Clone, Debug)]
pub struct ProgramError {
    diagnostics: Diagnostics,
    text: String,
}

impl ProgramError {
    /// What was found, in order. Places are those of the context that the program is in.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }
}

/// All that was found, with places as `file:line:column`, and the lines if the source was at hand.
impl std::fmt::Display for ProgramError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl std::error::Error for ProgramError {}

impl ProgramError {
    fn new(ctx: &Context, source: Option<&Source>, diagnostics: Diagnostics) -> Self {
        let mut sources = SourceMap::new();
        if let Some(source) = source {
            sources.add(&source.name, &source.text);
        }
        let text = render(ctx, &diagnostics, &sources);
        Self { diagnostics, text }
    }
}

impl Error {
    /// There is no function of that name; the error names a few that can be called.
    pub(crate) fn no_entry(name: &str, entries: &[Entry]) -> Self {
        const SHOWN: usize = 5;
        let others = entries.iter().filter(|entry| entry.is_callable());
        let names: Vec<String> = others.take(SHOWN).map(|entry| format!("'{}'", entry.name)).collect();
        let hint = match names.as_slice() {
            [] => String::new(),
            names => format!("; there is {}", names.join(", ")),
        };
        Error::Entry(format!("entry point '{name}' not found{hint}"))
    }

    /// The error for what is wrong with a program, of which `source` is the text.
    pub(crate) fn program(ctx: &Context, source: Option<&Source>, found: impl Into<Diagnostics>) -> Self {
        Error::Program(ProgramError::new(ctx, source, found.into()))
    }

    /// The error of LLVM for a program that Cranelift refused before.
    pub(crate) fn after(self, ctx: &Context, refusal: Diagnostic) -> Self {
        match self {
            Error::Codegen(error @ asyncir_codegen::Error::LibraryNotFound { .. }) => {
                let place = refusal.location();
                let refusal = refusal.with_note(place, format!("LLVM would be needed: {error}"));
                Error::NeedsLlvm(ProgramError::new(ctx, None, refusal.into()), error)
            }
            other => other,
        }
    }

    /// There is such a function, but Rust cannot call it.
    pub(crate) fn uncallable_function(name: &str) -> Self {
        Error::Entry(format!(
            "function '{name}' cannot be called: it is private, or not among the entry points, or takes or gives something \
             else than numbers, memrefs, tokens and values of numbers"
        ))
    }

    /// There is such a function, but a command cannot call it.
    pub(crate) fn uncallable_entry(name: &str) -> Self {
        Error::Entry(format!(
            "entry point '{name}' cannot be called: it must have no parameters and return nothing, i32, i64 or f32"
        ))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Read { path, message } => write!(f, "cannot open input file '{path}': {message}"),
            Error::Program(error) | Error::NeedsLlvm(error, _) => error.fmt(f),
            Error::Output(message) => write!(f, "cannot write to standard output: {message}"),
            Error::Options(message) | Error::Entry(message) | Error::Link(message) | Error::Failed(message) => {
                f.write_str(message)
            }
            Error::Codegen(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Codegen(error) | Error::NeedsLlvm(_, error) => Some(error),
            _ => None,
        }
    }
}

impl From<asyncir_codegen::Error> for Error {
    fn from(error: asyncir_codegen::Error) -> Self {
        Error::Codegen(error)
    }
}
