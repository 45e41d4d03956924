//! Tasks on Tokio's threads, awaited by one of Tokio's own tasks.

use asyncir_runtime::{Executor, Group, Job, Runtime};

/// A Tokio runtime as an executor.
struct TokioPool {
    handle: tokio::runtime::Handle,
    threads: usize,
}

impl Executor for TokioPool {
    fn execute(&self, job: Job) {
        self.handle.spawn(async move { job.run() });
    }

    fn parallelism(&self) -> usize {
        self.threads
    }

    fn block(&self, wait: &mut dyn FnMut()) {
        // Tokio moves the thread's other tasks to another one meanwhile.
        tokio::task::block_in_place(wait);
    }
}

/// Runs the example.
pub fn main() {
    let threads = 2;
    let tokio = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .build();
    let tokio = tokio.expect("two threads");
    let pool = TokioPool {
        handle: tokio.handle().clone(),
        threads,
    };
    let runtime = Runtime::builder()
        .executor(pool)
        .build()
        .expect("a sane number of threads");
    let total: u64 = tokio.block_on(async {
        let group = Group::new(100);
        let mut values = Vec::new();
        for number in 0..100u64 {
            let value = runtime.spawn(move || number * number);
            group.add_value(&value).expect("a hundred members");
            values.push(value);
        }
        group.await.expect("no task panics");
        let mut total = 0;
        for value in values {
            total += value.await.expect("no task panics");
        }
        total
    });
    assert_eq!(total, 328_350);
    println!("{total} on {} threads", runtime.num_workers());
}
