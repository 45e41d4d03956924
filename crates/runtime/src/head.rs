//! The head of an object: one atomic word that says whether the object is complete, who waits for it, and how many
//! references there are to it.
//!
//! As all of that is in one word, a task that nobody waits for completes its object and drops its reference by one
//! instruction.
//!
//! # The word
//!
//! | bits | meaning |
//! |---|---|
//! | 0, 1 | `AVAILABLE` or `ERROR`: complete, which is final; neither: pending |
//! | 2 | `SPILLED`: there are more references than are counted here; see [`spilled`](crate::spilled) |
//! | 3 to 47 | of a pending object, the address of its newest [`Waiter`], which is linked to older ones; or zero |
//! | 48 to 63 | references |
//!
//! # Transitions
//!
//! * [`Head::register`]: pending → pending with one waiter more (a push on a Treiber stack).
//! * [`Head::complete`]: pending → complete; the caller receives the whole list.
//! * [`Head::complete_unawaited_and_drop`]: pending without waiters → complete with a reference less.
//! * [`Head::complete_exclusive`]: as `complete`, for a caller who alone reaches the object.
//! * [`Head::add`], [`Head::drop`]: references.
//!
//! # Safety argument
//!
//! **Waiters.** A waiter is published by a release compare-exchange and detached by an acquire compare-exchange
//! that replaces the whole list by an outcome. There is no single pop, so a list head that has
//! been read cannot be freed and reused under a concurrent push before the object is complete (no ABA):
//! nodes leave the list only through a completion, after which every compare-exchange that would add one
//! fails for ever. Exactly one completion wins, so exactly one thread owns the detached
//! nodes. What the completing thread wrote before (a payload, an error message) is
//! visible to whoever reads an outcome, because the winning exchange is a release, every read of the outcome is an acquire,
//! and all that changes the word later is a read-modify-write operation, which continues the release sequence, or done by
//! somebody who is alone with the object.
//!
//! **References.** The count falls by operations that release and acquire, so every access by any former owner happens before
//! the free by whoever takes it to zero. Whoever reads, with acquire, a count that is just what it owns itself is the only
//! owner: the reading synchronises with the drops of all others, and as only an owner can add references, the count cannot
//! change any more. So the last drop needs no locked instruction. The count does not wrap: it changes by compare-exchanges,
//! before which the sum is known, and what does not fit is spilled; one reference alone is added without, if the count is
//! less than half of what there is room for.

use std::ptr::{self, NonNull};

use crate::spilled;
use crate::sync::{AtomicU64, Ordering};
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

/// What dropping references led to.
#[must_use = "whoever drops the last reference has to free the object"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dropped {
    /// There are references left.
    Some,
    /// There are none left; the caller has to free the object.
    Last,
    /// There were only so many; nothing changed.
    TooMany(i64),
}

const AVAILABLE: u64 = 1;
const ERROR: u64 = 2;
const OUTCOME: u64 = AVAILABLE | ERROR;
const SPILLED: u64 = 4;
const COUNT_SHIFT: u32 = 48;
const ONE: u64 = 1 << COUNT_SHIFT;
const WAITER: u64 = (ONE - 1) & !(OUTCOME | SPILLED);

/// The most references that the word counts.
const MOST: i64 = if cfg!(loom) { 3 } else { 0xffff };
/// How many references the word counts of those that are dropped next, where others are spilled.
const KEPT: i64 = MOST / 2 + 1;

/// The largest count to which references are added.
const LIMIT: i64 = i32::MAX as i64 / 2;

#[inline]
fn outcome_of(word: u64) -> Option<Outcome> {
    match word & OUTCOME {
        AVAILABLE => Some(Outcome::Available),
        ERROR => Some(Outcome::Error),
        _ => None,
    }
}

const fn bits_of(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Available => AVAILABLE,
        Outcome::Error => ERROR,
    }
}

#[inline]
fn count_of(word: u64) -> i64 {
    (word >> COUNT_SHIFT) as i64
}

fn with_count(word: u64, count: i64) -> u64 {
    word & (ONE - 1) | (count as u64) << COUNT_SHIFT
}

fn waiter_of(word: u64) -> *mut Waiter {
    ptr::with_exposed_provenance_mut((word & WAITER) as usize)
}

