//! The part that futures of tokens and values share.

use std::sync::Arc;
use std::task::{Context, Poll};

use crate::object::{self, Counted, Ref};
use crate::state::{Outcome, Registration};
use crate::waiter::{Waiter, WakerSlot};

/// Registers one waiter for a future, whose waker later polls replace.
#[derive(Debug, Default)]
pub(crate) struct CompletionFuture {
    slot: Option<Arc<WakerSlot>>,
}

impl CompletionFuture {
    pub(crate) fn poll<T: Counted>(&mut self, counted: &Ref<T>, context: &mut Context<'_>) -> Poll<Outcome> {
        let object = counted.object();
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
        // SAFETY: the reference keeps the object alive.
        match unsafe { object::register(counted.as_object(), Waiter::wake(slot.clone())) } {
            Registration::Registered => {
                self.slot = Some(slot);
                Poll::Pending
            }
            Registration::Complete(outcome) => Poll::Ready(outcome),
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
