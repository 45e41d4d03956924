//! What the steps of a reduction contribute, computed before they are taken.
//!
//! The steps wait for each other, and so would functions such as `math.exp` in them, one element at a time. Along the innermost
//! reduction, the contributions of a block of steps go to memory on the stack first, in a loop that LLVM vectorises. Then the
//! steps are taken, in the same order as ever. Where several elements are reduced at the same time, LLVM vectorises across these.

use std::collections::HashSet;

use asyncir_dialects::constraints::{is_float, is_signless_int_or_index};
use asyncir_dialects::linalg::Structured;
use asyncir_dialects::linalg::structured::entry_block;
use asyncir_dialects::{arith, memref};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, DYNAMIC, Mapping, OpId, Type, ValueId};

use super::dimensions::Dimensions;
use super::roles::has_contiguous_inputs;
use crate::conversion::convert_math_to_arith;
use crate::scf::build::{for_loop, for_loop_carrying};

/// How many steps are in a block: their contributions stay in the first cache.
const BLOCK: i64 = 128;

/// Reductions that are known to have fewer steps gain nothing.
const FEW_STEPS: i64 = 32;

/// The region of an op in two parts.
pub(super) struct Contributions {
    /// What does not depend on what is reduced.
    before: Vec<OpId>,
    /// The steps.
    steps: Vec<OpId>,
    /// What the steps use of the first part and of the inputs.
    values: Vec<ValueId>,
}

impl Contributions {
    /// The parts of the region; `None` if no function in the first one is vectorised along the innermost reduction.
    pub(super) fn of(nest: &Structured<'_>, reductions: &[usize]) -> Option<Self> {
        let (ctx, body) = (nest.op.ctx, nest.op.body);
        let innermost = *reductions.last()?;
        let block = entry_block(body, nest.op.op)?;
        let is_end = |op: &OpId| body.op(*op).has_trait(OpTrait::Terminator);
        let mut reduced: HashSet<ValueId> = body.block_args(block).skip(nest.num_inputs).collect();
        let (steps, before): (Vec<OpId>, Vec<OpId>) = body.block_ops(block).partition(|&op| {
            let is_step = is_end(&op) || body.operands(op).any(|value| reduced.contains(&value));
            reduced.extend(body.results(op).filter(|_| is_step));
            is_step
        });
        let size = nest.known_loop_sizes()[innermost];
        let is_short = size != DYNAMIC && size < FEW_STEPS;
        let has_function = before
            .iter()
            .any(|&op| convert_math_to_arith::is_converted(ctx, body, op));
        if is_short || !has_function || !has_contiguous_inputs(nest, innermost) {
            return None;
        }
        let is_constant = |&op: &OpId| body.op(op).has_trait(OpTrait::ConstantLike);
        let (constants, before): (Vec<OpId>, Vec<OpId>) = before.into_iter().partition(is_constant);
        let computed = before.iter().flat_map(|&op| body.results(op));
        let known: HashSet<ValueId> = body.block_args(block).take(nest.num_inputs).chain(computed).collect();
        let used = steps.iter().flat_map(|&op| body.operands(op));
        let mut values: Vec<ValueId> = used.filter(|value| known.contains(value)).collect();
        values.sort_unstable();
        values.dedup();
        let is_element = |&value: &ValueId| is_number(ctx, body.value_type(value));
        values.iter().all(is_element).then(|| Self {
            before: constants.iter().copied().chain(before).collect(),
            steps: constants
                .iter()
                .copied()
                .chain(steps.into_iter().filter(|op| !is_end(op)))
                .collect(),
            values,
        })
    }
}

/// Whether a type is that of signless integers, indices or floats.
pub(super) fn is_number(ctx: &Context, ty: Type) -> bool {
    is_signless_int_or_index(ctx, ty) || is_float(ctx, ty)
}

/// Memory for the contributions to an element.
pub(super) struct Buffers<'a> {
    dims: &'a Dimensions,
    contributions: &'a Contributions,
    /// For each value that is contributed.
    memory: Vec<ValueId>,
}

impl<'a> Buffers<'a> {
    /// Takes the memory at the cursor.
    pub(super) fn new(rw: &mut Rewriter<'_>, dims: &'a Dimensions, contributions: &'a Contributions) -> Self {
        let mut memory = Vec::new();
        for &value in &contributions.values {
            let ty = rw.ctx.memref_type(&[BLOCK], rw.body.value_type(value));
            let alloca = memref::AllocaOp::build(rw.ctx, dims.location, &[], &[], None, &[ty]);
            memory.push(rw.insert_value(alloca));
        }
        Self {
            dims,
            contributions,
            memory,
        }
    }

    /// The loop over the innermost reduction, block by block, for the element at `point`.
    pub(super) fn reduce(
        &self,
        rw: &mut Rewriter<'_>,
        dim: usize,
        point: &mut [ValueId],
        reduced: &[ValueId],
    ) -> Vec<ValueId> {
        let (dims, location) = (self.dims, self.dims.location);
        let (zero, one, block) = (dims.constant(rw, 0), dims.constant(rw, 1), dims.constant(rw, BLOCK));
        let size = dims.size(rw, dim);
        for_loop_carrying(rw, location, (zero, size), block, reduced, |rw, start, carried| {
            let left = dims.compute(rw, arith::SubIOp::DEF, size, start);
            let count = dims.compute(rw, arith::MinSIOp::DEF, left, block);
            for_loop(rw, location, (zero, count), one, |rw, place| {
                point[dim] = dims.compute(rw, arith::AddIOp::DEF, start, place);
                self.contribute(rw, point, place);
            });
            for_loop_carrying(rw, location, (zero, count), one, carried, |rw, place, carried| {
                self.step(rw, place, point, carried)
            })
        })
    }

    /// Keeps what the step at `point` contributes.
    fn contribute(&self, rw: &mut Rewriter<'_>, point: &[ValueId], place: ValueId) {
        let payload = &self.dims.payload;
        let mut map = Mapping::new();
        for input in 0..payload.num_inputs {
            let element = payload.load(rw, point, input);
            if let Some(argument) = payload.argument(rw, input) {
                map.map_value(argument, element);
            }
        }
        payload.repeat_some(rw, point, &self.contributions.before, &mut map);
        for (&value, &memory) in self.contributions.values.iter().zip(&self.memory) {
            let (value, location) = (map.value(value), self.dims.location);
            rw.insert(memref::StoreOp::build(
                rw.ctx,
                location,
                value,
                memory,
                &[place],
                None,
                None,
                &[],
            ));
        }
    }

    /// One step, with what was contributed to it.
    fn step(&self, rw: &mut Rewriter<'_>, place: ValueId, point: &[ValueId], reduced: &[ValueId]) -> Vec<ValueId> {
        let payload = &self.dims.payload;
        let mut map = Mapping::new();
        for (output, &value) in reduced.iter().enumerate() {
            if let Some(argument) = payload.argument(rw, payload.num_inputs + output) {
                map.map_value(argument, value);
            }
        }
        for (&value, &memory) in self.contributions.values.iter().zip(&self.memory) {
            let ty = rw.body.value_type(value);
            let load = memref::LoadOp::build(rw.ctx, self.dims.location, memory, &[place], None, None, &[ty]);
            let loaded = rw.insert_value(load);
            map.map_value(value, loaded);
        }
        payload.repeat_some(rw, point, &self.contributions.steps, &mut map);
        payload.yielded(rw).into_iter().map(|value| map.value(value)).collect()
    }
}
