//! Canonicalisation of `cf.br`.

use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{OpId, ValueId};

use super::{BranchOp, pass_through};

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[&MergeWithSuccessor, &SkipPassThrough];

crate::pattern! {
    /// A block that only this branch leads to becomes the rest of this block.
    MergeWithSuccessor on BranchOp, merge_with_successor;
    /// A branch to a block that only branches on goes there at once.
    SkipPassThrough on BranchOp, skip_pass_through
}

fn merge_with_successor(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(block), dest) = (rw.body.parent_block(op), rw.body.successor(op, 0)) else {
        return false;
    };
    if block == dest || !rw.body.has_one_block_use(dest) {
        return false;
    }
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    rw.erase(op);
    rw.merge_blocks(dest, block, &operands);
    true
}

fn skip_pass_through(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    let Some((dest, operands)) = pass_through(rw.body, rw.body.successor(op, 0), &operands) else {
        return false;
    };
    let state = BranchOp::to(rw.ctx, rw.location_of(op), dest, &operands);
    rw.replace_with(op, state);
    true
}
