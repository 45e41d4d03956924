//! Errors of the way from LLVM IR text to running code.

use std::fmt;

use crate::llvm::LeftoverIntrinsic;

/// An error of compiling with LLVM, of linking, or of running code. Messages of LLVM are kept unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// No libLLVM could be opened.
    LibraryNotFound {
        /// File names and paths that were tried, each with the loader's reason.
        tried: Vec<String>,
    },
    /// A libLLVM was opened, but cannot be used: its version is not supported, a function is missing, or it does not support
    /// this machine.
    LibraryUnusable {
        /// The file that was opened.
        path: String,
        /// The reason why it cannot be used.
        reason: String,
    },
    /// The text is not valid LLVM IR. LLVM's message names the line and shows it.
    Parse(String),
    /// The module was parsed, but LLVM's verifier rejects it.
    Verify(String),
    /// Functions are coroutines, but do not have the attribute `presplitcoroutine`.
    MissingPresplit {
        /// Their names, in module order.
        functions: Vec<String>,
    },
    /// Coroutine intrinsics are left after LLVM's coroutine passes.
    LeftoverIntrinsics(Vec<LeftoverIntrinsic>),
    /// LLVM has no code generator for the target triple or for this machine.
    Target(String),
    /// The optimiser failed.
    Optimize(String),
    /// The code generator reported an error.
    Emit(String),
    /// LLVM reported a fatal error. The thread that ran LLVM is abandoned, and its memory is leaked.
    Fatal(String),
    /// A name contains a NUL byte, so it cannot be passed to LLVM.
    InvalidName(String),
    /// A shared library could not be opened.
    SharedLibrary {
        /// The path of the library as given.
        path: String,
        /// The loader's reason.
        reason: String,
    },
    /// Symbols are not defined in any object file, in any shared library, or in the process.
    SymbolsNotFound {
        /// Their names, as the object files spell them.
        names: Vec<String>,
    },
    /// The map of functions for `perf` could not be written.
    PerfMap {
        /// The path of the map.
        path: String,
        /// The system's reason.
        reason: String,
    },
    /// Any other error of the JIT linker.
    Jit(String),
    /// The operating system gave no memory for machine code, or did not let it be executed.
    Memory(String),
    /// The operating system could not start a thread to compile on.
    Thread(String),
    /// A thread that compiled ended without a result.
    NoResult,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LibraryNotFound { tried } => {
                write!(f, "cannot find LLVM 19 to 22: {INSTALL_HINT}")?;
                tried.iter().try_for_each(|attempt| write!(f, "\n  tried {attempt}"))
            }
            Self::LibraryUnusable { path, reason } => {
                write!(f, "cannot use {path} as LLVM: {reason}; {INSTALL_HINT}")
            }
            Self::Parse(message) => write!(f, "invalid LLVM IR: {message}"),
            Self::Verify(message) => write!(f, "LLVM IR does not verify: {message}"),
            Self::MissingPresplit { functions } => {
                write!(f, "coroutine without the attribute 'presplitcoroutine': ")?;
                list(f, functions)
            }
            Self::LeftoverIntrinsics(leftovers) => {
                write!(f, "coroutine intrinsics left after the coroutine passes: ")?;
                list(f, leftovers)
            }
            Self::Target(message) => write!(f, "no code generator: {message}"),
            Self::Optimize(message) => write!(f, "LLVM's optimiser failed: {message}"),
            Self::Emit(message) => write!(f, "LLVM's code generator failed: {message}"),
            Self::Fatal(message) => write!(f, "LLVM gave up: {message}"),
            Self::InvalidName(name) => write!(f, "name with a NUL byte: {name:?}"),
            Self::SharedLibrary { path, reason } => {
                write!(f, "cannot open shared library '{path}': {reason}")
            }
            Self::SymbolsNotFound { names } => {
                write!(f, "undefined symbols: ")?;
                list(f, names)
            }
            Self::PerfMap { path, reason } => write!(f, "cannot write the map for perf '{path}': {reason}"),
            Self::Jit(message) => write!(f, "JIT linker: {message}"),
            Self::Memory(message) => write!(f, "memory for machine code: {message}"),
            Self::NoResult => f.write_str("a thread that compiled ended without a result"),
            Self::Thread(message) => write!(f, "cannot start a thread to compile on: {message}"),
        }
    }
}

impl std::error::Error for Error {}

/// A text is none of the words that an option can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// The words that it can be.
    pub expected: &'static str,
    /// The text.
    pub found: String,
}

impl UnknownWord {
    /// The error for this text.
    pub fn new(expected: &'static str, found: &str) -> Self {
        Self {
            expected,
            found: found.to_owned(),
        }
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found '{}'", self.expected, self.found)
    }
}

impl std::error::Error for UnknownWord {}

/// What to do about a missing library; the package names are those of the LLVM project's own repository.
const INSTALL_HINT: &str = "install it (`apt-get install libllvm22` on Debian 12 and later; libllvm21, libllvm20 and \
    libllvm19 do as well; apt.llvm.org has packages for other systems), or set ASYNCIR_LIBLLVM to the path of a \
    libLLVM.so";

fn list(f: &mut fmt::Formatter<'_>, items: &[impl fmt::Display]) -> fmt::Result {
    for (position, item) in items.iter().enumerate() {
        let separator = if position == 0 { "" } else { ", " };
        write!(f, "{separator}{item}")?;
    }
    Ok(())
}
