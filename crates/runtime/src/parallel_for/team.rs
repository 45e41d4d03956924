//! Who takes part in a loop, and when it is over.
//!
//! # Protocol
//!
//! One word counts the participants, the loop's caller included, and has two flags.
//!
//! * Who is invited may *join* as long as the loop is not closed and there is a place.
//! * The caller *closes* the loop when it finds no units that nobody has begun. From then on the count only
//!   shrinks. Once the caller is alone in it, all units are done.
//! * A caller that does not want to wait for that *leaves* with the flag `AWAITED`. The last one to leave then
//!   completes what is awaited; if that is the caller itself, it knows so.
//!
//! Joining and leaving are acquire and release operations on the word, so what participants wrote is visible to
//! the caller, or to the one that completes the loop, when the count says that they are gone.

use crate::sync::{AtomicU64, Ordering};

const CLOSED: u64 = 1 << 62;
const AWAITED: u64 = 1 << 63;
const COUNT: u64 = CLOSED - 1;

#[derive(Debug)]
pub(super) struct Team {
    word: AtomicU64,
    places: u64,
}

/// What the leaving participant must do.
#[must_use = "somebody may wait"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// Nothing: others are still at work, or the caller looks after it.
    Others,
    /// Complete what is awaited: nobody is left.
    Last,
}

impl Team {
    /// A team of the caller, with places for so many participants, the caller included.
    pub(super) fn new(places: usize) -> Self {
        Self {
            word: AtomicU64::new(1),
            places: places as u64,
        }
    }

    pub(super) fn is_open(&self) -> bool {
        let word = self.word.load(Ordering::Relaxed);
        word & CLOSED == 0 && word & COUNT < self.places
    }

    /// Returns whether the thread takes part from now on.
    pub(super) fn join(&self) -> bool {
        let mut word = self.word.load(Ordering::Relaxed);
        while word & CLOSED == 0 && word & COUNT < self.places {
            let joined = self
                .word
                .compare_exchange_weak(word, word + 1, Ordering::AcqRel, Ordering::Relaxed);
            match joined {
                Ok(_) => return true,
                Err(now) => word = now,
            }
        }
        false
    }

    /// To be called by a participant that joined, when it has no more to do.
    pub(super) fn leave(&self) -> Left {
        let before = self.word.fetch_sub(1, Ordering::AcqRel);
        if before & AWAITED != 0 && before & COUNT == 1 {
            Left::Last
        } else {
            Left::Others
        }
    }

    /// To be called by the caller.
    pub(super) fn close(&self) {
        self.word.fetch_add(CLOSED, Ordering::AcqRel);
    }

    /// Whether the caller is alone in a closed team, that is, all is done.
    pub(super) fn is_alone(&self) -> bool {
        self.word.load(Ordering::Acquire) & COUNT == 1
    }

    /// The caller leaves a closed team.
    pub(super) fn leave_awaited(&self) -> Left {
        let before = self.word.fetch_add(AWAITED - 1, Ordering::AcqRel);
        if before & COUNT == 1 { Left::Last } else { Left::Others }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn nobody_joins_a_full_or_closed_team() {
        let team = Team::new(2);
        assert!(team.join() && !team.join() && !team.is_open());
        assert_eq!(team.leave(), Left::Others);
        assert!(team.is_open());
        team.close();
        assert!(!team.join() && team.is_alone());
        assert_eq!(team.leave_awaited(), Left::Last);
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicUsize, Ordering};
    use loom::thread;

    use super::{Left, Team};

    /// Two join, perhaps, while the caller closes and leaves: exactly one of them is the last, after everybody's
    /// work.
    #[test]
    fn loom_one_is_the_last() {
        loom::model(|| {
            let shared = Arc::new((Team::new(3), AtomicUsize::new(0), AtomicUsize::new(0)));
            let helpers: Vec<_> = (0..2)
                .map(|_| {
                    let shared = shared.clone();
                    thread::spawn(move || {
                        if shared.0.join() {
                            shared.1.fetch_add(1, Ordering::Relaxed);
                            finish(&shared, shared.0.leave());
                            1
                        } else {
                            0
                        }
                    })
                })
                .collect();
            shared.0.close();
            finish(&shared, shared.0.leave_awaited());
            let joined: usize = helpers.into_iter().map(|helper| helper.join().unwrap()).sum();
            // What the last one saw, plus one.
            assert_eq!(shared.2.load(Ordering::Relaxed), joined + 1);
        });
    }

    fn finish(shared: &(Team, AtomicUsize, AtomicUsize), left: Left) {
        if left == Left::Last {
            let seen = shared.1.load(Ordering::Relaxed);
            assert_eq!(shared.2.swap(seen + 1, Ordering::Relaxed), 0, "there are two last ones");
        }
    }
}
