//! Which loop is inside which.

use std::iter;
use std::marker::PhantomData;
use std::ptr;
use std::sync::Arc;

use super::pace::Idle;
use super::shared::SharedLoop;
use crate::local;
use crate::scheduler::Scheduler;

/// The innermost shared loop of the same runtime that cannot end before another one, if there is one.
#[derive(Clone, Copy)]
pub(super) struct Outer<'a>(Option<&'a Arc<SharedLoop>>);

impl<'a> Outer<'a> {
    pub(super) const NONE: Self = Self(None);

    pub(super) fn new(outer: Option<&'a Arc<SharedLoop>>) -> Self {
        Self(outer)
    }

    /// Calls a function with that of a loop which begins on this thread, and whose caller waits for its end.
    pub(super) fn with_current<R>(scheduler: &Arc<Scheduler>, f: impl FnOnce(Outer<'_>) -> R) -> R {
        let position = local::with(|local| local.position.get());
        // SAFETY: null, or set by an `Inside` on this stack, which borrows what it points to.
        let innermost = unsafe { position.shared.as_ref() };
        f(Outer(
            innermost.filter(|outer| Arc::ptr_eq(outer.scheduler(), scheduler)),
        ))
    }

    pub(super) fn cloned(self) -> Option<Arc<SharedLoop>> {
        self.0.cloned()
    }

    /// The loops that cannot end before the other one, from the inside to the outside.
    fn loops(self) -> impl Iterator<Item = &'a Arc<SharedLoop>> {
        iter::successors(self.0, |inner| inner.outer().0)
    }

    /// Who could take part in the other loop: also callers of outer loops that wait.
    #[inline]
    pub(super) fn idle(self, scheduler: &Scheduler) -> Idle {
        if self.loops().any(|outer| outer.meeting().is_looking()) {
            Idle::Searching
        } else {
            scheduler.idle()
        }
    }

    /// How many threads will come soon if they are invited.
    pub(super) fn num_searching(self, scheduler: &Scheduler) -> usize {
        scheduler.num_searching() + self.loops().filter(|outer| outer.meeting().is_looking()).count()
    }

    /// Offers the other loop to a caller who waits. Returns whether there is one, who will take part.
    pub(super) fn offer(self, inner: &Arc<SharedLoop>) -> bool {
        self.loops().any(|outer| outer.meeting().offer(inner))
    }
}

/// Where a thread is among the shared loops: in an iteration of one, or in none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    /// The loop whose iterations the thread runs, or null.
    shared: *const Arc<SharedLoop>,
    /// Whether the thread is counted among those that run iterations and are not workers.
    outsider: bool,
}

impl Position {
    pub(crate) const NOWHERE: Self = Self {
        shared: ptr::null(),
        outsider: false,
    };

    fn scheduler(&self) -> Option<&Arc<Scheduler>> {
        // SAFETY: an `Inside` borrows the loop. It lives as long as this is the position of its thread, or one to return to.
        unsafe { self.shared.as_ref() }.map(|shared| shared.scheduler())
    }

    /// Whether both are in loops of the same scheduler, or in none.
    fn is_beside(&self, other: &Self) -> bool {
        self.scheduler().map(Arc::as_ptr) == other.scheduler().map(Arc::as_ptr)
    }
}

/// Says which loop's iterations this thread runs, until it is dropped: then they are again those from before.
pub(super) struct Inside<'a> {
    before: Position,
    inside: PhantomData<&'a Arc<SharedLoop>>,
}

impl<'a> Inside<'a> {
    pub(super) fn of(shared: &'a Arc<SharedLoop>) -> Self {
        let outsider = !shared.scheduler().is_own_thread();
        Self::new(Position { shared, outsider })
    }

    /// Says that it runs none, but waits for other threads.
    pub(super) fn of_none() -> Self {
        Self::new(Position::NOWHERE)
    }

    fn new(now: Position) -> Self {
        Self {
            before: go_to(now),
            inside: PhantomData,
        }
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        go_to(self.before);
    }
}

/// Moves the thread. A thread that runs iterations and is no worker takes the processor of one, so one worker less is asked to
/// take part in loops.
fn go_to(mut now: Position) -> Position {
    local::with(|local| {
        let before = local.position.get();
        if now.is_beside(&before) {
            now.outsider = before.outsider;
        } else {
            if let Some(left) = before.scheduler().filter(|_| before.outsider) {
                left.remove_outsider();
            }
            if let Some(entered) = now.scheduler().filter(|_| now.outsider) {
                entered.add_outsider();
            }
        }
        local.position.set(now);
        before
    })
}
