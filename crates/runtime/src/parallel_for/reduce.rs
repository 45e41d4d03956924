//! Reductions of ranges, for [`Runtime::parallel_reduce`](crate::Runtime::parallel_reduce).
//!
//! As in compiled loops with reductions, the range is cut into *leaves* at places that follow from its length alone. The
//! results of leaves are kept until all are there, and then combined in order. So who runs which leaf makes no difference.

use std::ops::Range;
use std::sync::Arc;

use super::{LoopOptions, run_over_slice};
use crate::scheduler::Scheduler;

/// How many leaves a range has at most: enough for some on each of many workers.
const MAX_LEAVES: usize = 1024;

/// Ranges whose results are large have fewer, but not fewer than this.
const FEWEST_LEAVES: usize = 16;

/// How many bytes the results of leaves take, if they need not be more.
const MEMORY: usize = 128 << 10;

/// The parts of a range.
struct Leaves {
    range: Range<usize>,
    /// How many iterations each has, but for the last.
    size: usize,
}

impl Leaves {
    fn of<T>(range: Range<usize>) -> Self {
        let most = (MEMORY / size_of::<Option<T>>().max(1)).clamp(FEWEST_LEAVES, MAX_LEAVES);
        let size = range.len().div_ceil(most).max(1);
        Self { range, size }
    }

    fn count(&self) -> usize {
        self.range.len().div_ceil(self.size)
    }

    fn leaf(&self, index: usize) -> Range<usize> {
        let begin = self.range.start + index * self.size;
        begin..self.range.end.min(begin.saturating_add(self.size))
    }
}

pub(crate) fn reduce<T, M, C>(
    scheduler: &Arc<Scheduler>,
    range: Range<usize>,
    options: LoopOptions,
    map: M,
    combine: C,
) -> T
where
    T: Send,
    M: Fn(Range<usize>) -> T + Sync,
    C: FnMut(T, T) -> T,
{
    let leaves = Leaves::of::<T>(range);
    let mut results: Vec<Option<T>> = (0..leaves.count()).map(|_| None).collect();
    let options = LoopOptions {
        first: options.first.div_ceil(leaves.size),
        ..options
    };
    run_over_slice(scheduler, &mut results, options, |first, part| {
        for (index, result) in (first..).zip(part) {
            *result = Some(map(leaves.leaf(index)));
        }
    });
    let combined = results.into_iter().flatten().reduce(combine);
    combined.unwrap_or_else(|| map(leaves.range))
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{FEWEST_LEAVES, Leaves, MAX_LEAVES};

    #[test]
    fn leaves_make_up_the_range() {
        for range in [
            0..0,
            5..5,
            0..1,
            3..1026,
            3..1027,
            3..1028,
            0..1_000_000,
            0..usize::MAX,
            usize::MAX - 3..usize::MAX,
        ] {
            let leaves = Leaves::of::<u8>(range.clone());
            assert!(leaves.count() <= MAX_LEAVES, "{range:?}");
            let end = (0..leaves.count()).fold(range.start, |end, index| {
                let leaf = leaves.leaf(index);
                assert_eq!(leaf.start, end, "{range:?}");
                assert!(!leaf.is_empty(), "{range:?}");
                leaf.end
            });
            assert_eq!(end, range.end);
        }
    }

    #[test]
    fn large_results_are_few() {
        assert_eq!(Leaves::of::<[u64; 255]>(0..10_000).count(), 64);
        assert_eq!(Leaves::of::<[u64; 100_000]>(0..10_000).count(), FEWEST_LEAVES);
    }
}
