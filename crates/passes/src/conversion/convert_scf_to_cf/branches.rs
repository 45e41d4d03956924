//! Ops that choose one of their regions, or just have one.

use asyncir_dialects::scf::{IndexSwitchOp, YieldOp};
use asyncir_dialects::{arith, cf};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Location, OpId, Type, ValueId};

use super::{region_ends, split_before};

/// Moves the blocks of a region of `op` before `next`, and lets it end in a branch to `next` that passes what it yields.
/// The branch is `at` a location, or where that is yielded. Gives the first block.
fn inline_branch(
    rw: &mut Rewriter<'_>,
    (op, region): (OpId, usize),
    at: Option<Location>,
    next: BlockId,
) -> Option<BlockId> {
    let ends = region_ends(rw.body, op, region)?;
    let region = rw.body.op_regions(op)[region];
    let parent = rw.body.block(next).region()?;
    let loc = at.unwrap_or_else(|| rw.location_of(ends.terminator));
    let yielded: Vec<ValueId> = rw.body.operands(ends.terminator).collect();
    rw.set_end(ends.last);
    rw.insert(cf::BranchOp::to(rw.ctx, loc, next, &yielded));
    rw.erase(ends.terminator);
    rw.inline_region(region, parent, Some(next));
    Some(ends.first)
}

pub(super) fn lower_if(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    try_lower_if(rw, op).is_some()
}

fn try_lower_if(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let loc = rw.location_of(op);
    let condition = rw.body.operand(op, 0);
    let has_else = region_ends(rw.body, op, 1).is_some();
    region_ends(rw.body, op, 0)?;
    let (before, rest) = split_before(rw, op)?;
    let next = join_block(rw, op, rest)?;
    let on_true = inline_branch(rw, (op, 0), Some(loc), next)?;
    let on_false = if has_else {
        inline_branch(rw, (op, 1), Some(loc), next)?
    } else {
        next
    };
    rw.set_end(before);
    rw.insert(cf::CondBranchOp::to(
        rw.ctx,
        loc,
        condition,
        (on_true, &[]),
        (on_false, &[]),
    ));
    let results: Vec<ValueId> = rw.body.block_args(next).take(rw.body.op(op).num_results()).collect();
    rw.replace(op, &results);
    Some(())
}

/// The block in which the regions of `op` meet, its arguments the results: a new one before `rest`, or `rest` itself if
/// there are no results.
fn join_block(rw: &mut Rewriter<'_>, op: OpId, rest: BlockId) -> Option<BlockId> {
    let loc = rw.location_of(op);
    let args: Vec<(Type, Location)> = rw.body.result_types(op).iter().map(|&ty| (ty, loc)).collect();
    if args.is_empty() {
        return Some(rest);
    }
    let region = rw.body.block(rest).region()?;
    let join = rw.create_block(region, Some(rest), &args);
    rw.insert(cf::BranchOp::to(rw.ctx, loc, rest, &[]));
    Some(join)
}

/// Gives `block` an argument for each result of `op`.
fn add_result_args(rw: &mut Rewriter<'_>, op: OpId, block: BlockId) -> Vec<ValueId> {
    let loc = rw.location_of(op);
    let types = rw.body.result_types(op);
    types.iter().map(|&ty| rw.body.add_block_arg(block, ty, loc)).collect()
}

pub(super) fn lower_execute_region(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    try_lower_execute_region(rw, op).is_some()
}

fn try_lower_execute_region(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let loc = rw.location_of(op);
    let region = *rw.body.op_regions(op).first()?;
    let entry = rw.body.region(region).first()?;
    let (before, rest) = split_before(rw, op)?;
    let parent = rw.body.block(rest).region()?;
    rw.set_end(before);
    rw.insert(cf::BranchOp::to(rw.ctx, loc, entry, &[]));
    let blocks: Vec<BlockId> = rw.body.region_blocks(region).collect();
    for block in blocks {
        let Some(end) = rw
            .body
            .block(block)
            .last_op()
            .filter(|&end| rw.body.op(end).is(YieldOp::DEF))
        else {
            continue;
        };
        let yielded: Vec<ValueId> = rw.body.operands(end).collect();
        rw.set_end(block);
        rw.insert(cf::BranchOp::to(rw.ctx, loc, rest, &yielded));
        rw.erase(end);
    }
    rw.inline_region(region, parent, Some(rest));
    let results = add_result_args(rw, op, rest);
    rw.replace(op, &results);
    Some(())
}

pub(super) fn lower_index_switch(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    try_lower_index_switch(rw, op).is_some()
}

fn try_lower_index_switch(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let loc = rw.location_of(op);
    let values = IndexSwitchOp(rw.body.op_ref(rw.ctx, op)).case_values();
    let arg = rw.body.operand(op, 0);
    let (before, rest) = split_before(rw, op)?;
    let results = add_result_args(rw, op, rest);
    // MLIR has 32 bits in any case, and cuts values off; see `scf-narrow-index-switch`.
    let fits = values.iter().all(|&value| i32::try_from(value).is_ok());
    let ty = if fits { Type::I32 } else { Type::I64 };
    let mut cases = Vec::with_capacity(values.len());
    for (index, value) in values.into_iter().enumerate() {
        let dest = inline_branch(rw, (op, index + 1), None, rest)?;
        cases.push(cf::Case {
            value: value.into(),
            dest,
            operands: Vec::new(),
        });
    }
    let default = inline_branch(rw, (op, 0), None, rest)?;
    rw.set_end(before);
    let flag = rw.insert_value(arith::IndexCastOp::build(rw.ctx, loc, arg, &[ty]));
    rw.insert(cf::SwitchOp::to(rw.ctx, loc, (flag, ty), (default, &[]), &cases));
    rw.replace(op, &results);
    Some(())
}
