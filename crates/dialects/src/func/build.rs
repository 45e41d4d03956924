//! Makers of ops: what matters, everything else at its default.

use asyncir_ir::{Attribute, Context, Location, OperationState, Type, ValueId};

use super::CallOp;

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
