//! Verifiers and inference of result types.

use asyncir_ir::def::{InferCx, TypeRule};
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::smallvec::{SmallVec, smallvec};
use asyncir_ir::{Context, DYNAMIC, Diagnostic, Fallible, OpRef, Type, TypeKind};

use super::attrs::with_element;
use crate::constraints as c;

/// The type of a constant is that of its value.
pub fn constant(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (value, result) = (op.required("value"), op.result_type(0));
    if value.ty(ctx) != result {
        return Err(op.error("failed to verify that all of {value, result} have same type"));
    }
    if result.is_int(ctx) && !result.is_signless_int(ctx) {
        return Err(op.error("integer return type must be signless"));
    }
    let typed = value.as_int(ctx).is_some() || value.as_float(ctx).is_some() || (c::ELEMENTS_ATTR.check)(ctx, value);
    if !typed {
        return Err(op.error("value must be an integer, float, or elements attribute"));
    }
    if let TypeKind::Vector { scalable, .. } = result.kind(ctx)
        && scalable.contains(&true)
        && !matches!(value.kind(ctx), asyncir_ir::AttrKind::DenseElements { splat: true, .. })
    {
        return Err(op.error(
            "intializing scalable vectors with elements attribute is not supported unless it's a vector splat",
        ));
    }
    Ok(())
}

/// The type of a constant from its value.
pub fn infer_constant(cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
    match cx.properties.get(cx.ctx, "value") {
        Some(value) => Ok(smallvec![value.ty(cx.ctx)]),
        None => Err(Diagnostic::error(
            cx.location,
            "'arith.constant' op failed to infer returned types",
        )),
    }
}

/// The sum's type and the carry's.
pub fn infer_addui_extended(cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
    match cx.operands.first() {
        Some(&ty) => Ok(smallvec![ty, with_element(cx.ctx, ty, Type::I1)]),
        None => Err(Diagnostic::error(
            cx.location,
            "'arith.addui_extended' op failed to infer returned types",
        )),
    }
}

fn shapes_agree(ctx: &Context, a: Type, b: Type) -> bool {
    match (a.shape(ctx), b.shape(ctx)) {
        (Some(a), Some(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(&x, &y)| x == y || x == DYNAMIC || y == DYNAMIC)
        }
        (a, b) => a.is_some() == b.is_some() || (a.is_none() && b.is_none()),
    }
}

/// The types of a conversion, element types first, if their shapes allow it.
fn elements(op: OpRef<'_>) -> Option<(Type, Type)> {
    let (from, to) = (op.operand_type(0), op.result_type(0));
    let same_container = std::mem::discriminant(from.kind(op.ctx)) == std::mem::discriminant(to.kind(op.ctx));
    let both_scalar = !from.is_shaped(op.ctx) && !to.is_shaped(op.ctx);
    let both_tensors = c::is_tensor(op.ctx, from) && c::is_tensor(op.ctx, to);
    let fits = both_scalar || ((same_container || both_tensors) && shapes_agree(op.ctx, from, to));
    fits.then(|| (from.element_or_self(op.ctx), to.element_or_self(op.ctx)))
}

fn incompatible(op: OpRef<'_>) -> Diagnostic {
    let show = |ty| format!("'{}'", op.ctx.show_type(ty));
    let from: Vec<String> = op.operand_types().into_iter().map(show).collect();
    let (plural, from, to) = (
        if from.len() == 1 { "" } else { "s" },
        from.join(", "),
        show(op.result_type(0)),
    );
    op.error(format_args!(
        "operand type{plural} {from} and result type {to} are cast incompatible"
    ))
}

/// The sizes of a tensor are not changed.
pub const SAME_TENSOR_SIZES: TypeRule = TypeRule::Holds {
    summary: "input and output have the same tensor dimensions",
    predicate: |op| {
        let (from, to) = (op.operand_type(0), op.result_type(0));
        let is_tensor = |ty| c::is_tensor(op.ctx, ty);
        // Tensors whose ranks are not known do not count as equal.
        !(is_tensor(from) || is_tensor(to))
            || is_tensor(from)
                && is_tensor(to)
                && from.shape(op.ctx).is_some()
                && from.shape(op.ctx) == to.shape(op.ctx)
    },
};

