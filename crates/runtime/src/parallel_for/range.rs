//! The units of work that a participant has before it: one word, from which it takes at the front and others
//! steal at the back.
//!
//! # Why no unit is lost or given out twice
//!
//! The word holds begin and end, and nothing else says which units are there. Every change of a range that is not
//! empty is one compare-exchange, which moves units from the word to whoever makes it; if it succeeds, the units are
//! there, whatever happened to the word since it was read. An empty range is changed by its participant alone,
//! who refills it with units that it took out of another word.

use super::pace::ROUND;
use crate::sync::{AtomicU64, Ordering};

/// Units `begin..end` of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Units {
    pub(super) begin: u32,
    pub(super) end: u32,
}

impl Units {
    pub(super) fn len(self) -> u32 {
        self.end.saturating_sub(self.begin)
    }

    fn word(self) -> u64 {
        u64::from(self.begin) | u64::from(self.end) << 32
    }

    fn from_word(word: u64) -> Self {
        Self {
            begin: word as u32,
            end: (word >> 32) as u32,
        }
    }
}

#[derive(Debug)]
pub(super) struct SharedRange(AtomicU64);

impl SharedRange {
    pub(super) fn empty() -> Self {
        Self(AtomicU64::new(0))
    }

    /// What is left, at some moment.
    #[inline]
    pub(super) fn left(&self) -> u32 {
        Units::from_word(self.0.load(Ordering::Relaxed)).len()
    }

    /// To be called by the participant, when the range is empty.
    pub(super) fn refill(&self, units: Units) {
        debug_assert_eq!(self.left(), 0, "units would be lost");
        self.0.store(units.word(), Ordering::Release);
    }

    /// Takes units from the front: as many as `count` says of those that are left.
    #[inline]
    pub(super) fn take(&self, count: impl Fn(u32) -> u32) -> Option<Units> {
        self.change(|units| {
            let middle = units.begin + count(units.len()).clamp(1, units.len());
            let taken = Units { end: middle, ..units };
            (taken, Units { begin: middle, ..units })
        })
    }

    /// Takes units from the back: half of them, or all if a half is less than `least`.
    pub(super) fn steal(&self, least: u32) -> Option<Units> {
        self.change(|units| {
            let half = units.len() / 2;
            let middle = if half < least.max(1) {
                units.begin
            } else {
                cut(units, units.end - half)
            };
            let taken = Units { begin: middle, ..units };
            (taken, Units { end: middle, ..units })
        })
    }

    #[inline]
    fn change(&self, split: impl Fn(Units) -> (Units, Units)) -> Option<Units> {
        let mut word = self.0.load(Ordering::Acquire);
        loop {
            let units = Units::from_word(word);
            if units.len() == 0 {
                return None;
            }
            let (taken, rest) = split(units);
            match self
                .0
                .compare_exchange_weak(word, rest.word(), Ordering::AcqRel, Ordering::Acquire)
            {
                Ok(_) => return Some(taken),
                Err(now) => word = now,
            }
        }
    }
}

/// The units before `end` in so many parts, in order: about equal, but for the first, whose participant is `ahead` of the
/// others by so many units.
pub(super) fn even_shares(end: u32, ahead: u32, shares: usize) -> impl Iterator<Item = Units> {
    let mut rest = Units { begin: 0, end };
    let first = (u64::from(end) + (shares as u64 - 1) * u64::from(ahead)).div_ceil(shares as u64);
    (0..shares).map(move |share| {
        let len = match share {
            // At most `end`.
            0 => first.min(end.into()) as u32,
            _ => rest.len().div_ceil((shares - share) as u32),
        };
        let middle = rest.begin + len;
        let middle = if middle < end { cut(rest, middle) } else { end };
        let part = Units { end: middle, ..rest };
        rest.begin = middle;
        part
    })
}

/// Where to cut near `middle`: at a multiple of [`ROUND`] if that is behind the begin.
fn cut(units: Units, middle: u32) -> u32 {
    let rounded = middle - middle % ROUND as u32;
    if rounded > units.begin { rounded } else { middle }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn range(begin: u32, end: u32) -> SharedRange {
        let range = SharedRange::empty();
        range.refill(Units { begin, end });
        range
    }

    #[test]
    fn shares_are_even_and_leave_nothing_out() {
        for end in [0, 1, 2, 63, 64, 65, 1000, u32::MAX] {
            for count in 1..=9 {
                let shares: Vec<Units> = even_shares(end, 0, count).collect();
                assert_eq!(shares.len(), count);
                assert!((shares[0].begin, shares[count - 1].end) == (0, end), "{shares:?}");
                assert!(shares.windows(2).all(|pair| pair[0].end == pair[1].begin));
                let most = u64::from(end) / count as u64 + 2 * ROUND;
                assert!(shares.iter().all(|share| u64::from(share.len()) <= most), "{shares:?}");
            }
        }
    }

    #[test]
    fn who_is_ahead_gets_more() {
        let lengths = |end, ahead, count| -> Vec<u32> { even_shares(end, ahead, count).map(Units::len).collect() };
        assert_eq!(lengths(40, 4, 2), [22, 18]);
        assert_eq!(lengths(40, 12, 4), [19, 7, 7, 7]);
        // The others would come when all is done.
        assert_eq!(lengths(40, 100, 3), [40, 0, 0]);
        assert_eq!(lengths(u32::MAX, u32::MAX, 2), [u32::MAX, 0]);
    }

    #[test]
    fn takes_at_the_front_and_steals_at_the_back() {
        let range = range(10, 21);
        assert_eq!(range.take(|left| left / 4), Some(Units { begin: 10, end: 12 }));
        assert_eq!(range.steal(1), Some(Units { begin: 17, end: 21 }));
        assert_eq!(
            range.steal(4),
            Some(Units { begin: 12, end: 17 }),
            "a half is too little"
        );
        assert_eq!((range.take(|_| 1), range.steal(1), range.left()), (None, None, 0));
    }

    #[test]
    fn the_last_unit_is_taken_whole() {
        assert_eq!(range(7, 8).steal(100), Some(Units { begin: 7, end: 8 }));
        assert_eq!(range(7, 8).take(|_| 0), Some(Units { begin: 7, end: 8 }));
        assert_eq!(range(0, u32::MAX).take(|left| left).map(Units::len), Some(u32::MAX));
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::{SharedRange, Units};

    /// A participant that takes one at a time, against a thief that puts its booty into its own range, from
    /// which the participant steals back: every unit is run once.
    #[test]
    fn loom_every_unit_is_taken_once() {
        loom::model(|| {
            let ranges = Arc::new([SharedRange::empty(), SharedRange::empty()]);
            ranges[0].refill(Units { begin: 0, end: 3 });
            let theirs = ranges.clone();
            let thief = thread::spawn(move || participate(&theirs, 1));
            let mine = participate(&ranges, 0);
            let mut all = [mine, thief.join().unwrap()].concat();
            all.sort_unstable();
            assert_eq!(all, [0, 1, 2]);
        });
    }

    fn participate(ranges: &[SharedRange; 2], me: usize) -> Vec<u32> {
        let mut ran = Vec::new();
        loop {
            while let Some(units) = ranges[me].take(|_| 1) {
                ran.extend(units.begin..units.end);
            }
            let Some(units) = ranges[1 - me].steal(1) else {
                return ran;
            };
            ran.push(units.begin);
            if units.begin + 1 < units.end {
                ranges[me].refill(Units {
                    begin: units.begin + 1,
                    ..units
                });
            }
        }
    }
}
