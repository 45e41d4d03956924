//! `scf.forall`: iterations that run in parallel and put parts into shared tensors.

use std::collections::HashSet;

use asyncir_dialects::bufferization::ToTensorOp;
use asyncir_dialects::scf::{Bound, ForallOp};
use asyncir_dialects::tensor::{ExtractSliceOp, ParallelInsertSliceOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Fallible, OpId, Type, ValueId};

use super::{Bufferizable, Copies, same};
use crate::bufferization::one_shot_bufferize::conflicts::{are_same_slices, known};
use crate::bufferization::one_shot_bufferize::copies;
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::view::{Alias, View};

pub(super) struct Forall;

/// How many operands come before the shared tensors.
fn num_bounds(v: View<'_>, op: OpId) -> usize {
    v.body.op(op).num_operands() - v.body.op(op).num_results()
}

/// The argument of the region for a shared tensor.
fn argument(v: View<'_>, op: OpId, index: usize) -> Option<ValueId> {
    let view = ForallOp(v.op_ref(op));
    view.arguments().get(view.rank() + index).copied()
}

fn constant(v: View<'_>, bound: Bound) -> Option<i64> {
    match bound {
        Bound::Static(value) => Some(value),
        Bound::Value(value) => known(v, value),
    }
}

/// Lower bound, upper bound and step of each dimension, as far as they are known.
fn domain(v: View<'_>, op: OpId) -> Vec<[Option<i64>; 3]> {
    let view = ForallOp(v.op_ref(op));
    let bounds = view.lower().into_iter().zip(view.upper()).zip(view.steps());
    bounds
        .map(|((lower, upper), step)| [lower, upper, step].map(|bound| constant(v, bound)))
        .collect()
}

fn may_be_empty(v: View<'_>, op: OpId) -> bool {
    let is_full = |bounds: [Option<i64>; 3]| matches!(bounds, [Some(lower), Some(upper), _] if lower < upper);
    !domain(v, op).into_iter().all(is_full)
}

impl Bufferizable for Forall {
    fn reads(&self, v: View<'_>, operand: Use) -> bool {
        let argument = argument(v, operand.op, operand.index - num_bounds(v, operand.op));
        may_be_empty(v, operand.op) || argument.is_none_or(|argument| v.is_read(argument))
    }

    fn writes(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        let index = operand.index - num_bounds(v, operand.op);
        same(v.body.result(operand.op, index))
    }

    fn is_writable(&self, _v: View<'_>, _value: ValueId) -> bool {
        true
    }

    fn is_repetitive(&self, v: View<'_>, op: OpId, _region: usize) -> bool {
        let is_once = |bounds: [Option<i64>; 3]| matches!(bounds, [Some(lower), Some(upper), Some(step)] if lower.saturating_add(step) >= upper);
        !domain(v, op).into_iter().all(is_once)
    }

    fn is_parallel(&self, v: View<'_>, op: OpId, region: usize) -> bool {
        self.is_repetitive(v, op, region)
    }

