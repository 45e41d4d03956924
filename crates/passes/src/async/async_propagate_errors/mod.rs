//! `async-propagate-errors`: what fails in a function that a task or an iteration calls reaches whoever awaits the task or
//! the loop.
//!
//! A failed assertion makes the results of its own task errors. A plain function has no such results: when an assertion
//! or an await fails in it, the program ends. So functions that can fail get a first result, a *failure*, which is zero
//! if nothing failed, and return early. Their calls are followed by a check:
//!
//! ```text
//! func.func @work(%x: i32) -> i32              func.func private @work.fallible(%x: i32) -> (i64, i32)
//!   cf.assert %fine, "no"             ──▶        cf.cond_br %fine, ^rest, ^failed
//! ...                                          ...
//! async.execute {                              async.execute {
//!   %y = func.call @work(%x)          ──▶        %failure, %y = func.call @work.fallible(%x)
//!   ...                                          async.runtime.raise %failure
//! ```
//!
//! That is done to what tasks, async functions and iterations of `async.runtime.parallel_for` call, and to what those
//! functions call (see `facts`). Others call the function under its old name, which raises the failure. So do calls
//! through function values.
//!
//! Memory that these functions have allocated is freed on the way (see `memory`).
//!
//! With the option `public-functions`, it is done to public functions, too, that start or await something, or allocate memory:
//! their references to tokens, values and groups are dropped, and memory is freed, before the failure is raised. A host that
//! catches failures needs this. Then tasks free memory, too, that they have allocated (see `tasks`).

mod facts;
mod fallible;
mod memory;
mod scopes;
mod stack;
mod tasks;

use std::collections::HashMap;

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::r#async::{FuncOp as AsyncFuncOp, RuntimeParallelForOp, RuntimeRaiseOp};
use asyncir_dialects::builtin::ModuleOp;
use asyncir_dialects::func;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::SymbolTable;
use asyncir_ir::{Attribute, Body, Context, Diagnostics, Fallible, Ident, Location, OpId, OwnedOp, Type, ValueId};

use self::facts::{Facts, Wanted};
use super::new_functions::{build_function, with_attrs_of_body};
use crate::options::OptionInfo;
use crate::scf::build::if_then;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "async-propagate-errors",
    class: "AsyncPropagateErrorsPass",
    summary: "Propagate errors from callees of tasks and parallel loops to the awaiting code. Needs asyncir's runtime",
    anchor: Some("builtin.module"),
    options: &[PUBLIC],
    create: |options| {
        let from_public = options.flag(PUBLIC.name)?;
        Ok(Box::new(AsyncPropagateErrors { from_public }))
    },
};

const PUBLIC: OptionInfo = OptionInfo::flag(
    "public-functions",
    "Public functions drop their references to tokens, values and groups, and free memory, before they raise a failure",
    "false",
);

struct AsyncPropagateErrors {
    /// Whether public functions return failures that have references to drop.
    from_public: bool,
}

impl Pass for AsyncPropagateErrors {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        if let Some(module) = op.body_mut() {
            diagnostics.take(self.propagate(cx.ctx, module));
        }
        diagnostics.into_result()
    }
}

/// Functions that return failures, with the names of those that do in their place.
type Names = HashMap<Ident, Ident>;

impl AsyncPropagateErrors {
    /// Works on a module and the modules in it.
    fn propagate(&self, ctx: &Context, module: &mut Body) -> Fallible {
        for op in module.owners() {
            let data = module.op_mut(op);
            if data.is(ModuleOp::DEF)
                && let Some(inner) = data.body_mut()
            {
                self.propagate(ctx, inner)?;
            }
        }
        scopes::take_apart(ctx, module);
        let facts = Facts::of(ctx, module);
        let wanted = facts.wanted(ctx, module, self.from_public);
        let names = return_failures(ctx, module, &facts, wanted)?;
        if self.from_public {
            free_in_coroutines(ctx, module, &facts, &names);
        }
        Ok(())
    }
}

