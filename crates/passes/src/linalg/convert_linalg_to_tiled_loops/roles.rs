//! What each dimension of a structured op is for.

use asyncir_dialects::constraints::is_memref;
use asyncir_dialects::linalg::Structured;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::linalg::structured::entry_block;
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::OpTrait;
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{DYNAMIC, OpRef, ValueId};

use super::row::Row;
use crate::analysis::memref_alias::memory_of;

/// Ops that are known to have no more iterations stay: LLVM unrolls all their loops.
pub(super) const FEW_ITERATIONS: i64 = 4096;

/// The dimensions of an op that reduces.
pub(super) struct Roles {
    /// Loops along rows, if the op can have them. If it is not known whether the first rows are long enough, there are others.
    pub(super) rows: Vec<Row>,
    /// Parallel dimensions in which some input stays the same.
    pub(super) again: Vec<usize>,
    /// The other parallel dimensions.
    pub(super) outer: Vec<usize>,
    /// The dimensions that are reduced.
    pub(super) reductions: Vec<usize>,
}

/// The roles of the dimensions of an op on memory; `None` if it reduces nothing to elements of its own, or does anything else
/// than to compute.
pub(super) fn of(nest: &Structured<'_>) -> Option<Roles> {
    let of_kind = |kind| (0..nest.iterators.len()).filter(move |&dim| nest.iterators[dim] == kind);
    let reductions: Vec<usize> = of_kind(Iteration::Reduction).collect();
    let parallel: Vec<usize> = of_kind(Iteration::Parallel).collect();
    let reduces = !reductions.is_empty() && !parallel.is_empty() && has_own_elements(nest, &parallel);
    let sizes = nest.known_loop_sizes();
    if !reduces || are_few_iterations(&sizes, FEW_ITERATIONS) || !only_computes(nest.op) {
        return None;
    }
    let row = Row::of(nest, &parallel, &reductions);
    let may_need_columns = match &row {
        None => true,
        // Both ways take twice as long to compile: that is for products of matrices, the simplest op that has both.
        Some(row) => sizes[row.dim] == DYNAMIC && row.packed.is_empty() && (parallel.len(), reductions.len()) == (2, 1),
    };
    let columns = may_need_columns.then(|| Row::of_columns(nest, &parallel, &reductions));
    let (again, outer) = parallel
        .into_iter()
        .partition(|&dim| reads_again(nest, dim, |map| map.num_results() > 0));
    Some(Roles {
        rows: row.into_iter().chain(columns.flatten()).collect(),
        again,
        outer,
        reductions,
    })
}

/// Whether it is known that there are no more iterations.
pub(super) fn are_few_iterations(sizes: &[i64], few: i64) -> bool {
    let product = sizes.iter().fold(1i64, |product, &size| match size {
        DYNAMIC => i64::MAX,
        size => product.saturating_mul(size),
    });
    product <= few
}

/// Whether the region of an op has no effects, and nothing in it has regions.
pub(super) fn only_computes(op: OpRef<'_>) -> bool {
    let Some(block) = entry_block(op.body, op.op) else {
        return false;
    };
    let has_effects = |inner| {
        let view = op.body.op_ref(op.ctx, inner);
        !op.body.op_regions(inner).is_empty() || !is_memory_effect_free(view)
    };
    let mut ops = op.body.block_ops(block);
    !ops.any(|inner| !op.body.op(inner).has_trait(OpTrait::Terminator) && has_effects(inner))
}

/// Whether each point of the parallel dimensions has elements of its own in all that is written, and inputs are other memory.
pub(super) fn has_own_elements(nest: &Structured<'_>, parallel: &[usize]) -> bool {
    let (body, operands, inits) = (nest.op.body, nest.operands(), nest.inits());
    let is_written = |input: &ValueId| {
        inits
            .iter()
            .any(|&init| memory_of(body, init) == memory_of(body, *input))
    };
    let is_own = |map: &AffineMap| {
        map.is_projected_permutation(false)
            && map.num_results() == parallel.len()
            && parallel.iter().all(|&dim| map.is_function_of_dim(dim as u32))
    };
    !operands.iter().take(nest.num_inputs).any(is_written) && nest.maps[nest.num_inputs..].iter().all(is_own)
}

/// Whether all that is read is contiguous in a dimension, or stays the same.
pub(super) fn has_contiguous_inputs(nest: &Structured<'_>, dim: usize) -> bool {
    let operands = nest.operands();
    let mut inputs = operands.iter().zip(&nest.maps).take(nest.num_inputs);
    inputs.all(|(&operand, map)| !map.is_function_of_dim(dim as u32) || is_contiguous(nest, operand, map, dim as u32))
}

/// Whether the index of the contiguous dimension of an operand, and no other one, grows by one with a dimension.
pub(super) fn is_contiguous(nest: &Structured<'_>, operand: ValueId, map: &AffineMap, dim: u32) -> bool {
    distance(nest, operand, map, dim) == Some(1)
}

/// How many elements the elements of an operand are apart along a dimension, if only the index of its contiguous dimension
/// depends on it.
pub(super) fn distance(nest: &Structured<'_>, operand: ValueId, map: &AffineMap, dim: u32) -> Option<i64> {
    let ty = nest.op.body.value_type(operand);
    let (last, outer) = map.results().split_last()?;
    let (strides, _) = strides_and_offset(nest.op.ctx, ty).filter(|_| is_memref(nest.op.ctx, ty))?;
    let is_alone = strides.last() == Some(&1) && outer.iter().all(|expr| !expr.is_function_of_dim(dim));
    let factors = last
        .linear_form(map.num_dims(), map.num_symbols())
        .filter(|_| is_alone)?;
    factors.get(dim as usize).copied()
}

/// Whether one of the inputs whose maps are `relevant` is the same in all iterations of a parallel dimension.
pub(super) fn reads_again(nest: &Structured<'_>, dim: usize, relevant: impl Fn(&AffineMap) -> bool) -> bool {
    let mut inputs = nest.maps[..nest.num_inputs].iter();
    inputs.any(|map| relevant(map) && !map.is_function_of_dim(dim as u32))
}
