//! What tokens, values and groups share: a reference count, a state word, what is known of an error.
//!
//! # Safety argument
//!
//! An object is reached through raw pointers (C) or [`Ref`]s (Rust), each of which stands for one
//! reference (see `head`). A token or value starts with two references: the creator's, and one that
//! the completion drops after it has fired the waiters; hence an object cannot vanish under its own
//! completion, even if the creator lets go of it in between.
//!
//! A task may have its frame, its token and its values in one block. The token then counts the references to all of
//! them, one of which is the frame's: that of the task, which completes them. The block goes with the last one.

use std::fmt;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::error::Failure;
use crate::extra::Extra;
use crate::group::RawGroup;
use crate::head::{Completion, Dropped, Head, Outcome, Registration};
use crate::local::{self, Key, Local};
use crate::memory;
use crate::misuse::Misuse;
use crate::scheduler;
use crate::stuck::Awaited;
use crate::sync::AtomicBool;
use crate::token::RawToken;
use crate::trace::{self, Event};
use crate::value::RawValue;
use crate::waiter::Waiter;
use crate::wakers::Wakers;

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
    head: Head,
    /// Which task completes the object, if one does.
    key: Key,
    /// A failure is set once, before the object is complete.
    extra: Extra,
    kind: Kind,
    /// Of a value, the binary logarithm of the alignment of its payload. Of a token, the size of its block in steps
    /// of a cache line.
    layout_code: u8,
    /// Whether a token's own place for a waiter was taken.
    slot_taken: AtomicBool,
    /// Zero, unless the object is in the block of its task. Then it leads to those that are there, too: from the token
    /// to the value that was added last, from each value to the one before, and from the first one, or from the token
    /// if there is none, to the frame. It tells how far behind the token they are, in steps of [`STEP`](crate::token::STEP).
    previous: u8,
}

impl Object {
    pub(crate) fn new(local: &Local, kind: Kind, head: Head, key: Key) -> Self {
        local.count_live(1);
        Self::uncounted(kind, head, key)
    }

    /// An object that is no token, value or group of the program, and not counted as one.
    pub(crate) fn uncounted(kind: Kind, head: Head, key: Key) -> Self {
        Self {
            head,
            key,
            extra: Extra::none(),
            kind,
            layout_code: 0,
            slot_taken: AtomicBool::new(false),
            previous: 0,
        }
    }

    /// Keeps what the layout of the object depends on; its meaning is the kind's.
    pub(crate) fn with_layout_code(mut self, code: u8) -> Self {
        self.layout_code = code;
        self
    }

    pub(crate) fn layout_code(&self) -> u8 {
        self.layout_code
    }

    /// Puts the object into the block of its task, where it leads to another one.
    pub(crate) fn set_previous(&mut self, previous: u8) {
        self.previous = previous;
    }

    /// Counts the reference to a value that was added to the object's task.
    pub(crate) fn count_added(&mut self) {
        self.head.add_exclusive();
    }

    pub(crate) fn previous(&self) -> u8 {
        self.previous
    }

    /// Whether the object is in the block of its task. The completion's reference is the frame's then.
    pub(crate) fn is_in_task(&self) -> bool {
        self.previous != 0
    }

    /// Whether the caller is the first, and so the only one, to take the object's own place for a waiter.
    #[inline]
    pub(crate) fn take_slot(&self) -> bool {
        // What is written there reaches others by the head.
        !self.slot_taken.load(Ordering::Relaxed) && !self.slot_taken.swap(true, Ordering::Relaxed)
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    pub(crate) fn key(&self) -> Key {
        self.key
    }

    #[inline]
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.head.outcome()
    }

    /// What is known of the error, if the object is in error and anything is known.
    pub(crate) fn failure(&self) -> Option<Arc<Failure>> {
        if self.outcome() != Some(Outcome::Error) {
            return None;
        }
        self.extra.failure()
    }

    /// The wakers that the object's futures share.
    pub(crate) fn wakers(&self) -> Option<Arc<Wakers>> {
        self.extra.wakers()
    }

    /// Lets later futures of the object share these wakers, unless they share others or the object is about to fail.
    pub(crate) fn share_wakers(&self, wakers: Arc<Wakers>) {
        self.extra.share_wakers(wakers);
    }

    /// # Safety
    /// As for [`Head::register`].
    pub(crate) unsafe fn register(&self, waiter: NonNull<Waiter>) -> Registration {
        // SAFETY: passed on to the caller.
        unsafe { self.head.register(waiter) }
    }

