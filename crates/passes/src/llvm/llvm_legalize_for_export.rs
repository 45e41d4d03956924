//! `llvm-legalize-for-export`: no terminator passes values to one block along several edges.
//!
//! In LLVM IR, a block's arguments are phis, which have one value for each block that leads there: of several edges from the
//! same block, all but the first get a block of their own, which passes the values on.

use std::collections::HashMap;

use asyncir_dialects::llvm::BrOp;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Diagnostics, Location, OpId, OwnedOp, Type, ValueId, WalkOrder};

use crate::{Pass, PassContext, PassInfo, bodies};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "llvm-legalize-for-export",
    class: "LLVMLegalizeForExportPass",
    summary: "Legalize LLVM dialect to be convertible to LLVM IR",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(LegalizeForExport)),
};

struct LegalizeForExport;

impl Pass for LegalizeForExport {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        bodies::for_each_body(op, cx, &|body| {
            let ops = body.walk_all(WalkOrder::Pre);
            let mut rw = Rewriter::new(cx.ctx, body);
            for op in ops {
                separate_successors(&mut rw, op);
            }
            Ok(())
        })
    }
}

/// Gives each edge to a block with arguments but the first a block of its own.
fn separate_successors(rw: &mut Rewriter<'_>, terminator: OpId) {
    let mut firsts = HashMap::new();
    let mut repeated: Vec<(usize, usize, BlockId)> = Vec::new();
    for (index, target) in rw.body.successors(terminator).enumerate() {
        let first = *firsts.entry(target).or_insert(index);
        if first != index && rw.body.block_args(target).next().is_some() {
            repeated.push((first, index, target));
        }
    }
    // All edges to the first block come before those to the next.
    repeated.sort_unstable_by_key(|&(first, index, _)| (first, index));
    for (_, index, target) in repeated {
        let between = passing_block(rw, terminator, target);
        rw.body.set_successor(terminator, index, between);
    }
}

/// A block at the end of the region that branches to `target` with the arguments that it gets.
fn passing_block(rw: &mut Rewriter<'_>, terminator: OpId, target: BlockId) -> BlockId {
    let location = rw.location_of(terminator);
    let region = rw
        .body
        .parent_region(terminator)
        .expect("a terminator stands in a block");
    let args: Vec<(Type, Location)> = rw
        .body
        .block_args(target)
        .map(|arg| (rw.body.value_type(arg), rw.body.value_location(arg)))
        .collect();
    let block = rw.create_block(region, None, &args);
    rw.set_end(block);
    let values: Vec<ValueId> = rw.body.block_args(block).collect();
    rw.insert(BrOp::build(rw.ctx, location, &values, None, &[]).successors(&[target]));
    block
}
