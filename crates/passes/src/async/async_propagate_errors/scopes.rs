//! Scopes of stack memory in which something can fail: they cannot become branches, so that they are taken apart.
//!
//! What a scope allocates is given back where it ends. A function that leaves it with a failure gives its stack back
//! anyway.

use asyncir_dialects::r#async::RuntimeParallelForOp;
use asyncir_dialects::func;
use asyncir_dialects::llvm::{self, StackrestoreIntrOp, StacksaveIntrOp};
use asyncir_dialects::memref::AllocaScopeOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, OpId, ValueId, WalkOrder};

use super::facts::{can_fail, task_around};

/// Takes the scopes of plain functions apart, inner ones first.
pub(super) fn take_apart(ctx: &Context, module: &mut Body) {
    for op in module.owners() {
        let data = module.op_mut(op);
        if !data.is(func::FuncOp::DEF) {
            continue;
        }
        let Some(body) = data.body_mut() else { continue };
        let mut scopes = body.walk_all(WalkOrder::Post);
        scopes.retain(|&op| body.op(op).is(AllocaScopeOp::DEF) && task_around(body, op).is_none());
        for scope in scopes {
            if may_fail_inside(body, scope) {
                lower(ctx, body, scope);
            }
        }
    }
}

fn may_fail_inside(body: &Body, scope: OpId) -> bool {
    let inner = body.walk_op(scope, WalkOrder::Pre);
    inner
        .into_iter()
        .any(|op| can_fail(body, op) || body.op(op).is(func::CallOp::DEF) || body.op(op).is(RuntimeParallelForOp::DEF))
}

fn lower(ctx: &Context, body: &mut Body, scope: OpId) {
    let location = body.op(scope).location();
    let block = body
        .op_regions(scope)
        .first()
        .and_then(|&region| body.region(region).first());
    let Some(block) = block else { return };
    let Some(terminator) = body.block(block).last_op() else {
        return;
    };
    let results: Vec<ValueId> = body.operands(terminator).collect();
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(scope);
    let pointer = llvm::types::make::ptr(ctx);
    let stack = rw.insert_value(StacksaveIntrOp::build(ctx, location, &[pointer]));
    rw.erase(terminator);
    let point = rw.point();
    rw.inline_block(block, point, &[]);
    rw.set_before(scope);
    rw.insert(StackrestoreIntrOp::build(ctx, location, stack, &[]));
    rw.replace(scope, &results);
}
