//! `linalg`: structured ops write to their outputs, which are their results.

use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::linalg::{SoftmaxOp, Structured, structured};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Fallible, OpId, OperationState, ValueId};

use super::{Bufferizable, same};
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::view::{Alias, View};

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    if def == SoftmaxOp::DEF {
        Some(&Softmax)
    } else {
        Structured::is(def).then_some(&Structure)
    }
}

struct Structure;

/// How many operands are only read.
fn num_inputs(v: View<'_>, op: OpId) -> usize {
    structured::num_inputs(v.op_ref(op))
}

impl Bufferizable for Structure {
    fn reads(&self, v: View<'_>, operand: Use) -> bool {
        let entry = structured::entry_block(v.body, operand.op);
        let argument = entry.and_then(|entry| v.body.block_args(entry).nth(operand.index));
        argument.is_none_or(|argument| v.body.has_uses(argument))
    }

    fn writes(&self, v: View<'_>, operand: Use) -> bool {
        operand.index >= num_inputs(v, operand.op)
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        let output = operand.index.checked_sub(num_inputs(v, operand.op));
        let result = output.and_then(|output| v.body.results(operand.op).nth(output));
        result.map_or_else(Vec::new, same)
    }

    fn is_elementwise(&self, v: View<'_>, op: OpId, operands: [Use; 2]) -> bool {
        Structured::of(v.op_ref(op)).is_some_and(|nest| {
            let is_parallel = nest.iterators.iter().all(|&iterator| iterator == Iteration::Parallel);
            is_parallel && operands.iter().all(|operand| nest.maps[operand.index].is_identity())
        })
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let view = b.view().op_ref(op);
        let nest = Structured::of(view).filter(Structured::is_on_tensors);
        let Some(num_inputs) = nest.map(|nest| nest.num_inputs) else {
            return Err(view.bare_error("op does not have pure tensor semantics"));
        };
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        let buffers = b.buffers(&operands)?;
        let mut state = OperationState::like(b.rw.body.op(op)).operands(&buffers);
        for region in b.rw.body.op_regions(op).to_vec() {
            state.regions.push(b.take_region(region));
        }
        b.rw.set_before(op);
        b.rw.insert(state);
        b.replace(op, &buffers[num_inputs..]);
        Ok(())
    }
}

/// Reads its input, and writes its output.
struct Softmax;

impl Bufferizable for Softmax {
    fn reads(&self, _v: View<'_>, operand: Use) -> bool {
        operand.index == 0
    }

    fn writes(&self, _v: View<'_>, operand: Use) -> bool {
        operand.index == 1
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        let result = v.body.results(operand.op).next();
        result.filter(|_| operand.index == 1).map_or_else(Vec::new, same)
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        let buffers = b.buffers(&operands)?;
        let state = b.plain(op).operands(&buffers);
        b.rw.set_before(op);
        b.rw.insert(state);
        b.replace(op, &buffers[1..]);
        Ok(())
    }
}
