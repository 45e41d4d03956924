//! Outlining: every `async.execute` becomes a call of a function of its own, which is a coroutine.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::r#async::{AwaitOp, CoroSaveOp, ExecuteOp, RuntimeResumeOp};
use asyncir_dialects::func;
use asyncir_dialects::func::build::private_function;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::SymbolTable;
use asyncir_ir::{
    Body, Context, Ident, InsertPoint, Location, Mapping, OpId, OperationState, RegionId, Type, ValueId, WalkOrder,
};

use super::coroutine::{Coroutine, passthrough};

/// The name of outlined functions.
const PREFIX: &str = "async_execute_fn";

/// What an `async.execute` becomes: the name of the function, and its place among the functions that are new in the module.
#[derive(Clone, Copy)]
pub(super) struct Planned {
    name: Ident,
    pub(super) place: usize,
}

/// The functions that the `async.execute`s of a module are going to become, in the order of those.
pub(super) struct Plan<'a> {
    ctx: &'a Context,
    symbols: SymbolTable,
    places: usize,
}

impl<'a> Plan<'a> {
    /// Nothing planned so far.
    pub(super) fn new(ctx: &'a Context, module: &Body) -> Self {
        Self {
            ctx,
            symbols: SymbolTable::of(ctx, module),
            places: 0,
        }
    }

    /// Plans a function for an `async.execute` in the body of `owner`.
    pub(super) fn function(&mut self, owner: OpId) -> Planned {
        let name = self.symbols.unique_name(self.ctx, PREFIX);
        // Where it leads is known when the function stands in the module.
        self.symbols.insert(name, owner);
        let place = self.places;
        self.places += 1;
        Planned { name, place }
    }

    /// Plans functions for all `async.execute`s in the body of `owner`.
    pub(super) fn functions(&mut self, owner: OpId, body: &Body) -> Vec<Planned> {
        executes(body).into_iter().map(|_| self.function(owner)).collect()
    }
}

/// A function that was outlined: still to be put into the module.
pub(super) struct Outlined {
    pub(super) place: usize,
    pub(super) state: OperationState,
    pub(super) coroutine: Coroutine,
}

/// The `async.execute`s of a function's body, inner ones first.
fn executes(body: &Body) -> Vec<OpId> {
    let mut ops = body.walk_all(WalkOrder::Post);
    ops.retain(|&op| body.op(op).is(ExecuteOp::DEF));
    ops
}

/// Outlines all `async.execute` of a function's body, inner ones first, to the functions planned for them.
pub(super) fn outline_executes(ctx: &Context, body: &mut Body, planned: &[Planned]) -> Vec<Outlined> {
    let executes = executes(body);
    let outlined = executes.into_iter().zip(planned);
    outlined
        .map(|(execute, &planned)| outline(ctx, body, execute, planned))
        .collect()
}

fn outline(ctx: &Context, body: &mut Body, execute: OpId, Planned { name, place }: Planned) -> Outlined {
    let location = body.op(execute).location();
    let region = body.op_regions(execute)[0];
    clone_constants_into(body, region);
    let inputs = inputs(ctx, body, execute, region);
    let input_types: Vec<Type> = inputs.iter().map(|&v| body.value_type(v)).collect();
    let results = body.result_types(execute);

    let (function_body, coroutine) = function_body(ctx, body, execute, &inputs, location);
    let state = private_function(ctx, location, ctx.str(name), &input_types, &results, function_body);
    let state = state.attr(ctx, "passthrough", passthrough(ctx));

    replace_by_call(ctx, body, execute, name, &inputs);
    Outlined {
        place,
        state,
        coroutine,
    }
}

/// What the outlined function takes: dependencies, operands, then captured values in order of first use.
fn inputs(ctx: &Context, body: &Body, execute: OpId, region: RegionId) -> Vec<ValueId> {
    let view = ExecuteOp::wrap(body.op_ref(ctx, execute));
    let given = view.dependencies().into_iter().chain(view.bodyOperands());
    let mut seen = HashSet::new();
    given
        .chain(captures(body, region))
        .filter(|&value| seen.insert(value))
        .collect()
}

/// The values from outside that a region uses, in order of first use, inner ops before the op around them.
pub(super) fn captures(body: &Body, region: RegionId) -> Vec<ValueId> {
    let (mut captured, mut seen) = (Vec::new(), HashSet::new());
    for op in body.walk_region(region, WalkOrder::Post) {
        for value in body.operands(op) {
            let home = body.value_block(value).and_then(|block| body.block(block).region());
            let inside = home.is_some_and(|home| body.region_contains(region, home));
            if !inside && seen.insert(value) {
                captured.push(value);
            }
        }
    }
    captured
}

