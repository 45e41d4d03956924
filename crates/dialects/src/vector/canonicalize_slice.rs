//! Canonicalisation of `vector.extract_strided_slice`.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Context, OpId, TypeKind, ValueId};

use super::canonicalize_shape::{list, mask_sizes, replace_with_broadcast};
use super::shapes::without_outer_dims;
use super::{BroadcastOp, ConstantMaskOp, CreateMaskOp, ExtractOp, ExtractStridedSliceOp, ShapeCastOp};
use crate::arith::build::{self, ArithBuilder};
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `vector.extract_strided_slice`.
    STRIDED_SLICE for ExtractStridedSliceOp = [
        slice_of_known_mask, slice_of_mask, slice_of_broadcast, contiguous_slice,
    ];
}

fn has_unit_strides(rw: &Rewriter<'_>, op: OpId) -> bool {
    list(rw, op, "strides").is_some_and(|strides| strides.iter().all(|&stride| stride == 1))
}

/// A part of a mask is one whose sizes count from where the part starts.
fn slice_of_mask(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(mask) = rw.body.defining_op_of(rw.body.operand(op, 0), CreateMaskOp::DEF) else {
        return false;
    };
    let (true, Some(offsets)) = (has_unit_strides(rw, op), list(rw, op, "offsets")) else {
        return false;
    };
    let (ctx, loc, ty) = (rw.ctx, rw.location_of(op), rw.body.result_type(op, 0));
    let mut sizes: Vec<ValueId> = rw.body.operands(mask).collect();
    rw.set_before(op);
    for (size, offset) in sizes.iter_mut().zip(offsets) {
        let offset = build::index(rw, loc, offset);
        *size = ArithBuilder::new(rw, loc).subi(*size, offset);
    }
    rw.replace_with(op, CreateMaskOp::build(ctx, loc, &sizes, &[ty]));
    true
}

/// A part of a mask with known sizes is one.
fn slice_of_known_mask(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(mask) = rw.body.defining_op_of(rw.body.operand(op, 0), ConstantMaskOp::DEF) else {
        return false;
    };
    let sizes = mask_sizes(rw, mask);
    let (Some(sizes), Some(offsets), Some(lengths), Some(strides)) = (
        sizes,
        list(rw, op, "offsets"),
        list(rw, op, "sizes"),
        list(rw, op, "strides"),
    ) else {
        return false;
    };
    if strides.iter().any(|&stride| stride != 1) {
        return false;
    }
    let part = |dim: usize| match (offsets.get(dim), lengths.get(dim)) {
        (Some(&offset), Some(&length)) => (sizes[dim] - offset).clamp(0, length),
        _ => sizes[dim],
    };
    let mut parts: Vec<i64> = (0..sizes.len()).map(part).collect();
    if parts.contains(&0) {
        parts.fill(0);
    }
    let (ty, parts) = (rw.body.result_type(op, 0), rw.ctx.dense_i64_array(&parts));
    rw.replace_with(op, ConstantMaskOp::build(rw.ctx, rw.location_of(op), parts, &[ty]));
    true
}

/// A part of a broadcast is one of a part, or of all if what is cut off was only repeated.
fn slice_of_broadcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(inner) = rw.body.defining_op_of(rw.body.operand(op, 0), BroadcastOp::DEF) else {
        return false;
    };
    let (mut source, to) = (rw.body.operand(inner, 0), rw.body.result_type(op, 0));
    let from = rw.body.value_type(source);
    let (from_shape, to_shape) = (from.shape(rw.ctx).unwrap_or(&[]), to.shape(rw.ctx).unwrap_or(&[]));
    let lead = to_shape.len().saturating_sub(from_shape.len());
    let mut pairs = from_shape.iter().zip(&to_shape[lead..]);
    if pairs.any(|(&from, &to)| from != 1 && from != to) {
        let Some(part) = part_of_source(rw, op, source, lead) else {
            return false;
        };
        source = part;
    }
    replace_with_broadcast(rw, op, source)
}

/// Cuts what was broadcast as the broadcast vector is cut, but for dimensions of one element.
fn part_of_source(rw: &mut Rewriter<'_>, op: OpId, source: ValueId, lead: usize) -> Option<ValueId> {
    let (ctx, loc, from) = (rw.ctx, rw.location_of(op), rw.body.value_type(source));
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = from.kind(ctx)
    else {
        return None;
    };
    let inner = |name| {
        let numbers = list(rw, op, name)?;
        Some(numbers.into_iter().skip(lead).collect::<Vec<i64>>())
    };
    let (mut offsets, mut sizes, strides) = (inner("offsets")?, inner("sizes")?, inner("strides")?);
    for ((offset, length), &size) in offsets.iter_mut().zip(&mut sizes).zip(&shape[..]) {
        if size == 1 {
            (*offset, *length) = (0, 1);
        }
    }
    let mut part = shape.clone();
    for (size, &length) in part.iter_mut().zip(&sizes) {
        *size = length;
    }
    let ty = ctx.ty(TypeKind::Vector {
        shape: part,
        scalable: scalable.clone(),
        element: *element,
    });
    let [offsets, sizes, strides] = [offsets, sizes, strides].map(|list| array(ctx, &list));
    rw.set_before(op);
    let part = ExtractStridedSliceOp::build(ctx, loc, source, offsets, sizes, strides, &[ty]);
    Some(rw.insert_value(part))
}

fn array(ctx: &Context, numbers: &[i64]) -> Attribute {
    let numbers: Vec<Attribute> = numbers.iter().map(|&number| ctx.i64_attr(number)).collect();
    ctx.array_attr(&numbers)
}

/// A part that is whole in its inner dimensions and one element of the outer ones is extracted.
fn contiguous_slice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let (source, ty) = (view.operand(0), view.result_type(0));
    let numbers = |name: &'static str| -> Vec<i64> {
        let list = view.required(name).as_array(rw.ctx).unwrap_or(&[]);
        list.iter().filter_map(|number| number.as_i64(rw.ctx)).collect()
    };
    let (offsets, sizes) = (numbers("offsets"), numbers("sizes"));
    let from = rw.body.value_type(source);
    let TypeKind::Vector { shape, scalable, .. } = from.kind(rw.ctx) else {
        return false;
    };
    if scalable.contains(&true) || numbers("strides").iter().any(|&stride| stride != 1) {
        return false;
    }
    let Some(last_cut) = (0..sizes.len()).rfind(|&dim| sizes[dim] != shape[dim]) else {
        return false;
    };
    let mut outer = last_cut + 1;
    if outer == shape.len() || sizes[..outer].iter().any(|&size| size != 1) {
        return false;
    }
    // The rest has no outer dimensions of one element either.
    while outer + 1 < sizes.len() && sizes[outer] == 1 {
        outer += 1;
    }
    let Some(part) = without_outer_dims(rw.ctx, from, outer) else {
        return false;
    };
    let position = rw.ctx.dense_i64_array(&offsets[..outer]);
    let location = rw.location_of(op);
    rw.set_before(op);
    let part = rw.insert_value(ExtractOp::build(rw.ctx, location, source, &[], position, &[part]));
    rw.replace_with(op, ShapeCastOp::build(rw.ctx, location, part, &[ty]));
    true
}
