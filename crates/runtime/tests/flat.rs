//! The stack stays flat, and memory follows what lives, however long a chain, a list of waiters or a
//! loop is.
#![allow(unsafe_code, reason = "the interface under test is C's")]
#![cfg(not(loom))]

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use asyncir_runtime::Runtime;
use asyncir_runtime::c_abi::*;

const WORKERS: [usize; 3] = [1, 2, 8];

/// The most stack that tasks used on any thread, as far as they said.
static STACK: AtomicUsize = AtomicUsize::new(0);

/// Far more than the frames between a worker's loop and a task, far less than a frame a task.
const FLAT: usize = 64 << 10;

fn note_stack() {
    thread_local!(static RANGE: Cell<(usize, usize)> = const { Cell::new((usize::MAX, 0)) });
    let here = 0u8;
    let address = ptr::from_ref(&here).addr();
    let (lowest, highest) = RANGE.get();
    let range = (lowest.min(address), highest.max(address));
    if range != (lowest, highest) {
        RANGE.set(range);
        STACK.fetch_max(range.1 - range.0, Ordering::Relaxed);
    }
}

fn assert_flat() {
    let used = STACK.load(Ordering::Relaxed);
    assert!(used < FLAT, "{used} bytes of stack");
}

/// Runs a closure as a task of a runtime with each number of workers.
fn on_runtimes(body: impl Fn() + Copy + Send + 'static) {
    for workers in WORKERS {
        let runtime = Runtime::builder().num_workers(workers).build().expect("a sane count");
        runtime.execute(body).wait().expect("no task fails");
        runtime.quiesce().expect("not inside a task");
        assert_flat();
    }
}

/// A handle that a resume function counts down.
struct Countdown {
    left: usize,
    token: *mut c_void,
    done: *mut c_void,
}

impl Countdown {
    unsafe fn of<'a>(handle: *mut c_void) -> &'a mut Self {
        // SAFETY: the caller passes a countdown, which only its one task uses.
        unsafe { &mut *handle.cast() }
    }
}

fn ready_token() -> *mut c_void {
    let token = mlirAsyncRuntimeCreateToken();
    // SAFETY: the token is new, and pending.
    unsafe { mlirAsyncRuntimeEmplaceToken(token) };
    token
}

unsafe fn await_and_drop(token: *mut c_void) {
    // SAFETY: the caller passes a reference to a live token.
    unsafe {
        mlirAsyncRuntimeAwaitToken(token);
        mlirAsyncRuntimeDropRef(token, 1);
    }
}

unsafe extern "C" fn await_ready(handle: *mut c_void) {
    note_stack();
    // SAFETY: the handle is a countdown, which lives until `done` is complete; its token is live.
    unsafe {
        let state = Countdown::of(handle);
        if state.left == 0 {
            return mlirAsyncRuntimeEmplaceToken(state.done);
        }
        state.left -= 1;
        mlirAsyncRuntimeAwaitTokenAndExecute(state.token, handle, Some(await_ready));
    }
}

fn loop_over_ready(count: usize) {
    let (token, done) = (ready_token(), mlirAsyncRuntimeCreateToken());
    let mut state = Countdown {
        left: count,
        token,
        done,
    };
    let handle = ptr::from_mut(&mut state).cast();
    // SAFETY: the state outlives the wait for `done`; each token has a reference for this function.
    unsafe {
        await_ready(handle);
        await_and_drop(done);
        mlirAsyncRuntimeDropRef(token, 1);
    }
}

#[test]
fn ten_million_awaits_of_a_ready_token() {
    on_runtimes(|| loop_over_ready(10_000_000));
}

#[test]
fn ten_million_awaits_of_a_ready_token_outside_of_workers() {
    loop_over_ready(10_000_000);
    assert_flat();
}

/// Each task makes the next, which awaits its token: a chain that is never longer than two.
unsafe extern "C" fn extend_chain(handle: *mut c_void) {
    note_stack();
    // SAFETY: the handle is a countdown, used by one link at a time; each link owns a reference to its token.
    unsafe {
        let state = Countdown::of(handle);
        let mine = state.token;
        if state.left == 0 {
            mlirAsyncRuntimeEmplaceToken(mine);
            mlirAsyncRuntimeDropRef(mine, 1);
            return mlirAsyncRuntimeEmplaceToken(state.done);
        }
        state.left -= 1;
        state.token = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeAwaitTokenAndExecute(mine, handle, Some(extend_chain));
        mlirAsyncRuntimeEmplaceToken(mine);
        mlirAsyncRuntimeDropRef(mine, 1);
    }
}

#[test]
fn a_chain_of_ten_million_tasks() {
    // SAFETY: the state is freed after `done` is complete, when no link is left.
    on_runtimes(|| unsafe {
        let done = mlirAsyncRuntimeCreateToken();
        let state = Box::leak(Box::new(Countdown {
            left: 10_000_000,
            token: mlirAsyncRuntimeCreateToken(),
            done,
        }));
        let handle = ptr::from_mut(state).cast::<c_void>();
        extend_chain(handle);
        await_and_drop(done);
        drop(Box::from_raw(handle.cast::<Countdown>()));
    });
}

