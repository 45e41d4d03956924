//! Constraints of the dialect.

use asyncir_ir::def::TypeConstraint;
use asyncir_ir::{Context, Type, TypeKind};

/// `complex<fN>`
pub static COMPLEX: TypeConstraint = TypeConstraint::new("complex type with floating-point elements", |ctx, ty| {
    element_type(ctx, ty).is_some_and(|element| element.float(ctx).is_some())
})
.of_kind("builtin.complex");

/// `complex<T>`
pub static ANY_COMPLEX: TypeConstraint =
    TypeConstraint::new("complex-type", |ctx, ty| element_type(ctx, ty).is_some()).of_kind("builtin.complex");

/// The element type of a complex type.
pub fn element_type(ctx: &Context, ty: Type) -> Option<Type> {
    match *ty.kind(ctx) {
        TypeKind::Complex(element) => Some(element),
        _ => None,
    }
}
