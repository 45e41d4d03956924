//! The same task graphs on this runtime, on Tokio and on Rayon: `cargo bench -p asyncir-runtime`.
//!
//! A name on the command line picks benchmarks: `cargo bench -p asyncir-runtime -- fan_out`.
#![cfg(not(loom))]
#![allow(missing_docs, reason = "the benchmarks are not an interface")]

use std::sync::{Arc, OnceLock};

use asyncir_runtime::{Group, Runtime, Token};
use divan::Bencher;
use divan::counter::ItemsCount;

mod peers;

const SIZES: [usize; 5] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
const WORKERS: [usize; 4] = [1, 2, 4, 8];
const MEDIUM: usize = 100_000;
const DEPTH: u32 = 16;

fn main() {
    divan::main();
}

fn runtime(workers: usize) -> Arc<Runtime> {
    Arc::new(Runtime::builder().num_workers(workers).build().expect("a sane count"))
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn shared_runtime() -> &'static Arc<Runtime> {
    static RUNTIME: OnceLock<Arc<Runtime>> = OnceLock::new();
    RUNTIME.get_or_init(|| runtime(processors()))
}

fn fan_out(runtime: &Runtime, tasks: usize) {
    let group = Group::new(tasks as u32);
    for _ in 0..tasks {
        runtime.execute_in(&group, || {}).expect("as many members as tasks");
    }
    group.wait().expect("no task fails");
}

/// A task, and a wait for it, at a time.
mod spawn_and_wait {
    use super::*;

    #[divan::bench]
    fn asyncir(bencher: Bencher<'_, '_>) {
        let runtime = shared_runtime();
        bencher.counter(ItemsCount::new(MEDIUM)).bench(|| {
            for _ in 0..MEDIUM {
                runtime.execute(|| {}).wait().expect("no task fails");
            }
        });
    }

    #[divan::bench]
    fn tokio(bencher: Bencher<'_, '_>) {
        let tasks = MEDIUM / 10;
        bencher
            .counter(ItemsCount::new(tasks))
            .bench(|| peers::tokio_spawn_and_wait(tasks));
    }
}

/// Independent tasks, awaited together.
mod fan_out {
    use super::*;

    #[divan::bench(args = SIZES, max_time = 2)]
    fn asyncir(bencher: Bencher<'_, '_>, tasks: usize) {
        let runtime = shared_runtime();
        bencher
            .counter(ItemsCount::new(tasks))
            .bench(|| fan_out(runtime, tasks));
    }

    #[divan::bench(args = WORKERS, max_time = 2)]
    fn asyncir_workers(bencher: Bencher<'_, '_>, workers: usize) {
        let runtime = runtime(workers);
        bencher
            .counter(ItemsCount::new(MEDIUM))
            .bench(|| fan_out(&runtime, MEDIUM));
    }

    #[divan::bench(args = [1_000, 100_000, 1_000_000], max_time = 2)]
    fn tokio(bencher: Bencher<'_, '_>, tasks: usize) {
        bencher
            .counter(ItemsCount::new(tasks))
            .bench(|| peers::tokio_fan_out(tasks));
    }

    #[divan::bench(args = [1_000, 100_000, 1_000_000], max_time = 2)]
    fn rayon(bencher: Bencher<'_, '_>, tasks: usize) {
        bencher
            .counter(ItemsCount::new(tasks))
            .bench(|| peers::rayon_fan_out(tasks));
    }
}

/// A binary tree of tasks, each of which waits for its two children.
mod tree {
    use super::*;

    const TASKS: usize = (1 << (DEPTH + 1)) - 1;

    fn grow(runtime: &Arc<Runtime>, depth: u32) {
        if depth == 0 {
            return;
        }
        let child = || {
            let inner = runtime.clone();
            runtime.execute(move || grow(&inner, depth - 1))
        };
        let (left, right) = (child(), child());
        left.wait().expect("no task fails");
        right.wait().expect("no task fails");
    }

    #[divan::bench(args = WORKERS, max_time = 2)]
    fn asyncir(bencher: Bencher<'_, '_>, workers: usize) {
        let runtime = runtime(workers);
        bencher.counter(ItemsCount::new(TASKS)).bench(|| {
            let inner = runtime.clone();
            runtime
                .execute(move || grow(&inner, DEPTH))
                .wait()
                .expect("no task fails");
        });
    }

    #[divan::bench(max_time = 2)]
    fn tokio(bencher: Bencher<'_, '_>) {
        bencher
            .counter(ItemsCount::new(TASKS))
            .bench(|| peers::tokio_tree(DEPTH));
    }

    #[divan::bench(max_time = 2)]
    fn rayon_join(bencher: Bencher<'_, '_>) {
        bencher
            .counter(ItemsCount::new(TASKS))
            .bench(|| peers::rayon_tree(DEPTH));
    }
}

/// From completing a token to a thread that sleeps until then, and back.
#[divan::bench]
fn wake_a_parked_waiter(bencher: Bencher<'_, '_>) {
    let runtime = shared_runtime();
    bencher
        .with_inputs(|| {
            let (completer, token) = Token::pending();
            let (back, done) = Token::pending();
            let waiting = std::thread::spawn(move || {
                token.wait().expect("completed below");
                back.complete();
            });
            std::thread::sleep(std::time::Duration::from_millis(1));
            (completer, done, waiting)
        })
        .bench_values(|(completer, done, waiting)| {
            completer.complete();
            done.wait().expect("completed by the thread");
            (waiting, runtime.num_workers())
        });
}

/// Futures on this runtime and on Tokio.
mod futures {
    use super::*;

    #[divan::bench]
    fn asyncir(bencher: Bencher<'_, '_>) {
        let runtime = shared_runtime();
        bencher.counter(ItemsCount::new(MEDIUM)).bench(|| {
            let group = Group::new(MEDIUM as u32);
            for _ in 0..MEDIUM {
                group
                    .add_value(&runtime.spawn_future(async {}))
                    .expect("as many members as tasks");
            }
            group.wait().expect("no task fails");
        });
    }
}
