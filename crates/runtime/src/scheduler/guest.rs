//! Threads that are not the scheduler's own but queue tasks with it: guests.
//!
//! A guest gets a queue of its own, from which workers steal. So queueing takes no lock, and a guest
//! that awaits a task which nobody has started finds it where it put it. Guests run only tasks that
//! they await. A scheduler has room for [`MAX_GUESTS`] of them at a time; what further threads queue
//! goes to the shared queue. A thread is the guest of one scheduler at a time. It stays that until it ends
//! or enters another scheduler, so being a guest says nothing about whom it works for: what compiled code
//! queues on a guest's thread goes to the global runtime, unless the guest runs a task.
//!
//! # Safety argument
//!
//! A guest's place is handed out and taken back under a mutex, so one thread at a time owns
//! the queue's end; its stealer is set once and never changes. The context is boxed, owned by the
//! thread-local pointer, and freed when the thread ends or becomes the guest of another scheduler,
//! which it does only while it runs no task (see `context`). A thread that ends the process in a task
//! leaves its context behind.

use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::Scheduler;
use super::context::ThreadContext;
use super::deque::Stealer;
use super::place::Place;
use super::stack;
use super::task::Task;
use crate::local::{self, Local};

/// How many guests a scheduler has at a time.
pub(crate) const MAX_GUESTS: usize = 64;

#[derive(Debug)]
pub(crate) struct Guests {
    /// The index of the first guest's place.
    first: usize,
    stealers: Box<[OnceLock<Stealer>]>,
    /// How many places were made so far.
    made: AtomicUsize,
    free: Mutex<Vec<Place>>,
}

impl Guests {
    pub(crate) fn new(first: usize) -> Self {
        Self {
            first,
            stealers: (0..MAX_GUESTS).map(|_| OnceLock::new()).collect(),
            made: AtomicUsize::new(0),
            free: Mutex::new(Vec::new()),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.made.load(Ordering::Acquire)
    }

    pub(crate) fn stealer(&self, guest: usize) -> Option<&Stealer> {
        self.stealers[guest].get()
    }

    fn enter(&self) -> Option<Place> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = free.pop() {
            return Some(place);
        }
        let made = self.made.load(Ordering::Relaxed);
        let slot = self.stealers.get(made)?;
        let place = Place::new(self.first + made);
        slot.get_or_init(|| place.queue.stealer());
        self.made.store(made + 1, Ordering::Release);
        Some(place)
    }

    fn leave(&self, place: Place) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.push(place);
    }
}

/// Calls a function with the context of this thread at a scheduler, if it has or gets one.
#[inline]
pub(crate) fn with_context<R>(scheduler: &Arc<Scheduler>, f: impl FnOnce(&ThreadContext) -> R) -> Option<R> {
    local::with(|local| {
        // SAFETY: the pointer is null or leads to a living context; see `context`. It is not used once `enter` has been called.
        match unsafe { local.context.get().as_ref() } {
            Some(context) if Arc::ptr_eq(&context.scheduler, scheduler) => Some(f(context)),
            other => {
                if scheduler.without_workers().is_some() {
                    return None;
                }
                if other.is_some_and(|context| !context.may_leave()) {
                    return None;
                }
                enter(local, scheduler).map(f)
            }
        }
    })
}

#[cold]
fn enter<'a>(local: &'a Local, scheduler: &Arc<Scheduler>) -> Option<&'a ThreadContext> {
    leave(local);
    if !local.arm() {
        return None;
    }
    let place = scheduler.guests.enter()?;
    let context = Box::new(ThreadContext::guest(
        scheduler.clone(),
        place,
        stack::of_this_thread().room,
    ));
    local.context.set(Box::into_raw(context));
    // SAFETY: just set; it goes when the thread leaves, which what the caller does with it does not.
    unsafe { local.context.get().as_ref() }
}

/// Ends this thread's being a guest. What it had queued goes to the shared queue, in the same order.
pub(crate) fn leave(local: &Local) {
    let context = local.context.get();
    // SAFETY: the pointer is null or leads to a living context; see `context`.
    if !unsafe { context.as_ref() }.is_some_and(ThreadContext::may_leave) {
        return;
    }
    local.context.set(ptr::null());
    // SAFETY: `enter` boxed it, as all guests' contexts. Nobody else knows the address, and who asked for this has no reference
    // to it.
    let context = unsafe { Box::from_raw(context.cast_mut()) };
    let scheduler = &context.scheduler;
    if let Some(place) = context.take_place() {
        // The thread's own end of its queue gives back the newest task first.
        let newest_first: Vec<Task> = std::iter::from_fn(|| place.queue.pop()).collect();
        newest_first
            .into_iter()
            .rev()
            .for_each(|task| scheduler.inject_counted(task));
        scheduler.guests.leave(place);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::thread;

    use super::super::Config;
    use super::*;
    use crate::token;

    #[test]
    fn what_a_guest_leaves_behind_keeps_its_order() {
        let scheduler = Scheduler::new(Config::new(1, None).expect("one worker"));
        let ran = Arc::<Mutex<Vec<u32>>>::default();
        let guest = thread::spawn({
            let (scheduler, ran) = (scheduler.clone(), ran.clone());
            // No worker runs yet, and quietly queued tasks start none.
            move || {
                for number in 0..20 {
                    let ran = ran.clone();
                    let (task, _) = token::with_task(move |completer| {
                        ran.lock().expect("no panic").push(number);
                        completer.complete();
                    });
                    assert!(scheduler.spawn_quietly(task));
                }
            }
        });
        guest.join().expect("no panic");
        assert_eq!(scheduler.shutdown(), Ok(()));
        assert!(ran.lock().expect("no panic").iter().copied().eq(0..20), "{ran:?}");
    }
}
