//! Canonicalisation of ops that change the shape of vectors.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{ApInt, Attribute, OpId, Type, TypeKind, ValueId};

use super::fold::MAX_COPIED_ELEMENTS;
use super::shapes::{count, dims, is_broadcastable, keeps_order};
use super::{
    BroadcastOp, ConstantMaskOp, CreateMaskOp, ExtractStridedSliceOp, FromElementsOp, InsertStridedSliceOp,
    InterleaveOp, ShapeCastOp, ShuffleOp, StepOp, TransposeOp, fold_slice::ints,
};
use crate::constant_fold::{from_numbers, numbers, splat, uniform};
use crate::constraints::is_vector;
use crate::op_patterns::op_patterns;
use crate::{arith, matchers};

op_patterns! {
    /// Of `vector.broadcast`.
    BROADCAST for BroadcastOp = [broadcast_of_broadcast];
    /// Of `vector.shape_cast`.
    SHAPE_CAST for ShapeCastOp = [cast_of_mask, cast_of_broadcast];
    /// Of `vector.transpose`.
    TRANSPOSE for TransposeOp = [
        transpose_of_transpose, transpose_of_mask, transpose_of_cast, transpose_of_elements, transpose_of_broadcast,
    ];
    /// Of `vector.shuffle`.
    SHUFFLE for ShuffleOp = [shuffle_of_equal_elements, shuffle_to_interleave, shuffle_without_dims];
    /// Of `vector.insert_strided_slice`.
    INSERT_SLICE for InsertStridedSliceOp = [insert_equal_elements, insert_where_it_was, insert_constant];
    /// Of `vector.step`.
    STEP for StepOp = [compare_step];
}

fn shape<'c>(rw: &Rewriter<'c>, ty: Type) -> &'c [i64] {
    ty.shape(rw.ctx).unwrap_or(&[])
}

/// What a vector was broadcast from, if all its elements are that scalar.
pub(super) fn only_element(rw: &Rewriter<'_>, vector: ValueId) -> Option<ValueId> {
    let source = rw.body.operand(rw.body.defining_op_of(vector, BroadcastOp::DEF)?, 0);
    (!is_vector(rw.ctx, rw.body.value_type(source))).then_some(source)
}

pub(super) fn replace_with_broadcast(rw: &mut Rewriter<'_>, op: OpId, source: ValueId) -> bool {
    let ty = rw.body.result_type(op, 0);
    rw.replace_with(op, BroadcastOp::build(rw.ctx, rw.location_of(op), source, &[ty]));
    true
}

fn broadcast_of_broadcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match rw.body.defining_op_of(rw.body.operand(op, 0), BroadcastOp::DEF) {
        Some(inner) => {
            let source = rw.body.operand(inner, 0);
            replace_with_broadcast(rw, op, source)
        }
        None => false,
    }
}

/// What was broadcast is cast, or else broadcast to the other shape, if it can be.
fn cast_of_broadcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(inner) = rw.body.defining_op_of(rw.body.operand(op, 0), BroadcastOp::DEF) else {
        return false;
    };
    let (source, ty) = (rw.body.operand(inner, 0), rw.body.result_type(op, 0));
    let from = rw.body.value_type(source);
    if is_vector(rw.ctx, from) && count(rw.ctx, from) == count(rw.ctx, ty) {
        rw.replace_with(op, ShapeCastOp::build(rw.ctx, rw.location_of(op), source, &[ty]));
        return true;
    }
    is_broadcastable(rw.ctx, from, ty) && replace_with_broadcast(rw, op, source)
}

/// How many dimensions of one element a cast takes from the end of a vector, one of which it keeps if there is no other.
fn dropped_dims(rw: &Rewriter<'_>, op: OpId) -> Option<usize> {
    let from = dims(rw.ctx, rw.body.value_type(rw.body.operand(op, 0)));
    let to = dims(rw.ctx, rw.body.result_type(op, 0));
    let kept = from
        .iter()
        .rposition(|&dim| dim != (1, false))
        .map_or(1, |last| last + 1);
    let dropped = from.len().checked_sub(kept).filter(|&dropped| dropped > 0)?;
    (from[..kept] == to[..]).then_some(dropped)
}

