//! Constraints on memrefs.

use asyncir_ir::def::{AttrConstraint, AttrForm, TypeConstraint};
use asyncir_ir::{Context, Type};

use super::layout::strides_and_offset;
use crate::constraints as c;

fn rank(ctx: &Context, ty: Type) -> usize {
    ty.shape(ctx).map_or(0, <[i64]>::len)
}

fn is_int_or_float(ctx: &Context, ty: Type) -> bool {
    ty.is_signless_int(ctx) || c::is_float(ctx, ty)
}

/// A ranked memref whose layout is strides and an offset.
pub static STRIDED: TypeConstraint = TypeConstraint::new("strided memref of any type values", |c, t| {
    crate::constraints::is_memref(c, t) && strides_and_offset(c, t).is_some()
});
/// The same without dimensions.
pub static STRIDED_RANK_0: TypeConstraint =
    TypeConstraint::new("strided memref of any type values of rank 0", |c, t| {
        crate::constraints::is_memref(c, t) && strides_and_offset(c, t).is_some() && rank(c, t) == 0
    });
/// An integer or a float.
pub static INT_OR_FLOAT: TypeConstraint = TypeConstraint::new("signless integer or floating-point", is_int_or_float);
/// A memref of integers or floats.
pub static INT_OR_FLOAT_MEMREF: TypeConstraint =
    TypeConstraint::new("memref of signless integer or floating-point values", |c, t| {
        crate::constraints::is_memref(c, t) && is_int_or_float(c, t.element_or_self(c))
    });
/// A one-dimensional memref of bytes.
pub static BYTES: TypeConstraint = TypeConstraint::new("1D memref of 8-bit signless integer values", |c, t| {
    crate::constraints::is_memref(c, t) && rank(c, t) == 1 && t.element_or_self(c) == Type::I8
});
/// A one-dimensional memref of sizes.
pub static SHAPE: TypeConstraint = TypeConstraint::new("1D memref of signless integer or index values", |c, t| {
    crate::constraints::is_memref(c, t) && rank(c, t) == 1 && crate::constraints::is_signless_int_or_index(c, t.element_or_self(c))
});
/// 0 to 3.
pub static LOCALITY: AttrConstraint = AttrConstraint::new(
    "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
    |c, a| a.as_int(c).is_some_and(|(t, _)| t == Type::I32) && a.as_i64(c).is_some_and(|v| (0..=3).contains(&v)),
)
.form(AttrForm::Typed(|_| Type::I32));
/// More than 0.
pub static POSITIVE_I32: AttrConstraint =
    AttrConstraint::new("32-bit signless integer attribute whose value is positive", |c, a| {
        a.as_int(c).is_some_and(|(t, _)| t == Type::I32) && a.as_i64(c).is_some_and(|v| v > 0)
    })
    .form(AttrForm::Typed(|_| Type::I32));
