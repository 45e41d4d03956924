//! Folding of parts of vectors.

use asyncir_ir::def::Folded;
use asyncir_ir::{AttrKind, Attribute, Body, Context, OpId, Type};

use super::fold::{Consts, types};
use crate::constant_fold::{folded, from_numbers, numbers};

/// All of the vector; a part of a constant.
pub fn extract_strided_slice(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if from == to {
        return Folded::value(body.operand(op, 0));
    }
    let list = |name| body.op(op).property(ctx, name).map(|attr| ints(ctx, attr));
    let (Some(constant), Some(offsets), Some(strides)) = (consts[0], list("offsets"), list("strides")) else {
        return Folded::No;
    };
    folded(slice(ctx, constant, (from, to), &offsets, &strides))
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
