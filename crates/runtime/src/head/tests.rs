//! Tests of one thread after the other, and of spilled references.

use super::*;
use crate::memory;
use crate::scheduler::Task;

fn noop_waiter() -> NonNull<Waiter> {
    memory::boxed(Waiter::resume(Task::noop()))
}

/// # Safety
/// As for [`memory::unboxed`].
unsafe fn discard(waiter: NonNull<Waiter>) {
    // SAFETY: passed on to the caller.
    drop(unsafe { memory::unboxed(waiter) });
}

#[test]
fn completes_once() {
    let head = Head::pending(2);
    assert_eq!(head.outcome(), None);
    assert!(matches!(head.complete(Outcome::Error), Completion::First(list) if list.is_empty()));
    assert!(matches!(
        head.complete(Outcome::Available),
        Completion::AlreadyComplete(Outcome::Error)
    ));
    assert_eq!(head.outcome(), Some(Outcome::Error));
    assert_eq!(head.drop(2), Dropped::Last, "references are none of its matter");
}

#[test]
fn completes_and_drops_if_nobody_waits_and_others_have_references() {
    let head = Head::pending(2);
    assert!(head.complete_unawaited_and_drop(Outcome::Error));
    assert_eq!(head.outcome(), Some(Outcome::Error));
    assert!(head.is_unique());
    assert!(!head.complete_unawaited_and_drop(Outcome::Available), "complete");

    assert!(!Head::pending(1).complete_unawaited_and_drop(Outcome::Available));

    let waiter = noop_waiter();
    // SAFETY: the waiter is a fresh box, and is freed below.
    unsafe {
        let head = Head::awaited_by(waiter, 2);
        assert!(!head.complete_unawaited_and_drop(Outcome::Available));
        assert_eq!(head.outcome(), None);
        assert_eq!(head.drop(2), Dropped::Last);
        discard(waiter);
    }
}

#[test]
fn refuses_waiters_when_complete() {
    let head = Head::completed(Outcome::Available, 1);
    let waiter = noop_waiter();
    // SAFETY: the waiter is a fresh box, and is freed below.
    unsafe {
        assert_eq!(head.register(waiter), Registration::Complete(Outcome::Available));
        discard(waiter);
    }
}

#[test]
fn hands_out_waiters_newest_first_and_reverses() {
    for complete in [Head::complete, Head::complete_exclusive] {
        let head = Head::pending(1);
        let nodes = [noop_waiter(), noop_waiter(), noop_waiter()];
        for node in nodes {
            // SAFETY: fresh boxes, freed below.
            assert_eq!(unsafe { head.register(node) }, Registration::Registered);
            assert_eq!(head.add(1), Some(1), "waiters and references do not mix");
            assert_eq!(head.drop(1), Dropped::Some);
        }
        let Completion::First(list) = complete(&head, Outcome::Available) else {
            panic!("first completion")
        };
        assert_eq!(head.outcome(), Some(Outcome::Available));
        let order: Vec<_> = list.oldest_first().collect();
        assert_eq!(order, nodes);
        for node in nodes {
            // SAFETY: the list is detached; each node is freed once.
            unsafe { discard(node) };
        }
    }
}

#[test]
fn the_last_reference_is_told_from_others() {
    let mut head = Head::pending(1);
    head.add_exclusive();
    assert_eq!(head.add(1), Some(2));
    assert_eq!(head.drop(2), Dropped::Some);
    assert!(head.is_unique());
    assert_eq!(head.drop(1), Dropped::Last);
}

#[test]
fn wrong_numbers_are_noticed_and_change_nothing() {
    let head = Head::pending(2);
    for count in [3, 0, -1, 1 << 40, i64::MAX] {
        assert_eq!(head.drop(count), Dropped::TooMany(2));
    }
    assert_eq!(head.add(-1), Some(2));
    assert_eq!(head.add(0), Some(2));
    for count in [1 << 40, i64::MAX, i32::MAX.into()] {
        assert_eq!(head.add(count), None);
    }
    assert_eq!(head.drop(2), Dropped::Last);
}

#[test]
fn references_beyond_the_word_are_spilled() {
    let head = Head::pending(1);
    let mut total = 1;
    for count in [1, MOST - 2, 1, 1, KEPT, MOST, 1 << 29] {
        assert!(head.add(count).is_some_and(|before| before > 0));
        total += count;
    }
    assert_eq!(head.drop(total + 1), Dropped::TooMany(total));
    assert!(!head.is_unique());
    assert!(
        !head.complete_unawaited_and_drop(Outcome::Available),
        "goes the slow way"
    );
    assert!(matches!(head.complete(Outcome::Available), Completion::First(list) if list.is_empty()));
    for count in [1 << 29, 1, KEPT - 1, KEPT, KEPT + 1, 1] {
        assert_eq!(head.drop(count), Dropped::Some);
        total -= count;
    }
    while total > 1 {
        assert_eq!(head.drop(1), Dropped::Some);
        total -= 1;
    }
    assert!(head.is_unique());
    assert_eq!(head.drop(1), Dropped::Last);
    assert_eq!(head.outcome(), Some(Outcome::Available));
}

#[test]
fn all_references_of_an_object_with_spilled_ones_go_at_once() {
    let head = Head::pending(2);
    let count = 3 * MOST;
    assert_eq!(head.add(count), Some(2));
    assert_eq!(head.drop(count + 2), Dropped::Last);
    spilled::with(head.address(), |spilled| assert_eq!(*spilled, 0));
}

#[test]
fn the_count_does_not_wrap() {
    let head = Head::pending(1);
    assert_eq!(head.add(LIMIT), Some(1));
    assert_eq!(head.add(i32::MAX.into()), None);
    assert_eq!(head.add(i64::MAX), None);
    assert_eq!(head.drop(LIMIT + 1), Dropped::Last, "nothing was added");
}

#[test]
fn threads_spill_and_drop() {
    const THREADS: i64 = 4;
    const ROUNDS: i64 = if cfg!(miri) { 20 } else { 2000 };
    let head = Head::pending(1);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let head = &head;
            let count = MOST / 3 + thread;
            assert!(head.add(1).is_some());
            scope.spawn(move || {
                for _ in 0..ROUNDS {
                    assert!(head.add(count).is_some());
                    assert!(head.add(1).is_some());
                    assert_eq!(head.drop(count + 1), Dropped::Some);
                }
                assert_eq!(head.drop(1), Dropped::Some);
            });
        }
    });
    assert!(head.is_unique());
}
