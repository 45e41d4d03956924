//! Combiners that compute something before they combine.
//!
//! `a + b * w`, where `w` is computed in the iteration, does not combine two partial results. But what an iteration
//! contributes can be `b * w`, and what combines a sum. The same holds for `a + b * b`, which would multiply partial results,
//! for `a - b`, where `-b` is contributed, and for `math.fma b, w, a`.

use asyncir_dialects::arith::attrs::{overflow_flags, overflow_of};
use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::arith::{AddFOp, AddIOp, MulFOp, NegFOp, SubFOp, SubIOp};
use asyncir_dialects::math::FmaOp;
use asyncir_dialects::scf::ReduceReturnOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Context, InsertPoint, OpId, RegionId, TypeKind, ValueId, WalkOrder};

use super::parallel_loop::reduce_of;
use crate::arith::associative::is_associative;

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
        allow_overflow(ctx, body, region);
        add_negated(ctx, body, combiner);
        add_product(ctx, body, combiner);
        if let Some(found) = Combination::of(ctx, body, combiner) {
            found.split(body, reduce, number, combiner);
        }
    }
}

/// Partial results may overflow where the whole does not.
fn allow_overflow(ctx: &Context, body: &mut Body, region: RegionId) {
    for op in body.walk_region(region, WalkOrder::Pre) {
        if overflow_of(body.op_ref(ctx, op)) != 0 {
            body.op_mut(op)
                .set_property(ctx, "overflowFlags", Some(overflow_flags(ctx, 0)));
        }
    }
}

/// Turns a subtraction from what was combined before into an addition, which is the same to the last bit.
fn add_negated(ctx: &Context, body: &mut Body, combiner: BlockId) {
    let Some(carried) = body.block_args(combiner).next() else {
        return;
    };
    let subtracts = |&op: &OpId| body.op(op).is(SubIOp::DEF) || body.op(op).is(SubFOp::DEF);
    let Some(op) = body.block_ops(combiner).find(subtracts) else {
        return;
    };
    let (is_float, ty) = (body.op(op).is(SubFOp::DEF), body.value_type(carried));
    let is_scalar = matches!(ty.kind(ctx), TypeKind::Integer { .. } | TypeKind::Index);
    let taken_away = body.operand(op, 1);
    if body.operand(op, 0) != carried || taken_away == carried || !(is_float || is_scalar) {
        return;
    }
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(op);
    let location = rw.location_of(op);
    let sum = if is_float {
        let negated = rw.insert_value(NegFOp::build(ctx, location, taken_away, None, &[ty]));
        ArithBuilder::new(&mut rw, location).binary(AddFOp::DEF, carried, negated)
    } else {
        let mut b = ArithBuilder::new(&mut rw, location);
        let zero = b.constant(ty, 0);
        let negated = b.binary(SubIOp::DEF, zero, taken_away);
        b.binary(AddIOp::DEF, carried, negated)
    };
    rw.replace(op, &[sum]);
}

/// Takes the product out of a fused multiplication and addition, so that it is rounded before it is added.
fn add_product(ctx: &Context, body: &mut Body, combiner: BlockId) {
    let carried = body.block_args(combiner).next();
    let adds_to = |&op: &OpId| {
        let operands: Vec<ValueId> = body.operands(op).collect();
        let places = operands.iter().map(|&operand| Some(operand) == carried);
        body.op(op).is(FmaOp::DEF) && places.eq([false, false, true])
    };
    let Some(op) = body.block_ops(combiner).find(adds_to) else {
        return;
    };
    let operands: Vec<ValueId> = body.operands(op).collect();
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(op);
    let location = rw.location_of(op);
    let mut b = ArithBuilder::new(&mut rw, location);
    let product = b.binary(MulFOp::DEF, operands[0], operands[1]);
    let sum = b.binary(AddFOp::DEF, operands[2], product);
    rw.replace(op, &[sum]);
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
