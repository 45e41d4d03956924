//! The part that futures of tokens and values share.

use std::sync::Arc;
use std::task::{Context, Poll};

use crate::object::Object;
use crate::state::{Outcome, Registration};
use crate::waiter::{Waiter, WakerSlot};

/// Registers one waiter for a future, whose waker later polls replace.
#[derive(Debug, Default)]
pub(crate) struct CompletionFuture {
    slot: Option<Arc<WakerSlot>>,
}

impl CompletionFuture {
    pub(crate) fn poll(&mut self, object: &Object, context: &mut Context<'_>) -> Poll<Outcome> {
        if let Some(outcome) = object.outcome() {
            return Poll::Ready(outcome);
        }
        if let Some(slot) = &self.slot {
            slot.set(context.waker());
            // The completion may have emptied the slot just before it was set.
            return object.outcome().map_or(Poll::Pending, Poll::Ready);
        }
        let slot = Arc::new(WakerSlot::default());
        slot.set(context.waker());
        let waiter = Waiter::wake(slot.clone());
        // SAFETY: a fresh waiter, which belongs to the list once it is registered.
        match unsafe { object.register(waiter) } {
            Registration::Registered => {
                self.slot = Some(slot);
                Poll::Pending
            }
            Registration::Complete(outcome) => {
                // SAFETY: the object did not take the waiter.
                unsafe { Waiter::discard(waiter) };
                Poll::Ready(outcome)
            }
        }
    }
}

impl Drop for CompletionFuture {
    fn drop(&mut self) {
        if let Some(slot) = &self.slot {
            slot.clear();
        }
    }
}