/// A chain that exists as a whole before its first token completes.
struct Link {
    next: *mut c_void,
}

unsafe extern "C" fn follow(handle: *mut c_void) {
    note_stack();
    // SAFETY: each link is a leaked box, resumed once; its token is pending.
    unsafe {
        let link = Box::from_raw(handle.cast::<Link>());
        mlirAsyncRuntimeEmplaceToken(link.next);
    }
}

fn follow_chain(length: usize) {
    // SAFETY: a token keeps a reference until its link waits for it; each link is leaked for its one resume.
    unsafe {
        let first = mlirAsyncRuntimeCreateToken();
        let mut last = first;
        for _ in 0..length {
            let next = mlirAsyncRuntimeCreateToken();
            let link = Box::into_raw(Box::new(Link { next }));
            mlirAsyncRuntimeAwaitTokenAndExecute(last, link.cast(), Some(follow));
            mlirAsyncRuntimeDropRef(last, 1);
            last = next;
        }
        mlirAsyncRuntimeEmplaceToken(first);
        await_and_drop(last);
    }
}

#[test]
fn a_chain_of_a_million_tasks_that_all_wait() {
    on_runtimes(|| follow_chain(1_000_000));
}

unsafe extern "C" fn count_resume(counter: *mut c_void) {
    note_stack();
    // SAFETY: the handle is the address of a static.
    unsafe { &*counter.cast::<AtomicUsize>() }.fetch_add(1, Ordering::Relaxed);
}

fn many_waiters(count: usize) {
    static RESUMED: AtomicUsize = AtomicUsize::new(0);
    RESUMED.store(0, Ordering::Relaxed);
    for workers in WORKERS {
        let runtime = Runtime::builder().num_workers(workers).build().expect("a sane count");
        // SAFETY: the token lives until all have asked to wait for it; the counter is static.
        let task = runtime.execute(move || unsafe {
            let token = mlirAsyncRuntimeCreateToken();
            let handle = ptr::from_ref(&RESUMED).cast_mut().cast();
            for _ in 0..count {
                mlirAsyncRuntimeAwaitTokenAndExecute(token, handle, Some(count_resume));
            }
            mlirAsyncRuntimeEmplaceToken(token);
            mlirAsyncRuntimeDropRef(token, 1);
        });
        task.wait().expect("no task fails");
        runtime.quiesce().expect("not inside a task");
        assert_eq!(RESUMED.swap(0, Ordering::Relaxed), count);
        assert_flat();
    }
}

#[test]
fn a_million_waiters_of_one_token() {
    many_waiters(1_000_000);
}

/// Takes about two gigabytes: `cargo test --release --test flat -- --ignored`.
#[test]
#[ignore = "takes some gigabytes of memory"]
fn ten_million_waiters_and_a_chain_of_ten_million_that_all_wait() {
    many_waiters(10_000_000);
    on_runtimes(|| follow_chain(10_000_000));
}

/// The peak of this process's memory, in bytes.
#[cfg(target_os = "linux")]
fn peak_memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("a line");
    let kilobytes: usize = line
        .split_whitespace()
        .nth(1)
        .expect("a number")
        .parse()
        .expect("a number");
    kilobytes << 10
}

/// A coroutine whose frame comes from the runtime.
unsafe extern "C" fn free_frame(frame: *mut c_void) {
    // SAFETY: the frame was allocated with this size and alignment, and nobody uses it any more.
    unsafe { asyncirRuntimeFreeFrame(frame, 96, 16) };
}

/// A fan-out of ten million tasks, of which at most a thousand live at a time, in a process that peaks
/// at no more than a fraction of what all of them would take. Runs alone in a process of its own.
#[test]
#[cfg(target_os = "linux")]
fn memory_follows_what_lives() {
    if std::env::var_os("ASYNCIR_TEST_FAN_OUT").is_none() {
        let status = std::process::Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "memory_follows_what_lives"])
            .env("ASYNCIR_TEST_FAN_OUT", "1")
            .status();
        return assert!(status.expect("it starts").success());
    }
    let runtime = Runtime::builder().num_workers(2).build().expect("a sane count");
    let before = peak_memory();
    for _ in 0..10 {
        let group = asyncir_runtime::Group::new(1_000_000);
        for _ in 0..1_000_000 {
            let frame = asyncirRuntimeAllocateFrame(96, 16);
            let address = frame.expose_provenance();
            // SAFETY: this task alone has the frame.
            let task = runtime.execute(move || unsafe { free_frame(ptr::with_exposed_provenance_mut(address)) });
            group.add(&task).expect("a million members");
        }
        group.wait().expect("no task fails");
    }
    let grown = peak_memory() - before;
    assert!(grown < 200 << 20, "{grown} bytes for tasks that are gone");
}
