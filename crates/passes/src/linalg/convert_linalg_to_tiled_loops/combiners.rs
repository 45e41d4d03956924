//! What combines the element of before with the contribution of a step.

use asyncir_dialects::linalg::Structured;
use asyncir_dialects::linalg::structured::entry_block;
use asyncir_ir::{OpId, ValueId};

use crate::arith::associative::is_associative;

/// An op of the region whose result is yielded, with the element of before as one operand.
pub(super) struct Combiner {
    pub(super) op: OpId,
    /// Which operand the other one is.
    pub(super) contribution: usize,
}

/// What combines each of the written elements; `None` if that is more than an op.
pub(super) fn combiners(nest: &Structured<'_>) -> Option<Vec<Combiner>> {
    let body = nest.op.body;
    let block = entry_block(body, nest.op.op)?;
    let end = body.block(block).last_op()?;
    let elements = body.block_args(block).skip(nest.num_inputs);
    let pairs = elements.zip(body.operands(end));
    pairs
        .map(|(element, yielded)| combiner(nest, element, yielded))
        .collect()
}

fn combiner(nest: &Structured<'_>, element: ValueId, yielded: ValueId) -> Option<Combiner> {
    let body = nest.op.body;
    let is_used_once = |value| body.uses(value).count() == 1;
    let op = body.defining_op(yielded)?;
    let name = body.op(op).name().as_str(nest.op.ctx);
    let operands: Vec<ValueId> = body.operands(op).collect();
    let [first, second] = operands[..] else { return None };
    let contribution = match element {
        _ if element == first => 1,
        _ if element == second => 0,
        _ => return None,
    };
    let fits = is_associative(name) && is_used_once(element) && is_used_once(yielded);
    fits.then_some(Combiner { op, contribution })
}

/// Whether LLVM takes several steps at a time, in the lanes of a vector: those that give the same bits in any order. Minima and
/// maxima that pass NaN by are comparisons to it, which it takes in order.
pub(super) fn are_vectorized(nest: &Structured<'_>) -> bool {
    let is_in_order = |combiner: &Combiner| {
        let name = nest.op.body.op(combiner.op).name().as_str(nest.op.ctx);
        matches!(name, "arith.addf" | "arith.mulf" | "arith.maxnumf" | "arith.minnumf")
    };
    combiners(nest).is_some_and(|combiners| !combiners.iter().any(is_in_order))
}
