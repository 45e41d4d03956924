//! The state word: one atomic pointer that says whether an object is complete and who waits for it.
//!
//! # States
//!
//! | word | meaning |
//! |---|---|
//! | null | pending, nobody waits |
//! | address of a [`Waiter`] | pending; the newest waiter, linked to older ones |
//! | `AVAILABLE`, `ERROR` | complete; final |
//!
//! # Transitions
//!
//! * [`StateWord::register`]: pending → pending with one waiter more (a push on a Treiber stack).
//! * [`StateWord::complete`]: pending → complete; the caller receives the whole list.
//! * [`StateWord::complete_exclusive`]: the same for a caller who alone reaches the object.
//! * [`StateWord::complete_unawaited`]: null → complete.
//!
//! # Safety argument
//!
//! A waiter is published by a release compare-exchange and detached by an acquire compare-exchange
//! that replaces the whole list by a final state. There is no single pop, so a list head that has
//! been read cannot be freed and reused under a concurrent push before the word is final (no ABA):
//! nodes leave the list only through `complete`, after which every compare-exchange on the word
//! fails for ever. Exactly one call of `complete` wins, so exactly one thread owns the detached
//! nodes. What the completing thread wrote before `complete` (a payload, an error message) is
//! visible to whoever reads a final state, because the winning exchange is a release and every read
//! of the word is an acquire.

use std::ptr::{self, NonNull};

use crate::sync::{AtomicPtr, Ordering};
use crate::waiter::{Waiter, WaiterList};

/// How an object completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Available,
    Error,
}

/// What became of a waiter that was offered to an object.
#[must_use = "an object that is already complete does not take the waiter"]
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Registration {
    /// The list owns the waiter until the object completes.
    Registered,
    /// The object was complete; the caller keeps the waiter.
    Complete(Outcome),
}

/// What an attempt to complete an object did.
#[must_use = "the first completion owns the waiters and has to fire them"]
#[derive(Debug)]
pub(crate) enum Completion {
    /// This call completed the object; these are its waiters.
    First(WaiterList),
    /// Somebody had completed the object before; nothing changed.
    AlreadyComplete(Outcome),
}

const AVAILABLE: *mut Waiter = ptr::without_provenance_mut(1);
const ERROR: *mut Waiter = ptr::without_provenance_mut(2);

fn decode(word: *mut Waiter) -> Option<Outcome> {
    match word.addr() {
        1 => Some(Outcome::Available),
        2 => Some(Outcome::Error),
        _ => None,
    }
}

fn encode(outcome: Outcome) -> *mut Waiter {
    match outcome {
        Outcome::Available => AVAILABLE,
        Outcome::Error => ERROR,
    }
}

#[derive(Debug)]
pub(crate) struct StateWord(AtomicPtr<Waiter>);

impl StateWord {
    pub(crate) fn pending() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    /// Pending, with a waiter.
    ///
    /// # Safety
    /// `waiter` is in no list, and must stay valid and untouched by the caller until it is fired.
    pub(crate) unsafe fn awaited_by(waiter: NonNull<Waiter>) -> Self {
        Self(AtomicPtr::new(waiter.as_ptr()))
    }

    pub(crate) fn completed(outcome: Outcome) -> Self {
        Self(AtomicPtr::new(encode(outcome)))
    }

