//! Makers of ops: what matters, everything else at its default.

use asyncir_ir::{Attribute, Body, Context, Location, OperationState, Type, ValueId};

use super::{CallOp, FuncOp};

/// `func.call @callee(operands)`, of which nothing more is said.
pub fn call(
    ctx: &Context,
    location: Location,
    callee: Attribute,
    operands: &[ValueId],
    results: &[Type],
) -> OperationState {
    CallOp::build(ctx, location, operands, callee, None, None, None, results)
}

/// `func.func @name(inputs) -> results { body }`, which is public. A body without blocks is that of a function which is only
/// declared.
pub fn function(
    ctx: &Context,
    location: Location,
    name: &str,
    inputs: &[Type],
    results: &[Type],
    body: Body,
) -> OperationState {
    let (name, ty) = (ctx.str_attr(name), ctx.type_attr(ctx.function_type(inputs, results)));
    let mut state = FuncOp::build(ctx, location, name, ty, None, None, None, None, &[]);
    state.body = Some(Box::new(body));
    state
}

/// `func.func private @name(inputs) -> results { body }`
pub fn private_function(
    ctx: &Context,
    location: Location,
    name: &str,
    inputs: &[Type],
    results: &[Type],
    body: Body,
) -> OperationState {
    let private = ctx.str_attr("private");
    let state = function(ctx, location, name, inputs, results, body);
    state.property(ctx, "sym_visibility", private)
}
