//! Constraints of the dialect and functions on the types of its ops.

use asyncir_ir::def::{AttrConstraint, AttrForm, TypeConstraint};
use asyncir_ir::{Context, OpRef, Type};

use super::strides::{MemRef, strides_and_offset};
use crate::constraints as c;

fn is_int_or_float(ctx: &Context, ty: Type) -> bool {
    ty.is_signless_int(ctx) || c::is_float(ctx, ty)
}

fn rank_is(ctx: &Context, ty: Type, rank: usize) -> bool {
    c::is_memref(ctx, ty) && ty.shape(ctx).is_some_and(|shape| shape.len() == rank)
}

/// `iN` or a float.
pub static INT_OR_FLOAT: TypeConstraint = TypeConstraint::new("signless integer or floating-point", is_int_or_float);

/// A memref of `iN` or floats.
pub static INT_OR_FLOAT_MEMREF: TypeConstraint =
    TypeConstraint::new("memref of signless integer or floating-point values", |ctx, ty| {
        c::is_memref(ctx, ty) && is_int_or_float(ctx, ty.element_or_self(ctx))
    })
    .of_kind("builtin.memref");

/// A memref whose elements stand at a linear function of their indices.
pub static STRIDED_MEMREF: TypeConstraint =
    TypeConstraint::new("strided memref of any type values", is_strided).of_kind("builtin.memref");

/// A strided memref without dimensions.
pub static STRIDED_SCALAR_MEMREF: TypeConstraint =
    TypeConstraint::new("strided memref of any type values of rank 0", |ctx, ty| {
        is_strided(ctx, ty) && rank_is(ctx, ty, 0)
    })
    .of_kind("builtin.memref");

/// A one-dimensional memref of bytes.
pub static BYTES_MEMREF: TypeConstraint =
    TypeConstraint::new("1D memref of 8-bit signless integer values", |ctx, ty| {
        rank_is(ctx, ty, 1) && ty.element_or_self(ctx) == Type::I8
    })
    .of_kind("builtin.memref");

/// A one-dimensional memref of `iN` or `index`.
pub static SHAPE_MEMREF: TypeConstraint =
    TypeConstraint::new("1D memref of signless integer or index values", |ctx, ty| {
        rank_is(ctx, ty, 1) && c::is_signless_int_or_index(ctx, ty.element_or_self(ctx))
    })
    .of_kind("builtin.memref");

/// `n : i32`, more than 0.
pub static POSITIVE_I32: AttrConstraint = AttrConstraint::new(
    "32-bit signless integer attribute whose value is positive",
    |ctx, attr| (c::I32_ATTR.check)(ctx, attr) && attr.as_i64(ctx).is_some_and(|value| value > 0),
)
.form(AttrForm::Typed(|_| Type::I32));

/// `n : i32`, from 0 to 3.
pub static LOCALITY: AttrConstraint = AttrConstraint::new(
    "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
    |ctx, attr| (c::I32_ATTR.check)(ctx, attr) && attr.as_i64(ctx).is_some_and(|value| (0..=3).contains(&value)),
)
.form(AttrForm::Typed(|_| Type::I32));

/// A ranked memref type as an attribute.
pub static MEMREF_TYPE: AttrConstraint = AttrConstraint::new("memref type attribute", |ctx, attr| {
    attr.as_type(ctx).is_some_and(|ty| c::is_memref(ctx, ty))
});

fn is_strided(ctx: &Context, ty: Type) -> bool {
    strides_and_offset(ctx, ty).is_some()
}

/// The element type of a ranked memref.
pub fn memref_element(ctx: &Context, ty: Type) -> Option<Type> {
    MemRef::of(ctx, ty).map(|memref| memref.element)
}

/// How many dimensions a ranked memref has.
pub fn rank_of(op: OpRef<'_>, ty: Type) -> usize {
    ty.shape(op.ctx).map_or(0, <[i64]>::len)
}