    /// Completes the object and fires its waiters. Does not touch the reference count.
    pub(crate) fn complete(&self, outcome: Outcome, failure: Option<Arc<Failure>>) -> Result<(), Misuse> {
        self.keep_failure(failure);
        let completion = self.head.complete(outcome);
        self.completed(completion, outcome)
    }

    /// As [`Object::complete`], for a caller who alone reaches the object.
    fn complete_exclusive(&self, outcome: Outcome, failure: Option<Arc<Failure>>) -> Result<(), Misuse> {
        self.keep_failure(failure);
        let completion = self.head.complete_exclusive(outcome);
        self.completed(completion, outcome)
    }

    /// Drops what waits for an object to which no reference is left, if it never became complete.
    #[inline]
    pub(crate) fn discard_waiters(&self) {
        if self.outcome().is_none() {
            self.discard_waiters_of_pending();
        }
    }

    #[cold]
    #[inline(never)]
    fn discard_waiters_of_pending(&self) {
        if let Completion::First(waiters) = self.head.complete(Outcome::Error) {
            waiters.discard(self);
        }
    }

    /// Makes the object complete, as the last thing that the caller does with it: it may be gone when this returns. The
    /// caller fires the waiters.
    ///
    /// # Safety
    /// The object lives until it is complete.
    pub(crate) unsafe fn complete_last(this: *const Self, outcome: Outcome) -> Completion {
        // SAFETY: the caller's promise.
        unsafe { (*this).head.complete(outcome) }
    }

    #[cold]
    #[inline(never)]
    fn drop_extra(&mut self) {
        self.extra.take();
    }

    #[inline]
    fn keep_failure(&self, failure: Option<Arc<Failure>>) {
        if let Some(failure) = failure {
            self.keep_known_failure(failure);
        }
    }

