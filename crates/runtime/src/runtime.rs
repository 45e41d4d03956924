//! Runtimes: what a Rust program starts tasks on.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, OnceLock};
use std::thread;

use crate::error::{BuildError, CalledFromTask};
use crate::scheduler::{self, Config, Scheduler, Task};
use crate::token::Token;
use crate::value::Value;

/// A pool of worker threads that run tasks.
///
/// Threads start with the first task. Dropping a runtime waits for its tasks and joins its threads;
/// if one of its own tasks drops it, a separate thread does so.
#[derive(Debug)]
pub struct Runtime {
    scheduler: Arc<Scheduler>,
}

impl Runtime {
    /// A builder with one worker per available processor.
    pub fn builder() -> RuntimeBuilder {
        RuntimeBuilder {
            num_workers: None,
            max_threads: None,
        }
    }

    /// The runtime of the C interface, and of code that names no other. It exists from its first
    /// use on; the environment variable `ASYNCIR_NUM_WORKERS` sets its number of workers.
    pub fn global() -> &'static Runtime {
        static GLOBAL: OnceLock<Runtime> = OnceLock::new();
        GLOBAL.get_or_init(|| {
            let workers = scheduler::workers_from_environment();
            match Self::builder().num_workers(workers).build() {
                Ok(runtime) => runtime,
                Err(error) => unreachable!("the number of workers was checked: {error}"),
            }
        })
    }

    /// Runs a closure as a task and returns a handle to its result. A panic in it becomes an error
    /// of the handle.
    pub fn spawn<T, F>(&self, closure: F) -> Value<T>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        let (completer, value) = Value::pending();
        let task = Task::from_closure(move || match panic::catch_unwind(AssertUnwindSafe(closure)) {
            Ok(payload) => completer.complete(payload),
            Err(payload) => completer.fail(&panic_message(payload)),
        });
        self.scheduler.spawn(task.with_key(value.key()));
        value
    }

    /// Runs a closure as a task and returns a handle to its completion. A panic in it becomes an
    /// error of the handle.
    pub fn execute<F>(&self, closure: F) -> Token
    where
        F: FnOnce() + Send + 'static,
    {
        let (completer, token) = Token::pending();
        let task = Task::from_closure(move || match panic::catch_unwind(AssertUnwindSafe(closure)) {
            Ok(()) => completer.complete(),
            Err(payload) => completer.fail(&panic_message(payload)),
        });
        self.scheduler.spawn(task.with_key(token.key()));
        token
    }

    /// The number of workers.
    pub fn num_workers(&self) -> usize {
        self.scheduler.config().workers
    }

    /// The number of threads that exist now: workers, blocked threads and spares.
    pub fn live_threads(&self) -> usize {
        self.scheduler.live_threads()
    }

    /// Waits until no task is queued or running, so that code which tasks execute can be unloaded.
    /// A coroutine that is suspended until something completes counts as neither.
    ///
    /// # Errors
    /// If one of this runtime's own tasks makes the call.
    pub fn quiesce(&self) -> Result<(), CalledFromTask> {
        self.scheduler.quiesce()
    }

    /// Waits as [`Runtime::quiesce`] does, then ends and joins all threads. A later task starts new
    /// ones.
    ///
    /// # Errors
    /// If one of this runtime's own tasks makes the call.
    pub fn shutdown(&self) -> Result<(), CalledFromTask> {
        self.scheduler.shutdown()
    }

    pub(crate) fn scheduler(&self) -> &Arc<Scheduler> {
        &self.scheduler
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        if self.scheduler.shutdown() == Err(CalledFromTask) {
            let scheduler = self.scheduler.clone();
            thread::spawn(move || scheduler.shutdown());
        }
    }
}

fn panic_message(payload: Box<dyn Any + Send>) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    format!("the task panicked: {}", text.unwrap_or("no message"))
}

/// Configures a [`Runtime`].
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing before `build`"]
pub struct RuntimeBuilder {
    num_workers: Option<usize>,
    max_threads: Option<usize>,
}

impl RuntimeBuilder {
    /// Sets the number of workers, from 1 to [`MAX_WORKERS`](crate::MAX_WORKERS).
    pub fn num_workers(mut self, workers: usize) -> Self {
        self.num_workers = Some(workers);
        self
    }

    /// Sets how many threads may live at once, workers and those that take over for blocked ones
    /// together. At the cap, a thread that blocks runs other tasks meanwhile.
    pub fn max_threads(mut self, threads: usize) -> Self {
        self.max_threads = Some(threads);
        self
    }

    /// Makes the runtime. Its threads start with its first task.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn build(self) -> Result<Runtime, BuildError> {
        let workers = self.num_workers.unwrap_or_else(scheduler::available_workers);
        let config = Config::new(workers, self.max_threads)?;
        Ok(Runtime {
            scheduler: Scheduler::new(config),
        })
    }
}
