//! Ops of `arith` that patterns of other dialects make.

use asyncir_ir::{Attribute, Context, Location, OperationState, Type, ValueId};

/// `arith.constant`
pub(crate) fn constant(ctx: &Context, location: Location, value: Attribute, ty: Type) -> Option<OperationState> {
    let def = ctx.op_def("arith.constant")?;
    Some(
        OperationState::of(def, location)
            .property(ctx, "value", value)
            .results(&[ty]),
    )
}

/// `arith.select`
pub(crate) fn select(
    ctx: &Context,
    location: Location,
    condition: ValueId,
    if_true: ValueId,
    if_false: ValueId,
    ty: Type,
) -> Option<OperationState> {
    let def = ctx.op_def("arith.select")?;
    Some(
        OperationState::of(def, location)
            .operands(&[condition, if_true, if_false])
            .results(&[ty]),
    )
}

/// An op of `arith` with two operands and a result of the same type.
pub(crate) fn binary(
    ctx: &Context,
    location: Location,
    name: &str,
    lhs: ValueId,
    rhs: ValueId,
    ty: Type,
) -> Option<OperationState> {
    let def = ctx.op_def(name)?;
    let mut state = OperationState::of(def, location).operands(&[lhs, rhs]).results(&[ty]);
    state.properties = ctx.default_properties(def);
    Some(state)
}
