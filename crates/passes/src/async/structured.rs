//! Structured control flow in coroutines: an op of scf with async ops or assertions inside becomes branches first,
//! because suspension points and ways to the error are blocks of the function.

use asyncir_dialects::{cf, scf};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Fallible, OpId, WalkOrder};

use crate::conversion::convert_scf_to_cf;

/// Lowers `op` to branches if it is an op of scf with an async op or an assertion inside.
///
/// # Errors
/// If there is no lowering for it.
pub(super) fn lower_if_async_inside(rw: &mut Rewriter<'_>, op: OpId) -> Fallible {
    let dialect = |op: OpId| rw.body.op(op).def().map_or("", |def| def.dialect());
    // Terminators of scf are lowered with the op that they belong to.
    let is_structured = dialect(op) == "scf" && !rw.body.op_regions(op).is_empty();
    let needs_blocks = |inner: OpId| dialect(inner) == "async" || rw.body.op(inner).is(cf::AssertOp::DEF);
    if !is_structured || !rw.body.walk_op(op, WalkOrder::Pre).into_iter().any(needs_blocks) {
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
            return lower_new_loops(rw, first);
        }
        return Ok(());
    }
    let message = format!("failed to legalize operation '{name}' that was explicitly marked illegal");
    Err(rw.body.op_ref(rw.ctx, op).bare_error(message))
}

/// Lowers the loops that another op has become: the first one from `first` on, and the one in it, as long as there is
/// nothing else in a loop.
fn lower_new_loops(rw: &mut Rewriter<'_>, first: Option<OpId>) -> Fallible {
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
    nest.into_iter().try_for_each(|op| lower_if_async_inside(rw, op))
}
