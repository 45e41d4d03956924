//! Loops over the elements of a slice, for [`Runtime::parallel_for_mut`](crate::Runtime::parallel_for_mut).

use std::ops::Range;
use std::slice;
use std::sync::Arc;

use super::{LoopOptions, run_closure};
use crate::scheduler::Scheduler;

/// Where a slice begins whose parts go to several threads.
struct Start<T>(*mut T);

// SAFETY: a part of the slice is used by one thread at a time, as if it had been sent there.
unsafe impl<T: Send> Sync for Start<T> {}

impl<T> Start<T> {
    /// # Safety
    /// The range is within the slice, which is borrowed for `'a`, and nobody else uses this part of it meanwhile.
    unsafe fn part<'a>(&self, range: &Range<usize>) -> &'a mut [T] {
        // SAFETY: the caller's promise.
        unsafe { slice::from_raw_parts_mut(self.0.add(range.start), range.len()) }
    }
}

pub(crate) fn run_over_slice<T, F>(scheduler: &Arc<Scheduler>, items: &mut [T], options: LoopOptions, body: F)
where
    T: Send,
    F: Fn(usize, &mut [T]) + Sync,
{
    let start = Start(items.as_mut_ptr());
    run_closure(scheduler, 0..items.len(), options, |range| {
        // SAFETY: the loop gives each index to one call, and ends before the slice is no longer borrowed.
        let part = unsafe { start.part(&range) };
        body(range.start, part);
    });
}
