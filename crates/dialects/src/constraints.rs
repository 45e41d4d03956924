//! Constraints that several dialects share. Their summaries are the words of the verifier's errors.

use asyncir_ir::def::{AttrConstraint, AttrForm, TypeConstraint};
use asyncir_ir::{AttrKind, Attribute, Context, DYNAMIC, Type, TypeKind};

type TypeCheck = fn(&Context, Type) -> bool;

/// Whether `ty` is a vector or tensor whose elements satisfy `check`.
pub fn value_container_of(ctx: &Context, ty: Type, check: TypeCheck) -> bool {
    is_value_container(ctx, ty) && check(ctx, ty.element_or_self(ctx))
}

/// Whether `ty` satisfies `check` or is a vector or tensor of such elements.
pub fn like(ctx: &Context, ty: Type, check: TypeCheck) -> bool {
    check(ctx, ty) || value_container_of(ctx, ty, check)
}

/// Whether `ty` is a vector or a tensor: what MLIR calls a container with value semantics.
pub fn is_value_container(ctx: &Context, ty: Type) -> bool {
    is_vector(ctx, ty) || is_tensor(ctx, ty)
}

/// Whether `ty` is a vector of any rank.
pub fn is_vector(ctx: &Context, ty: Type) -> bool {
    matches!(ty.kind(ctx), TypeKind::Vector { .. })
}

/// Whether `ty` is a tensor, ranked or not.
pub fn is_tensor(ctx: &Context, ty: Type) -> bool {
    matches!(
        ty.kind(ctx),
        TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
    )
}

/// Whether `ty` is a ranked tensor.
pub fn is_ranked_tensor(ctx: &Context, ty: Type) -> bool {
    matches!(ty.kind(ctx), TypeKind::RankedTensor { .. })
}

/// Whether `ty` is a ranked memref.
pub fn is_memref(ctx: &Context, ty: Type) -> bool {
    matches!(ty.kind(ctx), TypeKind::MemRef { .. })
}

/// Whether `ty` is a memref, ranked or not.
pub fn is_any_memref(ctx: &Context, ty: Type) -> bool {
    is_memref(ctx, ty) || matches!(ty.kind(ctx), TypeKind::UnrankedMemRef { .. })
}

/// Whether `ty` is `index` or a signless integer.
pub fn is_signless_int_or_index(ctx: &Context, ty: Type) -> bool {
    ty.is_index() || ty.is_signless_int(ctx)
}

/// Whether `ty` is a float type.
pub fn is_float(ctx: &Context, ty: Type) -> bool {
    ty.float(ctx).is_some()
}

fn rank(ctx: &Context, ty: Type) -> usize {
    ty.shape(ctx).map_or(0, <[i64]>::len)
}

/// Any type.
pub static ANY_TYPE: TypeConstraint = TypeConstraint::new("any type", |_, _| true);
/// `none`
pub static NONE: TypeConstraint = TypeConstraint::new("none type", |_, t| t == Type::NONE)
    .buildable(|_| Type::NONE)
    .of_kind("builtin.none");
/// `index`
pub static INDEX: TypeConstraint = TypeConstraint::new("index", |_, t| t.is_index())
    .buildable(|_| Type::INDEX)
    .of_kind("builtin.index");
/// `i1`
pub static I1: TypeConstraint = TypeConstraint::new("1-bit signless integer", |_, t| t == Type::I1)
    .buildable(|_| Type::I1)
    .of_kind("builtin.integer");
/// `i8`
pub static I8: TypeConstraint = TypeConstraint::new("8-bit signless integer", |_, t| t == Type::I8)
    .buildable(|_| Type::I8)
    .of_kind("builtin.integer");
/// `i16`
pub static I16: TypeConstraint = TypeConstraint::new("16-bit signless integer", |_, t| t == Type::I16)
    .buildable(|_| Type::I16)
    .of_kind("builtin.integer");
/// `i32`
pub static I32: TypeConstraint = TypeConstraint::new("32-bit signless integer", |_, t| t == Type::I32)
    .buildable(|_| Type::I32)
    .of_kind("builtin.integer");
/// `i64`
pub static I64: TypeConstraint = TypeConstraint::new("64-bit signless integer", |_, t| t == Type::I64)
    .buildable(|_| Type::I64)
    .of_kind("builtin.integer");
/// `f32`
pub static F32: TypeConstraint = TypeConstraint::new("32-bit float", |_, t| t == Type::F32)
    .buildable(|_| Type::F32)
    .of_interface(is_float);
