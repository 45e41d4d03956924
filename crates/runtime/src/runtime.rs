//! Runtimes, on which Rust programs start tasks, and their builder.

use std::fmt;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe, RefUnwindSafe, UnwindSafe};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::checked_frame;
use crate::error::{BuildError, CalledFromTask, Failure};
use crate::forked::PerProcess;
use crate::global;
use crate::group::{Group, GroupFull};
use crate::join;
use crate::parallel_for::{self, LoopOptions};
use crate::scheduler::{self, Choices, Config, Executor, MAX_WORKERS, Policy, Scheduler, Stats, Workerless};
use crate::scope::{self, Scope};
use crate::spawn_future;
use crate::token::{self, Completer, Token};
use crate::value::Value;

/// A pool of worker threads that run tasks.
///
/// Its threads are started when the first task is. Dropping a runtime waits for its tasks and joins its
/// threads. If one of its own tasks drops it, a separate thread does this; of an [inline](RuntimeBuilder::inline) runtime, the
/// thread that runs this task runs those that are left, when it returns. A future that is suspended then goes on when it is
/// woken, on threads that are started for it and end when it suspends again or is done. Two tasks that each drop the other
/// one's runtime wait for each other for ever.
///
/// A process that is forked from one with a runtime has other threads for it, and none of the tasks that were queued,
/// running or suspended. (The threads of an [`Executor`] are those of the host.)
pub struct Runtime {
    scheduler: PerProcess,
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime")
            .field("config", self.scheduler().config())
            .field("has_workers", &self.scheduler().without_workers().is_none())
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}

impl Runtime {
    /// Creates a builder. By default, the runtime has one worker for each available processor.
    pub fn builder() -> RuntimeBuilder {
        RuntimeBuilder {
            num_workers: None,
            max_threads: None,
            spin: None,
            pin: false,
            kind: Kind::Workers,
        }
    }

