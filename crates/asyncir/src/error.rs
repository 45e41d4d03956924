//! Errors of all stages, from reading a program to running it.

use std::io;
use std::path::PathBuf;

use asyncir_ir::{Context, Diagnostic, Diagnostics};
use asyncir_runtime::TaskError;
use asyncir_runtime::runner_utils::os_message;
use asyncir_text::{SourceMap, render};

use crate::call::CallError;
use crate::source::Source;

/// An error of any stage.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    Read {
        /// The path of the file, or `<stdin>`.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The program is not valid, or a pass cannot handle it.
    Program(ProgramError),
    /// A pass pipeline or an option is malformed, or names something unknown.
    Options(String),
    /// The code generator failed: no libLLVM is found, or LLVM rejects the program or the target.
    Codegen(asyncir_codegen::Error),
    /// Nobody defines functions or variables that the program uses: no library, and not the runtime.
    Undefined(Vec<UndefinedSymbol>),
    /// Cranelift does not support something in the program, and no libLLVM is found.
    NeedsLlvm(ProgramError, asyncir_codegen::Error),
    /// The function does not exist, or cannot be called, or not in this way.
    Call(CallError),
    /// The program failed: an assertion failed in its own code or in a task that it awaits.
    Failed(TaskError),
    /// An object file, library or executable could not be linked.
    Link(String),
    /// The program's output could not be written.
    Output(io::Error),
}

/// A function or variable that nobody defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndefinedSymbol {
    /// Its name.
    pub name: String,
    /// Where the program declares it, as `file:line:column`; `None` if it does not, or if this is not known.
    pub declared_at: Option<String>,
}

impl std::fmt::Display for UndefinedSymbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        self.declared_at
            .iter()
            .try_for_each(|place| write!(f, " (declared at {place})"))
    }
}

/// The diagnostics of a program that is not valid or cannot be compiled.
#[derive(Clone)]
pub struct ProgramError {
    diagnostics: Diagnostics,
    text: String,
}

impl ProgramError {
    /// The diagnostics, in order. Their locations belong to the context of the program.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }
}

/// Writes all diagnostics with their locations (`file:line:column`), and with the source lines if the source is known.
impl std::fmt::Display for ProgramError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

/// As [`Display`](std::fmt::Display), on lines of their own: this is what a `main` shows that returns the error.
impl std::fmt::Debug for ProgramError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{self}\n")
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
    /// The error for a program with diagnostics, whose text is `source`.
    pub(crate) fn program(ctx: &Context, source: Option<&Source>, found: impl Into<Diagnostics>) -> Self {
        Error::Program(ProgramError::new(ctx, source, found.into()))
    }

    /// The error that LLVM gives for a program that Cranelift refused before.
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
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Read { path, error } => {
                write!(f, "cannot open input file '{}': {}", path.display(), os_message(error))
            }
            Error::Program(error) | Error::NeedsLlvm(error, _) => error.fmt(f),
            Error::Output(error) => write!(f, "cannot write to standard output: {}", os_message(error)),
            Error::Options(message) | Error::Link(message) => f.write_str(message),
            Error::Call(error) => error.fmt(f),
            Error::Failed(error) => error.fmt(f),
            Error::Codegen(error) => error.fmt(f),
            Error::Undefined(symbols) => {
                let symbols: Vec<String> = symbols.iter().map(UndefinedSymbol::to_string).collect();
                write!(f, "undefined symbols: {}", symbols.join(", "))
            }
        }
    }
}

/// [`Display`](std::fmt::Display) already has the text of inner errors, so they are no sources: who shows a chain of sources
/// would show it twice. They are in the variants.
impl std::error::Error for Error {}

/// A task of the program failed whose token, value or group was awaited.
impl From<TaskError> for Error {
    fn from(error: TaskError) -> Self {
        Error::Failed(error)
    }
}

impl From<CallError> for Error {
    fn from(error: CallError) -> Self {
        Error::Call(error)
    }
}

impl From<asyncir_codegen::Error> for Error {
    fn from(error: asyncir_codegen::Error) -> Self {
        Error::Codegen(error)
    }
}
