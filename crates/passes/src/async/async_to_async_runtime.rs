//! `async-to-async-runtime`: outlines `async.execute` regions to coroutines, and lowers what waits, groups and yields to
//! ops of the async runtime.

use asyncir_dialects::r#async::{
    AddToGroupOp, CreateGroupOp, RuntimeAddToGroupOp, RuntimeCreateGroupOp, RuntimeRaiseOp, YieldOp,
};
use asyncir_dialects::cf;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::SymbolTable;
use asyncir_ir::{Body, Context, Diagnostics, Fallible, InsertPoint, OpId, OwnedOp, WalkOrder};

use super::coroutine::{Coroutine, is_await, lower_blocking_await};
use super::error_message;
use super::fold::Folds;
use super::outline;
use super::structured;
use crate::{Pass, PassContext, PassInfo};

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
            self.lower_module(cx.ctx, module, &mut diagnostics);
        }
        if diagnostics.has_errors() {
            Err(diagnostics)
        } else {
            Ok(())
        }
    }
}

impl AsyncToAsyncRuntime {
    fn lower_module(&self, ctx: &Context, module: &mut Body, diagnostics: &mut Diagnostics) {
        let Some(end) = module.entry().map(InsertPoint::End) else {
            return;
        };
        let mut symbols = SymbolTable::of(ctx, module);
        for op in module.owners() {
            let Some(mut body) = module.op_mut(op).take_body() else {
                continue;
            };
            let outlined = outline::outline_executes(ctx, &mut body, &mut symbols);
            diagnostics.take(lower_body(ctx, &mut body, None, self.error_messages));
            module.op_mut(op).put_body(body);
            for mut function in outlined {
                if let Some(body) = function.state.body.as_deref_mut() {
                    let mut coroutine = function.coroutine.with_error_messages(self.error_messages);
                    diagnostics.take(lower_body(ctx, body, Some(&mut coroutine), self.error_messages));
                }
                let op = module.create_op(function.state);
                module.insert_op(op, end);
                symbols.insert(function.name, op);
            }
        }
    }
}

/// Lowers the ops of a function, which is a coroutine or not.
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
            structured::lower_if_async_inside(rw, op)?;
        }
    } else if is_wait {
        lower_blocking_await(rw, op, error_messages);
    }
    Ok(())
}
