//! Finding out whether a runtime has tasks to run.

use std::fmt;
use std::sync::{Arc, Weak};

use crate::local;
use crate::scheduler::{self, Scheduler};

/// A number that grows whenever compiled code queues a task on this thread, or in an iteration of one of this thread's
/// parallel loops. If it is the same before and after a call of compiled code, then the call has left no task behind, and
/// its caller need not wait for any.
///
/// Tasks that Rust code starts ([`Runtime::spawn`](crate::Runtime::spawn) and the like) are not counted.
pub fn queued_by_thread() -> u64 {
    local::with(|local| local.queued.get())
}

/// Tells whether a runtime has tasks to run. It does not keep the runtime alive.
///
/// Use it before you free something that tasks use, such as machine code.
#[derive(Clone)]
pub struct Activity(Weak<Scheduler>);

impl Activity {
    /// The activity of the runtime whose task or worker makes the call, or else of the
    /// [global](crate::Runtime::global) runtime.
    pub fn current() -> Self {
        Self(Arc::downgrade(&scheduler::current()))
    }

    /// The activity of a runtime.
    pub fn of(runtime: &crate::Runtime) -> Self {
        Self(Arc::downgrade(runtime.scheduler()))
    }

    /// Whether at some moment during this call, no task was queued or running. A process that is forked has no tasks of the
    /// one before.
    pub fn is_quiet(&self) -> bool {
        let is_quiet = |scheduler: Arc<Scheduler>| !scheduler.is_of_this_process() || scheduler.is_quiet();
        self.0.upgrade().is_none_or(is_quiet)
    }

    /// Whether the runtime was dropped, and nothing can run there any more: no future is suspended, and no other thread has
    /// queued tasks there that has neither ended nor used another runtime since.
    pub fn is_over(&self) -> bool {
        self.0.strong_count() == 0
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
        Weak::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Activity {}
