//! Structured control flow in coroutines: an op of scf with async ops or assertions inside becomes branches first,
//! because suspension points and ways to the error are blocks of the function.

use asyncir_dialects::r#async::{AwaitAllOp, AwaitOp, ExecuteOp, RuntimeRaiseOp};
use asyncir_dialects::{cf, scf};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Fallible, OpId, WalkOrder};

use crate::conversion::convert_scf_to_cf;

/// Whether an op makes branches of the ops of scf around it.
pub(super) type NeedsBlocks = fn(&Body, OpId) -> bool;

/// What `async-to-async-runtime` makes branches for: all async ops and assertions, as in MLIR.
pub(super) fn is_async(body: &Body, op: OpId) -> bool {
    let dialect = body.op(op).def().map(|def| def.dialect());
    dialect == Some("async") || body.op(op).is(cf::AssertOp::DEF)
}

/// What suspends or fails the async function that an op stands in. MLIR makes no branches in async functions.
pub(super) fn ends_blocks(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    let ends = [AwaitOp::DEF, AwaitAllOp::DEF, RuntimeRaiseOp::DEF, cf::AssertOp::DEF];
    ends.iter().any(|&def| data.is(def)) && !stands_in_execute(body, op)
}

/// What stands in an `async.execute` belongs to another coroutine.
pub(super) fn stands_in_execute(body: &Body, op: OpId) -> bool {
    let mut around = std::iter::successors(body.parent_op(op), |&op| body.parent_op(op));
    around.any(|op| body.op(op).is(ExecuteOp::DEF))
}

/// Lowers `op` to branches if it is an op of scf with something inside that needs them.
///
/// # Errors
/// If there is no lowering for it.
pub(super) fn lower_if_inside(rw: &mut Rewriter<'_>, op: OpId, needs_blocks: NeedsBlocks) -> Fallible {
    // Terminators of scf are lowered with the op that they belong to.
    let dialect = rw.body.op(op).def().map(|def| def.dialect());
    let is_structured = dialect == Some("scf") && !rw.body.op_regions(op).is_empty();
    let mut inner = rw.body.walk_op(op, WalkOrder::Pre).into_iter();
    if !is_structured || !inner.any(|inner| needs_blocks(rw.body, inner)) {
        return Ok(());
    }
    let name = rw.body.op(op).name().as_str(rw.ctx).to_owned();
    let (before, block) = (rw.body.prev_op(op), rw.body.parent_block(op));
    let becomes_loops = rw.body.op(op).is(scf::ParallelOp::DEF) || rw.body.op(op).is(scf::ForallOp::DEF);
    rw.set_before(op);
    if convert_scf_to_cf::lower(rw, op) {
        if becomes_loops {
            let first = match before {
                Some(before) => rw.body.next_op(before),
                None => block.and_then(|block| rw.body.block(block).first_op()),
            };
            return lower_new_loops(rw, first, needs_blocks);
        }
        return Ok(());
    }
    let message = format!("failed to legalize operation '{name}' that was explicitly marked illegal");
    Err(rw.body.op_ref(rw.ctx, op).bare_error(message))
}

/// Lowers the loops that another op has become: the first one from `first` on, and the one in it, as long as there is
/// nothing else in a loop.
fn lower_new_loops(rw: &mut Rewriter<'_>, first: Option<OpId>, needs_blocks: NeedsBlocks) -> Fallible {
    let is_loop =
        |rw: &Rewriter<'_>, op: OpId| rw.body.op(op).is(scf::ForOp::DEF) || rw.body.op(op).is(scf::ParallelOp::DEF);
    let mut following = std::iter::successors(first, |&op| rw.body.next_op(op));
    let mut next = following.find(|&op| is_loop(rw, op));
    let mut nest = Vec::new();
    while let Some(op) = next {
        nest.push(op);
        let block = rw
            .body
            .op_regions(op)
            .first()
            .and_then(|&region| rw.body.region(region).first());
        let inner = block.and_then(|block| rw.body.block(block).first_op());
        next = inner.filter(|&inner| rw.body.op(inner).is(scf::ForOp::DEF));
    }
    nest.into_iter()
        .try_for_each(|op| lower_if_inside(rw, op, needs_blocks))
}
