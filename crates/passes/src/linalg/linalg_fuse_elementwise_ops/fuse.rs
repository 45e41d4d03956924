//! Fusion of an op with the one that computes an operand.

use asyncir_dialects::affine::{ApplyOp, map_attr};
use asyncir_dialects::constraints::{is_memref, is_ranked_tensor};
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::linalg::{GenericOp, IndexOp, YieldOp};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Location, Mapping, OpId, Type, ValueDef, ValueId};

use crate::linalg::nest::{Nest, copy_op, generic, has_one_use, tell_all_loops};

/// Fuses an op with that of the first operand for which this can be done.
pub(super) fn fuse(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(consumer) = Nest::of_generic(rw, op) else {
        return false;
    };
    let of_generic = |pair: &Pair<'_>| {
        let producer = pair.producer.op;
        rw.body.op(producer).is(GenericOp::DEF) && has_one_use(rw.body, producer) && pair.keeps_sizes()
    };
    let pair = (0..consumer.num_inputs).find_map(|index| Pair::of(rw, &consumer, index).filter(of_generic));
    let Some(pair) = pair else {
        return false;
    };
    let preserved = pair.preserved(rw);
    pair.fuse(rw, &preserved).is_some()
}

/// An op, and the one that gives an operand of it.
pub(super) struct Pair<'n> {
    pub(super) producer: Nest,
    pub(super) consumer: &'n Nest,
    /// Which operand of the consumer it is.
    pub(super) operand: usize,
    /// Which result of the producer it is.
    pub(super) result: usize,
    /// From the loops of the consumer to those of the producer.
    loops: AffineMap,
}

impl<'n> Pair<'n> {
    /// The pair, if its ops can be fused, should the sizes of the loops be known without what the producer gives.
    pub(super) fn of(rw: &Rewriter<'_>, consumer: &'n Nest, operand: usize) -> Option<Self> {
        let value = consumer.operands[operand];
        let ValueDef::Result { op, index } = rw.body.value_def(value) else {
            return None;
        };
        let producer = Nest::of(rw, op).filter(|producer| producer.op != consumer.op)?;
        let is_elementwise = producer.iterators.iter().all(|&loop_| loop_ == Iteration::Parallel);
        let (map, written) = (
            &consumer.maps[operand],
            &producer.maps[producer.num_inputs + index as usize],
        );
        let fits = producer.is_on_tensors
            && is_ranked_tensor(rw.ctx, rw.body.value_type(value))
            && is_elementwise
            && map.num_results() == producer.iterators.len()
            && written.is_permutation();
        if !fits {
            return None;
        }
        let loops = written.inverse_permutation()?.compose(map)?;
        Some(Self {
            producer,
            consumer,
            operand,
            result: index as usize,
            loops,
        })
    }

    /// The map of an operand of the producer in the loops of the consumer.
    pub(super) fn map_of(&self, operand: usize) -> Option<AffineMap> {
        self.producer.maps[operand].compose(&self.loops)
    }

    /// Whether what remains tells the sizes of all loops, which is a question only if the results do not tell them.
    pub(super) fn keeps_sizes(&self) -> bool {
        let consumer = self.consumer;
        if !consumer.iterators.contains(&Iteration::Reduction) {
            return true;
        }
        let fused = consumer.operands[self.operand];
        let kept = consumer.operands.iter().zip(&consumer.maps);
        let mut maps: Vec<AffineMap> = kept
            .filter(|&(&value, _)| value != fused)
            .map(|(_, map)| map.clone())
            .collect();
        maps.extend((0..self.producer.num_inputs).filter_map(|operand| self.map_of(operand)));
        let is_told = |dim| maps.iter().any(|map| map.results().contains(&AffineExpr::Dim(dim)));
        (0..consumer.iterators.len() as u32).all(is_told)
    }

