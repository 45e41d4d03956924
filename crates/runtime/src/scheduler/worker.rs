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
//! The thread's context lives on its stack for as long as the thread runs tasks, and the
//! thread-local pointer to it is used by that thread only. The place lies in a `RefCell`, borrowed
//! for moments in which no task runs.

use std::cell::{Cell, RefCell};
use std::ptr;
use std::sync::Arc;

use crossbeam_deque::{Steal, Worker};
use crossbeam_utils::sync::Parker;

use super::Scheduler;
use super::sleep::Bed;
use super::task::Task;

/// How often a searching worker looks at all queues before it parks. The last rounds give up the
/// processor.
const SPIN_ROUNDS: u32 = 12;
const YIELD_ROUNDS: u32 = 8;

/// A fairness interval, prime so that it does not fall in step with a program's own period.
const SHARED_QUEUE_INTERVAL: u32 = 61;

/// A worker place.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) index: usize,
    pub(crate) queue: Worker<Task>,
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
            queue: Worker::new_lifo(),
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

    fn steal(&mut self, scheduler: &Scheduler) -> Option<Task> {
        self.steal_shared(scheduler)
            .or_else(|| self.steal_from_others(scheduler))
    }

    fn steal_shared(&mut self, scheduler: &Scheduler) -> Option<Task> {
        retry(|| scheduler.shared_queue().steal_batch_and_pop(&self.queue))
    }

    fn steal_from_others(&mut self, scheduler: &Scheduler) -> Option<Task> {
        let stealers = scheduler.stealers();
        let start = self.next_random() as usize % stealers.len();
        (0..stealers.len())
            .map(|offset| (start + offset) % stealers.len())
            .filter(|&victim| victim != self.index)
            .find_map(|victim| retry(|| stealers[victim].steal_batch_and_pop(&self.queue)))
    }
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
    bed: Arc<Bed>,
    /// How many blocked awaits on this stack run other tasks meanwhile.
    pub(crate) helping: Cell<usize>,
}

thread_local! {
    static CURRENT: Cell<*const ThreadContext> = const { Cell::new(ptr::null()) };
}

/// Calls a function with the context of the current thread, if it belongs to a scheduler.
#[inline]
pub(crate) fn with_current<R>(use_context: impl FnOnce(Option<&ThreadContext>) -> R) -> R {
    // SAFETY: `thread_main` sets the pointer to a context that outlives everything the thread runs.
    use_context(unsafe { CURRENT.get().as_ref() })
}

pub(crate) fn thread_main(scheduler: Arc<Scheduler>, mut place: Option<Core>) {
    let parker = Parker::new();
    let bed = Bed::new(&parker);
    let context = ThreadContext {
        scheduler,
        core: RefCell::new(None),
        parker,
        bed,
        helping: Cell::new(0),
    };
    CURRENT.set(&context);
    while let Some(core) = place.take().or_else(|| context.scheduler.wait_for_place()) {
        context.core.replace(Some(core));
        context.work();
    }
    CURRENT.set(ptr::null());
}

impl ThreadContext {
    pub(crate) fn has_place(&self) -> bool {
        self.core.borrow().is_some()
    }

    pub(crate) fn place(&self) -> Option<usize> {
        self.core.borrow().as_ref().map(|core| core.index)
    }

    /// Queues a task for this or any other worker of the same scheduler.
    pub(crate) fn push(&self, task: Task) {
        match &*self.core.borrow() {
            Some(core) => {
                self.scheduler.count_started(Some(core.index));
                core.queue.push(task);
                self.scheduler.task_queued();
            }
            None => self.scheduler.inject(task),
        }
    }

    /// Runs a task as soon as the current one returns or blocks.
    pub(crate) fn push_next(&self, task: Task) {
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
        self.core.borrow_mut().as_mut()?.steal(&self.scheduler)
    }

    pub(crate) fn run(&self, task: Task) {
        task.run();
        self.scheduler.count_finished(self.place());
    }

    /// Looks for tasks elsewhere and runs one; parks if there is none. Returns whether to go on.
    fn search(&self) -> bool {
        let scheduler = &self.scheduler;
        scheduler.sleep().start_search();
        loop {
            for round in 0..SPIN_ROUNDS + YIELD_ROUNDS {
                if let Some(task) = self.steal() {
                    scheduler.sleep().stop_search(|| scheduler.has_work());
                    self.run(task);
                    return true;
                }
                if round < SPIN_ROUNDS {
                    (0..1 << round.min(6)).for_each(|_| std::hint::spin_loop());
                } else {
                    std::thread::yield_now();
                }
            }
            if !scheduler.is_running() {
                scheduler.sleep().stop_search(|| scheduler.has_work());
                if let Some(core) = self.take_place() {
                    scheduler.give_back(core);
                }
                return false;
            }
            let has_work = || scheduler.has_work() || !scheduler.is_running();
            scheduler.sleep().park(&self.bed, &self.parker, has_work);
        }
    }
}
