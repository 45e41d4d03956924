//! Verifiers of constants and conversions.

use asyncir_ir::float::FloatSemantics;
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{AttrKind, Context, Fallible, OpRef, Type, TypeKind};

use super::types;

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
        let count = parts.fields.map_or(0, |fields| fields.len());
        let given = value.as_array(ctx).map(<[_]>::len);
        return match given {
            None => Err(op.error("expected array attribute for struct type")),
            Some(given) if given != count => {
                Err(op.error(format_args!("expected array attribute of size {count}")))
            }
            Some(_) => Ok(()),
        };
    }
    scalar_constant(op, ty)
}

fn scalar_constant(op: OpRef<'_>, ty: Type) -> Fallible {
    let ctx = op.ctx;
    let value = op.required("value");
    if let Some((attr_type, _)) = value.as_int(ctx) {
        if !ty.is_signless_int(ctx) {
            return Err(op.error("expected integer type"));
        }
        // An index takes the width of the target.
        if !attr_type.is_index() && attr_type.int_width(ctx) != ty.int_width(ctx) {
            return Err(op.error("expected integer type of the same width as the value"));
        }
        return Ok(());
    }
    if let Some((attr_type, _)) = value.as_float(ctx) {
        let width = attr_type.float(ctx).map(FloatSemantics::width);
        if let Some(own) = ty.float(ctx) {
            return if Some(own.width()) == width {
                Ok(())
            } else {
                Err(op.error("expected float type of the same width"))
            };
        }
        if ty.int_width(ctx) != width {
            return Err(op.error(format_args!(
                "expected integer type of width {}",
                width.unwrap_or(0)
            )));
        }
        return Ok(());
    }
    if matches!(
        value.kind(ctx),
        AttrKind::DenseElements { .. }
            | AttrKind::SparseElements { .. }
            | AttrKind::DenseResource { .. }
    ) {
        let fits = types::is_vector(ctx, ty)
            || types::array_parts(ctx, ty).is_some()
            || types::is_compatible(ctx, ty);
        return if fits {
            Ok(())
        } else {
            Err(op.error("expected vector or array type"))
        };
    }
    if types::array_parts(ctx, ty).is_some() && value.as_array(ctx).is_some() {
        return Ok(());
    }
    Err(op.error("only supports integer, float, string or elements attributes"))
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
    let symbol = op.required("global_name");
    let target = scope.lookup(op.ctx, symbol);
    let Some(target) = target.filter(|target| {
        [
            "llvm.mlir.global",
            "llvm.func",
            "llvm.mlir.alias",
            "llvm.mlir.ifunc",
        ]
        .contains(&target.name())
    }) else {
        return Err(op.error("must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'"));
    };
    let space = target
        .property("addr_space")
        .and_then(|attr| attr.as_i64(op.ctx))
        .unwrap_or(0);
    if target.name() == "llvm.mlir.global"
        && types::address_space(op.ctx, op.result_type(0)).map(i64::from) != Some(space)
    {
        return Err(op.error(
            "pointer address space must match address space of the referenced global or alias",
        ));
    }
    Ok(())
}

fn bits(ctx: &Context, ty: Type) -> Option<u32> {
    ty.int_width(ctx)
        .or_else(|| ty.float(ctx).map(FloatSemantics::width))
}

fn count(ctx: &Context, ty: Type) -> Option<i64> {
    match ty.kind(ctx) {
        TypeKind::Vector { shape, .. } => Some(shape.iter().product()),
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
        return Err(op.error(message));
    }
    if count(ctx, from) != count(ctx, to) {
        return Err(op.error("input and output vectors are of incompatible shape"));
    }
    if bits(ctx, from.element_or_self(ctx)) >= bits(ctx, to.element_or_self(ctx)) {
        return Err(op.error("integer width of the output type is smaller or equal to the integer width of the input type"));
    }
    Ok(())
}
