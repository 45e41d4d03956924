//! Constraints on types and attributes.

use asyncir_ir::def::{AttrConstraint, AttrForm, TypeConstraint};
use asyncir_ir::{Context, Type, TypeKind};

use super::attrs::ASM_DIALECTS;
use super::types::{self, is_aggregate, is_compatible, is_float, is_loadable, is_vector, make};

fn scalar_or_vector(ctx: &Context, ty: Type, check: fn(&Context, Type) -> bool) -> bool {
    check(ctx, ty) || (is_vector(ctx, ty) && check(ctx, ty.element_or_self(ctx)))
}

fn vector_of(ctx: &Context, ty: Type, check: fn(&Context, Type) -> bool) -> bool {
    is_vector(ctx, ty) && check(ctx, ty.element_or_self(ctx))
}

fn is_pointer(ctx: &Context, ty: Type) -> bool {
    ty.is_a(ctx, &types::PTR)
}

fn is_integer(ctx: &Context, ty: Type) -> bool {
    ty.is_signless_int(ctx)
}

/// What the dialect works on.
pub static ANY: TypeConstraint = TypeConstraint::new("LLVM dialect-compatible type", is_compatible);
/// What the dialect works on, without `void` and function types.
pub static PRIMITIVE: TypeConstraint = TypeConstraint::new("primitive LLVM type", |c, t| {
    is_compatible(c, t) && !t.is_a(c, &types::VOID) && !t.is_a(c, &types::FUNC)
});
/// `!llvm.token`
pub static TOKEN: TypeConstraint =
    TypeConstraint::new("LLVM token type", |c, t| t.is_a(c, &types::TOKEN)).buildable(make::token);
/// A pointer.
pub static POINTER: TypeConstraint = TypeConstraint::new("LLVM pointer type", is_pointer);
/// A pointer in address space 0.
pub static DEFAULT_POINTER: TypeConstraint = TypeConstraint::new("LLVM pointer in address space 0", |c, t| {
    types::address_space(c, t) == Some(0)
})
.buildable(make::ptr);
/// A structure or array.
pub static AGGREGATE: TypeConstraint = TypeConstraint::new("LLVM aggregate type", is_aggregate);
/// Anything else.
pub static NON_AGGREGATE: TypeConstraint = TypeConstraint::new("LLVM-compatible non-aggregate type", |c, t| {
    is_compatible(c, t) && !is_aggregate(c, t)
});
/// A structure.
pub static STRUCT: TypeConstraint = TypeConstraint::new("LLVM structure type", |c, t| t.is_a(c, &types::STRUCT));
/// What can be loaded and stored.
pub static LOADABLE: TypeConstraint = TypeConstraint::new("LLVM type with size", is_loadable);
/// A vector.
pub static VECTOR: TypeConstraint =
    TypeConstraint::new("LLVM dialect-compatible vector type", is_vector).of_kind("builtin.vector");
/// A float.
pub static FLOAT: TypeConstraint = TypeConstraint::new("floating point LLVM type", is_float);
/// An integer or a vector of integers.
pub static INTEGERS: TypeConstraint = TypeConstraint::new(
    "signless integer or LLVM dialect-compatible vector of signless integer",
    |c, t| scalar_or_vector(c, t, is_integer),
);
/// A float or a vector of floats.
pub static FLOATS: TypeConstraint = TypeConstraint::new(
    "floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type",
    |c, t| scalar_or_vector(c, t, is_float),
);
/// A pointer or a vector of pointers.
pub static POINTERS: TypeConstraint = TypeConstraint::new(
    "LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type",
    |c, t| scalar_or_vector(c, t, is_pointer),
);
/// A bit or a vector of bits.
pub static BITS: TypeConstraint = TypeConstraint::new(
    "1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer",
    |c, t| scalar_or_vector(c, t, |_, t| t == Type::I1),
);
/// What `llvm.icmp` compares.
pub static COMPARABLE: TypeConstraint = TypeConstraint::new(
    "signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or LLVM \
     dialect-compatible vector of LLVM pointer type",
    |c, t| scalar_or_vector(c, t, |c, t| is_integer(c, t) || is_pointer(c, t)),
);
/// What `llvm.atomicrmw` works on.
pub static ATOMIC_RMW: TypeConstraint = TypeConstraint::new(
    "floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible fixed-length vector \
     type",
    |c, t| {
        let fixed = matches!(t.kind(c), TypeKind::Vector { scalable, .. } if !scalable.contains(&true));
        is_float(c, t) || is_pointer(c, t) || is_integer(c, t) || fixed
    },
);
/// What `llvm.cmpxchg` works on.
pub static ATOMIC_CMPXCHG: TypeConstraint = TypeConstraint::new("signless integer or LLVM pointer type", |c, t| {
    is_integer(c, t) || is_pointer(c, t)
});
/// A vector of bits.
pub static VECTOR_OF_BITS: TypeConstraint =
    TypeConstraint::new("LLVM dialect-compatible vector of 1-bit signless integer", |c, t| {
        vector_of(c, t, |_, t| t == Type::I1)
    })
    .of_kind("builtin.vector");
/// A vector of integers.
pub static VECTOR_OF_INTEGERS: TypeConstraint =
    TypeConstraint::new("LLVM dialect-compatible vector of signless integer", |c, t| {
        vector_of(c, t, is_integer)
    })
    .of_kind("builtin.vector");
/// A vector of floats.
pub static VECTOR_OF_FLOATS: TypeConstraint =
    TypeConstraint::new("LLVM dialect-compatible vector of floating-point", |c, t| {
        vector_of(c, t, is_float)
    })
    .of_kind("builtin.vector");
/// A vector of pointers.
pub static VECTOR_OF_POINTERS: TypeConstraint =
    TypeConstraint::new("LLVM dialect-compatible vector of LLVM pointer type", |c, t| {
        vector_of(c, t, is_pointer)
    })
    .of_kind("builtin.vector");

/// A function type of LLVM.
pub static FUNCTION_TYPE_ATTR: AttrConstraint = AttrConstraint::new("type attribute of LLVM function type", |c, a| {
    a.as_type(c).is_some_and(|t| t.is_a(c, &types::FUNC))
});
/// Flags as a plain number.
pub static FLAGS_I32: AttrConstraint = AttrConstraint::new("32-bit signless integer attribute", |c, a| {
    a.as_int(c).is_some_and(|(ty, _)| ty == Type::I32)
});
/// Syntax of inline assembly.
pub static ASM_DIALECT: AttrConstraint = AttrConstraint::new("ATT (0) or Intel (1) asm dialect", |c, a| {
    a.as_i64(c).is_some_and(|value| ASM_DIALECTS.keyword(value).is_some())
})
.form(AttrForm::Enum(&ASM_DIALECTS));
