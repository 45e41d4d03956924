//! Drops references that objects hold to others: one behind the other, so that a long chain of objects does not fill the stack.

use std::cell::{Cell, RefCell};
use std::ptr::NonNull;

use crate::object::{self, Object};

/// The references that a thread has to drop.
#[derive(Default)]
struct Pending {
    objects: RefCell<Vec<NonNull<Object>>>,
    /// Whether a frame beneath drops them.
    is_dropping: Cell<bool>,
}

thread_local! {
    static PENDING: Pending = Pending::default();
}

/// Drops a reference to an object: at once, or, inside another such call, when the object that held it is gone.
///
/// # Safety
/// The caller owns a reference to the object, and does not use it any more.
pub(crate) unsafe fn drop_reference(object: NonNull<Object>) {
    let is_first = PENDING.try_with(|pending| {
        if pending.is_dropping.get() {
            pending.objects.borrow_mut().push(object);
        }
        !pending.is_dropping.replace(true)
    });
    match is_first {
        Ok(false) => {}
        // SAFETY: the caller's promise, here and where the reference was noted.
        Ok(true) => unsafe {
            drop_now(object);
            while let Some(object) = take_pending() {
                drop_now(object);
            }
        },
        // SAFETY: the caller's promise.
        Err(_thread_ends) => unsafe { drop_now(object) },
    }
}

/// The next object whose reference is to be dropped. Without one, this thread drops none any more.
fn take_pending() -> Option<NonNull<Object>> {
    PENDING.with(|pending| {
        let object = pending.objects.borrow_mut().pop();
        pending.is_dropping.set(object.is_some());
        object
    })
}

/// # Safety
/// As for `drop_reference`.
unsafe fn drop_now(object: NonNull<Object>) {
    // SAFETY: the caller's promise.
    if let Err(misuse) = unsafe { object::drop_references(object, 1) } {
        misuse.abort();
    }
}
