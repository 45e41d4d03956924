//! Reductions of everything to a single element.
//!
//! No points are independent in them, so that their own loops keep one core busy, and that one waiting. But what they reduce
//! with is associative, as linalg says of reductions. So they become `scf.parallel` with reductions, if a known op of `arith`
//! is all that combines values: their result, if it is a float, then has other bits than that of the op's own loops.

use asyncir_dialects::linalg::Structured;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OperationState, ValueId};

use super::combiners::{Combiner, combiners};
use super::dimensions::Dimensions;
use super::roles::{are_few_iterations, has_own_elements, is_contiguous, only_computes};
use crate::scf::build::parallel_reduction;

/// Ops that are known to have no more iterations stay.
const FEW_ITERATIONS: i64 = 64;

/// What such an op becomes.
pub(super) struct Whole {
    /// Dimensions that are reduced; inputs are contiguous in the last one, if possible.
    reductions: Vec<usize>,
    /// For each element that is written: what combines it with the contribution of a point.
    combiners: Vec<Combiner>,
}

impl Whole {
    /// `None` if the op is another one.
    pub(super) fn of(nest: &Structured<'_>) -> Option<Self> {
        let sizes = nest.known_loop_sizes();
        let is_single = |dim: &usize| nest.iterators[*dim] == Iteration::Parallel && sizes[*dim] == 1;
        let (points, mut reductions): (Vec<usize>, Vec<usize>) = (0..sizes.len()).partition(is_single);
        let is_reduction = |&dim: &usize| nest.iterators[dim] == Iteration::Reduction;
        if reductions.is_empty() || !reductions.iter().all(is_reduction) || are_few_iterations(&sizes, FEW_ITERATIONS) {
            return None;
        }
        if !has_own_elements(nest, &points) || !only_computes(nest.op) {
            return None;
        }
        if let Some(place) = reductions.iter().rposition(|&dim| inputs_are_contiguous(nest, dim)) {
            let last = reductions.remove(place);
            reductions.push(last);
        }
        Some(Self {
            reductions,
            combiners: combiners(nest)?,
        })
    }

    /// Makes the loop at the cursor.
    pub(super) fn build(&self, rw: &mut Rewriter<'_>, dims: &Dimensions) {
        let (zero, one) = (dims.constant(rw, 0), dims.constant(rw, 1));
        let origin = vec![zero; dims.count()];
        let ranges: Vec<_> = self
            .reductions
            .iter()
            .map(|&dim| (zero, dims.size(rw, dim), one))
            .collect();
        let inits = dims.load_outputs(rw, &origin);
        let contributions = |rw: &mut Rewriter<'_>, indices: &[ValueId]| {
            let mut point = origin.clone();
            for (&dim, &index) in self.reductions.iter().zip(indices) {
                point[dim] = index;
            }
            self.contributions(rw, dims, &point, &inits)
        };
        let combine = |rw: &mut Rewriter<'_>, number: usize, lhs: ValueId, rhs: ValueId| {
            let ty = rw.body.value_type(lhs);
            let state = OperationState::like(rw.body.op(self.combiners[number].op));
            rw.insert_value(state.operands(&[lhs, rhs]).results(&[ty]))
        };
        let totals = parallel_reduction(rw, dims.location, &ranges, &inits, contributions, combine);
        dims.store_outputs(rw, &origin, &totals);
    }

    /// Computes what a point contributes to each element.
    fn contributions(
        &self,
        rw: &mut Rewriter<'_>,
        dims: &Dimensions,
        point: &[ValueId],
        inits: &[ValueId],
    ) -> Vec<ValueId> {
        let payload = &dims.payload;
        let inputs = (0..payload.num_inputs).map(|input| payload.load(rw, point, input));
        let mut elements: Vec<ValueId> = inputs.collect();
        elements.extend(inits);
        let yielded = payload.repeat(rw, point, &elements);
        let mut contributions = Vec::new();
        for (combiner, combined) in self.combiners.iter().zip(yielded) {
            // The copy of the combiner is not needed here.
            if let Some(copy) = rw.body.defining_op(combined) {
                contributions.push(rw.body.operand(copy, combiner.contribution));
                rw.erase(copy);
            }
        }
        contributions
    }
}

/// Whether all inputs are contiguous in a dimension, or stay where they are.
fn inputs_are_contiguous(nest: &Structured<'_>, dim: usize) -> bool {
    let operands = nest.operands();
    let mut inputs = operands.iter().zip(&nest.maps).take(nest.num_inputs);
    inputs.all(|(&operand, map)| !map.is_function_of_dim(dim as u32) || is_contiguous(nest, operand, map, dim as u32))
}
