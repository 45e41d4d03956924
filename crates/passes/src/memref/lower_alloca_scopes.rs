//! `lower-alloca-scopes`: scopes of stack memory become marks on the stack in the block around them.
//!
//! `finalize-memref-to-llvm` lowers a scope with a single block only. Assertions, awaits and loops in it become branches
//! before, for which its region has no room. So the pipeline of `asyncir run` takes scopes apart first.
//!
//! What a scope allocates is given back where it ends. A function that leaves it with a failure gives its stack back anyway.
//! A coroutine that may suspend in a scope goes on with another stack, and keeps the memory until it returns.

use asyncir_dialects::r#async::{CoroBeginOp, ReturnOp as AsyncReturnOp};
use asyncir_dialects::llvm::{self, StackrestoreIntrOp, StacksaveIntrOp};
use asyncir_dialects::memref::AllocaScopeOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, ValueId, WalkOrder};

use crate::bodies::{for_each_body, task_around};
use crate::bufferization::scope_loop_allocas::may_suspend;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "lower-alloca-scopes",
    class: "LowerAllocaScopesPass",
    summary: "Lower scopes of stack memory to marks on the stack in the block around them",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(LowerAllocaScopes)),
};

struct LowerAllocaScopes;

impl Pass for LowerAllocaScopes {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            lower_scopes(cx.ctx, body, |_, _| true);
            Ok(())
        })
    }
}

/// Takes those scopes of a function apart that are `wanted`, inner ones first.
pub(crate) fn lower_scopes(ctx: &Context, body: &mut Body, wanted: impl Fn(&Body, OpId) -> bool) {
    let ops = body.walk_all(WalkOrder::Post);
    let is_coroutine = ops.iter().any(|&op| is_of_coroutine(body, op));
    for scope in ops {
        if body.op(scope).is(AllocaScopeOp::DEF) && wanted(body, scope) {
            let suspends = (is_coroutine || task_around(body, scope).is_some()) && may_suspend(body, scope);
            lower(ctx, body, scope, !suspends);
        }
    }
}

/// Whether an op is found in coroutines only.
fn is_of_coroutine(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    data.is(AsyncReturnOp::DEF) || data.is(CoroBeginOp::DEF)
}

fn lower(ctx: &Context, body: &mut Body, scope: OpId, gives_back: bool) {
    let location = body.op(scope).location();
    let region = body.op_regions(scope).first().copied();
    let block = region.and_then(|region| body.region(region).first());
    let Some((block, end)) = block.and_then(|block| Some((block, body.block(block).last_op()?))) else {
        return;
    };
    let results: Vec<ValueId> = body.operands(end).collect();
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(scope);
    let stack = gives_back.then(|| {
        let pointer = llvm::types::make::ptr(ctx);
        rw.insert_value(StacksaveIntrOp::build(ctx, location, &[pointer]))
    });
    rw.erase(end);
    let point = rw.point();
    rw.inline_block(block, point, &[]);
    rw.set_before(scope);
    if let Some(stack) = stack {
        rw.insert(StackrestoreIntrOp::build(ctx, location, stack, &[]));
    }
    rw.replace(scope, &results);
}
