//! What holds of blocks: they end with a terminator, and only with one.

use crate::body::{BlockId, Body, OpRef};
use crate::def::OpTrait;
use crate::diagnostics::{Diagnostic, Fallible};

/// Whether a block may end without a terminator: the only block of a region whose op asks for none.
fn needs_no_terminator(op: OpRef<'_>, body: &Body, block: BlockId) -> bool {
    let single = body.block(block).region().is_some_and(|region| {
        let data = body.region(region);
        data.first() == data.last()
    });
    single && op.data().def().is_none_or(|def| def.has(OpTrait::NoTerminator))
}

pub(super) fn check_start(op: OpRef<'_>, body: &Body, block: BlockId) -> Fallible {
    if body.block(block).first_op().is_none() && !needs_no_terminator(op, body, block) {
        return Err(Diagnostic::error(
            op.location(),
            "empty block: expect at least a terminator",
        ));
    }
    for inner in body.block_ops(block) {
        if body.op(inner).num_successors() > 0 && body.next_op(inner).is_some() {
            let inner = body.op_ref(op.ctx, inner);
            let message = "operation with block successors must terminate its parent block";
            return Err(inner.bare_error(message));
        }
    }
    Ok(())
}

fn leaves_region(branch: OpRef<'_>) -> Diagnostic {
    match branch.data().def() {
        Some(_) => branch.bare_error("reference to block defined in another region"),
        None => branch.error("branching to block of a different region"),
    }
}

pub(super) fn check_end(op: OpRef<'_>, body: &Body, block: BlockId) -> Fallible {
    let Some(last) = body.block(block).last_op() else {
        return Ok(());
    };
    let region = body.block(block).region();
    if body.successors(last).any(|next| body.block(next).region() != region) {
        return Err(leaves_region(body.op_ref(op.ctx, last)));
    }
    if needs_no_terminator(op, body, block) || body.terminator(block).is_some() {
        return Ok(());
    }
    let last = body.op_ref(op.ctx, last);
    let message = format!("block with no terminator, has {}", op.ctx.show_op_generic(last));
    Err(last.bare_error(message))
}
