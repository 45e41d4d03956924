//! What earlier runs of a loop showed: whether sharing it pays.
//!
//! A loop of some microseconds may be faster on one thread than on two, or the other way round. It depends on where its
//! data are, how soon a worker comes, and what else the machine does, and no estimate tells. So a thread remembers how
//! long such loops took alone and shared, and now and then tries the way that it believes to be slower: more rarely,
//! the more often that turned out true. Loops that take long are always shared, and not remembered.
//!
//! What is remembered decides who runs iterations, never what they compute.

use std::cell::Cell;

use super::Shape;
use crate::clock::{self, TICKS_PER_MICROSECOND};
use crate::local;

/// How many loops a thread remembers.
const PLACES: usize = 32;

/// Loops that take longer than this alone, in ticks, are worth sharing without a try.
const LONG: u64 = 80 * TICKS_PER_MICROSECOND;

/// Sharing shorter loops than this is not tried.
const SHORTEST: u64 = TICKS_PER_MICROSECOND;

/// Runs before the first try of the other way; each try that fails doubles it.
const FIRST_INTERVAL: u32 = 16;
const LONGEST_INTERVAL: u32 = 4096;

/// One of how many runs is measured while a loop is run alone: to look at the clock takes as long as a short loop.
const MEASURED: u32 = 8;

/// How many runs make a try. The first one is not counted: it finds the data elsewhere.
const TRIES: u32 = 4;

/// How many runs may pass until a try comes off: a loop is only shared if a worker is there.
const PATIENCE: u32 = 128;

/// How a loop is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Alone,
    Shared,
}

impl Way {
    fn other(self) -> Self {
        match self {
            Self::Alone => Self::Shared,
            Self::Shared => Self::Alone,
        }
    }
}

/// What to do with a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Advice {
    /// Nothing is known of it: go by what its iterations take.
    Unknown,
    /// Run it alone, and do not look at the clock.
    Blindly,
    /// Run it alone, and look once whether it takes longer than so many ticks this time; nothing is to be learnt.
    Watched(u64),
    /// Run it alone; it should take so many ticks.
    Alone(u64),
    /// Share it as soon as a worker is there; it has taken so many ticks this way.
    Share(Way, u64),
}

/// A loop of about a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Site(u64);

