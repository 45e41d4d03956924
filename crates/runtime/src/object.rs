//! What tokens, values and groups share: a reference count, a state word, an error message.
//!
//! # Safety argument
//!
//! An object is reached through raw pointers (C) or [`Ref`]s (Rust), each of which stands for one
//! reference. The count falls by release operations and the thread that takes it to zero issues an
//! acquire fence before it frees the object, so every access by any former owner happens before the
//! free. A token or value starts with two references: the creator's, and one that the completion
//! drops after it has fired the waiters; hence an object cannot vanish under its own completion,
//! even if the creator lets go of it in between.

use std::cell::Cell;
use std::fmt;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI64, AtomicIsize, AtomicUsize, Ordering, fence};
use std::sync::{Arc, OnceLock};

use crossbeam_utils::CachePadded;

use crate::group::RawGroup;
use crate::misuse::Misuse;
use crate::scheduler;
use crate::state::{Completion, Outcome, Registration, StateWord};
use crate::token::RawToken;
use crate::value::RawValue;
use crate::waiter::Waiter;

/// What an object is. Lets one C function drop references to any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Token,
    Value,
    Group,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Token => "token",
            Self::Value => "value",
            Self::Group => "group",
        })
    }
}

/// The first field of every reference-counted object.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Object {
    state: StateWord,
    references: AtomicI64,
    kind: Kind,
    error: OnceLock<Arc<str>>,
}

impl Object {
    pub(crate) fn new(kind: Kind, references: i64, state: StateWord) -> Self {
        count_live(1);
        Self {
            state,
            references: AtomicI64::new(references),
            kind,
            error: OnceLock::new(),
        }
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    /// The message that came with the error, if the object is in error and has one.
    pub(crate) fn error_message(&self) -> Option<&Arc<str>> {
        match self.outcome() {
            Some(Outcome::Error) => self.error.get(),
            _ => None,
        }
    }

    /// # Safety
    /// As for [`StateWord::register`].
    pub(crate) unsafe fn register(&self, waiter: NonNull<Waiter>) -> Registration {
        // SAFETY: passed on to the caller.
        unsafe { self.state.register(waiter) }
    }

    /// Completes the object and fires its waiters. Does not touch the reference count.
    pub(crate) fn complete(&self, outcome: Outcome, message: Option<Arc<str>>) -> Result<(), Misuse> {
        if let Some(message) = message
            && self.outcome().is_none()
        {
            // A second message can only come from a second completion, which is refused below.
            let _ = self.error.set(message);
        }
        match self.state.complete(outcome) {
            Completion::First(waiters) => {
                waiters.fire(self, outcome);
                Ok(())
            }
            Completion::AlreadyComplete(earlier) => Err(Misuse::CompletedTwice {
                kind: self.kind,
                earlier,
            }),
        }
    }

    pub(crate) fn add_references(&self, count: i64) -> Result<(), Misuse> {
        let before = self.references.fetch_add(count, Ordering::Relaxed);
        if before <= 0 || count < 0 {
            return Err(Misuse::AddedToDead {
                kind: self.kind,
                references: before,
                added: count,
            });
        }
        Ok(())
    }
}

/// Drops references; frees the object with the last one.
///
/// # Safety
/// `object` is the first field of a live object of its kind, and the caller owns `count` references
/// to it.
pub(crate) unsafe fn drop_references(object: NonNull<Object>, count: i64) -> Result<(), Misuse> {
    // SAFETY: the caller owns a reference, so the object is live.
    let (before, kind) = unsafe {
        let object = object.as_ref();
        (object.references.fetch_sub(count, Ordering::Release), object.kind)
    };
    if before < count || count < 0 {
        return Err(Misuse::DroppedTooMany {
            kind,
            references: before,
            dropped: count,
        });
    }
    if before > count {
        return Ok(());
    }
    fence(Ordering::Acquire);
    count_live(-1);
    // SAFETY: that was the last reference, and the kind says which structure the object heads.
    unsafe {
        match kind {
            Kind::Token => RawToken::destroy(object.cast()),
            Kind::Value => RawValue::destroy(object.cast()),
            Kind::Group => RawGroup::destroy(object.cast()),
        }
    }
    Ok(())
}

/// A structure whose first field is an [`Object`] of its kind.
///
/// # Safety
/// Implementors are `repr(C)`, begin with an `Object`, and may be used from any thread.
pub(crate) unsafe trait Counted {}

/// One reference to an object.
#[derive(Debug)]
pub(crate) struct Ref<T: Counted>(NonNull<T>);

// SAFETY: a reference count and a state word are atomic; `Counted` promises the same for the rest.
unsafe impl<T: Counted> Send for Ref<T> {}
// SAFETY: as above.
unsafe impl<T: Counted> Sync for Ref<T> {}

impl<T: Counted> Ref<T> {
    /// # Safety
    /// The caller owns one reference to the object and gives it away.
    pub(crate) unsafe fn from_owned(object: NonNull<T>) -> Self {
        Self(object)
    }

