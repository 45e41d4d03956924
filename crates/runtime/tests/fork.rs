//! A process that is forked from one with workers has workers of its own.
#![cfg(all(not(loom), not(miri)))]
#![allow(unsafe_code, reason = "forks, and waits for what it forked")]

use asyncir_runtime::{Group, Runtime};

/// What needs other threads: tasks that nobody awaits by themselves, and a loop.
fn uses_workers() -> bool {
    let runtime = Runtime::global();
    let group = Group::new(100);
    for _ in 0..100 {
        group.add(&runtime.execute(|| ())).expect("100 members");
    }
    let fails = group.wait().is_err();
    let loose = runtime.execute(std::thread::yield_now);
    let quiet = runtime.quiesce().is_ok();
    let sum = std::sync::atomic::AtomicUsize::new(0);
    runtime.parallel_for(0..100_000, |range| {
        sum.fetch_add(range.len(), std::sync::atomic::Ordering::Relaxed);
    });
    !fails && quiet && loose.is_complete() && sum.into_inner() == 100_000
}

#[test]
fn forked_processes_have_workers() {
    assert!(uses_workers());
    // SAFETY: the workers hold no locks: they have nothing to do. The child ends without running what belongs to the parent.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: ends a child that waits for ever, and one that is done.
        unsafe {
            libc::alarm(30);
            libc::_exit(if uses_workers() { 0 } else { 1 });
        }
    }
    let mut status = 0;
    // SAFETY: waits for the child.
    unsafe { libc::waitpid(child, &raw mut status, 0) };
    assert!(
        libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0,
        "status {status}"
    );
    assert!(uses_workers());
}
