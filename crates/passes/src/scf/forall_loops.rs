//! What the passes that turn `scf.forall` into other loops share.

use asyncir_dialects::scf::ForallOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Diagnostics, OpId, OwnedOp, WalkOrder};

use crate::PassContext;
use crate::bodies::for_each_body;

/// Rewrites all `scf.forall` of an op, inner ones first, with `rewrite`, which gives `None` for those with results.
/// `target` is what they become.
///
/// # Errors
/// If a loop has results.
pub(super) fn rewrite_forall_loops(
    op: &mut OwnedOp,
    cx: &PassContext<'_>,
    rewrite: fn(&mut Rewriter<'_>, OpId) -> Option<()>,
    target: &str,
) -> Result<(), Diagnostics> {
    for_each_body(op, cx, &|body| {
        for op in body.walk_all(WalkOrder::Post) {
            if !body.op(op).is(ForallOp::DEF) {
                continue;
            }
            let mut rw = Rewriter::new(cx.ctx, body);
            rw.set_before(op);
            if rewrite(&mut rw, op).is_none() {
                let message = format_args!("only fully bufferized scf.forall ops can be lowered to {target}");
                return Err(body.op_ref(cx.ctx, op).error(message));
            }
        }
        Ok(())
    })
}
