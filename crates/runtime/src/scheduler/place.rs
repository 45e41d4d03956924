//! A worker place: the queues that make a thread a worker, and how tasks are taken out of them.
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
//! So that tasks that make each other ready, or queue others, cannot keep the rest from running for
//! ever, it begins with the shared queue every 61st time, and about once a millisecond with the oldest
//! task of a queue that is in turn: the shared one, its own, or another thread's. (The oldest of a
//! tree's tasks has most of the tree behind it, so to take it more often would cost memory.)

use crossbeam_deque::{Steal, Worker};
use smallvec::SmallVec;

use super::Scheduler;
use super::deque::Deque;
use super::fairness::{Fairness, Turn};
use super::steal_backoff::StealBackoff;
use super::task::Task;
use crate::clock;
use crate::local::Key;
use crate::trace::{self, Event};

/// How many of its own tasks a thread looks through for the one that it awaits.
const LOOK_THROUGH: usize = 16;

/// How many tasks at most come from the shared queue at once.
const BATCH: usize = 32;

/// From how many tasks on a thief takes several at once. Of few, the oldest is likely the one with most work behind it, and
/// who queued the others is likely to wait for them soon: what is in its own queue, it can run itself.
const FEW: usize = 32;

/// A worker place.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) index: usize,
    pub(crate) queue: Deque,
    /// Where tasks from the shared queue arrive. It is empty between calls.
    inbox: Worker<Task>,
    next: Option<Task>,
    fairness: Fairness,
    random: u32,
}

impl Place {
    pub(crate) fn new(index: usize) -> Self {
        // Any seed but zero will do; it only spreads the order in which victims are tried.
        let random = (index as u32).wrapping_mul(0x9e37_79b9) | 1;
        Self {
            index,
            queue: Deque::new(),
            inbox: Worker::new_fifo(),
            next: None,
            fairness: Fairness::new(),
            random,
        }
    }

    fn next_random(&mut self) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        self.random
    }

    pub(super) fn next_task(&mut self, scheduler: &Scheduler) -> Option<Task> {
        if self.fairness.is_due()
            && let Some(task) = self.fair_task(scheduler)
        {
            return Some(task);
        }
        self.next.take().or_else(|| self.queue.pop())
    }

    /// A task that would perhaps never be taken otherwise.
    #[cold]
    fn fair_task(&mut self, scheduler: &Scheduler) -> Option<Task> {
        if !self.fairness.is_time_for_a_turn(clock::now()) {
            return self.steal_shared(scheduler);
        }
        // Whose queue is empty makes way for the next one.
        (0..Turn::COUNT).find_map(|_| match self.fairness.next_turn() {
            Turn::Shared => self.steal_shared(scheduler),
            Turn::Own => self.oldest(),
            Turn::Others => self.oldest_of_another(scheduler),
        })
    }

    /// The oldest task of the own queue.
    fn oldest(&self) -> Option<Task> {
        let own = self.queue.stealer();
        retry(|| own.steal())
    }

    /// The oldest task of the first queue that has one, from any on.
    fn oldest_of_another(&mut self, scheduler: &Scheduler) -> Option<Task> {
        let task = self.others(scheduler).find_map(|victim| {
            let stealer = scheduler.stealer(victim)?;
            retry(|| stealer.steal())
        })?;
        scheduler.counters().stole(self.index);
        trace::note(Event::Steal);
        Some(task)
    }

    /// The other places, from any on.
    fn others(&mut self, scheduler: &Scheduler) -> impl Iterator<Item = usize> + use<> {
        let (own, victims) = (self.index, scheduler.num_queues());
        let start = self.next_random() as usize % victims;
        (0..victims)
            .map(move |offset| (start + offset) % victims)
            .filter(move |&victim| victim != own)
    }

    pub(super) fn steal(&mut self, scheduler: &Scheduler, backoff: Option<&mut StealBackoff>) -> Option<Task> {
        self.steal_shared(scheduler)
            .or_else(|| self.steal_from_others(scheduler, backoff))
    }

    /// Puts a task into the `next` slot. Says whether one that was there moved to the queue.
    pub(super) fn put_next(&mut self, task: Task) -> bool {
        let displaced = self.next.replace(task);
        displaced.map(|displaced| self.queue.push(displaced)).is_some()
    }

    /// Moves the task in the `next` slot to the queue. Says whether there was one.
    pub(super) fn publish_next(&mut self) -> bool {
        self.next.take().map(|task| self.queue.push(task)).is_some()
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
        self.others(scheduler).find_map(|victim| {
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
    pub(super) fn take_own(&mut self, fits: impl Fn(Key) -> bool) -> (Option<Task>, bool) {
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

fn retry(mut attempt: impl FnMut() -> Steal<Task>) -> Option<Task> {
    loop {
        match attempt() {
            Steal::Success(task) => return Some(task),
            Steal::Empty => return None,
            Steal::Retry => std::hint::spin_loop(),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
