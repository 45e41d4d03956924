//! Loops that run one iteration after the other.

use asyncir_dialects::scf::{ForOp, YieldOp};
use asyncir_dialects::{arith, cf};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, OpId, OperationState, ValueId};

use super::{keep_loop_attrs, region_ends, split_before};

const SLT: i64 = 2;
const ULT: i64 = 6;

pub(super) fn lower_for(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    try_lower_for(rw, op).is_some()
}

/// The block with the arguments of the region becomes the one that checks the condition; the region's ops follow in a
/// block of their own.
fn try_lower_for(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let view = ForOp(rw.body.op_ref(ctx, op));
    let (lower, upper, step, inits) = (view.lowerBound(), view.upperBound(), view.step(), view.initArgs());
    let predicate = if view.unsignedCmp().is_some() { ULT } else { SLT };
    let region = view.region();
    let condition = view.block()?;
    let variable = rw.body.block_args(condition).next()?;
    rw.body.block(rw.body.region(region).last()?).last_op()?;

    let (before, end) = split_before(rw, op)?;
    let parent = rw.body.block(end).region()?;
    let first_body = rw.split_block(rw.body.start_of(condition));
    let last_body = rw.body.region(region).last()?;
    rw.inline_region(region, parent, Some(end));

    let terminator = rw.body.block(last_body).last_op()?;
    rw.set_end(last_body);
    let stepped = rw.insert_value(arith::AddIOp::build(ctx, loc, variable, step, None, &[]));
    let carried: Vec<ValueId> = [stepped].into_iter().chain(rw.body.operands(terminator)).collect();
    let latch = rw.insert(cf::BranchOp::to(ctx, loc, condition, &carried));
    rw.erase(terminator);
    keep_loop_attrs(rw, op, latch);

    rw.set_end(before);
    let first: Vec<ValueId> = [lower].into_iter().chain(inits).collect();
    rw.insert(cf::BranchOp::to(ctx, loc, condition, &first));

    rw.set_end(condition);
    let predicate = ctx.i64_attr(predicate);
    let goes_on = rw.insert_value(arith::CmpIOp::build(ctx, loc, variable, upper, predicate, &[]));
    rw.insert(cf::CondBranchOp::to(ctx, loc, goes_on, (first_body, &[]), (end, &[])));
    let results: Vec<ValueId> = rw.body.block_args(condition).skip(1).collect();
    rw.replace(op, &results);
    Some(())
}

/// Condition and passed values of the `scf.condition` that ends the first region of a `scf.while`.
struct Condition {
    op: OpId,
    condition: ValueId,
    args: Vec<ValueId>,
}

fn condition_of(rw: &Rewriter<'_>, op: OpId) -> Option<Condition> {
    let end = region_ends(rw.body, op, 0)?.terminator;
    let mut operands = rw.body.operands(end);
    Some(Condition {
        op: end,
        condition: operands.next()?,
        args: operands.collect(),
    })
}

/// Branches from `block` to the start of a loop with the initial values of `op`.
fn enter(rw: &mut Rewriter<'_>, op: OpId, block: BlockId, start: BlockId) {
    let loc = rw.location_of(op);
    let inits: Vec<ValueId> = rw.body.operands(op).collect();
    rw.set_end(block);
    rw.insert(cf::BranchOp::to(rw.ctx, loc, start, &inits));
}

/// Puts a new terminator behind the old one, which in a conversion stays there until its end.
fn replace_end(rw: &mut Rewriter<'_>, block: BlockId, end: OpId, state: OperationState) -> OpId {
    rw.set_end(block);
    let new = rw.insert(state);
    rw.erase(end);
    new
}

pub(super) fn lower_while(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    try_lower_while(rw, op).is_some()
}

fn try_lower_while(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let &[before_region, after_region] = rw.body.op_regions(op) else {
        return None;
    };
    let (before, after) = (region_ends(rw.body, op, 0)?, region_ends(rw.body, op, 1)?);
    let condition = condition_of(rw, op)?;
    let (current, next) = split_before(rw, op)?;
    let parent = rw.body.block(next).region()?;
    rw.inline_region(after_region, parent, Some(next));
    rw.inline_region(before_region, parent, Some(after.first));
    enter(rw, op, current, before.first);

    let loc = rw.location_of(condition.op);
    let (on_true, on_false) = ((after.first, &condition.args[..]), (next, &[][..]));
    let state = cf::CondBranchOp::to(rw.ctx, loc, condition.condition, on_true, on_false);
    replace_end(rw, before.last, condition.op, state);
    let loc = rw.location_of(after.terminator);
    let yielded: Vec<ValueId> = rw.body.operands(after.terminator).collect();
    let state = cf::BranchOp::to(rw.ctx, loc, before.first, &yielded);
    let latch = replace_end(rw, after.last, after.terminator, state);
    keep_loop_attrs(rw, op, latch);
    // The results are what the condition passes on; its block dominates what follows.
    rw.replace(op, &condition.args);
    Some(())
}

pub(super) fn lower_do_while(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    yields_its_arguments(rw, op) && try_lower_do_while(rw, op).is_some()
}

/// Whether the second region of a `scf.while` does nothing but yield its arguments.
fn yields_its_arguments(rw: &Rewriter<'_>, op: OpId) -> bool {
    let Some(after) = region_ends(rw.body, op, 1) else {
        return false;
    };
    after.first == after.last
        && rw.body.block(after.first).first_op() == Some(after.terminator)
        && rw.body.op(after.terminator).is(YieldOp::DEF)
        && rw.body.operands(after.terminator).eq(rw.body.block_args(after.first))
}

fn try_lower_do_while(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let region = *rw.body.op_regions(op).first()?;
    let before = region_ends(rw.body, op, 0)?;
    let condition = condition_of(rw, op)?;
    let (current, next) = split_before(rw, op)?;
    let parent = rw.body.block(next).region()?;
    rw.inline_region(region, parent, Some(next));
    enter(rw, op, current, before.first);

    let loc = rw.location_of(condition.op);
    let (on_true, on_false) = ((before.first, &condition.args[..]), (next, &[][..]));
    let state = cf::CondBranchOp::to(rw.ctx, loc, condition.condition, on_true, on_false);
    let latch = replace_end(rw, before.last, condition.op, state);
    keep_loop_attrs(rw, op, latch);
    rw.replace(op, &condition.args);
    Some(())
}