impl Site {
    /// By the address of the loop's function, and what tells how much work it is, apart from the factor of two.
    pub(super) fn new(function: usize, trip: u64, first: u64) -> Self {
        let size = u64::from(trip.ilog2()) << 8 | u64::from(first.checked_ilog2().unwrap_or(0xff));
        // A multiplier that spreads the bits, by Knuth; never zero, which stands for no loop.
        Self(((function as u64) << 16 ^ size).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn place(self) -> usize {
        (self.0 >> 59) as usize % PLACES
    }
}

/// A run of a loop, from which its thread learns. It does not of loops whose cuts somebody has fixed.
pub(super) struct Run {
    site: Option<Site>,
    trip: u64,
    begun: u64,
}

impl Run {
    /// Begins to run a loop of this function. The clock stands still if the loop is to be run blindly.
    #[inline]
    pub(super) fn begin(function: usize, shape: Shape) -> (Self, Advice) {
        let Shape { trip, first, grain, .. } = shape;
        let site = (grain == 0).then(|| Site::new(function, trip, first));
        let advice = site.map_or(Advice::Unknown, |site| {
            local::with(|local| {
                local
                    .experience()
                    .map_or(Advice::Unknown, |known| known.advise(site, trip, first > 0))
            })
        });
        let begun = if advice == Advice::Blindly { 0 } else { clock::now() };
        (Self { site, trip, begun }, advice)
    }

    pub(super) fn begun(&self) -> u64 {
        self.begun
    }

    /// Learns from a run that ended now.
    pub(super) fn took(&self, way: Way, now: u64) {
        if let Some(site) = self.site {
            let ticks = now.saturating_sub(self.begun);
            local::with(|local| {
                if let Some(experience) = local.experience_to_keep() {
                    experience.learn(site, self.trip, way, ticks);
                }
            });
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    site: u64,
    /// Ticks for 1024 iterations, zero if nothing is known.
    alone: u64,
    shared: u64,
    better: Way,
    /// Runs until the other way is tried.
    until_try: u32,
    interval: u32,
    /// Runs left of a try that goes on.
    tries: u32,
    /// Runs left until a try is given up.
    patience: u32,
}

/// What one thread remembers.
pub(crate) struct Experience {
    entries: [Cell<Entry>; PLACES],
}

impl Default for Experience {
    fn default() -> Self {
        Self {
            entries: [const { Cell::new(Entry::begun(Site(0), Way::Shared)) }; PLACES],
        }
    }
}

impl Experience {
    /// What to do with a loop of `trip` iterations. If nothing is to be learnt, that counts as a run. It is said to be
    /// run blindly only if the work in an iteration is known to be about what it was.
    #[inline]
    pub(super) fn advise(&self, site: Site, trip: u64, is_known: bool) -> Advice {
        let place = &self.entries[site.place()];
        let mut entry = place.get();
        if entry.site != site.0 {
            return Advice::Unknown;
        }
        if entry.is_long(trip) {
            return entry.share(trip);
        }
        match entry.way() {
            Way::Alone if entry.tries == 0 && !entry.until_try.is_multiple_of(MEASURED) => {
                entry.until_try -= 1;
                place.set(entry);
                if is_known {
                    Advice::Blindly
                } else {
                    Advice::Watched(entry.expected(trip))
                }
            }
            Way::Alone => Advice::Alone(entry.expected(trip)),
            Way::Shared => entry.share(trip),
        }
    }

    /// Learns from a run of a loop of `trip` iterations that took `ticks`.
    pub(super) fn learn(&self, site: Site, trip: u64, way: Way, ticks: u64) {
        let place = &self.entries[site.place()];
        let mut entry = place.get();
        if entry.site != site.0 {
            entry = Entry::begun(site, way);
        }
        entry.learn(trip, way, rate(ticks, trip));
        place.set(entry);
    }
}

impl Entry {
    const fn begun(site: Site, way: Way) -> Self {
        Self {
            site: site.0,
            alone: 0,
            shared: 0,
            better: way,
            until_try: FIRST_INTERVAL,
            interval: FIRST_INTERVAL,
            tries: 0,
            patience: 0,
        }
    }

    /// How the next run should be.
    fn way(&self) -> Way {
        if self.tries > 0 {
            self.better.other()
        } else {
            self.better
        }
    }

    fn rate_of(&mut self, way: Way) -> &mut u64 {
        match way {
            Way::Alone => &mut self.alone,
            Way::Shared => &mut self.shared,
        }
    }

    /// About how long the loop takes, in ticks, in the slower way.
    fn expected(&self, trip: u64) -> u64 {
        expected(self.alone.max(self.shared), trip)
    }

    fn share(&self, trip: u64) -> Advice {
        match self.alone {
            0 => Advice::Share(Way::Shared, expected(self.shared, trip)),
            alone => Advice::Share(Way::Alone, expected(alone, trip)),
        }
    }

    /// Whether running the loop alone could take long.
    fn is_long(&self, trip: u64) -> bool {
        self.expected(trip) > LONG
    }

    fn learn(&mut self, trip: u64, way: Way, rate: u64) {
        let is_first_try = self.tries == TRIES;
        let known = self.rate_of(way);
        *known = match *known {
            0 => rate,
            // An outlier, such as a run in which the thread lost its processor, counts little.
            known => (3 * known + rate.min(4 * known)) / 4,
        };
        if self.tries == 0 {
            self.until_try = self.until_try.saturating_sub(1);
            if self.until_try == 0 {
                self.begin_try(expected(rate, trip) >= SHORTEST);
            }
        } else if way == self.better.other() {
            if is_first_try {
                *self.rate_of(way) = 0;
            }
            self.tries -= 1;
            if self.tries == 0 {
                self.end_try();
            }
        } else {
            self.patience -= 1;
            if self.patience == 0 {
                self.keep();
            }
        }
    }

    fn begin_try(&mut self, is_worth_it: bool) {
        if !is_worth_it {
            return self.keep();
        }
        self.tries = TRIES;
        self.patience = PATIENCE;
    }

    fn end_try(&mut self) {
        let (better, other) = (*self.rate_of(self.better), *self.rate_of(self.better.other()));
        if other < better {
            self.better = self.better.other();
            self.interval = FIRST_INTERVAL;
            self.until_try = FIRST_INTERVAL;
        } else {
            self.keep();
        }
    }

    /// Goes on as before, for longer.
    fn keep(&mut self) {
        self.tries = 0;
        self.interval = (self.interval * 2).min(LONGEST_INTERVAL);
        self.until_try = self.interval;
    }
}

/// Ticks for 1024 iterations; not zero.
fn rate(ticks: u64, trip: u64) -> u64 {
    (ticks.saturating_mul(1024) / trip.max(1)).clamp(1, u64::MAX / 8)
}

fn expected(rate: u64, trip: u64) -> u64 {
    rate.saturating_mul(trip) / 1024
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const TRIP: u64 = 1000;

    /// Runs a loop many times, in the way that is advised; gives how often it was shared.
    fn runs(
        experience: &Experience,
        count: u32,
        alone: u64,
        shared: u64,
        is_worker_there: impl Fn(u32) -> bool,
    ) -> u32 {
        let site = Site::new(0x1000, TRIP, 7);
        let mut shares = 0;
        for run in 0..count {
            let wanted = match experience.advise(site, TRIP, true) {
                Advice::Unknown | Advice::Share(..) => Way::Shared,
                Advice::Alone(_) => Way::Alone,
                Advice::Blindly | Advice::Watched(_) => continue,
            };
            let way = if is_worker_there(run) { wanted } else { Way::Alone };
            shares += u32::from(way == Way::Shared);
            let ticks = if way == Way::Alone { alone } else { shared };
            experience.learn(site, TRIP, way, ticks * TICKS_PER_MICROSECOND);
        }
        shares
    }

    #[test]
    fn the_faster_way_is_found() {
        let experience = Experience::default();
        assert!(runs(&experience, 10_000, 5, 8, |_| true) < 100);
        // The machine has changed.
        assert!(runs(&experience, 20_000, 9, 6, |_| true) > 15_000);
        assert!(runs(&Experience::default(), 10_000, 20, 15, |_| true) > 9_900);
    }

    #[test]
    fn the_slower_way_costs_little() {
        let experience = Experience::default();
        runs(&experience, 1000, 5, 10, |_| true);
        assert!(runs(&experience, 100_000, 5, 10, |_| true) < 300);
    }

    #[test]
    fn unknown_work_is_watched() {
        let (experience, site) = (Experience::default(), Site::new(0x1000, TRIP, 0));
        experience.learn(site, TRIP, Way::Alone, 5 * TICKS_PER_MICROSECOND);
        let mut watched = 0;
        for _ in 0..64 {
            match experience.advise(site, TRIP, false) {
                Advice::Watched(expected) => {
                    assert!(expected.abs_diff(5 * TICKS_PER_MICROSECOND) <= 1);
                    watched += 1;
                }
                Advice::Blindly => panic!("the work may be another one this time"),
                Advice::Alone(_) => experience.learn(site, TRIP, Way::Alone, 5 * TICKS_PER_MICROSECOND),
                Advice::Share(..) | Advice::Unknown => {
                    experience.learn(site, TRIP, Way::Shared, 5 * TICKS_PER_MICROSECOND)
                }
            }
        }
        assert!(watched > 40, "{watched}");
    }

    #[test]
    fn long_loops_are_not_held_back() {
        let experience = Experience::default();
        let microseconds = LONG / TICKS_PER_MICROSECOND + 1;
        assert_eq!(runs(&experience, 1000, microseconds, 2 * microseconds, |_| true), 1000);
    }

    #[test]
    fn loops_to_share_are_known_by_their_time_alone_if_they_ran_alone() {
        let (experience, site) = (Experience::default(), Site::new(0x1000, TRIP, 7));
        let long = 2 * LONG;
        let advised = |way, ticks: u64| match experience.advise(site, TRIP, true) {
            Advice::Share(by, expected) => by == way && expected.abs_diff(ticks) <= 1,
            _ => false,
        };
        experience.learn(site, TRIP, Way::Shared, long);
        assert!(advised(Way::Shared, long));
        experience.learn(site, TRIP, Way::Alone, 2 * long);
        assert!(advised(Way::Alone, 2 * long));
    }

    #[test]
    fn a_try_without_workers_ends() {
        let experience = Experience::default();
        assert_eq!(runs(&experience, 100_000, 5, 3, |_| false), 0);
        let shares = runs(&experience, 100_000, 5, 3, |run| run % 50 == 0);
        assert!(shares > 0, "they come at times");
    }

    #[test]
    fn sizes_and_loops_are_told_apart() {
        let sites = [
            Site::new(0x1000, 100, 10),
            Site::new(0x1000, 1000, 10),
            Site::new(0x1000, 100, 0),
            Site::new(0x1010, 100, 10),
        ];
        for (index, site) in sites.iter().enumerate() {
            assert!(!sites[..index].contains(site));
        }
        assert_eq!(
            Site::new(0x1000, 100, 10),
            Site::new(0x1000, 101, 11),
            "of about a size"
        );
    }
}
