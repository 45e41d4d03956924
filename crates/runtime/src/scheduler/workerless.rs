//! Runtimes without workers of their own: inline, deterministic, or over a host's pool.
//!
//! Their tasks wait in one queue. Who takes them out differs:
//!
//! * **Inline**: the thread that built the runtime, whenever it waits for something, oldest first.
//! * **Deterministic**: likewise, in an order that a seed chooses. What was chosen is noted and can be
//!   replayed.
//! * **Host**: a job that the host's pool runs, one for each task that was queued. A thread that awaits
//!   a task which nobody has started takes that one itself; the task's job then finds less to do. If the
//!   host drops jobs, some tasks have none: a thread that waits until the runtime is quiet runs these.
//!
//! # Safety argument
//!
//! The queue is guarded by a mutex under which no task runs and nothing of the host is called. A task is
//! taken out once. A thread that waits leaves its waiter's frame only after the waiter was fired (see
//! `block`).

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::mem;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};
use std::time::Duration;

use crossbeam_utils::sync::{Parker, Unparker};

use super::block::HELP_INTERVAL;
use super::context::{Installed, with_current};
use super::keyed_queue::KeyedQueue;
use super::stack;
use super::task::Task;
use super::wanted::Wanted;
use super::{Scheduler, ThreadContext};
use crate::clock::{self, TICKS_PER_MICROSECOND};
use crate::head::{Outcome, Registration};
use crate::join::Guard;
use crate::local::{self, Local};
use crate::object::Object;
use crate::stuck::{Awaited, Looks};
use crate::waiter::Waiter;

/// How long a thread that drives runtimes sleeps at most.
const DRIVER_INTERVAL: Duration = Duration::from_millis(100);

/// A pool of threads of the host program, for
/// [`RuntimeBuilder::executor`](crate::RuntimeBuilder::executor).
///
/// A job that ends while the runtime is dropped may be the last that holds the pool, which is then dropped on a thread of its
/// own: a destructor that joins the pool's threads has to leave out the one that it runs on.
pub trait Executor: Send + Sync + 'static {
    /// Runs the job soon, on any thread, but not inside this call. A panic in a parallel loop, in
    /// [`Runtime::join`](crate::Runtime::join) or in [`Scope::spawn`](crate::Scope::spawn) ends the process: the job refers to
    /// what is on the caller's stack.
    fn execute(&self, job: Job);

    /// How many jobs the pool runs at once.
    fn parallelism(&self) -> usize;

    /// Calls `wait`, which blocks the thread until other tasks have made progress. A pool that can make
    /// up for a blocked thread should do so here; otherwise tasks that block while they wait for each
    /// other may occupy all of its threads. A panic ends the process if the thread also drives a runtime that it built, and
    /// otherwise unwinds the task that waits.
    fn block(&self, wait: &mut dyn FnMut()) {
        wait();
    }
}

/// One task's turn on a thread of an [`Executor`]. A pool that drops it keeps the task from being run, until a thread awaits the
/// task inside the pool, or waits for all of the runtime's tasks ([`Runtime::quiesce`](crate::Runtime::quiesce), `drop`): then
/// this thread runs the task. A job that is neither run nor dropped, but forgotten, keeps such a thread waiting for ever.
#[must_use = "a job that is not run keeps a task from being run"]
pub struct Job(
    /// `None` when the task had its turn.
    Option<Arc<Scheduler>>,
);

impl Job {
    /// Runs the task.
    pub fn run(mut self) {
        let Some(scheduler) = self.0.take() else { return };
        if let Some(task) = scheduler.without_workers().and_then(Workerless::take_with_job) {
            run(&scheduler, task);
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if let Some(workerless) = self.0.as_ref().and_then(|scheduler| scheduler.without_workers()) {
            workerless.lock().jobs -= 1;
        }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Job")
    }
}

/// Who runs tasks, and in which order.
pub(crate) enum Policy {
    Inline,
    Seeded(Choices),
    Host(Arc<dyn Executor>),
}

/// The choices of a deterministic scheduler.
#[derive(Default)]
pub(crate) struct Choices {
    seed: u64,
    replayed: VecDeque<u32>,
    replays: bool,
    made: Vec<u32>,
}

impl Choices {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self {
            seed,
            ..Self::default()
        }
    }

