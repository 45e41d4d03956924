//! Decides how many iterations a participant of a loop takes at a time, and when to invite another thread.
//!
//! The overhead of a chunk is a compare-exchange on a cache line that other threads rarely access, and two readings of the
//! clock: some tens of nanoseconds. A chunk should take much longer than this, but much less time than the loop, because
//! other threads cannot steal from it. So chunks grow until one takes about 20 microseconds. A chunk never takes more than
//! half of the remaining iterations. If all iterations are known to be about the same work, it may take three quarters of them,
//! or all if they are few.

use crate::clock::TICKS_PER_MICROSECOND;

/// How long a chunk should take, in ticks.
const TARGET: u64 = 20 * TICKS_PER_MICROSECOND;

/// Longer chunks are multiples of this, so that a loop over memory begins at the same place in a cache line, and a
/// vectorised one ends without a rest.
pub(super) const ROUND: u64 = 64;

/// How long the shortest chunk should be, in ticks, if it is known how long iterations take: at the end, participants wait
/// for each other about as long.
const LEAST: u64 = TICKS_PER_MICROSECOND;

/// A rest that should take no longer than this, in ticks, is not split if iterations are about the same work: the data of what
/// a thief takes are in another cache.
const WHOLE: u64 = 6 * TICKS_PER_MICROSECOND;

/// How much later than the thread that shares a loop a worker that looks for work begins and ends, in ticks.
const JOIN: u64 = TICKS_PER_MICROSECOND;

/// How much longer than the last one a chunk may be.
const GROWTH: u64 = 8;

/// What has to be left of a loop, in ticks, to share it with a thread that is looking for work, as long as
/// it is not known that sharing this loop pays.
const WORTH_SHARING: u64 = 8 * TICKS_PER_MICROSECOND;

/// What has to be left of a loop, in ticks, to share it with a thread that is looking for work, if it is known that
/// sharing this loop pays, or to be found out.
const WORTH_SHARING_EAGERLY: u64 = TICKS_PER_MICROSECOND / 2;

/// How much work a thread has to have done or before it, in ticks, for each thread that it wakes. Waking costs
/// the waker about a fiftieth of it.
const WORTH_WAKING: u64 = 100 * TICKS_PER_MICROSECOND;

/// What is known of the iterations of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// Nothing, but what they took so far.
    Unknown,
    /// Each is about the same work.
    Steady,
    /// Nothing counts: somebody has chosen the size of chunks.
    Fixed,
}

/// The number of iterations in the chunks of one participant, which follows from measured time.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    chunk: u64,
    least: u64,
    work: Work,
    /// Ticks for 1024 iterations, by the last chunk; zero before the first.
    rate: u64,
}

/// Whether a worker is free to join a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// Every worker is busy.
    Nobody,
    /// A worker is looking for work.
    Searching,
    /// A worker is parked, and no other worker is looking for work.
    Parked,
}

/// Further facts about a loop that decide whether to share it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// An iteration takes long, or its time is not known.
    pub heavy: bool,
    /// Sharing the loop made it faster before, or is to be tried.
    pub eager: bool,
}

impl Pace {
    /// Starts with chunks of `first` iterations. Fewer iterations are not worth splitting.
    pub fn new(first: u64) -> Self {
        let first = rounded(first.max(1));
        Self {
            chunk: first,
            least: first,
            work: Work::Unknown,
            rate: 0,
        }
    }

    /// Starts with a measurement of an earlier run: `iterations` iterations, all about the same work, take `ticks`. So the
    /// loop can be shared before its first chunk is run.
    pub fn known(first: u64, iterations: u64, ticks: u64) -> Self {
        Self {
            least: fitting(LEAST, iterations, ticks),
            work: Work::Steady,
            rate: per_1024(ticks, iterations),
            ..Self::new(first)
        }
    }

    /// The pace for participants that join a loop with this pace. If the time of iterations is known, their chunks have the
    /// full length from the start.
    pub fn shared(mut self) -> Self {
        if self.work == Work::Steady {
            self.chunk = fitting(TARGET, 1024, self.rate);
        }
        self
    }

    /// Always takes chunks of `chunk` iterations.
    pub fn fixed(chunk: u64) -> Self {
        Self {
            work: Work::Fixed,
            chunk: chunk.max(1),
            least: chunk.max(1),
            rate: 0,
        }
    }

