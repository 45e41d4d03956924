//! Which workers search for tasks and which are parked, so that no task is overlooked and few
//! threads are woken.
//!
//! # Protocol
//!
//! One word counts searching and parked workers.
//!
//! * Whoever queues a task, or moves tasks to another queue, does so *first*, then reads the word, with
//!   a sequentially consistent fence in between. If somebody is parked and nobody searches, it wakes one worker, and counts
//!   it as searching on its behalf: further tasks queued meanwhile wake nobody else.
//! * A worker that finds a task stops searching; if it was the last searcher and there is more to
//!   do, it wakes another.
//! * A worker that finds nothing parks: it moves itself from searching to parked *first*, then
//!   looks at all queues once more, with a fence in between.
//!
//! # Why no wake-up is lost
//!
//! Let a task be queued, and let the reader of the word decide not to wake anybody. Either it saw
//! nobody parked: then each worker that parks later looks at the queues after it changed the word,
//! and by the two fences it sees the task. Or it saw a searcher. That searcher later changes the
//! word, either to park (it then sees the task as above) or because it found a task (if it is the
//! last one it then looks at all queues, again after a fence, and wakes another worker if it sees
//! the task; if it is not the last one, the argument repeats for the others that search).
//!
//! The list of parked workers is guarded by a mutex, under which nothing but the list and the word
//! is touched.