    /// Repeats choices; where there are none left, the oldest task runs.
    pub(crate) fn replayed(choices: Vec<u32>) -> Self {
        Self {
            replayed: choices.into(),
            replays: true,
            ..Self::default()
        }
    }

    /// Whether all choices were repeated.
    fn are_over(&self) -> bool {
        self.replays && self.replayed.is_empty()
    }

    fn choose(&mut self, tasks: usize) -> usize {
        let choice = if self.replays {
            let Some(choice) = self.replayed.pop_front() else {
                // To repeat this needs no choice, either.
                return 0;
            };
            choice as usize % tasks
        } else {
            // SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
            self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (self.seed ^ (self.seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((mixed ^ (mixed >> 31)) % tasks as u64) as usize
        };
        // More than four billion queued tasks do not fit into memory.
        self.made.push(choice as u32);
        choice
    }
}

pub(crate) struct Workerless {
    queue: Mutex<Queue>,
    host: Option<Arc<dyn Executor>>,
    seeded: bool,
    owner: ThreadId,
    /// Gone when the owner has ended.
    owner_lives: Weak<()>,
    wake_owner: Unparker,
}

struct Queue {
    tasks: KeyedQueue,
    /// How many jobs the host has.
    jobs: usize,
    choices: Option<Choices>,
}

impl fmt::Debug for Workerless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workerless")
            .field("owner", &self.owner)
            .finish_non_exhaustive()
    }
}

/// The runtimes that a thread has to drive.
struct Driver {
    parker: Parker,
    lives: Arc<()>,
    runtimes: Vec<Weak<Scheduler>>,
    /// The number of the runtime whose turn it is.
    next: usize,
}

thread_local! {
    static DRIVER: RefCell<Driver> = RefCell::new(Driver {
        parker: Parker::new(),
        lives: Arc::default(),
        runtimes: Vec::new(),
        next: 0,
    });
}

impl Driver {
    fn has_runtimes(&mut self) -> bool {
        self.runtimes.retain(|runtime| runtime.strong_count() > 0);
        !self.runtimes.is_empty()
    }
}

impl Workerless {
    pub(crate) fn new(policy: Policy) -> Self {
        let (choices, host) = match policy {
            Policy::Inline => (None, None),
            Policy::Seeded(choices) => (Some(choices), None),
            Policy::Host(host) => (None, Some(host)),
        };
        let of_driver = |driver: &RefCell<Driver>| {
            let driver = driver.borrow();
            (Arc::downgrade(&driver.lives), driver.parker.unparker().clone())
        };
        // A thread that ends drives nothing any more.
        let (owner_lives, wake_owner) = DRIVER
            .try_with(of_driver)
            .unwrap_or_else(|_| (Weak::new(), Parker::new().unparker().clone()));
        Self {
            seeded: choices.is_some(),
            queue: Mutex::new(Queue {
                tasks: KeyedQueue::default(),
                jobs: 0,
                choices,
            }),
            host,
            owner: thread::current().id(),
            owner_lives,
            wake_owner,
        }
    }

    /// Makes the calling thread drive a runtime that it built.
    pub(crate) fn adopt(scheduler: &Arc<Scheduler>) {
        let adopted = DRIVER.try_with(|driver| {
            let mut driver = driver.borrow_mut();
            driver.has_runtimes();
            driver.runtimes.push(Arc::downgrade(scheduler));
        });
        local::with(|local| local.drives.set(adopted.is_ok()));
    }

    pub(crate) fn host(&self) -> Option<&dyn Executor> {
        self.host.as_deref()
    }

    pub(crate) fn is_driven(&self) -> bool {
        self.host.is_none()
    }

    pub(crate) fn is_driven_elsewhere(&self) -> bool {
        self.is_driven() && thread::current().id() != self.owner
    }

    pub(crate) fn is_seeded(&self) -> bool {
        self.seeded
    }

