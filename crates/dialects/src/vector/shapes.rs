//! Questions about the shapes of vectors.

use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, OpId, Type, TypeKind};

use super::{BroadcastOp, ShapeCastOp};

/// A dimension: its size, and whether it is scalable.
pub(super) type Dim = (i64, bool);

/// The dimensions of a vector; a scalar has none.
pub(super) fn dims(ctx: &Context, ty: Type) -> Vec<Dim> {
    match ty.kind(ctx) {
        TypeKind::Vector { shape, scalable, .. } => shape.iter().copied().zip(scalable.iter().copied()).collect(),
        _ => Vec::new(),
    }
}

/// The sizes of the dimensions of a vector, and which of them are scalable; a scalar has none.
pub fn shape_and_scalable_dims(ctx: &Context, ty: Type) -> (&[i64], &[bool]) {
    match ty.kind(ctx) {
        TypeKind::Vector { shape, scalable, .. } => (shape, scalable),
        _ => (&[], &[]),
    }
}

/// A vector type without its `count` outermost dimensions. Without all of them it still is a vector, of rank 0
/// (`vector<f32>`); with fewer dimensions there is none. See [`inner_type`] for what lies at a position.
pub fn without_outer_dims(ctx: &Context, vector: Type, count: usize) -> Option<Type> {
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = vector.kind(ctx)
    else {
        return None;
    };
    Some(ctx.ty(TypeKind::Vector {
        shape: shape.get(count..)?.into(),
        scalable: scalable.get(count..)?.into(),
        element: *element,
    }))
}

/// What lies in a vector behind `count` positions: a vector of the other dimensions, or an element if there are none.
pub fn inner_type(ctx: &Context, vector: Type, count: usize) -> Option<Type> {
    match vector.kind(ctx) {
        TypeKind::Vector { shape, element, .. } if shape.len() == count => Some(*element),
        _ => without_outer_dims(ctx, vector, count),
    }
}

/// How many elements a vector has, one for other types; of scalable dimensions the known factor counts. More than can be
/// counted are as many as can.
pub(super) fn count(ctx: &Context, ty: Type) -> i64 {
    product(ty.shape(ctx).unwrap_or(&[]))
}

/// The product of sizes, or the largest number if it is larger.
pub(crate) fn product(sizes: &[i64]) -> i64 {
    sizes.iter().fold(1, |count, &size| count.saturating_mul(size))
}

/// Of vectors whose ranks allow it, the first dimensions that keep the one from being broadcast to the other.
pub(super) fn broadcast_mismatch(from: &[Dim], to: &[Dim]) -> Option<(Dim, Dim)> {
    let lead = to.len().saturating_sub(from.len());
    let pairs = from.iter().copied().zip(to[lead..].iter().copied());
    pairs.into_iter().find(|&((size, scales), (wide, wide_scales))| {
        let is_one = size == 1 && !scales;
        !is_one && (size != wide || scales != wide_scales)
    })
}

/// Whether a value of one type can be broadcast to a vector of the same elements.
pub(super) fn is_broadcastable(ctx: &Context, from: Type, to: Type) -> bool {
    let (from, to) = (dims(ctx, from), dims(ctx, to));
    from.len() <= to.len() && broadcast_mismatch(&from, &to).is_none()
}

/// Whether an op repeats its operand as a whole: a broadcast, or a cast that adds dimensions in front.
pub(super) fn is_broadcast_like(ctx: &Context, body: &Body, op: OpId) -> bool {
    let shape = |value| body.value_type(value).shape(ctx).unwrap_or(&[]);
    body.op(op).is(BroadcastOp::DEF)
        || (body.op(op).is(ShapeCastOp::DEF) && shape(body.result(op, 0)).ends_with(shape(body.operand(op, 0))))
}

/// Whether a transposition moves only dimensions with one element, so that it is a cast.
pub(super) fn keeps_order(from: &[Dim], permutation: &[i64]) -> bool {
    let is_long = |dim: &&i64| from.get(**dim as usize) != Some(&(1, false));
    permutation.iter().filter(is_long).is_sorted()
}
