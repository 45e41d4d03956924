//! Two closures that may run at the same time, for [`Runtime::join`](crate::Runtime::join).
//!
//! The second one is queued as a task that lies on the caller's stack, with the place for its result; the caller
//! runs the first one, and then, unless somebody else has taken it, the second one, too. So a tree of joins
//! allocates nothing, and where nobody steals it runs as the sequential program does.
//!
//! # Safety argument
//!
//! A [`StackJob`] is shared with whoever takes its task out of a queue. The frame that holds it is left only when
//! the task was taken back, so that nobody else has it, or when the job is complete. Whoever runs the task
//! does not touch the job after it completed it; the waiters that it detaches then are those of blocked threads, which
//! do not leave before they are fired (see `waiter`). The closure is taken out once, by whoever has the task; the result
//! is written before the completion and read after it (see `head`).

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::ptr;
use std::sync::Arc;
use std::thread;

use crate::drop_caught::{Payload, caught};
use crate::head::{Completion, Head, Outcome};
use crate::local::{self, Key, Local};
use crate::object::{Kind, Object};
use crate::report::abort;
use crate::scheduler::{self, Scheduler, Task};
use crate::stuck::Awaited;

struct StackJob<F, R> {
    state: Object,
    closure: UnsafeCell<Option<F>>,
    result: UnsafeCell<Option<thread::Result<R>>>,
}

pub(crate) fn join<A, B, RA, RB>(scheduler: &Arc<Scheduler>, a: A, b: B) -> (RA, RB)
where
    A: FnOnce() -> RA,
    B: FnOnce() -> RB + Send,
    RB: Send,
{
    if scheduler.is_driven_elsewhere() {
        return (a(), b());
    }
    let key = local::with(Local::fresh_key);
    let job = StackJob {
        state: Object::uncounted(Kind::Token, Head::pending(1), key),
        closure: UnsafeCell::new(Some(b)),
        result: UnsafeCell::new(None),
    };
    // A host's pool may panic. The job is not let go of then.
    let guard = Guard;
    // SAFETY: this frame outlives the task (see the module); closure and result may be sent to another thread.
    let task = unsafe { Task::new(run::<B, RB>, ptr::from_ref(&job).cast_mut().cast()) };
    scheduler.spawn(task.with_key(key));
    let first = panic::catch_unwind(AssertUnwindSafe(a));
    wait(scheduler, &job, key);
    mem::forget(guard);
    let (closure, second) = (job.closure.into_inner(), job.result.into_inner());
    let first = match first {
        Ok(first) => first,
        Err(payload) => {
            // A panic of what is dropped here says less than the first one.
            caught(|| drop((closure, second)));
            panic::resume_unwind(payload)
        }
    };
    match second.or_else(|| closure.map(call)) {
        Some(Ok(second)) => (first, second),
        Some(Err(payload)) => panic::resume_unwind(payload),
        None => unreachable!("the closure is there or was run"),
    }
}

/// Waits until nobody else has the job: its task is taken back, or complete.
fn wait<F, R>(scheduler: &Arc<Scheduler>, job: &StackJob<F, R>, key: Key) {
    if scheduler.take_back_newest(key).is_none() {
        wait_for_others(scheduler, &job.state, key);
    }
}

/// The slow path of `wait`: something was queued after the job, or somebody else has it.
#[cold]
fn wait_for_others(scheduler: &Arc<Scheduler>, state: &Object, key: Key) {
    if scheduler.take_back(key).is_none() {
        scheduler::block_until_complete(state, scheduler::Wanted::Task(key), &|| Awaited::Token);
    }
}

/// Ends the process when it is dropped: what a frame lends to other threads must not go while they use it.
pub(crate) struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        abort(format_args!(
            "an executor panicked in a join, a scope, a parallel loop or a wait"
        ));
    }
}

fn call<R>(closure: impl FnOnce() -> R) -> Result<R, Payload> {
    panic::catch_unwind(AssertUnwindSafe(closure))
}

unsafe extern "C" fn run<F, R>(job: *mut c_void)
where
    F: FnOnce() -> R,
{
    let job = job.cast_const().cast::<StackJob<F, R>>();
    // SAFETY: the job lives until it is complete, and this task is the only one that has it (see the module).
    let completion = unsafe {
        let result = (*(*job).closure.get()).take().map(call);
        *(*job).result.get() = result;
        Object::complete_last(&raw const (*job).state, Outcome::Available)
    };
    if let Completion::First(threads) = completion {
        threads.wake();
    }
}
