//! Types and attributes of the dialect and the constraints that name them.

use asyncir_ir::def::{AttrConstraint, AttrDef, AttrForm, ParamFormat, TypeConstraint, TypeDef};
use asyncir_ir::{Context, Type};

use super::mapping;
use crate::constraints::DENSE_I32_ARRAY_ATTR;
use crate::enum_attrs::enum_attr;

/// All types of the dialect.
pub static TYPES: &[&TypeDef] = &[&ASYNC_TOKEN];
/// All attributes of the dialect.
pub static ATTRS: &[&AttrDef] = &[
    &ADDRESS_SPACE,
    &mapping::BLOCK,
    &mapping::WARPGROUP,
    &mapping::WARP,
    &mapping::THREAD,
    &mapping::LANE,
];

/// `!gpu.async.token`
pub static ASYNC_TOKEN: TypeDef = TypeDef {
    name: "gpu.async.token",
    summary: "async token type",
    description: "Says when an operation of the device has completed; others can depend on it.",
    params: &[],
    format: ParamFormat::None,
    verify: None,
    unreadable: None,
};

enum_attr! {
    /// Where memory is that the device sees.
    ADDRESS_SPACES, ADDRESS_SPACE, ADDRESS_SPACE_ATTR: "gpu.address_space", "GPU address space",
    "::mlir::gpu::AddressSpace", class "GPU_AddressSpaceAttr",
    one("") { "global" = 1, "workgroup" = 2, "private" = 3 }
}

/// `!gpu.async.token`
pub fn async_token(ctx: &Context) -> Type {
    ctx.dialect_type(&ASYNC_TOKEN, &[])
}

/// Whether this is `!gpu.async.token`.
pub fn is_async_token(ctx: &Context, ty: Type) -> bool {
    ty.is_a(ctx, &ASYNC_TOKEN)
}

/// `!gpu.async.token`
pub static ASYNC_TOKEN_TYPE: TypeConstraint = TypeConstraint::new("async token type", is_async_token)
    .buildable(async_token)
    .of_kind("gpu.async.token");

/// The size of a launch in one dimension.
pub static LAUNCH_INDEX: TypeConstraint = TypeConstraint::new(
    "index or 32-bit signless integer or 64-bit signless integer",
    |_, ty| ty.is_index() || ty == Type::I32 || ty == Type::I64,
);

/// Three numbers: the known size of blocks, grids or clusters.
pub static DIM_SIZES: AttrConstraint =
    AttrConstraint::new("i32 dense array attribute with 3 elements (if present)", |ctx, attr| {
        (DENSE_I32_ARRAY_ATTR.check)(ctx, attr) && attr.as_dense_ints(ctx).is_some_and(|sizes| sizes.len() == 3)
    })
    .form(AttrForm::DenseArray(Type::I32));
