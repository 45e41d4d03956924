//! `async-func-to-async-runtime`: an `async.func` becomes a `func.func` that is a coroutine, `async.call` a `func.call`.
//!
//! An async function starts at once on the caller's thread and is suspended for the first time at an await.

use asyncir_dialects::r#async::{CallOp, FuncOp as AsyncFuncOp, ReturnOp, RuntimeRaiseOp};
use asyncir_dialects::{cf, func};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::threads::share;
use asyncir_ir::verify::VerifyAhead;
use asyncir_ir::{
    Body, Context, Diagnostics, Fallible, InsertPoint, Location, OpId, Operation, OperationState, OwnedOp, Type,
    WalkOrder,
};

use super::coroutine::{Coroutine, is_await, passthrough};
use super::error_message;
use super::fold::Folds;
use super::structured;
use crate::{Pass, PassContext, PassInfo, bodies};

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
    /// What takes the place of an `async.func`.
    replacement: Option<OperationState>,
    lowered: Fallible,
}

impl AsyncFuncToAsyncRuntime {
    /// Lowers a module and the modules in it.
    fn lower_module(&self, cx: &PassContext<'_>, module: &mut Body, diagnostics: &mut Diagnostics) {
        bodies::on_inner_modules(module, |_, inner| self.lower_module(cx, inner, diagnostics));
        diagnostics.take(lower_body(cx.ctx, module, None, self.error_messages));
        let mut functions = take_out(module);
        let outer = &*module;
        let lower = |verifier: &mut VerifyAhead<'_>, function: &mut Function| {
            self.lower_function(cx, verifier, outer, function);
        };
        share(cx.ctx, cx.threads, &mut functions, |function| &function.body, lower);
        for function in functions {
            diagnostics.take(function.lowered);
            match function.replacement {
                None => module.op_mut(function.owner).put_body(function.body),
                Some(mut state) => {
                    state.body = Some(function.body);
                    let new = module.create_op(state);
                    module.insert_op(new, InsertPoint::Before(function.owner));
                    module.erase_op(function.owner);
                }
            }
        }
    }

    fn lower_function(
        &self,
        cx: &PassContext<'_>,
        verifier: &mut VerifyAhead<'_>,
        outer: &Body,
        function: &mut Function,
    ) {
        let (ctx, owner) = (cx.ctx, outer.op_ref(cx.ctx, function.owner));
        let data = owner.data();
        let results = data.is(AsyncFuncOp::DEF).then(|| results(ctx, data));
        let body = &mut function.body;
        let coroutine = results.as_deref().map(|results| (results, owner.location()));
        function.lowered = lower_body(ctx, body, coroutine, self.error_messages);
        body.tidy();
        function.replacement = results.map(|_| replacement(ctx, data, body));
        if !cx.verify {
            return;
        }
        match &function.replacement {
            Some(state) => verifier.body_of(ctx, state.clone(), body),
            None => verifier.body(owner, body),
        }
    }
}

/// Takes the bodies of functions out of a module.
fn take_out(module: &mut Body) -> Vec<Function> {
    let mut functions = Vec::new();
    for owner in module.owners() {
        if bodies::is_module(module.op(owner)) {
            continue;
        }
        functions.extend(module.op_mut(owner).take_body().map(|body| Function {
            owner,
            body,
            replacement: None,
            lowered: Ok(()),
        }));
    }
    functions
}

fn results(ctx: &Context, function: &Operation) -> Vec<Type> {
    let function_type = function
        .property(ctx, "function_type")
        .and_then(|attr| attr.as_type(ctx));
    function_type
        .and_then(|ty| ty.function(ctx))
        .map_or_else(Vec::new, |(_, results)| results.to_vec())
}

/// Lowers calls everywhere; in an async function, whose results and place are given, also awaits, assertions and returns.
fn lower_body(ctx: &Context, body: &mut Body, function: Option<(&[Type], Location)>, error_messages: bool) -> Fallible {
    let ops = body.walk_all(WalkOrder::Pre);
    let has_body = body.entry().is_some();
    let mut rw = Rewriter::new(ctx, body);
    let mut coroutine = function
        .filter(|_| has_body)
        .map(|(results, location)| Coroutine::set_up(&mut rw, results, location).with_error_messages(error_messages));
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
    let Some(coroutine) = coroutine.filter(|_| !structured::stands_in_execute(rw.body, op)) else {
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
        structured::lower_if_inside(rw, op, structured::ends_blocks)?;
    }
    Ok(())
}

fn lower_call(rw: &mut Rewriter<'_>, op: OpId) -> Fallible {
    let location = rw.location_of(op);
    let operands: Vec<_> = rw.body.operands(op).collect();
    let results = rw.body.result_types(op);
    let callee = rw.body.op_ref(rw.ctx, op).required("callee");
    let call = func::build::call(rw.ctx, location, callee, &operands, &results);
    rw.replace_with(op, call);
    Ok(())
}

/// A `func.func` with the same name, type and attributes as an `async.func`, still without its body.
fn replacement(ctx: &Context, function: &Operation, body: &Body) -> OperationState {
    let mut state = OperationState::of(func::FuncOp::DEF, function.location());
    state.properties = function.properties();
    state.attrs = function.attrs();
    if body.entry().is_some() {
        state = state.attr(ctx, "passthrough", passthrough(ctx));
    }
    state
}
