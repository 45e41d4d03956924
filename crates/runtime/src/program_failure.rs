//! Programs that give up: a failed assertion, or a blocking await of something in error.
//!
//! Compiled code calls a function of the C interface, which does not return. What happens then depends on who called
//! the program:
//!
//! * A host that called it within [`catch_failure`] gets the error. The stack is unwound up to there, through frames of
//!   compiled code, which have nothing to clean up. If the program has queued tasks, tasks come to their end before that,
//!   because they may use memory in those frames: see [`catch_failure`] for which ones.
//! * Otherwise the process ends with the message. So it does if the failure is that of a task: what a task would have
//!   completed is known to its code alone, and those who wait for it would wait for ever. So it also does if the host is
//!   built with `panic = "abort"`, which cannot catch anything.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;

use crate::TaskError;
use crate::local::{self, Local};
use crate::runner_utils;
use crate::scheduler;

/// The panic that unwinds from where a program gives up to its caller.
struct Unwinding(TaskError);

/// Who catches the failure of a program that runs on a thread.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Catcher {
    is_there: bool,
    /// The coroutine that called the host which called the program; null if none did.
    resuming: *mut c_void,
}

impl Catcher {
    pub(crate) const NOBODY: Self = Self {
        is_there: false,
        resuming: ptr::null_mut(),
    };

    /// The calling thread's innermost caller of compiled code.
    fn here(local: &Local) -> Self {
        Self {
            is_there: true,
            resuming: local.resuming.get(),
        }
    }
}

/// Puts back who catches failures on this thread.
struct Restore(Catcher);

impl Restore {
    /// Lets another one catch failures.
    fn replacing(catcher: Catcher) -> Self {
        Self(local::with(|local| local.catcher.replace(catcher)))
    }
}

impl Drop for Restore {
    fn drop(&mut self) {
        local::with(|local| local.catcher.set(self.0));
    }
}

/// Calls a program, and catches its failure. Other panics are not caught.
///
/// If the program has queued tasks, all tasks of the global runtime have ended before the failure is returned. If a task
/// makes the call, all other tasks of its runtime have ended or block; on an inline or deterministic runtime, those that were
/// queued since the call began have. Tasks on a host's pool ([`Executor`](crate::Executor)) are not waited for, so they must
/// not use memory on the program's stack, nor memory of its caller.
///
/// In a host that is built with `panic = "abort"`, a failure cannot be caught, and ends the process.
///
/// If the code of a task fails, other than by awaiting something that failed, the process ends.
///
/// # Errors
/// The failure of the program.
pub fn catch_failure<R>(program: impl FnOnce() -> R) -> Result<R, TaskError> {
    let queued_without_workers = scheduler::queued_without_workers();
    let restore = Restore::replacing(local::with(Catcher::here));
    let (queued, without_workers) = local::with(|local| {
        (
            local.queued_before.replace(local.queued.get()),
            local.queued_without_workers.replace(queued_without_workers),
        )
    });
    // Compiled code leaves no Rust value half changed.
    let result = catch_unwind(AssertUnwindSafe(program));
    drop(restore);
    local::with(|local| {
        local.queued_before.set(queued);
        local.queued_without_workers.set(without_workers);
    });
    result.map_err(|payload| match payload.downcast::<Unwinding>() {
        Ok(unwinding) => unwinding.0,
        Err(other) => resume_unwind(other),
    })
}

/// Calls a program whose failure ends the process, whoever catches failures of what called this function.
pub fn exit_on_failure<R>(program: impl FnOnce() -> R) -> R {
    let _restore = Restore::replacing(Catcher::NOBODY);
    program()
}

/// Whether the calling thread's innermost caller of compiled code catches failures: no task runs on top of it. In a program
/// that was built to abort where it panics, nobody can catch them.
fn is_caught() -> bool {
    cfg!(panic = "unwind") && local::with(|local| local.catcher.get() == Catcher::here(local))
}

/// Waits for tasks that may use memory of the program that unwinds; gives `false` if that is not possible.
fn may_unwind() -> bool {
    let (has_queued, queued_without_workers) = local::with(|local| {
        let has_queued = local.queued.get() != local.queued_before.get();
        (has_queued, local.queued_without_workers.get())
    });
    !has_queued || scheduler::wait_for_others(queued_without_workers)
}

/// Gives up: unwinds to whoever catches failures, or ends the process.
pub(crate) fn fail(error: TaskError) -> ! {
    if is_caught() && may_unwind() {
        resume_unwind(Box::new(Unwinding(error)));
    }
    runner_utils::end_process(&error.to_string())
}
