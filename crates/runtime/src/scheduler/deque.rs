//! The queue of a worker place. Its owner puts tasks in and takes the newest out; others steal the oldest.
//!
//! This is the deque of Chase and Lev (2005), with the memory orderings of Lê, Pop, Cohen and Zappa Nardelli (2013).
//! `crossbeam_deque` is the same structure. With tasks as small as those of this runtime, trees of tokens take 1.4 times as
//! long with it and joins 1.6 times, for these reasons:
//!
//! * Here, each end has a cache line of its own, so that a thief who moves one end does not take the other one away from the
//!   owner.
//! * The owner remembers how far thieves have come at least (`top_seen`), and looks again only when the buffer seems to be
//!   full. So putting a task in reads nothing that thieves write.
//! * A task is written and read word by word. A processor hands on what it has just written only to reads of the same size.
//! * Thieves count themselves while they use a buffer, instead of pinning an epoch.
//!
//! # Safety argument
//!
//! *Each task leaves once.* Tasks are numbered without end: `top` is the number of the oldest one, `bottom` is the number that
//! the next one gets. `top` only grows, by exchanges, each of which one thread wins; the winner has the task that `top` was.
//! The owner takes task `b` without an exchange only if it saw `top < b` after it had lowered `bottom` to `b` and passed a
//! sequentially consistent fence. A thief reads `top`, passes such a fence, and then reads `bottom`. If the owner's fence comes
//! first, the thief sees that `bottom` is at most `b`, and does not go for task `b`. If the thief's comes first, the owner sees
//! at least the `top` that the thief read: if this is `b`, the owner makes an exchange, too; if it is less, the thief goes for
//! an older task, and reads `bottom` anew before it goes for another.
//!
//! *What is taken was written.* `bottom` is written with release ordering, so a thief who sees a number below it sees the task.
//! A place is used again only when the owner knows that `top` is past it. A thief who reads it meanwhile gets a mixture of two
//! tasks, which is no data race, as the words are atomic; it loses its exchange and drops what it read.
//!
//! *Buffers live long enough.* A thief counts itself, passes the fence, and reads which buffer there is; it counts itself out
//! when it has read the task. The owner installs a new buffer, passes a fence, and frees earlier ones only if it counts nobody:
//! whoever counts itself later finds the new buffer.

use std::cell::Cell;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossbeam_deque::Steal;
use crossbeam_utils::CachePadded;

use super::task::{Task, TaskCell};
use crate::sync::{AtomicIsize, AtomicPtr, AtomicUsize, Ordering, fence};

/// The places of the smallest buffer.
const MIN_PLACES: usize = if cfg!(loom) { 2 } else { 64 };

/// How many tasks a thief takes at most.
const MAX_BATCH: usize = 32;

/// Places for tasks, a power of two of them. A task has the place of its number modulo their count.
struct Buffer(Box<[TaskCell]>);

impl Buffer {
    fn with_places(places: usize) -> Box<Self> {
        Box::new(Self((0..places).map(|_| TaskCell::default()).collect()))
    }

    fn places(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn place(&self, number: isize) -> &TaskCell {
        &self.0[number.cast_unsigned() & (self.0.len() - 1)]
    }
}

struct Shared {
    top: CachePadded<AtomicIsize>,
    bottom: CachePadded<AtomicIsize>,
    /// Owned by the deque.
    buffer: CachePadded<AtomicPtr<Buffer>>,
    /// How many thieves may use a buffer.
    thieves: AtomicUsize,
    /// Earlier buffers, which thieves may be using. Only the owner's side changes them.
    retired: Mutex<Vec<Retired>>,
}

/// A buffer that thieves may be using: so no box, which would be the only way to what it holds.
struct Retired(*mut Buffer);

// SAFETY: it owns the buffer, which may be freed on any thread.
unsafe impl Send for Retired {}

impl Drop for Retired {
    fn drop(&mut self) {
        // SAFETY: it comes from a box. Entries are dropped by `free_retired` only when it counted no thief after its fence
        // (see "Buffers live long enough"), or with the last reference to what owner and thieves share.
        drop(unsafe { Box::from_raw(self.0) });
    }
}

impl Shared {
    fn retired(&self) -> MutexGuard<'_, Vec<Retired>> {
        self.retired.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn len(&self) -> usize {
        let bottom = self.bottom.load(Ordering::Relaxed);
        let top = self.top.load(Ordering::Relaxed);
        usize::try_from(bottom - top).unwrap_or(0)
    }