    #[cold]
    #[inline(never)]
    fn keep_known_failure(&self, failure: Arc<Failure>) {
        if self.outcome().is_none() {
            self.extra.keep_failure(failure);
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
}

/// Adds references to a live object.
///
/// # Safety
/// `object` is the first field of a live object of its kind.
pub(crate) unsafe fn add_references(object: NonNull<Object>, count: i64) -> Result<(), Misuse> {
    // SAFETY: live.
    let (kind, head) = unsafe { (object.as_ref().kind, &counting(object).as_ref().head) };
    let Some(before) = head.add(count) else {
        Misuse::TooManyReferences { kind, added: count }.abort()
    };
    if before == 0 || count < 0 {
        return Err(Misuse::AddedToDead {
            kind,
            references: before,
            added: count,
        });
    }
    Ok(())
}

/// The object that counts the references to this one.
///
/// # Safety
/// `object` is the first field of a live object of its kind.
#[inline]
unsafe fn counting(object: NonNull<Object>) -> NonNull<Object> {
    // SAFETY: live, and a value if its kind says so.
    unsafe {
        let this = object.as_ref();
        if this.kind == Kind::Value && this.is_in_task() {
            return RawValue::token_of_task(object.cast()).cast();
        }
    }
    object
}

impl Drop for Object {
    fn drop(&mut self) {
        if self.extra.is_some() {
            self.drop_extra();
        }
    }
}

/// Completes an object and drops one reference, that of the task which completes it, unless that is its frame's.
///
/// # Safety
/// `object` is the first field of a live object of its kind, and the caller owns a reference to it.
#[inline]
pub(crate) unsafe fn complete_and_drop(
    object: NonNull<Object>,
    outcome: Outcome,
    failure: Option<Arc<Failure>>,
) -> Result<(), Misuse> {
    // SAFETY: the caller owns a reference, so the object is live.
    let this = unsafe { object.as_ref() };
    if failure.is_none() && !this.is_in_task() && this.head.complete_unawaited_and_drop(outcome) {
        return Ok(());
    }
    // SAFETY: passed on to the caller.
    unsafe { complete_then_drop(object, outcome, failure) }
}

/// # Safety
/// As for [`complete_and_drop`].
#[inline(never)]
unsafe fn complete_then_drop(
    object: NonNull<Object>,
    outcome: Outcome,
    failure: Option<Arc<Failure>>,
) -> Result<(), Misuse> {
    // SAFETY: the caller owns a reference, so the object is live. A second completion owns none and
    // drops none.
    unsafe {
        let this = object.as_ref();
        let counting = counting(object);
        // Nobody else can make a reference if nobody else has one.
        if counting.as_ref().head.is_unique() {
            this.complete_exclusive(outcome, failure)?;
        } else {
            this.complete(outcome, failure)?;
        }
        if this.is_in_task() {
            return Ok(());
        }
        drop_counted(counting, this.kind, 1)
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
    let (kind, counting) = unsafe { (object.as_ref().kind, counting(object)) };
    // SAFETY: as above; what counts the references to an object lives as long.
    unsafe { drop_counted(counting, kind, count) }
}

/// # Safety
/// `counting` counts the references to a live object of this kind, and the caller owns `count` of them.
#[inline]
unsafe fn drop_counted(counting: NonNull<Object>, kind: Kind, count: i64) -> Result<(), Misuse> {
    // SAFETY: live.
    match unsafe { counting.as_ref() }.head.drop(count) {
        Dropped::Some => Ok(()),
        Dropped::Last => {
            // SAFETY: that was the last reference, and the kind says which structure the object heads.
            unsafe { destroy(counting, counting.as_ref().kind) };
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

    /// Gives the reference away.
    pub(crate) fn into_raw(self) -> NonNull<T> {
        ManuallyDrop::new(self).0
    }

    pub(crate) fn as_object(&self) -> NonNull<Object> {
        self.0.cast()
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
        // SAFETY: this reference keeps the object alive.
        unsafe { add_references(self.as_object(), 1) }.unwrap_or_else(Misuse::report);
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
        None => scheduler::block_until_complete(object, scheduler::Wanted::Task(object.key()), &|| {
            Awaited::of_kind(object.kind())
        }),
    }
}

/// Adds a waiter, unless the object is complete; the waiter is dropped then.
///
/// # Safety
/// `object` is the first field of a live object of its kind.
#[inline]
pub(crate) unsafe fn register(object: NonNull<Object>, waiter: Waiter) -> Registration {
    // SAFETY: live; a fresh node belongs to the list once it is registered, and else to this function.
    unsafe {
        let node = RawToken::take_slot(object).unwrap_or_else(memory::block_for);
        node.write(waiter);
        let registration = object.as_ref().register(node);
        if let Registration::Complete(_) = registration {
            drop(Waiter::take(node, object.as_ref()));
        }
        registration
    }
}

/// Runs the task when the object is complete: soon, if it is complete already.
///
/// # Safety
/// `object` is the first field of a live object of its kind.
pub(crate) unsafe fn resume_when_complete(object: NonNull<Object>, task: scheduler::Task) {
    // SAFETY: live.
    if unsafe { object.as_ref() }.outcome().is_some() {
        return scheduler::resume_ready(task);
    }
    trace::note(Event::Suspend(object.addr().get()));
    // SAFETY: live.
    let key = unsafe { object.as_ref() }.key();
    // A thread that blocks looks at the note when the coroutine has returned. It may have been resumed elsewhere by then.
    local::with(|local| local.chain.suspend(task, key));
    // SAFETY: live.
    if let Registration::Complete(_) = unsafe { register(object, Waiter::resume(task)) } {
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
        let object = token.0.cast();
        // SAFETY: the object stays alive: a wrong count frees nothing.
        let misuse = unsafe {
            assert!(add_references(object, -1).is_err());
            add_references(object, 2).expect("live");
            drop_references(object, 9).unwrap_err()
        };
        assert_eq!(misuse.to_string(), "9 references dropped from a token that has 4");
        // SAFETY: two were added, and wrong counts change nothing.
        unsafe { drop_references(object, 2) }.expect("live");
        drop((token, other));
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use loom::thread;

    use super::*;

    /// Two threads offer a waiter to a token, one of them in the token's own place, while it completes. Each waiter is
    /// fired or refused, and gone in the end.
    #[test]
    fn loom_one_waiter_gets_the_tokens_own_place() {
        let mut model = loom::model::Builder::new();
        // All interleavings of three threads with their reference counts take minutes.
        model.preemption_bound = Some(2);
        model.check(|| {
            let raw = local::with(RawToken::create);
            // SAFETY: created with two references.
            let (token, completer) = unsafe { (Ref::from_owned(raw), Ref::from_owned(raw)) };
            let wakers: [Arc<Wakers>; 2] = Default::default();
            let threads = wakers.clone().map(|waker| {
                let token = token.clone();
                thread::spawn(move || {
                    // SAFETY: the handle keeps the token alive.
                    let _ = unsafe { register(token.as_object(), Waiter::wake(waker)) };
                })
            });
            completer.complete(Outcome::Available, None);
            for thread in threads {
                thread.join().unwrap();
            }
            assert!(wakers.iter().all(|waker| Arc::strong_count(waker) == 1));
        });
    }
}