    /// The seed's choice among several things; the first without a seed.
    pub(crate) fn choose(&self, count: usize) -> usize {
        self.lock().choices.as_mut().map_or(0, |choices| choices.choose(count))
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a task that is counted.
    pub(crate) fn push(&self, scheduler: &Arc<Scheduler>, task: Task) {
        {
            let mut queue = self.lock();
            queue.tasks.push(task);
            queue.jobs += usize::from(self.host.is_some());
        }
        match &self.host {
            Some(host) => host.execute(Job(Some(scheduler.clone()))),
            None if scheduler.has_ended() => run_after_the_end(scheduler),
            None if thread::current().id() != self.owner => self.wake_owner.unpark(),
            None => {}
        }
    }

    /// Takes a task that is wanted, or else the next one.
    fn take(&self, wanted: Wanted<'_>) -> Option<Task> {
        self.take_wanted(wanted).or_else(|| {
            let mut queue = self.lock();
            let Queue { tasks, choices, .. } = &mut *queue;
            match choices {
                Some(choices) if !tasks.is_empty() && !choices.are_over() => {
                    tasks.take_nth(choices.choose(tasks.len()))
                }
                _ => tasks.take_oldest(),
            }
        })
    }

    /// Whether the host's pool has a job that it has not begun for each of its threads, or more.
    pub(crate) fn has_many_jobs(&self, threads: usize) -> bool {
        self.lock().jobs >= threads
    }

    /// How many tasks were ever queued.
    pub(crate) fn queued(&self) -> u64 {
        self.lock().tasks.queued()
    }

    /// Takes a task that was queued when so many had been, or later. Where that is the oldest one, `queued` moves on behind it.
    pub(crate) fn take_since(&self, queued: &mut u64) -> Option<Task> {
        let mut queue = self.lock();
        let Queue { tasks, choices, .. } = &mut *queue;
        if let Some(choices) = choices {
            return tasks.choose_since(*queued, |count| choices.choose(count));
        }
        let (before, task) = tasks.take_since(*queued)?;
        *queued = before + 1;
        Some(task)
    }

    /// Takes the next task for a job, which ends.
    fn take_with_job(&self) -> Option<Task> {
        let mut queue = self.lock();
        queue.jobs -= 1;
        queue.tasks.pop()
    }

    /// Takes a task for which there is no job.
    fn take_without_job(&self) -> Option<Task> {
        let mut queue = self.lock();
        let fewer_jobs = queue.jobs < queue.tasks.len();
        fewer_jobs.then(|| queue.tasks.pop()).flatten()
    }

    /// Does what a thread can do for a runtime that it waits for to have no more work: it runs what nobody else is going to
    /// run, and else wakes who does.
    pub(crate) fn run_for_quiet(&self, scheduler: &Arc<Scheduler>) {
        let is_home = thread::current().id() == self.owner || self.owner_lives.strong_count() == 0;
        if self.is_driven() && !is_home {
            return self.wake_owner.unpark();
        }
        self.run_at_the_end(scheduler);
    }

    /// As `run_for_quiet`, for a thread that drops the runtime. The thread that drives the runtime may wait for this one.
    pub(crate) fn run_at_the_end(&self, scheduler: &Arc<Scheduler>) {
        let next = || {
            if self.is_driven() {
                self.take(Wanted::Nothing)
            } else {
                self.take_without_job()
            }
        };
        std::iter::from_fn(next).for_each(|task| run_task(scheduler, task));
    }

    pub(crate) fn take_wanted(&self, wanted: Wanted<'_>) -> Option<Task> {
        if self.seeded {
            // Every choice is the seed's.
            return None;
        }
        self.lock().tasks.take(wanted.keys())
    }

    pub(crate) fn choices(&self) -> Option<Vec<u32>> {
        self.lock().choices.as_ref().map(|choices| choices.made.clone())
    }
}

/// Runs a task of a runtime without workers on the calling thread, and those that are left if it drops the runtime.
pub(crate) fn run(scheduler: &Arc<Scheduler>, task: Task) {
    run_task(scheduler, task);
    if scheduler.has_ended()
        && let Some(workerless) = scheduler.without_workers().filter(|it| it.is_driven())
    {
        workerless.run_at_the_end(scheduler);
    }
}

/// A future that was suspended when its runtime was dropped goes on. Nobody drives the runtime any more, unless a task of it
/// runs on this thread, and is not the last one then.
fn run_after_the_end(scheduler: &Arc<Scheduler>) {
    if scheduler.owns_current_task() {
        return;
    }
    let scheduler = scheduler.clone();
    // Without a thread, the future stays where it is.
    let _ = thread::Builder::new().spawn(move || {
        if let Some(workerless) = scheduler.without_workers() {
            workerless.run_at_the_end(&scheduler);
        }
    });
}

fn run_task(scheduler: &Arc<Scheduler>, task: Task) {
    local::with(|local| {
        // SAFETY: the pointer is null or leads to a living context, which stays while it runs a task; see `context`.
        if let Some(context) = unsafe { local.context.get().as_ref() }
            && Arc::ptr_eq(&context.scheduler, scheduler)
        {
            context.run(task);
            return scheduler.out_of_tasks();
        }
        let context = ThreadContext::visiting(scheduler.clone(), stack::of_this_thread().half);
        let _installed = Installed::new(&context);
        let seeded = scheduler.without_workers().is_some_and(|workerless| workerless.seeded);
        let queues_ready = local.queues_ready.replace(seeded);
        context.run(task);
        local.queues_ready.set(queues_ready);
        scheduler.out_of_tasks();
    });
}

/// Waits on a thread that drives runtimes: runs their tasks meanwhile, and from time to time does for others on its stack what
/// waiting threads do.
///
/// One function for all callers: those that do not drive inline what they share with it.
#[cold]
pub(crate) fn drive_until_complete(object: &Object, wanted: Wanted<'_>, awaited: &dyn Fn() -> Awaited) -> Outcome {
    let unparker = DRIVER.with_borrow(|driver| driver.parker.unparker().clone());
    let mut way = WayMaker::new();
    while object.outcome().is_none() {
        if run_one(wanted) {
            way.make_if_due(wanted);
            continue;
        }
        let waiter = Waiter::on_stack(unparker.clone());
        // A host's pool may panic when it is told of a wait. The waiter is not let go of then.
        let guard = Guard;
        // SAFETY: the waiter outlives its registration: it is fired before the loop ends.
        if let Registration::Registered = unsafe { object.register(NonNull::from(&waiter)) } {
            let mut looks = Looks::default();
            while !waiter.is_done() {
                if run_one(wanted) {
                    way.make_if_due(wanted);
                    looks = Looks::default();
                } else if make_way(wanted) {
                    looks = Looks::default();
                } else {
                    park_driver(&waiter);
                    with_all_blocking(|own_tasks| looks.look(&waiter, awaited, own_tasks));
                }
            }
        }
        mem::forget(guard);
    }
    match object.outcome() {
        Some(outcome) => outcome,
        None => unreachable!("the loop ends when the object is complete"),
    }
}

/// When a thread that always finds tasks to run looks at what else there is to do.
struct WayMaker {
    since: u64,
}

impl WayMaker {
    /// How long other tasks may wait, in ticks.
    const INTERVAL: u64 = 1000 * TICKS_PER_MICROSECOND;

