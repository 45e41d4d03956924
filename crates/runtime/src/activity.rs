//! Whether a runtime has anything to do.

use std::fmt;
use std::sync::Arc;

use crate::scheduler::{self, Scheduler};

/// Tells whether a runtime has tasks. Does not keep its threads: the runtime may go away meanwhile.
///
/// Whoever frees what tasks use, such as code, asks it first.
#[derive(Clone)]
pub struct Activity(Arc<Scheduler>);

impl Activity {
    /// That of the runtime whose task or loop makes the call, or of the [global](crate::Runtime::global) one.
    pub fn current() -> Self {
        Self(scheduler::current())
    }

    /// That of a runtime.
    pub fn of(runtime: &crate::Runtime) -> Self {
        Self(runtime.scheduler().clone())
    }

    /// Whether there was a moment, since the call began, at which no task was queued or running.
    pub fn is_quiet(&self) -> bool {
        self.0.is_quiet()
    }
}

impl fmt::Debug for Activity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Activity").field("is_quiet", &self.is_quiet()).finish()
    }
}

impl PartialEq for Activity {
    /// Whether both are of the same runtime.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Activity {}