    /// An iteration that reads other parts of a shared tensor than it writes must not see what other iterations write.
    fn insert_copies(&self, c: &mut Copies<'_>, op: OpId) -> Fallible {
        copies::of_operands(c, op)?;
        let v = c.view();
        if !self.is_repetitive(v, op, 0) {
            return Ok(());
        }
        for index in 0..v.body.op(op).num_results() {
            let v = c.view();
            let shared = argument(v, op, index);
            let reads = shared.map_or_else(Vec::new, |shared| foreign_reads(v, shared));
            if reads.is_empty() {
                continue;
            }
            let (init, location) = (v.body.operand(op, num_bounds(v, op) + index), v.op_ref(op).location());
            c.rw.set_before(op);
            let copy = c.copy(location, init)?;
            for read in reads {
                c.rw.modify(read.op, |body| body.set_operand(read.op, read.index, copy));
            }
        }
        Ok(())
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let Some(op) = v.owner(value) else {
            return Ok(v.body.value_type(value));
        };
        let index = if v.is_result(value) {
            v.number(value)
        } else {
            v.number(value) - ForallOp(v.op_ref(op)).rank()
        };
        v.buffer_type_within(v.body.operand(op, num_bounds(v, op) + index), stack)
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let v = b.view();
        let (bounds, view) = (num_bounds(v, op), ForallOp(v.op_ref(op)));
        let (rank, location) = (view.rank(), view.0.location());
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        let buffers = b.buffers(&operands[bounds..])?;
        let region = b.rw.body.op_regions(op)[0];
        let region = b.take_region(region);
        if let Some(block) = b.rw.body.region(region).first() {
            use_buffers(b, block, rank, &buffers);
        }
        let view = ForallOp(b.view().op_ref(op));
        let mut state = ForallOp::build(
            b.rw.ctx,
            location,
            &view.dynamicLowerBound(),
            &view.dynamicUpperBound(),
            &view.dynamicStep(),
            &[],
            view.0.required("staticLowerBound"),
            view.0.required("staticUpperBound"),
            view.0.required("staticStep"),
            view.mapping(),
            &[],
        );
        state.regions.push(region);
        b.rw.set_before(op);
        b.rw.insert(state);
        b.replace(op, &buffers);
        Ok(())
    }
}

/// The uses of a shared tensor that only read it, and not just the part that the same iteration writes.
fn foreign_reads(v: View<'_>, shared: ValueId) -> Vec<Use> {
    let is_insertion = |operand: &Use| v.body.op(operand.op).is(ParallelInsertSliceOp::DEF);
    let (insertions, others): (Vec<Use>, Vec<Use>) = v.uses(shared).partition(is_insertion);
    let is_own_part = |operand: &Use| {
        let is_slice = v.body.op(operand.op).is(ExtractSliceOp::DEF);
        is_slice
            && insertions
                .iter()
                .all(|insertion| are_same_slices(v, operand.op, insertion.op))
    };
    let reads = others.into_iter().filter(|operand| !is_own_part(operand));
    reads.filter(|&operand| only_reads(v, operand)).collect()
}

/// Whether an operand is read, perhaps under other names, and its memory is not written under these.
fn only_reads(v: View<'_>, operand: Use) -> bool {
    let (mut pending, mut seen, mut is_read) = (vec![operand], HashSet::new(), false);
    while let Some(operand) = pending.pop() {
        if !seen.insert(operand) {
            continue;
        }
        if v.writes(operand) && v.is_in_place(operand) {
            return false;
        }
        // What is not used where it is was copied, unless it was made meanwhile.
        is_read |= v.reads(operand) || !v.is_in_place(operand) && !v.aliases(operand).is_empty();
        if v.is_in_place(operand) {
            pending.extend(v.aliases(operand).iter().flat_map(|alias| v.uses(alias.value)));
        }
    }
    is_read
}

/// The iterations work on the memory of the shared tensors, and not on arguments of the region.
fn use_buffers(b: &mut Bufferizer<'_>, block: BlockId, rank: usize, buffers: &[ValueId]) {
    let location =
        b.rw.body
            .value_location(buffers.first().copied().unwrap_or(b.rw.body.block_arg(block, 0)));
    b.rw.set_start(block);
    for (index, &buffer) in buffers.iter().enumerate() {
        let argument = b.rw.body.block_arg(block, rank + index);
        let ty = b.rw.body.value_type(argument);
        let tensor =
            b.rw.insert_value(ToTensorOp::build(b.rw.ctx, location, buffer, None, None, &[ty]));
        b.rw.replace_value(argument, tensor);
    }
    for index in (rank..rank + buffers.len()).rev() {
        b.rw.body.erase_block_arg(block, index);
    }
}

/// What ends an iteration. The ops in it are rewritten one by one.
pub(super) struct InParallel;

impl Bufferizable for InParallel {
    fn bufferize(&self, _b: &mut Bufferizer<'_>, _op: OpId) -> Fallible {
        Ok(())
    }
}
