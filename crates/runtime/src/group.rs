//! Groups: completion of a known number of members (`!async.group`).
//!
//! # Safety argument
//!
//! The member that takes the count of finished members to the size completes the group; all other
//! members' writes happen before that (see `member_count`), so an awaiter that sees the group
//! complete sees every member's effects and the final number of errors. Members own no references;
//! who frees the group is the count's matter, too.

use std::panic::{RefUnwindSafe, UnwindSafe};
use std::pin::Pin;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use crossbeam_utils::CachePadded;

use crate::error::{Failure, TaskError};
use crate::future::CompletionFuture;
use crate::head::{Head, Outcome, Registration};
use crate::local;
use crate::member_count::{Finish, MAX_SIZE, MemberCount};
use crate::misuse::Misuse;
use crate::object::{self, Counted, Kind, Object, Ref};
use crate::scheduler::{self, Task};
use crate::stuck::Awaited;
use crate::token::{self, Completer, Token};
use crate::value::Value;
use crate::waiter::Waiter;

#[derive(Debug)]
#[repr(C)]
pub(crate) struct RawGroup {
    object: Object,
    size: i64,
    /// Written by whoever adds members.
    next_rank: CachePadded<AtomicI64>,
    /// Written by whoever completes members.
    finished: CachePadded<MemberCount>,
    errors: AtomicI64,
    /// Which tasks complete the members that were added last.
    recent: [AtomicU64; RECENT],
    /// The failed member with the lowest rank among those that said something, so that the message
    /// does not depend on timing. The object gets it when it completes.
    first_failure: Mutex<Option<(i64, Arc<Failure>)>>,
}

// SAFETY: `repr(C)`, begins with an `Object`; the other fields are atomics and a mutex.
unsafe impl Counted for RawGroup {}

/// How many members a group remembers, so that a thread that awaits it can run them.
const RECENT: usize = 8;

/// A member's completion, as the group is told of it.
pub(crate) struct GroupMember {
    group: NonNull<RawGroup>,
    rank: i64,
}

impl RawGroup {
    /// A group with one reference that waits for `size` members.
    pub(crate) fn create(size: i64) -> Result<NonNull<Self>, Misuse> {
        if !(0..=MAX_SIZE).contains(&size) {
            return Err(Misuse::BadGroupSize { size });
        }
        let head = if size == 0 {
            Head::completed(Outcome::Available, 1)
        } else {
            Head::pending(1)
        };
        let group = Self {
            object: local::with(|local| Object::new(local, Kind::Group, head, 0)),
            size,
            next_rank: CachePadded::default(),
            finished: CachePadded::new(MemberCount::new()),
            errors: AtomicI64::new(0),
            recent: Default::default(),
            first_failure: Mutex::new(None),
        };
        Ok(NonNull::from(Box::leak(Box::new(group))))
    }

    /// Frees the group, or leaves that to the last member.
    ///
    /// # Safety
    /// No reference is left.
    pub(crate) unsafe fn abandon(group: NonNull<Self>) {
        // SAFETY: without a reference the group lives until the count says otherwise.
        let free = unsafe {
            let this = group.as_ref();
            let added = this.next_rank.load(Ordering::Relaxed).min(this.size);
            this.finished.abandon(added, this.size)
        };
        if free {
            // SAFETY: nobody else reaches the group.
            unsafe { Self::free(group) };
        }
    }

    /// # Safety
    /// Nobody else reaches the group.
    unsafe fn free(group: NonNull<Self>) {
        // SAFETY: made by `create`.
        let group = unsafe { Box::from_raw(group.as_ptr()) };
        // One that lacks members never became complete. Futures that awaited it are gone, as each had a reference.
        group.object.discard_waiters();
    }

    /// Blocks the calling thread until the group is complete.
    pub(crate) fn wait(&self) -> Outcome {
        scheduler::block_until_complete(&self.object, scheduler::Wanted::AnyOf(&self.recent), &|| self.awaited())
    }

    /// How far the group is.
    fn awaited(&self) -> Awaited {
        let added = self.next_rank.load(Ordering::Relaxed);
        Awaited::Group {
            size: self.size.unsigned_abs(),
            added: added.unsigned_abs(),
            complete: self.finished.so_far().unsigned_abs(),
        }
    }

    /// Whether a member has failed so far.
    pub(crate) fn has_error(&self) -> bool {
        self.errors.load(Ordering::Acquire) > 0
    }

    /// Counts a member that is complete.
    ///
    /// # Safety
    /// The member was added and not counted yet. The group is not used afterwards unless the caller
    /// owns a reference.
    unsafe fn member_finished(group: NonNull<Self>, rank: i64, member: &Object, outcome: Outcome) {
        // SAFETY: a group outlives its members.
        let this = unsafe { group.as_ref() };
        if outcome == Outcome::Error {
            this.errors.fetch_add(1, Ordering::Relaxed);
            if let Some(failure) = member.failure() {
                this.note_failure(rank, failure);
            }
        }
        let free = match this.finished.member_finished(this.size) {
            Finish::Nothing => false,
            Finish::Free => true,
            Finish::Complete => {
                let outcome = if this.has_error() {
                    Outcome::Error
                } else {
                    Outcome::Available
                };
                this.object
                    .complete(outcome, this.take_failure())
                    .unwrap_or_else(Misuse::report);
                this.finished.completer_left()
            }
        };
        if free {
            // SAFETY: no reference is left and all members have finished.
            unsafe { Self::free(group) };
        }
    }

    /// What is known of the failed member with the lowest rank, when all members have finished.
    fn take_failure(&self) -> Option<Arc<Failure>> {
        let mut first = self.first_failure.lock().unwrap_or_else(PoisonError::into_inner);
        first.take().map(|(_, failure)| failure)
    }

