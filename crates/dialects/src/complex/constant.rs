//! Making complex numbers: constants, from parts, from the bits of other types.

use asyncir_ir::def::NameSink;
use asyncir_ir::{AttrKind, Attribute, Context, Fallible, Location, OpRef, OperationState, Type, TypeKind};

use super::constraints::{ANY_COMPLEX, COMPLEX, element_type};
use super::{canonicalize, fold};
use crate::constraints::{ANY_FLOAT, ANY_TYPE, ARRAY_ATTR};

asyncir_ir::ops! {
    /// Ops that make complex numbers.
    pub const VALUE_OPS;

    /// ```mlir
    /// %i = complex.constant [0.0 : f32, 1.0 : f32] : complex<f32>
    /// ```
    op ConstantOp "complex.constant" {
        summary "a complex number that is known";
        results { complex: one ANY_COMPLEX }
        attributes { value: required ARRAY_ATTR }
        traits [ConstantLike, Pure]
        format "$value attr-dict `:` type($complex)";
        hooks { fold: fold::constant, verify: verify_constant, result_names: name_constant }
    }

    op CreateOp "complex.create" {
        summary "a complex number from its real and its imaginary part";
        operands { real: one ANY_FLOAT, imaginary: one ANY_FLOAT }
        results { complex: one COMPLEX }
        traits [Pure]
        rules [
            AllTypesMatch(&["real", "imaginary"]),
            TypesMatchWith {
                summary: "complex element type matches real operand type",
                from: "complex",
                to: "real",
                transform: element_type,
            },
            TypesMatchWith {
                summary: "complex element type matches imaginary operand type",
                from: "complex",
                to: "imaginary",
                transform: element_type,
            },
        ]
        format "$real `,` $imaginary attr-dict `:` type($complex)";
        hooks { fold: fold::create }
    }

    /// One of the types is complex, the other an integer or a float of twice as many bits as its elements have.
    op BitcastOp "complex.bitcast" {
        summary "reads the bits of a complex number as another type, or the other way round";
        operands { operand: one ANY_TYPE }
        results { result: one ANY_TYPE }
        traits [Pure]
        format "$operand attr-dict `:` type($operand) `to` type($result)";
        hooks { fold: fold::bitcast, verify: verify_bitcast, canonicalize: canonicalize::BITCAST }
    }
}

/// The two parts of a constant.
pub(super) fn parts(ctx: &Context, value: Attribute) -> Option<[Attribute; 2]> {
    value.as_array(ctx)?.try_into().ok()
}

fn is_number(ctx: &Context, attr: Attribute) -> bool {
    matches!(attr.kind(ctx), AttrKind::Float { .. } | AttrKind::Integer { .. })
}

/// `complex.constant` of two numbers that fit the type.
pub fn materialize_constant(ctx: &Context, value: Attribute, ty: Type, at: Location) -> Option<OperationState> {
    let Some([real, imaginary]) = parts(ctx, value) else {
        // Parts of complex numbers are constants of arith.
        return ctx.dialect("arith")?.materialize_constant?(ctx, value, ty, at);
    };
    let element = element_type(ctx, ty)?;
    let fits = |part: Attribute| is_number(ctx, part) && part.ty(ctx) == element;
    (fits(real) && fits(imaginary)).then(|| ConstantOp::build(ctx, at, value, &[ty]))
}

fn name_constant(op: OpRef<'_>, name: NameSink<'_>) {
    name(op.result(0), "cst");
}

fn verify_constant(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let Some([real, imaginary]) = op.property("value").and_then(|value| parts(ctx, value)) else {
        return Err(op.error("requires 'value' to be a complex constant, represented as array of two values"));
    };
    if !is_number(ctx, real) || !is_number(ctx, imaginary) {
        return Err(op.error("requires attribute's elements to be float or integer attributes"));
    }
    let element = element_type(ctx, op.result_type(0));
    let types = [real.ty(ctx), imaginary.ty(ctx)];
    match element {
        Some(element) if types != [element; 2] => Err(op.error(format!(
            "requires attribute's element types ('{}', '{}') to match the element type of the op's return type ('{}')",
            ctx.show_type(types[0]),
            ctx.show_type(types[1]),
            ctx.show_type(element),
        ))),
        _ => Ok(()),
    }
}

/// Bits of an integer or float.
fn scalar_width(ctx: &Context, ty: Type) -> Option<u32> {
    crate::constant_fold::element_width(ctx, ty).filter(|_| !ty.is_index())
}

fn verify_bitcast(op: OpRef<'_>) -> Fallible {
    let (ctx, operand, result) = (op.ctx, op.operand_type(0), op.result_type(0));
    if operand == result {
        return Ok(());
    }
    let is_complex = |ty: Type| matches!(ty.kind(ctx), TypeKind::Complex(_));
    let is_castable = |ty: Type| is_complex(ty) || scalar_width(ctx, ty).is_some();
    if !is_castable(operand) {
        return Err(op.error("operand must be int/float/complex"));
    }
    if !is_castable(result) {
        return Err(op.error("result must be int/float/complex"));
    }
    if is_complex(operand) == is_complex(result) {
        return Err(op.error("requires that either input or output has a complex type"));
    }
    let width = |ty: Type| match element_type(ctx, ty) {
        Some(element) => scalar_width(ctx, element).map(|width| 2 * width),
        None => scalar_width(ctx, ty),
    };
    if width(operand) != width(result) {
        return Err(op.error("casting bitwidths do not match"));
    }
    Ok(())
}
