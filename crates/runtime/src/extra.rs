//! What few objects have besides their header: what is known of their error, and the wakers of futures that await them.
//!
//! One word of the object leads to it:
//!
//! | word | meaning |
//! |---|---|
//! | null | neither |
//! | an `Arc<Failure>` | what is known of the error; nothing is known of futures |
//! | an `Arc<Wakers>`, plus one | futures await the object, or did; the failure, if there is one, is with their wakers |
//!
//! # Safety argument
//!
//! The word changes once at most, from null. What it leads to is dropped with the object. So whoever has a reference to the
//! object can follow the word.

use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::Arc;

use crate::error::Failure;
use crate::sync::{AtomicPtr, Ordering};
use crate::wakers::Wakers;

/// Distinguishes wakers from failures, whose addresses are even.
const WAKERS: usize = 1;

enum Content {
    Failure(Arc<Failure>),
    Wakers(Arc<Wakers>),
}

impl Content {
    fn into_word(self) -> *mut u8 {
        match self {
            Self::Failure(failure) => Arc::into_raw(failure).cast_mut().cast(),
            Self::Wakers(wakers) => Arc::into_raw(wakers).cast_mut().cast::<u8>().wrapping_add(WAKERS),
        }
    }

    /// # Safety
    /// The word is null or comes from [`Content::into_word`]. It stands for one reference, which the caller either gives
    /// away or keeps from being dropped.
    unsafe fn from_word(word: *mut u8) -> Option<Self> {
        if word.is_null() {
            return None;
        }
        // SAFETY: the caller's promise; the last bit says which of the two it is.
        Some(unsafe {
            match word.addr() & WAKERS {
                0 => Self::Failure(Arc::from_raw(word.cast())),
                _ => Self::Wakers(Arc::from_raw(word.wrapping_sub(WAKERS).cast())),
            }
        })
    }
}

#[derive(Debug)]
pub(crate) struct Extra(AtomicPtr<u8>);

impl Extra {
    pub(crate) fn none() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    fn content(&self) -> Option<ManuallyDrop<Content>> {
        // SAFETY: the reference stays the word's.
        unsafe { Content::from_word(self.0.load(Ordering::Acquire)) }.map(ManuallyDrop::new)
    }

    /// Sets the word if it is null; returns whether it did.
    fn set(&self, content: Content) -> bool {
        let (null, word) = (ptr::null_mut(), content.into_word());
        let order = (Ordering::AcqRel, Ordering::Acquire);
        let is_set = self.0.compare_exchange(null, word, order.0, order.1).is_ok();
        if !is_set {
            // SAFETY: made above, and nobody else has it.
            drop(unsafe { Content::from_word(word) });
        }
        is_set
    }

    pub(crate) fn failure(&self) -> Option<Arc<Failure>> {
        match &*self.content()? {
            Content::Failure(failure) => Some(failure.clone()),
            Content::Wakers(wakers) => wakers.failure().cloned(),
        }
    }

    /// Keeps what is known of an error, unless something is already.
    pub(crate) fn keep_failure(&self, failure: Arc<Failure>) {
        if self.set(Content::Failure(failure.clone())) {
            return;
        }
        // A second failure can only come from a second completion, which is refused.
        if let Some(Content::Wakers(wakers)) = self.content().as_deref() {
            wakers.keep_failure(failure);
        }
    }

    /// The wakers that all futures of the object share.
    pub(crate) fn wakers(&self) -> Option<Arc<Wakers>> {
        match &*self.content()? {
            Content::Failure(_) => None,
            Content::Wakers(wakers) => Some(wakers.clone()),
        }
    }

    /// Lets later futures share these wakers, unless others are shared or the object is about to fail.
    pub(crate) fn share_wakers(&self, wakers: Arc<Wakers>) {
        let _ = self.set(Content::Wakers(wakers));
    }

    /// Whether there is anything to drop.
    #[inline]
    pub(crate) fn is_some(&self) -> bool {
        !self.0.load(Ordering::Relaxed).is_null()
    }

    /// Drops what the word leads to.
    pub(crate) fn take(&mut self) {
        let word = self.0.swap(ptr::null_mut(), Ordering::Relaxed);
        // SAFETY: the word gives its reference away.
        drop(unsafe { Content::from_word(word) });
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn failure() -> Arc<Failure> {
        Arc::new(Failure::new("why"))
    }

    #[test]
    fn a_failure_is_kept_with_and_without_futures() {
        for has_wakers in [false, true] {
            let mut extra = Extra::none();
            assert!(!extra.is_some() && extra.failure().is_none() && extra.wakers().is_none());
            let wakers = Arc::<Wakers>::default();
            if has_wakers {
                extra.share_wakers(wakers.clone());
                assert!(extra.failure().is_none());
            }
            let (first, second) = (failure(), failure());
            extra.keep_failure(first.clone());
            extra.keep_failure(second.clone());
            assert!(extra.failure().is_some_and(|kept| Arc::ptr_eq(&kept, &first)));
            extra.share_wakers(Arc::default());
            let shared = extra.wakers();
            assert_eq!(shared.is_some_and(|shared| Arc::ptr_eq(&shared, &wakers)), has_wakers);
            extra.take();
            drop(wakers);
            assert_eq!((Arc::strong_count(&first), Arc::strong_count(&second)), (1, 1));
        }
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc as LoomArc;
    use loom::thread;

    use super::*;

    /// A future shares its wakers while a task fails with a message, which is not lost.
    #[test]
    fn loom_a_failure_is_kept_whatever_futures_do() {
        loom::model(|| {
            let extra = LoomArc::new(Extra::none());
            let other = extra.clone();
            let future = thread::spawn(move || {
                other.share_wakers(Arc::default());
                other.wakers().is_some()
            });
            extra.keep_failure(Arc::new(Failure::new("why")));
            assert!(extra.failure().is_some());
            let is_shared = future.join().unwrap();
            assert_eq!(extra.wakers().is_some(), is_shared);
            assert!(extra.failure().is_some());
            LoomArc::try_unwrap(extra).unwrap().take();
        });
    }
}
