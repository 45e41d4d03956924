//! What the scheduler runs: a coroutine handle and the function that resumes it.

use std::ffi::c_void;
use std::ptr::NonNull;

use crate::local::Key;
use crate::memory;

/// Resumes a coroutine until it suspends again or ends.
pub(crate) type ResumeFn = unsafe extern "C" fn(*mut c_void);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    resume: ResumeFn,
    handle: *mut c_void,
    /// The key of the token that the task completes, or zero.
    key: Key,
}

// SAFETY: whoever makes a task promises that it may run on any thread.
unsafe impl Send for Task {}

impl Task {
    /// # Safety
    /// `resume(handle)` may be called once, on any thread.
    pub(crate) unsafe fn new(resume: ResumeFn, handle: *mut c_void) -> Self {
        Self { resume, handle, key: 0 }
    }

    /// Names the token that the task completes.
    pub(crate) fn with_key(self, key: Key) -> Self {
        Self { key, ..self }
    }

    pub(crate) fn key(&self) -> Key {
        self.key
    }

    pub(crate) fn handle(&self) -> *mut c_void {
        self.handle
    }

    #[cfg(test)]
    pub(crate) fn noop() -> Self {
        extern "C" fn nothing(_: *mut c_void) {}
        Self {
            resume: nothing,
            handle: std::ptr::null_mut(),
            key: 0,
        }
    }

    /// A task that calls a closure. A closure that panics ends the process: callers catch what they
    /// can report.
    pub(crate) fn from_closure<F: FnOnce() + Send + 'static>(closure: F) -> Self {
        unsafe extern "C" fn call<F: FnOnce()>(handle: *mut c_void) {
            // SAFETY: the handle was made by `memory::boxed` below, and a task runs once.
            let closure = unsafe { memory::unboxed(NonNull::new_unchecked(handle.cast::<F>())) };
            closure();
        }
        Self {
            resume: call::<F>,
            handle: memory::boxed(closure).as_ptr().cast(),
            key: 0,
        }
    }

    #[inline]
    pub(crate) fn run(self) {
        // SAFETY: whoever made the task allowed one call, and `run` is called once per scheduled
        // task.
        unsafe { (self.resume)(self.handle) }
    }
}
