//! Parts of vectors: shuffles in one dimension, parts of parts in several.

use asyncir_dialects::arith::build::constant;
use asyncir_dialects::{constant_fold, vector};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, OpRef, Type, TypeKind};

use super::build::{extract, extract_slice, insert, insert_slice, is_scalable_outside, shuffle};

fn numbers(op: OpRef<'_>, name: &'static str) -> Option<Vec<i64>> {
    let list = op.property(name)?.as_array(op.ctx)?;
    list.iter().map(|number| number.as_i64(op.ctx)).collect()
}

/// Takes a part of a vector: of the outermost dimension by a shuffle, of several by taking a part of each outer element.
pub(super) fn take(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (source, result) = (op_ref.operand(0), op_ref.result_type(0));
    let (offsets, sizes) = (numbers(op_ref, "offsets")?, numbers(op_ref, "sizes")?);
    let strides = numbers(op_ref, "strides")?;
    let (&offset, &size, &stride) = (offsets.first()?, sizes.first()?, strides.first()?);
    if is_scalable_outside(ctx, op_ref.operand_type(0)) {
        return None;
    }
    rw.set_before(op);
    let is_fixed = |ty: Type| matches!(ty.kind(ctx), TypeKind::Vector { scalable, .. } if !scalable.contains(&true));
    if offsets.len() == 1 && is_fixed(result) {
        let mask: Vec<i64> = (0..size).map(|lane| offset + lane * stride).collect();
        let state = shuffle(rw, loc, source, source, &mask);
        rw.replace_with(op, state);
        return Some(());
    }
    let element = result.element_or_self(ctx);
    let zero = constant_fold::zero(ctx, element)?;
    let zero = constant(rw, loc, zero);
    let mut whole = rw.insert_value(vector::BroadcastOp::build(ctx, loc, zero, &[result]));
    for index in 0..size {
        let part = extract(rw, loc, source, &[offset + index * stride]);
        let part = extract_slice(rw, loc, part, [&offsets[1..], &sizes[1..], &strides[1..]]);
        whole = insert(rw, loc, part, whole, &[index]);
    }
    rw.replace(op, &[whole]);
    Some(())
}

/// Puts a part into a vector: in one dimension by a shuffle, in several by putting in parts of outer elements.
pub(super) fn put(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (part, whole) = (op_ref.operand(0), op_ref.operand(1));
    let (offsets, strides) = (numbers(op_ref, "offsets")?, numbers(op_ref, "strides")?);
    let (from, to) = (op_ref.operand_type(0).shape(ctx)?, op_ref.operand_type(1).shape(ctx)?);
    if is_scalable_outside(ctx, op_ref.operand_type(1)) {
        return None;
    }
    rw.set_before(op);
    if from.len() < to.len() {
        let (outer, inner) = offsets.split_at_checked(to.len() - from.len())?;
        let target = extract(rw, loc, whole, outer);
        let filled = insert_slice(rw, loc, part, target, [inner, &strides]);
        let value = insert(rw, loc, filled, whole, outer);
        rw.replace(op, &[value]);
        return Some(());
    }
    if from == to {
        rw.replace(op, &[part]);
        return Some(());
    }
    let (&offset, &stride, &size) = (offsets.first()?, strides.first()?, from.first()?);
    if let (&[count], &[total]) = (from, to) {
        let widened: Vec<i64> = (0..total).map(|lane| if lane < count { lane } else { 0 }).collect();
        let state = shuffle(rw, loc, part, part, &widened);
        let part = rw.insert_value(state);
        let lane = |lane: i64| match lane - offset {
            distance if distance < 0 || distance >= size * stride || distance % stride != 0 => total + lane,
            distance => distance / stride,
        };
        let mask: Vec<i64> = (0..total).map(lane).collect();
        let state = shuffle(rw, loc, part, whole, &mask);
        rw.replace_with(op, state);
        return Some(());
    }
    let mut value = whole;
    for index in 0..size {
        let place = offset + index * stride;
        let inner = extract(rw, loc, part, &[index]);
        let target = extract(rw, loc, whole, &[place]);
        let filled = insert_slice(rw, loc, inner, target, [&offsets[1..], &strides[1..]]);
        value = insert(rw, loc, filled, value, &[place]);
    }
    rw.replace(op, &[value]);
    Some(())
}
