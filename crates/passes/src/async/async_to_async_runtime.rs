//! `async-to-async-runtime`: outlines `async.execute` regions to coroutines, and lowers what waits, groups and yields to
//! ops of the async runtime.

use asyncir_dialects::r#async::{
    AddToGroupOp, CreateGroupOp, ExecuteOp, RuntimeAddToGroupOp, RuntimeCreateGroupOp, RuntimeRaiseOp, YieldOp,
};
use asyncir_dialects::cf;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::threads::share;
use asyncir_ir::verify::VerifyAhead;
use asyncir_ir::{Body, Context, Diagnostics, Fallible, InsertPoint, OpId, OperationState, OwnedOp, WalkOrder};

use super::coroutine::{Coroutine, is_await, lower_blocking_await};
use super::error_message;
use super::fold::Folds;
use super::outline::{self, Plan, Planned};
use super::structured;
use crate::{Pass, PassContext, PassInfo, bodies};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "async-to-async-runtime",
    class: "AsyncToAsyncRuntimePass",
    summary: "Lower all high level async operations (e.g. async.execute) to the explicit async.runtime and async.coro operations",
    anchor: Some("builtin.module"),
    options: &[error_message::OPTION],
    create: |options| {
        let error_messages = options.flag(error_message::OPTION.name)?;
        Ok(Box::new(AsyncToAsyncRuntime { error_messages }))
    },
};

struct AsyncToAsyncRuntime {
    error_messages: bool,
}

impl Pass for AsyncToAsyncRuntime {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        if let Some(module) = op.body_mut() {
            self.lower_module(cx, module, &mut diagnostics);
        }
        diagnostics.into_result()
    }
}

/// A function on its way through the pass, which works on several at once.
struct Function {
    owner: OpId,
    body: Box<Body>,
    /// The functions that its `async.execute`s become, once they are.
    planned: Vec<Planned>,
    outlined: Vec<NewFunction>,
    found: Diagnostics,
}

/// A function that was outlined and lowered, with its place among the new ones.
type NewFunction = (usize, OperationState);

impl AsyncToAsyncRuntime {
    /// Lowers a module and the modules in it. Each gets the functions outlined from what stands in it.
    fn lower_module(&self, cx: &PassContext<'_>, module: &mut Body, diagnostics: &mut Diagnostics) {
        let Some(end) = module.entry().map(InsertPoint::End) else {
            return;
        };
        let (mut functions, planned) = take_out(cx.ctx, module);
        let outer = &*module;
        let lower = |verifier: &mut VerifyAhead<'_>, function: &mut Function| {
            let Function { body, planned, .. } = function;
            (function.outlined, function.found) = self.lower_function(cx, verifier, body, planned);
            let owner = outer.op_ref(cx.ctx, function.owner);
            bodies::finish(verifier, cx, owner, &mut function.body);
        };
        share(cx.ctx, cx.threads, &mut functions, |function| &function.body, lower);
        let mut new = Vec::new();
        for function in functions {
            diagnostics.append(function.found);
            module.op_mut(function.owner).put_body(function.body);
            new.extend(function.outlined);
        }
        bodies::on_inner_modules(module, |_, inner| self.lower_module(cx, inner, diagnostics));
        let (outlined, found) = self.lower_function(cx, &mut VerifyAhead::new(cx.ctx), module, &planned);
        diagnostics.append(found);
        new.extend(outlined);
        new.sort_by_key(|&(place, _)| place);
        for (_, state) in new {
            let op = module.create_op(state);
            module.insert_op(op, end);
        }
    }

    /// Outlines the `async.execute`s of a function, or of what stands in a module itself; lowers what is left, and what
    /// was outlined.
    fn lower_function(
        &self,
        cx: &PassContext<'_>,
        verifier: &mut VerifyAhead<'_>,
        body: &mut Body,
        planned: &[Planned],
    ) -> (Vec<NewFunction>, Diagnostics) {
        let mut found = Diagnostics::new();
        let mut lowered = Vec::with_capacity(planned.len());
        let outlined = outline::outline_executes(cx.ctx, body, planned);
        found.take(lower_body(cx.ctx, body, None, self.error_messages));
        for mut function in outlined {
            if let Some(body) = function.state.body.as_deref_mut() {
                let mut coroutine = function.coroutine.with_error_messages(self.error_messages);
                found.take(lower_body(cx.ctx, body, Some(&mut coroutine), self.error_messages));
            }
            bodies::finish_new(verifier, cx, &mut function.state);
            lowered.push((function.place, function.state));
        }
        (lowered, found)
    }
}

/// Takes the bodies of functions out of a module. New functions are planned here, in the order of what they are made from, so
/// that the bodies do not depend on each other; also those that the `async.execute`s of the module itself become.
fn take_out(ctx: &Context, module: &mut Body) -> (Vec<Function>, Vec<Planned>) {
    let mut plan = Plan::new(ctx, module);
    let (mut functions, mut planned) = (Vec::new(), Vec::new());
    for owner in module.walk_all(WalkOrder::Post) {
        let op = module.op_mut(owner);
        if op.is(ExecuteOp::DEF) {
            planned.push(plan.function(owner));
        } else if !bodies::is_module(op) {
            functions.extend(op.take_body().map(|body| Function {
                owner,
                planned: plan.functions(owner, &body),
                body,
                outlined: Vec::new(),
                found: Diagnostics::new(),
            }));
        }
    }
    (functions, planned)
}

/// Lowers the ops of a function, which is a coroutine or not, or of a module.
fn lower_body(ctx: &Context, body: &mut Body, mut coroutine: Option<&mut Coroutine>, error_messages: bool) -> Fallible {
    let ops = body.walk_all(WalkOrder::Pre);
    let mut rw = Rewriter::new(ctx, body);
    let mut folds = Folds::new(true);
    for op in ops {
        folds.try_fold(&mut rw, op);
        lower_op(&mut rw, op, coroutine.as_deref_mut(), error_messages)?;
    }
    folds.apply(&mut rw);
    Ok(())
}

fn lower_op(rw: &mut Rewriter<'_>, op: OpId, coroutine: Option<&mut Coroutine>, error_messages: bool) -> Fallible {
    let data = rw.body.op(op);
    let (location, is_wait) = (data.location(), is_await(data));
    if data.is(CreateGroupOp::DEF) {
        let size = rw.body.operand(op, 0);
        rw.replace_with(op, RuntimeCreateGroupOp::build(rw.ctx, location, size, &[]));
    } else if data.is(AddToGroupOp::DEF) {
        let (operand, group) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
        rw.replace_with(op, RuntimeAddToGroupOp::build(rw.ctx, location, operand, group, &[]));
    } else if let Some(coroutine) = coroutine {
        if is_wait {
            coroutine.lower_await(rw, op);
        } else if data.is(YieldOp::DEF) {
            coroutine.lower_yield(rw, op);
        } else if data.is(cf::AssertOp::DEF) {
            coroutine.lower_assert(rw, op);
        } else if data.is(RuntimeRaiseOp::DEF) {
            coroutine.lower_raise(rw, op);
        } else {
            structured::lower_if_inside(rw, op, structured::is_async)?;
        }
    } else if is_wait {
        lower_blocking_await(rw, op, error_messages);
    }
    Ok(())
}
