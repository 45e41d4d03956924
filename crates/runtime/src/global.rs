//! The global runtime, and what becomes of it when the process forks.
//!
//! A forked process has one thread: the workers of the global runtime are not there, and what they held of it, such as their
//! queues, is lost. So the child gets a new global runtime when it first uses it. Nothing of the old one is touched or freed. A
//! lock that another thread held at that moment stays locked; the runtime holds locks for moments, and idle workers hold none.
//!
//! # Safety argument
//!
//! The pointer is null or leads to a runtime that was leaked, so references to it stay valid.

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::local;
use crate::runtime::Runtime;
use crate::scheduler::workers_from_environment;

static GLOBAL: AtomicPtr<Runtime> = AtomicPtr::new(ptr::null_mut());

#[inline]
pub(crate) fn get() -> &'static Runtime {
    // SAFETY: see the module.
    unsafe { GLOBAL.load(Ordering::Acquire).as_ref() }.unwrap_or_else(make)
}

#[cold]
fn make() -> &'static Runtime {
    let workers = workers_from_environment();
    let made = match Runtime::builder().num_workers(workers).build() {
        Ok(runtime) => Box::into_raw(Box::new(runtime)),
        Err(error) => unreachable!("the number of workers was checked: {error}"),
    };
    match GLOBAL.compare_exchange(ptr::null_mut(), made, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => {
            watch_forks();
            // SAFETY: it is leaked from now on.
            unsafe { &*made }
        }
        Err(others) => {
            // SAFETY: nobody has seen this one; the other one is leaked.
            unsafe {
                drop(Box::from_raw(made));
                &*others
            }
        }
    }
}

/// Has every forked process forget the runtime.
fn watch_forks() {
    static WATCHED: std::sync::Once = std::sync::Once::new();
    WATCHED.call_once(|| {
        // SAFETY: `forget` may run in a process that was just forked: it stores, and does nothing else. Without memory for the
        // note, forked processes wait for workers that they do not have.
        unsafe { libc::pthread_atfork(None, None, Some(forget)) };
    });
}

extern "C" fn forget() {
    GLOBAL.store(ptr::null_mut(), Ordering::Release);
    // The thread that forked was perhaps a guest of the runtime that is gone.
    local::with(|local| local.context.set(ptr::null()));
}
