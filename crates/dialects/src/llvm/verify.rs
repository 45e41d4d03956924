//! Verifiers of constants and conversions.

use asyncir_ir::float::FloatSemantics;
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{AttrKind, Context, Fallible, OpRef, Type, TypeKind};

use super::types;
use crate::vector::shapes::product;

/// The value fits the type.
pub fn constant(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (value, ty) = (op.required("value"), op.result_type(0));
    if let AttrKind::String { value, .. } = value.kind(ctx) {
        let fits = types::array_parts(ctx, ty)
            .is_some_and(|(count, element)| element == Type::I8 && count == value.len() as u64);
        return if fits {
            Ok(())
        } else {
            let size = value.len();
            Err(op.error(format_args!(
                "expected array type of {size} i8 elements for the string constant"
            )))
        };
    }
    if let Some(parts) = types::struct_parts(ctx, ty) {
        return struct_constant(op, &parts.fields.unwrap_or_default());
    }
    if ty.is_a(ctx, &types::TARGET) {
        return Err(op.error("does not support target extension type."));
    }
    if value.as_int(ctx).is_some() {
        return if ty.is_int(ctx) {
            Ok(())
        } else {
            Err(op.error("expected integer type"))
        };
    }
    if let Some((float, _)) = value.as_float(ctx) {
        return float_constant(op, float, ty);
    }
    if (crate::constraints::ELEMENTS_ATTR.check)(ctx, value) {
        return elements_constant(op, value.ty(ctx), ty);
    }
    if value.as_array(ctx).is_some() && types::array_parts(ctx, ty).is_some() {
        return Ok(());
    }
    if value.as_array(ctx).is_some() {
        return Err(op.error("expected array type"));
    }
    Err(op.error("only supports integer, float, string or elements attributes"))
}

fn struct_constant(op: OpRef<'_>, fields: &[Type]) -> Fallible {
    let ctx = op.ctx;
    let Some(values) = op.required("value").as_array(ctx) else {
        return Err(op.error("expected array attribute for struct type"));
    };
    if values.len() != fields.len() {
        return Err(op.error(format_args!("expected array attribute of size {}", fields.len())));
    }
    if !fields
        .iter()
        .all(|&field| field.is_int(ctx) || types::is_float(ctx, field))
    {
        return Err(op.error("expected struct element types to be floating point type or integer type"));
    }
    for (index, (value, &field)) in values.iter().zip(fields).enumerate() {
        if value.as_int(ctx).is_none() && value.as_float(ctx).is_none() {
            return Err(op.error("expected struct element attribute to be floating point or integer attribute"));
        }
        if value.ty(ctx) != field {
            return Err(op.error(format_args!("struct element at index {index} is of wrong type")));
        }
    }
    Ok(())
}

/// A float becomes a value of its type, or an integer of its width.
fn float_constant(op: OpRef<'_>, from: Type, to: Type) -> Fallible {
    let ctx = op.ctx;
    if to.float(ctx).is_some() && to.float(ctx) != from.float(ctx) {
        return Err(op.error("attribute and type have different float semantics"));
    }
    let width = from.float(ctx).map_or(0, FloatSemantics::width);
    match to.int_width(ctx) {
        Some(own) if own != width => Err(op.error(format_args!("expected integer type of width {width}"))),
        _ => Ok(()),
    }
}

/// The type of an element, and how many there are, through nested arrays and vectors.
fn elements(ctx: &Context, ty: Type) -> (Type, i64) {
    if let Some((count, element)) = types::array_parts(ctx, ty) {
        let (element, inner) = elements(ctx, element);
        return (element, inner.saturating_mul(i64::try_from(count).unwrap_or(i64::MAX)));
    }
    match ty.shape(ctx) {
        Some(shape) => (ty.element_or_self(ctx), product(shape)),
        None => (ty, 1),
    }
}

