//! `scf.execute_region`: a region of any number of blocks where one block is allowed.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{BlockId, Fallible, InsertPoint, OpId, OpRef, OperationState, RegionId, ValueId};
use smallvec::{SmallVec, smallvec};

use super::YieldOp;
use super::region_branch::{MakeInputsDead, MergeInputs, RegionBranch, RemoveDeadInputs};
use crate::cf::BranchOp;
use crate::constraints::{ANY_TYPE, UNIT_ATTR};
use crate::region_flow::{self, Point};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Runs its region once. The region may have several blocks, so that branches can stand where an op around allows
    /// one block only. With `no_inline` the region is kept until it is lowered.
    ///
    /// ```mlir
    /// %y = scf.execute_region -> i64 {
    ///   cf.br ^bb1(%x : i64)
    /// ^bb1(%z: i64):
    ///   scf.yield %z : i64
    /// }
    /// ```
    op ExecuteRegionOp "scf.execute_region" {
        summary "operation that executes its region exactly once";
        results { results: variadic ANY_TYPE }
        attributes { no_inline: optional UNIT_ATTR }
        regions { region: Any }
        traits [RecursiveMemoryEffects]
        custom parse, print;
        hooks {
            verify: verify,
            verify_regions: verify_flow,
            region_branch: flow,
            canonicalize: PATTERNS,
        }
    }
}

impl ExecuteRegionOp<'_> {
    /// The region.
    pub fn region(self) -> RegionId {
        self.0.body.op_regions(self.0.op)[0]
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let results = p.optional_arrow_types()?;
    state.results.extend(results);
    if p.optional_keyword("no_inline") {
        state.properties = p
            .ctx()
            .dict_with(state.properties, "no_inline", Some(asyncir_ir::Attribute::UNIT));
    }
    p.region(state, &[])?;
    p.attr_dict(state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.optional_arrow_types(&op.result_types());
    p.text(" ");
    if ExecuteRegionOp(op).no_inline().is_some() {
        p.text("no_inline ");
    }
    p.region(op, 0, false, true);
    p.attr_dict(op, &["no_inline"]);
}

fn verify(op: OpRef<'_>) -> Fallible {
    let Some(entry) = op.body.region(ExecuteRegionOp(op).region()).first() else {
        return Err(op.error("region needs to have at least one block"));
    };
    if !op.body.block(entry).args().is_empty() {
        return Err(op.error("region cannot have any arguments"));
    }
    Ok(())
}

/// The ops that end the region: the yields in any of its blocks.
fn yields<'a>(op: OpRef<'a>) -> impl Iterator<Item = OpRef<'a>> {
    let blocks = op.body.region_blocks(ExecuteRegionOp(op).region());
    let ends = blocks.filter_map(move |block| op.body.terminator(block));
    ends.map(move |end| op.body.op_ref(op.ctx, end))
        .filter(|end| end.data().has_trait(OpTrait::ReturnLike))
}

fn verify_flow(op: OpRef<'_>) -> Fallible {
    let results = op.result_types();
    yields(op)
        .try_for_each(|end| region_flow::check(op, Point::Op(end), None, &end.operand_types(), &results, |a, b| a == b))
}

fn flow(_op: OpRef<'_>, from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    match from {
        None => smallvec![Some(0)],
        Some(_) => smallvec![None],
    }
}

/// What the op passes: its region is entered with nothing.
const BRANCH: RegionBranch = RegionBranch {
    def: || ExecuteRegionOp::DEF,
    first_operand: 0,
    first_argument: 0,
};

static PATTERNS: &[&dyn RewritePattern] = &[
    &InlineBlock,
    &InlineBlocks,
    &MakeInputsDead(BRANCH),
    &MergeInputs(BRANCH),
    &RemoveDeadInputs(BRANCH),
];

crate::pattern! {
    /// A region of one block can stand where the op is.
    InlineBlock on ExecuteRegionOp, inline_block;
    /// A region of several blocks can become blocks of the region around, if that may have several.
    InlineBlocks on ExecuteRegionOp, inline_blocks
}

fn inline_block(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ExecuteRegionOp(rw.body.op_ref(rw.ctx, op));
    let region = rw.body.region(view.region());
    let (Some(block), true) = (
        region.first(),
        region.first() == region.last() && view.no_inline().is_none(),
    ) else {
        return false;
    };
    let Some(end) = rw
        .body
        .terminator(block)
        .filter(|&end| rw.body.op(end).is(YieldOp::DEF))
    else {
        return false;
    };
    let results: Vec<ValueId> = rw.body.operands(end).collect();
    rw.erase(end);
    rw.inline_block(block, InsertPoint::Before(op), &[]);
    rw.replace(op, &results);
    true
}

fn inline_blocks(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ExecuteRegionOp(rw.body.op_ref(rw.ctx, op));
    let region = view.region();
    // Only functions and regions like this one are known to allow several blocks. The block of a module, too, stands
    // at the top of a body, but has no terminator.
    let allows_blocks = match rw.body.parent_op(op) {
        None => rw
            .body
            .parent_block(op)
            .is_some_and(|block| rw.body.terminator(block).is_some()),
        Some(parent) => rw.body.op(parent).is(ExecuteRegionOp::DEF),
    };
    if !allows_blocks || view.no_inline().is_some() {
        return false;
    }
    let (Some(entry), Some(before)) = (rw.body.region(region).first(), rw.body.parent_block(op)) else {
        return false;
    };
    let location = rw.location_of(op);
    let ends: Vec<OpId> = yields(rw.body.op_ref(rw.ctx, op)).map(|end| end.op).collect();
    let Some(parent) = rw.body.parent_region(op) else {
        return false;
    };
    let after = rw.body.after(op);
    let rest = rw.split_block(after);
    let results = rw.body.result_types(op);
    rw.inline_region(region, parent, Some(rest));
    rw.set_end(before);
    rw.insert(BranchOp::to(rw.ctx, location, entry, &[]));
    for end in ends {
        branch_to(rw, end, rest);
    }
    let args: Vec<ValueId> = results
        .iter()
        .map(|&ty| rw.body.add_block_arg(rest, ty, location))
        .collect();
    rw.replace(op, &args);
    true
}

/// Puts a branch in the place of a yield.
fn branch_to(rw: &mut Rewriter<'_>, end: OpId, dest: BlockId) {
    let operands: Vec<ValueId> = rw.body.operands(end).collect();
    rw.set_before(end);
    rw.insert(BranchOp::to(rw.ctx, rw.location_of(end), dest, &operands));
    rw.erase(end);
}
