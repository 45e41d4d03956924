//! `async-func-to-async-runtime`: an `async.func` becomes a `func.func` that is a coroutine, `async.call` a `func.call`.
//!
//! An async function starts at once on the caller's thread and is suspended for the first time at an await.

use asyncir_dialects::r#async::{CallOp, FuncOp as AsyncFuncOp, ReturnOp, RuntimeRaiseOp};
use asyncir_dialects::{cf, func};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, Fallible, InsertPoint, OpId, OwnedOp, Type, WalkOrder};

use super::coroutine::{Coroutine, is_await, passthrough};
use super::error_message;
use super::fold::Folds;
use super::structured;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "async-func-to-async-runtime",
    class: "AsyncFuncToAsyncRuntimePass",
    summary: "Lower async.func operations to the explicit async.runtime and async.coro operations",
    anchor: Some("builtin.module"),
    options: &[error_message::OPTION],
    create: |options| {
        let error_messages = options.flag(error_message::OPTION.name)?;
        Ok(Box::new(AsyncFuncToAsyncRuntime { error_messages }))
    },
};

struct AsyncFuncToAsyncRuntime {
    error_messages: bool,
}

impl Pass for AsyncFuncToAsyncRuntime {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let Some(module) = op.body_mut() else { return Ok(()) };
        for op in module.owners() {
            diagnostics.take(lower_function(cx.ctx, module, op, self.error_messages));
        }
        if diagnostics.has_errors() {
            Err(diagnostics)
        } else {
            Ok(())
        }
    }
}

fn lower_function(ctx: &Context, module: &mut Body, op: OpId, error_messages: bool) -> Fallible {
    let is_async = module.op(op).is(AsyncFuncOp::DEF);
    let Some(mut body) = module.op_mut(op).take_body() else {
        return Ok(());
    };
    let results = results(ctx, module, op);
    let lowered = lower_body(
        ctx,
        &mut body,
        is_async.then_some(&results[..]),
        module.op(op).location(),
        error_messages,
    );
    module.op_mut(op).put_body(body);
    if is_async {
        replace_function(ctx, module, op);
    }
    lowered
}

fn results(ctx: &Context, module: &Body, op: OpId) -> Vec<Type> {
    let function_type = module
        .op(op)
        .property(ctx, "function_type")
        .and_then(|attr| attr.as_type(ctx));
    function_type
        .and_then(|ty| ty.function(ctx))
        .map_or_else(Vec::new, |(_, results)| results.to_vec())
}

/// Lowers calls everywhere; in an async function, which returns `results`, also awaits, assertions and returns.
fn lower_body(
    ctx: &Context,
    body: &mut Body,
    results: Option<&[Type]>,
    location: asyncir_ir::Location,
    error_messages: bool,
) -> Fallible {
    let ops = body.walk_all(WalkOrder::Pre);
    let has_body = body.entry().is_some();
    let mut rw = Rewriter::new(ctx, body);
    let mut coroutine = results
        .filter(|_| has_body)
        .map(|results| Coroutine::set_up(&mut rw, results, location).with_error_messages(error_messages));
    let mut folds = Folds::new(false);
    for op in ops {
        folds.try_fold(&mut rw, op);
        lower_op(&mut rw, op, coroutine.as_mut())?;
    }
    folds.apply(&mut rw);
    Ok(())
}

fn lower_op(rw: &mut Rewriter<'_>, op: OpId, coroutine: Option<&mut Coroutine>) -> Fallible {
    let data = rw.body.op(op);
    if data.is(CallOp::DEF) {
        return lower_call(rw, op);
    }
    let Some(coroutine) = coroutine.filter(|_| !stands_in_execute(rw.body, op)) else {
        return Ok(());
    };
    let data = rw.body.op(op);
    if is_await(data) {
        coroutine.lower_await(rw, op);
    } else if data.is(ReturnOp::DEF) {
        coroutine.lower_yield(rw, op);
    } else if data.is(cf::AssertOp::DEF) {
        coroutine.lower_assert(rw, op);
    } else if data.is(RuntimeRaiseOp::DEF) {
        coroutine.lower_raise(rw, op);
    } else {
        structured::lower_if_async_inside(rw, op)?;
    }
    Ok(())
}

/// What stands in an `async.execute` belongs to another coroutine.
pub(super) fn stands_in_execute(body: &Body, op: OpId) -> bool {
    let mut current = body.parent_op(op);
    while let Some(parent) = current {
        if body.op(parent).is(asyncir_dialects::r#async::ExecuteOp::DEF) {
            return true;
        }
        current = body.parent_op(parent);
    }
    false
}

fn lower_call(rw: &mut Rewriter<'_>, op: OpId) -> Fallible {
    let location = rw.location_of(op);
    let operands: Vec<_> = rw.body.operands(op).collect();
    let results = rw.body.result_types(op);
    let callee = rw.body.op_ref(rw.ctx, op).required("callee");
    let call = func::CallOp::build(rw.ctx, location, &operands, callee, None, None, None, &results);
    rw.replace_with(op, call);
    Ok(())
}

/// Puts a `func.func` with the same name, type, attributes and body in the place of an `async.func`.
fn replace_function(ctx: &Context, module: &mut Body, op: OpId) {
    let body = module.op_mut(op).take_body();
    let is_definition = body.as_ref().is_some_and(|body| body.entry().is_some());
    let data = module.op(op);
    let mut state = asyncir_ir::OperationState::of(func::FuncOp::DEF, data.location());
    state.properties = data.properties();
    state.attrs = data.attrs();
    state.body = body;
    if is_definition {
        state = state.attr(ctx, "passthrough", passthrough(ctx));
    }
    let function = module.create_op(state);
    module.insert_op(function, InsertPoint::Before(op));
    module.erase_op(op);
}
