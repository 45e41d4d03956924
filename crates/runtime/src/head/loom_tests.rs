//! All interleavings of few threads.

use loom::sync::Arc;
use loom::thread;

use super::*;
use crate::memory;
use crate::scheduler::Task;
use crate::sync::UnsafeCell;

fn take_all(list: WaiterList) -> usize {
    // SAFETY: the nodes are boxes that this test made; the detached list holds each once.
    list.map(|node| unsafe { memory::unboxed(node) }).count()
}

fn offer(head: &Head) -> usize {
    let waiter = memory::boxed(Waiter::resume(Task::noop()));
    // SAFETY: a fresh box that either the list or this function frees.
    match unsafe { head.register(waiter) } {
        Registration::Registered => 0,
        Registration::Complete(_) => {
            // SAFETY: the object did not take the waiter.
            drop(unsafe { memory::unboxed(waiter) });
            1
        }
    }
}

/// Two threads offer a waiter each while a third one completes the object.
fn race(complete: fn(&Head) -> usize) {
    loom::model(move || {
        let head = Arc::new(Head::pending(2));
        let waiters: Vec<_> = (0..2)
            .map(|_| {
                let head = head.clone();
                thread::spawn(move || offer(&head))
            })
            .collect();
        let fired = complete(&head);
        let refused: usize = waiters.into_iter().map(|waiter| waiter.join().unwrap()).sum();
        assert_eq!(fired + refused, 2);
    });
}

fn complete_and_fire(head: &Head) -> usize {
    match head.complete(Outcome::Available) {
        Completion::First(list) => take_all(list),
        Completion::AlreadyComplete(_) => unreachable!("one completer"),
    }
}

#[test]
fn loom_every_waiter_is_fired_or_refused_exactly_once() {
    race(complete_and_fire);
}

#[test]
fn loom_who_completes_and_drops_at_once_had_no_waiter() {
    race(|head| match head.complete_unawaited_and_drop(Outcome::Available) {
        true => 0,
        false => complete_and_fire(head),
    });
}

#[test]
fn loom_one_of_two_completions_wins() {
    loom::model(|| {
        let head = Arc::new(Head::pending(2));
        assert_eq!(offer(&head), 0);
        let other = head.clone();
        let racer = thread::spawn(move || match other.complete(Outcome::Error) {
            Completion::First(list) => take_all(list),
            Completion::AlreadyComplete(_) => 0,
        });
        let here = match head.complete(Outcome::Available) {
            Completion::First(list) => take_all(list),
            Completion::AlreadyComplete(_) => 0,
        };
        assert_eq!(here + racer.join().unwrap(), 1);
        assert!(head.outcome().is_some());
    });
}

type Guarded = (Head, UnsafeCell<i32>);

/// Uses the object and drops a reference; the last owner frees the object, which loom takes for a write: it reports a
/// use that does not happen before. Gives how often that was.
fn use_and_drop(object: &Guarded, count: i64) -> usize {
    // SAFETY: the reference keeps the object alive; loom checks that no write overlaps.
    object.1.with(|content| unsafe { assert_eq!(*content, 0) });
    free_if(object, object.0.drop(count) == Dropped::Last)
}

fn free_if(object: &Guarded, is_last: bool) -> usize {
    if is_last {
        // SAFETY: this was the last reference.
        object.1.with_mut(|content| unsafe { *content = -1 });
    }
    usize::from(is_last)
}

fn guarded(references: u16) -> Arc<Guarded> {
    Arc::new((Head::pending(references), UnsafeCell::new(0)))
}

#[test]
fn loom_the_last_of_three_owners_frees() {
    loom::model(|| {
        let object = guarded(3);
        let others: Vec<_> = (0..2)
            .map(|_| {
                let object = object.clone();
                thread::spawn(move || use_and_drop(&object, 1))
            })
            .collect();
        let mut freed = use_and_drop(&object, 1);
        for other in others {
            freed += other.join().unwrap();
        }
        assert_eq!(freed, 1);
    });
}

/// A task that writes a payload and completes its object, whose awaiter reads the payload if it can, and drops its
/// reference.
#[test]
fn loom_a_completion_that_drops_publishes_and_frees() {
    loom::model(|| {
        let object = guarded(2);
        let task = {
            let object = object.clone();
            thread::spawn(move || {
                // SAFETY: nobody reads before the object is complete.
                object.1.with_mut(|content| unsafe { *content = 1 });
                if object.0.complete_unawaited_and_drop(Outcome::Available) {
                    return 0;
                }
                assert!(object.0.is_unique(), "there are no waiters");
                free_if(&object, object.0.drop(1) == Dropped::Last)
            })
        };
        if object.0.outcome().is_some() {
            // SAFETY: complete.
            object.1.with(|content| unsafe { assert_eq!(*content, 1) });
        }
        let freed = free_if(&object, object.0.drop(1) == Dropped::Last);
        assert_eq!(freed + task.join().unwrap(), 1);
    });
}

/// Adds more references than the word has room for, while another owner drops its own.
#[test]
fn loom_spilled_references_are_all_dropped() {
    loom::model(|| {
        let object = guarded(2);
        let other = {
            let object = object.clone();
            thread::spawn(move || use_and_drop(&object, 1))
        };
        assert!(object.0.add(MOST).is_some());
        let mut freed = use_and_drop(&object, MOST - 1) + use_and_drop(&object, 1);
        assert_eq!(freed, 0, "one is left");
        freed += use_and_drop(&object, 1);
        assert_eq!(freed + other.join().unwrap(), 1);
    });
}

/// An owner of the only reference left may change the object as if nobody else had ever seen it.
#[test]
fn loom_the_only_owner_is_alone() {
    loom::model(|| {
        let object = guarded(2);
        let other = {
            let object = object.clone();
            thread::spawn(move || {
                // SAFETY: the reference keeps the object alive.
                object.1.with(|content| unsafe { assert_eq!(*content, 0) });
                let _ = object.0.drop(1);
            })
        };
        if object.0.is_unique() {
            // SAFETY: nobody else has a reference.
            object.1.with_mut(|content| unsafe { *content = 1 });
        }
        other.join().unwrap();
    });
}