    /// The results of the producer that are still computed: those whose initial values it reads, those that tell sizes of
    /// loops, and those that others use.
    fn preserved(&self, rw: &Rewriter<'_>) -> Vec<bool> {
        let (producer, consumer) = (&self.producer, self.consumer);
        let mut dropped = Vec::new();
        let results: Vec<ValueId> = rw.body.results(producer.op).collect();
        let mut preserved = Vec::with_capacity(results.len());
        for (number, &result) in results.iter().enumerate() {
            let init = producer.num_inputs + number;
            dropped.push(init);
            let is_preserved = producer.reads(rw.body, init)
                || !self.can_drop(&dropped)
                || rw.body.users(result).any(|user| user != consumer.op);
            if is_preserved {
                dropped.pop();
            }
            preserved.push(is_preserved);
        }
        preserved
    }

    /// Whether the maps of both ops tell all loops without those of the fused operand and of some of the producer.
    pub(super) fn can_drop(&self, dropped: &[usize]) -> bool {
        let (producer, consumer) = (&self.producer, self.consumer);
        let of_producer = producer.maps.iter().enumerate();
        let of_producer = of_producer
            .filter(|(index, _)| !dropped.contains(index))
            .map(|(_, map)| map);
        let of_consumer = consumer.maps.iter().enumerate();
        let of_consumer = of_consumer
            .filter(|&(index, _)| index != self.operand)
            .map(|(_, map)| map);
        let kept: Vec<&AffineMap> = of_producer.chain(of_consumer).collect();
        if kept.is_empty() {
            return producer.iterators.is_empty() && consumer.iterators.is_empty();
        }
        tell_all_loops(&kept)
    }

    /// Puts one op in the place of the consumer, which also gives those results of the producer that are `preserved`. The
    /// producer stays.
    pub(super) fn fuse(&self, rw: &mut Rewriter<'_>, preserved: &[bool]) -> Option<OpId> {
        let operands = Operands::of(rw, self, preserved)?;
        let consumer = self.consumer;
        let at = rw.location_of(consumer.op);
        rw.set_before(consumer.op);
        let (state, region) = generic(
            rw,
            at,
            (&operands.inputs, &operands.inits),
            &operands.maps,
            &consumer.iterators,
            &operands.types,
        );
        let fused = rw.insert(state);
        let block = rw.create_block(region, None, &[]);
        fill(rw, self, preserved, block, at);
        let first = preserved.iter().filter(|&&preserved| preserved).count();
        let old: Vec<ValueId> = rw.body.results(consumer.op).collect();
        let new: Vec<ValueId> = rw.body.results(fused).skip(first).collect();
        for (old, new) in old.into_iter().zip(new) {
            rw.replace_value_if(old, new, |_, _| true);
        }
        rw.erase(consumer.op);
        Some(fused)
    }
}

/// Operands of the fused op, with their maps.
#[derive(Default)]
struct Operands {
    inputs: Vec<ValueId>,
    inits: Vec<ValueId>,
    maps: Vec<AffineMap>,
    types: Vec<Type>,
}

impl Operands {
    fn of(rw: &Rewriter<'_>, pair: &Pair<'_>, preserved: &[bool]) -> Option<Self> {
        let (producer, consumer) = (&pair.producer, pair.consumer);
        let mut all = Self::default();
        let of_consumer = |all: &mut Self, index: usize| {
            all.inputs.push(consumer.operands[index]);
            all.maps.push(consumer.maps[index].clone());
        };
        (0..pair.operand).for_each(|index| of_consumer(&mut all, index));
        for index in 0..producer.num_inputs {
            all.inputs.push(producer.operands[index]);
            all.maps.push(pair.map_of(index)?);
        }
        (pair.operand + 1..consumer.num_inputs).for_each(|index| of_consumer(&mut all, index));
        for (number, &init) in producer.inits().iter().enumerate() {
            if preserved[number] {
                all.inits.push(init);
                all.maps.push(pair.map_of(producer.num_inputs + number)?);
                all.types.push(rw.body.value_type(init));
            }
        }
        for (number, &init) in consumer.inits().iter().enumerate() {
            all.inits.push(init);
            all.maps.push(consumer.maps[consumer.num_inputs + number].clone());
            let ty = rw.body.value_type(init);
            if !is_memref(rw.ctx, ty) {
                all.types.push(ty);
            }
        }
        let maps: Vec<&AffineMap> = all.maps.iter().collect();
        tell_all_loops(&maps).then_some(all)
    }
}