    #[inline]
    fn take_oldest(&self, top: isize) -> bool {
        self.top
            .compare_exchange(top, top + 1, Ordering::SeqCst, Ordering::Relaxed)
            .is_ok()
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: it comes from a box, and the last reference is gone, so neither the owner nor a thief is left to use it.
        drop(unsafe { Box::from_raw(self.buffer.load(Ordering::Relaxed)) });
    }
}

/// The owner's end.
pub(crate) struct Deque {
    shared: Arc<Shared>,
    /// `top` is at least this.
    top_seen: Cell<isize>,
    /// Whether there is memory that an empty deque does not need.
    untidy: Cell<bool>,
}

/// The thieves' end.
pub(crate) struct Stealer(Arc<Shared>);

impl fmt::Debug for Deque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deque({} tasks)", self.len())
    }
}

impl fmt::Debug for Stealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stealer({} tasks)", self.len())
    }
}

impl Deque {
    pub(crate) fn new() -> Self {
        Self {
            shared: Arc::new(Shared {
                top: CachePadded::new(AtomicIsize::new(0)),
                bottom: CachePadded::new(AtomicIsize::new(0)),
                buffer: CachePadded::new(AtomicPtr::new(Box::into_raw(Buffer::with_places(MIN_PLACES)))),
                thieves: AtomicUsize::new(0),
                retired: Mutex::default(),
            }),
            top_seen: Cell::new(0),
            untidy: Cell::new(false),
        }
    }

    pub(crate) fn stealer(&self) -> Stealer {
        Stealer(self.shared.clone())
    }

    /// How many tasks there are, at some moment.
    pub(crate) fn len(&self) -> usize {
        self.shared.len()
    }

    #[inline]
    fn buffer(&self) -> &Buffer {
        // SAFETY: only `resize` retires it, on the owner's thread. No caller keeps the reference while it may run: `make_room`
        // runs before `push` borrows the buffer, and `resize` borrows it anew for each task.
        unsafe { &*self.shared.buffer.load(Ordering::Relaxed) }
    }

    /// Puts a task in. It is the newest one then.
    #[inline]
    pub(crate) fn push(&self, task: Task) {
        let bottom = self.shared.bottom.load(Ordering::Relaxed);
        if self.is_full(bottom) {
            self.make_room(bottom);
        }
        self.buffer().place(bottom).write(task);
        self.shared.bottom.store(bottom + 1, Ordering::Release);
    }

    /// Whether the buffer seems to have no place for task `bottom`.
    #[inline]
    fn is_full(&self, bottom: isize) -> bool {
        (bottom - self.top_seen.get()).cast_unsigned() >= self.buffer().places()
    }

    #[cold]
    fn make_room(&self, bottom: isize) {
        self.see_top();
        if self.is_full(bottom) {
            self.resize(bottom, 2 * self.buffer().places());
        }
    }

    fn see_top(&self) {
        self.top_seen.set(self.shared.top.load(Ordering::Acquire));
    }

    /// Moves the tasks to a buffer with so many places.
    fn resize(&self, bottom: isize, places: usize) {
        let fresh = Buffer::with_places(places);
        for number in self.top_seen.get()..bottom {
            fresh.place(number).write(self.buffer().place(number).read());
        }
        let old = self.shared.buffer.load(Ordering::Relaxed);
        self.shared.buffer.store(Box::into_raw(fresh), Ordering::Release);
        self.shared.retired().push(Retired(old));
        self.free_retired();
    }

    /// Frees earlier buffers, unless somebody may use them.
    fn free_retired(&self) {
        let mut retired = self.shared.retired();
        fence(Ordering::SeqCst);
        if self.shared.thieves.load(Ordering::Acquire) == 0 {
            retired.clear();
        }
        self.untidy
            .set(!retired.is_empty() || self.buffer().places() > MIN_PLACES);
    }

    /// Gives back memory when there are no tasks.
    #[inline]
    pub(crate) fn tidy(&self) {
        if self.untidy.get() {
            self.give_back_memory(self.shared.bottom.load(Ordering::Relaxed));
        }
    }

    #[cold]
    fn give_back_memory(&self, bottom: isize) {
        if self.buffer().places() > MIN_PLACES {
            self.top_seen.set(bottom);
            self.resize(bottom, MIN_PLACES);
        } else {
            self.free_retired();
        }
    }