/// Has the functions that are `wanted` return their failures.
fn return_failures(ctx: &Context, module: &mut Body, facts: &Facts, wanted: Vec<Wanted>) -> Fallible<Names> {
    let mut symbols = SymbolTable::of(ctx, module);
    let mut names = Names::new();
    for function in &wanted {
        let mut name = function.name;
        if !function.in_place {
            name = symbols.unique_name(ctx, &format!("{}.fallible", ctx.str(name)));
            symbols.insert(name, function.op);
        }
        names.insert(function.name, name);
    }
    let in_place: HashMap<OpId, bool> = wanted.iter().map(|function| (function.op, function.in_place)).collect();
    for op in module.owners() {
        let Some(mut body) = module.op_mut(op).take_body() else {
            continue;
        };
        let checked = facts.calls_in_coroutines(op);
        check_calls(ctx, &mut body, &names, checked);
        let done = match in_place.get(&op) {
            None => {
                raise_behind_loops(ctx, &mut body, &names);
                Ok(())
            }
            Some(_) => {
                let results = results_of(ctx, module, op);
                let keep = |name| facts.may_keep(name);
                fallible::return_failures(ctx, &mut body, &results, &names, &keep)
            }
        };
        module.op_mut(op).put_body(body);
        done?;
        match in_place.get(&op) {
            None => {}
            Some(true) => change_type(ctx, module, op),
            Some(false) => move_behind(ctx, module, op, &names),
        }
    }
    Ok(names)
}

/// Frees what tasks and asynchronous functions have allocated where they fail. The names of functions are new ones.
fn free_in_coroutines(ctx: &Context, module: &mut Body, facts: &Facts, names: &Names) {
    let before: HashMap<Ident, Ident> = names.iter().map(|(&before, &now)| (now, before)).collect();
    let keep = |name: Ident| facts.may_keep(before.get(&name).copied().unwrap_or(name));
    for op in module.owners() {
        let data = module.op_mut(op);
        let is_coroutine = data.is(AsyncFuncOp::DEF);
        if let Some(body) = data.body_mut() {
            tasks::free_in_coroutines(ctx, body, is_coroutine, &keep);
        }
    }
}

/// Has tasks and async functions call what returns failures, and raises those.
fn check_calls(ctx: &Context, body: &mut Body, names: &Names, calls: &[(OpId, Ident)]) {
    for (call, callee) in calls {
        let Some(&name) = names.get(callee) else { continue };
        let mut rw = Rewriter::new(ctx, body);
        let location = rw.location_of(*call);
        let failure = call_fallible(&mut rw, *call, name);
        rw.insert(RuntimeRaiseOp::build(ctx, location, failure, &[]));
    }
}

/// Calls the function that returns a failure in the place of another one. Gives the failure; the cursor is behind the
/// call.
fn call_fallible(rw: &mut Rewriter<'_>, call: OpId, name: Ident) -> ValueId {
    let (ctx, location) = (rw.ctx, rw.location_of(call));
    let operands: Vec<ValueId> = rw.body.operands(call).collect();
    let mut types = vec![Type::I64];
    types.extend(rw.body.result_types(call));
    let callee = ctx.symbol_of(name);
    let data = rw.body.op(call);
    let (arguments, inline, attrs) = (
        data.property(ctx, "arg_attrs"),
        data.property(ctx, "no_inline"),
        data.attrs(),
    );
    let mut state = func::CallOp::build(ctx, location, &operands, callee, arguments, None, inline, &types);
    state.attrs = attrs;
    rw.set_before(call);
    let new = rw.insert(state);
    let results: Vec<ValueId> = rw.body.results(new).collect();
    rw.replace(call, &results[1..]);
    rw.set_after(new);
    results[0]
}

/// Has a loop give its failure. The cursor is behind the loop.
fn loop_with_failure(rw: &mut Rewriter<'_>, op: OpId) -> ValueId {
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let view = RuntimeParallelForOp(rw.body.op_ref(ctx, op));
    let (trip, first, args) = (view.trip(), view.first(), view.args().to_vec());
    let (callee, grain, workers) = (
        rw.body.op_ref(ctx, op).required("callee"),
        rw.body.op(op).property(ctx, "grain"),
        rw.body.op(op).property(ctx, "workers"),
    );
    let state = RuntimeParallelForOp::build(ctx, location, trip, first, &args, callee, grain, workers, &[Type::I64]);
    rw.set_before(op);
    let new = rw.insert(state);
    rw.erase(op);
    rw.set_after(new);
    rw.body.result(new, 0)
}

