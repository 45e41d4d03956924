//! What the steps of a reduction contribute, computed before they are taken.
//!
//! The steps wait for each other, and so would functions such as `math.exp` in them, one element at a time. Along the innermost
//! reduction, the contributions of a block of steps go to memory on the stack first, in a loop that LLVM vectorises. Then the
//! steps are taken, in the same order as ever.

use std::collections::HashSet;

use asyncir_dialects::constraints::{is_float, is_signless_int_or_index};
use asyncir_dialects::linalg::Structured;
use asyncir_dialects::linalg::structured::entry_block;
use asyncir_dialects::{arith, memref};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Mapping, OpId, Type, ValueId};

use super::chains::Element;
use super::dimensions::Dimensions;
use super::roles::is_contiguous;
use crate::conversion::convert_math_to_arith;
use crate::scf::build::{for_loop, for_loop_carrying};

/// How many steps are in a block: their contributions stay in the first cache.
const BLOCK: i64 = 128;

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
        let pays = before
            .iter()
            .any(|&op| convert_math_to_arith::is_converted(ctx, body, op));
        if !pays || !has_contiguous_inputs(nest, innermost) {
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

fn is_number(ctx: &Context, ty: Type) -> bool {
    is_signless_int_or_index(ctx, ty) || is_float(ctx, ty)
}

/// Whether all inputs are contiguous in a dimension, or stay the same.
fn has_contiguous_inputs(nest: &Structured<'_>, dim: usize) -> bool {
    let operands = nest.operands();
    let mut inputs = operands.iter().zip(&nest.maps).take(nest.num_inputs);
    inputs.all(|(&operand, map)| !map.is_function_of_dim(dim as u32) || is_contiguous(nest, operand, map, dim as u32))
}

/// Memory for the contributions to the elements of a tile.
pub(super) struct Buffers<'a> {
    dims: &'a Dimensions,
    contributions: &'a Contributions,
    /// The dimensions of the tile, and how many elements it has in each.
    tile: Vec<(usize, i64)>,
    /// For each value that is contributed.
    memory: Vec<ValueId>,
}

impl<'a> Buffers<'a> {
    /// Takes the memory at the cursor.
    pub(super) fn new(
        rw: &mut Rewriter<'_>,
        dims: &'a Dimensions,
        contributions: &'a Contributions,
        tile: Vec<(usize, i64)>,
    ) -> Self {
        let shape: Vec<i64> = tile.iter().map(|&(_, count)| count).chain([BLOCK]).collect();
        let mut memory = Vec::new();
        for &value in &contributions.values {
            let ty = rw.ctx.memref_type(&shape, rw.body.value_type(value));
            let alloca = memref::AllocaOp::build(rw.ctx, dims.location, &[], &[], None, &[ty]);
            memory.push(rw.insert_value(alloca));
        }
        Self {
            dims,
            contributions,
            tile,
            memory,
        }
    }

    /// The loop over the innermost reduction, block by block.
    pub(super) fn reduce(
        &self,
        rw: &mut Rewriter<'_>,
        dim: usize,
        elements: &mut [Element],
        reduced: &[ValueId],
    ) -> Vec<ValueId> {
        let (dims, location) = (self.dims, self.dims.location);
        let (zero, one, block) = (dims.constant(rw, 0), dims.constant(rw, 1), dims.constant(rw, BLOCK));
        let size = dims.size(rw, dim);
        for_loop_carrying(rw, location, (zero, size), block, reduced, |rw, start, carried| {
            let left = dims.compute(rw, arith::SubIOp::DEF, size, start);
            let count = dims.compute(rw, arith::MinSIOp::DEF, left, block);
            let first = elements.first().map_or_else(Vec::new, |element| element.point.clone());
            self.fill(rw, (dim, start, count), first, &mut Vec::new());
            for_loop_carrying(rw, location, (zero, count), one, carried, |rw, place, carried| {
                self.steps(rw, place, elements, carried)
            })
        })
    }

    /// Computes `count` contributions to each element of the tile, which starts at `point`, from `start` on.
    fn fill(
        &self,
        rw: &mut Rewriter<'_>,
        (dim, start, count): (usize, ValueId, ValueId),
        mut point: Vec<ValueId>,
        places: &mut Vec<ValueId>,
    ) {
        let (dims, location) = (self.dims, self.dims.location);
        let (zero, one) = (dims.constant(rw, 0), dims.constant(rw, 1));
        let Some(&(jammed, size)) = self.tile.get(places.len()) else {
            return for_loop(rw, location, (zero, count), one, |rw, place| {
                point[dim] = dims.compute(rw, arith::AddIOp::DEF, start, place);
                places.push(place);
                self.contribute(rw, &point, places);
                places.pop();
            });
        };
        let size = dims.constant(rw, size);
        for_loop(rw, location, (zero, size), one, |rw, offset| {
            point[jammed] = dims.compute(rw, arith::AddIOp::DEF, point[jammed], offset);
            places.push(offset);
            self.fill(rw, (dim, start, count), point, places);
            places.pop();
        });
    }

    /// Keeps what one step contributes to an element.
    fn contribute(&self, rw: &mut Rewriter<'_>, point: &[ValueId], places: &[ValueId]) {
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
            let value = map.value(value);
            let location = self.dims.location;
            rw.insert(memref::StoreOp::build(
                rw.ctx,
                location,
                value,
                memory,
                places,
                None,
                None,
                &[],
            ));
        }
    }

    /// One step of all reductions.
    fn steps(&self, rw: &mut Rewriter<'_>, place: ValueId, elements: &[Element], reduced: &[ValueId]) -> Vec<ValueId> {
        let payload = &self.dims.payload;
        let outputs = reduced.len() / elements.len().max(1);
        let mut next = Vec::new();
        for (element, own) in elements.iter().zip(reduced.chunks(outputs.max(1))) {
            let mut map = Mapping::new();
            for (output, &value) in own.iter().enumerate() {
                if let Some(argument) = payload.argument(rw, payload.num_inputs + output) {
                    map.map_value(argument, value);
                }
            }
            self.load(rw, element, place, &mut map);
            payload.repeat_some(rw, &element.point, &self.contributions.steps, &mut map);
            next.extend(payload.yielded(rw).into_iter().map(|value| map.value(value)));
        }
        next
    }

    /// What was contributed to an element.
    fn load(&self, rw: &mut Rewriter<'_>, element: &Element, place: ValueId, map: &mut Mapping) {
        let dims = self.dims;
        let mut places = Vec::new();
        for &offset in &element.offsets {
            places.push(dims.constant(rw, offset as i64));
        }
        places.push(place);
        for (&value, &memory) in self.contributions.values.iter().zip(&self.memory) {
            let ty = rw.body.value_type(value);
            let load = memref::LoadOp::build(rw.ctx, dims.location, memory, &places, None, None, &[ty]);
            let loaded = rw.insert_value(load);
            map.map_value(value, loaded);
        }
    }
}
