//! What the scheduler runs: a coroutine handle and the function that resumes it.

use std::ffi::c_void;

use crate::local::Key;
use crate::sync::{AtomicPtr, AtomicU64, Ordering};

/// Resumes a coroutine until it suspends again or ends.
pub(crate) type ResumeFn = unsafe extern "C" fn(*mut c_void);

/// A coroutine and how to go on with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resumption {
    resume: ResumeFn,
    handle: *mut c_void,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    resumption: Resumption,
    /// The key of the token that the task completes, or zero.
    key: Key,
}

impl From<Resumption> for Task {
    fn from(resumption: Resumption) -> Self {
        Self { resumption, key: 0 }
    }
}

// SAFETY: whoever makes a task promises that it may run on any thread.
unsafe impl Send for Task {}

impl Task {
    /// # Safety
    /// `resume(handle)` may be called once, on any thread.
    pub(crate) unsafe fn new(resume: ResumeFn, handle: *mut c_void) -> Self {
        Resumption { resume, handle }.into()
    }

    /// Names the token that the task completes.
    pub(crate) fn with_key(self, key: Key) -> Self {
        Self { key, ..self }
    }

    pub(crate) fn key(&self) -> Key {
        self.key
    }

    pub(crate) fn resume(&self) -> ResumeFn {
        self.resumption.resume
    }

    pub(crate) fn handle(&self) -> *mut c_void {
        self.resumption.handle
    }

    /// The task without its key.
    pub(crate) fn resumption(&self) -> Resumption {
        self.resumption
    }

    #[cfg(test)]
    pub(crate) fn noop() -> Self {
        extern "C" fn nothing(_: *mut c_void) {}
        let handle = std::ptr::null_mut();
        Resumption {
            resume: nothing,
            handle,
        }
        .into()
    }

    /// # Safety
    /// The task came out of the place where it was scheduled, and is run once: a copy of it is not run, too.
    #[inline]
    pub(crate) unsafe fn run(self) {
        // SAFETY: whoever made the task allowed one call, which is this one.
        unsafe { (self.resumption.resume)(self.resumption.handle) }
    }
}

/// A place for a task, which threads may read and write at the same time; then what is read is of no use.
pub(crate) struct TaskCell {
    resume: AtomicPtr<c_void>,
    handle: AtomicPtr<c_void>,
    key: AtomicU64,
}

impl Default for TaskCell {
    fn default() -> Self {
        extern "C" fn nothing(_: *mut c_void) {}
        let resume: ResumeFn = nothing;
        Self {
            resume: AtomicPtr::new(resume as *mut c_void),
            handle: AtomicPtr::default(),
            key: AtomicU64::new(0),
        }
    }
}

impl TaskCell {
    #[inline]
    pub(crate) fn write(&self, task: Task) {
        self.resume
            .store(task.resumption.resume as *mut c_void, Ordering::Relaxed);
        self.handle.store(task.resumption.handle, Ordering::Relaxed);
        self.key.store(task.key, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn read(&self) -> Task {
        // SAFETY: only such functions are ever written.
        let resume = unsafe { std::mem::transmute::<*mut c_void, ResumeFn>(self.resume.load(Ordering::Relaxed)) };
        Task {
            resumption: Resumption {
                resume,
                handle: self.handle.load(Ordering::Relaxed),
            },
            key: self.key.load(Ordering::Relaxed),
        }
    }
}