/// `f64`
pub static F64: TypeConstraint = TypeConstraint::new("64-bit float", |_, t| t == Type::F64)
    .buildable(|_| Type::F64)
    .of_interface(is_float);
/// `iN`, `siN` or `uiN`
pub static ANY_INTEGER: TypeConstraint = TypeConstraint::new("integer", |c, t| t.is_int(c)).of_kind("builtin.integer");
/// `iN`
pub static SIGNLESS_INTEGER: TypeConstraint =
    TypeConstraint::new("signless integer", |c, t| t.is_signless_int(c)).of_kind("builtin.integer");
/// `iN` or `index`
pub static SIGNLESS_INTEGER_OR_INDEX: TypeConstraint =
    TypeConstraint::new("signless integer or index", is_signless_int_or_index);
/// Any float type.
pub static ANY_FLOAT: TypeConstraint = TypeConstraint::new("floating-point", is_float).of_interface(is_float);
/// `complex<...>`
pub static ANY_COMPLEX: TypeConstraint =
    TypeConstraint::new("complex-type", |c, t| matches!(t.kind(c), TypeKind::Complex(_))).of_kind("builtin.complex");
/// A builtin function type.
pub static FUNCTION_TYPE: TypeConstraint =
    TypeConstraint::new("function type", |c, t| t.function(c).is_some()).of_kind("builtin.function");
/// `tuple<...>`
pub static ANY_TUPLE: TypeConstraint =
    TypeConstraint::new("tuple", |c, t| matches!(t.kind(c), TypeKind::Tuple(_))).of_kind("builtin.tuple");

/// `i1` or a vector or tensor of it.
pub static BOOL_LIKE: TypeConstraint = TypeConstraint::new("bool-like", |c, t| like(c, t, |_, t| t == Type::I1));
/// `iN` or a vector or tensor of it.
pub static SIGNLESS_INTEGER_LIKE: TypeConstraint =
    TypeConstraint::new("signless-integer", |c, t| like(c, t, |c, t| t.is_signless_int(c)));
/// `iN`, `index`, or a vector or tensor of them.
pub static SIGNLESS_INTEGER_OR_INDEX_LIKE: TypeConstraint =
    TypeConstraint::new("signless-integer-like", |c, t| like(c, t, is_signless_int_or_index));
/// A float type or a vector or tensor of it.
pub static FLOAT_LIKE: TypeConstraint = TypeConstraint::new("floating-point-like", |c, t| like(c, t, is_float));
/// An integer (no index), a float, or a vector or tensor of them.
pub static SIGNLESS_INTEGER_OR_FLOAT_LIKE: TypeConstraint =
    TypeConstraint::new("signless-integer-like or floating-point-like", |c, t| {
        like(c, t, |c, t| t.is_signless_int(c) || is_float(c, t))
    });

/// A vector of any rank.
pub static ANY_VECTOR: TypeConstraint =
    TypeConstraint::new("vector of any type values", is_vector).of_kind("builtin.vector");
/// A vector of at least one dimension.
pub static ANY_VECTOR_OF_NON_ZERO_RANK: TypeConstraint =
    TypeConstraint::new("vector of any type values", |c, t| is_vector(c, t) && rank(c, t) > 0)
        .of_kind("builtin.vector");
/// A vector of any rank and no scalable dimension.
pub static ANY_FIXED_VECTOR: TypeConstraint = TypeConstraint::new(
    "fixed-length vector of any type values",
    |c, t| matches!(t.kind(c), TypeKind::Vector { scalable, .. } if !scalable.contains(&true)),
)
.of_kind("builtin.vector");
/// A vector, tensor or memref.
pub static ANY_SHAPED: TypeConstraint =
    TypeConstraint::new("shaped of any type values", |c, t| t.is_shaped(c)).of_interface(|c, t| t.is_shaped(c));
/// A tensor.
pub static ANY_TENSOR: TypeConstraint =
    TypeConstraint::new("tensor of any type values", is_tensor).of_interface(is_tensor);
/// A ranked tensor.
pub static ANY_RANKED_TENSOR: TypeConstraint =
    TypeConstraint::new("ranked tensor of any type values", is_ranked_tensor).of_kind("builtin.tensor");
/// An unranked tensor, or one of at least one dimension.
pub static ANY_NON0_RANKED_OR_UNRANKED_TENSOR: TypeConstraint =
    TypeConstraint::new("non-0-ranked or unranked tensor", |c, t| {
        is_tensor(c, t) && t.shape(c).is_none_or(|shape| !shape.is_empty())
    })
    .of_interface(is_tensor);
