//! The scheduler: worker places with their own queues, stealing, and threads that take over for
//! blocked ones.
//!
//! A task is queued by one of these:
//!
//! | function | on the runtime | in |
//! |---|---|---|
//! | [`Scheduler::spawn`] | given | the queue of the thread, or the shared one if it has none |
//! | [`Scheduler::spawn_quietly`] | given | likewise, and wakes nobody for it; not without such a queue |
//! | [`Scheduler::inject`] | given | the shared queue |
//! | [`schedule`] | of the running task, or the global one | the queue of the thread, or the shared one |
//! | [`schedule_next`] | likewise | the slot of the thread for what runs next |
//! | [`schedule_last`] | likewise | the shared queue, behind all others |
//!
//! Runtimes without workers have one queue, whichever function is called (see `workerless`).
//!
//! # Terms
//!
//! | here | elsewhere |
//! |---|---|
//! | place of a worker | Go's P, Tokio's worker core: the queue and the number, without the thread |
//! | handing a place over | Go's `handoffp`, Tokio's `block_in_place` |
//! | the slot for what runs next | Tokio's LIFO slot, Go's `runnext` |
//! | shared queue | injector |
//! | guest | a thread of the host with a queue of its own; Cilk and TBB: external thread in an arena |
//! | quiet, quiesce | quiescence |
//! | chunk, and its pace | chunk size, and how it adapts (guided self-scheduling) |

mod affinity;
mod block;
mod chain;
mod config;
mod context;
mod counters;
mod deque;
mod fairness;
mod guest;
mod keyed_queue;
mod place;
mod pool;
mod quiet;
mod resume;
mod sleep;
mod stack;
mod steal_backoff;
mod task;
mod wanted;
mod worker;
mod workerless;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

use crossbeam_deque::Injector;
use crossbeam_utils::CachePadded;

pub use block::block_in_place;
pub(crate) use block::block_until_complete;
pub(crate) use chain::ChainNotes;
pub(crate) use config::{Config, available_workers, workers_from_environment};
pub use config::{MAX_WORKERS, NUM_WORKERS_VARIABLE};
use context::with_current;
pub(crate) use context::{ThreadContext, forget_context_of_workers};
use counters::Counters;
pub use counters::Stats;
pub(crate) use counters::TaskCounts;
use deque::Stealer;
pub(crate) use guest::leave;
use guest::{Guests, MAX_GUESTS};
use place::Place;
use pool::{HandOver, Pool};
use quiet::Quiet;
pub(crate) use resume::{Again, may_go_on, resume_ready};
use sleep::Sleep;
pub(crate) use stack::Limits as StackLimits;
pub(crate) use task::{ResumeFn, Resumption, Task};
pub(crate) use wanted::Wanted;
pub(crate) use workerless::{Choices, Policy, Workerless};
pub use workerless::{Executor, Job};

use crate::error::CalledFromTask;
use crate::forked;
use crate::local::{self, Key, Local};
use crate::parallel_for::pace::Idle;
use crate::runtime::Runtime;
use crate::trace;

/// How many intervals a thread that has long waited until there is no more work sleeps before it looks by itself.
const LONGEST_QUIET_INTERVALS: u32 = 16;

#[derive(Debug)]
pub(crate) struct Scheduler {
    config: Config,
    shared_queue: CachePadded<Injector<Task>>,
    stealers: Box<[Stealer]>,
    guests: Guests,
    sleep: CachePadded<Sleep>,
    counters: Counters,
    /// Workers that sleep in an await and still hold their place.
    blocked: AtomicUsize,
    running: AtomicBool,
    has_ended: AtomicBool,
    pool: Pool,
    quiet: Quiet,
    workerless: Option<Workerless>,
    /// The [process](forked::process) that made it, which has its threads.
    process: u32,
}

impl Scheduler {
    pub(crate) fn new(config: Config) -> Arc<Self> {
        Self::build(config, None)
    }