/// Computes in `block` what the regions of both ops do.
fn fill(rw: &mut Rewriter<'_>, pair: &Pair<'_>, preserved: &[bool], block: BlockId, at: Location) {
    let (producer, consumer) = (&pair.producer, pair.consumer);
    let mut map = Mapping::new();
    compute_indices(rw, pair, &mut map);
    let argument = |rw: &mut Rewriter<'_>, map: &mut Mapping, nest: &Nest, index: usize| {
        let old = rw.body.block_arg(nest.block, index);
        let (ty, at) = (rw.body.value_type(old), rw.body.value_location(old));
        map.map_value(old, rw.body.add_block_arg(block, ty, at));
    };
    (0..pair.operand).for_each(|index| argument(rw, &mut map, consumer, index));
    (0..producer.num_inputs).for_each(|index| argument(rw, &mut map, producer, index));
    (pair.operand + 1..consumer.num_inputs).for_each(|index| argument(rw, &mut map, consumer, index));
    for number in (0..preserved.len()).filter(|&number| preserved[number]) {
        argument(rw, &mut map, producer, producer.num_inputs + number);
    }
    (consumer.num_inputs..consumer.operands.len()).for_each(|index| argument(rw, &mut map, consumer, index));

    let given = copy_ops(rw, producer.block, true, &mut map);
    let computed = given.get(pair.result).map(|&value| map.value(value));
    if let Some(computed) = computed {
        map.map_value(rw.body.block_arg(consumer.block, pair.operand), computed);
    }
    let mut yielded: Vec<ValueId> = Vec::new();
    for (&value, _) in given.iter().zip(preserved).filter(|&(_, &preserved)| preserved) {
        yielded.push(map.value(value));
    }
    let results = copy_ops(rw, consumer.block, false, &mut map);
    yielded.extend(results.into_iter().map(|value| map.value(value)));
    rw.insert(YieldOp::build(rw.ctx, at, &yielded, &[]));
}

/// The indices of the producer's loops, computed from those of the consumer.
fn compute_indices(rw: &mut Rewriter<'_>, pair: &Pair<'_>, map: &mut Mapping) {
    let (ctx, at) = (rw.ctx, rw.location_of(pair.producer.op));
    let asked = pair.producer.index_ops(rw);
    if asked.is_empty() {
        return;
    }
    let loops = 0..pair.consumer.iterators.len() as i64;
    let indices: Vec<ValueId> = loops
        .map(|dim| rw.insert_value(IndexOp::build(ctx, at, ctx.i64_attr(dim), &[Type::INDEX])))
        .collect();
    for (op, dim) in asked {
        let Some(index) = pair.loops.sub_map(&[dim]) else {
            continue;
        };
        let index = map_attr(ctx, index);
        let index = rw.insert_value(ApplyOp::build(ctx, at, &indices, index, &[Type::INDEX]));
        map.map_value(rw.body.result(op, 0), index);
    }
}

/// Copies the ops of a block except for its last one, and gives what that yields.
fn copy_ops(rw: &mut Rewriter<'_>, block: BlockId, without_indices: bool, map: &mut Mapping) -> Vec<ValueId> {
    let ops: Vec<OpId> = rw.body.block_ops(block).collect();
    let Some((&end, ops)) = ops.split_last() else {
        return Vec::new();
    };
    for &op in ops {
        if !without_indices || !rw.body.op(op).is(IndexOp::DEF) {
            copy_op(rw, op, map);
        }
    }
    rw.body.operands(end).collect()
}
