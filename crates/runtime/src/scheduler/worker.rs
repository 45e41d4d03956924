//! What a worker thread does: run its own tasks, steal from others, park.
//!
//! # Queues
//!
//! A worker looks for tasks in this order:
//!
//! 1. its `next` slot: the coroutine that just became ready, still warm in the cache. No other
//!    thread sees the slot, so it is emptied into the queue before the worker blocks, and a second
//!    ready coroutine moves the first to the queue.
//! 2. its own queue, newest first (depth first, so that a tree of tasks needs memory for its depth,
//!    not its width);
//! 3. the shared queue, oldest first, and other workers' queues, in batches.
//!
//! Every 61st time it begins with the shared queue, so that a task that keeps its worker busy
//! cannot starve it.
//!
//! # Safety argument
//!
//! The thread-local pointer to a context is written and read by its own thread only, and is null or
//! leads to a context that is alive:
//!
//! * one on this stack (a worker's, or that of a thread which runs a task of a scheduler without
//!   workers), which an [`Installed`] guards: it takes the context out before that goes, also when a
//!   panic unwinds the stack;
//! * a guest's box, which [`leave`](super::leave) takes out and then frees. A thread leaves when it
//!   ends, or enters another scheduler as a guest while it runs no task. So the context stays while a
//!   task runs on top of it; and what uses it outside of tasks only queues, wakes, waits or asks.
//!
//! The place lies in a `RefCell`, borrowed for moments in which no task runs.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::ptr;
use std::sync::Arc;
use std::time::Instant;

use crossbeam_deque::{Steal, Worker};
use crossbeam_utils::sync::Parker;
use smallvec::SmallVec;

use super::deque::Deque;
use super::sleep::WorkerSleepState;
use super::steal_backoff::StealBackoff;
use super::task::Task;
use super::{Scheduler, affinity, resume};
use crate::clock::{self, TICKS_PER_MICROSECOND};
use crate::local::{self, Key};
use crate::trace::{self, Event};

/// How often a searching worker looks at all queues before it gives up the processor between looks.
const SPIN_ROUNDS: u32 = 12;
/// How long it pauses between the first two looks, in ticks: each pause is twice the one before, up to eight times the first.
/// By the clock, as the instruction for it takes ten times as long on one processor as on another.
const FIRST_PAUSE: u64 = TICKS_PER_MICROSECOND / 5;
/// How many instructions that pause pass between looks at the shared queue.
const PAUSES: u32 = 4;
/// How often it does so at least before it parks.
const YIELD_ROUNDS: u32 = 8;

/// How long a worker looks for tasks after it took part in a parallel loop, in ticks: the next loop is likely to follow soon,
/// and takes less time than it takes to wake a thread. It gives the processor up between looks.
const AFTER_LOOP: u64 = 2000 * TICKS_PER_MICROSECOND;

/// A thread that gets its processor back so many ticks after it gave it up shares it with another one, perhaps with the one
/// that runs the loops. The system wakes who is parked on a processor that is free.
const CONTENDED: u64 = 50 * TICKS_PER_MICROSECOND;

/// How often a thread that queues tasks looks at how many wait, and how many are too many.
const PUSHES_PER_CHECK: u32 = 32;
const BACKLOG: usize = 1024;

/// How many of its own tasks a thread looks through for the one that it awaits.
const LOOK_THROUGH: usize = 16;

/// How many tasks at most come from the shared queue at once.
const BATCH: usize = 32;

/// From how many tasks on a thief takes several at once. Of few, the oldest is likely the one with most work behind it, and
/// who queued the others is likely to wait for them soon: what is in its own queue, it can run itself.
const FEW: usize = 32;

/// A fairness interval, prime so that it does not fall in step with a program's own period.
const SHARED_QUEUE_INTERVAL: u32 = 61;

