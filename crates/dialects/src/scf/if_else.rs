//! `scf.if`: one region or another.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{BlockId, Fallible, OpRef, OperationState, RegionId, Type};
use smallvec::{SmallVec, smallvec};

use super::region_end;
use super::text::parse_branches;
use crate::constraints::{ANY_TYPE, I1};
use crate::region_flow::{self, Point};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Runs the first region if the condition is true, otherwise the second one, if there is one. What the region
    /// yields are the results; with results there must be both regions.
    ///
    /// ```mlir
    /// %max = scf.if %a_is_larger -> (f32) {
    ///   scf.yield %a : f32
    /// } else {
    ///   scf.yield %b : f32
    /// }
    /// ```
    op IfOp "scf.if" {
        summary "if-then-else operation";
        operands { condition: one I1 }
        results { results: variadic ANY_TYPE }
        regions { thenRegion: Sized(1), elseRegion: MaxSized(1) }
        traits [SingleBlock, RecursiveMemoryEffects, NoRegionArguments, RecursivelySpeculatable]
        terminator "scf.yield";
        custom parse, print;
        hooks {
            verify: verify,
            verify_regions: verify_flow,
            region_branch: flow,
            fold: super::if_rewrites::fold,
            canonicalize: super::if_rewrites::PATTERNS,
        }
    }
}

impl IfOp<'_> {
    /// The region for a true condition.
    pub fn then_region(self) -> RegionId {
        self.0.body.op_regions(self.0.op)[0]
    }

    /// The region for a false condition. It may have no block.
    pub fn else_region(self) -> RegionId {
        self.0.body.op_regions(self.0.op)[1]
    }

    /// The block for a true condition.
    pub fn then_block(self) -> Option<BlockId> {
        self.0.body.region(self.then_region()).first()
    }

    /// The block for a false condition, if there is one.
    pub fn else_block(self) -> Option<BlockId> {
        self.0.body.region(self.else_region()).first()
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let condition = p.operand()?;
    let condition = p.resolve(condition, Type::I1)?;
    state.operands.push(condition);
    parse_branches(p, state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = IfOp(op);
    p.text(" ");
    p.operand(view.condition());
    let results = op.result_types();
    if !results.is_empty() {
        p.text(" -> (");
        p.types(&results);
        p.text(")");
    }
    p.text(" ");
    p.region(op, 0, false, !results.is_empty());
    if view.else_block().is_some() {
        p.text(" else ");
        p.region(op, 1, false, !results.is_empty());
    }
    p.attr_dict(op, &[]);
}

fn verify(op: OpRef<'_>) -> Fallible {
    if op.data().num_results() > 0 && IfOp(op).else_block().is_none() {
        return Err(op.error("must have an else block if defining values"));
    }
    Ok(())
}

fn verify_flow(op: OpRef<'_>) -> Fallible {
    let results = op.result_types();
    for end in (0..2).filter_map(|region| region_end(op.body, op.op, region)) {
        let end = op.body.op_ref(op.ctx, end);
        region_flow::check(op, Point::Op(end), None, &end.operand_types(), &results, |a, b| a == b)?;
    }
    Ok(())
}

fn flow(op: OpRef<'_>, from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    match from {
        Some(_) => smallvec![None],
        None if IfOp(op).else_block().is_some() => smallvec![Some(0), Some(1)],
        None => smallvec![Some(0), None],
    }
}