    /// The outcome, if the object is complete.
    #[inline]
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        decode(self.0.load(Ordering::Acquire))
    }

    /// Adds a waiter, unless the object is complete.
    ///
    /// # Safety
    /// `waiter` must stay valid, and must not be touched by the caller, from a return of
    /// `Registered` until it is fired; it must not be in any list.
    pub(crate) unsafe fn register(&self, waiter: NonNull<Waiter>) -> Registration {
        let mut head = self.0.load(Ordering::Acquire);
        loop {
            if let Some(outcome) = decode(head) {
                return Registration::Complete(outcome);
            }
            // SAFETY: until the exchange below succeeds nobody else knows the waiter.
            unsafe { waiter.as_ref().set_next(head) };
            match self
                .0
                .compare_exchange_weak(head, waiter.as_ptr(), Ordering::AcqRel, Ordering::Acquire)
            {
                Ok(_) => return Registration::Registered,
                Err(current) => head = current,
            }
        }
    }

    /// Makes the object complete if it is pending and nobody waits; returns whether it did. `is_exclusive` promises what
    /// [`StateWord::complete_exclusive`] asks for.
    #[inline]
    pub(crate) fn complete_unawaited(&self, outcome: Outcome, is_exclusive: bool) -> bool {
        let (pending, complete) = (ptr::null_mut(), encode(outcome));
        if self.0.load(Ordering::Relaxed) != pending {
            return false;
        }
        if is_exclusive {
            self.0.store(complete, Ordering::Release);
            return true;
        }
        self.0
            .compare_exchange(pending, complete, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
    }

    /// As [`StateWord::complete`], without a locked instruction.
    ///
    /// The caller must be the only one that reaches the object, as the holder of its last reference
    /// is; otherwise a waiter that registers meanwhile is never fired.
    #[inline]
    pub(crate) fn complete_exclusive(&self, outcome: Outcome) -> Completion {
        let head = self.0.load(Ordering::Acquire);
        if let Some(earlier) = decode(head) {
            return Completion::AlreadyComplete(earlier);
        }
        self.0.store(encode(outcome), Ordering::Release);
        // SAFETY: nobody else reaches the list.
        Completion::First(unsafe { WaiterList::from_head(head) })
    }

    /// Makes the object complete and hands its waiters to the caller.
    pub(crate) fn complete(&self, outcome: Outcome) -> Completion {
        let mut head = self.0.load(Ordering::Acquire);
        loop {
            if let Some(earlier) = decode(head) {
                return Completion::AlreadyComplete(earlier);
            }
            match self
                .0
                .compare_exchange_weak(head, encode(outcome), Ordering::AcqRel, Ordering::Acquire)
            {
                // SAFETY: the exchange detached the list, so nobody else reaches its nodes.
                Ok(_) => return Completion::First(unsafe { WaiterList::from_head(head) }),
                Err(current) => head = current,
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::memory;
    use crate::scheduler::Task;

    fn noop_waiter() -> NonNull<Waiter> {
        memory::boxed(Waiter::resume(Task::noop()))
    }

    /// # Safety
    /// As for [`memory::unboxed`].
    unsafe fn discard(waiter: NonNull<Waiter>) {
        // SAFETY: passed on to the caller.
        drop(unsafe { memory::unboxed(waiter) });
    }

    #[test]
    fn completes_once() {
        let word = StateWord::pending();
        assert_eq!(word.outcome(), None);
        assert!(matches!(word.complete(Outcome::Error), Completion::First(list) if list.is_empty()));
        assert!(matches!(
            word.complete(Outcome::Available),
            Completion::AlreadyComplete(Outcome::Error)
        ));
        assert_eq!(word.outcome(), Some(Outcome::Error));
    }

    #[test]
    fn completes_at_once_only_if_pending_and_unawaited() {
        for is_exclusive in [false, true] {
            let word = StateWord::pending();
            assert!(word.complete_unawaited(Outcome::Error, is_exclusive));
            assert_eq!(word.outcome(), Some(Outcome::Error));
            assert!(!word.complete_unawaited(Outcome::Available, is_exclusive));
            assert_eq!(word.outcome(), Some(Outcome::Error));
            let waiter = noop_waiter();
            // SAFETY: the waiter is a fresh box, and is freed below.
            unsafe {
                let word = StateWord::awaited_by(waiter);
                assert!(!word.complete_unawaited(Outcome::Available, is_exclusive));
                assert_eq!(word.outcome(), None);
                discard(waiter);
            }
        }
    }

    #[test]
    fn refuses_waiters_when_complete() {
        let word = StateWord::completed(Outcome::Available);
        let waiter = noop_waiter();
        // SAFETY: the waiter is a fresh box, and is freed below.
        unsafe {
            assert_eq!(word.register(waiter), Registration::Complete(Outcome::Available));
            discard(waiter);
        }
    }

    #[test]
    fn hands_out_waiters_newest_first_and_reverses() {
        let word = StateWord::pending();
        let nodes = [noop_waiter(), noop_waiter(), noop_waiter()];
        for node in nodes {
            // SAFETY: fresh boxes, freed below.
            assert_eq!(unsafe { word.register(node) }, Registration::Registered);
        }
        let Completion::First(list) = word.complete(Outcome::Available) else {
            panic!("first completion")
        };
        let order: Vec<_> = list.oldest_first().collect();
        assert_eq!(order, nodes);
        for node in nodes {
            // SAFETY: the list is detached; each node is freed once.
            unsafe { discard(node) };
        }
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;
    use crate::memory;
    use crate::scheduler::Task;

    fn take_all(list: WaiterList) -> usize {
        // SAFETY: the nodes are boxes that this test made; the detached list holds each once.
        list.map(|node| unsafe { memory::unboxed(node) }).count()
    }

    fn offer(word: &StateWord) -> usize {
        let waiter = memory::boxed(Waiter::resume(Task::noop()));
        // SAFETY: a fresh box that either the list or this function frees.
        match unsafe { word.register(waiter) } {
            Registration::Registered => 0,
            Registration::Complete(_) => {
                // SAFETY: the object did not take the waiter.
                drop(unsafe { memory::unboxed(waiter) });
                1
            }
        }
    }

    /// Two threads offer a waiter each while a third one completes the word.
    fn race(complete: fn(&StateWord) -> usize) {
        loom::model(move || {
            let word = Arc::new(StateWord::pending());
            let waiters: Vec<_> = (0..2)
                .map(|_| {
                    let word = word.clone();
                    thread::spawn(move || offer(&word))
                })
                .collect();
            let fired = complete(&word);
            let refused: usize = waiters.into_iter().map(|waiter| waiter.join().unwrap()).sum();
            assert_eq!(fired + refused, 2);
        });
    }

    fn complete_and_fire(word: &StateWord) -> usize {
        match word.complete(Outcome::Available) {
            Completion::First(list) => take_all(list),
            Completion::AlreadyComplete(_) => unreachable!("one completer"),
        }
    }

    #[test]
    fn loom_every_waiter_is_fired_or_refused_exactly_once() {
        race(complete_and_fire);
    }

    #[test]
    fn loom_who_completes_at_once_had_no_waiter() {
        race(|word| match word.complete_unawaited(Outcome::Available, false) {
            true => 0,
            false => complete_and_fire(word),
        });
    }

    #[test]
    fn loom_one_of_two_completions_wins() {
        loom::model(|| {
            let word = Arc::new(StateWord::pending());
            assert_eq!(offer(&word), 0);
            let other = word.clone();
            let racer = thread::spawn(move || match other.complete(Outcome::Error) {
                Completion::First(list) => take_all(list),
                Completion::AlreadyComplete(_) => 0,
            });
            let here = match word.complete(Outcome::Available) {
                Completion::First(list) => take_all(list),
                Completion::AlreadyComplete(_) => 0,
            };
            assert_eq!(here + racer.join().unwrap(), 1);
            assert!(word.outcome().is_some());
        });
    }
}
