//! What becomes of runtimes when the process forks.
//!
//! A forked process has one thread: the workers of its runtimes are not there, and what they held, such as their queues, is
//! lost. So each process has its own scheduler for a runtime with workers; the child makes one when it first uses the
//! runtime. Nothing of the old one is touched or freed. A lock that another thread held at that moment stays locked; the
//! runtime holds locks for moments, such as while a runtime is made, and idle workers hold none. A runtime without workers
//! stays as it is, also one over a host's pool, whose threads are gone. So does a future that is suspended: who wakes it
//! queues it where it ran, and nobody runs it.
//!
//! # Safety argument
//!
//! A [`PerProcess`] points to a scheduler on the heap. Its process replaces that never; a child replaces it, but does not
//! free the old one, nor what it replaced it with before the `PerProcess` is dropped. So references live as long as the
//! `PerProcess` does.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::sync::{Arc, Once};

use crate::scheduler::{self, Scheduler};
use crate::trace;

/// How many forks lie between this process and the first one that had a runtime.
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// A number that differs between a process and those that it was forked from.
#[inline]
pub(crate) fn process() -> u32 {
    PROCESS.load(Ordering::Relaxed)
}

/// The scheduler of a runtime in this process.
#[derive(Debug)]
pub(crate) struct PerProcess(AtomicPtr<Arc<Scheduler>>);

impl PerProcess {
    pub(crate) fn new(scheduler: Arc<Scheduler>) -> Self {
        watch_forks();
        Self(AtomicPtr::new(Box::into_raw(Box::new(scheduler))))
    }

    #[inline]
    pub(crate) fn get(&self) -> &Arc<Scheduler> {
        // SAFETY: see the module.
        let scheduler = unsafe { &*self.0.load(Ordering::Acquire) };
        if scheduler.is_of_this_process() {
            return scheduler;
        }
        self.renew(scheduler)
    }

    /// Puts a new scheduler in the place of one whose threads this process does not have.
    #[cold]
    fn renew(&self, old: &Arc<Scheduler>) -> &Arc<Scheduler> {
        let made = Box::into_raw(Box::new(Scheduler::new(old.config().clone())));
        let old = ptr::from_ref(old).cast_mut();
        match self.0.compare_exchange(old, made, Ordering::AcqRel, Ordering::Acquire) {
            // SAFETY: see the module.
            Ok(_) => unsafe { &*made },
            // SAFETY: nobody has seen what was made; another thread has put its own there.
            Err(others) => unsafe {
                drop(Box::from_raw(made));
                &*others
            },
        }
    }

    /// Takes the scheduler out, once and before all ends; `None` if it is one of another process.
    pub(crate) fn take(&mut self) -> Option<Arc<Scheduler>> {
        let scheduler = std::mem::replace(self.0.get_mut(), ptr::null_mut());
        // SAFETY: see the module; there was one so far.
        let is_own = unsafe { &*scheduler }.is_of_this_process();
        // SAFETY: nobody else has a reference, and the pointer is gone.
        is_own.then(|| unsafe { *Box::from_raw(scheduler) })
    }
}

/// Has every forked process note that it is another one.
fn watch_forks() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        // SAFETY: `note` may run in a process that was just forked: it stores, and does nothing else. Without memory for it,
        // forked processes wait for workers that they do not have.
        unsafe { libc::pthread_atfork(None, None, Some(note)) };
    });
}

extern "C" fn note() {
    PROCESS.store(process().wrapping_add(1), Ordering::Relaxed);
    trace::leave_to_parent();
    // The thread that forked was perhaps one of a scheduler that is gone, or its guest.
    scheduler::forget_context_of_workers();
}
