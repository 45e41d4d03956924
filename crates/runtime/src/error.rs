//! Errors of the Rust interface.

use std::fmt;
use std::sync::Arc;

use crate::state::Outcome;

/// A task ended in error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskError {
    message: Option<Arc<str>>,
}

impl TaskError {
    pub(crate) fn check(outcome: Outcome, message: Option<&Arc<str>>) -> Result<(), Self> {
        match outcome {
            Outcome::Available => Ok(()),
            Outcome::Error => Err(Self {
                message: message.cloned(),
            }),
        }
    }

    /// What the failing task said, if it said anything.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().unwrap_or("the task failed without a message"))
    }
}

impl std::error::Error for TaskError {}

/// A [`Runtime`](crate::Runtime) could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// The number of workers is not in `1..=MAX_WORKERS`.
    WorkerCount(usize),
    /// The cap on threads is below the number of workers.
    ThreadCap {
        /// The cap that was asked for.
        max_threads: usize,
        /// The number of workers that was asked for.
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

/// The call waits for all tasks, and was made by a task, which would wait for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CalledFromTask;

impl fmt::Display for CalledFromTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a task cannot wait until its own runtime is idle")
    }
}

impl std::error::Error for CalledFromTask {}
