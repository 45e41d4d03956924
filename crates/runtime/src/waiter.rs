//! Waiters: what happens when an object completes.
//!
//! A [`Waiter`] is a node of the intrusive list that hangs off a
//! [`Head`](crate::head::Head). The first one of a token lives in the token itself, others
//! in pooled blocks that firing frees; a thread that blocks puts its node on its own stack.
//!
//! # Safety argument
//!
//! A node belongs to whoever offers it until it is registered, then to the list, and after the
//! completion to the completing thread, which fires each node exactly once (see `head`). A node on
//! a stack is no longer touched once its `done` flag is set: firing clones the handle that wakes
//! the thread *before* it sets the flag, and the thread does not leave its wait before it saw the
//! flag, however early it sees the object complete.
//!
//! No lock is held while a waiter fires. Coroutines are not resumed here but handed to the
//! scheduler, so the stack does not grow with the length of a chain of dependent tasks.

use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_utils::sync::Unparker;

use crate::group::GroupMember;
use crate::head::Outcome;
use crate::local;
use crate::memory;
use crate::object::Object;
use crate::scheduler::{self, Resumption, Task};
use crate::sync::UnsafeCell;
use crate::token::RawToken;
use crate::wakers::Wakers;

pub(crate) struct Waiter {
    next: UnsafeCell<*mut Waiter>,
    action: Action,
}

enum Action {
    /// Schedules a coroutine.
    Resume(Resumption),
    /// Counts a member of a group.
    Member(GroupMember),
    /// Wakes the Rust futures that await the object.
    Wake(Arc<Wakers>),
    /// Wakes a blocked thread. This node lives on that thread's stack.
    Thread(ThreadWaiter),
}

struct ThreadWaiter {
    done: AtomicBool,
    unparker: Unparker,
}

impl ThreadWaiter {
    /// Wakes the thread. The node may be gone when this returns.
    ///
    /// # Safety
    /// `this` belongs to the caller, and is not used afterwards.
    unsafe fn wake(this: *const Self) {
        // SAFETY: the node lives until its flag is set.
        let unparker = unsafe {
            let unparker = (*this).unparker.clone();
            (*this).done.store(true, Ordering::Release);
            unparker
        };
        unparker.unpark();
    }
}

impl Waiter {
    fn new(action: Action) -> Self {
        Self {
            next: UnsafeCell::new(ptr::null_mut()),
            action,
        }
    }

    pub(crate) fn resume(task: Task) -> Self {
        Self::new(Action::Resume(task.resumption()))
    }

    pub(crate) fn member(member: GroupMember) -> Self {
        Self::new(Action::Member(member))
    }

    pub(crate) fn wake(wakers: Arc<Wakers>) -> Self {
        Self::new(Action::Wake(wakers))
    }

    /// Takes a waiter out of its node.
    ///
    /// # Safety
    /// `node` is the object's own or came from [`memory::block_for`], is in no list and is not used any more.
    pub(crate) unsafe fn take(node: NonNull<Self>, object: &Object) -> Self {
        // SAFETY: a node is in the object or in a block of its own.
        unsafe {
            if RawToken::is_slot(object, node) {
                node.read()
            } else {
                memory::unboxed(node)
            }
        }
    }

    /// Gives up the node of a waiter that owns nothing.
    ///
    /// # Safety
    /// As for [`Waiter::take`].
    unsafe fn discard(node: NonNull<Self>, object: &Object) {
        if !RawToken::is_slot(object, node) {
            // SAFETY: the caller's promise.
            unsafe { memory::free_boxed(node) };
        }
    }

    pub(crate) fn on_stack(unparker: Unparker) -> Self {
        Self::new(Action::Thread(ThreadWaiter {
            done: AtomicBool::new(false),
            unparker,
        }))
    }

    /// Whether a waiter made by [`Waiter::on_stack`] was fired.
    pub(crate) fn is_done(&self) -> bool {
        match &self.action {
            Action::Thread(thread) => thread.done.load(Ordering::Acquire),
            _ => false,
        }
    }

    /// Links the node to an older one.
    ///
    /// # Safety
    /// The caller is the only one that reaches this node.
    pub(crate) unsafe fn set_next(&self, next: *mut Waiter) {
        // SAFETY: exclusive access is the caller's promise.
        self.next.with_mut(|slot| unsafe { *slot = next });
    }

    /// # Safety
    /// The node is detached from its object and belongs to the caller.
    unsafe fn next(&self) -> *mut Waiter {
        // SAFETY: exclusive access is the caller's promise.
        self.next.with(|slot| unsafe { *slot })
    }
}

