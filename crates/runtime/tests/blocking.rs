//! Blocking awaits inside tasks: nested deeper than the pool is wide, and at the cap of threads.
#![cfg(not(loom))]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use asyncir_runtime::{Executor, Group, Job, Runtime, Token, Value, block_in_place};

mod fewer;
use fewer::fewer;

fn runtime(workers: usize) -> Arc<Runtime> {
    Arc::new(Runtime::builder().num_workers(workers).build().expect("a sane count"))
}

/// A task that starts the next deeper one and blocks on it.
/// A number, and the Fibonacci number that it has.
const FIB: (u64, u64) = if cfg!(miri) { (5, 5) } else { (15, 610) };

/// More than a runtime of four threads has threads.
const DEEP: usize = if cfg!(miri) { 8 } else { 50 };

fn nest(runtime: &Arc<Runtime>, depth: usize) -> usize {
    if depth == 0 {
        return 0;
    }
    let inner = runtime.clone();
    1 + runtime
        .spawn(move || nest(&inner, depth - 1))
        .wait()
        .expect("no task fails")
}

fn fib(runtime: &Arc<Runtime>, n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let inner = runtime.clone();
    let left = runtime.spawn(move || fib(&inner, n - 1));
    let inner = runtime.clone();
    let right = runtime.spawn(move || fib(&inner, n - 2));
    left.wait().expect("no task fails") + right.wait().expect("no task fails")
}

#[test]
fn nested_awaits_finish_with_few_workers() {
    for workers in [1, 2] {
        assert_eq!(nest(&runtime(workers), fewer(200)), fewer(200));
    }
}

/// Uses about so much of the stack.
#[cfg(not(miri))]
#[inline(never)]
fn fill_stack<const BYTES: usize>() -> u8 {
    let bytes = std::hint::black_box([1u8; BYTES]);
    bytes[BYTES / 2]
}

/// A task has the stack of a worker there.
#[cfg(not(miri))]
#[test]
fn a_thread_with_a_small_stack_runs_no_task_while_it_waits() {
    let runtime = runtime(1);
    let small = thread::Builder::new().stack_size(256 << 10).spawn(move || {
        let task = || runtime.spawn(fill_stack::<{ 1 << 20 }>).wait();
        (0..100).all(|_| task().expect("no task fails") == 1)
    });
    assert!(small.expect("a thread").join().expect("no panic"));
}

#[test]
fn recursive_blocking_finishes_with_few_workers() {
    for workers in [1, 2] {
        assert_eq!(fib(&runtime(workers), FIB.0), FIB.1);
    }
}

#[test]
fn nesting_beyond_the_cap_is_helped_along() {
    for workers in [1, 2] {
        let small = Runtime::builder()
            .num_workers(workers)
            .max_threads(4)
            .build()
            .expect("a sane cap");
        let small = Arc::new(small);
        assert_eq!(nest(&small, DEEP), DEEP);
        assert!(small.live_threads() <= 4, "{} threads", small.live_threads());
        assert_eq!(fib(&small, FIB.0), FIB.1);
    }
}

#[test]
fn very_deep_nesting_beyond_the_cap_finishes() {
    let small = Runtime::builder()
        .num_workers(1)
        .max_threads(2)
        .build()
        .expect("a sane cap");
    assert_eq!(nest(&Arc::new(small), fewer(1_000)), fewer(1_000));
}

/// Each task waits for the one before it, and the first one for this thread: a task that ran on top of a waiting one would
/// wait for what is beneath it.
#[test]
fn a_chain_of_waiting_tasks_has_as_many_threads_as_it_needs() {
    let runtime = runtime(2);
    let tasks = fewer(1_500);
    let (completer, first) = Token::pending();
    let begun = Arc::new(AtomicUsize::new(0));
    let last = (0..tasks).fold(first, |before, _| {
        let begun = begun.clone();
        runtime.execute(move || {
            begun.fetch_add(1, Ordering::Relaxed);
            before.wait().expect("nothing fails");
        })
    });
    while begun.load(Ordering::Relaxed) < tasks {
        std::thread::yield_now();
    }
    completer.complete();
    last.wait().expect("nothing fails");
}

/// A task that waits for something only a later task of the same worker brings about.
#[test]
fn a_later_task_completes_what_an_earlier_one_awaits() {
    let runtime = runtime(1);
    let tokens: Vec<_> = (0..100).map(|_| Token::pending()).collect();
    let group = Group::new(100);
    let mut completers = Vec::new();
    for (completer, token) in tokens {
        let waiting = runtime.execute(move || token.wait().expect("completed below"));
        group.add(&waiting).expect("100 members");
        completers.push(completer);
    }
    runtime.execute(move || completers.into_iter().for_each(asyncir_runtime::Completer::complete));
    group.wait().expect("no task fails");
}

/// The shape that deadlocks a pool whose blocked threads run other tasks on their own stack: A
/// waits for T; B, run on top of A, waits for U, which A completes after it got T.
#[test]
fn no_join_is_buried() {
    for workers in [1, 2] {
        let runtime = runtime(workers);
        for _ in 0..fewer(50) {
            let (complete_t, t) = Token::pending();
            let (complete_u, u) = Token::pending();
            let a = runtime.execute(move || {
                t.wait().expect("completed by C");
                complete_u.complete();
            });
            let b = runtime.execute(move || u.wait().expect("completed by A"));
            let c = runtime.execute(move || complete_t.complete());
            for token in [a, b, c] {
                token.wait().expect("no task fails");
            }
        }
    }
}

