//! How many members of a group have finished, and who frees the group.
//!
//! # Transitions
//!
//! * [`MemberCount::member_finished`]: one more has finished. Whoever takes the count to the size
//!   has to complete the group and then call [`MemberCount::completer_left`].
//! * [`MemberCount::abandon`]: no reference is left.
//!
//! # Safety argument
//!
//! Members own no references. A group is freed when no reference is left *and* every member that was
//! added has finished, the completer having left included. Without a reference nobody adds members,
//! so whoever abandons the group knows how far the count still has to grow. It shifts the count such
//! that the last operation takes it to a fixed value, `FULL` or `PARTIAL`. All operations on the
//! count are totally ordered, so exactly one of them, the shift included, sees that value; nobody
//! touches the group after an operation of its own that did not. The operations are
//! acquire-release, so all that members wrote happens before the completion and before the free.

use crate::sync::{AtomicI64, Ordering};

/// Where the count of an abandoned group ends that has all its members.
const FULL: i64 = -(1 << 62);
/// Where the count of an abandoned group ends that lacks members: it is never complete.
const PARTIAL: i64 = -(1 << 61);

/// The largest size of a group: the ranges of the count do not overlap.
pub(crate) const MAX_SIZE: i64 = 1 << 60;

#[derive(Debug)]
pub(crate) struct MemberCount(AtomicI64);

/// What a member that finished has to do.
#[must_use = "somebody has to complete and free the group"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// Nothing; the group must not be touched any more.
    Nothing,
    /// Complete the group, then call [`MemberCount::completer_left`].
    Complete,
    /// Free the group.
    Free,
}

impl MemberCount {
    pub(crate) fn new() -> Self {
        Self(AtomicI64::new(0))
    }

    /// How many members have finished so far. The group must not be abandoned.
    pub(crate) fn so_far(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }

    fn increment(&self) -> i64 {
        self.0.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// Counts a member. `size` is the size of the group.
    #[inline]
    pub(crate) fn member_finished(&self, size: i64) -> Finish {
        let count = self.increment();
        if count == size || count == FULL - 1 {
            Finish::Complete
        } else if count == PARTIAL {
            Finish::Free
        } else {
            Finish::Nothing
        }
    }

    /// To be called after the completion. Returns whether the caller has to free the group.
    #[must_use]
    pub(crate) fn completer_left(&self) -> bool {
        self.increment() == FULL
    }

    /// To be called when no reference is left, with the number of members that were added. Returns
    /// whether the caller has to free the group.
    #[must_use]
    pub(crate) fn abandon(&self, added: i64, size: i64) -> bool {
        let (last, base) = if size > 0 && added == size {
            (added + 1, FULL)
        } else {
            (added, PARTIAL)
        };
        // If all have finished, nobody else reaches the group.
        self.0.load(Ordering::Acquire) == last || self.0.fetch_add(base - last, Ordering::AcqRel) == last
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn an_empty_group_is_freed_by_its_owner() {
        assert!(MemberCount::new().abandon(0, 0));
        assert!(MemberCount::new().abandon(0, 5), "no member was added");
    }

    #[test]
    fn the_last_member_completes_and_the_owner_frees() {
        let count = MemberCount::new();
        assert_eq!(count.member_finished(2), Finish::Nothing);
        assert_eq!(count.member_finished(2), Finish::Complete);
        assert!(!count.completer_left());
        assert!(count.abandon(2, 2));
    }

    #[test]
    fn members_of_an_abandoned_group_complete_and_free_it() {
        let count = MemberCount::new();
        assert_eq!(count.member_finished(2), Finish::Nothing);
        assert!(!count.abandon(2, 2));
        assert_eq!(count.member_finished(2), Finish::Complete);
        assert!(count.completer_left());
    }

    #[test]
    fn a_group_that_lacks_members_is_freed_by_the_last() {
        let count = MemberCount::new();
        assert!(!count.abandon(2, 3));
        assert_eq!(count.member_finished(3), Finish::Nothing);
        assert_eq!(count.member_finished(3), Finish::Free);
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use loom::sync::Arc;
    use loom::thread;

    use super::{Finish, MemberCount};

    /// What the model notes is not part of what it explores: these atomics are `std`'s.
    #[derive(Default)]
    struct Seen {
        completed: AtomicUsize,
        freed: AtomicUsize,
    }

    fn finish(count: &MemberCount, size: i64, seen: &Seen) {
        assert_eq!(seen.freed.load(Ordering::SeqCst), 0, "used after it was freed");
        let free = match count.member_finished(size) {
            Finish::Nothing => false,
            Finish::Free => true,
            Finish::Complete => {
                seen.completed.fetch_add(1, Ordering::SeqCst);
                assert_eq!(seen.freed.load(Ordering::SeqCst), 0, "freed under its completion");
                count.completer_left()
            }
        };
        seen.freed.fetch_add(usize::from(free), Ordering::SeqCst);
    }

    fn model(added: i64, size: i64) {
        loom::model(move || {
            let shared = Arc::new((MemberCount::new(), Seen::default()));
            let members: Vec<_> = (0..added)
                .map(|_| {
                    let shared = shared.clone();
                    thread::spawn(move || finish(&shared.0, size, &shared.1))
                })
                .collect();
            let free = shared.0.abandon(added, size);
            shared.1.freed.fetch_add(usize::from(free), Ordering::SeqCst);
            for member in members {
                member.join().unwrap();
            }
            assert_eq!(shared.1.freed.load(Ordering::SeqCst), 1);
            let completed = shared.1.completed.load(Ordering::SeqCst);
            assert_eq!(completed, usize::from(added == size));
        });
    }

    #[test]
    fn loom_a_full_group_is_completed_and_freed_once() {
        model(2, 2);
    }

    #[test]
    fn loom_a_group_that_lacks_members_is_freed_once() {
        model(2, 3);
    }
}
