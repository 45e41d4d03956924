//! Enums and constraints of the dialect.

use asyncir_ir::def::{AttrConstraint, TypeConstraint};
use asyncir_ir::{AttrKind, Attribute, Context, Type, TypeKind};

use crate::constraints as c;
use crate::enum_attrs::{enum_attr, enum_attribute, enum_value, int_enum};

enum_attr! {
    /// What float arithmetic may assume.
    FASTMATH_FLAGS, FASTMATH_DEF, FASTMATH: "arith.fastmath", "Floating point fast math flags",
    "::mlir::arith::FastMathFlags", class "Arith_FastMathAttr", bits(",") {
        "none" = 0, "reassoc" = fastmath::REASSOC, "nnan" = fastmath::NNAN, "ninf" = fastmath::NINF,
        "nsz" = fastmath::NSZ, "arcp" = fastmath::ARCP, "contract" = fastmath::CONTRACT, "afn" = fastmath::AFN,
        "fast" = fastmath::FAST,
    }
}

/// Bits of `#arith.fastmath`.
pub mod fastmath {
    /// Operands may be reordered.
    pub const REASSOC: i64 = 1;
    /// No operand or result is NaN.
    pub const NNAN: i64 = 2;
    /// No operand or result is infinite.
    pub const NINF: i64 = 4;
    /// The sign of zero does not matter.
    pub const NSZ: i64 = 8;
    /// Division may become multiplication by the reciprocal.
    pub const ARCP: i64 = 16;
    /// Operations may be fused.
    pub const CONTRACT: i64 = 32;
    /// Functions may be approximated.
    pub const AFN: i64 = 64;
    /// All of them.
    pub const FAST: i64 = 127;
}

enum_attr! {
    /// Which overflow makes integer arithmetic give poison.
    OVERFLOW_FLAGS, OVERFLOW_DEF, OVERFLOW: "arith.overflow", "Integer overflow arith flags",
    "::mlir::arith::IntegerOverflowFlags", class "Arith_IntegerOverflowAttr", bits(", ") {
        "none" = 0, "nsw" = overflow::NSW, "nuw" = overflow::NUW,
    }
}

/// Bits of `#arith.overflow`.
pub mod overflow {
    /// No signed overflow.
    pub const NSW: i64 = 1;
    /// No unsigned overflow.
    pub const NUW: i64 = 2;
}

int_enum! {
    /// Relations of `arith.cmpi`.
    CMPI_PREDICATES, CMPI_PREDICATE: "::mlir::arith::CmpIPredicate",
    "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9", 64, Type::I64, {
        "eq" = 0, "ne" = 1, "slt" = 2, "sle" = 3, "sgt" = 4, "sge" = 5, "ult" = 6, "ule" = 7, "ugt" = 8, "uge" = 9,
    }
}

int_enum! {
    /// Relations of `arith.cmpf`.
    CMPF_PREDICATES, CMPF_PREDICATE: "::mlir::arith::CmpFPredicate",
    "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", 64, Type::I64, {
        "false" = 0, "oeq" = 1, "ogt" = 2, "oge" = 3, "olt" = 4, "ole" = 5, "one" = 6, "ord" = 7,
        "ueq" = 8, "ugt" = 9, "uge" = 10, "ult" = 11, "ule" = 12, "une" = 13, "uno" = 14, "true" = 15,
    }
}

int_enum! {
    /// How a float that does not fit exactly is rounded.
    ROUNDING_MODES, ROUNDING_MODE: "::mlir::arith::RoundingMode", "Floating point rounding mode", 32, Type::I32, {
        "to_nearest_even" = 0, "downward" = 1, "upward" = 2, "toward_zero" = 3, "to_nearest_away" = 4,
    }
}

int_enum! {
    /// What an atomic read-modify-write does to the old value.
    ATOMIC_RMW_KINDS, ATOMIC_RMW_KIND: "::mlir::arith::AtomicRMWKind",
    "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", 64, Type::I64, {
        "addf" = 0, "addi" = 1, "andi" = 2, "assign" = 3, "maximumf" = 4, "maxnumf" = 5, "maxs" = 6, "maxu" = 7,
        "minimumf" = 8, "minnumf" = 9, "mins" = 10, "minu" = 11, "mulf" = 12, "muli" = 13, "ori" = 14, "xori" = 15,
    }
}