use std::sync::atomic::{AtomicBool, Ordering as StdOrdering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossbeam_utils::sync::{Parker, Unparker};

use crate::parallel_for::pace::Idle;
use crate::sync::{AtomicU64, Ordering, fence};

const SEARCHER: u64 = 1;
const PARKED: u64 = 1 << 32;

/// The counts of searching and parked workers.
#[derive(Debug)]
pub(crate) struct IdleWord(AtomicU64);

impl IdleWord {
    pub(crate) fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// To be called after queueing a task: whether somebody has to be woken.
    #[inline]
    pub(crate) fn needs_wake(&self) -> bool {
        fence(Ordering::SeqCst);
        let word = self.0.load(Ordering::Relaxed);
        word >= PARKED && word.is_multiple_of(PARKED)
    }

    /// Who could take on more work, at some moment, if `taken` of the processors that workers do not use are in use.
    #[inline]
    pub(crate) fn idle(&self, taken: u64) -> Idle {
        let word = self.0.load(Ordering::Relaxed);
        let (searching, parked) = (word % PARKED, word / PARKED);
        if searching + parked <= taken {
            Idle::Nobody
        } else if searching > 0 {
            Idle::Searching
        } else {
            Idle::Parked
        }
    }

    /// How many workers look for tasks, and find a processor for them, at some moment.
    #[inline]
    pub(crate) fn num_searching(&self, taken: u64) -> usize {
        let word = self.0.load(Ordering::Relaxed);
        let (searching, parked) = (word % PARKED, word / PARKED);
        searching.min((searching + parked).saturating_sub(taken)) as usize
    }

    fn has_parked(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= PARKED
    }

    pub(crate) fn start_search(&self) {
        self.0.fetch_add(SEARCHER, Ordering::SeqCst);
    }

    /// Returns whether this was the last searcher; then it has to look at the queues once more.
    pub(crate) fn stop_search(&self) -> bool {
        let before = self.0.fetch_sub(SEARCHER, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        before % PARKED == SEARCHER
    }

    /// To be followed by one more look at the queues.
    pub(crate) fn search_to_parked(&self) {
        self.0.fetch_add(PARKED - SEARCHER, Ordering::SeqCst);
        fence(Ordering::SeqCst);
    }

    pub(crate) fn parked_to_search(&self) {
        self.0.fetch_sub(PARKED - SEARCHER, Ordering::SeqCst);
    }
}

/// What wakes a worker that parks for want of tasks.
#[derive(Debug)]
pub(crate) struct WorkerSleepState {
    woken: AtomicBool,
    unparker: Unparker,
}

impl WorkerSleepState {
    pub(crate) fn new(parker: &Parker) -> Arc<Self> {
        Arc::new(Self {
            woken: AtomicBool::new(false),
            unparker: parker.unparker().clone(),
        })
    }
}

#[derive(Debug)]
pub(crate) struct Sleep {
    word: IdleWord,
    /// How many threads run iterations of parallel loops that are not workers.
    outsiders: AtomicU64,
    parked: Mutex<Vec<Arc<WorkerSleepState>>>,
}

impl Sleep {
    pub(crate) fn new() -> Self {
        Self {
            word: IdleWord::new(),
            outsiders: AtomicU64::new(0),
            parked: Mutex::new(Vec::new()),
        }
    }

    /// To be called after queueing a task.
    #[inline]
    pub(crate) fn task_queued(&self) {
        if self.word.needs_wake() {
            self.wake_one();
        }
    }

    /// Who could take on more of a parallel loop.
    #[inline]
    pub(crate) fn idle(&self) -> Idle {
        self.word.idle(self.outsiders.load(Ordering::Relaxed))
    }

    /// How many workers look for tasks, and could take on more of a parallel loop.
    #[inline]
    pub(crate) fn num_searching(&self) -> usize {
        self.word.num_searching(self.outsiders.load(Ordering::Relaxed))
    }

    pub(crate) fn add_outsider(&self) {
        self.outsiders.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn remove_outsider(&self) {
        self.outsiders.fetch_sub(1, Ordering::Relaxed);
    }

    #[cfg(all(test, not(loom)))]
    pub(crate) fn has_parked(&self) -> bool {
        self.word.has_parked()
    }

    pub(crate) fn start_search(&self) {
        self.word.start_search();
    }

    pub(crate) fn stop_search(&self, more_to_do: impl FnOnce() -> bool) {
        if self.word.stop_search() && self.word.has_parked() && more_to_do() {
            self.wake_one();
        }
    }

    /// Parks a searching worker until it is woken, unless `has_work` is true after it announced
    /// itself. Returns searching.
    pub(crate) fn park(&self, worker: &Arc<WorkerSleepState>, parker: &Parker, has_work: impl FnOnce() -> bool) {
        worker.woken.store(false, StdOrdering::Relaxed);
        {
            let mut parked = self.lock();
            parked.push(worker.clone());
            self.word.search_to_parked();
        }
        if has_work() {
            let mut parked = self.lock();
            if let Some(index) = parked.iter().position(|other| Arc::ptr_eq(other, worker)) {
                parked.swap_remove(index);
                self.word.parked_to_search();
                return;
            }
            // Somebody is waking this worker already, and has counted it as searching.
        }
        while !worker.woken.load(StdOrdering::Acquire) {
            parker.park();
        }
    }

    fn wake_one(&self) {
        let worker = {
            let mut parked = self.lock();
            let Some(worker) = parked.pop() else { return };
            self.word.parked_to_search();
            worker
        };
        worker.woken.store(true, StdOrdering::Release);
        worker.unparker.unpark();
    }

    pub(crate) fn wake_all(&self) {
        let woken = {
            let mut parked = self.lock();
            for _ in parked.iter() {
                self.word.parked_to_search();
            }
            std::mem::take(&mut *parked)
        };
        for worker in woken {
            worker.woken.store(true, StdOrdering::Release);
            worker.unparker.unpark();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<WorkerSleepState>>> {
        self.parked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn workers_whose_processors_are_taken_are_not_idle() {
        let word = IdleWord::new();
        assert_eq!((word.idle(0), word.num_searching(0)), (Idle::Nobody, 0));
        (0..3).for_each(|_| word.start_search());
        word.search_to_parked();
        assert_eq!((word.idle(0), word.num_searching(0)), (Idle::Searching, 2));
        assert_eq!((word.idle(2), word.num_searching(2)), (Idle::Searching, 1));
        assert_eq!((word.idle(3), word.num_searching(3)), (Idle::Nobody, 0));
        word.search_to_parked();
        word.search_to_parked();
        assert_eq!((word.idle(2), word.num_searching(2)), (Idle::Parked, 0));
        assert_eq!((word.idle(9), word.num_searching(9)), (Idle::Nobody, 0));
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicUsize, Ordering};
    use loom::thread;

    use super::IdleWord;

    /// A worker that finds the queue empty and parks, against a thread that queues one task.
    #[test]
    fn loom_a_queued_task_is_seen_or_wakes_somebody() {
        loom::model(|| {
            let shared = Arc::new((IdleWord::new(), AtomicUsize::new(0)));
            let other = shared.clone();
            let producer = thread::spawn(move || {
                other.1.store(1, Ordering::Release);
                other.0.needs_wake()
            });
            shared.0.start_search();
            let mut seen = shared.1.load(Ordering::Acquire) == 1;
            if seen {
                let _ = shared.0.stop_search();
            } else {
                shared.0.search_to_parked();
                seen = shared.1.load(Ordering::Acquire) == 1;
            }
            let woken = producer.join().unwrap();
            assert!(seen || woken, "the task is overlooked");
        });
    }

    /// A worker that moves a task to its own queue, in which it is nowhere for a moment, against one that parks. The latter
    /// sees the task in one of the two places, or is woken for it.
    #[test]
    fn loom_a_task_that_is_moved_is_seen_or_wakes_somebody() {
        loom::model(|| {
            let shared = Arc::new((IdleWord::new(), AtomicUsize::new(1), AtomicUsize::new(0)));
            let other = shared.clone();
            let mover = thread::spawn(move || {
                let (word, from, to) = &*other;
                if from.swap(0, Ordering::AcqRel) == 0 {
                    return false;
                }
                to.store(1, Ordering::Release);
                word.needs_wake()
            });
            let (word, from, to) = &*shared;
            let take = || from.swap(0, Ordering::AcqRel) == 1;
            let look = || from.load(Ordering::Acquire) == 1 || to.load(Ordering::Acquire) == 1;
            word.start_search();
            let mut seen = take();
            if seen {
                let _ = word.stop_search();
            } else {
                word.search_to_parked();
                seen = look();
            }
            let woken = mover.join().unwrap();
            assert!(seen || woken, "the task is overlooked");
        });
    }

    /// Two tasks, two workers; the first is searching. The second task is seen by whoever ends the
    /// search.
    #[test]
    fn loom_the_last_searcher_looks_again() {
        loom::model(|| {
            let shared = Arc::new((IdleWord::new(), AtomicUsize::new(0)));
            shared.0.start_search();
            shared.0.start_search();
            shared.0.search_to_parked();
            let other = shared.clone();
            let producer = thread::spawn(move || {
                other.1.store(1, Ordering::Release);
                other.0.needs_wake()
            });
            // The searcher found some other task.
            let last = shared.0.stop_search();
            let seen = last && shared.1.load(Ordering::Acquire) == 1;
            let woken = producer.join().unwrap();
            assert!(seen || woken, "the task is overlooked");
        });
    }
}