    /// A scheduler without workers.
    pub(crate) fn with_policy(config: Config, policy: Policy) -> Arc<Self> {
        let workerless = Workerless::new(policy);
        let driven = workerless.is_driven();
        let scheduler = Self::build(config, Some(workerless));
        if driven {
            Workerless::adopt(&scheduler);
        }
        scheduler
    }

    fn build(config: Config, workerless: Option<Workerless>) -> Arc<Self> {
        trace::start();
        let places: Vec<_> = (0..config.workers).map(Place::new).collect();
        let scheduler = Arc::new(Self {
            shared_queue: CachePadded::default(),
            stealers: places.iter().map(|place| place.queue.stealer()).collect(),
            sleep: CachePadded::new(Sleep::new()),
            guests: Guests::new(config.workers),
            counters: Counters::new(config.workers + MAX_GUESTS),
            blocked: AtomicUsize::new(0),
            running: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
            pool: Pool::new(places),
            quiet: Quiet::default(),
            workerless,
            process: forked::process(),
            config,
        });
        let mut all = all();
        all.retain(|scheduler| scheduler.strong_count() > 0);
        all.push(Arc::downgrade(&scheduler));
        scheduler
    }

    /// Queues a task from any thread, and starts the workers if there are none.
    pub(crate) fn spawn(self: &Arc<Self>, task: Task) {
        let queued = guest::with_context(self, |context| context.push(task));
        if queued.is_none() {
            self.inject(task);
        }
    }

    /// As [`take_back`](Self::take_back), but looks at the newest task of the thread's queue alone. It is inlined into
    /// joins, where the task nearly always is.
    #[inline]
    pub(crate) fn take_back_newest(self: &Arc<Self>, key: Key) -> Option<Task> {
        with_current(|context| {
            let context = context.filter(|context| Arc::ptr_eq(&context.scheduler, self))?;
            context.take_newest(key)
        })
    }

    /// Queues a task that need not run where the thread can take it back from: workers that look for tasks find it, but nobody
    /// is woken for it. Gives `false` if there is no such place.
    pub(crate) fn spawn_quietly(self: &Arc<Self>, task: Task) -> bool {
        match &self.workerless {
            Some(workerless) if workerless.is_driven() => {
                self.inject(task);
                true
            }
            // A job for it cannot be taken back.
            Some(_) => false,
            None => guest::with_context(self, |context| context.push_quietly(task)).unwrap_or(false),
        }
    }

    /// Queues a task where every worker looks, and wakes one if none is looking.
    pub(crate) fn inject(self: &Arc<Self>, task: Task) {
        self.counters.started(None);
        self.inject_counted(task);
    }

    /// Takes a task with this key back out of the current thread's queue, if it is among the newest there, or out of
    /// that of a runtime without workers, unless an order of its own choice is what that is for.
    pub(crate) fn take_back(self: &Arc<Self>, key: Key) -> Option<Task> {
        if let Some(workerless) = &self.workerless {
            let task = workerless.take_wanted(Wanted::Task(key))?;
            self.counters.finished(None);
            return Some(task);
        }
        with_current(|context| {
            let context = context.filter(|context| Arc::ptr_eq(&context.scheduler, self))?;
            let task = context.take_awaited(|candidate| candidate == key)?;
            context.count_taken_back();
            Some(task)
        })
    }

    /// Who could take on more work.
    #[inline]
    pub(crate) fn idle(&self) -> Idle {
        match &self.workerless {
            Some(workerless) if workerless.is_driven() => Idle::Nobody,
            // Of a host's pool it is known only that it has enough to do.
            Some(workerless) if workerless.has_many_jobs(self.config.workers) => Idle::Nobody,
            Some(_) => Idle::Parked,
            None if !self.is_running() => Idle::Parked,
            None => self.sleep.idle(),
        }
    }

    /// Counts one more thread that runs iterations of parallel loops and is no worker.
    pub(crate) fn add_outsider(&self) {
        self.sleep.add_outsider();
    }

    pub(crate) fn remove_outsider(&self) {
        self.sleep.remove_outsider();
    }

