//! Builders of the ops that simplifications make.

use asyncir_dialects::vector;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Context, Location, OperationState, Type, TypeKind, ValueId};

/// A vector type with the element type and the innermost scalable dimensions of another one; the element itself if there
/// is no dimension.
pub(crate) fn like(ctx: &Context, vector: Type, shape: &[i64]) -> Type {
    let TypeKind::Vector { scalable, element, .. } = vector.kind(ctx) else {
        return vector;
    };
    if shape.is_empty() {
        return *element;
    }
    let mut flags = vec![false; shape.len()];
    for (flag, &scalable) in flags.iter_mut().rev().zip(scalable.iter().rev()) {
        *flag = scalable;
    }
    ctx.ty(TypeKind::Vector {
        shape: shape.into(),
        scalable: flags.into(),
        element: *element,
    })
}

/// Whether the outermost dimension of a vector is scalable.
pub(crate) fn is_scalable_outside(ctx: &Context, vector: Type) -> bool {
    matches!(vector.kind(ctx), TypeKind::Vector { scalable, .. } if scalable.first() == Some(&true))
}

/// `vector.extract`
pub(crate) fn extract(rw: &mut Rewriter<'_>, loc: Location, source: ValueId, position: &[i64]) -> ValueId {
    let ctx = rw.ctx;
    let from = rw.body.value_type(source);
    let rest = from
        .shape(ctx)
        .and_then(|shape| shape.get(position.len()..))
        .unwrap_or(&[]);
    let ty = like(ctx, from, rest);
    let position = ctx.dense_i64_array(position);
    rw.insert_value(vector::ExtractOp::build(ctx, loc, source, &[], position, &[ty]))
}

/// `vector.insert`
pub(crate) fn insert(rw: &mut Rewriter<'_>, loc: Location, part: ValueId, whole: ValueId, position: &[i64]) -> ValueId {
    let (position, ty) = (rw.ctx.dense_i64_array(position), rw.body.value_type(whole));
    rw.insert_value(vector::InsertOp::build(rw.ctx, loc, part, whole, &[], position, &[ty]))
}

/// `vector.shuffle` of the outermost dimension.
pub(crate) fn shuffle(rw: &mut Rewriter<'_>, loc: Location, v1: ValueId, v2: ValueId, mask: &[i64]) -> OperationState {
    let from = rw.body.value_type(v1);
    let mut shape = from.shape(rw.ctx).unwrap_or(&[]).to_vec();
    shape[0] = mask.len() as i64;
    let ty = like(rw.ctx, from, &shape);
    let mask = rw.ctx.dense_i64_array(mask);
    vector::ShuffleOp::build(rw.ctx, loc, v1, v2, mask, &[ty])
}

/// `vector.extract_strided_slice`
pub(crate) fn extract_slice(
    rw: &mut Rewriter<'_>,
    loc: Location,
    source: ValueId,
    [offsets, sizes, strides]: [&[i64]; 3],
) -> ValueId {
    let ctx = rw.ctx;
    let from = rw.body.value_type(source);
    let mut shape = from.shape(ctx).unwrap_or(&[]).to_vec();
    shape[..sizes.len()].copy_from_slice(sizes);
    let ty = like(ctx, from, &shape);
    let list = |numbers| numbers_attr(ctx, numbers);
    let state =
        vector::ExtractStridedSliceOp::build(ctx, loc, source, list(offsets), list(sizes), list(strides), &[ty]);
    rw.insert_value(state)
}

/// `vector.insert_strided_slice`
pub(crate) fn insert_slice(
    rw: &mut Rewriter<'_>,
    loc: Location,
    part: ValueId,
    whole: ValueId,
    [offsets, strides]: [&[i64]; 2],
) -> ValueId {
    let (ctx, ty) = (rw.ctx, rw.body.value_type(whole));
    let list = |numbers| numbers_attr(ctx, numbers);
    let state = vector::InsertStridedSliceOp::build(ctx, loc, part, whole, list(offsets), list(strides), &[ty]);
    rw.insert_value(state)
}

fn numbers_attr(ctx: &Context, numbers: &[i64]) -> Attribute {
    let numbers: Vec<Attribute> = numbers.iter().map(|&number| ctx.i64_attr(number)).collect();
    ctx.array_attr(&numbers)
}

/// A type with two dimensions exchanged, with the given sizes.
pub(crate) fn reversed(ctx: &Context, vector: Type, shape: &[i64]) -> Type {
    let TypeKind::Vector { scalable, element, .. } = vector.kind(ctx) else {
        return vector;
    };
    ctx.ty(TypeKind::Vector {
        shape: shape.into(),
        scalable: scalable.iter().rev().copied().collect(),
        element: *element,
    })
}

/// A type without one of its dimensions.
pub(crate) fn without(ctx: &Context, vector: Type, dim: usize) -> Option<Type> {
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = vector.kind(ctx)
    else {
        return None;
    };
    let kept = || (0..shape.len()).filter(move |&one| one != dim);
    Some(ctx.ty(TypeKind::Vector {
        shape: kept().map(|dim| shape[dim]).collect(),
        scalable: kept().map(|dim| scalable[dim]).collect(),
        element: *element,
    }))
}
