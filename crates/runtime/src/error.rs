//! Errors of the Rust interface.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::drop_caught::{Payload, caught};
use crate::head::Outcome;

/// What is known of an error.
#[derive(Default)]
pub(crate) struct Failure {
    pub(crate) message: Option<Box<str>>,
    pub(crate) location: Option<Box<str>>,
    /// Of a task that panicked.
    panic: Option<Panic>,
}

impl Failure {
    pub(crate) fn new(message: impl Into<Box<str>>) -> Self {
        Self::at(None, Some(message.into()))
    }

    pub(crate) fn at(location: Option<Box<str>>, message: Option<Box<str>>) -> Self {
        Self {
            message,
            location,
            panic: None,
        }
    }

    /// The failure of a task that panicked.
    pub(crate) fn of_panic(payload: Payload) -> Self {
        let text = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        Self {
            message: Some(format!("the task panicked: {}", text.unwrap_or("no message")).into()),
            location: None,
            panic: Some(Panic(Mutex::new(Some(payload)))),
        }
    }

    /// The failure that compiled code tells of. Its messages begin with the location, as `file:line:column: message`.
    pub(crate) fn of_program(message: Option<Box<str>>) -> Self {
        let split = message.as_deref().and_then(split_location);
        match split {
            Some((location, message)) => Self::at(Some(location.into()), Some(message.into())),
            None => Self::at(None, message),
        }
    }
}

impl PartialEq for Failure {
    fn eq(&self, other: &Self) -> bool {
        let is_panic = |failure: &Self| failure.panic.is_some();
        self.message == other.message && self.location == other.location && is_panic(self) == is_panic(other)
    }
}

impl Eq for Failure {}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("message", &self.message)
            .field("location", &self.location)
            .field("is_panic", &self.panic.is_some())
            .finish()
    }
}

/// What a task panicked with, until somebody takes it.
struct Panic(Mutex<Option<Payload>>);

impl Panic {
    fn take(&self) -> Option<Payload> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Panic {
    fn drop(&mut self) {
        caught(|| drop(self.take()));
    }
}

/// Splits `file:line:column: message` into the location and the message.
fn split_location(text: &str) -> Option<(&str, &str)> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.match_indices(": ").find_map(|(at, separator)| {
        let location = &text[..at];
        let mut parts = location.rsplitn(3, ':');
        let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
        let is_location = is_number(column) && is_number(line) && !file.is_empty();
        is_location.then(|| (location, &text[at + separator.len()..]))
    })
}

/// A failure on its way through compiled code: a reference as a number, which is never zero. Whoever has it must give it
/// to [`from_handle`] once.
pub(crate) fn into_handle(failure: Arc<Failure>) -> i64 {
    // Machines have 64-bit pointers.
    Arc::into_raw(failure).expose_provenance() as i64
}

/// Takes back what [`into_handle`] made.
///
/// # Safety
/// The number comes from there, and is not used again.
pub(crate) unsafe fn from_handle(handle: i64) -> Arc<Failure> {
    // SAFETY: the caller's promise.
    unsafe { Arc::from_raw(std::ptr::with_exposed_provenance(handle as usize)) }
}

impl From<Arc<Failure>> for TaskError {
    fn from(failure: Arc<Failure>) -> Self {
        Self { failure: Some(failure) }
    }
}

/// The error of a task that failed, or of a program that did: an assertion failed, or a blocking await found an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskError {
    failure: Option<Arc<Failure>>,
}

impl TaskError {
    pub(crate) fn check(outcome: Outcome, failure: impl FnOnce() -> Option<Arc<Failure>>) -> Result<(), Self> {
        match outcome {
            Outcome::Available => Ok(()),
            Outcome::Error => Err(Self { failure: failure() }),
        }
    }

    /// The message of the failed task, if it gave one.
    pub fn message(&self) -> Option<&str> {
        self.failure.as_ref()?.message.as_deref()
    }

    /// The location in the program where the error occurred, if the failed task gave one.
    pub fn location(&self) -> Option<&str> {
        self.failure.as_ref()?.location.as_deref()
    }

    /// Whether the task panicked. What it panicked with may have been taken already.
    pub fn is_panic(&self) -> bool {
        self.failure.as_ref().is_some_and(|failure| failure.panic.is_some())
    }

    /// What the task panicked with, for [`resume_unwind`](std::panic::resume_unwind). All errors that come from one panic
    /// share it: the first call takes it, and later ones get `None`, as do those for tasks that did not panic. If nobody takes
    /// it, it is dropped with the last of these errors and of the handles of the task.
    ///
    /// ```
    /// use asyncir_runtime::Runtime;
    ///
    /// let runtime = Runtime::builder().num_workers(1).build()?;
    /// let error = runtime.spawn(|| std::panic::panic_any(7)).wait().unwrap_err();
    /// assert!(error.is_panic());
    /// assert_eq!(error.into_panic().unwrap().downcast_ref(), Some(&7));
    /// # Ok::<(), asyncir_runtime::BuildError>(())
    /// ```
    pub fn into_panic(self) -> Option<Box<dyn Any + Send>> {
        self.failure?.panic.as_ref()?.take()
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = self.location() {
            write!(f, "{location}: ")?;
        }
        f.write_str(self.message().unwrap_or("the task failed without a message"))
    }
}

impl std::error::Error for TaskError {}

/// The error of a [`Runtime`](crate::Runtime) that could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The number of workers is not in `1..=MAX_WORKERS`.
    WorkerCount(usize),
    /// The maximum number of threads is less than the number of workers.
    ThreadCap {
        /// The requested maximum number of threads.
        max_threads: usize,
        /// The requested number of workers.
        workers: usize,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WorkerCount(count) => {
                write!(f, "a runtime has 1 to {} workers, not {count}", crate::MAX_WORKERS)
            }
            Self::ThreadCap { max_threads, workers } => {
                write!(f, "at most {max_threads} threads are too few for {workers} workers")
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// A task made a call that waits for all tasks of its runtime. The task would wait for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CalledFromTask;

impl fmt::Display for CalledFromTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a task cannot wait until its own runtime is idle")
    }
}

impl std::error::Error for CalledFromTask {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_programs_begin_with_their_location() {
        let failure = |text: &str| TaskError::from(Arc::new(Failure::of_program(Some(text.into()))));
        for (text, location, message) in [
            (
                "a.mlir:3:14: index: 7 too large",
                Some("a.mlir:3:14"),
                "index: 7 too large",
            ),
            ("C: a b.mlir:3:14: ", Some("C: a b.mlir:3:14"), ""),
            ("no location: 3:14", None, "no location: 3:14"),
            (":3:14: no file", None, ":3:14: no file"),
            ("a:3:x: no column", None, "a:3:x: no column"),
        ] {
            let error = failure(text);
            assert_eq!((error.location(), error.message()), (location, Some(message)), "{text}");
            assert_eq!(error.to_string(), text);
        }
    }
}