    /// Whether the current thread is a worker.
    pub(crate) fn is_own_thread(self: &Arc<Self>) -> bool {
        with_current(|context| {
            context.is_some_and(|context| context.is_worker() && Arc::ptr_eq(&context.scheduler, self))
        })
    }

    /// How many workers look for tasks; those of a host's pool are not known.
    #[inline]
    pub(crate) fn num_searching(&self) -> usize {
        match &self.workerless {
            Some(_) => 0,
            None => self.sleep.num_searching(),
        }
    }

    #[inline]
    pub(crate) fn num_workers(&self) -> usize {
        self.config.workers
    }

    /// Whether the tasks are run by another thread than this one, and by that alone: it may not wait for any.
    #[inline]
    pub(crate) fn is_driven_elsewhere(&self) -> bool {
        self.workerless.as_ref().is_some_and(Workerless::is_driven_elsewhere)
    }

    /// Whether an order of its own choice is what the scheduler is for.
    #[inline]
    pub(crate) fn chooses(&self) -> bool {
        self.workerless.as_ref().is_some_and(Workerless::is_seeded)
    }

    /// Chooses one of several things that could come next.
    pub(crate) fn choose(&self, count: usize) -> usize {
        self.workerless
            .as_ref()
            .map_or(0, |workerless| workerless.choose(count))
    }

    /// Counts a part of a parallel loop that went to another thread.
    pub(crate) fn count_split(&self) {
        self.counters.split();
    }

    /// As [`inject`](Self::inject), for a task that has been counted.
    fn inject_counted(self: &Arc<Self>, task: Task) {
        if let Some(workerless) = &self.workerless {
            return workerless.push(self, task);
        }
        self.shared_queue.push(task);
        self.sleep.task_queued();
        self.ensure_running();
    }

    #[inline]
    fn ensure_running(self: &Arc<Self>) {
        if !self.is_running() && self.workerless.is_none() {
            self.pool.start(self);
        }
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.counters.is_quiet()
    }

    /// Waits until no task is queued or running.
    pub(crate) fn quiesce(self: &Arc<Self>) -> Result<(), CalledFromTask> {
        if self.owns_current_task() {
            return Err(CalledFromTask);
        }
        self.wait_for_quiet(Workerless::run_for_quiet);
        Ok(())
    }

    /// Waits until no task is queued or running, then ends and joins the threads. The next task
    /// starts new ones.
    pub(crate) fn shutdown(self: &Arc<Self>) -> Result<(), CalledFromTask> {
        self.stop_when_quiet(Workerless::run_for_quiet)
    }

    /// As [`shutdown`](Self::shutdown), for the thread that drops the runtime, whichever it is.
    pub(crate) fn end(self: &Arc<Self>) -> Result<(), CalledFromTask> {
        self.has_ended.store(true, Ordering::Relaxed);
        self.stop_when_quiet(Workerless::run_at_the_end)
    }

    /// Whether nobody has the runtime any more. What is suspended may still go on.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }

    /// `run` is what the thread does meanwhile for a runtime without workers.
    fn wait_for_quiet(self: &Arc<Self>, run: impl Fn(&Workerless, &Arc<Self>)) {
        if !self.is_quiet() {
            // The task of another runtime may wait.
            block_in_place(|| self.wait_here_for_quiet(run));
        }
    }

    fn wait_here_for_quiet(self: &Arc<Self>, run: impl Fn(&Workerless, &Arc<Self>)) {
        let mut round = 0u32;
        while !self.counters.is_quiet() {
            if let Some(workerless) = &self.workerless {
                run(workerless, self);
            }
            round = round.saturating_add(1);
            match round {
                0..64 => thread::yield_now(),
                _ => {
                    let longest = self.config.quiet_interval * (round - 63).min(LONGEST_QUIET_INTERVALS);
                    self.quiet.wait(longest, || self.is_quiet());
                }
            }
        }
    }

