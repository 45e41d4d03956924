//! Blocking awaits.
//!
//! # No deadlock, no buried join
//!
//! A thread that waits runs the very task that it waits for, if it queued that task itself and nobody
//! has taken it from its queue; for a group, those of its members that were added last. That is what
//! most awaits in trees of tasks come to, and it cannot bury a join: the frames beneath cannot go on
//! before that task is done anyway. Tasks are told apart by keys that are never used twice.
//!
//! It does not run other tasks on top of the waiting one: such a task may itself wait for something
//! that only the frames beneath it can bring about (a buried join). But if the task that it runs waits in turn for a task of
//! its queue, it runs that one, too (see `chain`); a thread that is no worker, only a few of them, and with a small stack none
//! (see `stack`). Otherwise a worker that waits gives up its place:
//!
//! 1. It spins for a moment; most waits are short.
//! 2. It makes its private `next` task visible to others and sleeps for the hand-over delay,
//!    keeping its place. If no other worker could run what is queued, it skips this step.
//! 3. It hands its place to a spare thread, or to a new one, and sleeps until it is woken. Then it
//!    finishes its task without a place: what it schedules goes to the shared queue.
//!
//! So whatever is queued is always run by somebody, with any number of workers.
//!
//! Step 3 fails if the system refuses to make a thread, or at the maximum of threads if one is set. Then the thread does
//! help, that is, it runs other tasks while it waits. For programs in which tasks wait for their
//! own descendants only (fork and join) this cannot deadlock: what is on top of a stack was always
//! begun after what is beneath it, so a cycle of waits would have to run backwards in time. Each
//! thread helps up to a certain depth, and only while half of its stack is left; beyond that the cap is
//! exceeded.
//!
//! A thread that built a runtime without workers runs its tasks while it waits (see `workerless`). If it is a worker, too, it
//! hands its place over in the same way.
//!
//! # Safety argument
//!
//! The waiter is on this stack frame. The frame is left only if registration was refused or the
//! waiter was fired (`Waiter::is_done`), never because the object merely looks complete.

use std::ptr::NonNull;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crossbeam_utils::Backoff;
use crossbeam_utils::sync::Parker;

use super::chain::Chain;
use super::context::{ThreadContext, with_current};
use super::pool::HandOver;
use super::resume::publish_again;
use super::task::Task;
use super::wanted::Wanted;
use super::workerless::{self, Workerless};
use crate::head::{Outcome, Registration};
use crate::local;
use crate::object::Object;
use crate::stuck::{self, Awaited};
use crate::trace::{self, Event};
use crate::waiter::Waiter;

/// How deep helping may nest on one stack before the cap on threads is exceeded instead.
const MAX_HELPING: usize = 64;

/// How many tasks of a chain a thread runs that is no worker: as many as it takes to wake workers. While it runs more, there is
/// one thread more than processors.
const GUEST_STEPS: usize = 64;

/// How long a helping thread sleeps when it finds nothing to run.
pub(crate) const HELP_INTERVAL: Duration = Duration::from_micros(500);

/// How long it sleeps when it has found nothing for some time.
const LONGEST_HELP_INTERVAL: Duration = Duration::from_millis(16);

/// Blocks the calling thread until the object is complete. `wanted` are the tasks that it waits for, and `awaited` tells
/// what it waits for, for a report.
pub(crate) fn block_until_complete(object: &Object, wanted: Wanted<'_>, awaited: &dyn Fn() -> Awaited) -> Outcome {
    if let Some(outcome) = object.outcome() {
        return outcome;
    }
    trace::note(Event::AwaitBegin(std::ptr::from_ref(object).addr()));
    let outcome = wait_slowly(object, wanted, awaited);
    trace::note(Event::AwaitEnd);
    outcome
}

fn wait_slowly(object: &Object, wanted: Wanted<'_>, awaited: &dyn Fn() -> Awaited) -> Outcome {
    local::with(publish_again);
    if local::with(workerless::drives) {
        return workerless::drive_until_complete(object, wanted, awaited);
    }
    wait_for_workers(object, wanted, awaited)
}

/// Waits on a thread that drives no runtime.
fn wait_for_workers(object: &Object, wanted: Wanted<'_>, awaited: &dyn Fn() -> Awaited) -> Outcome {
    with_current(|context| match context {
        Some(context) if context.scheduler.without_workers().is_some() => {
            // The host's thread may be a worker of another runtime.
            workerless::block_in_host(context, object, wanted, || wait_for_workers(object, wanted, awaited))
        }
        Some(context) => context
            .run_awaited(object, wanted)
            .or_else(|| spin(object))
            .unwrap_or_else(|| block_with(object, &context.parker, |waiter| context.block(waiter, awaited))),
        None => spin(object).unwrap_or_else(|| {
            let parker = Parker::new();
            block_with(object, &parker, |waiter| {
                stuck::watch(awaited, &parker, waiter, 0);
                park_until_done(&parker, waiter);
            })
        }),
    })
}

