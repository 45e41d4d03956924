//! A thread that blocks runs the tasks that it waits for itself, also those that these wait for, and no others.
#![allow(unsafe_code, reason = "coroutines are made as compiled code makes them")]
#![cfg(not(loom))]

use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};

use asyncir_runtime::Runtime;
use asyncir_runtime::c_abi::*;

/// A task that awaits the tokens of others, one after the other, and then completes its own.
struct Step {
    awaited: Vec<*mut c_void>,
    done: *mut c_void,
    ended_on: OnceLock<ThreadId>,
}

impl Step {
    /// Queues a task.
    ///
    /// # Safety
    /// The tokens are live until the task has ended, and so is what is returned.
    unsafe fn start(awaited: &[*mut c_void]) -> Box<Self> {
        let mut step = Box::new(Self {
            awaited: awaited.iter().rev().copied().collect(),
            done: mlirAsyncRuntimeCreateToken(),
            ended_on: OnceLock::new(),
        });
        // SAFETY: the caller keeps the step.
        unsafe { mlirAsyncRuntimeExecute(ptr::from_mut(&mut *step).cast(), Some(resume)) };
        step
    }

    /// Gives the reference to the token up.
    fn drop_token(&self) {
        // SAFETY: the one that the token was created with for its creator.
        unsafe { mlirAsyncRuntimeDropRef(self.done, 1) };
    }
}

unsafe extern "C" fn resume(handle: *mut c_void) {
    // SAFETY: a step is resumed by one thread at a time.
    let step = unsafe { &mut *handle.cast::<Step>() };
    // SAFETY: the tokens are live; the step is not used after it is given away.
    unsafe {
        if let Some(token) = step.awaited.pop() {
            return mlirAsyncRuntimeAwaitTokenAndExecute(token, handle, Some(resume));
        }
        step.ended_on.set(thread::current().id()).expect("it ends once");
        mlirAsyncRuntimeEmplaceToken(step.done);
    }
}

unsafe extern "C" fn set_flag(flag: *mut c_void) {
    // SAFETY: the test passes one that outlives the task.
    unsafe { &*flag.cast::<AtomicBool>() }.store(true, Ordering::SeqCst);
}

/// With one worker, which is the thread that waits, tasks run elsewhere only if this thread hands its place over.
fn on_the_only_worker(test: impl FnOnce() + Send + 'static) {
    let runtime = Runtime::builder().num_workers(1).build().expect("a runtime");
    runtime.execute(test).wait().expect("no task fails");
    runtime.quiesce().expect("not inside a task");
}

#[test]
fn what_the_awaited_task_waits_for_runs_on_the_thread_that_waits() {
    static HAS_RUN: AtomicBool = AtomicBool::new(false);
    on_the_only_worker(|| {
        // SAFETY: the steps outlive the tasks, since all have ended when the last one has.
        unsafe {
            let first = Step::start(&[]);
            let flag = ptr::from_ref(&HAS_RUN).cast_mut().cast();
            asyncirRuntimeExecuteWithHint(flag, Some(set_flag), ASYNCIR_HINT_LAST);
            let second = Step::start(&[first.done]);
            let other = Step::start(&[]);
            let third = Step::start(&[second.done, first.done, other.done]);
            mlirAsyncRuntimeAwaitToken(third.done);
            assert!(!HAS_RUN.load(Ordering::SeqCst), "a task ran that was not awaited");
            for step in [&first, &second, &other, &third] {
                assert_eq!(step.ended_on.get(), Some(&thread::current().id()));
                step.drop_token();
            }
        }
    });
    assert!(HAS_RUN.load(Ordering::SeqCst));
}

#[test]
fn a_long_chain_needs_no_stack() {
    on_the_only_worker(|| {
        // SAFETY: as above.
        unsafe {
            // The thread looks for a task among the newest of its queue only.
            let mut steps = vec![Step::start(&[])];
            for _ in 0..100_000 {
                let last = steps.last().expect("a step").done;
                steps.push(Step::start(&[last]));
            }
            mlirAsyncRuntimeAwaitToken(steps.last().expect("a step").done);
            steps.iter().for_each(|step| step.drop_token());
        }
    });
}
