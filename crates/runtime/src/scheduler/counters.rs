//! Counts tasks that entered and left the scheduler, to tell when none is queued or running.
//!
//! Each worker place has its own pair of counters, written only by the thread that holds the place;
//! other threads share one pair. A reader sums the finished ones first and the started ones second.
//! Both only grow, and a task's start is counted before it is queued, hence visible to whoever sees
//! its end. So if the two sums are equal, there was a moment between the two readings at which
//! nothing was queued or running.

use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam_utils::CachePadded;

#[derive(Debug, Default)]
struct Counts {
    started: AtomicU64,
    finished: AtomicU64,
    steals: AtomicU64,
    parks: AtomicU64,
}

/// What a runtime did so far ([`Runtime::stats`](crate::Runtime::stats)). While it works, the numbers are
/// those of slightly different moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Tasks that were queued; a coroutine counts anew each time that it is resumed from a queue.
    pub tasks_queued: u64,
    /// Tasks that ran until they ended or suspended.
    pub tasks_run: u64,
    /// How often a worker took tasks from another queue than its own.
    pub steals: u64,
    /// How often a thread took over a part of a parallel loop from another.
    pub splits: u64,
    /// How often a worker went to sleep for want of tasks.
    pub parks: u64,
    /// How often a blocked worker's place was given to another thread.
    pub hand_overs: u64,
    /// Threads that exist now.
    pub threads: usize,
    /// Tokens, values and groups of the whole process that exist now.
    pub live_objects: usize,
}

#[derive(Debug)]
pub(crate) struct Counters {
    places: Box<[CachePadded<Counts>]>,
    shared: CachePadded<Counts>,
    splits: CachePadded<AtomicU64>,
    /// Tasks that block in an await now.
    blocking: AtomicU64,
}

/// How many tasks were queued and run so far, and how many block now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TaskCounts {
    pub(crate) queued: u64,
    pub(crate) run: u64,
    pub(crate) blocking: u64,
}

impl TaskCounts {
    /// Whether no task is queued, and those that run block.
    pub(crate) fn all_block(&self) -> bool {
        self.queued.wrapping_sub(self.run) == self.blocking
    }
}

impl Counters {
    pub(crate) fn new(places: usize) -> Self {
        let places = (0..places).map(|_| CachePadded::default()).collect();
        Self {
            places,
            shared: CachePadded::default(),
            splits: CachePadded::default(),
            blocking: AtomicU64::new(0),
        }
    }

    /// To be called before the task is queued. `place` is the worker place that the calling thread
    /// holds.
    #[inline]
    pub(crate) fn started(&self, place: Option<usize>) {
        match place {
            Some(place) => increment_own(&self.places[place].started),
            None => drop(self.shared.started.fetch_add(1, Ordering::Release)),
        }
    }

    /// To be called after the task returned.
    #[inline]
    pub(crate) fn finished(&self, place: Option<usize>) {
        match place {
            Some(place) => increment_own(&self.places[place].finished),
            None => drop(self.shared.finished.fetch_add(1, Ordering::Release)),
        }
    }

    /// How many tasks were started at a place. For hints only.
    pub(crate) fn started_at(&self, place: usize) -> u64 {
        self.places[place].started.load(Ordering::Relaxed)
    }

    /// To be called by the thread that holds the place.
    pub(crate) fn stole(&self, place: usize) {
        increment_own(&self.places[place].steals);
    }

    /// To be called by the thread that holds the place.
    pub(crate) fn parked(&self, place: usize) {
        increment_own(&self.places[place].parks);
    }

    pub(crate) fn split(&self) {
        self.splits.fetch_add(1, Ordering::Relaxed);
    }

    /// The counts of this module; the others are zero.
    pub(crate) fn stats(&self) -> Stats {
        Stats {
            tasks_run: self.sum(|counts| &counts.finished),
            tasks_queued: self.sum(|counts| &counts.started),
            steals: self.sum(|counts| &counts.steals),
            splits: self.splits.load(Ordering::Relaxed),
            parks: self.sum(|counts| &counts.parks),
            ..Stats::default()
        }
    }

    /// To be called before a thread blocks in an await, with the number of tasks that wait for it to go on.
    pub(crate) fn begin_blocking(&self, tasks: u64) {
        self.blocking.fetch_add(tasks, Ordering::Relaxed);
    }

    /// To be called when the thread goes on.
    pub(crate) fn end_blocking(&self, tasks: u64) {
        self.blocking.fetch_sub(tasks, Ordering::Relaxed);
    }

    /// The numbers of slightly different moments, in the order that the module says.
    pub(crate) fn task_counts(&self) -> TaskCounts {
        let run = self.sum(|counts| &counts.finished);
        let queued = self.sum(|counts| &counts.started);
        let blocking = self.blocking.load(Ordering::Relaxed);
        TaskCounts { queued, run, blocking }
    }

    pub(crate) fn is_quiet(&self) -> bool {
        let counts = self.task_counts();
        counts.run == counts.queued
    }

    fn sum(&self, field: impl Fn(&Counts) -> &AtomicU64) -> u64 {
        let places = self.places.iter().map(|counts| field(counts).load(Ordering::Acquire));
        places.fold(field(&self.shared).load(Ordering::Acquire), u64::wrapping_add)
    }
}

/// An increment without a locked instruction: one thread at a time writes the counter, and places
/// change hands under a mutex.
#[inline]
fn increment_own(counter: &AtomicU64) {
    counter.store(counter.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
}