/// A worker place.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) index: usize,
    pub(crate) queue: Deque,
    /// Where tasks from the shared queue arrive. It is empty between calls.
    inbox: Worker<Task>,
    next: Option<Task>,
    tick: u32,
    random: u32,
}

impl Core {
    pub(crate) fn new(index: usize) -> Self {
        // Any seed but zero will do; it only spreads the order in which victims are tried.
        let random = (index as u32).wrapping_mul(0x9e37_79b9) | 1;
        Self {
            index,
            queue: Deque::new(),
            inbox: Worker::new_fifo(),
            next: None,
            tick: 0,
            random,
        }
    }

    fn next_random(&mut self) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        self.random
    }

    fn next_task(&mut self, scheduler: &Scheduler) -> Option<Task> {
        self.tick = self.tick.wrapping_add(1);
        if self.tick.is_multiple_of(SHARED_QUEUE_INTERVAL)
            && let Some(task) = self.steal_shared(scheduler)
        {
            return Some(task);
        }
        self.next.take().or_else(|| self.queue.pop())
    }

    fn steal(&mut self, scheduler: &Scheduler, backoff: Option<&mut StealBackoff>) -> Option<Task> {
        self.steal_shared(scheduler)
            .or_else(|| self.steal_from_others(scheduler, backoff))
    }

    fn steal_shared(&mut self, scheduler: &Scheduler) -> Option<Task> {
        if scheduler.shared_queue().is_empty() {
            return None;
        }
        let first = retry(|| scheduler.shared_queue().steal_batch_and_pop(&self.inbox));
        let others: SmallVec<[Task; BATCH]> = std::iter::from_fn(|| self.inbox.pop()).collect();
        if !others.is_empty() {
            // The own queue gives back first what was put there last.
            others.into_iter().rev().for_each(|task| self.queue.push(task));
            // A worker may have looked while the tasks were in neither queue.
            scheduler.task_queued();
        }
        first
    }

    fn steal_from_others(&mut self, scheduler: &Scheduler, mut backoff: Option<&mut StealBackoff>) -> Option<Task> {
        let victims = scheduler.num_queues();
        let start = self.next_random() as usize % victims;
        (0..victims)
            .map(|offset| (start + offset) % victims)
            .filter(|&victim| victim != self.index)
            .find_map(|victim| {
                let stealer = scheduler.stealer(victim)?;
                let tasks = stealer.len();
                let waits = |backoff: &mut &mut StealBackoff| backoff.asks_to_wait(victim, tasks, scheduler);
                if tasks == 0 || backoff.as_mut().is_some_and(waits) {
                    return None;
                }
                if tasks < FEW {
                    return retry(|| stealer.steal());
                }
                let first = retry(|| stealer.steal_batch_and_pop(&self.queue));
                // A worker may have looked while one of the others was in neither queue.
                scheduler.task_queued();
                first
            })
    }

    /// Takes the first task that fits from the newest of the own queue. Also returns whether others
    /// were out of the queue for a moment.
    fn take_own(&mut self, fits: impl Fn(Key) -> bool) -> (Option<Task>, bool) {
        let mut aside = SmallVec::<[Task; LOOK_THROUGH]>::new();
        if let Some(task) = self.next.take_if(|next| fits(next.key())) {
            return (Some(task), false);
        }
        let mut found = None;
        while aside.len() < LOOK_THROUGH
            && let Some(task) = self.queue.pop()
        {
            if fits(task.key()) {
                found = Some(task);
                break;
            }
            aside.push(task);
        }
        let passed = !aside.is_empty();
        while let Some(task) = aside.pop() {
            self.queue.push(task);
        }
        (found, passed)
    }
}

/// Gives up the processor if there is much that others could run: a thread that queues tasks faster than
/// they are run fills memory and caches.
fn let_others_catch_up(core: &Core) {
    if core.queue.len() >= BACKLOG {
        std::thread::yield_now();
    }
}