/// `#arith.fastmath<none>`
pub fn no_fastmath(ctx: &Context) -> Attribute {
    enum_attribute(ctx, &FASTMATH_DEF, 0)
}

/// `#arith.fastmath<contract>`
pub fn contract(ctx: &Context) -> Attribute {
    enum_attribute(ctx, &FASTMATH_DEF, fastmath::CONTRACT)
}

/// `#arith.overflow<nsw>`
pub fn no_signed_wrap(ctx: &Context) -> Attribute {
    enum_attribute(ctx, &OVERFLOW_DEF, overflow::NSW)
}

/// `#arith.overflow<nsw, nuw>`
pub fn no_wrap(ctx: &Context) -> Attribute {
    enum_attribute(ctx, &OVERFLOW_DEF, overflow::NSW | overflow::NUW)
}

/// `#arith.overflow<none>`
pub fn no_overflow(ctx: &Context) -> Attribute {
    overflow_flags(ctx, 0)
}

/// The attribute with some flags.
pub fn overflow_flags(ctx: &Context, flags: i64) -> Attribute {
    enum_attribute(ctx, &OVERFLOW_DEF, flags)
}

/// The bits of an op's `fastmath`.
pub fn fastmath_of(op: asyncir_ir::OpRef<'_>) -> i64 {
    op.property("fastmath")
        .and_then(|attr| enum_value(op.ctx, &FASTMATH_DEF, attr))
        .unwrap_or(0)
}

/// The bits of an op's `overflowFlags`.
pub fn overflow_of(op: asyncir_ir::OpRef<'_>) -> i64 {
    op.property("overflowFlags")
        .and_then(|attr| enum_value(op.ctx, &OVERFLOW_DEF, attr))
        .unwrap_or(0)
}

/// A constant: an attribute that has a type.
pub static TYPED_ATTR: AttrConstraint = AttrConstraint::new("TypedAttr instance", |c, a| {
    a.ty(c) != Type::NONE || matches!(a.kind(c), AttrKind::String { .. } | AttrKind::Opaque { .. })
});

fn memref_of(ctx: &Context, ty: Type, check: fn(&Context, Type) -> bool) -> bool {
    c::is_memref(ctx, ty) && check(ctx, ty.element_or_self(ctx))
}

/// `iN` or a vector or tensor of it.
pub static FIXED_WIDTH_INTEGER_LIKE: TypeConstraint =
    TypeConstraint::new("signless-fixed-width-integer-like", |c, t| {
        c::like(c, t, |c, t| t.is_signless_int(c))
    });

/// What `arith.index_cast` converts.
pub static INDEX_CASTABLE: TypeConstraint =
    TypeConstraint::new("signless-integer-like or memref of signless-integer", |c, t| {
        c::like(c, t, c::is_signless_int_or_index) || memref_of(c, t, c::is_signless_int_or_index)
    });

fn is_int_or_float(ctx: &Context, ty: Type) -> bool {
    ty.is_signless_int(ctx) || c::is_float(ctx, ty)
}

/// What `arith.bitcast` converts.
pub static BITCASTABLE: TypeConstraint = TypeConstraint::new(
    "signless-integer-or-float-like or memref of signless-integer or float",
    |c, t| c::like(c, t, is_int_or_float) || memref_of(c, t, is_int_or_float),
);

/// `i1`, or a vector or tensor of it with the shape of `ty`.
pub fn i1_of_same_shape(ctx: &Context, ty: Type) -> Option<Type> {
    Some(with_element(ctx, ty, Type::I1))
}

/// `ty` with another element type, or the element type itself if `ty` is a scalar.
pub fn with_element(ctx: &Context, ty: Type, new: Type) -> Type {
    let mut kind = ty.kind(ctx).clone();
    match &mut kind {
        TypeKind::Vector { element, .. }
        | TypeKind::RankedTensor { element, .. }
        | TypeKind::UnrankedTensor(element)
        | TypeKind::MemRef { element, .. }
        | TypeKind::UnrankedMemRef { element, .. } => *element = new,
        _ => return new,
    }
    ctx.ty(kind)
}