/// Waiters that a completion detached, newest first.
#[must_use = "waiters that are not fired wait for ever"]
#[derive(Debug)]
pub(crate) struct WaiterList {
    head: *mut Waiter,
}

impl WaiterList {
    /// # Safety
    /// The caller owns the chain of nodes at `head`.
    pub(crate) unsafe fn from_head(head: *mut Waiter) -> Self {
        Self { head }
    }

    fn is_single(&self) -> bool {
        // SAFETY: this list owns its nodes.
        NonNull::new(self.head).is_some_and(|node| unsafe { node.as_ref().next() }.is_null())
    }

    #[cfg(all(test, not(loom)))]
    pub(crate) fn is_empty(&self) -> bool {
        self.head.is_null()
    }

    /// The waiters of this list in the order of their registration.
    pub(crate) fn oldest_first(self) -> Self {
        let mut reversed = ptr::null_mut();
        for node in self {
            // SAFETY: this list owns its nodes.
            unsafe { node.as_ref().set_next(reversed) };
            reversed = node.as_ptr();
        }
        Self { head: reversed }
    }

    /// Wakes the threads of a list that holds nothing else.
    pub(crate) fn wake(self) {
        for node in self {
            // SAFETY: this list owns its nodes, and the iterator read the link before it handed the node out.
            unsafe {
                if let Some(thread) = thread_of(node) {
                    ThreadWaiter::wake(thread);
                }
            }
        }
    }

    /// Drops waiters of an object that nobody is going to complete, except for threads, which own theirs. Groups count it as
    /// an error.
    pub(crate) fn discard(self, object: &Object) {
        for node in self {
            // SAFETY: this list owns its nodes, and the iterator read the link before it handed the node out. A node that is
            // no thread's is the object's own or came from `memory::block_for`.
            unsafe {
                if thread_of(node).is_none()
                    && let Action::Member(member) = Waiter::take(node, object).action
                {
                    member.finished(object, Outcome::Error);
                }
            }
        }
    }

    /// Fires every waiter. `object` is the one that completed.
    pub(crate) fn fire(self, object: &Object, outcome: Outcome) {
        if self.head.is_null() {
            return;
        }
        // A worker takes from its own queue what it put there last, whoever takes from another queue
        // takes what was put there first: either way the waiter that came first runs first.
        let ordered = if self.is_single() || scheduler::pushes_run_newest_first() {
            self
        } else {
            self.oldest_first()
        };
        for node in ordered {
            // SAFETY: this list owns its nodes, and the iterator read the link before it handed the
            // node out.
            unsafe { fire_one(node, object, outcome) };
        }
    }
}

impl Iterator for WaiterList {
    type Item = NonNull<Waiter>;

    fn next(&mut self) -> Option<NonNull<Waiter>> {
        let node = NonNull::new(self.head)?;
        // SAFETY: this list owns the node.
        self.head = unsafe { node.as_ref().next() };
        Some(node)
    }
}

/// The part of a node that wakes a thread, if it does that.
///
/// # Safety
/// `node` is detached and belongs to the caller.
unsafe fn thread_of(node: NonNull<Waiter>) -> Option<*const ThreadWaiter> {
    // SAFETY: the caller's promise.
    match unsafe { &node.as_ref().action } {
        Action::Thread(thread) => Some(ptr::from_ref(thread)),
        _ => None,
    }
}

/// # Safety
/// `node` is detached, belongs to the caller and is not used afterwards.
unsafe fn fire_one(node: NonNull<Waiter>, object: &Object, outcome: Outcome) {
    // SAFETY: a detached node is valid until its `done` flag is set or its box is freed, both below.
    unsafe {
        match &node.as_ref().action {
            Action::Thread(thread) => ThreadWaiter::wake(thread),
            // Most are of this kind. Read alone, its two words stay in registers.
            Action::Resume(coroutine) => {
                let coroutine = *coroutine;
                Waiter::discard(node, object);
                let task = local::with(|local| local.chain.resumed(coroutine.into(), object.key()));
                scheduler::schedule_next(task);
            }
            Action::Member(_) | Action::Wake(_) => fire_owner(node, object, outcome),
        }
    }
}

/// Fires a waiter that owns something.
///
/// # Safety
/// As for [`fire_one`]; and the waiter is not a thread's.
#[inline(never)]
unsafe fn fire_owner(node: NonNull<Waiter>, object: &Object, outcome: Outcome) {
    // SAFETY: the node is the object's own or came from `memory::block_for`.
    match unsafe { Waiter::take(node, object) }.action {
        Action::Member(member) => member.finished(object, outcome),
        Action::Wake(wakers) => wakers.wake(),
        Action::Resume(_) | Action::Thread(_) => unreachable!("they own nothing"),
    }
}