    /// To be called by a thread that has ended a task and found no other.
    fn out_of_tasks(&self) {
        self.quiet.out_of_tasks(|| self.is_quiet());
    }

    fn stop_when_quiet(self: &Arc<Self>, run: impl Fn(&Workerless, &Arc<Self>)) -> Result<(), CalledFromTask> {
        if self.is_of_current_thread() || self.owns_current_task() {
            return Err(CalledFromTask);
        }
        loop {
            self.wait_for_quiet(&run);
            // Tasks that come in between start the threads again.
            if self.pool.stop(self) {
                break;
            }
        }
        // A task queued by another thread after the quiet moment must not be left behind. That
        // thread counts the task, then looks whether the workers run; here it is the other way
        // round; so one of the two notices.
        fence(Ordering::SeqCst);
        if !self.counters.is_quiet() {
            self.ensure_running();
        }
        Ok(())
    }

    /// Whether the current thread is one of those that the scheduler has made, also when it ends.
    fn is_of_current_thread(self: &Arc<Self>) -> bool {
        local::with(|local| local.made_by.get() == Arc::as_ptr(self))
    }

    /// Has the current thread no longer be a guest of the scheduler, which that keeps.
    pub(crate) fn leave(self: &Arc<Self>) {
        let is_guest = |context: &ThreadContext| Arc::ptr_eq(&context.scheduler, self);
        if with_current(|context| context.is_some_and(is_guest)) {
            local::with(guest::leave);
        }
    }

    /// Whether the caller is one of this scheduler's tasks, or runs on top of one.
    fn owns_current_task(self: &Arc<Self>) -> bool {
        let is_own = |context: &ThreadContext| Arc::ptr_eq(&context.scheduler, self) && context.acts_for_scheduler();
        with_current(|context| context.is_some_and(|context| context.chain().any(is_own)))
    }

    /// Whether the process has the threads of the scheduler, if that has any: not after a fork.
    #[inline]
    pub(crate) fn is_of_this_process(&self) -> bool {
        self.process == forked::process() || self.workerless.is_some()
    }

    pub(crate) fn without_workers(&self) -> Option<&Workerless> {
        self.workerless.as_ref()
    }

