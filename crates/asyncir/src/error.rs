//! Errors of all stages, from reading a program to running it.

use asyncir_ir::{Context, Diagnostic, Diagnostics};
use asyncir_runtime::TaskError;
use asyncir_text::{SourceMap, render};

use crate::call::CallType;
use crate::entry_points::Entry;
use crate::source::Source;

/// An error of any stage.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    Read {
        /// The path of the file.
        path: String,
        /// The message of the operating system.
        message: String,
    },
    /// The program is not valid, or a pass cannot handle it.
    Program(ProgramError),
    /// A pass pipeline or an option is malformed, or names something unknown.
    Options(String),
    /// The code generator failed: no libLLVM is found, or LLVM rejects the program or the target.
    Codegen(asyncir_codegen::Error),
    /// Cranelift does not support something in the program, and no libLLVM is found.
    NeedsLlvm(ProgramError, asyncir_codegen::Error),
    /// The function does not exist, or its signature cannot be called.
    Entry(String),
    /// The program failed: an assertion failed in its own code or in a task that it awaits. The message starts with the
    /// location of the assertion, as `file:line:column`.
    Failed(String),
    /// An object file, library or executable could not be linked.
    Link(String),
    /// The program's output could not be written.
    Output(String),
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
    /// The error for a function that does not exist. It names a few functions that could be meant: those that are usable,
    /// or, if there is none, those that can be seen from outside.
    pub(crate) fn no_entry(name: &str, entries: &[Entry], is_usable: fn(&Entry) -> bool) -> Self {
        const SHOWN: usize = 5;
        let named = |filter: fn(&Entry) -> bool| -> Vec<String> {
            let others = entries.iter().filter(|entry| filter(entry));
            others.map(|entry| format!("'{}'", entry.name)).collect()
        };
        let mut names = named(is_usable);
        if names.is_empty() {
            names = named(|entry| entry.signature.is_some());
        }
        let more = names.len().saturating_sub(SHOWN);
        names.truncate(SHOWN);
        let hint = match (names.as_slice(), more) {
            ([], _) => String::new(),
            (names, 0) => format!("; there is {}", names.join(", ")),
            (names, more) => format!("; there is {}, and {more} more", names.join(", ")),
        };
        Error::Entry(format!("entry point '{name}' not found{hint}"))
    }

    /// The error for a function that is declared, but not defined.
    pub(crate) fn no_body(name: &str) -> Self {
        Error::Entry(format!("entry point '{name}' has no body: it is only declared"))
    }

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

    /// The error for a function that exists, but cannot be called from Rust.
    pub(crate) fn uncallable_function(entry: &Entry) -> Self {
        let reason = match &entry.signature {
            None => "it is private".to_owned(),
            Some(_) if entry.is_callable() => "it is not among the entry points".to_owned(),
            Some(signature) => {
                let keeps_tensors = signature.results.iter().any(is_tensor_kept);
                let of_tensors = if keeps_tensors { KEPT_TENSORS } else { "" };
                format!(
                    "it is {signature}, but can take only numbers (complex ones, too), memrefs and tensors of numbers, and give \
                     numbers, tensors, tokens and values of numbers{of_tensors}"
                )
            }
        };
        Error::Entry(format!("function '{}' cannot be called: {reason}", entry.name))
    }

    /// The error for a function that exists, but that no executable can start with.
    pub(crate) fn unusable_main(name: &str) -> Self {
        Error::Entry(format!(
            "entry point '{name}' cannot be called: it must have no parameters and return nothing, one number, token or value, \
             or be C's main: (i32, !llvm.ptr) -> i32"
        ))
    }

    /// The error for a function that exists, but cannot be called as an entry point.
    pub(crate) fn uncallable_entry(name: &str) -> Self {
        Error::Entry(format!(
            "entry point '{name}' cannot be called: it must have no parameters and return nothing, i32, i64 or f32"
        ))
    }
}

/// Which functions do not give away their tensors.
const KEPT_TENSORS: &str = "; tensors neither beside memrefs, nor from functions with cf.switch, nor in programs that define malloc, \
                            aligned_alloc or free";

/// Whether a result is a tensor that callers do not get.
fn is_tensor_kept(result: &CallType) -> bool {
    matches!(result, CallType::Other(text) if text.starts_with("tensor<"))
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

/// A task of the program failed whose token, value or group was awaited.
impl From<TaskError> for Error {
    fn from(error: TaskError) -> Self {
        Error::Failed(error.to_string())
    }
}

impl From<asyncir_codegen::Error> for Error {
    fn from(error: asyncir_codegen::Error) -> Self {
        Error::Codegen(error)
    }
}
