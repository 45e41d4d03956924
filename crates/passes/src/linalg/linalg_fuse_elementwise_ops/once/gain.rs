//! When it pays to fuse two ops.

use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{BlockId, ValueId};

use super::super::fuse::Pair;
use super::Fusion;
use crate::linalg::cost::Cost;
use crate::linalg::nest::Nest;

/// An op computes no more than so many ops for each element: more of them take longer than it takes to read and write elements.
const MAX_OPS: usize = 128;
/// An op that reduces computes no more than so many ops for each element: such ops are repeated for several elements at a
/// time.
const MAX_REDUCING_OPS: usize = 32;
/// How long an op that reduces one element after the other may compute for each. The processor waits for the sum as long, and
/// nothing of that is done for several elements at once.
const MAX_REDUCING_STEPS: usize = 16;
/// How many tensors an op reads at most.
const MAX_INPUTS: usize = 16;

/// Whether all loops are independent, and each element is read in its place or not at all.
pub(super) fn is_elementwise(nest: &Nest) -> bool {
    nest.iterators.iter().all(|&loop_| loop_ == Iteration::Parallel) && has_plain_maps(nest)
}

fn has_plain_maps(nest: &Nest) -> bool {
    nest.maps.iter().all(|map| map.is_projected_permutation(false))
}

impl Fusion {
    /// Whether to fuse two ops: nothing is computed twice, and memory is saved.
    pub(super) fn pays(&self, rw: &Rewriter<'_>, pair: &Pair<'_>) -> bool {
        let (producer, consumer) = (&pair.producer, pair.consumer);
        let inits: Vec<usize> = (producer.num_inputs..producer.operands.len()).collect();
        self.order.are_neighbours(rw.body, producer.op, consumer.op)
            && has_plain_maps(producer)
            && consumer.maps[pair.operand].is_projected_permutation(false)
            && !inits.iter().any(|&init| producer.reads(rw.body, init))
            && only_computes(rw, producer.block)
            && is_computed_once(rw, pair)
            && (pair.keeps_sizes() && pair.can_drop(&inits) || is_only_for(rw, pair))
            && is_small(rw, pair)
            && self.keeps_what_is_seen(rw, pair)
    }

    /// Whether memory that is seen from outside is written as before.
    fn keeps_what_is_seen(&self, rw: &Rewriter<'_>, pair: &Pair<'_>) -> bool {
        let (producer, consumer) = (&pair.producer, pair.consumer);
        let is_seen = |&value: &ValueId| self.seen.may_be(rw.ctx, rw.body, value);
        if !self.seen.any() {
            return true;
        }
        let value = consumer.operands[pair.operand];
        let written = &consumer.maps[consumer.num_inputs..];
        let mut outputs = consumer.inits().iter().zip(written);
        let is_written_over = outputs.clone().any(|(&init, _)| init == value);
        if captures_tensors(rw, producer.block) || !is_written_over && producer.inits().iter().any(is_seen) {
            return false;
        }
        let inputs: Vec<usize> = (0..producer.num_inputs)
            .filter(|&input| is_seen(&producer.operands[input]))
            .collect();
        let reads_in_place = |map: &AffineMap| inputs.iter().all(|&input| pair.map_of(input).as_ref() == Some(map));
        let is_kept = |map: &AffineMap| inputs.is_empty() || is_elementwise(consumer) && reads_in_place(map);
        outputs.all(|(init, map)| !is_seen(init) || is_kept(map))
    }
}

/// Whether a region computes something and does nothing else.
fn only_computes(rw: &Rewriter<'_>, block: BlockId) -> bool {
    let mut ops = rw.body.block_ops(block);
    ops.all(|op| {
        let is_end = rw.body.block(block).last_op() == Some(op);
        rw.body.op_regions(op).is_empty() && (is_end || is_memory_effect_free(rw.body.op_ref(rw.ctx, op)))
    })
}

