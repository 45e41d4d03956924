//! Parallel loops: every iteration once, whatever the shape, the workers, the executor.
#![cfg(not(any(loom, miri)))]

use std::collections::HashSet;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;
use std::time::Duration;

use asyncir_runtime::{Executor, Job, LoopOptions, Runtime};

fn runtime(workers: usize) -> Runtime {
    Runtime::builder().num_workers(workers).build().expect("a runtime")
}

/// Keeps the processor busy for about so many steps.
fn work(steps: usize) {
    let mut value = steps;
    for _ in 0..steps {
        value = std::hint::black_box(value.wrapping_mul(31));
    }
}

/// Runs a loop and checks that each iteration ran once; `cost` is the work in an iteration.
fn runs_once(runtime: &Runtime, range: Range<usize>, options: LoopOptions, cost: impl Fn(usize) -> usize + Sync) {
    let counts: Vec<AtomicU8> = (0..range.end).map(|_| AtomicU8::new(0)).collect();
    runtime.parallel_for_with(range.clone(), options, |part| {
        assert!(!part.is_empty());
        for i in part {
            work(cost(i));
            counts[i].fetch_add(1, Ordering::Relaxed);
        }
    });
    for (i, count) in counts.iter().enumerate() {
        let wanted = u8::from(range.contains(&i));
        assert_eq!(
            count.load(Ordering::Relaxed),
            wanted,
            "iteration {i} of {range:?}, {options:?}"
        );
    }
}

/// A host's pool that runs nothing, and counts what it has.
#[derive(Default)]
struct Idle(Mutex<Vec<Job>>);

impl Executor for Idle {
    fn execute(&self, job: Job) {
        self.0.lock().expect("no panic").push(job);
    }

    fn parallelism(&self) -> usize {
        4
    }
}

/// How many jobs a pool has once the loops of one task have run.
#[test]
fn a_pool_that_is_busy_is_not_asked_again_and_again() {
    let pool = Arc::new(Idle::default());
    let runtime = Runtime::builder().executor(SharedPool(pool.clone())).build();
    let runtime = Arc::new(runtime.expect("a runtime"));
    let loops = runtime.clone();
    let task = runtime.execute(move || {
        for _ in 0..200 {
            loops.parallel_for(0..1000, |part| part.for_each(|_| work(100)));
        }
    });
    let job = pool.0.lock().expect("no panic").pop();
    job.expect("the task's").run();
    task.wait().expect("no task fails");
    let jobs = std::mem::take(&mut *pool.0.lock().expect("no panic"));
    assert!(jobs.len() <= 4, "{} jobs", jobs.len());
    jobs.into_iter().for_each(Job::run);
}

struct SharedPool(Arc<Idle>);

impl Executor for SharedPool {
    fn execute(&self, job: Job) {
        self.0.execute(job);
    }

    fn parallelism(&self) -> usize {
        self.0.parallelism()
    }
}

#[test]
fn every_iteration_runs_once() {
    let cost: [fn(usize) -> usize; 4] = [|_| 0, |_| 200, |i| i / 4, |i| if i % 97 == 0 { 20_000 } else { 1 }];
    for workers in [1, 2, 3, 8, 64] {
        let runtime = runtime(workers);
        for trip in [0, 1, 2, 3, 7, 64, 1000, 4097] {
            for first in [0, 1, 50] {
                for grain in [0, 1, 100] {
                    let options = LoopOptions {
                        first,
                        grain,
                        workers: 0,
                    };
                    runs_once(&runtime, 0..trip, options, cost[(trip + first + grain) % 4]);
                }
            }
        }
        runs_once(&runtime, 500..2000, LoopOptions::default(), cost[2]);
    }
}

#[test]
fn idle_workers_take_their_part() {
    let runtime = runtime(3);
    let threads = Mutex::new(HashSet::new());
    // As many iterations as workers, each of which waits for the others.
    let all = Barrier::new(3);
    runtime.parallel_for(0..3, |part| {
        for _ in part {
            threads.lock().expect("no panic").insert(thread::current().id());
            all.wait();
        }
    });
    assert_eq!(threads.into_inner().expect("no panic").len(), 3);
    assert!(runtime.stats().splits >= 2);
}

#[test]
fn fewer_threads_take_part_when_told_so() {
    let runtime = runtime(4);
    for limit in [1, 2, 3] {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let options = LoopOptions {
            workers: limit,
            ..LoopOptions::default()
        };
        runtime.parallel_for_with(0..200, options, |part| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            part.for_each(|_| thread::sleep(Duration::from_micros(100)));
            now.fetch_sub(1, Ordering::SeqCst);
        });
        assert!(most.into_inner() <= limit);
    }
}

