//! What a thread of a scheduler knows of itself: its place, what runs on its stack, how it is woken.
//!
//! # Safety argument
//!
//! The thread-local pointer to a context is written and read by its own thread only, and is null or
//! leads to a context that is alive:
//!
//! * one on this stack (a worker's, or a visitor's), which an [`Installed`] guards: it takes the context
//!   out before that goes, also when a panic unwinds the stack;
//! * a guest's box, which [`leave`](super::leave) takes out and then frees, unless the thread acts for
//!   the scheduler or is [`Pinned`]. A thread leaves when it ends, or enters another scheduler as a
//!   guest. So the context stays while a task runs on top of it, also if that ends the process; and what
//!   uses it outside of tasks only queues, wakes, waits or asks.
//!
//! A visitor's context leads to the one that the thread had before. That one stays, too: a thread leaves only with the
//! context that is its own at the moment, and the one beneath is pinned while it is that again ([`ThreadContext::as_current`]).
//!
//! The place lies in a `RefCell`, borrowed for moments in which no task runs.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::{iter, ptr};

use crossbeam_utils::sync::Parker;

use super::place::Place;
use super::sleep::WorkerSleepState;
use super::steal_backoff::StealBackoff;
use super::task::Task;
use super::{Executor, Scheduler, resume};
use crate::local::{self, Key};
use crate::trace::{self, Event};

/// How often a thread that queues tasks looks at how many wait, and how many are too many.
const PUSHES_PER_CHECK: u32 = 32;
const BACKLOG: usize = 1024;

/// Whose a thread is, and where its context lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The scheduler's own; the context lies on the stack.
    Worker,
    /// Somebody else's, who queues tasks and runs those that it awaits; the context is boxed.
    Guest,
    /// Somebody else's, who runs a task of a scheduler without workers, which lies on the stack above the context.
    Visitor,
}

/// What a thread of a scheduler knows of itself.
pub(crate) struct ThreadContext {
    pub(crate) scheduler: Arc<Scheduler>,
    place: RefCell<Option<Place>>,
    pub(crate) parker: Parker,
    pub(super) sleep_state: Arc<WorkerSleepState>,
    role: Role,
    /// The context that the thread has when this one is taken out.
    outer: Cell<*const ThreadContext>,
    /// The tasks on this stack.
    pub(crate) running: Cell<usize>,
    pins: Cell<usize>,
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

/// After a fork, makes the thread one that belongs to no scheduler with workers, as these are not there.
pub(crate) fn forget_context_of_workers() {
    let has_workers = |context: &ThreadContext| context.scheduler.without_workers().is_none();
    let is_gone = with_current(|current| {
        let above =
            current.and_then(|current| current.chain().find(|context| context.outer().is_some_and(has_workers)));
        if let Some(above) = above {
            above.outer.set(ptr::null());
        }
        current.is_some_and(has_workers)
    });
    if is_gone {
        local::with(|local| local.context.set(ptr::null()));
    }
}

/// Calls a function while the thread has no context.
fn without_context<R>(f: impl FnOnce() -> R) -> R {
    let _replaced = Replaced::by(ptr::null());
    f()
}

/// Makes a context that lies on this stack the thread's, until it is dropped: then the thread has the one from before.
pub(crate) struct Installed<'a>(&'a ThreadContext);

impl<'a> Installed<'a> {
    pub(crate) fn new(context: &'a ThreadContext) -> Self {
        context.outer.set(local::with(|local| local.context.replace(context)));
        Self(context)
    }
}

impl Drop for Installed<'_> {
    fn drop(&mut self) {
        local::with(|local| local.context.set(self.0.outer.replace(ptr::null())));
    }
}

/// Takes the thread's context out, until it is dropped.
struct Replaced {
    before: *const ThreadContext,
    by: *const ThreadContext,
}

impl Replaced {
    fn by(by: *const ThreadContext) -> Self {
        let before = local::with(|local| local.context.replace(by));
        Self { before, by }
    }
}

impl Drop for Replaced {
    fn drop(&mut self) {
        local::with(|local| {
            if self.by.is_null() {
                // The thread may have become a guest meanwhile.
                super::leave(local);
            }
            local.context.set(self.before);
        });
    }
}

/// Keeps a guest from becoming that of another scheduler, until it is dropped.
struct Pinned<'a>(&'a Cell<usize>);

impl<'a> Pinned<'a> {
    fn new(context: &'a ThreadContext) -> Self {
        context.pins.set(context.pins.get() + 1);
        Self(&context.pins)
    }
}