fn captures_tensors(rw: &Rewriter<'_>, block: BlockId) -> bool {
    let mut values = rw.body.block_ops(block).flat_map(|op| rw.body.operands(op));
    values.any(|value| is_tensor(rw.ctx, rw.body.value_type(value)))
}

/// Whether each element of the producer is needed by one op, and there once; or it costs nothing.
fn is_computed_once(rw: &Rewriter<'_>, pair: &Pair<'_>) -> bool {
    let (producer, consumer) = (&pair.producer, pair.consumer);
    let cost = Cost::of(rw, producer.block);
    let only_moves = cost.ops == 0 && repeats_input(rw, producer);
    let is_once = consumer.maps[pair.operand].is_permutation();
    let costs_nothing = cost.computing == 0 && is_elementwise(consumer);
    (is_once || costs_nothing) && (only_moves || is_only_for(rw, pair))
}

/// Whether the inputs of an op have fewer elements than what it gives.
fn repeats_input(rw: &Rewriter<'_>, nest: &Nest) -> bool {
    let inputs = nest.inputs().iter().zip(&nest.maps);
    let mut tensors = inputs.filter(|&(&input, _)| is_tensor(rw.ctx, rw.body.value_type(input)));
    tensors.all(|(_, map)| map.num_results() < nest.iterators.len())
}

/// Whether only the consumer uses what the producer gives: always in the same way, and to write over it.
fn is_only_for(rw: &Rewriter<'_>, pair: &Pair<'_>) -> bool {
    let (producer, consumer) = (&pair.producer, pair.consumer);
    let is_expected = |index: usize| {
        if index < consumer.num_inputs {
            consumer.maps[index] == consumer.maps[pair.operand]
        } else {
            !consumer.reads(rw.body, index)
        }
    };
    let is_ours = |slot| rw.body.use_owner(slot) == consumer.op && is_expected(rw.body.use_index(slot));
    let mut results = rw.body.results(producer.op).enumerate();
    results.all(|(number, result)| {
        if number == pair.result {
            rw.body.uses(result).all(is_ours)
        } else {
            !rw.body.has_uses(result)
        }
    })
}

/// Whether an op is not too large when it computes what both do.
fn is_small(rw: &Rewriter<'_>, pair: &Pair<'_>) -> bool {
    let (producer, consumer) = (&pair.producer, pair.consumer);
    let (first, second) = (Cost::of(rw, producer.block), Cost::of(rw, consumer.block));
    let (ops, steps) = (first.ops + second.ops, first.steps + second.steps);
    let inputs = producer.inputs().iter().chain(consumer.inputs());
    let tensors = inputs
        .filter(|&&input| is_tensor(rw.ctx, rw.body.value_type(input)))
        .count()
        - 1;
    if tensors > MAX_INPUTS && tensors > consumer.num_inputs {
        return false;
    }
    if is_elementwise(consumer) {
        return ops <= MAX_OPS;
    }
    // What reduces everything to a single element is shared by all cores, and computes several elements at a time.
    if consumer.iterators.iter().all(|&loop_| loop_ == Iteration::Reduction) {
        return ops <= MAX_OPS && keeps_order(pair);
    }
    let is_row = |result: &AffineExpr| matches!(result, AffineExpr::Dim(dim) if consumer.iterators.get(*dim as usize) == Some(&Iteration::Parallel));
    let has_rows = consumer.maps[pair.operand].results().last().is_some_and(is_row);
    ops <= MAX_REDUCING_OPS && (has_rows || steps <= MAX_REDUCING_STEPS) && keeps_order(pair)
}

/// Whether the producer reads all elements in the order in which it writes them.
fn keeps_order(pair: &Pair<'_>) -> bool {
    let nest = &pair.producer;
    let positions = |map: &AffineMap| map.dim_positions().unwrap_or_default();
    let written = positions(&nest.maps[nest.num_inputs + pair.result]);
    let place = |dim: u32| written.iter().position(|&other| other == dim);
    let mut inputs = nest.maps[..nest.num_inputs].iter();
    inputs.all(|map| positions(map).into_iter().map(place).is_sorted())
}