fn elements_constant(op: OpRef<'_>, from: Type, to: Type) -> Fallible {
    let ctx = op.ctx;
    if types::array_parts(ctx, to).is_none() && count(ctx, to).is_none() {
        return Err(op.error("expected vector or array type"));
    }
    let scalable = matches!(to.kind(ctx), TypeKind::Vector { scalable, .. } if scalable.contains(&true));
    let ((from, given), (to, wanted)) = (elements(ctx, from), elements(ctx, to));
    if given != wanted && !scalable {
        return Err(op.error(format_args!(
            "type and attribute have a different number of elements: {wanted} vs. {given}"
        )));
    }
    if from.float(ctx).is_some() {
        return float_constant(op, from, to);
    }
    if from.is_int(ctx) && !to.is_int(ctx) {
        return Err(op.error("expected integer element type for integer elements attribute"));
    }
    Ok(())
}

/// The type has a zero.
pub fn zero(op: OpRef<'_>) -> Fallible {
    let ty = op.result_type(0);
    if ty.is_a(op.ctx, &types::TARGET) {
        return Err(op.error("target extension type does not support zero-initializer"));
    }
    Ok(())
}

/// The symbol is a global, alias or function.
pub fn addressof(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    // What is missing is told elsewhere.
    let Some(symbol) = op.property("global_name") else {
        return Ok(());
    };
    let target = scope.lookup_in_module(op.ctx, symbol);
    let Some(target) = target.filter(|target| {
        ["llvm.mlir.global", "llvm.func", "llvm.mlir.alias", "llvm.mlir.ifunc"].contains(&target.name())
    }) else {
        return Err(op.error(
            "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or \
             'llvm.mlir.ifunc'",
        ));
    };
    let space = target
        .property("addr_space")
        .and_then(|attr| attr.as_i64(op.ctx))
        .unwrap_or(0);
    if target.name() == "llvm.mlir.global"
        && types::address_space(op.ctx, op.result_type(0)).map(i64::from) != Some(space)
    {
        return Err(op.error("pointer address space must match address space of the referenced global or alias"));
    }
    Ok(())
}

fn bits(ctx: &Context, ty: Type) -> Option<u32> {
    ty.int_width(ctx).or_else(|| ty.float(ctx).map(FloatSemantics::width))
}

fn count(ctx: &Context, ty: Type) -> Option<i64> {
    match ty.kind(ctx) {
        TypeKind::Vector { shape, .. } => Some(product(shape)),
        _ => None,
    }
}

/// Pointers become pointers, and all else keeps its width.
pub fn bitcast(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (from, to) = (op.operand_type(0), op.result_type(0));
    let pointer = |ty: Type| ty.element_or_self(ctx).is_a(ctx, &types::PTR);
    if pointer(from) != pointer(to) {
        return Err(op.error("can only cast pointers from and to pointers"));
    }
    if pointer(from) {
        let vectors = (types::is_vector(ctx, from), types::is_vector(ctx, to));
        if vectors.0 && !vectors.1 {
            return Err(op.error("cannot cast vector of pointers to pointer"));
        }
        if !vectors.0 && vectors.1 {
            return Err(op.error("cannot cast pointer to vector of pointers"));
        }
        let space = |ty: Type| types::address_space(ctx, ty.element_or_self(ctx));
        if space(from) != space(to) {
            return Err(op.error("cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead"));
        }
    }
    Ok(())
}

/// An extension widens and keeps the number of elements.
pub fn extension(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (from, to) = (op.operand_type(0), op.result_type(0));
    if count(ctx, from).is_some() != count(ctx, to).is_some() {
        let is_vector = count(ctx, from).is_some();
        let message = if is_vector {
            "input is a vector type but output is a scalar"
        } else {
            "input type is an integer but output type is a vector"
        };
        return Err(op.bare_error(message));
    }
    if count(ctx, from) != count(ctx, to) {
        return Err(op.bare_error("input and output vectors are of incompatible shape"));
    }
    if bits(ctx, from.element_or_self(ctx)) >= bits(ctx, to.element_or_self(ctx)) {
        return Err(op.bare_error(
            "integer width of the output type is smaller or equal to the integer width of the input type",
        ));
    }
    Ok(())
}