/// The bits of a waiter's address.
fn bits_of_waiter(waiter: NonNull<Waiter>) -> u64 {
    let address = waiter.as_ptr().expose_provenance() as u64;
    if address & !WAITER != 0 {
        too_high(address);
    }
    address
}

/// No system gives programs such addresses unless they ask for them.
#[cold]
fn too_high(address: u64) -> ! {
    crate::report::abort(format_args!(
        "memory at {address:#x}, beyond the 48 bits that addresses of waiters may have"
    ));
}

#[derive(Debug)]
pub(crate) struct Head(AtomicU64);

impl Head {
    /// Pending, with so many references.
    pub(crate) fn pending(references: u16) -> Self {
        Self(AtomicU64::new(u64::from(references) << COUNT_SHIFT))
    }

    /// Pending, with a waiter.
    ///
    /// # Safety
    /// `waiter` is in no list, and must stay valid and untouched by the caller until it is fired.
    pub(crate) unsafe fn awaited_by(waiter: NonNull<Waiter>, references: u16) -> Self {
        Self(AtomicU64::new(
            bits_of_waiter(waiter) | u64::from(references) << COUNT_SHIFT,
        ))
    }

    pub(crate) fn completed(outcome: Outcome, references: u16) -> Self {
        Self(AtomicU64::new(bits_of(outcome) | u64::from(references) << COUNT_SHIFT))
    }

    /// Changes the word to what `change` makes of it, if that is something. Gives the word before, or the one that is
    /// left as it was.
    #[inline]
    fn update(&self, order: Ordering, change: impl Fn(u64) -> Option<u64>) -> Result<u64, u64> {
        self.0.fetch_update(order, Ordering::Acquire, change)
    }