    /// The number of iterations to take next, out of those that remain.
    #[inline]
    pub fn next(&self, remaining: u64) -> u64 {
        let most = match self.work {
            Work::Unknown => remaining / 2,
            Work::Steady if self.estimate(remaining).is_some_and(|ticks| ticks <= WHOLE) => return remaining,
            Work::Steady => remaining - remaining / 4,
            Work::Fixed => return self.chunk.min(remaining),
        };
        let chunk = self.chunk.min(rounded(most).max(self.least));
        // A rest that is not worth a chunk of its own goes with this one.
        if remaining - chunk.min(remaining) <= self.least / 2 {
            remaining
        } else {
            chunk
        }
    }

    /// Does the same as [`Pace::next`] while no other thread can steal, so no iterations need to be left for others.
    #[inline]
    pub fn next_alone(&self, remaining: u64) -> u64 {
        if self.work != Work::Fixed && remaining.saturating_sub(self.chunk) <= self.least / 2 {
            return remaining;
        }
        self.chunk.min(remaining)
    }

    /// The minimum number of iterations that a thief takes, and that it leaves to its victim.
    #[inline]
    pub fn least(&self) -> u64 {
        self.least
    }

    /// The number of iterations that the thread which shares a loop runs until others have joined; zero if it is not known how
    /// long iterations take.
    pub fn before_others_join(&self) -> u64 {
        match self.work {
            Work::Steady => times_over(1024, JOIN, self.rate.max(1)),
            Work::Unknown | Work::Fixed => 0,
        }
    }

    /// Updates the pace with the measured time of a chunk.
    #[inline]
    pub fn ran(&mut self, iterations: u64, ticks: u64) {
        self.rate = per_1024(ticks, iterations);
        if self.work == Work::Fixed {
            return;
        }
        let most = iterations.saturating_mul(GROWTH).max(1);
        self.chunk = fitting(TARGET, iterations, ticks).min(rounded(most));
        self.least = self.least.min(self.chunk);
    }

    /// About how long the remaining iterations take, in ticks; nothing is known before the first chunk.
    fn estimate(&self, remaining: u64) -> Option<u64> {
        (self.rate > 0).then(|| times_over(self.rate, remaining, 1024))
    }

    /// Whether to consider an invitation at all. This is so if a worker is idle, or if iterations are `heavy`: then an
    /// invitation should be in the queue already when a worker becomes idle.
    #[inline]
    pub fn may_want_help(&self, idle: Idle, heavy: bool) -> bool {
        idle != Idle::Nobody || self.rate / 1024 >= WORTH_WAKING || (heavy && self.rate == 0)
    }

    /// Whether to invite one more participant. `unshared` is the work, in ticks, that the thread has done since it last woke
    /// a worker.
    #[inline]
    pub fn wants_help(&self, remaining: u64, idle: Idle, hints: Hints, unshared: u64) -> bool {
        if remaining == 0 || !self.may_want_help(idle, hints.heavy) {
            return false;
        }
        let worth_sharing = if hints.eager {
            WORTH_SHARING_EAGERLY
        } else {
            WORTH_SHARING
        };
        let Some(estimate) = self.estimate(remaining) else {
            return hints.heavy;
        };
        match idle {
            Idle::Searching => estimate >= worth_sharing,
            _ => estimate.saturating_add(unshared) >= WORTH_WAKING && estimate >= worth_sharing,
        }
    }
}

/// Rounded down to a multiple of [`ROUND`], if that is not zero.
fn rounded(iterations: u64) -> u64 {
    if iterations < ROUND {
        iterations
    } else {
        iterations & !(ROUND - 1)
    }
}

/// How many iterations take `target` ticks if `iterations` take `ticks`: at least one.
fn fitting(target: u64, iterations: u64, ticks: u64) -> u64 {
    rounded(times_over(iterations, target, ticks.max(1)).max(1))
}

/// Not zero, so that only an empty chunk has no rate.
fn per_1024(ticks: u64, iterations: u64) -> u64 {
    times_over(ticks.max(1), 1024, iterations.max(1)).max(1)
}

