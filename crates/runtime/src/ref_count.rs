//! Reference counts.
//!
//! # Safety argument
//!
//! The count falls by operations that release and acquire, so every access by any former owner happens before the free by
//! whoever takes it to zero. Whoever reads, with acquire, a count that is just what it owns itself is the only owner: the
//! reading synchronises with the drops of all others, and as only an owner can add references, the count cannot change any
//! more. So the last drop needs no locked instruction.
//!
//! The count has 32 bits. Adding to more than half of what it can hold is refused, and ends the process, long before
//! it could wrap: few references are added without a look at the sum, so as many threads as a process cannot have would
//! have to add some at the same moment; many are added only if the sum fits.

use crate::sync::{AtomicI32, Ordering};

/// The largest count to which references are added.
const LIMIT: i32 = i32::MAX / 2;

/// How many references at most are added without a look at the sum.
const FEW: i32 = 1 << 12;

#[derive(Debug)]
pub(crate) struct RefCount(AtomicI32);

/// What dropping references led to.
#[must_use = "whoever drops the last reference has to free the object"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dropped {
    /// There are references left.
    Some,
    /// There are none left; the caller has to free the object.
    Last,
    /// There were only so many.
    TooMany(i64),
}

impl RefCount {
    pub(crate) fn new(count: i32) -> Self {
        Self(AtomicI32::new(count))
    }

    /// Returns how many there were before, or nothing if there would be too many.
    pub(crate) fn add(&self, count: i64) -> Option<i64> {
        let count = i32::try_from(count).ok()?;
        if count > FEW {
            return self.add_many(count);
        }
        let before = self.0.fetch_add(count, Ordering::Relaxed);
        (before <= LIMIT).then_some(before.into())
    }

    #[cold]
    fn add_many(&self, count: i32) -> Option<i64> {
        let sum = |before: i32| before.checked_add(count).filter(|_| before <= LIMIT);
        let added = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, sum);
        added.ok().map(i64::from)
    }

    /// Adds one, for a caller who has all references that there are.
    pub(crate) fn add_exclusive(&mut self) {
        let before = self.0.load(Ordering::Relaxed);
        self.0.store(before + 1, Ordering::Relaxed);
    }

    /// Whether `count` references, which the caller owns, are all that there are.
    #[inline]
    pub(crate) fn is(&self, count: i64) -> bool {
        i64::from(self.0.load(Ordering::Acquire)) == count
    }

    /// Drops references that the caller owns.
    #[inline]
    pub(crate) fn drop(&self, count: i64) -> Dropped {
        let before = if self.is(count) {
            count
        } else {
            // More than the count can hold are more than there are.
            self.0
                .fetch_sub(i32::try_from(count).unwrap_or(0), Ordering::AcqRel)
                .into()
        };
        if before < count || count <= 0 {
            return Dropped::TooMany(before);
        }
        if before > count {
            return Dropped::Some;
        }
        Dropped::Last
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn the_last_reference_is_told_from_others() {
        let mut count = RefCount::new(1);
        count.add_exclusive();
        assert_eq!(count.add(1), Some(2));
        assert!(count.is(3));
        assert_eq!(count.drop(2), Dropped::Some);
        assert_eq!(count.drop(1), Dropped::Last);
    }

    #[test]
    fn wrong_drops_are_noticed() {
        assert_eq!(RefCount::new(2).drop(3), Dropped::TooMany(2));
        assert_eq!(RefCount::new(2).drop(0), Dropped::TooMany(2));
        assert_eq!(RefCount::new(2).drop(-1), Dropped::TooMany(2));
        assert_eq!(RefCount::new(2).drop(1 << 40), Dropped::TooMany(2));
    }

    #[test]
    fn the_count_does_not_wrap() {
        let count = RefCount::new(1);
        assert_eq!(count.add(1 << 40), None);
        assert_eq!(count.add(i64::from(i32::MAX / 2)), Some(1));
        assert_eq!(count.add(1), None);
        assert!(RefCount::new(i32::MAX / 2).add(i64::from(FEW)).is_some());
        for before in [2, i32::MAX / 2, i32::MAX] {
            let count = RefCount::new(before);
            assert_eq!(count.add(i64::from(i32::MAX)), None);
            assert!(count.is(before.into()), "nothing was added");
        }
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::{Dropped, RefCount};
    use crate::sync::UnsafeCell;

    /// Owners each use the object and drop their reference; the last one frees it, which loom takes for a
    /// write: it reports a use that does not happen before.
    #[test]
    fn loom_the_last_of_three_owners_frees() {
        loom::model(|| {
            let object = Arc::new((RefCount::new(3), UnsafeCell::new(0)));
            let owner = |object: &(RefCount, UnsafeCell<i32>)| {
                // SAFETY: the reference keeps the object alive; loom checks that no write overlaps.
                object.1.with(|content| unsafe { assert_eq!(*content, 0) });
                let last = object.0.drop(1) == Dropped::Last;
                if last {
                    // SAFETY: this was the last reference.
                    object.1.with_mut(|content| unsafe { *content = -1 });
                }
                usize::from(last)
            };
            let others: Vec<_> = (0..2)
                .map(|_| {
                    let object = object.clone();
                    thread::spawn(move || owner(&object))
                })
                .collect();
            let mut freed = owner(&object);
            for other in others {
                freed += other.join().unwrap();
            }
            assert_eq!(freed, 1);
        });
    }

    /// An owner of the only reference left may change the object as if nobody else had ever seen it.
    #[test]
    fn loom_the_only_owner_is_alone() {
        loom::model(|| {
            let object = Arc::new((RefCount::new(2), UnsafeCell::new(0)));
            let other = {
                let object = object.clone();
                thread::spawn(move || {
                    // SAFETY: the reference keeps the object alive.
                    object.1.with(|content| unsafe { assert_eq!(*content, 0) });
                    let _ = object.0.drop(1);
                })
            };
            if object.0.is(1) {
                // SAFETY: nobody else has a reference.
                object.1.with_mut(|content| unsafe { *content = 1 });
            }
            other.join().unwrap();
        });
    }
}
