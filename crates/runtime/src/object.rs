//! What tokens, values and groups share: a reference count, a state word, what is known of an error.
//!
//! # Safety argument
//!
//! An object is reached through raw pointers (C) or [`Ref`]s (Rust), each of which stands for one
//! reference (see `ref_count`). A token or value starts with two references: the creator's, and one that
//! the completion drops after it has fired the waiters; hence an object cannot vanish under its own
//! completion, even if the creator lets go of it in between.

use std::fmt;
use std::mem::ManuallyDrop;
use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::error::Failure;
use crate::group::RawGroup;
use crate::local::{self, Key, Local};
use crate::misuse::Misuse;
use crate::ref_count::{Dropped, RefCount};
use crate::scheduler;
use crate::state::{Completion, Outcome, Registration, StateWord};
use crate::token::RawToken;
use crate::trace::{self, Event};
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
    references: RefCount,
    /// Which task completes the object, if one does.
    key: Key,
    kind: Kind,
    /// The binary logarithm of the alignment of a value's payload.
    align_log2: u8,
    /// An `Arc<Failure>`, or null. Set once, before the object is complete.
    failure: AtomicPtr<Failure>,
}

impl Object {
    pub(crate) fn new(local: &Local, kind: Kind, references: i64, state: StateWord, key: Key) -> Self {
        local.count_live(1);
        Self {
            state,
            references: RefCount::new(references),
            key,
            kind,
            align_log2: 0,
            failure: AtomicPtr::new(ptr::null_mut()),
        }
    }

    /// Notes the alignment of a value's payload, a power of two.
    pub(crate) fn with_payload_alignment(mut self, alignment: usize) -> Self {
        // A binary logarithm of a `usize` is below 64.
        self.align_log2 = alignment.trailing_zeros() as u8;
        self
    }