/// A ranked memref.
pub static ANY_MEMREF: TypeConstraint =
    TypeConstraint::new("memref of any type values", is_memref).of_kind("builtin.memref");
/// A ranked memref of at least one dimension.
pub static ANY_NON0_RANKED_MEMREF: TypeConstraint =
    TypeConstraint::new("non-0-ranked.memref of any type values", |c, t| {
        is_memref(c, t) && rank(c, t) > 0
    })
    .of_kind("builtin.memref");
/// An unranked memref.
pub static ANY_UNRANKED_MEMREF: TypeConstraint = TypeConstraint::new("unranked.memref of any type values", |c, t| {
    matches!(t.kind(c), TypeKind::UnrankedMemRef { .. })
})
.of_kind("builtin.unranked_memref");
/// A memref, ranked or not.
pub static ANY_RANKED_OR_UNRANKED_MEMREF: TypeConstraint =
    TypeConstraint::new("ranked or unranked memref of any type values", is_any_memref).of_interface(is_any_memref);
/// An unranked memref, or one of at least one dimension.
pub static ANY_NON0_RANKED_OR_UNRANKED_MEMREF: TypeConstraint = TypeConstraint::new(
    "unranked.memref of any type values or non-0-ranked.memref of any type values",
    |c, t| is_any_memref(c, t) && !(is_memref(c, t) && rank(c, t) == 0),
);
/// A memref without dynamic sizes.
pub static ANY_STATIC_SHAPE_MEMREF: TypeConstraint =
    TypeConstraint::new("statically shaped memref of any type values", |c, t| {
        is_memref(c, t) && t.shape(c).is_some_and(|shape| !shape.contains(&DYNAMIC))
    })
    .of_kind("builtin.memref");
/// A one-dimensional memref.
pub static MEMREF_RANK_1: TypeConstraint = TypeConstraint::new("1D memref of any type values", |c, t| {
    is_memref(c, t) && rank(c, t) == 1
})
.of_kind("builtin.memref");

fn is_int_of(ctx: &Context, attr: Attribute, ty: Type) -> bool {
    attr.as_int(ctx).is_some_and(|(t, _)| t == ty)
}

fn is_array_of(ctx: &Context, attr: Attribute, check: fn(&Context, Attribute) -> bool) -> bool {
    attr.as_array(ctx)
        .is_some_and(|elements| elements.iter().all(|&e| check(ctx, e)))
}

fn is_dense_array_of(ctx: &Context, attr: Attribute, ty: Type) -> bool {
    matches!(attr.kind(ctx), AttrKind::DenseArray { element, .. } if *element == ty)
}

fn is_string(ctx: &Context, attr: Attribute) -> bool {
    matches!(attr.kind(ctx), AttrKind::String { .. })
}

fn is_symbol_ref(ctx: &Context, attr: Attribute) -> bool {
    matches!(attr.kind(ctx), AttrKind::SymbolRef { .. })
}

fn is_dense_elements(ctx: &Context, attr: Attribute) -> bool {
    matches!(
        attr.kind(ctx),
        AttrKind::DenseElements { .. }
            | AttrKind::DenseStrings { .. }
            | AttrKind::DenseResource { .. }
            | AttrKind::SparseElements { .. }
    )
}

/// Any attribute.
pub static ANY_ATTR: AttrConstraint = AttrConstraint::new("any attribute", |_, _| true);
/// `true` or `false`
pub static BOOL_ATTR: AttrConstraint =
    AttrConstraint::new("bool attribute", |_, a| a.as_bool().is_some()).form(AttrForm::Typed(|_| Type::I1));
/// `n : index`
pub static INDEX_ATTR: AttrConstraint =
    AttrConstraint::new("index attribute", |c, a| is_int_of(c, a, Type::INDEX)).form(AttrForm::Typed(|_| Type::INDEX));
/// `n : i1`
pub static I1_ATTR: AttrConstraint =
    AttrConstraint::new("1-bit signless integer attribute", |c, a| is_int_of(c, a, Type::I1))
        .form(AttrForm::Typed(|_| Type::I1));
/// `n : i8`
pub static I8_ATTR: AttrConstraint =
    AttrConstraint::new("8-bit signless integer attribute", |c, a| is_int_of(c, a, Type::I8))
        .form(AttrForm::Typed(|_| Type::I8));
/// `n : i32`
pub static I32_ATTR: AttrConstraint =
    AttrConstraint::new("32-bit signless integer attribute", |c, a| is_int_of(c, a, Type::I32))
        .form(AttrForm::Typed(|_| Type::I32));