#[test]
fn a_grain_cuts_at_its_multiples() {
    let runtime = runtime(3);
    let options = LoopOptions {
        grain: 64,
        ..LoopOptions::default()
    };
    let parts = Mutex::new(Vec::new());
    runtime.parallel_for_with(0..1000, options, |part| parts.lock().expect("no panic").push(part));
    let mut parts = parts.into_inner().expect("no panic");
    parts.sort_by_key(|part| part.start);
    let wanted: Vec<_> = (0..1000)
        .step_by(64)
        .map(|begin| begin..(begin + 64).min(1000))
        .collect();
    assert_eq!(parts, wanted);
}

#[test]
fn loops_nest() {
    for workers in [1, 2, 4] {
        let runtime = runtime(workers);
        let sum = AtomicUsize::new(0);
        runtime.parallel_for(0..20, |outer| {
            for i in outer {
                runtime.parallel_for(0..30, |middle| {
                    for j in middle {
                        runtime.parallel_for(0..40, |inner| {
                            work(2000);
                            sum.fetch_add(inner.map(|k| i * j * k).sum(), Ordering::Relaxed);
                        });
                    }
                });
            }
        });
        assert_eq!(sum.into_inner(), (19 * 20 / 2) * (29 * 30 / 2) * (39 * 40 / 2));
    }
}

/// The outer loop's caller and one worker have an iteration each. That of the worker runs a loop. Gives the most iterations of
/// it that ran at the same time, and whether the caller had a part in it.
fn run_a_loop_in_one_of_two_iterations(runtime: &Runtime) -> (usize, bool) {
    let caller = thread::current().id();
    let (both, helped) = (Barrier::new(2), AtomicBool::new(false));
    let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    runtime.parallel_for(0..2, |_| {
        both.wait();
        if thread::current().id() == caller {
            return;
        }
        // Long enough for a caller that is late.
        runtime.parallel_for(0..200, |part| {
            for _ in part {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                helped.fetch_or(thread::current().id() == caller, Ordering::SeqCst);
                thread::sleep(Duration::from_micros(100));
                now.fetch_sub(1, Ordering::SeqCst);
            }
        });
    });
    (most.into_inner(), helped.into_inner())
}

#[test]
fn a_caller_that_waits_takes_part_in_inner_loops_instead_of_another_worker() {
    let runtime = runtime(2);
    let runs: Vec<_> = (0..20).map(|_| run_a_loop_in_one_of_two_iterations(&runtime)).collect();
    // The caller may be late, when other programs need the processors.
    let fine = runs.iter().filter(|&&run| run == (2, true)).count();
    assert!(fine > runs.len() / 2, "{runs:?}");
}

#[test]
fn a_panic_stops_the_loop_and_reaches_its_caller() {
    let runtime = runtime(3);
    let begun = AtomicUsize::new(0);
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        // Far more than others can run while the panic is being reported.
        runtime.parallel_for(0..100_000_000, |part| {
            for i in part {
                begun.fetch_add(1, Ordering::Relaxed);
                work(1000);
                assert!(i != 10, "iteration {i}");
            }
        });
    }));
    let payload = result.expect_err("an iteration panics");
    assert_eq!(
        payload.downcast_ref::<String>().map(String::as_str),
        Some("iteration 10")
    );
    assert!(begun.into_inner() < 50_000_000, "the rest is given up");
    // The runtime goes on.
    runs_once(&runtime, 0..1000, LoopOptions::default(), |_| 100);
}

#[test]
fn tasks_run_loops_and_loops_run_tasks() {
    let runtime = Arc::new(runtime(2));
    let inner = runtime.clone();
    let value = runtime.spawn(move || {
        let sum = AtomicUsize::new(0);
        inner.parallel_for(0..50, |part| {
            for i in part {
                let task = inner.spawn(move || i * i);
                sum.fetch_add(task.wait().expect("no task fails"), Ordering::Relaxed);
            }
        });
        sum.into_inner()
    });
    assert_eq!(value.wait(), Ok((0..50).map(|i| i * i).sum()));
}