/// Whether a thread that took part in its last parallel loop at the time `looped` did so a moment ago.
fn expects_loop(looped: u64, now: u64) -> bool {
    looped != 0 && now.saturating_sub(looped) < AFTER_LOOP
}

/// Gives the processor up for a moment. Says whether nobody else needed it for longer.
fn yield_alone() -> bool {
    let begin = clock::now();
    std::thread::yield_now();
    clock::now().saturating_sub(begin) < CONTENDED
}

fn retry(mut attempt: impl FnMut() -> Steal<Task>) -> Option<Task> {
    loop {
        match attempt() {
            Steal::Success(task) => return Some(task),
            Steal::Empty => return None,
            Steal::Retry => std::hint::spin_loop(),
        }
    }
}

/// What a thread of a scheduler knows of itself.
pub(crate) struct ThreadContext {
    pub(crate) scheduler: Arc<Scheduler>,
    core: RefCell<Option<Core>>,
    pub(crate) parker: Parker,
    sleep_state: Arc<WorkerSleepState>,
    /// Whether the thread belongs to somebody else, who merely queues and awaits tasks.
    guest: bool,
    /// The tasks on this stack.
    pub(crate) running: Cell<usize>,
    /// How many of those are counted as blocked.
    pub(crate) blocking: Cell<usize>,
    pushes: Cell<u32>,
    /// How many blocked awaits on this stack run other tasks meanwhile.
    pub(crate) helping: Cell<usize>,
    /// A thread whose stack reaches below this address runs no task on top of another.
    stack_limit: usize,
}

/// Calls a function with the context of the current thread, if it belongs to a scheduler.
#[inline]
pub(crate) fn with_current<R>(use_context: impl FnOnce(Option<&ThreadContext>) -> R) -> R {
    // SAFETY: the pointer is null or leads to a living context, which stays until the function returns; see the module.
    local::with(|local| use_context(unsafe { local.context.get().as_ref() }))
}

pub(crate) fn thread_main(scheduler: Arc<Scheduler>, mut place: Option<Core>) {
    let here = 0u8;
    let stack_limit = ptr::from_ref(&here)
        .addr()
        .saturating_sub(scheduler.config().stack_size / 2);
    let context = ThreadContext::new(scheduler, None, false, stack_limit);
    let _installed = Installed::new(&context);
    trace::name_thread("worker");
    while let Some(core) = place.take().or_else(|| context.scheduler.wait_for_place()) {
        if context.scheduler.config().pin {
            affinity::bind_current_thread(core.index);
        }
        context.core.replace(Some(core));
        context.work();
    }
}

/// Makes a context that lies on this stack the thread's, until it is dropped: then the thread has the one from before.
pub(crate) struct Installed<'a> {
    outer: *const ThreadContext,
    context: PhantomData<&'a ThreadContext>,
}

impl<'a> Installed<'a> {
    pub(crate) fn new(context: &'a ThreadContext) -> Self {
        let outer = local::with(|local| local.context.replace(context));
        Self {
            outer,
            context: PhantomData,
        }
    }
}

impl Drop for Installed<'_> {
    fn drop(&mut self) {
        local::with(|local| local.context.set(self.outer));
    }
}

impl ThreadContext {
    fn new(scheduler: Arc<Scheduler>, core: Option<Core>, guest: bool, stack_limit: usize) -> Self {
        let parker = Parker::new();
        let sleep_state = WorkerSleepState::new(&parker);
        Self {
            scheduler,
            core: RefCell::new(core),
            parker,
            sleep_state,
            guest,
            running: Cell::new(0),
            blocking: Cell::new(0),
            pushes: Cell::new(0),
            helping: Cell::new(0),
            stack_limit,
        }
    }

    /// The context of a thread that is not the scheduler's own.
    pub(crate) fn guest(scheduler: Arc<Scheduler>, core: Core, stack_limit: usize) -> Self {
        Self::new(scheduler, Some(core), true, stack_limit)
    }

