//! `async-func-to-func`: asynchronous functions that never suspend are called as plain functions.
//!
//! An asynchronous function runs on its caller's thread up to its first suspension. One that waits for nothing, or only
//! for what functions of that kind give, is done when its call returns; one without assertions, in itself and in what it
//! calls, cannot fail either. What such a function computes moves to a plain function, `name.plain`, which gives payloads
//! instead of values. It is called where a call's results are only awaited; then there is no coroutine, no token and no
//! value. The asynchronous function stays for other calls, and calls it, too.
//!
//! Functions may call each other in circles: they are taken to never suspend until one of them turns out to.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::r#async::types::value_type;
use asyncir_dialects::r#async::{AwaitOp, CallOp, FuncOp as AsyncFuncOp, ReturnOp};
use asyncir_dialects::func;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::{SymbolTable, symbol_name};
use asyncir_ir::{Body, Context, Diagnostics, Ident, OpId, OwnedOp, Type, ValueId, WalkOrder};

use super::failing::{Functions, callee, may_suspend_or_fail};
use super::new_functions::{NewFunction, build_function, with_attrs_of_body};
use super::structured::stands_in_execute;
use crate::analysis::callers::Callers;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "async-func-to-func",
    class: "AsyncFuncToFuncPass",
    summary: "Call async functions that never suspend as plain functions where their results are only awaited",
    anchor: Some("builtin.module"),
    options: &[],
    create: |_| Ok(Box::new(AsyncFuncToFunc)),
};

struct AsyncFuncToFunc;

impl Pass for AsyncFuncToFunc {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        if let Some(module) = op.body_mut() {
            call_plainly(cx.ctx, module);
        }
        Ok(())
    }
}

fn call_plainly(ctx: &Context, module: &mut Body) {
    let functions = never_suspending(ctx, module);
    if functions.is_empty() {
        return;
    }
    let mut symbols = SymbolTable::of(ctx, module);
    let mut plain = HashMap::new();
    for &(name, op) in &functions {
        let plain_name = symbols.unique_name(ctx, &format!("{}.plain", ctx.str(name)));
        symbols.insert(plain_name, op);
        plain.insert(name, plain_name);
    }
    let mut called = HashSet::new();
    for op in module.owners() {
        let Some(mut body) = module.op_mut(op).take_body() else {
            continue;
        };
        replace_calls(ctx, &mut body, &plain, &mut called);
        module.op_mut(op).put_body(body);
    }
    for (name, op) in functions {
        if called.contains(&name) {
            move_to_plain(ctx, module, op, plain[&name]);
        }
    }
}

/// What decides whether an asynchronous function ever suspends or fails.
struct Facts {
    name: Ident,
    op: OpId,
    /// Whether something in it may, whatever it calls.
    may_suspend: bool,
    /// The functions whose results it awaits.
    awaits: Vec<Ident>,
    /// The plain functions that it calls.
    calls: Vec<Ident>,
}

/// The asynchronous functions that never suspend and never fail, in their order.
fn never_suspending(ctx: &Context, module: &Body) -> Vec<(Ident, OpId)> {
    let owners = module.owners().into_iter();
    let functions: Vec<Facts> = owners.filter_map(|op| facts(ctx, module, op)).collect();
    let failing = Functions::of(ctx, module).failing();
    let known: HashSet<Ident> = functions.iter().map(|function| function.name).collect();
    let awaits = functions
        .iter()
        .flat_map(|function| function.awaits.iter().map(|&awaited| (function.name, awaited)));
    let suspends = |function: &&Facts| {
        function.may_suspend
            || function.awaits.iter().any(|name| !known.contains(name))
            || function.calls.iter().any(|name| failing.contains(name))
    };
    let suspending = functions.iter().filter(suspends).map(|function| function.name);
    let suspending = Callers::of(awaits).leading_to(suspending);
    let functions = functions
        .into_iter()
        .filter(|function| !suspending.contains(&function.name));
    functions.map(|function| (function.name, function.op)).collect()
}

fn facts(ctx: &Context, module: &Body, op: OpId) -> Option<Facts> {
    let data = module.op(op);
    let body = data
        .body()
        .filter(|body| data.is(AsyncFuncOp::DEF) && body.entry().is_some())?;
    let mut facts = Facts {
        name: symbol_name(ctx, data)?,
        op,
        may_suspend: false,
        awaits: Vec::new(),
        calls: Vec::new(),
    };
    for op in body.walk_all(WalkOrder::Pre) {
        if stands_in_execute(body, op) {
            continue;
        }
        if body.op(op).is(AwaitOp::DEF) {
            match awaited_call(ctx, body, body.operand(op, 0)) {
                Some(callee) => facts.awaits.push(callee),
                None => facts.may_suspend = true,
            }
        } else {
            facts.may_suspend |= may_suspend_or_fail(ctx, body, op);
            facts.calls.extend(called_plainly(ctx, body, op));
        }
    }
    Some(facts)
}

