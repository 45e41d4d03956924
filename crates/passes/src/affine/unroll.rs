//! Loops that do several iterations at once.

use asyncir_dialects::affine::scope::affine_scope;
use asyncir_dialects::affine::{Applied, ApplyOp, ForOp, map_attr, set_bounds};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Mapping, OpId, Type, ValueId, WalkOrder};

use super::loops::{
    block_and_counter, combined, constant_trip_count, is_never_negative, promote_if_single_iteration,
    trip_count_divisor, trip_counts,
};

/// How many ops unrolling may make of a loop. Larger ones stay: they would take up all memory.
const MAX_OPS: u64 = 1 << 22;

/// Unrolls a loop completely; says whether it did, or found nothing to do.
pub(super) fn unroll_fully(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match constant_trip_count(rw.ctx, rw.body, op) {
        None => false,
        Some(0 | 0x8000_0000_0000_0000..) => true,
        Some(1) => promote_if_single_iteration(rw, op),
        Some(count) => unroll(rw, op, count, false),
    }
}

/// Unrolls a loop by a factor; says whether it did, or found nothing to do. The iterations that are left over are done by a
/// loop behind it, or the loop is unrolled completely if `fully` says so.
pub(super) fn unroll(rw: &mut Rewriter<'_>, op: OpId, factor: u64, fully: bool) -> bool {
    let count = constant_trip_count(rw.ctx, rw.body, op);
    let Some((block, _)) = block_and_counter(rw.ctx, rw.body, op) else {
        return false;
    };
    // A negative number of iterations is a great one here.
    if count.is_some_and(|count| i64::try_from(count).is_err()) {
        return false;
    }
    if factor == 1 {
        return count != Some(1) || promote_if_single_iteration(rw, op);
    }
    if rw.body.block_ops(block).count() == 1 {
        return true;
    }
    if count.is_some_and(|count| count < factor) {
        return fully && unroll_fully(rw, op);
    }
    if !can_unroll(rw.ctx, rw.body, op, factor) {
        return false;
    }
    if !trip_count_divisor(rw.ctx, rw.body, op).is_multiple_of(factor) {
        if !has_single_bounds(rw.ctx, rw.body, op) {
            return false;
        }
        if fully {
            return unroll_fully(rw, op);
        }
        if split_remainder(rw, op, factor).is_none() {
            return false;
        }
    }
    let unrolled = repeat_body(rw, op, factor).is_some();
    promote_if_single_iteration(rw, op);
    unrolled
}

/// Whether an unrolled loop has a step that can be written, and is not too large.
pub(super) fn can_unroll(ctx: &Context, body: &Body, op: OpId, factor: u64) -> bool {
    let step = ForOp(body.op_ref(ctx, op)).step_size();
    let step = i64::try_from(factor).ok().and_then(|factor| factor.checked_mul(step));
    let num_ops = body.walk_op(op, WalkOrder::Pre).len() as u64;
    step.is_some_and(|step| step > 0) && num_ops.checked_mul(factor).is_some_and(|count| count <= MAX_OPS)
}

/// Whether a loop has one lower and one upper bound.
pub(super) fn has_single_bounds(ctx: &Context, body: &Body, op: OpId) -> bool {
    let view = ForOp(body.op_ref(ctx, op));
    let bounds = [view.lower_bound(), view.upper_bound()];
    bounds.iter().flatten().all(|bound| bound.map.num_results() == 1)
}

/// Multiplies the step of a loop.
pub(super) fn scale_step(rw: &mut Rewriter<'_>, op: OpId, factor: u64) -> Option<()> {
    let step = ForOp(rw.body.op_ref(rw.ctx, op)).step_size();
    let step = step.checked_mul(i64::try_from(factor).ok()?)?;
    let ctx = rw.ctx;
    rw.modify(op, |body| {
        body.op_mut(op).set_property(ctx, "step", Some(ctx.index_attr(step)));
    });
    Some(())
}

