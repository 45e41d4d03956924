//! Joins: two closures, one of them perhaps on another thread.
#![cfg(not(loom))]

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{hint, thread};

use asyncir_runtime::{Executor, Job, Runtime, live_objects};

mod fewer;
use fewer::fewer;

/// Live objects are counted for the whole process.
fn serial() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

fn workers(count: usize) -> Runtime {
    Runtime::builder().num_workers(count).build().expect("a runtime")
}

const NUMBERS: u64 = fewer(5000) as u64;

fn sum(runtime: &Runtime, numbers: &[u64]) -> u64 {
    if let [number] = numbers {
        return *number;
    }
    let (left, right) = numbers.split_at(numbers.len() / 2);
    let (left, right) = runtime.join(|| sum(runtime, left), || sum(runtime, right));
    left + right
}

/// A pool that has a thread for each job.
struct Threads;

impl Executor for Threads {
    fn execute(&self, job: Job) {
        thread::spawn(|| job.run());
    }

    fn parallelism(&self) -> usize {
        4
    }
}

#[test]
fn closures_borrow_and_return() {
    let _serial = serial();
    let numbers: Vec<u64> = (0..NUMBERS).collect();
    let wanted: u64 = numbers.iter().sum();
    let before = live_objects();
    for count in [1, 2, 3, 8] {
        let runtime = workers(count);
        for _ in 0..fewer(20) {
            assert_eq!(sum(&runtime, &numbers), wanted, "{count} workers");
        }
        let runtime = Arc::new(runtime);
        let inner = runtime.clone();
        let inside = runtime.spawn(move || sum(&inner, &(0..NUMBERS).collect::<Vec<_>>()));
        assert_eq!(
            inside.wait().expect("no panic"),
            wanted,
            "{count} workers, inside a task"
        );
        runtime.shutdown().expect("not inside a task");
    }
    assert_eq!(live_objects(), before, "objects leaked");
}

#[test]
fn runtimes_without_workers_join_too() {
    let _serial = serial();
    let numbers: Vec<u64> = (0..NUMBERS / 25).collect();
    let wanted: u64 = numbers.iter().sum();
    let builder = Runtime::builder;
    for runtime in [
        builder().inline().build(),
        builder().deterministic(7).build(),
        builder().executor(Threads).build(),
    ] {
        assert_eq!(sum(&runtime.expect("a runtime"), &numbers), wanted);
    }
}

#[test]
fn a_task_of_one_runtime_joins_on_another() {
    let _serial = serial();
    let (one, other) = (workers(1), Arc::new(workers(2)));
    let value = one.spawn(move || sum(&other, &(0..1000).collect::<Vec<_>>()));
    assert_eq!(value.wait().expect("no panic"), 999 * 500);
}

/// Both closures wait for each other, so the second one runs on another thread, which finishes before or after the first.
#[test]
fn the_second_closure_may_run_elsewhere() {
    let _serial = serial();
    let runtime = workers(2);
    let before = live_objects();
    for round in 0..fewer(200) as u64 {
        let barrier = Barrier::new(2);
        let here = thread::current().id();
        let pause = |turns: u64| {
            for _ in 0..turns * 200 {
                hint::spin_loop();
            }
            if turns == 7 {
                thread::sleep(Duration::from_millis(2));
            }
        };
        let (first, second) = runtime.join(
            || {
                barrier.wait();
                pause(round % 8);
                round
            },
            || {
                barrier.wait();
                pause(round / 8 % 8);
                (thread::current().id(), vec![round; 3])
            },
        );
        assert_eq!(first, round);
        assert_ne!(second.0, here);
        assert_eq!(second.1, [round; 3]);
    }
    // A task is counted after its caller was told.
    runtime.quiesce().expect("not inside a task");
    assert!(runtime.stats().tasks_run >= fewer(200) as u64);
    assert_eq!(live_objects(), before, "objects leaked");
}

/// Counts its drops.
struct Ballast<'a>(&'a AtomicUsize);

impl Drop for Ballast<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn message(payload: &(dyn std::any::Any + Send)) -> &'static str {
    payload.downcast_ref::<&str>().copied().expect("a literal")
}

#[test]
fn panics_reach_the_caller() {
    let _serial = serial();
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let runtime = workers(2);
    let drops = AtomicUsize::new(0);
    let before = live_objects();
    let mut seen = Vec::new();
    for elsewhere in [false, true] {
        for (first, second) in [(true, false), (false, true), (true, true)] {
            // With two parties, the second closure runs on another thread.
            let barrier = Barrier::new(if elsewhere { 2 } else { 1 });
            let (a, b) = (Ballast(&drops), Ballast(&drops));
            let caught = panic::catch_unwind(AssertUnwindSafe(|| {
                runtime.join(
                    || {
                        let _a = a;
                        barrier.wait();
                        assert!(!first, "first");
                        Ballast(&drops)
                    },
                    || {
                        let _b = b;
                        barrier.wait();
                        assert!(!second, "second");
                        Ballast(&drops)
                    },
                )
            }));
            seen.push(message(&*caught.err().expect("one of them panics")));
        }
    }
    panic::set_hook(hook);
    let each = ["first", "second", "first"];
    assert_eq!(seen, [each, each].concat());
    runtime.quiesce().expect("not inside a task");
    // Every closure was dropped, and the results of those that did not panic but were run: the first one where only the
    // second panics, in both rounds, and the second one where only the first panics, if it runs elsewhere for sure.
    let dropped = drops.load(Ordering::Relaxed);
    assert!((12 + 3..=12 + 4).contains(&dropped), "{dropped} drops");
    assert_eq!(live_objects(), before, "objects leaked");
}

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

/// What it panics with panics, too.
struct BombOfBombs;

impl Drop for BombOfBombs {
    fn drop(&mut self) {
        panic::panic_any(Bomb);
    }
}

#[test]
fn what_is_not_run_may_panic_when_it_is_dropped() {
    let _serial = serial();
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let before = live_objects();
    for runtime in [workers(1), Runtime::builder().inline().build().expect("a runtime")] {
        let bomb = Bomb;
        let caught = panic::catch_unwind(AssertUnwindSafe(|| {
            runtime.join(|| panic!("first"), move || drop(bomb));
        }));
        assert_eq!(message(&*caught.expect_err("it panics")), "first");
        let _ = runtime.quiesce();
        let nested = BombOfBombs;
        let caught = panic::catch_unwind(AssertUnwindSafe(|| {
            runtime.join(|| panic!("first"), move || drop(nested));
        }));
        assert_eq!(message(&*caught.expect_err("it panics")), "first");
        let _ = runtime.quiesce();
    }
    panic::set_hook(hook);
    assert_eq!(live_objects(), before, "objects leaked");
}

/// A pool of one thread, which somebody else keeps busy.
struct Busy(std::sync::mpsc::Sender<Job>);

impl Executor for Busy {
    fn execute(&self, job: Job) {
        let _ = self.0.send(job);
    }

    fn parallelism(&self) -> usize {
        1
    }
}

#[test]
fn the_caller_runs_what_no_thread_of_a_host_has_taken() {
    let _serial = serial();
    let (sender, jobs) = std::sync::mpsc::channel();
    let runtime = Runtime::builder().executor(Busy(sender)).build().expect("a runtime");
    assert_eq!(runtime.join(|| 1, || 2), (1, 2));
    assert_eq!(jobs.try_iter().map(Job::run).count(), 1, "the job finds nothing to do");
    runtime.quiesce().expect("not inside a task");
}
