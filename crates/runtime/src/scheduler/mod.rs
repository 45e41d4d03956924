//! The scheduler: worker places with their own queues, stealing, and threads that take over for
//! blocked ones.

mod block;
mod config;
mod counters;
mod pool;
mod sleep;
mod task;
mod worker;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
use std::thread;
use std::time::Duration;

use crossbeam_deque::{Injector, Stealer};
use crossbeam_utils::CachePadded;

pub(crate) use block::block_until_complete;
pub(crate) use config::{Config, available_workers, workers_from_environment};
pub use config::{MAX_WORKERS, NUM_WORKERS_VARIABLE};
use counters::Counters;
use pool::{HandOver, Pool};
use sleep::Sleep;
pub(crate) use task::{ResumeFn, Task};
use worker::{Core, with_current};

use crate::error::CalledFromTask;
use crate::runtime::Runtime;

#[derive(Debug)]
pub(crate) struct Scheduler {
    config: Config,
    shared_queue: CachePadded<Injector<Task>>,
    stealers: Box<[Stealer<Task>]>,
    sleep: CachePadded<Sleep>,
    counters: Counters,
    /// Workers that sleep in an await and still hold their place.
    blocked: AtomicUsize,
    running: AtomicBool,
    pool: Pool,
}

impl Scheduler {
    pub(crate) fn new(config: Config) -> Arc<Self> {
        let places: Vec<_> = (0..config.workers).map(Core::new).collect();
        Arc::new(Self {
            shared_queue: CachePadded::default(),
            stealers: places.iter().map(|core| core.queue.stealer()).collect(),
            sleep: CachePadded::new(Sleep::new()),
            counters: Counters::new(config.workers),
            blocked: AtomicUsize::new(0),
            running: AtomicBool::new(false),
            pool: Pool::new(places),
            config,
        })
    }

    /// Queues a task from any thread, and starts the workers if there are none.
    pub(crate) fn spawn(self: &Arc<Self>, task: Task) {
        with_current(|context| match context {
            Some(context) if Arc::ptr_eq(&context.scheduler, self) => context.push(task),
            _ => {
                self.inject(task);
                self.ensure_running();
            }
        });
    }

    fn inject(&self, task: Task) {
        self.counters.started(None);
        self.shared_queue.push(task);
        self.sleep.task_queued();
    }

    fn ensure_running(self: &Arc<Self>) {
        if !self.is_running() {
            self.pool.start(self);
        }
    }

    /// Waits until no task is queued or running.
    pub(crate) fn quiesce(self: &Arc<Self>) -> Result<(), CalledFromTask> {
        if self.owns_current_thread() {
            return Err(CalledFromTask);
        }
        let mut round = 0u32;
        while !self.counters.is_quiet() {
            round += 1;
            match round {
                0..64 => thread::yield_now(),
                64..128 => thread::sleep(Duration::from_micros(50)),
                _ => thread::sleep(Duration::from_millis(1)),
            }
        }
        Ok(())
    }

    /// Waits until no task is queued or running, then ends and joins the threads. The next task
    /// starts new ones.
    pub(crate) fn shutdown(self: &Arc<Self>) -> Result<(), CalledFromTask> {
        self.quiesce()?;
        self.pool.stop(self);
        // A task queued by another thread after the quiet moment must not be left behind. That
        // thread counts the task, then looks whether the workers run; here it is the other way
        // round; so one of the two notices.
        fence(Ordering::SeqCst);
        if !self.counters.is_quiet() {
            self.ensure_running();
        }
        Ok(())
    }

    /// Whether the calling thread is a thread of this scheduler, that is, inside one of its tasks.
    pub(crate) fn owns_current_thread(self: &Arc<Self>) -> bool {
        with_current(|context| context.is_some_and(|context| Arc::ptr_eq(&context.scheduler, self)))
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn live_threads(&self) -> usize {
        self.pool.live_threads()
    }

    fn shared_queue(&self) -> &Injector<Task> {
        &self.shared_queue
    }

    fn stealers(&self) -> &[Stealer<Task>] {
        &self.stealers
    }

    fn sleep(&self) -> &Sleep {
        &self.sleep
    }

    fn blocked(&self) -> &AtomicUsize {
        &self.blocked
    }

    fn has_work(&self) -> bool {
        !self.shared_queue.is_empty() || self.stealers.iter().any(|stealer| !stealer.is_empty())
    }

    fn task_queued(&self) {
        self.sleep.task_queued();
    }

    fn wake_all(&self) {
        self.sleep.wake_all();
    }

    fn count_started(&self, place: Option<usize>) {
        self.counters.started(place);
    }

    fn count_finished(&self, place: Option<usize>) {
        self.counters.finished(place);
    }

    fn is_running(&self) -> bool {
        self.running.load(Ordering::SeqCst)
    }

    fn set_running(&self, running: bool) {
        self.running.store(running, Ordering::SeqCst);
    }

    fn wait_for_place(&self) -> Option<Core> {
        self.pool.wait_for_place(self)
    }

    fn give_back(&self, core: Core) {
        self.pool.give_back(core);
    }

    fn hand_over(self: &Arc<Self>, core: Core, beyond_cap: bool) -> HandOver {
        self.pool.hand_over(self, core, beyond_cap)
    }
}

/// Whether this thread runs what it scheduled last first.
pub(crate) fn pushes_run_newest_first() -> bool {
    with_current(|context| context.is_some_and(worker::ThreadContext::has_place))
}

/// The number of workers of the current thread's runtime, or of the global one.
pub(crate) fn current_num_workers() -> usize {
    with_current(|context| match context {
        Some(context) => context.scheduler.config().workers,
        None => Runtime::global().num_workers(),
    })
}

/// Queues a task on the current thread's runtime, or on the global one.
pub(crate) fn schedule(task: Task) {
    with_current(|context| match context {
        Some(context) => context.push(task),
        None => Runtime::global().scheduler().spawn(task),
    });
}

/// Queues a coroutine that became ready, to run on this thread right after the current task if
/// possible.
pub(crate) fn schedule_next(task: Task) {
    with_current(|context| match context {
        Some(context) => context.push_next(task),
        None => Runtime::global().scheduler().spawn(task),
    });
}

thread_local! {
    static RESUMES_INLINE: Cell<bool> = const { Cell::new(false) };
}

/// Resumes a coroutine that awaits something complete.
///
/// A worker does so right after the current task, which is usually that coroutine on its way to
/// suspend. Any other thread resumes at once, but not inside another such resume: the stack stays
/// flat however long the chain is.
pub(crate) fn resume_ready(task: Task) {
    with_current(|context| match context {
        Some(context) => context.push_next(task),
        None if RESUMES_INLINE.get() => Runtime::global().scheduler().spawn(task),
        None => {
            let scheduler = Runtime::global().scheduler();
            scheduler.counters.started(None);
            RESUMES_INLINE.set(true);
            task.run();
            RESUMES_INLINE.set(false);
            scheduler.counters.finished(None);
        }
    });
}