    /// The outcome, if the object is complete.
    #[inline]
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        outcome_of(self.0.load(Ordering::Acquire))
    }

    /// Adds a waiter, unless the object is complete.
    ///
    /// # Safety
    /// `waiter` must stay valid, and must not be touched by the caller, from a return of
    /// `Registered` until it is fired; it must not be in any list.
    pub(crate) unsafe fn register(&self, waiter: NonNull<Waiter>) -> Registration {
        let bits = bits_of_waiter(waiter);
        let registered = self.update(Ordering::AcqRel, |word| {
            if outcome_of(word).is_some() {
                return None;
            }
            // SAFETY: until the exchange succeeds nobody else knows the waiter.
            unsafe { waiter.as_ref().set_next(waiter_of(word)) };
            Some(word & !WAITER | bits)
        });
        match registered.map_err(outcome_of) {
            Err(Some(outcome)) => Registration::Complete(outcome),
            _ => Registration::Registered,
        }
    }

    /// Makes the object complete and hands its waiters to the caller.
    pub(crate) fn complete(&self, outcome: Outcome) -> Completion {
        let completed = self.update(Ordering::AcqRel, |word| {
            let is_pending = outcome_of(word).is_none();
            is_pending.then_some(word & !WAITER | bits_of(outcome))
        });
        match completed.map_err(outcome_of) {
            Err(Some(earlier)) => Completion::AlreadyComplete(earlier),
            // SAFETY: the exchange detached the list, so nobody else reaches its nodes.
            Ok(before) => Completion::First(unsafe { WaiterList::from_head(waiter_of(before)) }),
            Err(None) => unreachable!("a pending object is completed"),
        }
    }

    /// Makes the object complete and drops a reference of the caller's, if it is pending, nobody waits for it, and there are
    /// other references. Returns whether it did.
    #[inline]
    pub(crate) fn complete_unawaited_and_drop(&self, outcome: Outcome) -> bool {
        let completed = self.update(Ordering::AcqRel, |word| {
            let is_unawaited = word & (OUTCOME | SPILLED | WAITER) == 0 && count_of(word) > 1;
            is_unawaited.then_some((word | bits_of(outcome)).wrapping_sub(ONE))
        });
        completed.is_ok()
    }

    /// As [`Head::complete`], without a locked instruction.
    ///
    /// The caller must be the only one that reaches the object, as the holder of its last reference
    /// is; otherwise a waiter that registers meanwhile is never fired.
    #[inline]
    pub(crate) fn complete_exclusive(&self, outcome: Outcome) -> Completion {
        let word = self.0.load(Ordering::Acquire);
        if let Some(earlier) = outcome_of(word) {
            return Completion::AlreadyComplete(earlier);
        }
        self.0.store(word & !WAITER | bits_of(outcome), Ordering::Release);
        // SAFETY: nobody else reaches the list.
        Completion::First(unsafe { WaiterList::from_head(waiter_of(word)) })
    }

    /// Adds references. Returns how many there were before, but for spilled ones, so zero only if there were none; or nothing
    /// if there would be too many. A number that is not positive adds none.
    #[inline]
    pub(crate) fn add(&self, count: i64) -> Option<i64> {
        if count == 1 && count_of(self.0.load(Ordering::Relaxed)) < KEPT {
            // As many threads as no process has would have to be here at once for this not to fit.
            return Some(count_of(self.0.fetch_add(ONE, Ordering::Relaxed)));
        }
        let added = self.update(Ordering::Relaxed, |word| {
            let sum = count_of(word).checked_add(count)?;
            (count > 0 && sum <= MOST).then(|| with_count(word, sum))
        });
        match added {
            Err(_) if count > 0 => self.add_slowly(count),
            Ok(word) | Err(word) => Some(count_of(word)),
        }
    }

    /// Adds references, for which the word may have no room.
    #[cold]
    #[inline(never)]
    fn add_slowly(&self, count: i64) -> Option<i64> {
        spilled::with(self.address(), |spilled| {
            let sum = |word| {
                let before = count_of(word) + *spilled;
                let sum = before.checked_add(count)?;
                (before <= LIMIT && sum <= i32::MAX.into()).then(|| SplitCount::of(word, sum))
            };
            let before = self.update(Ordering::Relaxed, |word| Some(sum(word)?.word)).ok()?;
            *spilled = sum(before)?.spilled;
            Some(count_of(before))
        })
    }

    /// Adds one, for a caller who has all references that there are, which are few.
    pub(crate) fn add_exclusive(&mut self) {
        let word = self.0.load(Ordering::Relaxed);
        self.0.store(word + ONE, Ordering::Relaxed);
    }

    /// Whether the reference that the caller owns is the only one.
    #[inline]
    pub(crate) fn is_unique(&self) -> bool {
        let word = self.0.load(Ordering::Acquire);
        word & SPILLED == 0 && count_of(word) == 1
    }

    /// Drops references that the caller owns.
    #[inline]
    pub(crate) fn drop(&self, count: i64) -> Dropped {
        let dropped = self.update(Ordering::AcqRel, |word| {
            let before = count_of(word);
            (count > 0 && before > count).then(|| with_count(word, before - count))
        });
        match dropped {
            Ok(_) => Dropped::Some,
            Err(word) if word & SPILLED != 0 => self.drop_slowly(count),
            Err(word) if count_of(word) == count && count > 0 => Dropped::Last,
            Err(word) => Dropped::TooMany(count_of(word)),
        }
    }

    /// Drops references where others are spilled.
    #[cold]
    #[inline(never)]
    fn drop_slowly(&self, count: i64) -> Dropped {
        spilled::with(self.address(), |spilled| {
            let rest = |word| SplitCount::of(word, count_of(word) + *spilled - count);
            let dropped = self.update(Ordering::AcqRel, |word| {
                let before = count_of(word) + *spilled;
                (count > 0 && before > count).then(|| rest(word).word)
            });
            match dropped {
                Ok(word) => {
                    *spilled = rest(word).spilled;
                    Dropped::Some
                }
                Err(word) if count_of(word) + *spilled == count => {
                    *spilled = 0;
                    Dropped::Last
                }
                Err(word) => Dropped::TooMany(count_of(word) + *spilled),
            }
        })
    }

    /// By which the table of spilled references knows the object.
    fn address(&self) -> usize {
        ptr::from_ref(self).addr()
    }
}

/// References, shared between the word and what is spilled.
struct SplitCount {
    word: u64,
    spilled: i64,
}

impl SplitCount {
    fn of(word: u64, count: i64) -> Self {
        let spilled = (count - KEPT).max(0);
        let mark = if spilled > 0 { SPILLED } else { 0 };
        Self {
            word: with_count(word & !SPILLED | mark, count - spilled),
            spilled,
        }
    }
}

#[cfg(all(test, loom))]
mod loom_tests;
#[cfg(all(test, not(loom)))]
mod tests;
