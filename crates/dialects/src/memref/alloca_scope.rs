//! `memref.alloca_scope`: where memory from the stack ends to live.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{BlockId, Fallible, OpRef, OperationState};
use smallvec::{SmallVec, smallvec};

use super::canonicalize_alloc;
use crate::constraints::ANY_TYPE;
use crate::region_flow::{self, Point};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Runs its region and frees the stack memory that was allocated in it. What the region returns are the results.
    ///
    /// ```mlir
    /// %sum = memref.alloca_scope -> (f32) {
    ///   %a = memref.alloca() : memref<4xf32>
    ///   %x = func.call @sum(%a) : (memref<4xf32>) -> f32
    ///   memref.alloca_scope.return %x : f32
    /// }
    /// ```
    op AllocaScopeOp "memref.alloca_scope" {
        summary "explicitly delimited scope for stack allocation";
        results { results: variadic ANY_TYPE }
        regions { bodyRegion: Sized(1) }
        traits [AutomaticAllocationScope, SingleBlock, RecursiveMemoryEffects, NoRegionArguments]
        terminator "memref.alloca_scope.return";
        custom parse, print;
        hooks { verify_regions: verify_flow, region_branch: flow, canonicalize: canonicalize_alloc::ALLOCA_SCOPE }
    }

    /// Ends the region of a `memref.alloca_scope`: its operands become the results.
    op AllocaScopeReturnOp "memref.alloca_scope.return" {
        summary "terminator for alloca_scope operation";
        operands { results: variadic ANY_TYPE }
        traits [Pure, ReturnLike, Terminator]
        parents ["memref.alloca_scope"]
        format "attr-dict ($results^ `:` type($results))?";
    }
}

impl AllocaScopeOp<'_> {
    /// The block of the region.
    pub fn block(self) -> Option<BlockId> {
        let region = self.0.body.op_regions(self.0.op).first()?;
        self.0.body.region(*region).first()
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let results = p.optional_arrow_types()?;
    state.results.extend(results);
    p.region(state, &[])?;
    p.ensure_terminator(state)?;
    p.attr_dict(state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let results = op.result_types();
    p.text(" ");
    if !results.is_empty() {
        p.text(" -> (");
        p.types(&results);
        p.text(")");
    }
    p.text(" ");
    p.region(op, 0, false, !results.is_empty());
    p.attr_dict(op, &[]);
}

fn verify_flow(op: OpRef<'_>) -> Fallible {
    let end = AllocaScopeOp(op).block().and_then(|block| op.body.terminator(block));
    let Some(end) = end.map(|end| op.body.op_ref(op.ctx, end)) else {
        return Ok(());
    };
    region_flow::check(
        op,
        Point::Op(end),
        None,
        &end.operand_types(),
        &op.result_types(),
        |a, b| a == b,
    )
}

fn flow(_op: OpRef<'_>, from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    match from {
        None => smallvec![Some(0)],
        Some(_) => smallvec![None],
    }
}
