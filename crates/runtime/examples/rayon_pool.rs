//! Tasks on Rayon's threads.

use std::sync::OnceLock;

use asyncir_runtime::{Executor, Job, Runtime};

/// Rayon's threads as an executor.
struct RayonPool(rayon::ThreadPool);

impl Executor for RayonPool {
    fn execute(&self, job: Job) {
        self.0.spawn(|| job.run());
    }

    fn parallelism(&self) -> usize {
        self.0.current_num_threads()
    }
}

/// A sum over a range, whose halves are tasks. The runtime is that of the calling task.
fn sum(runtime: &'static Runtime, range: std::ops::Range<u64>) -> u64 {
    if range.end - range.start <= 100 {
        return range.sum();
    }
    let middle = range.start.midpoint(range.end);
    let upper = runtime.spawn(move || sum(runtime, middle..range.end));
    let lower = sum(runtime, range.start..middle);
    lower + upper.wait().expect("no task panics")
}

/// Runs the example.
pub fn main() {
    // Tasks of a runtime that is never dropped can borrow it.
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let runtime = Runtime::builder().executor(RayonPool(pool.expect("two threads")));
    let runtime = RUNTIME.get_or_init(|| runtime.build().expect("a sane number of threads"));
    let total = runtime
        .spawn(move || sum(runtime, 0..100_000))
        .wait()
        .expect("no task panics");
    assert_eq!(total, 4_999_950_000);
    println!("{total} on {} threads", runtime.num_workers());
}