/// Puts a copy of a loop behind it, for the last iterations that are fewer than `factor`; the loop itself ends before them.
pub(super) fn split_remainder(rw: &mut Rewriter<'_>, op: OpId, factor: u64) -> Option<()> {
    let split = first_of_remainder(rw.ctx, rw.body, op, factor)?;
    let rest = rw.body.clone_op(op, &mut Mapping::new());
    rw.set_after(op);
    rw.insert_existing(rest);
    let (results, rests) = (rw.body.results(op), rw.body.results(rest));
    for (result, of_rest) in results.zip(rests).collect::<Vec<_>>() {
        rw.replace_value(result, of_rest);
    }
    let ctx = rw.ctx;
    let first_init = rw.body.op(rest).num_operands() - rw.body.op(rest).num_results();
    for (index, result) in rw.body.results(op).enumerate().collect::<Vec<_>>() {
        rw.modify(rest, |body| body.set_operand(rest, first_init + index, result));
    }
    let view = ForOp(rw.body.op_ref(ctx, rest));
    let (lower, upper) = (view.lower_bound()?, view.upper_bound()?);
    let start = start_of_remainder(rw, rest, &lower, &split)?;
    rw.modify(rest, |body| set_bounds(ctx, body, rest, start, upper));
    promote_if_single_iteration(rw, rest);
    rw.modify(op, |body| set_bounds(ctx, body, op, lower, split));
    Some(())
}

/// Where the last iterations start: not before the loop did, if it may end before it begins. MLIR forgets this.
fn start_of_remainder(rw: &Rewriter<'_>, rest: OpId, lower: &Applied, split: &Applied) -> Option<Applied> {
    let counts = trip_counts(rw.ctx, rw.body, rest)?;
    if is_never_negative(rw.ctx, rw.body, &counts) {
        return Some(split.clone());
    }
    let starts = combined(lower, split, |starts, splits| {
        starts.iter().cloned().chain(splits).collect()
    })?;
    let scope = affine_scope(rw.body, rest);
    Some(starts.canonical(rw.ctx, rw.body, scope))
}

/// What a loop counts in the first of the last iterations that are fewer than `factor`.
fn first_of_remainder(ctx: &Context, body: &Body, op: OpId, factor: u64) -> Option<Applied> {
    let (view, scope) = (ForOp(body.op_ref(ctx, op)), affine_scope(body, op));
    let factor = i64::try_from(factor).ok()?;
    let lower = view.lower_bound()?.canonical(ctx, body, scope);
    let counts = trip_counts(ctx, body, op)?.canonical(ctx, body, scope);
    if lower.map.num_results() != 1 || counts.map.num_results() != 1 {
        return None;
    }
    let split = combined(&lower, &counts, |starts, counts| {
        let pairs = starts.iter().zip(counts);
        pairs
            .map(|(start, count)| start.clone() + (count.clone() - count % factor) * view.step_size())
            .collect()
    })?;
    let split = split.composed(ctx, body, scope);
    // Once more, as MLIR does: a quotient may have become a sum, which can be multiplied out.
    let map = split.map.flattened();
    let operands = split.operands;
    Some(Applied { map, operands }.canonical(ctx, body, scope))
}

/// Computes at the cursor what a loop counts some iterations later.
pub(super) fn later_counter(
    rw: &mut Rewriter<'_>,
    op: OpId,
    counter: ValueId,
    iterations: u64,
    step: i64,
) -> Option<ValueId> {
    let distance = i64::try_from(iterations).ok()?.checked_mul(step)?;
    let map = AffineMap::new(1, 0, vec![AffineExpr::Dim(0) + distance])?;
    let (at, map) = (rw.location_of(op), map_attr(rw.ctx, map));
    Some(rw.insert_value(ApplyOp::build(rw.ctx, at, &[counter], map, &[Type::INDEX])))
}

/// Repeats the body of a loop, and multiplies its step.
fn repeat_body(rw: &mut Rewriter<'_>, op: OpId, factor: u64) -> Option<()> {
    let step = ForOp(rw.body.op_ref(rw.ctx, op)).step_size();
    let (block, counter) = block_and_counter(rw.ctx, rw.body, op)?;
    let end = rw.body.terminator(block)?;
    let carried: Vec<ValueId> = rw.body.block_args(block).skip(1).collect();
    let yielded: Vec<ValueId> = rw.body.operands(end).collect();
    let ops: Vec<OpId> = rw.body.block_ops(block).filter(|&op| op != end).collect();
    scale_step(rw, op, factor)?;
    rw.set_before(end);
    let mut last = yielded.clone();
    for copy in 1..factor {
        let mut mapping = Mapping::new();
        for (&argument, &value) in carried.iter().zip(&last) {
            mapping.map_value(argument, value);
        }
        if rw.body.has_uses(counter) {
            mapping.map_value(counter, later_counter(rw, op, counter, copy, step)?);
        }
        for &op in &ops {
            let copy = rw.body.clone_op(op, &mut mapping);
            rw.insert_existing(copy);
        }
        last = yielded.iter().map(|&value| mapping.value(value)).collect();
    }
    rw.modify(end, |body| body.set_operands(end, &last));
    Some(())
}