/// Sizes of a mask are dropped instead, if they are one.
fn cast_of_mask(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(dropped) = dropped_dims(rw, op) else {
        return false;
    };
    let (source, ty, loc) = (rw.body.operand(op, 0), rw.body.result_type(op, 0), rw.location_of(op));
    if let Some(mask) = rw.body.defining_op_of(source, CreateMaskOp::DEF) {
        let mut sizes: Vec<ValueId> = rw.body.operands(mask).collect();
        let mut rest = sizes.split_off(sizes.len().saturating_sub(dropped)).into_iter();
        if !rest.all(|size| matchers::constant_int(rw.ctx, rw.body, size) == Some(1)) {
            return false;
        }
        rw.replace_with(op, CreateMaskOp::build(rw.ctx, loc, &sizes, &[ty]));
        return true;
    }
    let Some(mut sizes) = rw
        .body
        .defining_op_of(source, ConstantMaskOp::DEF)
        .and_then(|mask| mask_sizes(rw, mask))
    else {
        return false;
    };
    let rest = sizes.split_off(sizes.len().saturating_sub(dropped));
    if rest.iter().any(|&size| size != 1) {
        return false;
    }
    let sizes = rw.ctx.dense_i64_array(&sizes);
    rw.replace_with(op, ConstantMaskOp::build(rw.ctx, loc, sizes, &[ty]));
    true
}

/// The sizes of a constant mask.
pub(super) fn mask_sizes(rw: &Rewriter<'_>, mask: OpId) -> Option<Vec<i64>> {
    rw.body
        .op(mask)
        .property(rw.ctx, "mask_dim_sizes")?
        .as_dense_ints(rw.ctx)
}

fn permutation(rw: &Rewriter<'_>, op: OpId) -> Option<Vec<i64>> {
    rw.body.op(op).property(rw.ctx, "permutation")?.as_dense_ints(rw.ctx)
}

fn transpose_of_transpose(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(inner) = rw.body.defining_op_of(rw.body.operand(op, 0), TransposeOp::DEF) else {
        return false;
    };
    let (Some(first), Some(second)) = (permutation(rw, inner), permutation(rw, op)) else {
        return false;
    };
    let both: Vec<i64> = second.iter().map(|&dim| first[dim as usize]).collect();
    let (source, ty, both) = (
        rw.body.operand(inner, 0),
        rw.body.result_type(op, 0),
        rw.ctx.dense_i64_array(&both),
    );
    rw.replace_with(op, TransposeOp::build(rw.ctx, rw.location_of(op), source, both, &[ty]));
    true
}

/// Sizes of a mask are transposed instead.
fn transpose_of_mask(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (source, ty, loc) = (rw.body.operand(op, 0), rw.body.result_type(op, 0), rw.location_of(op));
    let Some(permutation) = permutation(rw, op) else {
        return false;
    };
    if let Some(mask) = rw.body.defining_op_of(source, CreateMaskOp::DEF) {
        let sizes: Vec<ValueId> = rw.body.operands(mask).collect();
        let sizes: Vec<ValueId> = permutation.iter().map(|&dim| sizes[dim as usize]).collect();
        rw.replace_with(op, CreateMaskOp::build(rw.ctx, loc, &sizes, &[ty]));
        return true;
    }
    let Some(sizes) = rw
        .body
        .defining_op_of(source, ConstantMaskOp::DEF)
        .and_then(|mask| mask_sizes(rw, mask))
    else {
        return false;
    };
    let sizes: Vec<i64> = permutation.iter().map(|&dim| sizes[dim as usize]).collect();
    let sizes = rw.ctx.dense_i64_array(&sizes);
    rw.replace_with(op, ConstantMaskOp::build(rw.ctx, loc, sizes, &[ty]));
    true
}

fn transpose_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = rw.body.operand(op, 0);
    let (Some(cast), Some(permutation)) = (rw.body.defining_op_of(source, ShapeCastOp::DEF), permutation(rw, op))
    else {
        return false;
    };
    if !keeps_order(&dims(rw.ctx, rw.body.value_type(source)), &permutation) {
        return false;
    }
    let (source, ty) = (rw.body.operand(cast, 0), rw.body.result_type(op, 0));
    rw.replace_with(op, ShapeCastOp::build(rw.ctx, rw.location_of(op), source, &[ty]));
    true
}