/// `n : i32`, at least 0.
pub static I32_ATTR_NON_NEGATIVE: AttrConstraint = AttrConstraint::new(
    "32-bit signless integer attribute whose value is non-negative",
    |c, a| is_int_of(c, a, Type::I32) && a.as_i64(c).is_some_and(|v| v >= 0),
)
.form(AttrForm::Typed(|_| Type::I32));
/// `n : i64`
pub static I64_ATTR: AttrConstraint =
    AttrConstraint::new("64-bit signless integer attribute", |c, a| is_int_of(c, a, Type::I64))
        .form(AttrForm::Typed(|_| Type::I64));
/// `n : i64`, at least 0.
pub static I64_ATTR_NON_NEGATIVE: AttrConstraint = AttrConstraint::new(
    "64-bit signless integer attribute whose value is non-negative",
    |c, a| is_int_of(c, a, Type::I64) && a.as_i64(c).is_some_and(|v| v >= 0),
)
.form(AttrForm::Typed(|_| Type::I64));
/// `n : i64`, more than 0.
pub static I64_ATTR_POSITIVE: AttrConstraint =
    AttrConstraint::new("64-bit signless integer attribute whose value is positive", |c, a| {
        is_int_of(c, a, Type::I64) && a.as_i64(c).is_some_and(|v| v > 0)
    })
    .form(AttrForm::Typed(|_| Type::I64));
/// `n : i64`, a power of two.
pub static I64_ATTR_ALIGNMENT: AttrConstraint = AttrConstraint::new(
    "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
    |c, a| is_int_of(c, a, Type::I64) && a.as_i64(c).is_some_and(|v| v > 0 && v & (v - 1) == 0),
)
.form(AttrForm::Typed(|_| Type::I64));
/// An integer of any type.
pub static ANY_INT_ATTR: AttrConstraint =
    AttrConstraint::new("arbitrary integer attribute", |c, a| a.as_int(c).is_some());
/// `x : f32`
pub static F32_ATTR: AttrConstraint = AttrConstraint::new("32-bit float attribute", |c, a| {
    a.as_float(c).is_some_and(|(t, _)| t == Type::F32)
})
.form(AttrForm::Typed(|_| Type::F32));
/// `x : f64`
pub static F64_ATTR: AttrConstraint = AttrConstraint::new("64-bit float attribute", |c, a| {
    a.as_float(c).is_some_and(|(t, _)| t == Type::F64)
})
.form(AttrForm::Typed(|_| Type::F64));
/// `"text"`
pub static STR_ATTR: AttrConstraint =
    AttrConstraint::new("string attribute", is_string).form(AttrForm::Typed(|_| Type::NONE));
/// The name of a symbol: a string that assembly formats write as `@name`.
pub static SYMBOL_NAME_ATTR: AttrConstraint =
    AttrConstraint::new("string attribute", is_string).form(AttrForm::SymbolName);
/// A type.
pub static TYPE_ATTR: AttrConstraint = AttrConstraint::new("any type attribute", |c, a| a.as_type(c).is_some());
/// A builtin function type.
pub static FUNCTION_TYPE_ATTR: AttrConstraint = AttrConstraint::new("type attribute of function type", |c, a| {
    a.as_type(c).is_some_and(|t| t.function(c).is_some())
});
/// A memref type.
pub static MEMREF_TYPE_ATTR: AttrConstraint =
    AttrConstraint::new("type attribute of memref of any type values", |c, a| {
        a.as_type(c).is_some_and(|t| is_memref(c, t))
    });
/// `unit`
pub static UNIT_ATTR: AttrConstraint =
    AttrConstraint::new("unit attribute", |_, a| a == Attribute::UNIT).form(AttrForm::Unit);
/// `{...}`
pub static DICTIONARY_ATTR: AttrConstraint =
    AttrConstraint::new("dictionary of named attribute values", |c, a| a.as_dict(c).is_some());
/// `@root::@nested`
pub static SYMBOL_REF_ATTR: AttrConstraint = AttrConstraint::new("symbol reference attribute", is_symbol_ref);
/// `@name`
pub static FLAT_SYMBOL_REF_ATTR: AttrConstraint =
    AttrConstraint::new("flat symbol reference attribute", |c, a| a.as_flat_symbol(c).is_some());
