//! Destructors and callbacks of users that panic where nobody could go on with the panic: the hook reports it, and that is all.

use std::any::Any;
use std::mem::{self, ManuallyDrop};
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};

/// What somebody panicked with.
pub(crate) type Payload = Box<dyn Any + Send>;

/// How deep panics of what panics carry may nest before the last one is leaked.
const MOST_NESTED: usize = 16;

/// Keeps what was panicked with first.
pub(crate) fn keep_first(first: &Mutex<Option<Payload>>, payload: Payload) {
    let mut kept = first.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.is_none() {
        *kept = Some(payload);
        return;
    }
    drop(kept);
    caught(|| mem::drop(payload));
}

/// Calls a function that drops or wakes something. A panic ends here.
pub(crate) fn caught(function: impl FnOnce()) {
    let mut caught = panic::catch_unwind(AssertUnwindSafe(function));
    // What a panic carries may panic, too, when it is dropped, and so on without end.
    for _ in 0..MOST_NESTED {
        let Err(payload) = caught else { return };
        caught = panic::catch_unwind(AssertUnwindSafe(|| mem::drop(payload)));
    }
    mem::forget(caught);
}

/// A value whose destructor may panic.
pub(crate) struct DropCaught<T>(ManuallyDrop<T>);

impl<T> DropCaught<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(ManuallyDrop::new(value))
    }

    pub(crate) fn get(self: Pin<&mut Self>) -> Pin<&mut T> {
        // SAFETY: the value is pinned with the whole: nothing moves it out, and it is dropped in place.
        unsafe { self.map_unchecked_mut(|whole| &mut *whole.0) }
    }
}

impl<T> Drop for DropCaught<T> {
    fn drop(&mut self) {
        // SAFETY: the value is dropped here alone.
        caught(|| unsafe { ManuallyDrop::drop(&mut self.0) });
    }
}