/// The function that an op calls as a plain one.
fn called_plainly(ctx: &Context, body: &Body, op: OpId) -> Option<Ident> {
    callee(ctx, body, op).filter(|_| !body.op(op).is(CallOp::DEF))
}

/// The function whose call gives an awaited value, if the results of that call are only awaited.
fn awaited_call(ctx: &Context, body: &Body, value: ValueId) -> Option<Ident> {
    only_awaited(ctx, body, body.defining_op(value)?)
}

/// The function that a call calls, if its results are only awaited.
fn only_awaited(ctx: &Context, body: &Body, call: OpId) -> Option<Ident> {
    let data = body.op(call);
    let is_awaited = |value: ValueId| body.users(value).all(|user| body.op(user).is(AwaitOp::DEF));
    let callee = data.is(CallOp::DEF).then(|| data.symbol_property(ctx, "callee"))??;
    body.results(call).all(is_awaited).then_some(callee)
}

/// Has plain functions called in a body where that can be; notes which.
fn replace_calls(ctx: &Context, body: &mut Body, plain: &HashMap<Ident, Ident>, called: &mut HashSet<Ident>) {
    for call in body.walk_all(WalkOrder::Pre) {
        let callee = body.op(call).is(CallOp::DEF).then(|| only_awaited(ctx, body, call));
        let Some((name, plain_name)) = callee.flatten().and_then(|name| Some((name, *plain.get(&name)?))) else {
            continue;
        };
        called.insert(name);
        let values: Vec<(ValueId, Type)> = body
            .results(call)
            .filter_map(|value| Some((value, value_type(ctx, body.value_type(value))?)))
            .collect();
        let payloads: Vec<Type> = values.iter().map(|&(_, payload)| payload).collect();
        let awaits: Vec<OpId> = body.results(call).flat_map(|value| body.users(value)).collect();
        let operands: Vec<ValueId> = body.operands(call).collect();
        let mut rw = Rewriter::new(ctx, body);
        rw.set_before(call);
        let new = plain_call(&mut rw, call, plain_name, &operands, &payloads);
        for (index, &(value, _)) in values.iter().enumerate() {
            let payload = body.result(new, index);
            let users: Vec<OpId> = body.users(value).collect();
            for user in users {
                let awaited = body.result(user, 0);
                body.replace_all_uses(awaited, payload);
            }
        }
        awaits.into_iter().for_each(|op| body.erase_op(op));
        body.erase_op(call);
    }
}

fn plain_call(rw: &mut Rewriter<'_>, at: OpId, callee: Ident, operands: &[ValueId], results: &[Type]) -> OpId {
    let location = rw.location_of(at);
    let callee = rw.ctx.symbol_of(callee);
    rw.insert(func::build::call(rw.ctx, location, callee, operands, results))
}

/// Moves the body of an asynchronous function to a plain one behind it, which it calls from then on.
fn move_to_plain(ctx: &Context, module: &mut Body, op: OpId, plain_name: Ident) {
    let function = AsyncFuncOp::wrap(module.op_ref(ctx, op));
    let (inputs, payloads) = (function.inputs().to_vec(), function.payload_types());
    let data = module.op(op);
    let (location, attrs, arg_attrs) = (data.location(), data.attrs(), data.property(ctx, "arg_attrs"));
    let Some(mut body) = module.op_mut(op).take_body() else {
        return;
    };
    let mut returns = body.walk_all(WalkOrder::Pre);
    returns.retain(|&op| body.op(op).is(ReturnOp::DEF));
    for op in returns {
        let operands: Vec<ValueId> = body.operands(op).collect();
        let mut rw = Rewriter::new(ctx, &mut body);
        let new = func::ReturnOp::build(ctx, rw.location_of(op), &operands, &[]);
        rw.replace_with(op, new);
    }
    let name = module
        .op(op)
        .property(ctx, "sym_name")
        .and_then(|name| name.as_str(ctx));
    let wrapper_name = ctx.ident(name.unwrap_or_default());
    let types = (inputs.clone(), payloads.clone());
    let wrapper = build_function(ctx, wrapper_name, types, location, |rw, arguments| {
        let callee = ctx.symbol_of(plain_name);
        let call = func::build::call(ctx, location, callee, arguments, &payloads);
        let call = rw.insert(call);
        let results: Vec<ValueId> = rw.body.results(call).collect();
        rw.insert(ReturnOp::build(ctx, location, &results, &[]));
    });
    module.op_mut(op).put_body(Box::new(wrapper.body));
    let plain = NewFunction {
        name: plain_name,
        inputs,
        results: payloads,
        location,
        passthrough: Vec::new(),
        body: *body,
        made: Vec::new(),
    };
    let mut state = with_attrs_of_body(ctx, plain.into_state(ctx), attrs);
    if let Some(attrs) = arg_attrs {
        state = state.property(ctx, "arg_attrs", attrs);
    }
    let plain = module.create_op(state);
    let behind = module.after(op);
    module.insert_op(plain, behind);
}
