//! Calls that cannot be made.

use std::fmt;

use super::results::UnusableTensor;
use super::{CallType, Signature};
use crate::entry_points::Entry;

/// Why a function cannot be called, or not in this way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// There is no such function.
    NotFound {
        /// The name that was looked for.
        name: String,
        /// Functions that could be meant.
        others: Vec<String>,
    },
    /// The function is declared, but not defined.
    NotDefined {
        /// The name of the function.
        name: String,
    },
    /// The function is private, or not among the [entry points](crate::EngineOptions::entry_points).
    NotExposed {
        /// The name of the function.
        name: String,
        /// Whether it is public.
        is_public: bool,
    },
    /// The function has parameters or results that callers cannot pass or get.
    Unsupported {
        /// The name of the function.
        name: String,
        /// Its type.
        signature: Signature,
    },
    /// An executable cannot start with the function.
    NotAMain {
        /// The name of the function.
        name: String,
    },
    /// The arguments, or the results that the caller wants, are not those of the function.
    Mismatch {
        /// The name of the function.
        name: String,
        /// Its type.
        signature: Signature,
        /// How it was called.
        called: String,
    },
    /// The function has returned a tensor with a size that is negative, or with more elements than there is memory for.
    UnusableTensor {
        /// The name of the function.
        name: String,
        /// The sizes of the tensor.
        sizes: Vec<i64>,
    },
    /// The function gives tokens or values, so its tasks might use borrowed memory after the call.
    Borrows {
        /// The name of the function.
        name: String,
    },
}

impl CallError {
    /// The error for a function that does not exist. It names those that are usable, or, if there is none, those that can be
    /// seen from outside.
    pub(crate) fn not_found(name: &str, entries: &[Entry], is_usable: fn(&Entry) -> bool) -> Self {
        let named = |filter: fn(&Entry) -> bool| -> Vec<String> {
            let others = entries.iter().filter(|entry| filter(entry));
            others.map(|entry| entry.name.clone()).collect()
        };
        let mut others = named(is_usable);
        if others.is_empty() {
            others = named(|entry| entry.signature.is_some());
        }
        let name = name.to_owned();
        Self::NotFound { name, others }
    }

    pub(super) fn unusable_tensor(name: &str, found: UnusableTensor) -> Self {
        let (name, sizes) = (name.to_owned(), found.0);
        Self::UnusableTensor { name, sizes }
    }

    /// The error for a function that exists, but cannot be called from Rust.
    pub(crate) fn uncallable(entry: &Entry) -> Self {
        let name = entry.name.clone();
        match &entry.signature {
            Some(signature) if !signature.is_callable() => Self::Unsupported {
                name,
                signature: signature.clone(),
            },
            signature => Self::NotExposed {
                name,
                is_public: signature.is_some(),
            },
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { name, others } => {
                write!(f, "function '{name}' not found")?;
                write_others(f, others)
            }
            Self::NotDefined { name } => write!(f, "function '{name}' has no body: it is only declared"),
            Self::NotExposed { name, is_public } => {
                let reason = if *is_public {
                    "not among the entry points"
                } else {
                    "private"
                };
                write!(f, "function '{name}' cannot be called: it is {reason}")
            }
            Self::Unsupported { name, signature } => {
                write!(f, "function '{name}' cannot be called: it is {signature}, but ")?;
                write_refused(f, signature)?;
                let keeps_tensors = signature.results.iter().any(CallType::is_kept_tensor);
                f.write_str(if keeps_tensors { KEPT_TENSORS } else { "" })
            }
            Self::NotAMain { name } => write!(
                f,
                "function '{name}' cannot be called: it must have no parameters and return nothing, one number, token or \
                 value, or be C's main: (i32, !llvm.ptr) -> i32"
            ),
            Self::Mismatch {
                name,
                signature,
                called,
            } => write!(f, "function '{name}' is {signature}, but was called {called}"),
            Self::UnusableTensor { name, sizes } => {
                write!(
                    f,
                    "function '{name}' returned a tensor of sizes {sizes:?}, which no memory holds"
                )
            }
            Self::Borrows { name } => write!(
                f,
                "function '{name}' gives tokens or values, so it cannot borrow memory: it may use it when it has returned"
            ),
        }
    }
}

impl std::error::Error for CallError {}

/// Which functions do not give away their tensors.
const KEPT_TENSORS: &str =
    "; tensors neither beside memrefs, nor in programs that define malloc, aligned_alloc or free";

/// Names a few of the functions that could be meant.
fn write_others(f: &mut fmt::Formatter<'_>, others: &[String]) -> fmt::Result {
    const SHOWN: usize = 5;
    let (shown, more) = others.split_at(others.len().min(SHOWN));
    let names: Vec<String> = shown.iter().map(|name| format!("'{name}'")).collect();
    match (names.as_slice(), more.len()) {
        ([], _) => Ok(()),
        ([name], 0) => write!(f, "; there is {name}"),
        (names, 0) => write!(f, "; there are {}", names.join(", ")),
        (names, more) => write!(f, "; there are {}, and {more} more", names.join(", ")),
    }
}

/// The types that can be neither passed nor received, and those that can.
fn write_refused(f: &mut fmt::Formatter<'_>, signature: &Signature) -> fmt::Result {
    let list = |types: &mut dyn Iterator<Item = &CallType>| {
        let mut names: Vec<String> = types.map(CallType::to_string).collect();
        names.dedup();
        names.join(", ")
    };
    let (passed, received) = (list(&mut signature.not_passed()), list(&mut signature.not_received()));
    match (passed.as_str(), received.as_str()) {
        (passed, "") => write!(f, "{passed} cannot be passed")?,
        ("", received) => write!(f, "{received} cannot be received")?,
        (passed, received) => write!(f, "{passed} cannot be passed, nor {received} received")?,
    }
    f.write_str(
        "; it can take numbers (i1, i8 to i64, index, f16, bf16, f32, f64, complex<f32>, complex<f64>), and memrefs and tensors \
         of numbers, and give numbers, tensors, tokens and values of numbers",
    )
}