    fn new() -> Self {
        Self { since: clock::now() }
    }

    fn make_if_due(&mut self, wanted: Wanted<'_>) {
        let now = clock::now();
        if now.saturating_sub(self.since) >= Self::INTERVAL {
            self.since = now;
            make_way(wanted);
        }
    }
}

/// Runs a task of the first runtime that has one, from the one on whose turn it is.
fn run_one(wanted: Wanted<'_>) -> bool {
    let (count, next) = DRIVER.with_borrow(|driver| (driver.runtimes.len(), driver.next));
    (0..count).any(|offset| {
        let index = (next + offset) % count;
        // The list may change while a task runs.
        let runtime = DRIVER.with_borrow_mut(|driver| {
            driver.next = index + 1;
            driver.runtimes.get(index).and_then(Weak::upgrade)
        });
        let Some(scheduler) = runtime else { return false };
        match scheduler
            .without_workers()
            .and_then(|workerless| workerless.take(wanted))
        {
            Some(task) => {
                run(&scheduler, task);
                true
            }
            None => false,
        }
    })
}

/// Does for the runtimes whose tasks are on this thread's stack what waiting threads do. Returns whether there was something to
/// do.
fn make_way(wanted: Wanted<'_>) -> bool {
    let make_way = |context: &ThreadContext| context.as_current(|| context.make_way(wanted));
    with_current(|context| context.is_some_and(|context| context.chain().any(make_way)))
}

/// Calls a function with the number of tasks on this thread's stack, which count as blocked meanwhile.
fn with_all_blocking(look: impl FnOnce(u64)) {
    with_current(|context| {
        let contexts = context.into_iter().flat_map(ThreadContext::chain);
        let blocking: Vec<_> = contexts.map(ThreadContext::begin_blocking).collect();
        look(blocking.iter().map(|blocking| blocking.tasks).sum());
    });
}

/// Sleeps until there may be something to do. A host's pool, on one of whose threads this is, is told.
fn park_driver(waiter: &Waiter) {
    let holds_place = |context: &ThreadContext| context.chain().any(ThreadContext::holds_place);
    let keeps_place = with_current(|context| context.is_some_and(holds_place));
    let longest = if keeps_place { HELP_INTERVAL } else { DRIVER_INTERVAL };
    // Nothing runs while the thread is parked, so the borrow disturbs nobody.
    let park = || DRIVER.with_borrow(|driver| driver.parker.park_timeout(longest));
    with_current(|context| {
        let Some((context, host)) = context.and_then(ThreadContext::host) else {
            return park();
        };
        // The pool may start a thread each time that it is told.
        block_host(context, host, || {
            park();
            while !keeps_place && !waiter.is_done() && !drives_tasks() {
                park();
            }
        });
    });
}

/// Whether a task of a runtime that this thread drives is queued.
fn drives_tasks() -> bool {
    let runtimes = DRIVER.with_borrow(|driver| driver.runtimes.clone());
    let has_tasks = |workerless: &Workerless| !workerless.lock().tasks.is_empty();
    let mut runtimes = runtimes.iter().filter_map(Weak::upgrade);
    runtimes.any(|scheduler| scheduler.without_workers().is_some_and(has_tasks))
}

/// Waits in a task of a runtime without workers that the thread does not drive. `wait` is called with the context beneath.
pub(crate) fn block_in_host(
    context: &ThreadContext,
    object: &Object,
    wanted: Wanted<'_>,
    wait: impl FnOnce() -> Outcome,
) -> Outcome {
    let workerless = context.scheduler.without_workers();
    let take = || workerless.and_then(|workerless| workerless.take_wanted(wanted));
    while context.has_stack()
        && let Some(task) = take()
    {
        context.run(task);
        if let Some(outcome) = object.outcome() {
            return outcome;
        }
    }
    match workerless.and_then(Workerless::host) {
        Some(host) => block_host(context, host, wait),
        None => context.as_outside(wait),
    }
}

/// Calls a function that blocks the thread in a task of a host's pool, with the context beneath. The pool is told.
pub(crate) fn block_host<R>(context: &ThreadContext, host: &dyn Executor, wait: impl FnOnce() -> R) -> R {
    let (mut wait, mut result) = (Some(wait), None);
    context.as_outside(|| {
        host.block(&mut || {
            if let Some(wait) = wait.take() {
                result = Some(wait());
            }
        });
        // A host that did not call us back did not wait.
        match (result, wait) {
            (Some(result), _) => result,
            (None, Some(wait)) => wait(),
            (None, None) => unreachable!("one of the two calls waited"),
        }
    })
}

/// Whether the thread drives runtimes without workers.
#[inline]
pub(crate) fn drives(local: &Local) -> bool {
    local.drives.get() && still_drives(local)
}

/// Whether a thread that has built runtimes without workers drives any: they may be gone.
#[cold]
fn still_drives(local: &Local) -> bool {
    // A thread that ends drives nothing any more.
    let drives = DRIVER.try_with(|driver| driver.borrow_mut().has_runtimes());
    let drives = drives.unwrap_or(false);
    local.drives.set(drives);
    drives
}
