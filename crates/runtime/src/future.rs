//! The part that tokens, values and groups share as futures.

use std::sync::Arc;
use std::task::{Context, Poll};

use crate::error::TaskError;
use crate::head::{Outcome, Registration};
use crate::object::{self, Counted, Object, Ref};
use crate::waiter::Waiter;
use crate::wakers::{Seat, Wakers};

/// Keeps the waker of a handle's last poll among those of the object's other handles.
#[derive(Debug, Default)]
pub(crate) struct CompletionFuture {
    waker: Option<(Arc<Wakers>, Seat)>,
}

/// A clone of a handle has not been polled.
impl Clone for CompletionFuture {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl CompletionFuture {
    pub(crate) fn poll<T: Counted>(&mut self, counted: &Ref<T>, context: &mut Context<'_>) -> Poll<Outcome> {
        let object = counted.object();
        if let Some(outcome) = object.outcome() {
            return Poll::Ready(outcome);
        }
        if let Some((wakers, seat)) = &self.waker {
            wakers.replace(*seat, context.waker());
            return after_leaving_a_waker(object);
        }
        let wakers = match object.wakers() {
            Some(wakers) => wakers,
            None => match register_wakers(counted) {
                Ok(wakers) => wakers,
                Err(outcome) => return Poll::Ready(outcome),
            },
        };
        let seat = wakers.enter(context.waker());
        self.waker = Some((wakers, seat));
        after_leaving_a_waker(object)
    }

    /// As `poll`, for what has no result but its success.
    pub(crate) fn poll_result<T: Counted>(
        &mut self,
        counted: &Ref<T>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), TaskError>> {
        let polled = self.poll(counted, context);
        polled.map(|outcome| TaskError::check(outcome, || counted.object().failure()))
    }
}

/// The completion may have woken all wakers just before the future's was there.
fn after_leaving_a_waker(object: &Object) -> Poll<Outcome> {
    object.outcome().map_or(Poll::Pending, Poll::Ready)
}

/// Makes the object wake the wakers that are made here, which its other futures share from now on.
fn register_wakers<T: Counted>(counted: &Ref<T>) -> Result<Arc<Wakers>, Outcome> {
    let wakers = Arc::<Wakers>::default();
    // SAFETY: the reference keeps the object alive.
    match unsafe { object::register(counted.as_object(), Waiter::wake(wakers.clone())) } {
        Registration::Complete(outcome) => Err(outcome),
        Registration::Registered => {
            // If futures on two threads come here at once, one of them keeps its wakers for itself.
            counted.object().share_wakers(wakers.clone());
            Ok(wakers)
        }
    }
}

impl Drop for CompletionFuture {
    fn drop(&mut self) {
        if let Some((wakers, seat)) = self.waker.take() {
            wakers.leave(seat);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::pin::Pin;
    use std::task::Waker;

    use super::*;
    use crate::group::Group;
    use crate::token::Token;

    fn poll_once<F: Future + Unpin>(mut future: F) -> F {
        let mut context = Context::from_waker(Waker::noop());
        assert!(Pin::new(&mut future).poll(&mut context).is_pending());
        future
    }

    /// Polls many futures of an object that stays pending, at most `at_once` of which are alive; returns how many seats and
    /// how many references their wakers have.
    fn left_behind<F: Future + Unpin>(object: &Object, future: impl Fn() -> F, at_once: usize) -> (usize, usize) {
        for _ in 0..100 {
            let alive: Vec<F> = (0..at_once).map(|_| poll_once(future())).collect();
            drop(alive);
        }
        let wakers = object.wakers().expect("futures share their wakers");
        // One reference is this function's.
        (wakers.num_seats(), Arc::strong_count(&wakers) - 1)
    }

    #[test]
    fn dropped_futures_leave_nothing_behind_at_a_pending_object() {
        let (completer, token) = Token::pending();
        let group = Group::new(1);
        for at_once in [1, 7] {
            // The object has its wakers, and so has one node in its list of waiters.
            let of_token = left_behind(token.0.object(), || token.clone(), at_once);
            assert_eq!(of_token, (at_once, 2));
            let of_group = left_behind(group.object(), || group.clone(), at_once);
            assert_eq!(of_group, (at_once, 2));
        }
        completer.complete();
    }

    #[test]
    fn a_group_that_lacks_members_goes_with_its_wakers() {
        let group = Group::new(1);
        let future = poll_once(group.clone());
        let wakers = group.object().wakers().as_ref().map(Arc::downgrade);
        drop((group, future));
        assert!(wakers.is_some_and(|wakers| wakers.upgrade().is_none()));
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Wake, Waker};

    use loom::thread;

    use super::*;
    use crate::local;
    use crate::object::Ref;
    use crate::token::RawToken;

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Two futures of a token are polled once while it completes. Each sees it complete or is woken, and nothing is left.
    #[test]
    fn loom_futures_see_the_completion_or_are_woken() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(2);
        model.check(|| {
            let raw = local::with(RawToken::create);
            // SAFETY: created with two references.
            let (token, completer) = unsafe { (Ref::from_owned(raw), Ref::from_owned(raw)) };
            let threads = [(); 2].map(|()| {
                let token = token.clone();
                thread::spawn(move || {
                    let count = Arc::<Count>::default();
                    let waker = Waker::from(count.clone());
                    let mut future = CompletionFuture::default();
                    let is_ready = future.poll(&token, &mut Context::from_waker(&waker)).is_ready();
                    (future, is_ready, count)
                })
            });
            completer.complete(Outcome::Available, None);
            for thread in threads {
                let (future, is_ready, count) = thread.join().unwrap();
                assert!(
                    is_ready || count.0.load(Ordering::Relaxed) == 1,
                    "the future is forgotten"
                );
                drop(future);
                assert_eq!(Arc::strong_count(&count), 1);
            }
        });
    }
}
