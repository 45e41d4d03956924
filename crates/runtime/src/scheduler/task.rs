//! What the scheduler runs: a coroutine handle and the function that resumes it.

use std::ffi::c_void;

use crate::local::Key;

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

    #[inline]
    pub(crate) fn run(self) {
        // SAFETY: whoever made the task allowed one call, and `run` is called once per scheduled
        // task.
        unsafe { (self.resumption.resume)(self.resumption.handle) }
    }
}