/// `affine_map<...>`
pub static AFFINE_MAP_ATTR: AttrConstraint = AttrConstraint::new("AffineMap attribute", |c, a| {
    matches!(a.kind(c), AttrKind::AffineMap(_))
});
/// `affine_set<...>`
pub static INTEGER_SET_ATTR: AttrConstraint = AttrConstraint::new("IntegerSet attribute", |c, a| {
    matches!(a.kind(c), AttrKind::IntegerSet(_))
});
/// `[...]`
pub static ARRAY_ATTR: AttrConstraint = AttrConstraint::new("array attribute", |c, a| a.as_array(c).is_some());
/// `["a", ...]`
pub static STR_ARRAY_ATTR: AttrConstraint =
    AttrConstraint::new("string array attribute", |c, a| is_array_of(c, a, is_string));
/// `[type, ...]`
pub static TYPE_ARRAY_ATTR: AttrConstraint = AttrConstraint::new("type array attribute", |c, a| {
    is_array_of(c, a, |c, a| a.as_type(c).is_some())
});
/// `[{...}, ...]`
pub static DICT_ARRAY_ATTR: AttrConstraint = AttrConstraint::new("Array of dictionary attributes", |c, a| {
    is_array_of(c, a, |c, a| a.as_dict(c).is_some())
});
/// `[1 : i32, ...]`
pub static I32_ARRAY_ATTR: AttrConstraint = AttrConstraint::new("32-bit integer array attribute", |c, a| {
    is_array_of(c, a, |c, a| is_int_of(c, a, Type::I32))
});
/// `[1 : i64, ...]` (`[1, ...]` in text)
pub static I64_ARRAY_ATTR: AttrConstraint = AttrConstraint::new("64-bit integer array attribute", |c, a| {
    is_array_of(c, a, |c, a| is_int_of(c, a, Type::I64))
});
/// `[[0, 1], [2]]`
pub static INDEX_LIST_ARRAY_ATTR: AttrConstraint =
    AttrConstraint::new("Array of 64-bit integer array attributes", |c, a| {
        is_array_of(c, a, |c, a| is_array_of(c, a, |c, a| is_int_of(c, a, Type::I64)))
    });
/// `[true, ...]`
pub static BOOL_ARRAY_ATTR: AttrConstraint = AttrConstraint::new("1-bit boolean array attribute", |c, a| {
    is_array_of(c, a, |_, a| a.as_bool().is_some())
});
/// `[affine_map<...>, ...]`
pub static AFFINE_MAP_ARRAY_ATTR: AttrConstraint = AttrConstraint::new("AffineMap array attribute", |c, a| {
    is_array_of(c, a, |c, a| matches!(a.kind(c), AttrKind::AffineMap(_)))
});
/// `[@a, @b::@c]`
pub static SYMBOL_REF_ARRAY_ATTR: AttrConstraint =
    AttrConstraint::new("symbol ref array attribute", |c, a| is_array_of(c, a, is_symbol_ref));
/// `[@a, @b]`
pub static FLAT_SYMBOL_REF_ARRAY_ATTR: AttrConstraint =
    AttrConstraint::new("flat symbol ref array attribute", |c, a| {
        is_array_of(c, a, |c, a| a.as_flat_symbol(c).is_some())
    });
/// `array<i1: ...>`
pub static DENSE_BOOL_ARRAY_ATTR: AttrConstraint =
    AttrConstraint::new("i1 dense array attribute", |c, a| is_dense_array_of(c, a, Type::I1))
        .form(AttrForm::DenseArray(Type::I1));
/// `array<i8: ...>`
pub static DENSE_I8_ARRAY_ATTR: AttrConstraint =
    AttrConstraint::new("i8 dense array attribute", |c, a| is_dense_array_of(c, a, Type::I8))
        .form(AttrForm::DenseArray(Type::I8));
/// `array<i32: ...>`
pub static DENSE_I32_ARRAY_ATTR: AttrConstraint =
    AttrConstraint::new("i32 dense array attribute", |c, a| is_dense_array_of(c, a, Type::I32))
        .form(AttrForm::DenseArray(Type::I32));
/// `array<i64: ...>`
pub static DENSE_I64_ARRAY_ATTR: AttrConstraint =
    AttrConstraint::new("i64 dense array attribute", |c, a| is_dense_array_of(c, a, Type::I64))
        .form(AttrForm::DenseArray(Type::I64));
/// `dense<...>` and the other constant tensors and vectors.
pub static ELEMENTS_ATTR: AttrConstraint = AttrConstraint::new("constant vector/tensor attribute", is_dense_elements);
/// `dense<...>` of integers of any type.
pub static ANY_INT_ELEMENTS_ATTR: AttrConstraint = AttrConstraint::new(
    "integer elements attribute",
    |c, a| matches!(a.kind(c), AttrKind::DenseElements { ty, .. } if ty.element_or_self(c).is_int(c)),
);