/// Constants are copied into the region, so that they do not become arguments.
pub(super) fn clone_constants_into(body: &mut Body, region: RegionId) {
    let entry = body.region(region).first().expect("an execute region has a block");
    let point = body.start_of(entry);
    let users = body.walk_region(region, WalkOrder::Pre);
    let mut copies = HashMap::new();
    for value in captures(body, region) {
        let Some(constant) = body
            .defining_op(value)
            .filter(|&op| body.op(op).has_trait(OpTrait::ConstantLike))
        else {
            continue;
        };
        let copy = body.clone_op(constant, &mut Mapping::new());
        body.insert_op(copy, point);
        copies.insert(value, body.result(copy, 0));
    }
    if copies.is_empty() {
        return;
    }
    // Many regions may use one constant, so its uses are found here and not among all.
    for user in users.into_iter().rev() {
        for index in (0..body.op(user).num_operands()).rev() {
            if let Some(&copied) = copies.get(&body.operand(user, index)) {
                body.set_operand(user, index, copied);
            }
        }
    }
}

/// The body of the outlined function: awaits of what the execute depends on, then a copy of its region, all of it
/// started by the runtime.
fn function_body(
    ctx: &Context,
    source: &Body,
    execute: OpId,
    inputs: &[ValueId],
    location: Location,
) -> (Body, Coroutine) {
    let view = ExecuteOp::wrap(source.op_ref(ctx, execute));
    let (num_dependencies, num_operands) = (view.dependencies().len(), view.bodyOperands().len());
    let source_entry = source
        .region(source.op_regions(execute)[0])
        .first()
        .expect("an execute region has a block");

    let mut body = Body::new();
    let region = body.add_root_region();
    let entry = body.append_block(region);
    let mut map = Mapping::new();
    let mut arguments = Vec::new();
    for &input in inputs {
        let argument = body.add_block_arg(entry, source.value_type(input), location);
        map.map_value(input, argument);
        arguments.push(argument);
    }
    let results = source.result_types(execute);
    let mut rw = Rewriter::new(ctx, &mut body);
    rw.set_end(entry);
    let await_input =
        |rw: &mut Rewriter<'_>, value: ValueId| rw.insert(AwaitOp::build(ctx, location, map.value(value), &[]));
    for dependency in &view.dependencies()[..num_dependencies] {
        await_input(&mut rw, *dependency);
    }
    let mut unwrapped = Vec::with_capacity(num_operands);
    for operand in view.bodyOperands() {
        let op = await_input(&mut rw, operand);
        unwrapped.push(rw.body.results(op).next());
    }
    for (argument, value) in source.block_args(source_entry).zip(unwrapped) {
        if let Some(value) = value {
            map.map_value(argument, value);
        }
    }
    for op in source.block_ops(source_entry) {
        let copy = rw.body.clone_op_from(source, op, &mut map);
        rw.insert_existing(copy);
    }
    let coroutine = Coroutine::set_up(&mut rw, &results, location);
    start_on_runtime(&mut rw, &coroutine, location);
    (body, coroutine)
}

/// Suspends at the end of the entry; a thread of the runtime resumes.
fn start_on_runtime(rw: &mut Rewriter<'_>, coroutine: &Coroutine, location: Location) {
    let branch = rw.body.block(coroutine.entry).last_op().expect("the entry branches");
    rw.set_before(branch);
    let state = rw.insert_value(CoroSaveOp::build(rw.ctx, location, coroutine.handle, &[]));
    rw.insert(RuntimeResumeOp::build(rw.ctx, location, coroutine.handle, &[]));
    coroutine.suspend_to(rw, location, state, coroutine.start);
    rw.erase(branch);
}

fn replace_by_call(ctx: &Context, body: &mut Body, execute: OpId, name: Ident, inputs: &[ValueId]) {
    let location = body.op(execute).location();
    let results = body.result_types(execute);
    let callee = ctx.symbol_of(name);
    let call = body.create_op(func::build::call(ctx, location, callee, inputs, &results));
    body.insert_op(call, InsertPoint::Before(execute));
    let pairs: Vec<(ValueId, ValueId)> = body.results(execute).zip(body.results(call)).collect();
    for (from, to) in pairs {
        body.replace_all_uses(from, to);
    }
    body.erase_op(execute);
}