/// `a * b / c`, or the largest number. Long division is slow, and rarely needed.
#[inline]
fn times_over(a: u64, b: u64, c: u64) -> u64 {
    match a.checked_mul(b) {
        Some(product) => product / c,
        None => u64::try_from(u128::from(a) * u128::from(b) / u128::from(c)).unwrap_or(u64::MAX),
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const PLAIN: Hints = Hints {
        heavy: false,
        eager: false,
    };
    const HEAVY: Hints = Hints {
        heavy: true,
        eager: false,
    };
    const EAGER: Hints = Hints {
        heavy: false,
        eager: true,
    };

    /// The chunks of a loop whose iterations all take `ticks`.
    fn chunks(mut pace: Pace, mut remaining: u64, ticks: u64) -> Vec<u64> {
        let mut chunks = Vec::new();
        while remaining > 0 {
            let chunk = pace.next(remaining);
            assert!((1..=remaining).contains(&chunk));
            remaining -= chunk;
            pace.ran(chunk, chunk * ticks);
            chunks.push(chunk);
        }
        chunks
    }

    #[test]
    fn chunks_grow_to_the_target_and_shrink_at_the_end() {
        let chunks = chunks(Pace::new(100), 10_000_000, 3);
        assert_eq!(chunks[..3], [64, 512, 4096]);
        assert_eq!(chunks[3], TARGET / 3 / ROUND * ROUND);
        let last = chunks[chunks.len() - 1];
        assert!(last <= 150, "{last}");
        assert!(chunks.len() < 600);
    }

    #[test]
    fn slow_iterations_are_taken_one_at_a_time() {
        assert_eq!(chunks(Pace::new(64), 100, TARGET)[1..], [1; 36]);
    }

    #[test]
    fn known_loops_are_shared_at_once_and_end_in_short_chunks() {
        let pace = Pace::known(2000, 10_000, 10_000 * 18);
        assert!(pace.wants_help(10_000, Idle::Searching, EAGER, 0));
        assert_eq!(
            pace.next_alone(10_000),
            2000 / ROUND * ROUND,
            "as long as nobody is there"
        );
        assert_eq!(pace.shared().next(10_000), TARGET / 18 / ROUND * ROUND);
        assert_eq!(pace.least(), LEAST / 18 / ROUND * ROUND);
        let chunks = chunks(pace.shared(), 10_000, 18);
        assert!(
            chunks.len() < 20 && chunks[chunks.len() - 1] <= WHOLE / 18,
            "{chunks:?}"
        );
        assert_eq!(pace.shared().next(WHOLE / 18), WHOLE / 18, "short ranges stay whole");
        assert_eq!(pace.before_others_join(), JOIN / 18);
        assert_eq!(Pace::new(2000).before_others_join(), 0, "nothing is known");
        // Iterations that take longer than a chunk should.
        let pace = Pace::known(1, 4, 4 * TARGET).shared();
        assert_eq!((pace.next(4), pace.least()), (1, 1));
    }

    #[test]
    fn fixed_chunks_stay() {
        assert_eq!(chunks(Pace::fixed(30), 100, 1), [30, 30, 30, 10]);
    }

    #[test]
    fn no_number_overflows() {
        let mut pace = Pace::new(u64::MAX);
        assert_eq!(pace.next(u64::MAX), u64::MAX);
        pace.ran(u64::MAX, 1);
        pace.ran(1, u64::MAX);
        assert_eq!(pace.next(u64::MAX), 1);
        assert!(pace.wants_help(u64::MAX, Idle::Parked, PLAIN, u64::MAX));
    }

    #[test]
    fn help_is_wanted_when_it_pays() {
        let mut pace = Pace::new(100);
        assert!(!pace.wants_help(1000, Idle::Searching, PLAIN, 0), "nothing is known");
        assert!(pace.wants_help(1000, Idle::Searching, HEAVY, 0));
        pace.ran(100, 100);
        let (short, long) = (WORTH_SHARING / 2, WORTH_SHARING + 100);
        assert!(!pace.wants_help(short, Idle::Searching, PLAIN, 0));
        assert!(pace.wants_help(long, Idle::Searching, PLAIN, 0));
        assert!(pace.wants_help(short, Idle::Searching, EAGER, 0));
        assert!(!pace.wants_help(long, Idle::Nobody, PLAIN, 0));
        assert!(!pace.wants_help(long, Idle::Parked, PLAIN, 0));
        assert!(pace.wants_help(long, Idle::Parked, PLAIN, WORTH_WAKING));
        assert!(pace.wants_help(WORTH_WAKING + 100, Idle::Parked, PLAIN, 0));
        pace.ran(1, WORTH_WAKING);
        assert!(pace.wants_help(1, Idle::Nobody, PLAIN, 0), "there is time to come");
    }
}
