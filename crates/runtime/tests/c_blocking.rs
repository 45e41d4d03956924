//! Callbacks of C that block a worker's thread.
#![allow(unsafe_code, reason = "the interface under test is C's")]
#![cfg(not(loom))]

use std::ffi::c_void;
use std::ptr;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};

use asyncir_runtime::c_abi::*;

unsafe extern "C-unwind" fn wait_for_barrier(barrier: *mut c_void) {
    // SAFETY: the test passes a barrier that outlives the wait for all tasks.
    unsafe { &*barrier.cast::<Barrier>() }.wait();
}

unsafe extern "C" fn block_at_barrier(barrier: *mut c_void) {
    // SAFETY: passed on to the test.
    unsafe { asyncirRuntimeBlockInPlace(Some(wait_for_barrier), barrier) };
}

unsafe extern "C-unwind" fn count(counter: *mut c_void) {
    // SAFETY: the test passes a counter that outlives the call.
    unsafe { &*counter.cast::<AtomicUsize>() }.fetch_add(1, Ordering::SeqCst);
}

/// There are more tasks than workers, and none goes on before all have come.
#[test]
fn callbacks_that_block_leave_their_place_to_other_tasks() {
    let tasks = mlirAsyncRuntimGetNumWorkerThreads() as usize + 3;
    let barrier = Barrier::new(tasks);
    let handle = ptr::from_ref(&barrier).cast_mut().cast();
    for _ in 0..tasks {
        // SAFETY: the barrier outlives the wait.
        unsafe { asyncirRuntimeExecuteWithHint(handle, Some(block_at_barrier), ASYNCIR_HINT_ANYWHERE) };
    }
    assert!(asyncirRuntimeQuiesce());
    let counter = AtomicUsize::new(0);
    // SAFETY: the counter outlives the call. Outside of tasks, the function is merely called.
    unsafe { asyncirRuntimeBlockInPlace(Some(count), ptr::from_ref(&counter).cast_mut().cast()) };
    assert_eq!(counter.load(Ordering::SeqCst), 1);
}
