//! Combiners that compute something before they combine.
//!
//! `a + b * w`, where `w` is computed in the iteration, does not combine two partial results. But what an iteration
//! contributes can be `b * w`, and what combines a sum. The same holds for `a + b * b`, which would multiply partial results.

use asyncir_dialects::scf::ReduceReturnOp;
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Body, Context, InsertPoint, OpId, ValueId};

use super::neutral::is_associative;
use super::parallel_loop::reduce_of;

/// Moves what the combiners of a loop compute from contributions alone to the iteration, where a known op is all that is
/// left.
pub(super) fn compute_contributions(ctx: &Context, body: &mut Body, parallel: OpId) {
    let Some(reduce) = reduce_of(body, parallel) else {
        return;
    };
    let regions = body.op_regions(reduce).to_vec();
    for (number, region) in regions.into_iter().enumerate() {
        let Some(combiner) = body.region(region).first() else {
            continue;
        };
        if let Some(found) = Combination::of(ctx, body, combiner) {
            found.split(body, reduce, number, combiner);
        }
    }
}

/// What a combiner does in the end: an associative op on the first argument and another value.
struct Combination {
    op: OpId,
    /// Which operand the other value is.
    other: usize,
    /// The second argument.
    contribution: ValueId,
}

impl Combination {
    /// `None` also if there is nothing to be moved.
    fn of(ctx: &Context, body: &Body, combiner: BlockId) -> Option<Self> {
        let mut arguments = body.block_args(combiner);
        let (carried, contribution) = (arguments.next()?, arguments.next()?);
        let end = body
            .block(combiner)
            .last_op()
            .filter(|&op| body.op(op).is(ReduceReturnOp::DEF))?;
        let result = body.operands(end).next()?;
        let op = body
            .defining_op(result)
            .filter(|&op| body.parent_block(op) == Some(combiner))?;
        let operands: Vec<ValueId> = body.operands(op).collect();
        let other = match operands[..] {
            [first, second] if first == carried && second != carried => 1,
            [first, second] if second == carried && first != carried => 0,
            _ => return None,
        };
        let is_used_once = |value| body.uses(value).count() == 1;
        let has_more = operands[other] != contribution || body.block_ops(combiner).count() > 2;
        let fits = is_associative(body.op(op).name().as_str(ctx)) && is_used_once(carried) && is_used_once(result);
        (has_more && fits).then_some(Self {
            op,
            other,
            contribution,
        })
    }

    fn split(self, body: &mut Body, reduce: OpId, number: usize, combiner: BlockId) {
        let rest: Vec<OpId> = body.block_ops(combiner).collect();
        for op in rest {
            if op != self.op && !body.op(op).is(ReduceReturnOp::DEF) {
                body.move_op(op, InsertPoint::Before(reduce));
            }
        }
        let given = body.operand(reduce, number);
        body.replace_all_uses(self.contribution, given);
        let other = body.operand(self.op, self.other);
        body.set_operand(reduce, number, other);
        body.set_operand(self.op, self.other, self.contribution);
    }
}
