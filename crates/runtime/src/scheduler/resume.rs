//! Running tasks on a stack that does not grow.
//!
//! A coroutine that awaits something complete could be resumed where it asks: inside the call that it
//! makes just before it suspends. Then the stack would grow with each such await. Instead, if it is
//! the coroutine that the innermost resume on this stack runs, that resume is told to run it again
//! (`Local::again`) as soon as it returns, which it does at once. So a loop of any number of awaits
//! of complete tokens runs in one frame and touches no queue.
//!
//! A coroutine that was not resumed but called (the first part of an `async.func`) has no such frame
//! beneath it. It is resumed in place, which opens one; this nests as deep as the program itself nests
//! calls, and at most [`MAX_DEPTH`] levels, beyond which the coroutine is queued.
//!
//! A coroutine that keeps awaiting complete tokens gives way to others after [`MAX_REPEATS`] rounds.
//!
//! # Safety argument
//!
//! `again` is set only while `resuming` is the same coroutine, and taken by the very frame that set
//! `resuming`. A thread that blocks inside a task queues what is in `again` first: it may wait for
//! that very coroutine.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

use super::task::{ResumeFn, Task};
use super::{schedule, schedule_last, schedule_next};
use crate::local::{self, Key, Local};

/// How deep coroutines that are called, not resumed, may nest resumes on one stack.
const MAX_DEPTH: u32 = 64;

/// How often a coroutine is resumed before others get a turn.
const MAX_REPEATS: u32 = 1 << 12;

/// A place for a task. Its words are read one by one, as they are written: a processor takes long to read in one piece
/// what it has just written in several.
pub(crate) struct Again {
    resume: Cell<Option<ResumeFn>>,
    handle: Cell<*mut c_void>,
    key: Cell<Key>,
}

impl Again {
    pub(crate) const fn new() -> Self {
        Self {
            resume: Cell::new(None),
            handle: Cell::new(ptr::null_mut()),
            key: Cell::new(0),
        }
    }

    #[cfg(all(test, not(any(loom, asyncir_static_tls))))]
    pub(crate) fn is_empty(&self) -> bool {
        self.resume.get().is_none() && self.handle.get().is_null() && self.key.get() == 0
    }

    #[inline]
    fn set(&self, task: Task) {
        self.resume.set(Some(task.resume()));
        self.handle.set(task.handle());
        self.key.set(task.key());
    }

    #[inline]
    fn take(&self) -> Option<Task> {
        let resume = self.resume.take()?;
        // SAFETY: made of the parts of a task, which is taken once.
        Some(unsafe { Task::new(resume, self.handle.get()) }.with_key(self.key.get()))
    }
}

/// Runs a task until it is done or waits for something that is not complete.
#[inline]
pub(crate) fn run(local: &Local, task: Task) {
    let outer = local.resuming.replace(task.handle());
    // SAFETY: every caller has the task from a queue, or made it, and gives it away.
    unsafe { task.run() };
    if let Some(again) = local.again.take() {
        run_again(local, again);
    }
    local.resuming.set(outer);
}

fn run_again(local: &Local, mut task: Task) {
    for _ in 0..MAX_REPEATS {
        // SAFETY: it was taken out of `again`, where a suspended coroutine put it once.
        unsafe { task.run() };
        match local.again.take() {
            Some(again) => task = again,
            None => return,
        }
    }
    schedule_last(task);
}

/// Runs a task on top of whatever this stack runs.
pub(crate) fn run_nested(local: &Local, task: Task) {
    let depth = local.depth.replace(0);
    // A token that an earlier task created does not belong to what this one executes.
    local.recent.set(0);
    run(local, task);
    local.depth.set(depth);
}

/// Resumes a coroutine that awaits something complete.
#[inline]
pub(crate) fn resume_ready(task: Task) {
    local::with(|local| {
        if local.queues_ready.get() {
            return schedule(task);
        }
        if local.resuming.get() == task.handle() && !task.handle().is_null() {
            publish_again(local);
            return local.again.set(task);
        }
        let depth = local.depth.get();
        if depth >= MAX_DEPTH {
            return schedule_next(task);
        }
        local.depth.set(depth + 1);
        run(local, task);
        local.depth.set(depth);
    });
}

/// Whether a coroutine that awaits something complete may go on without being suspended. It may not where such
/// coroutines are queued, nor every [`MAX_REPEATS`] times: then it is suspended, and can give way to others.
#[inline]
pub(crate) fn may_go_on() -> bool {
    local::with(|local| {
        let went_on = local.went_on.get() + 1;
        let may = went_on < MAX_REPEATS;
        local.went_on.set(if may { went_on } else { 0 });
        may && !local.queues_ready.get()
    })
}

/// Queues what this thread would otherwise run after the current task returns.
pub(crate) fn publish_again(local: &Local) {
    if let Some(task) = local.again.take() {
        schedule(task);
    }
}