fn spin(object: &Object) -> Option<Outcome> {
    let backoff = Backoff::new();
    loop {
        if let Some(outcome) = object.outcome() {
            return Some(outcome);
        }
        if backoff.is_completed() {
            return None;
        }
        backoff.snooze();
    }
}

fn block_with(object: &Object, parker: &Parker, sleep: impl FnOnce(&Waiter)) -> Outcome {
    let waiter = Waiter::on_stack(parker.unparker().clone());
    // SAFETY: the waiter outlives its registration: `sleep` returns only after it was fired.
    match unsafe { object.register(NonNull::from(&waiter)) } {
        Registration::Complete(outcome) => return outcome,
        Registration::Registered => sleep(&waiter),
    }
    match object.outcome() {
        Some(outcome) => outcome,
        None => unreachable!("a waiter was fired before its object was complete"),
    }
}

/// Calls a function that blocks the thread for something other than a token, value or group: a channel, a lock, a read. In a
/// task, another thread takes the worker's place meanwhile, so that other tasks go on. This costs a few microseconds, more
/// if the thread has to be started. If a [maximum number of threads](crate::RuntimeBuilder::max_threads) is set and reached, or
/// the runtime has no workers, the function is merely called; a pool of the host is told by
/// [`Executor::block`](crate::Executor::block). Outside of tasks, too, it is merely called.
///
/// ```
/// use std::sync::mpsc;
/// use asyncir_runtime::{Runtime, block_in_place};
///
/// let runtime = Runtime::builder().num_workers(1).build()?;
/// let (sender, receiver) = mpsc::channel();
/// let received = runtime.spawn(move || block_in_place(|| receiver.recv()));
/// let sent = runtime.spawn(move || sender.send(7)); // runs although the only worker is blocked
/// assert_eq!(received.wait()?, Ok(7));
/// # sent.wait()?.unwrap();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn block_in_place<R>(wait: impl FnOnce() -> R) -> R {
    local::with(publish_again);
    let in_task = with_current(|context| context.is_some_and(ThreadContext::acts_for_scheduler));
    if !in_task {
        // The function may make the thread the guest of another runtime, so no context may be in use here.
        return wait();
    }
    with_current(|context| match context {
        Some(context) => context.block_in_place(wait),
        None => wait(),
    })
}

fn park_until_done(parker: &Parker, waiter: &Waiter) {
    while !waiter.is_done() {
        parker.park();
    }
}

impl ThreadContext {
    /// Runs those of this thread's tasks that the object waits for, and what these wait for.
    fn run_awaited(&self, object: &Object, wanted: Wanted<'_>) -> Option<Outcome> {
        while self.has_stack()
            && let Some(task) = self.take_awaited(|key| wanted.has(key))
        {
            let waits = local::with(|local| local.chain.run(task, |task| self.run(task)));
            if let Some(outcome) = object.outcome() {
                return Some(outcome);
            }
            if waits && let Some(outcome) = self.run_chain(object, wanted, task) {
                return Some(outcome);
            }
        }
        None
    }

    /// Runs what an awaited task waits for that was suspended, and then that task again.
    #[cold]
    fn run_chain(&self, object: &Object, wanted: Wanted<'_>, suspended: Task) -> Option<Outcome> {
        let mut chain = local::with(|local| Chain::new(local, suspended));
        let mut left = if self.is_guest() { GUEST_STEPS } else { usize::MAX };
        while self.has_stack()
            && left > 0
            && let Some(task) = self.take_awaited(|key| wanted.has(key) || chain.fits(key))
        {
            left -= 1;
            local::with(|local| chain.run(local, task, |task| self.run(task)));
            if let Some(outcome) = object.outcome() {
                return Some(outcome);
            }
        }
        None
    }

    fn block(&self, waiter: &Waiter, awaited: &dyn Fn() -> Awaited) {
        let blocking = self.begin_blocking();
        if self.is_guest() {
            stuck::watch(awaited, &self.parker, waiter, blocking.tasks);
        } else if self.holds_place() {
            self.publish_next();
            if !self.sleep_with_place(waiter) {
                self.give_up_place(waiter);
            }
        }
        park_until_done(&self.parker, waiter);
    }

    /// Calls a function that blocks the thread in a task. All who could make up for that are told.
    fn block_in_place<R>(&self, wait: impl FnOnce() -> R) -> R {
        let has_workers = |context: &&Self| context.scheduler.without_workers().is_none();
        self.chain().filter(has_workers).for_each(Self::leave_place);
        match self.host() {
            Some((context, host)) => workerless::block_host(context, host, || self.as_current(wait)),
            None => wait(),
        }
    }