#[test]
fn many_outside_threads_wait_at_once() {
    let runtime = runtime(2);
    let sum = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..16 {
            let (runtime, sum) = (&runtime, &sum);
            scope.spawn(move || {
                for task in 0..fewer(500) {
                    let value = runtime.spawn(move || thread * task).wait().expect("no task fails");
                    sum.fetch_add(value, Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(
        sum.into_inner(),
        (0..16).sum::<usize>() * (0..fewer(500)).sum::<usize>()
    );
}

/// Each task needs so much stack that as many as may help each other do not fit.
#[test]
fn helping_leaves_room_on_the_stack() {
    const FRAME: usize = if cfg!(miri) { 1 << 10 } else { 400 << 10 };
    fn deep(runtime: &Arc<Runtime>, depth: usize) {
        let room = std::hint::black_box([1u8; FRAME]);
        if depth == 0 {
            return;
        }
        // The wait is for no task, so the next one is run only to help.
        let (completer, token) = Token::pending();
        let inner = runtime.clone();
        runtime.execute(move || {
            deep(&inner, depth - 1);
            completer.complete();
        });
        token.wait().expect("no task fails");
        assert_eq!(std::hint::black_box(room)[depth], 1);
    }
    let small = Runtime::builder().num_workers(1).max_threads(1).build();
    let small = Arc::new(small.expect("a sane cap"));
    let inner = small.clone();
    let token = small.execute(move || deep(&inner, fewer(60)));
    assert_eq!(token.wait(), Ok(()));
}

/// Worker threads take some time to end.
#[test]
fn every_shutdown_ends_with_the_threads() {
    struct Slow;
    impl Drop for Slow {
        fn drop(&mut self) {
            std::thread::sleep(std::time::Duration::from_millis(200));
            ENDED.fetch_add(1, Ordering::SeqCst);
        }
    }
    thread_local!(static SLOW: Slow = const { Slow });
    static ENDED: AtomicUsize = AtomicUsize::new(0);
    let runtime = runtime(1);
    runtime.execute(|| SLOW.with(|_| ()));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                runtime.shutdown().expect("not inside a task");
                assert_eq!(ENDED.load(Ordering::SeqCst), 1);
            });
        }
    });
}

#[test]
fn quiesce_and_shutdown_refuse_calls_from_tasks() {
    let runtime = runtime(1);
    let inner = runtime.clone();
    let refused = runtime.spawn(move || inner.quiesce().is_err() && inner.shutdown().is_err());
    assert!(refused.wait().expect("no panic"));
}

#[test]
fn a_runtime_dropped_by_its_own_task_ends() {
    let runtime = runtime(1);
    let (go, may_go) = Token::pending();
    let inner = runtime.clone();
    let done = runtime.execute(move || {
        may_go.wait().expect("completed below");
        drop(inner);
    });
    drop(runtime);
    go.complete();
    done.wait().expect("no task fails");
}

/// Three tasks hand numbers on over channels that the runtime knows nothing of.
fn hand_on(runtime: &Runtime) -> Value<u64> {
    let (first, from_first) = mpsc::sync_channel(1);
    let (second, from_second) = mpsc::sync_channel(1);
    let sum = runtime.spawn(move || std::iter::from_fn(|| block_in_place(|| from_second.recv().ok())).sum());
    runtime.execute(move || {
        while let Some(number) = block_in_place(|| from_first.recv().ok()) {
            block_in_place(|| second.send(number)).expect("somebody listens");
        }
    });
    runtime.execute(move || {
        for number in 0..100u64 {
            block_in_place(|| first.send(number)).expect("somebody listens");
        }
    });
    sum
}

#[test]
fn what_blocks_in_place_holds_no_worker() {
    for workers in [1, 2] {
        let runtime = Runtime::builder().num_workers(workers).build().expect("built");
        assert_eq!(hand_on(&runtime).wait(), Ok(4950));
        assert!(runtime.stats().hand_overs > 0);
        // A panic leaves the worker as it was.
        let panics = runtime.spawn(|| block_in_place(|| panic!("in place")));
        assert!(panics.wait().is_err());
        assert_eq!(runtime.spawn(|| 7).wait(), Ok(7));
    }
}

#[test]
fn what_blocks_on_a_thread_that_waits_gives_nobody_its_queue() {
    let runtime = runtime(1);
    for _ in 0..100 {
        // The thread that awaits a task which nobody has started runs it itself.
        assert_eq!(runtime.spawn(|| block_in_place(|| 7)).wait(), Ok(7));
    }
    runtime.shutdown().expect("not in a task");
    assert_eq!(runtime.spawn(|| 7).wait(), Ok(7));
    assert!(runtime.live_threads() <= 1, "{:?}", runtime.stats());
}

#[test]
fn a_pool_of_the_host_is_told_of_what_blocks_in_place() {
    struct Threads(Arc<AtomicUsize>);

    impl Executor for Threads {
        fn execute(&self, job: Job) {
            thread::spawn(|| job.run());
        }

        fn parallelism(&self) -> usize {
            1
        }

        fn block(&self, wait: &mut dyn FnMut()) {
            self.0.fetch_add(1, Ordering::Relaxed);
            wait();
        }
    }

    let blocked = Arc::<AtomicUsize>::default();
    let runtime = Runtime::builder()
        .executor(Threads(blocked.clone()))
        .build()
        .expect("built");
    assert_eq!(runtime.spawn(|| block_in_place(|| 7)).wait(), Ok(7));
    assert_eq!(blocked.load(Ordering::Relaxed), 1);
    // Outside of tasks it is a mere call.
    assert_eq!(block_in_place(|| 8), 8);
}
