//! Blocks that only one branch leads to become the rest of the block in front of them: lowering and splitting leave many,
//! and each costs LLVM time.

use asyncir_dialects::{cf, llvm};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Context, OpId, RegionId, ValueId};

/// Merges blocks of a function.
pub(super) fn merge(ctx: &Context, body: &mut Body) {
    let regions: Vec<RegionId> = body.root_regions().to_vec();
    for region in regions {
        let mut next = body.region(region).first();
        while let Some(block) = next {
            while let Some((branch, behind)) = rest(ctx, body, block) {
                let operands: Vec<ValueId> = body.operands(branch).collect();
                let mut rw = Rewriter::new(ctx, body);
                rw.erase(branch);
                rw.merge_blocks(behind, block, &operands);
            }
            next = body.block(block).next();
        }
    }
}

/// The branch at the end of a block, and the block that it alone leads to.
fn rest(ctx: &Context, body: &Body, block: BlockId) -> Option<(OpId, BlockId)> {
    let branch = body.terminator(block)?;
    let is_plain = body.op(branch).is(cf::BranchOp::DEF)
        || (body.op(branch).is(llvm::BrOp::DEF) && body.op(branch).property(ctx, "loop_annotation").is_none());
    let behind = is_plain.then(|| body.successor(branch, 0))?;
    (behind != block && body.has_one_block_use(behind)).then_some((branch, behind))
}
