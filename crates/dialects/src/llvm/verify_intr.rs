//! Verifiers of intrinsics.

use asyncir_ir::def::TypeRule;
use asyncir_ir::{Context, Fallible, OpRef, Type, TypeKind};

use super::types::struct_parts;

/// Shape of a vector of one dimension: its size, and whether that is scalable.
fn length(ctx: &Context, ty: Type) -> Option<(i64, bool)> {
    match ty.kind(ctx) {
        TypeKind::Vector { shape, scalable, .. } => Some((*shape.first()?, *scalable.first()?)),
        _ => None,
    }
}

/// As many elements as both operands have, of their type.
pub const TWICE: TypeRule = TypeRule::Holds {
    summary: "result has twice as many elements as 'vec1'",
    predicate: |op| {
        let (vector, result) = (op.operand_type(0), op.result_type(0));
        let twice = length(op.ctx, vector).and_then(|(size, scalable)| Some((size.checked_mul(2)?, scalable)));
        twice == length(op.ctx, result) && vector.element_or_self(op.ctx) == result.element_or_self(op.ctx)
    },
};

/// Sine and cosine have the type of the angle.
pub fn sincos(op: OpRef<'_>) -> Fallible {
    let (angle, result) = (op.operand_type(0), op.result_type(0));
    let fields = struct_parts(op.ctx, result).and_then(|parts| parts.fields);
    if fields.is_some_and(|fields| fields[..] == [angle, angle]) {
        return Ok(());
    }
    let result = op.ctx.show_type(result);
    Err(op.error(format_args!(
        "expected result type to be an homogeneous struct with two elements matching the operand type, but got '{result}'"
    )))
}

/// As many addresses as elements that are read.
pub fn masked_gather(op: OpRef<'_>) -> Fallible {
    check_addresses(op, 0, op.result_type(0))
}

/// As many addresses as elements that are written.
pub fn masked_scatter(op: OpRef<'_>) -> Fallible {
    check_addresses(op, 1, op.operand_type(0))
}

fn check_addresses(op: OpRef<'_>, operand: usize, data: Type) -> Fallible {
    let ctx = op.ctx;
    let addresses = op.operand_type(operand);
    let TypeKind::Vector { shape, scalable, .. } = data.kind(ctx) else {
        return Ok(());
    };
    if length(ctx, addresses) == length(ctx, data) {
        return Ok(());
    }
    let wanted = ctx.show_type(ctx.ty(TypeKind::Vector {
        shape: shape.clone(),
        scalable: scalable.clone(),
        element: addresses.element_or_self(ctx),
    }));
    let number = operand + 1;
    Err(op.error(format_args!("expected operand #{number} type to be '{wanted}'")))
}