    /// Takes the newest task out.
    #[inline]
    pub(crate) fn pop(&self) -> Option<Task> {
        let shared = &*self.shared;
        let newest = shared.bottom.load(Ordering::Relaxed) - 1;
        if newest < shared.top.load(Ordering::Relaxed) {
            self.tidy();
            return None;
        }
        shared.bottom.store(newest, Ordering::Release);
        fence(Ordering::SeqCst);
        let top = shared.top.load(Ordering::Relaxed);
        if top < newest {
            return Some(self.buffer().place(newest).read());
        }
        let task = (top == newest).then(|| self.buffer().place(newest).read());
        let task = task.filter(|_| shared.take_oldest(top));
        shared.bottom.store(newest + 1, Ordering::Release);
        task
    }
}

impl Stealer {
    /// How many tasks there are, at some moment.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes the oldest task.
    pub(crate) fn steal(&self) -> Steal<Task> {
        Visit::new(&self.0).steal()
    }

    /// Takes about half of the tasks, the oldest ones, and puts all of them but the first into another deque.
    pub(crate) fn steal_batch_and_pop(&self, to: &Deque) -> Steal<Task> {
        let more = (self.len() / 2).min(MAX_BATCH - 1);
        let visit = Visit::new(&self.0);
        let first = visit.steal();
        if first.is_success() {
            let others = (0..more).map_while(|_| visit.steal().success());
            others.for_each(|task| to.push(task));
        }
        first
    }
}

/// The time in which a thief may use a buffer.
struct Visit<'a>(&'a Shared);

impl<'a> Visit<'a> {
    fn new(shared: &'a Shared) -> Self {
        shared.thieves.fetch_add(1, Ordering::Relaxed);
        Self(shared)
    }

    fn steal(&self) -> Steal<Task> {
        let top = self.0.top.load(Ordering::Acquire);
        fence(Ordering::SeqCst);
        if top >= self.0.bottom.load(Ordering::Acquire) {
            return Steal::Empty;
        }
        // SAFETY: the owner frees no buffer that was there after this thief was counted.
        let buffer = unsafe { &*self.0.buffer.load(Ordering::Acquire) };
        let task = buffer.place(top).read();
        if self.0.take_oldest(top) {
            Steal::Success(task)
        } else {
            Steal::Retry
        }
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        self.0.thieves.fetch_sub(1, Ordering::Release);
    }
}

