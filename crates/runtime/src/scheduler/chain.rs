//! Chains of coroutines that wait for each other, from the one that a blocked thread waits for down to a task that nobody has
//! started.
//!
//! A thread that waits for a task runs it itself, if it has queued it and nobody has taken it (see `block`). That task may wait
//! for another one, which this thread has queued, too: it runs that one as well, and then goes on with the first. Otherwise a
//! worker would have to be woken for two tasks of which each waits for the one before.
//!
//! # Safety argument
//!
//! Nothing is run that the blocked thread does not wait for. What completes an object is told by a key that is never used twice,
//! so the task that is taken for a coroutine's sake is the one that this coroutine waits for. It has not begun, so the coroutine
//! is still suspended, and its frame is in use: no other coroutine has its address until the task completes the object. The
//! first coroutine at this address that this completion resumes is the one of the chain. It gets a key of its own
//! then, by which it is found in the queue.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

use smallvec::SmallVec;

use super::task::Task;
use crate::local::{Key, Local};

/// What a thread notes of the coroutines that it runs.
pub(crate) struct ChainNotes {
    /// The coroutine that was suspended last, and the key of what it waits for.
    suspended: Cell<*mut c_void>,
    awaited: Cell<Key>,
    /// The coroutine that is expected to be resumed, what completes then, and the key that it gets. The last one is zero if
    /// none is expected.
    expected: Cell<*mut c_void>,
    completed: Cell<Key>,
    key: Cell<Key>,
}

impl ChainNotes {
    pub(crate) const fn new() -> Self {
        Self {
            suspended: Cell::new(ptr::null_mut()),
            awaited: Cell::new(0),
            expected: Cell::new(ptr::null_mut()),
            completed: Cell::new(0),
            key: Cell::new(0),
        }
    }

    #[cfg(all(test, not(any(loom, asyncir_static_tls))))]
    pub(crate) fn is_empty(&self) -> bool {
        let keys = [self.awaited.get(), self.completed.get(), self.key.get()];
        self.suspended.get().is_null() && self.expected.get().is_null() && keys == [0; 3]
    }

    /// Notes that a coroutine waits for something with this key.
    #[inline]
    pub(crate) fn suspend(&self, task: Task, awaited: Key) {
        self.suspended.set(task.handle());
        self.awaited.set(awaited);
    }

    /// The task that resumes a coroutine because something with this key is complete.
    #[inline]
    pub(crate) fn resumed(&self, task: Task, completed: Key) -> Task {
        if self.key.get() == 0 || self.expected.get() != task.handle() || self.completed.get() != completed {
            return task;
        }
        task.with_key(self.key.replace(0))
    }

    /// Runs a task, and says whether it is suspended then, and waits for something with a key.
    #[inline]
    pub(super) fn run(&self, task: Task, run: impl FnOnce(Task)) -> bool {
        self.suspended.set(ptr::null_mut());
        run(task);
        self.suspended.get() == task.handle() && self.awaited.get() != 0
    }

    fn expect(&self, link: Link) -> Link {
        Link {
            handle: self.expected.replace(link.handle),
            awaited: self.completed.replace(link.awaited),
            key: self.key.replace(link.key),
        }
    }
}

/// A suspended coroutine.
#[derive(Clone, Copy)]
struct Link {
    handle: *mut c_void,
    /// The key of what it waits for.
    awaited: Key,
    /// The key that it gets when it is resumed.
    key: Key,
}

/// The suspended coroutines between what a thread waits for and what it may run. Each waits for the one behind it.
pub(super) struct Chain(SmallVec<[Link; 4]>);

impl Chain {
    /// The chain of a task that was just suspended.
    pub(super) fn new(local: &Local, suspended: Task) -> Self {
        let mut chain = Self(SmallVec::new());
        chain.push(local, suspended);
        chain
    }

    fn push(&mut self, local: &Local, suspended: Task) {
        self.0.push(Link {
            handle: suspended.handle(),
            awaited: local.chain.awaited.get(),
            key: local.fresh_key(),
        });
    }

    /// Whether the last coroutine waits for the task with this key, or is resumed by it.
    pub(super) fn fits(&self, key: Key) -> bool {
        self.0
            .last()
            .is_some_and(|link| [link.awaited, link.key].contains(&key))
    }

    /// Runs a task that the thread waits for, or that [`fits`](Self::fits), and notes whether it waits for another one.
    pub(super) fn run(&mut self, local: &Local, task: Task, run: impl FnOnce(Task)) {
        let notes = &local.chain;
        if self.0.last().is_some_and(|link| link.key == task.key()) {
            self.0.pop();
        }
        let outer = self.0.last().map(|&link| notes.expect(link));
        let waits = notes.run(task, run);
        if let Some(outer) = outer {
            notes.expect(outer);
        }
        if waits {
            self.push(local, task);
        }
    }
}