    /// The context of a thread while it runs a task of a scheduler without workers.
    pub(crate) fn visiting(scheduler: Arc<Scheduler>, stack_limit: usize) -> Self {
        Self::new(scheduler, None, true, stack_limit)
    }

    pub(crate) fn is_guest(&self) -> bool {
        self.guest
    }

    /// Whether the thread runs a task of its scheduler.
    pub(crate) fn is_in_task(&self) -> bool {
        !self.guest || self.running.get() > 0
    }

    /// Whether the thread is a worker: it runs what it queued last first.
    pub(crate) fn has_place(&self) -> bool {
        !self.guest && self.core.borrow().is_some()
    }

    /// Calls a function, during which the thread does not become the guest of another scheduler: the context stays.
    pub(crate) fn pinned<R>(&self, f: impl FnOnce() -> R) -> R {
        self.running.set(self.running.get() + 1);
        let result = f();
        self.running.set(self.running.get() - 1);
        result
    }

    fn place(&self) -> Option<usize> {
        self.core.borrow().as_ref().map(|core| core.index)
    }

    /// Queues a task for this or any other worker of the same scheduler.
    #[inline]
    pub(crate) fn push(&self, task: Task) {
        match &*self.core.borrow() {
            Some(core) => {
                self.scheduler.count_started(Some(core.index));
                core.queue.push(task);
                self.scheduler.task_queued();
                let pushes = self.pushes.replace(self.pushes.get().wrapping_add(1));
                if pushes.is_multiple_of(PUSHES_PER_CHECK) {
                    let_others_catch_up(core);
                }
            }
            None => return self.scheduler.inject(task),
        }
        if self.guest {
            self.scheduler.ensure_running();
        }
    }

    /// Takes the newest task of the own queue back if it has this key, and counts it.
    #[inline]
    pub(crate) fn take_newest(&self, key: Key) -> Option<Task> {
        let core = self.core.borrow();
        let core = core.as_ref()?;
        let task = core.queue.pop()?;
        if task.key() != key {
            core.queue.push(task);
            // A worker may have looked while the task was out of the queue.
            self.scheduler.task_queued();
            return None;
        }
        self.scheduler.count_finished(Some(core.index));
        Some(task)
    }

    /// Queues a task for who comes by: nobody is woken for it, unless the thread has lost its place, and so its queue.
    pub(crate) fn push_quietly(&self, task: Task) {
        match &*self.core.borrow() {
            Some(core) => {
                self.scheduler.count_started(Some(core.index));
                core.queue.push(task);
            }
            None => self.scheduler.inject(task),
        }
    }

    /// Runs a task as soon as the current one returns or blocks.
    pub(crate) fn push_next(&self, task: Task) {
        if self.guest {
            return self.push(task);
        }
        match &mut *self.core.borrow_mut() {
            Some(core) => {
                self.scheduler.count_started(Some(core.index));
                if let Some(displaced) = core.next.replace(task) {
                    core.queue.push(displaced);
                    self.scheduler.task_queued();
                }
            }
            None => self.scheduler.inject(task),
        }
    }

    /// Makes everything that this worker holds visible to the others.
    pub(crate) fn publish_next(&self) {
        if let Some(core) = &mut *self.core.borrow_mut()
            && let Some(task) = core.next.take()
        {
            core.queue.push(task);
            self.scheduler.task_queued();
        }
    }

    pub(crate) fn take_place(&self) -> Option<Core> {
        self.core.take()
    }

    pub(crate) fn put_place(&self, core: Core) {
        self.core.replace(Some(core));
    }

    /// Whether the stack has room for another task on top.
    pub(crate) fn has_stack(&self) -> bool {
        let here = 0u8;
        ptr::from_ref(&here).addr() > self.stack_limit
    }

