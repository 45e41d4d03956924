//! Groups: completion of a known number of members (`!async.group`).
//!
//! # Safety argument
//!
//! `pending` starts at the declared size and falls once per completed member, by acquire-release
//! operations. Whoever takes it to zero completes the group; all other members' writes happen
//! before that, so an awaiter that sees the group complete sees every member's effects and the
//! final number of errors. A member that is still pending keeps the group alive through the
//! reference in its [`GroupMember`].

use std::ptr::NonNull;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::TaskError;
use crate::misuse::Misuse;
use crate::object::{self, Counted, Kind, Object, Ref};
use crate::state::{Outcome, Registration, StateWord};
use crate::token::Token;
use crate::waiter::Waiter;

#[derive(Debug)]
#[repr(C)]
pub(crate) struct RawGroup {
    object: Object,
    size: i64,
    pending: AtomicI64,
    errors: AtomicI64,
    next_rank: AtomicI64,
    /// Rank and message of the failed member with the lowest rank among those that have a message,
    /// so that the message does not depend on timing.
    first_error: Mutex<Option<(i64, Arc<str>)>>,
}

// SAFETY: `repr(C)`, begins with an `Object`; the other fields are atomics and a mutex.
unsafe impl Counted for RawGroup {}

/// A member's completion, as the group is told of it.
pub(crate) struct GroupMember {
    group: Ref<RawGroup>,
    rank: i64,
}

impl RawGroup {
    /// A group with one reference that waits for `size` members.
    pub(crate) fn create(size: i64) -> Result<NonNull<Self>, Misuse> {
        if size < 0 {
            return Err(Misuse::BadGroupSize { size });
        }
        let state = if size == 0 {
            StateWord::completed(Outcome::Available)
        } else {
            StateWord::pending()
        };
        let group = Self {
            object: Object::new(Kind::Group, 1, state),
            size,
            pending: AtomicI64::new(size),
            errors: AtomicI64::new(0),
            next_rank: AtomicI64::new(0),
            first_error: Mutex::new(None),
        };
        Ok(NonNull::from(Box::leak(Box::new(group))))
    }

    /// # Safety
    /// No reference is left.
    pub(crate) unsafe fn destroy(group: NonNull<Self>) {
        // SAFETY: made by `create`, and this is the last use.
        drop(unsafe { Box::from_raw(group.as_ptr()) });
    }

    /// Whether a member has failed so far.
    pub(crate) fn has_error(&self) -> bool {
        self.errors.load(Ordering::Acquire) > 0
    }

    /// The message of the failed member with the lowest rank, once the group is complete.
    pub(crate) fn error_message(&self) -> Option<Arc<str>> {
        self.object.outcome()?;
        let first = self.first_error.lock().unwrap_or_else(PoisonError::into_inner);
        first.as_ref().map(|(_, message)| message.clone())
    }

    fn member_finished(&self, rank: i64, member: &Object, outcome: Outcome) {
        if outcome == Outcome::Error {
            self.errors.fetch_add(1, Ordering::Relaxed);
            if let Some(message) = member.error_message() {
                self.note_error(rank, message);
            }
        }
        let before = self.pending.fetch_sub(1, Ordering::AcqRel);
        if before <= 0 {
            return Misuse::GroupOverfull { size: self.size }.report();
        }
        if before == 1 {
            let outcome = if self.has_error() {
                Outcome::Error
            } else {
                Outcome::Available
            };
            self.object.complete(outcome, None).unwrap_or_else(Misuse::report);
        }
    }

    fn note_error(&self, rank: i64, message: &Arc<str>) {
        let mut first = self.first_error.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|(earlier, _)| rank < *earlier) {
            *first = Some((rank, message.clone()));
        }
    }
}

impl GroupMember {
    pub(crate) fn finished(self, member: &Object, outcome: Outcome) {
        self.group.member_finished(self.rank, member, outcome);
    }
}

/// Adds a token or value and returns its rank: the number of members added before it.
pub(crate) fn add_member(group: &Ref<RawGroup>, member: &Object) -> i64 {
    let rank = group.next_rank.fetch_add(1, Ordering::Relaxed);
    add_with_rank(group, member, rank);
    rank
}

fn add_with_rank(group: &Ref<RawGroup>, member: &Object, rank: i64) {
    if let Some(outcome) = member.outcome() {
        return group.member_finished(rank, member, outcome);
    }
    let waiter = Waiter::boxed_member(GroupMember {
        group: group.clone(),
        rank,
    });
    // SAFETY: a fresh box, which belongs to the list once it is registered.
    if let Registration::Complete(outcome) = unsafe { member.register(waiter) } {
        // SAFETY: the object did not take the waiter.
        drop(unsafe { Box::from_raw(waiter.as_ptr()) });
        group.member_finished(rank, member, outcome);
    }
}

/// Waits for a known number of tokens.
#[derive(Clone, Debug)]
pub struct Group(Ref<RawGroup>);

impl Group {
    /// A group that is complete when `size` tokens were added and are complete; at once if `size`
    /// is zero.
    pub fn new(size: u32) -> Self {
        let Ok(raw) = RawGroup::create(i64::from(size)) else {
            unreachable!("a u32 is not negative")
        };
        // SAFETY: created with one reference, for this handle.
        Self(unsafe { Ref::from_owned(raw) })
    }

    /// Adds a token and returns its rank, the number of tokens added before it.
    ///
    /// # Errors
    /// If the group is full; the token is not added.
    pub fn add(&self, token: &Token) -> Result<u64, GroupFull> {
        let full = GroupFull { size: self.0.size };
        // Claiming a rank before adding keeps two threads from both taking the last place.
        let claim = |rank: i64| (rank < self.0.size).then_some(rank + 1);
        let order = Ordering::Relaxed;
        let rank = self.0.next_rank.fetch_update(order, order, claim).map_err(|_| full)?;
        add_with_rank(&self.0, token.0.object(), rank);
        Ok(rank.unsigned_abs())
    }

    /// Blocks until the group is complete.
    ///
    /// # Errors
    /// The error of the failed member with the lowest rank.
    pub fn wait(&self) -> Result<(), TaskError> {
        let outcome = object::wait(self.0.object());
        TaskError::check(outcome, self.0.error_message().as_ref())
    }
}

/// A token was added to a group that already has as many members as it was created for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupFull {
    size: i64,
}

impl std::fmt::Display for GroupFull {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the group already has its {} members", self.size)
    }
}

impl std::error::Error for GroupFull {}