fn check(op: OpRef<'_>, fits: fn(&Context, Type, Type) -> bool) -> Fallible {
    match elements(op) {
        Some((from, to)) if fits(op.ctx, from, to) => Ok(()),
        _ => Err(incompatible(op)),
    }
}

fn width(ctx: &Context, ty: Type) -> u32 {
    ty.int_width(ctx)
        .or_else(|| ty.float(ctx).map(FloatSemantics::width))
        .unwrap_or(0)
}

/// An extension widens.
pub fn wider(op: OpRef<'_>) -> Fallible {
    check(op, |ctx, from, to| {
        from.is_signless_int(ctx) && to.is_signless_int(ctx) && width(ctx, from) < width(ctx, to)
    })
}

/// A truncation narrows.
pub fn narrower(op: OpRef<'_>) -> Fallible {
    check(op, |ctx, from, to| {
        from.is_signless_int(ctx) && to.is_signless_int(ctx) && width(ctx, from) > width(ctx, to)
    })
}

/// A float extension widens.
pub fn wider_float(op: OpRef<'_>) -> Fallible {
    check(op, |ctx, from, to| {
        c::is_float(ctx, from) && c::is_float(ctx, to) && width(ctx, from) < width(ctx, to)
    })
}

/// A float truncation narrows.
pub fn narrower_float(op: OpRef<'_>) -> Fallible {
    check(op, |ctx, from, to| {
        c::is_float(ctx, from) && c::is_float(ctx, to) && width(ctx, from) > width(ctx, to)
    })
}

/// From integer to float.
pub fn int_to_float(op: OpRef<'_>) -> Fallible {
    check(op, |ctx, from, to| from.is_signless_int(ctx) && c::is_float(ctx, to))
}

/// From float to integer.
pub fn float_to_int(op: OpRef<'_>) -> Fallible {
    check(op, |ctx, from, to| c::is_float(ctx, from) && to.is_signless_int(ctx))
}

/// Between index and integer.
pub fn index_cast(op: OpRef<'_>) -> Fallible {
    check(op, |ctx, from, to| {
        (from.is_index() && to.is_signless_int(ctx)) || (from.is_signless_int(ctx) && to.is_index())
    })
}

/// Between types of one width.
pub fn bitcast(op: OpRef<'_>) -> Fallible {
    check(op, |ctx, from, to| {
        let known = |ty: Type| ty.is_signless_int(ctx) || c::is_float(ctx, ty);
        known(from) && known(to) && width(ctx, from) == width(ctx, to)
    })
}

/// A mask has the shape of what it chooses from.
pub fn condition_fits(op: OpRef<'_>) -> bool {
    let (condition, result) = (op.operand_type(0), op.result_type(0));
    condition == Type::I1 || c::is_value_container(op.ctx, result) && condition.shape(op.ctx) == result.shape(op.ctx)
}

/// A mask of bits is of the same kind as what it chooses from.
pub fn select(op: OpRef<'_>) -> Fallible {
    let (condition, result) = (op.operand_type(0), op.result_type(0));
    if condition == Type::I1 {
        return Ok(());
    }
    let expected = with_element(op.ctx, result, Type::I1);
    if condition == expected {
        return Ok(());
    }
    let shown = |ty| op.ctx.show_type(ty);
    Err(op.error(format_args!(
        "expected condition type to have the same shape as the result type, expected '{}', but got '{}'",
        shown(expected),
        shown(condition)
    )))
}

/// Vectors give vectors, in the carry as well, and nothing else does.
pub fn addui_extended(op: OpRef<'_>) -> Fallible {
    let is_shaped = |ty: Type| ty.is_shaped(op.ctx);
    match (is_shaped(op.operand_type(0)), is_shaped(op.result_type(1))) {
        (true, false) => Err(op.error("if an operand is non-scalar, then all results must be non-scalar")),
        (false, true) => Err(op.error("if a result is non-scalar, then at least one operand must be non-scalar")),
        _ => Ok(()),
    }
}