    /// Takes a task out of the own queue that completes one of the given tokens.
    pub(crate) fn take_awaited(&self, fits: impl Fn(Key) -> bool) -> Option<Task> {
        let mut core = self.core.borrow_mut();
        let (found, put_back) = core.as_mut()?.take_own(fits);
        if put_back {
            // A worker may have looked while the tasks were out of the queue.
            self.scheduler.task_queued();
        }
        found
    }

    /// Counts a task that was queued and will not run.
    pub(crate) fn count_taken_back(&self) {
        self.scheduler.count_finished(self.place());
    }

    /// Runs tasks until the place is lost to another thread or the scheduler stops.
    fn work(&self) {
        while self.has_place() {
            match self.next_task() {
                Some(task) => self.run(task),
                None if !self.search() => return,
                None => {}
            }
        }
    }

    pub(crate) fn next_task(&self) -> Option<Task> {
        self.core.borrow_mut().as_mut()?.next_task(&self.scheduler)
    }

    pub(crate) fn steal(&self) -> Option<Task> {
        self.core.borrow_mut().as_mut()?.steal(&self.scheduler, None)
    }

    fn steal_with_backoff(&self, backoff: &mut StealBackoff) -> Option<Task> {
        self.core.borrow_mut().as_mut()?.steal(&self.scheduler, Some(backoff))
    }

    pub(crate) fn run(&self, task: Task) {
        self.running.set(self.running.get() + 1);
        trace::note(Event::TaskBegin(task.handle().addr()));
        local::with(|local| resume::run_nested(local, task));
        trace::note(Event::TaskEnd);
        self.running.set(self.running.get() - 1);
        self.scheduler.count_finished(self.place());
    }

    /// Pauses, unless something comes to the shared queue.
    fn spin_until_offered(&self, ticks: u64) {
        let begin = clock::now();
        while clock::now().saturating_sub(begin) < ticks && self.scheduler.shared_queue().is_empty() {
            (0..PAUSES).for_each(|_| std::hint::spin_loop());
        }
    }

    /// Whether a search that has lasted so many rounds since `begin` goes on. After a parallel loop it goes on until the next
    /// one, for some time, as long as the thread is alone on its processor.
    fn looks_longer(&self, round: u32, begin: Instant, is_alone: bool) -> bool {
        if round < SPIN_ROUNDS + YIELD_ROUNDS || begin.elapsed() < self.scheduler.config().spin {
            return true;
        }
        let looped = local::with(|local| local.looped.get());
        is_alone && expects_loop(looped, clock::now()) && self.scheduler.is_running()
    }

    /// Looks for tasks elsewhere and runs one; parks if there is none. Returns whether to go on.
    fn search(&self) -> bool {
        let scheduler = &self.scheduler;
        scheduler.sleep().start_search();
        loop {
            let mut backoff = StealBackoff::default();
            let begin = Instant::now();
            let mut round = 0;
            let mut is_alone = true;
            while self.looks_longer(round, begin, is_alone) {
                if let Some(task) = self.steal_with_backoff(&mut backoff) {
                    scheduler.sleep().stop_search(|| scheduler.has_work());
                    if let Some(place) = self.place() {
                        scheduler.counters().stole(place);
                    }
                    trace::note(Event::Steal);
                    self.run(task);
                    return true;
                }
                if round == 0 {
                    scheduler.out_of_tasks();
                }
                if round < SPIN_ROUNDS {
                    self.spin_until_offered(FIRST_PAUSE << round.min(3));
                } else {
                    is_alone = yield_alone();
                }
                round += 1;
            }
            if !scheduler.is_running() {
                scheduler.sleep().stop_search(|| scheduler.has_work());
                if let Some(core) = self.take_place() {
                    scheduler.give_back(core);
                }
                return false;
            }
            let has_work = || scheduler.has_work() || !scheduler.is_running();
            if let Some(place) = self.place() {
                scheduler.counters().parked(place);
            }
            trace::note(Event::ParkBegin);
            trace::flush();
            scheduler.sleep().park(&self.sleep_state, &self.parker, has_work);
            trace::note(Event::ParkEnd);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