    /// What a deterministic scheduler chose so far.
    pub(crate) fn choices(&self) -> Option<Vec<u32>> {
        self.workerless.as_ref()?.choices()
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn stats(&self) -> Stats {
        Stats {
            hand_overs: self.pool.hand_overs(),
            threads: self.pool.live_threads(),
            live_objects: crate::local::live_objects(),
            ..self.counters.stats()
        }
    }

    fn counters(&self) -> &Counters {
        &self.counters
    }

    pub(crate) fn live_threads(&self) -> usize {
        self.pool.live_threads()
    }

    fn shared_queue(&self) -> &Injector<Task> {
        &self.shared_queue
    }

    /// The queues of workers and guests.
    fn num_queues(&self) -> usize {
        self.stealers.len() + self.guests.len()
    }

    fn stealer(&self, queue: usize) -> Option<&Stealer> {
        match queue.checked_sub(self.stealers.len()) {
            None => self.stealers.get(queue),
            Some(guest) => self.guests.stealer(guest),
        }
    }

    /// How many tasks were queued at a queue so far.
    fn tasks_started(&self, queue: usize) -> u64 {
        self.counters.started_at(queue)
    }

    fn sleep(&self) -> &Sleep {
        &self.sleep
    }

    fn blocked(&self) -> &AtomicUsize {
        &self.blocked
    }

    fn has_work(&self) -> bool {
        let mut queues = (0..self.num_queues()).filter_map(|queue| self.stealer(queue));
        !self.shared_queue.is_empty() || queues.any(|stealer| !stealer.is_empty())
    }

    fn task_queued(&self) {
        self.sleep.task_queued();
    }

    fn wake_all(&self) {
        self.sleep.wake_all();
    }

    #[inline]
    fn count_started(&self, place: Option<usize>) {
        self.counters.started(place);
    }

    #[inline]
    fn count_finished(&self, place: Option<usize>) {
        self.counters.finished(place);
    }

    fn is_running(&self) -> bool {
        self.running.load(Ordering::SeqCst)
    }

    fn set_running(&self, running: bool) {
        self.running.store(running, Ordering::SeqCst);
    }

    fn wait_for_place(&self) -> Option<Place> {
        self.out_of_tasks();
        self.pool.wait_for_place(self)
    }

    fn give_back(&self, place: Place) {
        self.pool.give_back(place);
    }

    fn hand_over(self: &Arc<Self>, place: Place, beyond_cap: bool) -> HandOver {
        self.pool.hand_over(self, place, beyond_cap)
    }
}

/// Whether this thread runs what it scheduled last first.
pub(crate) fn pushes_run_newest_first() -> bool {
    with_current(|context| context.is_some_and(ThreadContext::holds_place))
}

/// The schedulers of the process.
fn all() -> MutexGuard<'static, Vec<Weak<Scheduler>>> {
    static ALL: Mutex<Vec<Weak<Scheduler>>> = Mutex::new(Vec::new());
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What each scheduler of the process has counted.
pub(crate) fn task_counts_of_all() -> Vec<TaskCounts> {
    // What is upgraded may be the last of its scheduler, which must not be dropped under the lock.
    let schedulers: Vec<_> = all().iter().filter_map(Weak::upgrade).collect();
    schedulers
        .iter()
        .filter(|scheduler| scheduler.is_of_this_process())
        .map(|scheduler| scheduler.counters.task_counts())
        .collect()
}

/// Calls a function with the context of the current thread, if it is a worker or runs a task. A guest that runs none has
/// queued tasks of its own, at some time: what compiled code queues there is no business of that runtime.
#[inline]
fn in_task<R>(use_context: impl FnOnce(&ThreadContext) -> R) -> Option<R> {
    with_current(|context| context.filter(|context| context.acts_for_scheduler()).map(use_context))
}

/// The number of workers of the runtime whose task makes the call, or of the global one.
pub(crate) fn current_num_workers() -> usize {
    in_task(|context| context.scheduler.config().workers).unwrap_or_else(|| Runtime::global().num_workers())
}

/// Queues a task on the runtime whose task makes the call, or on the global one.
#[inline]
pub(crate) fn schedule(task: Task) {
    local::with(Local::note_queued);
    if in_task(|context| context.push(task)).is_none() {
        Runtime::global().scheduler().spawn(task);
    }
}

/// The scheduler whose task makes the call, or the global one.
#[inline]
pub(crate) fn current() -> Arc<Scheduler> {
    in_task(|context| context.scheduler.clone()).unwrap_or_else(|| Runtime::global().scheduler().clone())
}

/// Waits until no task of the global runtime is queued or running. In a task, waits instead until all other tasks of its
/// runtime have ended or block: see `ThreadContext::wait_for_others`. Gives `false` if it cannot.
pub(crate) fn wait_for_others(queued: u64) -> bool {
    in_task(|context| context.wait_for_others(queued)).unwrap_or_else(|| {
        // This is no task, so it does not wait for itself.
        let _ = Runtime::global().quiesce();
        true
    })
}

/// How many tasks the runtime without workers has queued whose task makes the call; zero in others.
pub(crate) fn queued_without_workers() -> u64 {
    let queued = in_task(|context| context.scheduler.without_workers().map(Workerless::queued));
    queued.flatten().unwrap_or_default()
}

/// Queues a coroutine that became ready, to run on this thread right after the current task if
/// possible.
#[inline]
pub(crate) fn schedule_next(task: Task) {
    local::with(Local::note_queued);
    if in_task(|context| context.push_next(task)).is_none() {
        Runtime::global().scheduler().spawn(task);
    }
}

/// Queues a task behind all others.
pub(crate) fn schedule_last(task: Task) {
    local::with(Local::note_queued);
    if in_task(|context| context.scheduler.inject(task)).is_none() {
        Runtime::global().scheduler().inject(task);
    }
}
