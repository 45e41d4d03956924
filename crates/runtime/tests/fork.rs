//! A process that is forked from one with workers has workers of its own.
#![cfg(all(not(loom), not(miri)))]
#![allow(unsafe_code, reason = "forks, and waits for what it forked")]

use std::time::Duration;

use asyncir_runtime::{Group, Runtime};

/// What needs other threads: tasks that nobody awaits by themselves, and a loop.
fn uses_workers(runtime: &Runtime) -> bool {
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

/// Whether something holds in a forked process, in which this gives true in time. The child ends without running what belongs to
/// the parent.
fn holds_in_child(holds: impl FnOnce() -> bool) -> bool {
    // SAFETY: the workers hold no locks: they have nothing to do.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: ends a child that waits for ever, and one that is done.
        unsafe {
            libc::alarm(30);
            libc::_exit(if holds() { 0 } else { 1 });
        }
    }
    let mut status = 0;
    // SAFETY: waits for the child.
    unsafe { libc::waitpid(child, &raw mut status, 0) };
    libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0
}

/// Waits until the workers have gone to sleep.
fn rest() {
    std::thread::sleep(Duration::from_millis(50));
}

// One test: a process that forks while another test runs may leave that one's locks locked in the child.
#[test]
fn forked_processes_have_workers() {
    assert!(uses_workers(Runtime::global()));
    rest();
    assert!(holds_in_child(|| uses_workers(Runtime::global())));
    assert!(uses_workers(Runtime::global()));

    let runtime = Runtime::builder().num_workers(2).build().expect("a runtime");
    assert!(uses_workers(&runtime));
    rest();
    assert!(holds_in_child(|| uses_workers(&runtime)), "used");
    assert!(holds_in_child(|| runtime.quiesce().is_ok()), "quiet");
    assert!(holds_in_child(|| runtime.shutdown().is_ok()), "shut down");
    let in_grandchild = || uses_workers(&runtime) && holds_in_child(|| uses_workers(&runtime));
    assert!(holds_in_child(in_grandchild), "forked again");
    let mut owned = Some(runtime);
    assert!(holds_in_child(|| owned.take().is_some()), "dropped without use");
    let used = |runtime: Runtime| uses_workers(&runtime);
    assert!(holds_in_child(|| owned.take().is_some_and(used)), "dropped after use");
    assert!(owned.as_ref().is_some_and(uses_workers), "the parent goes on");

    let inline = Runtime::builder().inline().build().expect("a runtime");
    let value = inline.spawn_future(async { 7 });
    assert!(holds_in_child(|| value.wait().is_ok_and(|value| value == 7)), "inline");
    let inline: &'static Runtime = Box::leak(Box::new(inline));
    let in_task = inline.spawn(|| holds_in_child(|| inline.quiesce().is_err()));
    assert_eq!(in_task.wait(), Ok(true), "the child is in the task");
}