impl Drop for Pinned<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// Counts the tasks on a thread's stack as blocked, until it is dropped. The context stays meanwhile.
pub(super) struct Blocking<'a> {
    context: &'a ThreadContext,
    /// How many tasks were counted before.
    before: usize,
    /// How many more are.
    pub(super) tasks: u64,
    _pinned: Pinned<'a>,
}

impl Drop for Blocking<'_> {
    fn drop(&mut self) {
        self.context.scheduler.counters().end_blocking(self.tasks);
        self.context.blocking.set(self.before);
    }
}

impl ThreadContext {
    fn new(scheduler: Arc<Scheduler>, place: Option<Place>, role: Role, stack_limit: usize) -> Self {
        let parker = Parker::new();
        let sleep_state = WorkerSleepState::new(&parker);
        Self {
            scheduler,
            place: RefCell::new(place),
            parker,
            sleep_state,
            role,
            outer: Cell::new(ptr::null()),
            running: Cell::new(0),
            pins: Cell::new(0),
            blocking: Cell::new(0),
            pushes: Cell::new(0),
            helping: Cell::new(0),
            stack_limit,
        }
    }

    /// The context of a worker, which has no place yet.
    pub(super) fn worker(scheduler: Arc<Scheduler>, stack_limit: usize) -> Self {
        Self::new(scheduler, None, Role::Worker, stack_limit)
    }

    /// The context of a thread that is not the scheduler's own.
    pub(crate) fn guest(scheduler: Arc<Scheduler>, place: Place, stack_limit: usize) -> Self {
        Self::new(scheduler, Some(place), Role::Guest, stack_limit)
    }

    /// The context of a thread while it runs a task of a scheduler without workers.
    pub(crate) fn visiting(scheduler: Arc<Scheduler>, stack_limit: usize) -> Self {
        Self::new(scheduler, None, Role::Visitor, stack_limit)
    }

    pub(crate) fn is_worker(&self) -> bool {
        self.role == Role::Worker
    }

    pub(crate) fn is_guest(&self) -> bool {
        self.role == Role::Guest
    }

    /// Whether what runs on the thread does so for the scheduler: the thread is a worker, or runs a task.
    pub(crate) fn acts_for_scheduler(&self) -> bool {
        self.is_worker() || self.running.get() > 0
    }

    /// Whether the thread can become the guest of another scheduler.
    pub(crate) fn may_leave(&self) -> bool {
        self.is_guest() && !self.acts_for_scheduler() && self.pins.get() == 0
    }

    /// Whether the thread is a worker that has not given up its place: it runs what it queued last first.
    pub(crate) fn holds_place(&self) -> bool {
        self.is_worker() && self.place.borrow().is_some()
    }