    /// The global runtime, which the C interface uses, and compiled code that no task of another runtime runs. It
    /// is created at its first use. The environment variable `ASYNCIR_NUM_WORKERS` sets its number of
    /// workers.
    #[inline]
    pub fn global() -> &'static Runtime {
        global::get()
    }

    /// Runs a closure as a task, and returns a handle to its result. If the closure panics, the handle
    /// gives an error.
    pub fn spawn<T, F>(&self, closure: F) -> Value<T>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        let (task, value) = Value::with_task(move |completer| match panic::catch_unwind(AssertUnwindSafe(closure)) {
            Ok(payload) => completer.complete(payload),
            Err(payload) => completer.fail_with(Failure::of_panic(payload)),
        });
        self.scheduler().spawn(task);
        value
    }

    /// Runs a closure as a task, and returns a handle to its completion. If the closure panics, the
    /// handle gives an error.
    pub fn execute<F>(&self, closure: F) -> Token
    where
        F: FnOnce() + Send + 'static,
    {
        let (task, token) = token::with_task(completing(closure));
        self.scheduler().spawn(task);
        token
    }

    /// Runs a closure as a task that is a member of a group. It does the same as [`Runtime::execute`] and [`Group::add`]
    /// together, but costs less, because the task gets no handle of its own.
    ///
    /// # Errors
    /// If the group is full. The closure is not run.
    pub fn execute_in<F>(&self, group: &Group, closure: F) -> Result<(), GroupFull>
    where
        F: FnOnce() + Send + 'static,
    {
        self.scheduler().spawn(group.member_task(completing(closure))?);
        Ok(())
    }

    /// Runs two closures, and returns both results. If a worker thread is idle, it runs the second closure at the same time.
    /// The closures may borrow from the caller. The call allocates no memory.
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
    /// If `a` or `b` panics, with this panic, after both have ended. If both panic, with the panic of `a`. If `a` panics,
    /// `b` may not be run at all.
    pub fn join<A, B, RA, RB>(&self, a: A, b: B) -> (RA, RB)
    where
        A: FnOnce() -> RA,
        B: FnOnce() -> RB + Send,
        RB: Send,
    {
        join::join(self.scheduler(), a, b)
    }

    /// Runs a parallel loop on all workers, and waits for its end. The calls of `body` get disjoint ranges that together
    /// make up `range`. The calling thread takes part. A range is split whenever a worker is idle.
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
    /// If a call of `body` panics, with this panic. No further calls are started, and the calls that were started end first.
    pub fn parallel_for<F>(&self, range: Range<usize>, body: F)
    where
        F: Fn(Range<usize>) + Sync,
    {
        self.parallel_for_with(range, LoopOptions::default(), body);
    }

    /// Does the same as [`Runtime::parallel_for`]. The options control how the range is split.
    ///
    /// # Panics
    /// As [`Runtime::parallel_for`].
    pub fn parallel_for_with<F>(&self, range: Range<usize>, options: LoopOptions, body: F)
    where
        F: Fn(Range<usize>) + Sync,
    {
        parallel_for::run_closure(self.scheduler(), range, options, body);
    }

    /// Runs a parallel loop over the elements of a slice, and waits for its end. The calls of `body` get disjoint parts that
    /// together make up the slice, and the index of their first element.
    ///
    /// ```
    /// use asyncir_runtime::Runtime;
    ///
    /// let runtime = Runtime::builder().num_workers(2).build()?;
    /// let mut squares = vec![0; 1000];
    /// runtime.parallel_for_mut(&mut squares, |first, part| {
    ///     for (index, square) in (first..).zip(part) {
    ///         *square = index * index;
    ///     }
    /// });
    /// assert_eq!(squares[999], 998_001);
    /// # Ok::<(), asyncir_runtime::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// As [`Runtime::parallel_for`].
    pub fn parallel_for_mut<T, F>(&self, items: &mut [T], body: F)
    where
        T: Send,
        F: Fn(usize, &mut [T]) + Sync,
    {
        self.parallel_for_mut_with(items, LoopOptions::default(), body);
    }

    /// Does the same as [`Runtime::parallel_for_mut`]. The options control how the slice is split.
    ///
    /// # Panics
    /// As [`Runtime::parallel_for`].
    pub fn parallel_for_mut_with<T, F>(&self, items: &mut [T], options: LoopOptions, body: F)
    where
        T: Send,
        F: Fn(usize, &mut [T]) + Sync,
    {
        parallel_for::run_over_slice(self.scheduler(), items, options, body);
    }

    /// Reduces a range on all workers to one result, and waits for it. `map` gives the result of a part of the range. When all
    /// parts are done, the calling thread combines their results in order: `combine(combine(first, second), third)` and so on.
    /// If the range is empty, the result is that of `map` for an empty part.
    ///
    /// The parts depend only on the length of the range and the size of `T`: there are 1024, or as many as the range is long,
    /// but fewer if their results would take more than a megabyte, down to 64. So the result is the same in every run, for any
    /// number of workers. For a sum of floats, this means the same bits, but not those of a sum in order.
    ///
    /// ```
    /// use asyncir_runtime::Runtime;
    ///
    /// let runtime = Runtime::builder().num_workers(2).build()?;
    /// let heights: Vec<f64> = (0..100_000).map(|i| f64::from(i).sin()).collect();
    /// let sum = |part: std::ops::Range<usize>| heights[part].iter().sum::<f64>();
    /// let total = runtime.parallel_reduce(0..heights.len(), sum, |a, b| a + b);
    /// assert_eq!(total, runtime.parallel_reduce(0..heights.len(), sum, |a, b| a + b));
    /// # Ok::<(), asyncir_runtime::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// If `map` or `combine` panics, with this panic. No further parts are started, and those that were started end first.
    pub fn parallel_reduce<T, M, C>(&self, range: Range<usize>, map: M, combine: C) -> T
    where
        T: Send,
        M: Fn(Range<usize>) -> T + Sync,
        C: FnMut(T, T) -> T,
    {
        self.parallel_reduce_with(range, LoopOptions::default(), map, combine)
    }

    /// Does the same as [`Runtime::parallel_reduce`]. The options control who takes which parts, not where these begin:
    /// [`LoopOptions::grain`] counts parts here, [`LoopOptions::first`] still iterations.
    ///
    /// # Panics
    /// As [`Runtime::parallel_reduce`].
    pub fn parallel_reduce_with<T, M, C>(&self, range: Range<usize>, options: LoopOptions, map: M, combine: C) -> T
    where
        T: Send,
        M: Fn(Range<usize>) -> T + Sync,
        C: FnMut(T, T) -> T,
    {
        parallel_for::reduce(self.scheduler(), range, options, map, combine)
    }

    /// Calls a function with a scope, in which it can start tasks that borrow, and waits for all of them.
    ///
    /// ```
    /// use asyncir_runtime::Runtime;
    ///
    /// let runtime = Runtime::builder().num_workers(2).build()?;
    /// let words = ["parallel", "tasks"];
    /// let (mut longest, mut total) = (0, 0);
    /// runtime.scope(|scope| {
    ///     scope.spawn(|| longest = words.iter().map(|word| word.len()).max().unwrap_or(0));
    ///     scope.spawn(|| total = words.iter().map(|word| word.len()).sum());
    /// });
    /// assert_eq!((longest, total), (8, 13));
    /// # Ok::<(), asyncir_runtime::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// If the function or a task panics, with this panic, after all tasks have ended.
    pub fn scope<'env, F, T>(&'env self, function: F) -> T
    where
        F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T,
    {
        scope::run(self.scheduler(), function)
    }

    /// Runs a future as a task, and returns a handle to its result. If the future panics, the handle gives
    /// an error. A future that is never woken again is dropped with its last waker, and the handle gives
    /// an error, too.
    pub fn spawn_future<F>(&self, future: F) -> Value<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        spawn_future::spawn_future(self.scheduler(), future)
    }

    /// The number of workers.
    pub fn num_workers(&self) -> usize {
        self.scheduler().config().workers
    }

    /// The number of threads that exist now: workers, blocked threads and spare threads.
    pub fn live_threads(&self) -> usize {
        self.scheduler().live_threads()
    }

    /// Counts of what the runtime has done so far, such as tasks and steals.
    pub fn stats(&self) -> Stats {
        self.scheduler().stats()
    }

    /// Waits until no task is queued or running. Then the machine code of tasks can be unloaded. A
    /// suspended coroutine is neither queued nor running.
    ///
    /// # Errors
    /// If one of this runtime's own tasks makes the call.
    pub fn quiesce(&self) -> Result<(), CalledFromTask> {
        self.scheduler().quiesce()?;
        checked_frame::check_freed();
        Ok(())
    }

    /// Waits as [`Runtime::quiesce`] does, then ends and joins all threads. If a task is started later,
    /// new threads are started. If another thread starts tasks meanwhile, this waits for them, too.
    ///
    /// # Errors
    /// If one of this runtime's own tasks makes the call, or a destructor of a thread-local variable on one of its threads.
    pub fn shutdown(&self) -> Result<(), CalledFromTask> {
        self.scheduler().shutdown()
    }

    /// The choices of a [deterministic](RuntimeBuilder::deterministic) runtime so far: which of the tasks
    /// that were ready it ran each time. `None` for other runtimes. The runtime keeps four bytes for each choice.
    pub fn choices(&self) -> Option<Vec<u32>> {
        self.scheduler().choices()
    }

    #[inline]
    pub(crate) fn scheduler(&self) -> &Arc<Scheduler> {
        self.scheduler.get()
    }
}

