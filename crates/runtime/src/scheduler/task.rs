//! What the scheduler runs: a coroutine handle and the function that resumes it.

use std::ffi::c_void;

/// Resumes a coroutine until it suspends again or ends.
pub(crate) type ResumeFn = unsafe extern "C" fn(*mut c_void);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    resume: ResumeFn,
    handle: *mut c_void,
}

// SAFETY: whoever makes a task promises that it may run on any thread.
unsafe impl Send for Task {}

impl Task {
    /// # Safety
    /// `resume(handle)` may be called once, on any thread.
    pub(crate) unsafe fn new(resume: ResumeFn, handle: *mut c_void) -> Self {
        Self { resume, handle }
    }

    #[cfg(test)]
    pub(crate) fn noop() -> Self {
        extern "C" fn nothing(_: *mut c_void) {}
        Self {
            resume: nothing,
            handle: std::ptr::null_mut(),
        }
    }

    /// A task that calls a closure. A closure that panics ends the process: callers catch what they
    /// can report.
    pub(crate) fn from_closure<F: FnOnce() + Send + 'static>(closure: F) -> Self {
        unsafe extern "C" fn call<F: FnOnce()>(handle: *mut c_void) {
            // SAFETY: the handle is the box leaked below, and a task runs once.
            let closure = unsafe { Box::from_raw(handle.cast::<F>()) };
            closure();
        }
        Self {
            resume: call::<F>,
            handle: Box::into_raw(Box::new(closure)).cast(),
        }
    }

    #[inline]
    pub(crate) fn run(self) {
        // SAFETY: whoever made the task allowed one call, and `run` is called once per scheduled
        // task.
        unsafe { (self.resume)(self.handle) }
    }
}