    pub(crate) fn object(&self) -> &Object {
        // SAFETY: the reference keeps the object alive, and `Counted` structures begin with an
        // `Object`.
        unsafe { self.0.cast::<Object>().as_ref() }
    }
}

impl<T: Counted> std::ops::Deref for Ref<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: the reference keeps the object alive.
        unsafe { self.0.as_ref() }
    }
}

impl<T: Counted> Clone for Ref<T> {
    fn clone(&self) -> Self {
        self.object().add_references(1).unwrap_or_else(Misuse::report);
        Self(self.0)
    }
}

impl<T: Counted> Drop for Ref<T> {
    fn drop(&mut self) {
        // SAFETY: this value owns one reference and is gone afterwards.
        unsafe { drop_references(self.0.cast(), 1) }.unwrap_or_else(Misuse::report);
    }
}

/// Blocks the calling thread until the object is complete.
pub(crate) fn wait(object: &Object) -> Outcome {
    scheduler::block_until_complete(object)
}

/// Runs the task when the object is complete: soon, if it is complete already.
pub(crate) fn resume_when_complete(object: &Object, task: scheduler::Task) {
    if object.outcome().is_some() {
        return scheduler::resume_ready(task);
    }
    let waiter = Waiter::boxed_resume(task);
    // SAFETY: a fresh box, which belongs to the list once it is registered.
    if let Registration::Complete(_) = unsafe { object.register(waiter) } {
        // SAFETY: the object did not take the waiter.
        drop(unsafe { Box::from_raw(waiter.as_ptr()) });
        scheduler::resume_ready(task);
    }
}

const SHARDS: usize = 32;
static LIVE: [CachePadded<AtomicIsize>; SHARDS] = [const { CachePadded::new(AtomicIsize::new(0)) }; SHARDS];

thread_local! {
    static SHARD: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Counts per group of threads, so that no two busy threads share a cache line.
fn count_live(change: isize) {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let shard = SHARD.get();
    let shard = if shard == usize::MAX {
        let fresh = NEXT.fetch_add(1, Ordering::Relaxed) % SHARDS;
        SHARD.set(fresh);
        fresh
    } else {
        shard
    };
    LIVE[shard].fetch_add(change, Ordering::Relaxed);
}

/// How many tokens, values and groups exist in this process: a leak shows as a number that does not
/// return to what it was before. Exact only while no other thread creates or drops objects.
pub fn live_objects() -> usize {
    let sum: isize = LIVE.iter().map(|shard| shard.load(Ordering::Relaxed)).sum();
    usize::try_from(sum).unwrap_or(0)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// A token whose two references the test owns.
    fn token() -> (Ref<RawToken>, Ref<RawToken>) {
        let raw = RawToken::create();
        // SAFETY: created with two references.
        unsafe { (Ref::from_owned(raw), Ref::from_owned(raw)) }
    }

    #[test]
    fn completing_twice_is_noticed_and_changes_nothing() {
        let (token, _other) = token();
        let object = token.object();
        assert_eq!(object.complete(Outcome::Error, Some("why".into())), Ok(()));
        let misuse = object.complete(Outcome::Available, Some("other".into())).unwrap_err();
        assert_eq!(
            misuse.to_string(),
            "a token was completed a second time; it was in error"
        );
        assert_eq!(object.error_message().map(|message| &**message), Some("why"));
    }

    #[test]
    fn wrong_counts_are_noticed() {
        let (token, other) = token();
        assert!(token.object().add_references(-1).is_err());
        token.object().add_references(2).expect("live");
        let object = token.0.cast();
        // SAFETY: the object stays alive: a wrong count frees nothing.
        let misuse = unsafe { drop_references(object, 9) }.unwrap_err();
        assert_eq!(misuse.to_string(), "9 references dropped from a token that has 3");
        // The counts are broken now, so the handles must not drop theirs.
        std::mem::forget((token, other));
    }
}
