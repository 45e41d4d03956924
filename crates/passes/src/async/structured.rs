//! Structured control flow in coroutines: an op of scf with async ops or assertions inside becomes branches first,
//! because suspension points and ways to the error are blocks of the function.

use asyncir_dialects::cf;
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
    rw.set_before(op);
    if convert_scf_to_cf::lower(rw, op) {
        return Ok(());
    }
    let message = format!("failed to legalize operation '{name}' that was explicitly marked illegal");
    Err(rw.body.op_ref(rw.ctx, op).bare_error(message))
}
