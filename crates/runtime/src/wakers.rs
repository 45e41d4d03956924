//! The wakers of all futures that await one object.
//!
//! They are in one node of the object's list of waiters, which cannot give up single nodes before the object is complete.
//! So a future that is dropped leaves nothing behind, however long the object is pending: its seat goes to the next one.
//! Only futures take the lock, and whatever completes an object that some await.
//!
//! A future looks whether the object is complete *after* it has left its waker. If the waker came too late to be woken, the
//! lock was taken by the completing thread before, so the future sees the object complete.

use std::sync::{Arc, OnceLock, PoisonError};
use std::task::Waker;

use smallvec::SmallVec;

use crate::drop_caught::caught;
use crate::error::Failure;
use crate::sync::{Mutex, MutexGuard};

#[derive(Debug)]
pub(crate) struct Wakers {
    /// None once they were woken.
    seats: Mutex<Option<Seats>>,
    /// What is known of the object's error (see `extra`).
    failure: OnceLock<Arc<Failure>>,
}

#[derive(Debug, Default)]
struct Seats {
    wakers: SmallVec<[Option<Waker>; 1]>,
    vacant: SmallVec<[usize; 1]>,
}

/// Which of the wakers is a future's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat(usize);

impl Default for Wakers {
    fn default() -> Self {
        Self {
            seats: Mutex::new(Some(Seats::default())),
            failure: OnceLock::new(),
        }
    }
}

impl Seats {
    fn take(&mut self, waker: Waker) -> Seat {
        match self.vacant.pop() {
            Some(seat) => {
                self.wakers[seat] = Some(waker);
                Seat(seat)
            }
            None => {
                self.wakers.push(Some(waker));
                Seat(self.wakers.len() - 1)
            }
        }
    }
}

impl Wakers {
    /// Adds the waker of a future. Clones and drops of wakers are user code and happen outside the lock.
    pub(crate) fn enter(&self, waker: &Waker) -> Seat {
        let waker = waker.clone();
        // Whoever comes too late sees the object complete.
        self.lock().as_mut().map_or(Seat(0), |seats| seats.take(waker))
    }

    /// Replaces the waker of a future that is polled again.
    pub(crate) fn replace(&self, Seat(seat): Seat, waker: &Waker) {
        let fresh = waker.clone();
        let stale = self.lock().as_mut().map(|seats| seats.wakers[seat].replace(fresh));
        drop(stale);
    }

    /// Drops the waker of a future that goes.
    pub(crate) fn leave(&self, Seat(seat): Seat) {
        let stale = self.lock().as_mut().map(|seats| {
            seats.vacant.push(seat);
            seats.wakers[seat].take()
        });
        drop(stale);
    }

    /// Wakes all futures, those that came first first if none has left. A waker that panics does not keep the others, and
    /// threads that wait for the same object, from being woken.
    pub(crate) fn wake(&self) {
        let seats = self.lock().take();
        let wakers = seats.into_iter().flat_map(|seats| seats.wakers).flatten();
        wakers.for_each(|waker| caught(|| waker.wake()));
    }

    pub(crate) fn failure(&self) -> Option<&Arc<Failure>> {
        self.failure.get()
    }

    /// Keeps what is known of the object's error, unless something is already.
    pub(crate) fn keep_failure(&self, failure: Arc<Failure>) {
        let _ = self.failure.set(failure);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Seats>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(all(test, not(loom)))]
    pub(crate) fn num_seats(&self) -> usize {
        self.lock().as_ref().map_or(0, |seats| seats.wakers.len())
    }
}
