//! What each dimension of a structured op is for.

use asyncir_dialects::constraints::is_memref;
use asyncir_dialects::linalg::Structured;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::linalg::structured::entry_block;
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpTrait;
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{DYNAMIC, OpRef, ValueId};

use crate::analysis::memref_alias::memory_of;

/// Rows that are known to be shorter are not worth a loop of their own.
const SHORTEST_ROW: i64 = 8;

/// Ops that are known to have no more iterations stay: LLVM unrolls all their loops.
const FEW_ITERATIONS: i64 = 4096;

/// The dimensions of an op that reduces.
pub(super) struct Roles {
    /// A parallel dimension in which all that is written is contiguous, and inputs are that or stay the same.
    pub(super) row: Option<usize>,
    /// Parallel dimensions in which some input stays the same: one that is not the same in the rows, if there are rows.
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
    let is_long = |dim: usize| sizes[dim] == DYNAMIC || sizes[dim] >= SHORTEST_ROW;
    let row = parallel
        .iter()
        .copied()
        .find(|&dim| is_long(dim) && has_rows(nest, dim));
    let (again, outer) = parallel
        .into_iter()
        .filter(|&dim| Some(dim) != row)
        .partition(|&dim| reads_again(nest, row, dim));
    Some(Roles {
        row,
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

/// Whether all that is written is contiguous in a dimension, and what is read is that or stays the same.
fn has_rows(nest: &Structured<'_>, dim: usize) -> bool {
    let operands = nest.operands();
    let mut written = operands.iter().zip(&nest.maps).skip(nest.num_inputs);
    has_contiguous_inputs(nest, dim) && written.all(|(&operand, map)| is_contiguous(nest, operand, map, dim as u32))
}

/// Whether all that is read is contiguous in a dimension, or stays the same.
pub(super) fn has_contiguous_inputs(nest: &Structured<'_>, dim: usize) -> bool {
    let operands = nest.operands();
    let mut inputs = operands.iter().zip(&nest.maps).take(nest.num_inputs);
    inputs.all(|(&operand, map)| !map.is_function_of_dim(dim as u32) || is_contiguous(nest, operand, map, dim as u32))
}

/// Whether the index of the contiguous dimension of an operand, and no other one, grows by one with a dimension.
pub(super) fn is_contiguous(nest: &Structured<'_>, operand: ValueId, map: &AffineMap, dim: u32) -> bool {
    let ty = nest.op.body.value_type(operand);
    let Some((last, outer)) = map.results().split_last() else {
        return false;
    };
    let strides = strides_and_offset(nest.op.ctx, ty);
    is_memref(nest.op.ctx, ty)
        && strides.is_some_and(|(strides, _)| strides.last() == Some(&1))
        && outer.iter().all(|expr| !expr.is_function_of_dim(dim))
        && steps_by_one(map, last, dim)
}

/// Whether an index grows by one with a dimension.
fn steps_by_one(map: &AffineMap, expr: &AffineExpr, dim: u32) -> bool {
    let factors = expr.linear_form(map.num_dims(), map.num_symbols());
    factors.is_some_and(|factors| factors.get(dim as usize) == Some(&1))
}

/// Whether an input is the same in all iterations of a parallel dimension: one that varies in the rows, if there are rows.
fn reads_again(nest: &Structured<'_>, row: Option<usize>, dim: usize) -> bool {
    let mut inputs = nest.maps[..nest.num_inputs].iter();
    inputs.any(|map| {
        let varies = row.is_none_or(|row| map.is_function_of_dim(row as u32));
        varies && map.num_results() > 0 && !map.is_function_of_dim(dim as u32)
    })
}
