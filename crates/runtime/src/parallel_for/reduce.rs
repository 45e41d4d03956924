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
const FEWEST_LEAVES: usize = 64;

/// How many bytes the results of leaves take, if they need not be more.
const MEMORY: usize = 1 << 20;

/// The parts of a range, of which each has as many iterations as any other, or one more.
struct Leaves {
    range: Range<usize>,
    count: usize,
}

impl Leaves {
    fn of<T>(range: Range<usize>) -> Self {
        let most = (MEMORY / size_of::<T>().max(1)).clamp(FEWEST_LEAVES, MAX_LEAVES);
        let count = range.len().min(most);
        Self { range, count }
    }

    /// How many iterations each has at least.
    fn size(&self) -> usize {
        self.range.len() / self.count.max(1)
    }

    fn leaf(&self, index: usize) -> Range<usize> {
        let longer = self.range.len() % self.count;
        let begin = |index: usize| self.range.start + index * self.size() + index.min(longer);
        begin(index)..begin(index + 1)
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
    let mut results: Vec<Option<T>> = (0..leaves.count).map(|_| None).collect();
    let options = LoopOptions {
        first: options.first.div_ceil(leaves.size().max(1)),
        ..options
    };
    run_over_slice(scheduler, &mut results, options, |first, part| {
        for (index, result) in (first..).zip(part) {
            *result = Some(map(leaves.leaf(index)));
        }
    });
    let combined = results.into_iter().flatten().reduce(combine);
    combined.unwrap_or_else(|| map(leaves.range.start..leaves.range.start))
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{FEWEST_LEAVES, Leaves, MAX_LEAVES};

    #[test]
    fn leaves_make_up_the_range() {
        let ends = [1, 3, 1026, 1027, 1028, 2051, 1_000_000, usize::MAX];
        let ranges = ends.map(|end| 0..end).into_iter().chain(ends.map(|end| end - 1..end));
        for range in ranges {
            let leaves = Leaves::of::<u8>(range.clone());
            assert_eq!(leaves.count, MAX_LEAVES.min(range.len()), "{range:?}");
            let end = (0..leaves.count).fold(range.start, |end, index| {
                let leaf = leaves.leaf(index);
                assert_eq!(leaf.start, end, "{range:?}");
                assert!((leaves.size()..=leaves.size() + 1).contains(&leaf.len()), "{range:?}");
                leaf.end
            });
            assert_eq!(end, range.end);
        }
        assert_eq!(Leaves::of::<u8>(5..5).count, 0);
    }

    #[test]
    fn large_results_are_few() {
        assert_eq!(Leaves::of::<[u64; 1024]>(0..10_000).count, 128);
        assert_eq!(Leaves::of::<[u64; 100_000]>(0..10_000).count, FEWEST_LEAVES);
    }
}