/// The loops of the function itself, not of its tasks, that wait, and whose functions return failures.
fn waiting_loops(ctx: &Context, body: &Body, names: &Names) -> Vec<OpId> {
    let mut ops = facts::own_ops(body);
    ops.retain(|&op| {
        body.op(op).num_results() == 0
            && facts::loop_callee(ctx, body, op).is_some_and(|name| names.contains_key(&name))
    });
    ops
}

/// Raises the failures of loops in a function that does not return any.
fn raise_behind_loops(ctx: &Context, body: &mut Body, names: &Names) {
    for op in waiting_loops(ctx, body, names) {
        let mut rw = Rewriter::new(ctx, body);
        let location = rw.location_of(op);
        let failure = loop_with_failure(&mut rw, op);
        raise_unless_zero(&mut rw, location, failure);
    }
}

/// Whether something failed.
fn is_failure(rw: &mut Rewriter<'_>, location: Location, failure: ValueId) -> ValueId {
    let mut b = ArithBuilder::new(rw, location);
    let zero = b.constant(Type::I64, 0);
    b.cmpi("ne", failure, zero)
}

/// Raises a failure outside of coroutines, where nothing but the comparison is on the way if it is zero.
fn raise_unless_zero(rw: &mut Rewriter<'_>, location: Location, failure: ValueId) {
    let failed = is_failure(rw, location, failure);
    if_then(rw, location, failed, |rw| {
        rw.insert(RuntimeRaiseOp::build(rw.ctx, location, failure, &[]));
    });
}

fn results_of(ctx: &Context, module: &Body, function: OpId) -> Vec<Type> {
    func::FuncOp::wrap(module.op_ref(ctx, function)).outputs().to_vec()
}

/// Adds the failure to the results of a function's type.
fn type_with_failure(ctx: &Context, module: &Body, function: OpId) -> Attribute {
    let view = func::FuncOp::wrap(module.op_ref(ctx, function));
    let mut results = vec![Type::I64];
    results.extend_from_slice(view.outputs());
    ctx.type_attr(ctx.function_type(view.inputs(), &results))
}

fn change_type(ctx: &Context, module: &mut Body, function: OpId) {
    let ty = type_with_failure(ctx, module, function);
    let data = module.op_mut(function);
    data.set_property(ctx, "function_type", Some(ty));
    data.set_property(ctx, "res_attrs", None);
}

/// Moves the body of a function to one of another name behind it, which returns failures. What is left calls that, and
/// raises them.
fn move_behind(ctx: &Context, module: &mut Body, function: OpId, names: &Names) {
    let ty = type_with_failure(ctx, module, function);
    let view = func::FuncOp::wrap(module.op_ref(ctx, function));
    let (inputs, results) = (view.inputs().to_vec(), view.outputs().to_vec());
    let own_name = ctx.ident(view.name());
    let data = module.op(function);
    let (location, attrs) = (data.location(), data.attrs());
    let (arg_attrs, no_inline) = (data.property(ctx, "arg_attrs"), data.property(ctx, "no_inline"));
    let (Some(&name), Some(body)) = (names.get(&own_name), module.op_mut(function).take_body()) else {
        return;
    };
    let wrapper = build_function(ctx, own_name, (inputs, results.clone()), location, |rw, arguments| {
        let mut types = vec![Type::I64];
        types.extend(results);
        let callee = ctx.symbol_of(name);
        let call = func::build::call(ctx, location, callee, arguments, &types);
        let call = rw.insert(call);
        let results: Vec<ValueId> = rw.body.results(call).collect();
        raise_unless_zero(rw, location, results[0]);
        rw.insert(func::ReturnOp::build(ctx, location, &results[1..], &[]));
    });
    module.op_mut(function).put_body(Box::new(wrapper.body));
    let (symbol, private) = (ctx.str_attr(ctx.str(name)), ctx.str_attr("private"));
    let mut state = func::FuncOp::build(
        ctx,
        location,
        symbol,
        ty,
        Some(private),
        arg_attrs,
        None,
        no_inline,
        &[],
    );
    state = with_attrs_of_body(ctx, state, attrs);
    state.body = Some(body);
    let new = module.create_op(state);
    let behind = module.after(function);
    module.insert_op(new, behind);
}
