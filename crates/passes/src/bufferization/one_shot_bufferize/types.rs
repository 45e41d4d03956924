//! Types of memory for tensors.

use asyncir_dialects::r#async;
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::memref::strides::{MemRef, strided_layout};
use asyncir_ir::{Attribute, Context, DYNAMIC, OpRef, Type, TypeKind};

/// Memory for a tensor with the given layout, which a tensor without a known rank has not.
pub(super) fn with_layout(ctx: &Context, tensor: Type, layout: Option<Attribute>, space: Option<Attribute>) -> Type {
    let element = tensor.element_or_self(ctx);
    match tensor.shape(ctx) {
        Some(shape) => MemRef {
            shape: shape.to_vec(),
            element,
            layout,
            memory_space: space,
        }
        .ty(ctx),
        None => ctx.ty(TypeKind::UnrankedMemRef {
            element,
            memory_space: space,
        }),
    }
}

/// Dense memory for a tensor.
pub(super) fn identity(ctx: &Context, tensor: Type, space: Option<Attribute>) -> Type {
    with_layout(ctx, tensor, None, space)
}

/// Memory for a tensor with any offset and strides.
pub(super) fn dynamic(ctx: &Context, tensor: Type, space: Option<Attribute>) -> Type {
    let rank = tensor.shape(ctx).map_or(0, <[i64]>::len);
    let layout = strided_layout(ctx, &vec![DYNAMIC; rank], DYNAMIC);
    with_layout(ctx, tensor, Some(layout), space)
}

/// The type of an async value when tensors have become memory: dense, so that it does not depend on who gives it.
pub(super) fn async_value(ctx: &Context, ty: Type) -> Type {
    match r#async::types::value_type(ctx, ty) {
        None => ty,
        Some(payload) if is_tensor(ctx, payload) => r#async::types::value(ctx, identity(ctx, payload, None)),
        Some(payload) => r#async::types::value(ctx, async_value(ctx, payload)),
    }
}

/// The layout of ranked memory.
pub(super) fn layout(ctx: &Context, memref: Type) -> Option<Attribute> {
    MemRef::of(ctx, memref).and_then(|memref| memref.layout)
}

/// The default space is written as a number as well.
pub(super) fn without_default_space(ctx: &Context, space: Attribute) -> Option<Attribute> {
    (space.as_i64(ctx) != Some(0)).then_some(space)
}

/// Whether any operand, result or block argument of an op is a tensor.
pub(super) fn has_tensors(op: OpRef<'_>) -> bool {
    let (ctx, body) = (op.ctx, op.body);
    let is_of_tensor = |value| is_tensor(ctx, body.value_type(value));
    let mut blocks = body
        .op_regions(op.op)
        .iter()
        .flat_map(|&region| body.region_blocks(region));
    body.results(op.op).any(is_of_tensor)
        || body.operands(op.op).any(is_of_tensor)
        || blocks.any(|block| body.block_args(block).any(is_of_tensor))
}
