//! What can go wrong between a text and its result.

use asyncir_ir::{Diagnostic, Diagnostics};

use crate::program::Entry;

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
    Program(Diagnostics),
    /// A pipeline or option is malformed or names something unknown.
    Options(String),
    /// Code generation failed: LLVM is missing, or it rejects what it is given.
    Codegen(asyncir_codegen::Error),
    /// LLVM is missing, and Cranelift does not know something in the program.
    NeedsLlvm(Diagnostic, asyncir_codegen::Error),
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

impl Error {
    /// There is no function of that name; the error names a few that can be called.
    pub(crate) fn no_entry(name: &str, entries: &[Entry]) -> Self {
        const SHOWN: usize = 5;
        let others = entries.iter().filter(|entry| entry.result.is_some());
        let names: Vec<String> = others.take(SHOWN).map(|entry| format!("'{}'", entry.name)).collect();
        let hint = match names.as_slice() {
            [] => String::new(),
            names => format!("; there is {}", names.join(", ")),
        };
        Error::Entry(format!("entry point '{name}' not found{hint}"))
    }

    /// The error for one thing that is wrong with the program.
    pub(crate) fn of(diagnostic: Diagnostic) -> Self {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(diagnostic);
        Error::Program(diagnostics)
    }

    /// The error of LLVM for a program that Cranelift refused before.
    pub(crate) fn after(self, refusal: Diagnostic) -> Self {
        match self {
            Error::Codegen(error @ asyncir_codegen::Error::LibraryNotFound { .. }) => Error::NeedsLlvm(refusal, error),
            other => other,
        }
    }

    /// There is such a function, but nobody can call it.
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
            Error::Program(diagnostics) => match diagnostics.iter().next() {
                Some(first) => f.write_str(first.message()),
                None => f.write_str("the program is wrong"),
            },
            Error::Output(message) => write!(f, "cannot write to standard output: {message}"),
            Error::Options(message) | Error::Entry(message) | Error::Link(message) | Error::Failed(message) => {
                f.write_str(message)
            }
            Error::Codegen(error) => error.fmt(f),
            Error::NeedsLlvm(reason, error) => write!(f, "{}; for LLVM: {error}", reason.message()),
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

impl From<Diagnostics> for Error {
    fn from(diagnostics: Diagnostics) -> Self {
        Error::Program(diagnostics)
    }
}

impl From<asyncir_codegen::Error> for Error {
    fn from(error: asyncir_codegen::Error) -> Self {
        Error::Codegen(error)
    }
}