/// Elements may be listed in the other order.
fn transpose_of_elements(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = rw.body.operand(op, 0);
    let (Some(list), Some(permutation)) = (rw.body.defining_op_of(source, FromElementsOp::DEF), permutation(rw, op))
    else {
        return false;
    };
    let ty = rw.body.result_type(op, 0);
    let (from, to) = (shape(rw, rw.body.value_type(source)), shape(rw, ty));
    let elements: Vec<ValueId> = rw.body.operands(list).collect();
    let place_of = |number: usize| {
        let (mut rest, mut place) = (number as i64, vec![0; from.len()]);
        for (&dim, &size) in permutation.iter().zip(to).rev() {
            place[dim as usize] = rest % size;
            rest /= size;
        }
        let index = place
            .iter()
            .zip(from)
            .fold(0, |index, (&place, &size)| index * size + place);
        elements.get(usize::try_from(index).ok()?).copied()
    };
    let Some(elements) = (0..elements.len()).map(place_of).collect::<Option<Vec<_>>>() else {
        return false;
    };
    rw.replace_with(op, FromElementsOp::build(rw.ctx, rw.location_of(op), &elements, &[ty]));
    true
}

/// What was broadcast is broadcast to the transposed shape, if only dimensions change places that it has no elements in.
fn transpose_of_broadcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (inner, permutation) = (
        rw.body.defining_op_of(rw.body.operand(op, 0), BroadcastOp::DEF),
        permutation(rw, op),
    );
    let (Some(inner), Some(permutation)) = (inner, permutation) else {
        return false;
    };
    let source = rw.body.operand(inner, 0);
    let from = shape(rw, rw.body.value_type(source));
    let lead = permutation.len().saturating_sub(from.len());
    let mut start = 0;
    for (index, &size) in from.iter().enumerate() {
        let is_end = size != 1 || index.checked_sub(1).is_some_and(|before| from[before] != 1);
        if !is_end {
            continue;
        }
        let group = start as i64..(index + lead) as i64;
        let is_local = |&dim: &i64| group.contains(&dim);
        if !permutation[start..index + lead].iter().all(is_local) {
            return false;
        }
        start = index + lead;
    }
    replace_with_broadcast(rw, op, source)
}

/// Of two vectors without dimensions one is broadcast.
fn shuffle_without_dims(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let mask = rw.body.op(op).property(rw.ctx, "mask");
    let (first, mask) = (rw.body.operand(op, 0), mask.and_then(|attr| attr.as_dense_ints(rw.ctx)));
    let (true, Some(&[lane])) = (shape(rw, rw.body.value_type(first)).is_empty(), mask.as_deref()) else {
        return false;
    };
    let source = rw.body.operand(op, usize::from(lane != 0));
    replace_with_broadcast(rw, op, source)
}

fn shuffle_of_equal_elements(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (first, second) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    match (only_element(rw, first), only_element(rw, second)) {
        (Some(a), Some(b)) if a == b => replace_with_broadcast(rw, op, a),
        _ => false,
    }
}

/// Taking elements from both vectors in turn is interleaving them.
fn shuffle_to_interleave(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (first, second) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let (ty, from) = (rw.body.result_type(op, 0), rw.body.value_type(first));
    let (lanes, &[all]) = (shape(rw, from), shape(rw, ty)) else {
        return false;
    };
    let lanes = match lanes {
        [] => 1,
        &[lanes] => lanes,
        _ => return false,
    };
    let mask = rw
        .body
        .op(op)
        .property(rw.ctx, "mask")
        .and_then(|attr| attr.as_dense_ints(rw.ctx));
    let wanted = (0..lanes).flat_map(|lane| [lane, lane + lanes]);
    if from != rw.body.value_type(second) || all != 2 * lanes || !mask.is_some_and(|mask| mask.into_iter().eq(wanted)) {
        return false;
    }
    rw.replace_with(
        op,
        InterleaveOp::build(rw.ctx, rw.location_of(op), first, second, &[ty]),
    );
    true
}

pub(super) fn list(rw: &Rewriter<'_>, op: OpId, name: &'static str) -> Option<Vec<i64>> {
    Some(ints(rw.ctx, rw.body.op(op).property(rw.ctx, name)?))
}

/// Elements that are there already may be inserted anywhere.
fn insert_equal_elements(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (part, whole) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    match (only_element(rw, part), only_element(rw, whole)) {
        (Some(a), Some(b)) if a == b => {
            rw.replace(op, &[whole]);
            true
        }
        _ => false,
    }
}

