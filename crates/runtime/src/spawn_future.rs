//! Rust futures as tasks.
//!
//! `async-task` keeps a future, its state and its waker in one allocation. Here it is told where to queue
//! a future that was woken: with the scheduler that it was spawned on, behind other tasks of the thread
//! that wakes it. A panic in the future becomes an error of its value.

use std::ffi::c_void;
use std::panic::{self, AssertUnwindSafe};
use std::pin::pin;
use std::ptr::NonNull;
use std::sync::Arc;
use std::task::Poll;

use async_task::Runnable;

use crate::drop_caught::DropCaught;
use crate::error::Failure;
use crate::scheduler::{Scheduler, Task};
use crate::value::Value;

/// Polls a future that was woken.
///
/// # Safety
/// `handle` comes from `Runnable::into_raw` and is used once.
unsafe extern "C" fn poll(handle: *mut c_void) {
    // SAFETY: the caller's promise; a runnable is never null.
    let runnable = unsafe { Runnable::<()>::from_raw(NonNull::new_unchecked(handle.cast())) };
    // If the future keeps no waker, this is the last one. When it goes, the future is dropped as a task.
    let waker = runnable.waker();
    runnable.run();
    drop(waker);
}

/// Starts a future as a task.
pub(crate) fn spawn_future<F>(scheduler: &Arc<Scheduler>, future: F) -> Value<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    let (completer, value) = Value::pending();
    let caught = async move {
        let mut future = pin!(Some(DropCaught::new(future)));
        let result = std::future::poll_fn(|context| {
            let Some(future) = future.as_mut().as_pin_mut() else {
                return Poll::Pending;
            };
            match panic::catch_unwind(AssertUnwindSafe(|| future.get().poll(context))) {
                Ok(Poll::Pending) => Poll::Pending,
                Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
                Err(payload) => Poll::Ready(Err(payload)),
            }
        });
        let result = result.await;
        // As with closures, what it has captured is gone when somebody sees the value.
        future.set(None);
        match result {
            Ok(output) => completer.complete(output),
            Err(payload) => completer.fail_with(Failure::of_panic(payload)),
        }
    };
    let home = scheduler.clone();
    let schedule = move |runnable: Runnable| {
        let handle = runnable.into_raw().as_ptr().cast();
        // SAFETY: `poll` may be called once for each runnable, on any thread.
        home.spawn(unsafe { Task::new(poll, handle) });
    };
    let (runnable, task) = async_task::spawn(caught, schedule);
    task.detach();
    runnable.schedule();
    value
}
