//! The steps of a reduction, from the loops around all to those that are taken in one pass over a row.

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, ValueId};

use super::dimensions::Dimensions;

/// How many steps of a reduction are taken in one pass over a row.
pub(super) const IN_A_PASS: i64 = 4;

/// Reductions that are known to have no more steps are done in one pass.
const MAX_UNROLLED: i64 = 32;

/// What the dimensions that are reduced are for.
pub(super) struct Steps {
    /// The reductions that are loops, from the outermost on.
    pub(super) loops: Vec<usize>,
    /// The reduction of which several steps are taken in one pass.
    pub(super) stepped: Option<usize>,
    /// The innermost reductions, if they are short: all of their steps are taken in one pass, for each step of the one before.
    pub(super) unrolled: Vec<usize>,
    /// How many steps the innermost reductions have together.
    pub(super) unrolled_steps: i64,
}

impl Steps {
    /// The roles of the reductions of an op with loops of these sizes.
    pub(super) fn of(reductions: &[usize], sizes: &[i64]) -> Self {
        let mut loops = reductions.to_vec();
        let (mut unrolled, mut unrolled_steps) = (Vec::new(), 1);
        while let Some(&dim) = loops.last() {
            let size = if sizes[dim] == DYNAMIC { i64::MAX } else { sizes[dim] };
            let steps = size.saturating_mul(unrolled_steps);
            if !(1..=MAX_UNROLLED).contains(&steps) {
                break;
            }
            unrolled_steps = steps;
            unrolled.insert(0, dim);
            loops.pop();
        }
        let stepped = if unrolled_steps < IN_A_PASS { loops.pop() } else { None };
        Self {
            loops,
            stepped,
            unrolled,
            unrolled_steps,
        }
    }

    /// Steps of the innermost reduction only, however few it has.
    pub(super) fn of_innermost(reductions: &[usize]) -> Self {
        let mut loops = reductions.to_vec();
        Self {
            stepped: loops.pop(),
            loops,
            unrolled: Vec::new(),
            unrolled_steps: 1,
        }
    }

    /// The reduction whose steps follow each other in time without another one in between.
    pub(super) fn innermost(&self) -> Option<usize> {
        self.stepped.filter(|_| self.unrolled_steps == 1)
    }

    /// How many steps of the reduction that is stepped are taken in one pass.
    pub(super) fn in_a_pass(&self) -> i64 {
        (IN_A_PASS / self.unrolled_steps).max(1)
    }

    /// The indices at all steps of the unrolled reductions, for each of `points`.
    pub(super) fn all_points(
        &self,
        rw: &mut Rewriter<'_>,
        dims: &Dimensions,
        mut points: Vec<Vec<ValueId>>,
    ) -> Vec<Vec<ValueId>> {
        let zero = dims.constant(rw, 0);
        for &dim in &self.unrolled {
            let count = dims.known(dim).unwrap_or_default();
            let inner = points.iter().flat_map(|point| dims.points(rw, point, dim, zero, count));
            points = inner.collect();
        }
        points
    }

    /// All that are reduced.
    pub(super) fn all(&self) -> impl Iterator<Item = usize> {
        let loops = self.loops.iter().chain(&self.stepped);
        loops.chain(&self.unrolled).copied()
    }
}