/// A part that is inserted where it was taken from changes nothing.
fn insert_where_it_was(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (part, whole) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let Some(slice) = rw.body.defining_op_of(part, ExtractStridedSliceOp::DEF) else {
        return false;
    };
    let same = |name: &'static str| list(rw, op, name) == list(rw, slice, name);
    if rw.body.operand(slice, 0) != whole || !same("offsets") || !same("strides") {
        return false;
    }
    rw.replace(op, &[whole]);
    true
}

/// Most elements of constants that are made at all.
const MAX_ELEMENTS: i64 = 1 << 16;

/// A constant inserted into a constant is one.
fn insert_constant(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match constant_with_part(rw, op) {
        Some((constant, ty)) => {
            let location = rw.location_of(op);
            rw.replace_with(op, arith::ConstantOp::build(rw.ctx, location, constant, &[ty]));
            true
        }
        None => false,
    }
}

fn constant_with_part(rw: &Rewriter<'_>, op: OpId) -> Option<(Attribute, Type)> {
    let (ctx, part, whole) = (rw.ctx, rw.body.operand(op, 0), rw.body.operand(op, 1));
    let ty = rw.body.value_type(whole);
    let TypeKind::Vector {
        shape: to, scalable, ..
    } = ty.kind(ctx)
    else {
        return None;
    };
    let total = count(rw.ctx, ty);
    let is_kept = total > MAX_COPIED_ELEMENTS && !rw.body.has_one_use(whole);
    if scalable.contains(&true) || is_kept || total > MAX_ELEMENTS {
        return None;
    }
    let (offsets, strides) = (list(rw, op, "offsets")?, list(rw, op, "strides")?);
    if strides.iter().any(|&stride| stride != 1) {
        return None;
    }
    let all = |value: ValueId| {
        let found = numbers(ctx, matchers::constant(ctx, rw.body, value)?)?;
        let count = count(rw.ctx, rw.body.value_type(value)) as usize;
        Some(if found.splat {
            vec![found.values.first()?.clone(); count]
        } else {
            found.values
        })
    };
    let (mut values, parts) = (all(whole)?, all(part)?);
    let from = shape(rw, rw.body.value_type(part));
    let lead = to.len() - from.len();
    for (number, value) in parts.into_iter().enumerate() {
        let (mut rest, mut index, mut weight) = (number as i64, 0, 1);
        for dim in (0..to.len()).rev() {
            let offset = offsets.get(dim).copied().unwrap_or(0);
            let place = if dim < lead { 0 } else { rest % from[dim - lead] };
            rest /= if dim < lead { 1 } else { from[dim - lead] };
            index += (place + offset) * weight;
            weight *= to[dim];
        }
        *values.get_mut(usize::try_from(index).ok()?)? = value;
    }
    let is_splat = values.windows(2).all(|pair| pair[0] == pair[1]);
    values.truncate(if is_splat { 1 } else { values.len() });
    Some((from_numbers(ctx, ty, &values, is_splat)?, ty))
}

/// Numbers from zero on compared with one that is greater than all of them, or the greatest.
fn compare_step(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let step = rw.body.result(op, 0);
    let lanes = count(rw.ctx, rw.body.value_type(step));
    let users: Vec<OpId> = rw.body.users(step).collect();
    for user in users {
        if !rw.body.op(user).is(arith::CmpIOp::DEF) || rw.body.operand(user, 0) != step {
            continue;
        }
        let limit = matchers::constant(rw.ctx, rw.body, rw.body.operand(user, 1));
        let limit = uniform(rw.ctx, limit).and_then(|limit| limit.to_i64());
        let predicate = rw
            .body
            .op(user)
            .property(rw.ctx, "predicate")
            .and_then(|attr| attr.as_i64(rw.ctx));
        let (Some(limit), Some(predicate)) = (limit, predicate) else {
            continue;
        };
        let outcome = match arith::attrs::CMPI_PREDICATES.keyword(predicate) {
            Some("ult" | "ne") if lanes <= limit => true,
            Some("ule") if lanes - 1 <= limit => true,
            Some("uge" | "eq") if lanes <= limit => false,
            Some("ugt") if lanes - 1 <= limit => false,
            _ => continue,
        };
        let ty = rw.body.value_type(rw.body.result(user, 0));
        let Some(bits) = splat(rw.ctx, ty, &ApInt::from_bool(outcome)) else {
            continue;
        };
        let location = rw.location_of(user);
        rw.replace_with(user, arith::ConstantOp::build(rw.ctx, location, bits, &[ty]));
        return true;
    }
    false
}
