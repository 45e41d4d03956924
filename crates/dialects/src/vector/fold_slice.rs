//! Folding of parts of vectors.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::rewrite::CycleGuard;
use asyncir_ir::{AttrKind, Attribute, Body, Context, OpId, Type, ValueId};

use super::InsertStridedSliceOp;
use super::fold::{Consts, types};
use crate::constant_fold::{folded, from_numbers, numbers};

/// All of the vector; a part of a constant.
pub fn extract_strided_slice(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if from == to {
        return Folded::value(body.operand(op, 0));
    }
    let list = |name| body.op(op).property(ctx, name).map(|attr| ints(ctx, attr));
    let (Some(offsets), Some(strides)) = (list("offsets"), list("strides")) else {
        return Folded::No;
    };
    if let Some(constant) = consts[0] {
        return folded(slice(ctx, constant, (from, to), &offsets, &strides));
    }
    match inserted_slice(ctx, body, op, &offsets, &strides) {
        Some((value, offsets)) => {
            let offsets: Vec<Attribute> = offsets.into_iter().map(|offset| ctx.i64_attr(offset)).collect();
            let offsets = ctx.array_attr(&offsets);
            body.set_operand(op, 0, value);
            body.op_mut(op).set_property(ctx, "offsets", Some(offsets));
            Folded::InPlace
        }
        None => Folded::No,
    }
}

/// The vector that was inserted where a part is taken from, and where the part is in it.
fn inserted_slice(
    ctx: &Context,
    body: &Body,
    op: OpId,
    offsets: &[i64],
    strides: &[i64],
) -> Option<(ValueId, Vec<i64>)> {
    let sizes = ints(ctx, body.op(op).property(ctx, "sizes")?);
    let source = body.operand(op, 0);
    let rank = body.value_type(source).shape(ctx)?.len();
    let maker = |value| {
        body.defining_op(value)
            .filter(|&maker| body.op(maker).is(InsertStridedSliceOp::DEF))
    };
    let mut current = maker(source);
    let mut guard = CycleGuard::new();
    'insertions: while let Some(insert) = current.filter(|&insert| guard.advance(insert)) {
        let list = |name| Some(ints(ctx, body.op(insert).property(ctx, name)?));
        let (starts, steps) = (list("offsets")?, list("strides")?);
        let value = body.operand(insert, 0);
        let inserted = body.value_type(value).shape(ctx)?;
        if inserted.len() != rank || offsets.len() > starts.len() {
            return None;
        }
        let (mut inner, mut reaches_beyond) = (Vec::new(), false);
        for dim in 0..offsets.len() {
            if strides[dim] != *steps.get(dim)? {
                return None;
            }
            let (start, end) = (starts[dim], starts[dim] + inserted[dim]);
            if !(start..end).contains(&offsets[dim]) {
                current = maker(body.operand(insert, 1));
                continue 'insertions;
            }
            reaches_beyond |= offsets[dim] + sizes.get(dim)? > end;
            inner.push(offsets[dim] - start);
        }
        return (!reaches_beyond).then_some((value, inner));
    }
    None
}

/// Into all of the vector.
pub fn insert_strided_slice(_: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if from == to {
        Folded::value(body.operand(op, 0))
    } else {
        Folded::No
    }
}

pub(super) fn ints(ctx: &Context, attr: Attribute) -> Vec<i64> {
    let elements = attr.as_array(ctx).unwrap_or(&[]);
    elements.iter().filter_map(|attr| attr.as_i64(ctx)).collect()
}

fn slice(
    ctx: &Context,
    constant: Attribute,
    (from, to): (Type, Type),
    offsets: &[i64],
    strides: &[i64],
) -> Option<Attribute> {
    if !matches!(constant.kind(ctx), AttrKind::DenseElements { .. }) {
        return None;
    }
    let found = numbers(ctx, constant)?;
    if found.splat {
        return from_numbers(ctx, to, &found.values, true);
    }
    if strides.iter().any(|&stride| stride != 1) {
        return None;
    }
    let (shape, result) = (from.shape(ctx)?, to.shape(ctx)?);
    let mut values = Vec::new();
    for number in 0..result.iter().product::<i64>() {
        let (mut rest, mut index, mut weight) = (number, 0, 1);
        for dim in (0..shape.len()).rev() {
            let place = rest % result[dim] + offsets.get(dim).copied().unwrap_or(0);
            rest /= result[dim];
            index += place * weight;
            weight *= shape[dim];
        }
        values.push(found.values.get(usize::try_from(index).ok()?)?.clone());
    }
    from_numbers(ctx, to, &values, false)
}