    fn note_failure(&self, rank: i64, failure: Arc<Failure>) {
        let mut first = self.first_failure.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = first.as_ref().is_none_or(|(earlier, _)| rank < *earlier);
        let other = if is_first {
            first.replace((rank, failure))
        } else {
            Some((rank, failure))
        };
        // What the task panicked with may be dropped with it: code of the user.
        drop(first);
        drop(other);
    }
}

impl GroupMember {
    pub(crate) fn finished(self, member: &Object, outcome: Outcome) {
        // SAFETY: made by `add_with_rank`, and consumed.
        unsafe { RawGroup::member_finished(self.group, self.rank, member, outcome) };
    }
}

/// Adds a token or value and returns its rank: the number of members added before it.
///
/// # Safety
/// `member` is the first field of a live token or value.
pub(crate) unsafe fn add_member(group: &Ref<RawGroup>, member: NonNull<Object>) -> i64 {
    let rank = group.next_rank.fetch_add(1, Ordering::Relaxed);
    if rank >= group.size {
        Misuse::GroupOverfull { size: group.size }.report();
    } else {
        // SAFETY: passed on to the caller.
        unsafe { add_with_rank(group, member, rank) };
    }
    rank
}

/// # Safety
/// As for [`add_member`].
unsafe fn add_with_rank(group: &Ref<RawGroup>, member: NonNull<Object>, rank: i64) {
    let raw = group.as_raw();
    // SAFETY: live.
    let object = unsafe { member.as_ref() };
    if let Some(outcome) = object.outcome() {
        // SAFETY: the member was just added.
        return unsafe { RawGroup::member_finished(raw, rank, object, outcome) };
    }
    group.recent[rank as usize % RECENT].store(object.key(), Ordering::Relaxed);
    let waiter = Waiter::member(GroupMember { group: raw, rank });
    // SAFETY: live. If the object did not take the waiter, the member is counted here.
    unsafe {
        if let Registration::Complete(outcome) = object::register(member, waiter) {
            RawGroup::member_finished(raw, rank, object, outcome);
        }
    }
}

/// A group of tokens and values that are awaited together. Its size is fixed when it is created.
#[derive(Clone, Debug)]
pub struct Group(Ref<RawGroup>, CompletionFuture);

impl Group {
    /// Creates a group. It is complete when `size` members have been added and all of them are complete.
    /// A group of size zero is complete from the start.
    pub fn new(size: u32) -> Self {
        let Ok(raw) = RawGroup::create(i64::from(size)) else {
            unreachable!("a u32 is not negative")
        };
        // SAFETY: created with one reference, for this handle.
        let raw = unsafe { Ref::from_owned(raw) };
        Self(raw, CompletionFuture::default())
    }

    /// Adds a token. Returns its rank, which is the number of members that were added before it.
    ///
    /// # Errors
    /// If the group is full. The token is not added.
    pub fn add(&self, token: &Token) -> Result<u64, GroupFull> {
        // SAFETY: the handle keeps the token alive.
        unsafe { self.add_object(token.0.as_object()) }
    }

    /// Counts one member more, and makes a task of `body` that completes it.
    pub(crate) fn member_task<F>(&self, body: F) -> Result<Task, GroupFull>
    where
        F: FnOnce(Completer) + Send + 'static,
    {
        let rank = self.claim_rank()?;
        let group = self.0.as_raw();
        let task = token::awaited_task(body, Waiter::member(GroupMember { group, rank }));
        self.0.recent[rank as usize % RECENT].store(task.key(), Ordering::Relaxed);
        Ok(task)
    }

    /// # Safety
    /// `member` is the first field of a live token or value.
    unsafe fn add_object(&self, member: NonNull<Object>) -> Result<u64, GroupFull> {
        let rank = self.claim_rank()?;
        // SAFETY: passed on to the caller.
        unsafe { add_with_rank(&self.0, member, rank) };
        Ok(rank.unsigned_abs())
    }

    /// Claiming a rank before adding keeps two threads from both taking the last place.
    fn claim_rank(&self) -> Result<i64, GroupFull> {
        let full = GroupFull { size: self.0.size };
        let claim = |rank: i64| (rank < self.0.size).then_some(rank + 1);
        let order = Ordering::Relaxed;
        self.0.next_rank.fetch_update(order, order, claim).map_err(|_| full)
    }

    /// Adds a value, as [`Group::add`] does with a token. The result can still be taken from the value.
    ///
    /// # Errors
    /// If the group is full. The value is not added.
    pub fn add_value<T: Send + 'static>(&self, value: &Value<T>) -> Result<u64, GroupFull> {
        // SAFETY: the handle keeps the value alive.
        unsafe { self.add_object(value.as_object()) }
    }

    pub(crate) fn object(&self) -> &Object {
        self.0.object()
    }

    /// Whether the group is complete, successfully or with an error.
    pub fn is_complete(&self) -> bool {
        self.object().outcome().is_some()
    }

    /// Blocks until the group is complete.
    ///
    /// # Errors
    /// The error of the failed member with the lowest rank, among those whose error has a message.
    pub fn wait(&self) -> Result<(), TaskError> {
        let outcome = self.0.wait();
        TaskError::check(outcome, || self.object().failure())
    }
}

impl Future for Group {
    type Output = Result<(), TaskError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Self(raw, completion) = &mut *self;
        completion.poll_result(raw, context)
    }
}

/// A panic leaves it as it is, like all that threads share.
impl UnwindSafe for Group {}
impl RefUnwindSafe for Group {}

/// The error of adding a member to a group that already has as many members as its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupFull {
    size: i64,
}

impl std::fmt::Display for GroupFull {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the group is full: its size is {}", self.size)
    }
}

impl std::error::Error for GroupFull {}