#[test]
fn runtimes_without_workers_run_loops() {
    let inline = Runtime::builder().inline().build().expect("a runtime");
    let parts = AtomicUsize::new(0);
    inline.parallel_for(0..1000, |_| {
        parts.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(parts.into_inner(), 1, "there is nobody to split for");
    for seed in 0..50 {
        let runtime = Runtime::builder().deterministic(seed).build().expect("a runtime");
        runs_once(&runtime, 0..seed as usize * 7, LoopOptions::default(), |_| 0);
    }
}

#[test]
fn a_seed_chooses_the_order_of_parts_and_can_be_replayed() {
    let order = |runtime: Runtime| {
        let order = Mutex::new(Vec::new());
        runtime.parallel_for(0..100, |part| order.lock().expect("no panic").push(part.start));
        (
            order.into_inner().expect("no panic"),
            runtime.choices().expect("choices"),
        )
    };
    let seeded = |seed| order(Runtime::builder().deterministic(seed).build().expect("a runtime"));
    let (first, choices) = seeded(1);
    assert_eq!(first, seeded(1).0);
    assert!((2..10).any(|seed| seeded(seed).0 != first));
    assert!(!first.is_sorted());
    let replayed = Runtime::builder().replay(choices).build().expect("a runtime");
    assert_eq!(order(replayed).0, first);
}

#[test]
fn loops_of_many_threads_share_the_workers() {
    let runtime = runtime(2);
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for _ in 0..50 {
                    runs_once(&runtime, 0..300, LoopOptions::default(), |_| 300);
                }
            });
        }
    });
}

/// The bits of a sum of floats, and which threads computed its parts.
fn bits_of_sum(runtime: &Runtime, length: usize, options: LoopOptions) -> (u32, HashSet<thread::ThreadId>) {
    let threads = Mutex::new(HashSet::new());
    let part = |part: Range<usize>| {
        threads.lock().expect("no panic").insert(thread::current().id());
        work(5000);
        part.map(|i| ((i % 1013) as f32).sqrt() - 7.5).sum::<f32>()
    };
    let sum = runtime.parallel_reduce_with(0..length, options, part, |a, b| a + b);
    (sum.to_bits(), threads.into_inner().expect("no panic"))
}

#[test]
fn reductions_have_the_same_bits_for_any_number_of_workers() {
    let alone = runtime(1);
    let runtimes = [2, 3, 8].map(runtime);
    for length in [0, 1, 2, 1023, 1024, 1025, 50_000] {
        let wanted = bits_of_sum(&alone, length, LoopOptions::default()).0;
        let mut most_threads = 0;
        for (first, grain) in [(0, 0), (1, 0), (10_000, 0), (0, 1), (0, 7)] {
            let options = LoopOptions {
                first,
                grain,
                ..LoopOptions::default()
            };
            for runtime in &runtimes {
                let (sum, threads) = bits_of_sum(runtime, length, options);
                assert_eq!(sum, wanted, "{length} on {runtime:?}, {options:?}");
                most_threads = most_threads.max(threads.len());
            }
        }
        assert!(length < 1023 || most_threads > 1, "{length}: nobody else took part");
    }
}

#[test]
fn reductions_combine_in_order_whoever_is_first() {
    let wanted: Vec<usize> = (0..3000).collect();
    for seed in 0..20 {
        let runtime = Runtime::builder().deterministic(seed).build().expect("a runtime");
        let joined = |a: Vec<usize>, b: Vec<usize>| [a, b].concat();
        assert_eq!(runtime.parallel_reduce(0..3000, Vec::from_iter, joined), wanted);
    }
}

#[test]
fn reductions_keep_the_order() {
    let runtime = runtime(3);
    let costs = |i: usize| if i.is_multiple_of(97) { 20_000 } else { 1 };
    let list = |part: Range<usize>| {
        part.clone().for_each(|i| work(costs(i)));
        part.collect::<Vec<_>>()
    };
    let joined = |mut a: Vec<usize>, b: Vec<usize>| {
        a.extend(b);
        a
    };
    let reversed = Range { start: 7, end: 3 };
    for range in [0..0, 5..5, reversed, 5..6, 3..5000] {
        let wanted: Vec<usize> = range.clone().collect();
        assert_eq!(runtime.parallel_reduce(range, list, joined), wanted);
    }
}

#[test]
fn reductions_that_panic_drop_what_they_have() {
    let runtime = runtime(2);
    let part = Arc::new(());
    for panics_at in [0, 500, 999] {
        let one = |range: Range<usize>| {
            assert!(!range.contains(&panics_at), "part {panics_at}");
            part.clone()
        };
        let reduce = || runtime.parallel_reduce(0..1000, one, |a, _| a);
        let payload = panic::catch_unwind(AssertUnwindSafe(reduce)).expect_err("a panic");
        assert_eq!(
            *payload.downcast::<String>().expect("a message"),
            format!("part {panics_at}")
        );
        assert_eq!(Arc::strong_count(&part), 1);
    }
    let combine = || runtime.parallel_reduce(0..1000, |_| part.clone(), |_, _| panic!("in order"));
    panic::catch_unwind(AssertUnwindSafe(combine)).expect_err("a panic");
    assert_eq!(Arc::strong_count(&part), 1);
}
