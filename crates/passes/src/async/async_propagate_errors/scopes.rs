//! Scopes of stack memory in which something can fail: they cannot become branches, so that they are taken apart.

use asyncir_dialects::r#async::RuntimeParallelForOp;
use asyncir_dialects::func;
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, OpId, WalkOrder};

use super::facts::can_fail;
use crate::bodies::task_around;
use crate::memref::lower_alloca_scopes::lower_scopes;

/// Takes the scopes of plain functions apart in which something can fail.
pub(super) fn take_apart(ctx: &Context, module: &mut Body) {
    for op in module.owners() {
        let data = module.op_mut(op);
        if !data.is(func::FuncOp::DEF) {
            continue;
        }
        let Some(body) = data.body_mut() else { continue };
        lower_scopes(ctx, body, |body, scope| {
            task_around(body, scope).is_none() && may_fail_inside(body, scope)
        });
    }
}

fn may_fail_inside(body: &Body, scope: OpId) -> bool {
    let inner = body.walk_op(scope, WalkOrder::Pre);
    inner
        .into_iter()
        .any(|op| can_fail(body, op) || body.op(op).is(func::CallOp::DEF) || body.op(op).is(RuntimeParallelForOp::DEF))
}
