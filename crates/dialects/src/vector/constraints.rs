//! Constraints on vectors.

use asyncir_ir::def::TypeConstraint;
use asyncir_ir::{Context, Type, TypeKind};

use crate::constraints::{is_any_memref, is_float, is_tensor, is_vector};

/// Vectors without dimensions are none of these.
fn of(ctx: &Context, ty: Type, check: fn(&Context, Type) -> bool) -> bool {
    ty.shape(ctx).is_some_and(|sizes| !sizes.is_empty()) && is_vector(ctx, ty) && check(ctx, ty.element_or_self(ctx))
}

fn is_rank_1(ctx: &Context, ty: Type) -> bool {
    matches!(ty.kind(ctx), TypeKind::Vector { shape, .. } if shape.len() == 1)
}

/// A mask.
pub static BITS: TypeConstraint = TypeConstraint::new("vector of 1-bit signless integer values", |c, t| {
    of(c, t, |_, t| t == Type::I1)
})
.of_kind("builtin.vector");
/// A mask, which may have no dimension.
pub static BITS_OF_ANY_RANK: TypeConstraint = TypeConstraint::new("vector of 1-bit signless integer values", |c, t| {
    is_vector(c, t) && t.element_or_self(c) == Type::I1
})
.of_kind("builtin.vector");
/// A mask of known length.
pub static FIXED_BITS: TypeConstraint =
    TypeConstraint::new("fixed-length vector of 1-bit signless integer values", |c, t| {
        (BITS.check)(c, t) && !matches!(t.kind(c), TypeKind::Vector { scalable, .. } if scalable.contains(&true))
    })
    .of_kind("builtin.vector");
/// A vector of floats, which may have no dimension.
pub static FLOATS: TypeConstraint = TypeConstraint::new("vector of floating-point values", |c, t| {
    is_vector(c, t) && is_float(c, t.element_or_self(c))
})
.of_kind("builtin.vector");
/// A vector of integers or indices.
pub static INDICES: TypeConstraint = TypeConstraint::new("vector of integer or index values", |c, t| {
    of(c, t, |c, t| t.is_int(c) || t.is_index())
})
.of_kind("builtin.vector");
/// A vector of one dimension.
pub static RANK_1: TypeConstraint = TypeConstraint::new(" of ranks 1", is_rank_1).of_kind("builtin.vector");
/// A vector of one dimension whose size is a multiple of what the machine has.
pub static SCALABLE_RANK_1: TypeConstraint = TypeConstraint::new(
    " of ranks 1",
    |c, t| matches!(t.kind(c), TypeKind::Vector { scalable, .. } if scalable[..] == [true]),
)
.of_kind("builtin.vector");
/// A vector of indices of one dimension.
pub static INDEX_RANK_1: TypeConstraint = TypeConstraint::new("vector of index values of ranks 1", |c, t| {
    is_rank_1(c, t) && of(c, t, |_, t| t.is_index())
})
.of_kind("builtin.vector");
/// A tensor or memref.
pub static TENSOR_OR_MEMREF: TypeConstraint = TypeConstraint::new("Tensor or MemRef of any type values", |c, t| {
    is_tensor(c, t) || is_any_memref(c, t)
})
.of_interface(|c, t| t.is_shaped(c));
/// What can be printed.
pub static PRINTABLE: TypeConstraint = TypeConstraint::new("", |c, t| {
    is_vector(c, t) || t.is_int(c) || t.is_index() || is_float(c, t)
});
