//! Help for the loops inside a loop, by the caller who waits for its end.
//!
//! A caller that finds no more iterations in its loop waits for those that others have begun. If one of these runs a loop of
//! its own, the caller takes part in the inner loop meanwhile, instead of leaving its processor to a thread that would have to
//! be woken. A join that helps only with what it waits for is known as *leapfrogging* (Wagner, Calder, PPoPP 1993).
//!
//! # No deadlock
//!
//! What the caller runs on top of its stack is part of an iteration that it waits for anyway: the inner loop's own caller is
//! on the stack of that iteration, and waits for the end of the inner loop. So the inner loop ends before the outer one does,
//! and the caller never has something above it on its stack that waits for what comes after the outer loop. This does not
//! hold for a loop whose caller goes on before its end, as in a coroutine. Such a loop counts as one that is inside no other.
//! The stack does not grow with help: each loop on it is inside the one below.
//!
//! # Protocol
//!
//! One word is null, says that the caller *looks*, or holds what it was *offered*.
//!
//! * The caller begins to look if the word is null, and no one else does.
//! * A participant of an inner loop replaces "looks" by an offer. One of several succeeds.
//! * The caller takes what the word holds when it stops to look. So nobody's offer is forgotten.
//!
//! Who offers releases, and the caller acquires, so the inner loop is seen as it was when it was offered.

use std::marker::PhantomData;
use std::ptr;
use std::sync::{Arc, Weak};

use crate::sync::{AtomicPtr, Ordering};

/// Where the caller of an outer loop and the participants of inner loops meet.
#[derive(Debug)]
pub(super) struct Meeting<T> {
    word: AtomicPtr<T>,
    owns: PhantomData<Weak<T>>,
}

/// Not the address of anything, as things with counters are aligned.
fn looks<T>() -> *mut T {
    ptr::without_provenance_mut(1)
}

impl<T> Meeting<T> {
    pub(super) fn new() -> Self {
        Self {
            word: AtomicPtr::new(ptr::null_mut()),
            owns: PhantomData,
        }
    }

    /// To be called by the one thread that waits.
    pub(super) fn look(&self) {
        self.word.store(looks(), Ordering::Release);
    }

    /// Whether who waits would take an offer, at some moment.
    #[inline]
    pub(super) fn is_looking(&self) -> bool {
        self.word.load(Ordering::Relaxed) == looks()
    }

    /// Whether there is an offer, at some moment. To be called by the thread that waits.
    #[inline]
    pub(super) fn has_offer(&self) -> bool {
        !self.is_looking()
    }

    /// Offers something to the thread that waits. Returns whether it will take it.
    pub(super) fn offer(&self, offered: &Arc<T>) -> bool {
        if !self.is_looking() {
            return false;
        }
        let offer = Arc::downgrade(offered).into_raw().cast_mut();
        let exchanged = self
            .word
            .compare_exchange(looks(), offer, Ordering::AcqRel, Ordering::Relaxed);
        if exchanged.is_err() {
            // SAFETY: made above, and nobody has seen it.
            drop(unsafe { Weak::from_raw(offer) });
        }
        exchanged.is_ok()
    }

    /// Stops to look. Returns what was offered, which may be gone.
    pub(super) fn stop(&self) -> Option<Weak<T>> {
        let word = self.word.swap(ptr::null_mut(), Ordering::AcqRel);
        if word.is_null() || word == looks() {
            return None;
        }
        // SAFETY: made by `offer`, and taken out once.
        Some(unsafe { Weak::from_raw(word) })
    }
}

impl<T> Drop for Meeting<T> {
    fn drop(&mut self) {
        drop(self.stop());
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn one_offer_is_taken_by_who_looks() {
        let (meeting, first, second) = (Meeting::new(), Arc::new(1), Arc::new(2));
        assert!(!meeting.offer(&first), "nobody looks");
        meeting.look();
        assert!(meeting.is_looking() && !meeting.has_offer());
        assert!(meeting.offer(&first));
        assert!(!meeting.offer(&second), "there is one already");
        assert!(meeting.has_offer());
        assert_eq!(meeting.stop().and_then(|offer| offer.upgrade()), Some(first));
        assert!(meeting.stop().is_none());
    }

    #[test]
    fn offers_keep_nothing_alive() {
        let (meeting, offered) = (Meeting::new(), Arc::new(1));
        meeting.look();
        assert!(meeting.offer(&offered));
        assert_eq!(Arc::strong_count(&offered), 1);
        drop(offered);
        assert!(
            meeting.stop().is_some_and(|offer| offer.upgrade().is_none()),
            "it is gone"
        );
        let offered = Arc::new(2);
        meeting.look();
        assert!(meeting.offer(&offered));
        drop(meeting);
        assert_eq!(Arc::weak_count(&offered), 0);
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use std::sync::Arc;

    use loom::thread;

    use super::Meeting;

    /// Two offer while the one who looks stops, twice: what was accepted is what was taken.
    #[test]
    fn loom_what_is_accepted_is_taken() {
        loom::model(|| {
            let meeting = loom::sync::Arc::new(Meeting::new());
            meeting.look();
            let offered = [Arc::new(0), Arc::new(1)];
            let offering: Vec<_> = offered
                .iter()
                .map(|offered| {
                    let (meeting, offered) = (meeting.clone(), offered.clone());
                    thread::spawn(move || meeting.offer(&offered))
                })
                .collect();
            let mut taken = [false; 2];
            let mut take = |offer: Option<std::sync::Weak<usize>>| {
                if let Some(offer) = offer.and_then(|offer| offer.upgrade()) {
                    assert!(!std::mem::replace(&mut taken[*offer], true), "taken twice");
                }
            };
            take(meeting.stop());
            meeting.look();
            take(meeting.stop());
            for (offering, taken) in offering.into_iter().zip(taken) {
                assert_eq!(offering.join().unwrap(), taken);
            }
        });
    }
}