    /// Waits until all other tasks of the runtime have ended or block. If the thread drives the runtime, it runs the tasks
    /// that were queued when it had queued so many, or later: others may wait for what lies beneath on the stack. Tasks of a
    /// host's pool are not waited for. Gives `false` if the stack is too short for that.
    pub(crate) fn wait_for_others(&self, queued: u64) -> bool {
        if let Some(workerless) = self.scheduler.without_workers() {
            return !workerless.is_driven() || self.run_tasks_since(workerless, queued);
        }
        let _blocking = self.begin_blocking();
        self.publish_next();
        let mut before = None;
        loop {
            let now = self.scheduler.counters().task_counts();
            // A task that goes on after an await shows at one of two readings.
            if now.all_block() && before == Some(now) {
                return true;
            }
            before = Some(now);
            if !self.holds_place() || !self.hand_over_or_help() {
                self.parker.park_timeout(2 * HELP_INTERVAL);
            }
        }
    }

    /// Runs what was queued since then; gives `false` if the stack is too short.
    fn run_tasks_since(&self, workerless: &Workerless, mut queued: u64) -> bool {
        while self.has_stack() {
            let Some(task) = workerless.take_since(&mut queued) else {
                return true;
            };
            workerless::run(&self.scheduler, task);
        }
        false
    }

    /// Hands the place over, if the thread has one and another thread can take it. A guest's queue is none.
    fn leave_place(&self) {
        self.publish_next();
        if self.holds_place() {
            self.hand_over(!self.scheduler.config().is_capped);
        }
    }

    /// Hands the place over, beyond the maximum of threads if that is allowed. Returns whether the thread had one and another
    /// thread has it now.
    fn hand_over(&self, beyond_cap: bool) -> bool {
        let Some(place) = self.take_place() else {
            return false;
        };
        match self.scheduler.hand_over(place, beyond_cap) {
            HandOver::Taken => true,
            HandOver::Refused(place) => {
                self.put_place(place);
                false
            }
        }
    }

    /// Waits for the hand-over delay. Returns whether the wait is over.
    fn sleep_with_place(&self, waiter: &Waiter) -> bool {
        let scheduler = &self.scheduler;
        let blocked = scheduler.blocked().fetch_add(1, Ordering::Relaxed) + 1;
        let alone = blocked >= scheduler.config().workers;
        if !(alone && scheduler.has_work()) {
            let deadline = Instant::now() + scheduler.config().hand_over_delay;
            while !waiter.is_done() && Instant::now() < deadline {
                self.parker.park_deadline(deadline);
            }
        }
        scheduler.blocked().fetch_sub(1, Ordering::Relaxed);
        waiter.is_done()
    }

    /// Hands the place over, and runs other tasks until that succeeds or the wait is over.
    fn give_up_place(&self, waiter: &Waiter) {
        let mut pause = HELP_INTERVAL;
        while !waiter.is_done() && self.holds_place() {
            if self.hand_over_or_help() {
                pause = HELP_INTERVAL;
            } else {
                self.parker.park_timeout(pause);
                pause = (2 * pause).min(LONGEST_HELP_INTERVAL);
            }
        }
    }

    /// Hands the place over, or else runs another task. Returns whether one of the two was possible.
    fn hand_over_or_help(&self) -> bool {
        let has_stack = self.has_stack();
        let beyond_cap = self.helping.get() >= MAX_HELPING || !has_stack;
        if self.hand_over(beyond_cap) {
            return true;
        }
        if !self.scheduler.config().is_capped && self.hand_over_late() {
            return true;
        }
        if !has_stack {
            return false;
        }
        let Some(task) = self.next_task().or_else(|| self.steal()) else {
            return false;
        };
        self.helping.set(self.helping.get() + 1);
        self.run(task);
        self.helping.set(self.helping.get() - 1);
        true
    }

    /// Hands the place over although there are many threads, after a moment in which they may get on. Returns whether that was
    /// possible.
    #[cold]
    fn hand_over_late(&self) -> bool {
        self.parker.park_timeout(HELP_INTERVAL);
        self.hand_over(true)
    }

    /// What a thread does for its own runtime while it waits and drives others: it runs a task that it waits for, or else
    /// hands its place over. Returns whether there was something to do.
    pub(crate) fn make_way(&self, wanted: Wanted<'_>) -> bool {
        let awaited = match self.scheduler.without_workers() {
            _ if !self.has_stack() => None,
            Some(workerless) => workerless.take_wanted(wanted),
            None => self.take_awaited(|key| wanted.has(key)),
        };
        if let Some(task) = awaited {
            self.run(task);
            return true;
        }
        self.publish_next();
        self.holds_place() && self.hand_over_or_help()
    }
}
