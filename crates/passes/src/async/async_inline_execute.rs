//! `async-inline-execute`: executes the region of a task in place if the code awaits the task immediately.
//!
//! Whoever starts a task and does nothing but wait until it is done can as well do its work: the other threads have
//! nothing more to do then, and there is no task, no token and no value to make. That holds for the last of several
//! tasks that are started and then awaited, too.
//!
//! The region of an `async.execute` moves to where the op stands if
//!
//! - it waits for nothing, and all uses of its results are awaits, the first one in the same block, with nothing in
//!   between but awaits and ops that cost next to nothing;
//! - it cannot fail, and awaits nothing itself: so there is no error that would reach somebody else;
//! - it calls no function that leads back to the one it stands in: awaits of tasks may be nested deeper than a thread has
//!   stack, calls may not; and none that is defined elsewhere, which may ask on what thread it is;
//! - it takes no memory from the stack, which would be freed later than before.

use asyncir_dialects::r#async::{AwaitOp, ExecuteOp, YieldOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::is_pure;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Body, Context, Diagnostics, Ident, InsertPoint, OpId, OwnedOp, ValueId, WalkOrder};

use super::failing::{Functions, callee, may_fail};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "async-inline-execute",
    class: "AsyncInlineExecutePass",
    summary: "Execute the region of a task in place if the code awaits the task immediately",
    anchor: Some("builtin.module"),
    options: &[],
    create: |_| Ok(Box::new(AsyncInlineExecute)),
};

struct AsyncInlineExecute;

impl Pass for AsyncInlineExecute {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        if let Some(module) = op.body_mut() {
            inline_in_functions(cx.ctx, module);
        }
        Ok(())
    }
}

fn inline_in_functions(ctx: &Context, module: &mut Body) {
    let functions = Functions::of(ctx, module);
    for op in module.owners() {
        let name = symbol_name(ctx, module.op(op));
        let Some(mut body) = module.op_mut(op).take_body() else {
            continue;
        };
        inline_in(ctx, &mut body, &functions, name);
        module.op_mut(op).put_body(body);
    }
}

/// Inlines the tasks of a function, inner ones first. Of several in one block the first is looked at before the others
/// are inlined: what they compute stands between it and its await.
fn inline_in(ctx: &Context, body: &mut Body, functions: &Functions, name: Option<Ident>) {
    for op in body.walk_all(WalkOrder::Post) {
        let is_task = body.op(op).is(ExecuteOp::DEF);
        if is_task && is_awaited_at_once(ctx, body, op) && may_run_here(ctx, body, op, functions, name) {
            inline(ctx, body, op);
        }
    }
}

/// Whether a task depends on nothing, and its results are only awaited, before anything else happens.
fn is_awaited_at_once(ctx: &Context, body: &Body, task: OpId) -> bool {
    let is_await = |op: OpId| body.op(op).is(AwaitOp::DEF);
    let mut users = body.results(task).flat_map(|result| body.users(result));
    if body.operands(task).next().is_some() || !users.all(is_await) {
        return false;
    }
    let awaits_it = |op: OpId| is_await(op) && body.defining_op(body.operand(op, 0)) == Some(task);
    let mut behind = std::iter::successors(body.next_op(task), |&op| body.next_op(op));
    let first = behind.find(|&op| awaits_it(op) || !(is_await(op) || costs_nothing(ctx, body, op)));
    first.is_some_and(awaits_it)
}

/// Whether an op is done in a few instructions, without effects.
fn costs_nothing(ctx: &Context, body: &Body, op: OpId) -> bool {
    body.op_regions(op).is_empty() && is_pure(body.op_ref(ctx, op))
}

/// Whether what a task does may be done where it stands, in a function of this name.
fn may_run_here(ctx: &Context, body: &Body, task: OpId, functions: &Functions, name: Option<Ident>) -> bool {
    let mut callees = Vec::new();
    for op in body.walk_op(task, WalkOrder::Pre).into_iter().filter(|&op| op != task) {
        let is_yield = body.op(op).is(YieldOp::DEF) && body.parent_op(op) == Some(task);
        if !is_yield && (may_fail(ctx, body, op) || allocates_on_stack(ctx, body, op)) {
            return false;
        }
        callees.extend(callee(ctx, body, op));
    }
    functions.never_fail_nor_reach(callees, name)
}

fn allocates_on_stack(ctx: &Context, body: &Body, op: OpId) -> bool {
    matches!(body.op(op).name().as_str(ctx), "memref.alloca" | "llvm.alloca")
}

/// Puts the ops of a task's region where it stands, and what it yields where its values are awaited.
fn inline(ctx: &Context, body: &mut Body, task: OpId) {
    let view = ExecuteOp::wrap(body.op_ref(ctx, task));
    let Some((block, last)) = view.block().and_then(|block| Some((block, body.terminator(block)?))) else {
        return;
    };
    // The token comes first, and an await of it gives nothing.
    let payloads: Vec<ValueId> = body.operands(last).collect();
    let payloads = std::iter::once(None).chain(payloads.into_iter().map(Some));
    let results: Vec<ValueId> = body.results(task).collect();
    let mut rw = Rewriter::new(ctx, body);
    for (result, payload) in results.into_iter().zip(payloads) {
        for user in rw.body.users(result).collect::<Vec<OpId>>() {
            let awaited = rw.body.results(user).next();
            if let Some((awaited, payload)) = awaited.zip(payload) {
                rw.replace_value(awaited, payload);
            }
            rw.erase(user);
        }
    }
    rw.erase(last);
    rw.inline_block(block, InsertPoint::Before(task), &[]);
    rw.erase(task);
}
