//! Runtimes: what a Rust program starts tasks on.

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use crate::checked_frame;
use crate::error::{BuildError, CalledFromTask};
use crate::group::{Group, GroupFull};
use crate::join;
use crate::parallel_for::{self, LoopOptions};
use crate::scheduler::{self, Choices, Config, Executor, MAX_WORKERS, Policy, Scheduler, Stats};
use crate::spawn_future;
use crate::token::{self, Completer, Token};
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
            spin: None,
            pin: false,
            kind: Kind::Workers,
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
        let (task, value) = Value::with_task(move |completer| match panic::catch_unwind(AssertUnwindSafe(closure)) {
            Ok(payload) => completer.complete(payload),
            Err(payload) => completer.fail(&panic_message(payload)),
        });
        self.scheduler.spawn(task);
        value
    }

    /// Runs a closure as a task and returns a handle to its completion. A panic in it becomes an
    /// error of the handle.
    pub fn execute<F>(&self, closure: F) -> Token
    where
        F: FnOnce() + Send + 'static,
    {
        let (task, token) = token::with_task(completing(closure));
        self.scheduler.spawn(task);
        token
    }

    /// Runs a closure as a task that is a member of a group. Does the same as [`Runtime::execute`] and [`Group::add`], at
    /// less cost: there is no handle but the group.
    ///
    /// # Errors
    /// If the group is full; the closure is not run.
    pub fn execute_in<F>(&self, group: &Group, closure: F) -> Result<(), GroupFull>
    where
        F: FnOnce() + Send + 'static,
    {
        self.scheduler.spawn(group.member_task(completing(closure))?);
        Ok(())
    }

    /// Runs two closures, the second one on another thread if one has time for it, and returns both results. The closures
    /// may borrow from the caller, and nothing is allocated.
    ///
    /// ```
    /// use asyncir_runtime::Runtime;
    ///
    /// fn sum(runtime: &Runtime, numbers: &[u64]) -> u64 {
    ///     if numbers.len() < 1000 {
    ///         return numbers.iter().sum();
    ///     }
    ///     let (left, right) = numbers.split_at(numbers.len() / 2);
    ///     let (left, right) = runtime.join(|| sum(runtime, left), || sum(runtime, right));
    ///     left + right
    /// }
    ///
    /// let runtime = Runtime::builder().num_workers(2).build()?;
    /// let numbers: Vec<u64> = (0..10_000).collect();
    /// assert_eq!(sum(&runtime, &numbers), 49_995_000);
    /// # Ok::<(), asyncir_runtime::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// With the panic of `a`, or else with that of `b`, when neither runs any more. If `a` panics, `b` may not be run.
    pub fn join<A, B, RA, RB>(&self, a: A, b: B) -> (RA, RB)
    where
        A: FnOnce() -> RA,
        B: FnOnce() -> RB + Send,
        RB: Send,
    {
        join::join(&self.scheduler, a, b)
    }

    /// Runs `body` on ranges that make up `range`, each iteration in one of them, on all workers, and waits for them. The
    /// calling thread takes part. Ranges are split when workers have time for them.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// use asyncir_runtime::Runtime;
    ///
    /// let runtime = Runtime::builder().num_workers(2).build()?;
    /// let even = AtomicUsize::new(0);
    /// runtime.parallel_for(0..1000, |range| {
    ///     even.fetch_add(range.filter(|i| i % 2 == 0).count(), Ordering::Relaxed);
    /// });
    /// assert_eq!(even.into_inner(), 500);
    /// # Ok::<(), asyncir_runtime::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// With the panic of a call of `body`, when all calls that were begun have ended; no further ones are begun.
    pub fn parallel_for<F>(&self, range: Range<usize>, body: F)
    where
        F: Fn(Range<usize>) + Sync,
    {
        self.parallel_for_with(range, LoopOptions::default(), body);
    }

    /// As [`Runtime::parallel_for`], cut as the options say.
    ///
    /// # Panics
    /// As [`Runtime::parallel_for`].
    pub fn parallel_for_with<F>(&self, range: Range<usize>, options: LoopOptions, body: F)
    where
        F: Fn(Range<usize>) + Sync,
    {
        parallel_for::run_closure(&self.scheduler, range, options, body);
    }

    /// Runs a future as a task and returns a handle to its result. A panic in it becomes an error of
    /// the handle. A future that is never woken again is dropped with its last waker; then the handle is
    /// an error, too.
    pub fn spawn_future<F>(&self, future: F) -> Value<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        spawn_future::spawn_future(&self.scheduler, future)
    }

    /// The number of workers.
    pub fn num_workers(&self) -> usize {
        self.scheduler.config().workers
    }

    /// The number of threads that exist now: workers, blocked threads and spares.
    pub fn live_threads(&self) -> usize {
        self.scheduler.live_threads()
    }

    /// What the runtime did so far.
    pub fn stats(&self) -> Stats {
        self.scheduler.stats()
    }

    /// Waits until no task is queued or running, so that code which tasks execute can be unloaded.
    /// A coroutine that is suspended until something completes counts as neither.
    ///
    /// # Errors
    /// If one of this runtime's own tasks makes the call.
    pub fn quiesce(&self) -> Result<(), CalledFromTask> {
        self.scheduler.quiesce()?;
        checked_frame::check_freed();
        Ok(())
    }

    /// Waits as [`Runtime::quiesce`] does, then ends and joins all threads. A later task starts new
    /// ones.
    ///
    /// # Errors
    /// If one of this runtime's own tasks makes the call.
    pub fn shutdown(&self) -> Result<(), CalledFromTask> {
        self.scheduler.shutdown()
    }

    /// Which of the tasks that could run a [deterministic](RuntimeBuilder::deterministic) runtime chose,
    /// so far; nothing for others.
    pub fn choices(&self) -> Option<Vec<u32>> {
        self.scheduler.choices()
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

/// Calls a closure and completes a token with what comes of it.
fn completing(closure: impl FnOnce() + Send + 'static) -> impl FnOnce(Completer) + Send + 'static {
    move |completer| match panic::catch_unwind(AssertUnwindSafe(closure)) {
        Ok(()) => completer.complete(),
        Err(payload) => completer.fail(&panic_message(payload)),
    }
}

pub(crate) fn panic_message(payload: Box<dyn Any + Send>) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    format!("the task panicked: {}", text.unwrap_or("no message"))
}

/// Configures a [`Runtime`].
#[derive(Clone)]
#[must_use = "a builder does nothing before `build`"]
pub struct RuntimeBuilder {
    num_workers: Option<usize>,
    max_threads: Option<usize>,
    spin: Option<Duration>,
    pin: bool,
    kind: Kind,
}

/// Who runs the tasks.
#[derive(Clone)]
enum Kind {
    Workers,
    Inline,
    Seeded(u64),
    Replayed(Vec<u32>),
    Host(Arc<dyn Executor>),
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

    /// Sets for about how long a worker that finds no task looks for one before it sleeps.
    pub fn spin(mut self, duration: Duration) -> Self {
        self.spin = Some(duration);
        self
    }

    /// Binds each worker to a processor of its own, as long as there are enough that the process may
    /// use. Where the system cannot do that, nothing happens.
    pub fn pin_workers(mut self) -> Self {
        self.pin = true;
        self
    }

    /// Makes a runtime without threads: tasks run on the thread that builds it, one after the other,
    /// oldest first, whenever that thread waits for something ([`Token::wait`](crate::Token::wait),
    /// [`Runtime::quiesce`], ...).
    ///
    /// A task that blocks until something that lies beneath it on the stack has gone on waits for ever.
    pub fn inline(mut self) -> Self {
        self.kind = Kind::Inline;
        self
    }

    /// As [`RuntimeBuilder::inline`], but the seed chooses which of the tasks that could run runs next.
    /// The same seed gives the same order as long as the tasks themselves do the same: a race that one
    /// seed shows, it shows again.
    pub fn deterministic(mut self, seed: u64) -> Self {
        self.kind = Kind::Seeded(seed);
        self
    }

    /// As [`RuntimeBuilder::deterministic`], with the choices of an earlier run
    /// ([`Runtime::choices`]) in place of a seed, perhaps shortened. Where none are left, the oldest
    /// task runs.
    pub fn replay(mut self, choices: Vec<u32>) -> Self {
        self.kind = Kind::Replayed(choices);
        self
    }

    /// Runs tasks on a pool of the host program.
    pub fn executor(mut self, executor: impl Executor) -> Self {
        self.kind = Kind::Host(Arc::new(executor));
        self
    }

    /// Makes the runtime. Its threads start with its first task.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn build(self) -> Result<Runtime, BuildError> {
        let policy = match self.kind {
            Kind::Workers => None,
            Kind::Inline => Some((Policy::Inline, 1)),
            Kind::Seeded(seed) => Some((Policy::Seeded(Choices::seeded(seed)), 1)),
            Kind::Replayed(choices) => Some((Policy::Seeded(Choices::replayed(choices)), 1)),
            Kind::Host(host) => {
                let parallelism = host.parallelism().clamp(1, MAX_WORKERS);
                Some((Policy::Host(host), parallelism))
            }
        };
        let scheduler = match policy {
            Some((policy, parallelism)) => Scheduler::with_policy(Config::new(parallelism, None)?, policy),
            None => {
                let workers = self.num_workers.unwrap_or_else(scheduler::available_workers);
                let mut config = Config::new(workers, self.max_threads)?;
                config.pin = self.pin;
                config.spin = self.spin.unwrap_or(config.spin);
                Scheduler::new(config)
            }
        };
        Ok(Runtime { scheduler })
    }
}

impl fmt::Debug for RuntimeBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuntimeBuilder")
            .field("num_workers", &self.num_workers)
            .field("max_threads", &self.max_threads)
            .finish_non_exhaustive()
    }
}