/// A panic leaves it as it is, like all that threads share.
impl UnwindSafe for Runtime {}
impl RefUnwindSafe for Runtime {}

impl Drop for Runtime {
    fn drop(&mut self) {
        let Some(scheduler) = self.scheduler.take() else {
            return;
        };
        let is_driven = scheduler.without_workers().is_some_and(Workerless::is_driven);
        if scheduler.end().is_ok() {
            scheduler.leave();
        } else if !is_driven {
            // If there can be no thread, the runtime's own stay, and sleep.
            let _ = thread::Builder::new().spawn(move || scheduler.end());
        }
        // The thread that drives a runtime runs what is left when the task returns.
    }
}

/// Calls a closure and completes a token with what comes of it.
fn completing(closure: impl FnOnce() + Send + 'static) -> impl FnOnce(Completer) + Send + 'static {
    move |completer| match panic::catch_unwind(AssertUnwindSafe(closure)) {
        Ok(()) => completer.complete(),
        Err(payload) => completer.fail_with(Failure::of_panic(payload)),
    }
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
    /// Sets the number of workers, from 1 to [`MAX_WORKERS`](crate::MAX_WORKERS). It has no effect on runtimes without
    /// workers of their own: [inline](Self::inline), [deterministic](Self::deterministic), [replayed](Self::replay), and
    /// [on a pool](Self::executor), which tells its number itself. The same holds for [`Self::max_threads`], [`Self::spin`]
    /// and [`Self::pin_workers`].
    pub fn num_workers(mut self, workers: usize) -> Self {
        self.num_workers = Some(workers);
        self
    }

    /// Sets the maximum number of threads that exist at the same time. It includes the workers and the
    /// threads that take the place of blocked ones. When the maximum is reached, a thread that has to
    /// wait runs other tasks meanwhile, on top of its own: up to 64, or until half of the stack is used. Further threads are
    /// started then. If one of these waits for what the thread was about to do, both wait for ever; this
    /// cannot happen where tasks wait only for tasks that they have started. By default there is no maximum: from 512 threads
    /// on, or twice the number of workers, a further one is started if all others wait for a while.
    pub fn max_threads(mut self, threads: usize) -> Self {
        self.max_threads = Some(threads);
        self
    }

    /// Sets the approximate time for which a worker without a task keeps looking for one before it is
    /// parked.
    pub fn spin(mut self, duration: Duration) -> Self {
        self.spin = Some(duration);
        self
    }

    /// Binds each worker to a processor of its own, if the process may use that many processors. It has
    /// no effect on systems that do not support this.
    pub fn pin_workers(mut self) -> Self {
        self.pin = true;
        self
    }

    /// Makes a runtime without threads. Tasks run on the thread that builds the runtime, one after the
    /// other, oldest first, whenever this thread waits for something
    /// ([`Token::wait`](crate::Token::wait), [`Runtime::quiesce`], ...). For an `.await` on this thread, it has to wait in
    /// [`block_on`](crate::block_on): other executors do not know that there are tasks to run.
    ///
    /// A waiting task may have other tasks of the same thread below it on the stack. If it waits for one
    /// of these, it waits for ever. Waits that nest deeper than the stack is large end the process: on 8 MiB, some ten thousand.
    ///
    /// [`Runtime::quiesce`] on another thread waits until this thread has run the tasks. When the thread has ended, or when
    /// another thread drops the runtime, that other thread runs the tasks that are left. But
    /// [`Token::wait`](crate::Token::wait) and the like on another thread run none: they wait for ever if the thread has
    /// ended.
    pub fn inline(mut self) -> Self {
        self.kind = Kind::Inline;
        self
    }

    /// Makes a runtime without threads, as [`RuntimeBuilder::inline`] does. The seed determines which of
    /// the tasks that are ready runs next. The same seed gives the same order, provided that the tasks
    /// themselves are deterministic. So a seed that shows a race shows it again.
    pub fn deterministic(mut self, seed: u64) -> Self {
        self.kind = Kind::Seeded(seed);
        self
    }

    /// Makes a runtime that repeats the choices of an earlier [deterministic](RuntimeBuilder::deterministic)
    /// run ([`Runtime::choices`]). The list may be shortened: when no choices are left, the oldest task
    /// runs next.
    pub fn replay(mut self, choices: Vec<u32>) -> Self {
        self.kind = Kind::Replayed(choices);
        self
    }

    /// Makes a runtime that runs its tasks on a thread pool of the host program.
    pub fn executor(mut self, executor: impl Executor) -> Self {
        self.kind = Kind::Host(Arc::new(executor));
        self
    }

    /// Builds the runtime. Its threads are started when the first task is.
    ///
    /// # Errors
    /// If the number of workers or the maximum number of threads is out of range.
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
        Ok(Runtime {
            scheduler: PerProcess::new(scheduler),
        })
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