    pub(crate) fn payload_alignment(&self) -> usize {
        1 << self.align_log2
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    pub(crate) fn key(&self) -> Key {
        self.key
    }

    #[inline]
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    /// What is known of the error, if the object is in error and anything is known.
    pub(crate) fn failure(&self) -> Option<Arc<Failure>> {
        if self.outcome() != Some(Outcome::Error) {
            return None;
        }
        let failure = self.failure.load(Ordering::Acquire);
        // SAFETY: the object owns a reference to the failure until it is dropped.
        (!failure.is_null()).then(|| unsafe {
            Arc::increment_strong_count(failure);
            Arc::from_raw(failure)
        })
    }

    /// # Safety
    /// As for [`StateWord::register`].
    pub(crate) unsafe fn register(&self, waiter: NonNull<Waiter>) -> Registration {
        // SAFETY: passed on to the caller.
        unsafe { self.state.register(waiter) }
    }

    /// Completes the object and fires its waiters. Does not touch the reference count.
    pub(crate) fn complete(&self, outcome: Outcome, failure: Option<Arc<Failure>>) -> Result<(), Misuse> {
        self.keep_failure(failure);
        let completion = self.state.complete(outcome);
        self.completed(completion, outcome)
    }

    /// As [`Object::complete`], for a caller who owns the only reference there is.
    fn complete_exclusive(&self, outcome: Outcome, failure: Option<Arc<Failure>>) -> Result<(), Misuse> {
        self.keep_failure(failure);
        let completion = self.state.complete_exclusive(outcome);
        self.completed(completion, outcome)
    }

    fn keep_failure(&self, failure: Option<Arc<Failure>>) {
        let Some(failure) = failure else { return };
        if self.outcome().is_some() {
            return;
        }
        let (null, mine) = (ptr::null_mut(), Arc::into_raw(failure).cast_mut());
        let set = self
            .failure
            .compare_exchange(null, mine, Ordering::Release, Ordering::Relaxed);
        if set.is_err() {
            // A second failure can only come from a second completion, which is refused.
            // SAFETY: made by `into_raw` above.
            drop(unsafe { Arc::from_raw(mine) });
        }
    }

    fn completed(&self, completion: Completion, outcome: Outcome) -> Result<(), Misuse> {
        match completion {
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
        let before = self.references.add(count);
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

impl Drop for Object {
    fn drop(&mut self) {
        let failure = *self.failure.get_mut();
        if !failure.is_null() {
            // SAFETY: the object owns the reference.
            drop(unsafe { Arc::from_raw(failure) });
        }
    }
}

/// Completes an object and drops one reference, that of the task which completes it.
///
/// # Safety
/// `object` is the first field of a live object of its kind, and the caller owns a reference to it.
#[inline]
pub(crate) unsafe fn complete_and_drop(
    object: NonNull<Object>,
    outcome: Outcome,
    failure: Option<Arc<Failure>>,
) -> Result<(), Misuse> {
    // SAFETY: the caller owns a reference, so the object is live. A second completion owns none and
    // drops none.
    unsafe {
        let this = object.as_ref();
        if this.references.is(1) {
            // Nobody else has a reference, so nobody can make one.
            this.complete_exclusive(outcome, failure)?;
        } else {
            this.complete(outcome, failure)?;
        }
        drop_references(object, 1)
    }
}

/// Drops references; frees the object with the last one.
///
/// # Safety
/// `object` is the first field of a live object of its kind, and the caller owns `count` references
/// to it.
#[inline]
pub(crate) unsafe fn drop_references(object: NonNull<Object>, count: i64) -> Result<(), Misuse> {
    // SAFETY: the caller owns a reference, so the object is live.
    let (this, kind) = unsafe { (object.as_ref(), object.as_ref().kind) };
    match this.references.drop(count) {
        Dropped::Some => Ok(()),
        Dropped::Last => {
            // SAFETY: that was the last reference, and the kind says which structure the object heads.
            unsafe { destroy(object, kind) };
            Ok(())
        }
        Dropped::TooMany(references) => Err(Misuse::DroppedTooMany {
            kind,
            references,
            dropped: count,
        }),
    }
}

/// # Safety
/// `object` heads a structure of this kind to which no reference is left.
unsafe fn destroy(object: NonNull<Object>, kind: Kind) {
    local::with(|local| {
        local.count_live(-1);
        // SAFETY: passed on to the caller.
        unsafe {
            match kind {
                Kind::Token => RawToken::destroy(local, object.cast()),
                Kind::Value => RawValue::destroy(local, object.cast()),
                Kind::Group => RawGroup::abandon(object.cast()),
            }
        }
    });
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

    /// Completes the object and drops the reference.
    pub(crate) fn complete(self, outcome: Outcome, failure: Option<Arc<Failure>>) {
        let object = ManuallyDrop::new(self).0.cast();
        // SAFETY: this value owned one reference.
        unsafe { complete_and_drop(object, outcome, failure) }.unwrap_or_else(Misuse::report);
    }

    pub(crate) fn as_raw(&self) -> NonNull<T> {
        self.0
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

/// Blocks the calling thread until the token or value is complete.
#[inline]
pub(crate) fn wait(object: &Object) -> Outcome {
    match object.outcome() {
        Some(outcome) => outcome,
        None => scheduler::block_until_complete(object, |key| key == object.key()),
    }
}

/// Runs the task when the object is complete: soon, if it is complete already.
pub(crate) fn resume_when_complete(object: &Object, task: scheduler::Task) {
    if object.outcome().is_some() {
        return scheduler::resume_ready(task);
    }
    trace::note(Event::Suspend(ptr::from_ref(object).addr()));
    let waiter = Waiter::resume(task);
    // SAFETY: a fresh waiter, which belongs to the list once it is registered.
    if let Registration::Complete(_) = unsafe { object.register(waiter) } {
        // SAFETY: the object did not take the waiter.
        unsafe { Waiter::discard(waiter) };
        scheduler::resume_ready(task);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// A token whose two references the test owns.
    fn token() -> (Ref<RawToken>, Ref<RawToken>) {
        let raw = local::with(RawToken::create);
        // SAFETY: created with two references.
        unsafe { (Ref::from_owned(raw), Ref::from_owned(raw)) }
    }

    #[test]
    fn completing_twice_is_noticed_and_changes_nothing() {
        let (token, _other) = token();
        let object = token.object();
        assert_eq!(
            object.complete(Outcome::Error, Some(Failure::new("why").into())),
            Ok(())
        );
        let misuse = object
            .complete(Outcome::Available, Some(Failure::new("other").into()))
            .unwrap_err();
        assert_eq!(
            misuse.to_string(),
            "a token was completed a second time; it was in error"
        );
        assert_eq!(
            object.failure().and_then(|failure| failure.message.clone()),
            Some("why".into())
        );
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
