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
struct Pair {
    started: AtomicU64,
    finished: AtomicU64,
}

#[derive(Debug)]
pub(crate) struct Counters {
    places: Box<[CachePadded<Pair>]>,
    shared: CachePadded<Pair>,
}

impl Counters {
    pub(crate) fn new(places: usize) -> Self {
        let places = (0..places).map(|_| CachePadded::default()).collect();
        Self {
            places,
            shared: CachePadded::default(),
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

    pub(crate) fn is_quiet(&self) -> bool {
        let finished = self.sum(|pair| &pair.finished);
        let started = self.sum(|pair| &pair.started);
        finished == started
    }

    fn sum(&self, field: impl Fn(&Pair) -> &AtomicU64) -> u64 {
        let places = self.places.iter().map(|pair| field(pair).load(Ordering::Acquire));
        places.fold(field(&self.shared).load(Ordering::Acquire), u64::wrapping_add)
    }
}

/// An increment without a locked instruction: one thread at a time writes the counter, and places
/// change hands under a mutex.
#[inline]
fn increment_own(counter: &AtomicU64) {
    counter.store(counter.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
}