#[cfg(test)]
fn numbered(number: usize) -> Task {
    Task::noop().with_key(number as u64)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::atomic::AtomicU64;
    use std::thread;

    use super::*;

    fn keys(tasks: impl IntoIterator<Item = Task>) -> Vec<u64> {
        tasks.into_iter().map(|task| task.key()).collect()
    }

    fn filled(tasks: usize) -> (Deque, Stealer) {
        let deque = Deque::new();
        (0..tasks).map(numbered).for_each(|task| deque.push(task));
        let stealer = deque.stealer();
        (deque, stealer)
    }

    #[test]
    fn the_owner_takes_the_newest_and_thieves_the_oldest() {
        let (deque, stealer) = filled(200);
        assert_eq!(deque.pop().map(|task| task.key()), Some(199));
        assert_eq!(stealer.steal().success().map(|task| task.key()), Some(0));
        let other = Deque::new();
        let first = stealer.steal_batch_and_pop(&other).success();
        assert_eq!(first.map(|task| task.key()), Some(1));
        let batch = keys(std::iter::from_fn(|| other.pop()));
        assert_eq!(batch, (2..=32).rev().collect::<Vec<_>>());
        assert_eq!(
            keys(std::iter::from_fn(|| deque.pop())),
            (33..199).rev().collect::<Vec<_>>()
        );
        assert!(deque.pop().is_none() && stealer.steal().is_empty() && stealer.is_empty());
    }

    #[test]
    fn an_empty_deque_keeps_only_the_smallest_buffer() {
        let many = if cfg!(miri) { 200 } else { 10_000 };
        let (deque, stealer) = filled(many);
        assert!(deque.buffer().places() >= many);
        while stealer.steal().is_success() {}
        assert!(deque.pop().is_none());
        assert_eq!(deque.buffer().places(), MIN_PLACES);
        assert!(stealer.0.retired().is_empty() && !deque.untidy.get());

        let (deque, stealer) = filled(many);
        while stealer.steal().is_success() {}
        deque.tidy();
        assert_eq!(deque.buffer().places(), MIN_PLACES);
        deque.push(numbered(0));
        assert_eq!(stealer.steal().success().map(|task| task.key()), Some(0));
    }

    #[test]
    fn buffers_stay_while_a_thief_may_use_them() {
        let (deque, stealer) = filled(MIN_PLACES);
        let visit = Visit::new(&stealer.0);
        deque.push(numbered(MIN_PLACES));
        assert_eq!(stealer.0.retired().len(), 1);
        assert_eq!(visit.steal().success().map(|task| task.key()), Some(0));
        drop(visit);
        while deque.pop().is_some() {}
        assert!(stealer.0.retired().is_empty());
    }

    /// The owner puts in and takes out in bursts, so that the buffer grows and shrinks; two thieves steal, one of them in
    /// batches.
    #[test]
    fn each_task_leaves_once() {
        const TASKS: usize = if cfg!(miri) { 60 } else { 300_000 };
        let (deque, stealer) = filled(0);
        let left = AtomicUsize::new(TASKS);
        let taken: Vec<AtomicU64> = (0..TASKS).map(|_| AtomicU64::new(0)).collect();
        let take = |task: Task| {
            taken[task.key() as usize].fetch_add(1, Ordering::Relaxed);
            left.fetch_sub(1, Ordering::Relaxed);
        };
        let (take, left, stealer) = (&take, &left, &stealer);
        thread::scope(|scope| {
            for batches in [false, true] {
                scope.spawn(move || {
                    let own = Deque::new();
                    while left.load(Ordering::Relaxed) > 0 {
                        let stolen = if batches {
                            stealer.steal_batch_and_pop(&own)
                        } else {
                            stealer.steal()
                        };
                        stolen.success().into_iter().for_each(take);
                        std::iter::from_fn(|| own.pop()).for_each(take);
                    }
                });
            }
            let mut tasks = (0..TASKS).map(numbered);
            for burst in (0..).map(|round: usize| 1 << (round % 10)) {
                tasks.by_ref().take(burst).for_each(|task| deque.push(task));
                std::iter::from_fn(|| deque.pop()).take(burst / 2).for_each(take);
                if burst == 1 {
                    std::iter::from_fn(|| deque.pop()).for_each(take);
                }
                if left.load(Ordering::Relaxed) == 0 {
                    break;
                }
            }
        });
        assert!(taken.iter().all(|count| count.load(Ordering::Relaxed) == 1));
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use loom::thread;

    use super::*;

    /// Runs the owner's side of a deque with some tasks against thieves that steal once each. Each task leaves once.
    fn check(tasks: usize, thieves: usize, owner: fn(&Deque) -> Vec<Task>) {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(move || {
            let deque = Deque::new();
            (0..tasks).map(numbered).for_each(|task| deque.push(task));
            let thieves: Vec<_> = (0..thieves)
                .map(|_| {
                    let stealer = deque.stealer();
                    thread::spawn(move || stealer.steal().success())
                })
                .collect();
            let mut taken = owner(&deque);
            taken.extend(thieves.into_iter().filter_map(|thief| thief.join().unwrap()));
            taken.extend(std::iter::from_fn(|| deque.pop()));
            let mut keys: Vec<_> = taken.iter().map(Task::key).collect();
            keys.sort_unstable();
            let all: Vec<_> = (0..keys.len() as u64).collect();
            assert_eq!(keys, all, "a task was lost, or left twice");
            assert!(keys.len() >= tasks);
        });
    }

    #[test]
    fn loom_the_last_task_leaves_once() {
        check(1, 2, |deque| deque.pop().into_iter().collect());
    }

    #[test]
    fn loom_the_owner_and_thieves_meet() {
        check(2, 2, |deque| deque.pop().into_iter().collect());
    }

    /// The third task finds the buffer full.
    #[test]
    fn loom_a_thief_reads_the_buffer_that_is_replaced() {
        check(2, 1, |deque| {
            deque.push(numbered(2));
            deque.pop().into_iter().collect()
        });
    }

    /// The place of a stolen task is used again.
    #[test]
    fn loom_a_thief_is_overtaken() {
        check(2, 2, |deque| {
            deque.push(deque.pop().unwrap_or_else(|| numbered(2)));
            Vec::new()
        });
    }
}