    /// This context and those beneath it, on top of whose tasks a task of a scheduler without workers runs.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &Self> {
        iter::successors(Some(self), |context| context.outer())
    }

    /// The first context in the chain that belongs to a host's pool, and the pool.
    pub(super) fn host(&self) -> Option<(&Self, &dyn Executor)> {
        let mut contexts = self.chain();
        contexts.find_map(|context| Some((context, context.scheduler.without_workers()?.host()?)))
    }

    fn outer(&self) -> Option<&Self> {
        // SAFETY: null, or the context beneath, which stays; see the module.
        unsafe { self.outer.get().as_ref() }
    }

    /// Calls a function as if the contexts above this one were not there.
    pub(crate) fn as_current<R>(&self, f: impl FnOnce() -> R) -> R {
        let _pinned = Pinned::new(self);
        let _replaced = Replaced::by(self);
        f()
    }

    /// Calls a function as if this context and those above it were not there.
    pub(crate) fn as_outside<R>(&self, f: impl FnOnce() -> R) -> R {
        match self.outer() {
            Some(outer) => outer.as_current(f),
            None => without_context(f),
        }
    }

    /// Counts the tasks on this thread's stack as blocked that are not counted already.
    pub(super) fn begin_blocking(&self) -> Blocking<'_> {
        let running = self.running.get();
        let before = self.blocking.replace(running);
        let tasks = running.saturating_sub(before) as u64;
        self.scheduler.counters().begin_blocking(tasks);
        Blocking {
            context: self,
            before,
            tasks,
            _pinned: Pinned::new(self),
        }
    }

    pub(super) fn place_index(&self) -> Option<usize> {
        self.place.borrow().as_ref().map(|place| place.index)
    }

    /// Queues a task for this or any other worker of the same scheduler.
    #[inline]
    pub(crate) fn push(&self, task: Task) {
        match &*self.place.borrow() {
            Some(place) => {
                self.scheduler.count_started(Some(place.index));
                place.queue.push(task);
                self.scheduler.task_queued();
                let pushes = self.pushes.replace(self.pushes.get().wrapping_add(1));
                if pushes.is_multiple_of(PUSHES_PER_CHECK) {
                    let_others_catch_up(place);
                }
            }
            None => return self.scheduler.inject(task),
        }
        if self.is_guest() {
            self.scheduler.ensure_running();
        }
    }

    /// Takes the newest task of the own queue back if it has this key, and counts it.
    #[inline]
    pub(crate) fn take_newest(&self, key: Key) -> Option<Task> {
        let place = self.place.borrow();
        let place = place.as_ref()?;
        let task = place.queue.pop()?;
        if task.key() != key {
            place.queue.push(task);
            // A worker may have looked while the task was out of the queue.
            self.scheduler.task_queued();
            return None;
        }
        self.scheduler.count_finished(Some(place.index));
        Some(task)
    }

    /// Queues a task without waking a worker for it. Gives `false` if the thread has lost its place, and so its queue.
    pub(crate) fn push_quietly(&self, task: Task) -> bool {
        let place = self.place.borrow();
        let Some(place) = &*place else { return false };
        self.scheduler.count_started(Some(place.index));
        place.queue.push(task);
        true
    }

    /// Runs a task as soon as the current one returns or blocks.
    pub(crate) fn push_next(&self, task: Task) {
        if !self.is_worker() {
            return self.push(task);
        }
        match &mut *self.place.borrow_mut() {
            Some(place) => {
                self.scheduler.count_started(Some(place.index));
                if place.put_next(task) {
                    self.scheduler.task_queued();
                }
            }
            None => self.scheduler.inject(task),
        }
    }

    /// Makes everything that this worker holds visible to the others.
    pub(crate) fn publish_next(&self) {
        let published = self.place.borrow_mut().as_mut().is_some_and(Place::publish_next);
        if published {
            self.scheduler.task_queued();
        }
    }

    pub(crate) fn take_place(&self) -> Option<Place> {
        self.place.take()
    }

    pub(crate) fn put_place(&self, place: Place) {
        self.place.replace(Some(place));
    }

    /// Whether the stack has room for another task on top.
    pub(crate) fn has_stack(&self) -> bool {
        let here = 0u8;
        ptr::from_ref(&here).addr() > self.stack_limit
    }

    /// Takes a task out of the own queue that completes one of the given tokens.
    pub(crate) fn take_awaited(&self, fits: impl Fn(Key) -> bool) -> Option<Task> {
        let mut place = self.place.borrow_mut();
        let (found, put_back) = place.as_mut()?.take_own(fits);
        if put_back {
            // A worker may have looked while the tasks were out of the queue.
            self.scheduler.task_queued();
        }
        found
    }

    /// Counts a task that was queued and will not run.
    pub(crate) fn count_taken_back(&self) {
        self.scheduler.count_finished(self.place_index());
    }

    pub(crate) fn next_task(&self) -> Option<Task> {
        self.place.borrow_mut().as_mut()?.next_task(&self.scheduler)
    }

    pub(crate) fn steal(&self) -> Option<Task> {
        self.place.borrow_mut().as_mut()?.steal(&self.scheduler, None)
    }

    pub(super) fn steal_with_backoff(&self, backoff: &mut StealBackoff) -> Option<Task> {
        self.place.borrow_mut().as_mut()?.steal(&self.scheduler, Some(backoff))
    }

    pub(crate) fn run(&self, task: Task) {
        self.running.set(self.running.get() + 1);
        trace::note(Event::TaskBegin(task.handle().addr()));
        local::with(|local| resume::run_nested(local, task));
        trace::note(Event::TaskEnd);
        self.running.set(self.running.get() - 1);
        self.scheduler.count_finished(self.place_index());
    }
}

/// Gives up the processor if there is much that others could run: a thread that queues tasks faster than
/// they are run fills memory and caches.
fn let_others_catch_up(place: &Place) {
    match place.queue.len() {
        // A guest, which seldom takes tasks out, does not notice otherwise that there are none.
        0 => place.queue.tidy(),
        BACKLOG.. => std::thread::yield_now(),
        _ => {}
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
