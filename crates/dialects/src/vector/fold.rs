//! Folding.

use asyncir_ir::def::{FoldResult, Folded, OpView};
use asyncir_ir::{ApInt, AttrKind, Attribute, Body, Context, OpId, Type, TypeKind, ValueId};

use super::position::{Entry, position};
use super::{BroadcastOp, FromElementsOp, InsertOp, ShapeCastOp};
use crate::constant_fold::{folded, from_numbers, numbers, splat};
use crate::constraints as c;
use crate::index_list::split;

pub(super) type Consts<'a> = &'a [Option<Attribute>];

pub(super) fn types(body: &Body, op: OpId) -> (Type, Type) {
    (
        body.value_type(body.operand(op, 0)),
        body.value_type(body.result(op, 0)),
    )
}

/// The operands' only numbers as a splat of the result's type.
pub(super) fn as_splat(ctx: &Context, consts: Consts<'_>, ty: Type) -> Folded {
    let number = crate::constant_fold::uniform(ctx, consts.first().copied().flatten());
    folded(number.and_then(|number| splat(ctx, ty, &number)))
}

/// To the same type; constants.
pub fn broadcast(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if from == to {
        return Folded::value(body.operand(op, 0));
    }
    as_splat(ctx, consts, to)
}

/// Equal integers as wider ones.
fn wider(ctx: &Context, constant: Option<Attribute>, to: Type) -> Option<Attribute> {
    let (from, element) = (constant?.ty(ctx).element_or_self(ctx), to.element_or_self(ctx));
    let (narrow, wide) = (from.int_width(ctx)?, element.int_width(ctx)?);
    if wide <= narrow || wide % narrow != 0 {
        return None;
    }
    let value = crate::constant_fold::uniform(ctx, constant)?.zext(wide);
    let repeated = (0..wide / narrow).fold(ApInt::zero(wide), |bits, count| bits.or(&value.shl(count * narrow)));
    splat(ctx, to, &repeated)
}

/// To the same type; there and back; equal integers.
pub fn bitcast(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if from == to {
        return Folded::value(body.operand(op, 0));
    }
    if let Some(constant) = wider(ctx, consts.first().copied().flatten(), to) {
        return Folded::attr(constant);
    }
    let inner = body
        .defining_op(body.operand(op, 0))
        .filter(|&inner| body.op(inner).name() == body.op(op).name());
    let Some(source) = inner.map(|inner| body.operand(inner, 0)) else {
        return Folded::No;
    };
    if body.value_type(source) == to {
        return Folded::value(source);
    }
    body.set_operand(op, 0, source);
    Folded::InPlace
}

/// To the same type; of another one; constants.
pub fn shape_cast(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if from == to {
        return Folded::value(body.operand(op, 0));
    }
    if let Some(inner) = body
        .defining_op(body.operand(op, 0))
        .filter(|&inner| body.op(inner).is(ShapeCastOp::DEF))
    {
        let source = body.operand(inner, 0);
        if body.value_type(source) == to {
            return Folded::value(source);
        }
        body.set_operand(op, 0, source);
        return Folded::InPlace;
    }
    let Some(constant) = consts.first().copied().flatten() else {
        return Folded::No;
    };
    folded(numbers(ctx, constant).and_then(|found| from_numbers(ctx, to, &found.values, found.splat)))
}

/// A splat, or a permutation that changes nothing.
pub fn transpose(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if let Some(AttrKind::DenseElements { splat: true, .. }) =
        consts.first().copied().flatten().map(|attr| attr.kind(ctx))
    {
        return as_splat(ctx, consts, to);
    }
    let permutation = body
        .op(op)
        .property(ctx, "permutation")
        .and_then(|attr| attr.as_dense_ints(ctx))
        .unwrap_or_default();
    let identity = permutation
        .iter()
        .enumerate()
        .all(|(position, &dim)| position as i64 == dim);
    if identity && from == to {
        Folded::value(body.operand(op, 0))
    } else {
        Folded::No
    }
}

/// The numbers of a static position.
pub(super) fn static_position(ctx: &Context, body: &Body, op: OpId) -> Option<Vec<i64>> {
    position(body.op_ref(ctx, op))
        .into_iter()
        .map(|entry| match entry {
            Entry::Static(number) if number >= 0 => Some(number),
            _ => None,
        })
        .collect()
}

/// Dynamic positions that are constant become static. `fixed` operands come before them, the vector last.
pub(super) fn fold_position(ctx: &Context, body: &mut Body, op: OpId, fixed: usize) -> Folded {
    let place = position(body.op_ref(ctx, op));
    let shape = body.value_type(body.operand(op, fixed - 1)).shape(ctx).unwrap_or(&[]);
    let known = |(&entry, &size): (&Entry, &i64)| match entry.known(ctx, body) {
        Some(number) if (0..size).contains(&number) => Entry::Static(number),
        _ => entry,
    };
    let new: Vec<Entry> = place.iter().zip(shape).map(known).collect();
    if new == place {
        return Folded::No;
    }
    let (statics, values) = split(&new);
    let mut operands: Vec<ValueId> = body.operands(op).take(fixed).collect();
    operands.extend(values);
    body.set_operands(op, &operands);
    let attr = ctx.dense_i64_array(&statics);
    body.op_mut(op).set_property(ctx, "static_position", Some(attr));
    Folded::InPlace
}

/// All of the vector; constants.
pub fn insert(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (value, result) = types(body, op);
    if value == result {
        return Folded::value(body.operand(op, 0));
    }
    let known = fold_position(ctx, body, op, 2);
    // What is overwritten need not be written.
    let dest = body.operand(op, 1);
    let before = body
        .defining_op(dest)
        .filter(|&before| body.op(before).is(InsertOp::DEF));
    if let Some(before) = before
        && position(body.op_ref(ctx, before)) == position(body.op_ref(ctx, op))
    {
        let dest = body.operand(before, 1);
        body.set_operand(op, 1, dest);
        return Folded::InPlace;
    }
    match static_position(ctx, body, op).and_then(|position| inserted_constant(ctx, consts, result, &position)) {
        Some(constant) => Folded::attr(constant),
        None => known,
    }
}

/// Elements that were listed, or the only one that was broadcast.
pub fn to_elements(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let Some(maker) = body.defining_op(body.operand(op, 0)) else {
        return Folded::No;
    };
    if body.op(maker).is(FromElementsOp::DEF) {
        return Folded::Results(body.operands(maker).map(FoldResult::Value).collect());
    }
    let is_broadcast = body.op(maker).is(BroadcastOp::DEF) && !c::is_vector(ctx, types(body, maker).0);
    if !is_broadcast {
        return Folded::No;
    }
    let element = FoldResult::Value(body.operand(maker, 0));
    Folded::Results(std::iter::repeat_n(element, body.op(op).num_results()).collect())
}

fn inserted_constant(ctx: &Context, consts: Consts<'_>, ty: Type, position: &[i64]) -> Option<Attribute> {
    let (value, dest) = (numbers(ctx, (*consts.first()?)?)?, numbers(ctx, (*consts.get(1)?)?)?);
    let shape = ty.shape(ctx)?;
    let total = usize::try_from(shape.iter().product::<i64>())
        .ok()
        .filter(|&total| total <= 1 << 16)?;
    let mut all = if dest.splat {
        vec![dest.values.first()?.clone(); total]
    } else {
        dest.values
    };
    let (start, count) = place(shape, position);
    let target = all.get_mut(start..start + count)?;
    for (index, slot) in target.iter_mut().enumerate() {
        *slot = value.values.get(if value.splat { 0 } else { index })?.clone();
    }
    from_numbers(ctx, ty, &all, false)
}

/// Where a position starts in row-major order, and how many elements it stands for.
pub(super) fn place(shape: &[i64], position: &[i64]) -> (usize, usize) {
    let total = shape.iter().product::<i64>();
    let (start, count) = shape
        .iter()
        .zip(position)
        .fold((0, total), |(start, rest), (&size, &index)| {
            let rest = rest / size.max(1);
            (start + index * rest, rest)
        });
    (start.max(0) as usize, count.max(0) as usize)
}

/// All elements of one operand in order; constants.
pub fn shuffle(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (v1, v2) = (body.operand(op, 0), body.operand(op, 1));
    let ty = body.value_type(body.result(op, 0));
    let mask = body
        .op(op)
        .property(ctx, "mask")
        .and_then(|attr| attr.as_dense_ints(ctx))
        .unwrap_or_default();
    let first = body
        .value_type(v1)
        .shape(ctx)
        .and_then(|shape| shape.first().copied())
        .unwrap_or(1);
    let counts_from = |start: i64| {
        mask.iter()
            .enumerate()
            .all(|(index, &lane)| lane == start + index as i64)
    };
    if counts_from(0) && body.value_type(v1) == ty {
        return Folded::value(v1);
    }
    if counts_from(first) && body.value_type(v2) == ty {
        return Folded::value(v2);
    }
    folded(shuffled_constant(ctx, consts, ty, first, &mask))
}

fn shuffled_constant(ctx: &Context, consts: Consts<'_>, ty: Type, first: i64, mask: &[i64]) -> Option<Attribute> {
    if ty.shape(ctx)?.len() != 1 {
        return None;
    }
    let (a, b) = (numbers(ctx, (*consts.first()?)?)?, numbers(ctx, (*consts.get(1)?)?)?);
    let lane = |&lane: &i64| {
        let (vector, index) = if lane < first { (&a, lane) } else { (&b, lane - first) };
        vector
            .values
            .get(if vector.splat { 0 } else { usize::try_from(index).ok()? })
            .cloned()
    };
    from_numbers(ctx, ty, &mask.iter().map(lane).collect::<Option<Vec<ApInt>>>()?, false)
}

/// All bits, or none.
pub fn constant_mask(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let ty = body.value_type(body.result(op, 0));
    let sizes = body
        .op(op)
        .property(ctx, "mask_dim_sizes")
        .and_then(|attr| attr.as_dense_ints(ctx))
        .unwrap_or_default();
    let shape = ty.shape(ctx).unwrap_or(&[]);
    let bits = |value: bool| folded(splat(ctx, ty, &ApInt::from_bool(value)));
    if shape.is_empty() {
        return bits(sizes.first() == Some(&1));
    }
    if sizes == shape {
        return bits(true);
    }
    if sizes.iter().all(|&size| size == 0) {
        bits(false)
    } else {
        Folded::No
    }
}

/// Constants, and all elements of one vector in order.
pub fn from_elements(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let ty = body.value_type(body.result(op, 0));
    if !c::is_vector(ctx, ty) || consts.is_empty() {
        return Folded::No;
    }
    if let Some(found) = all_elements(ctx, body, op, ty) {
        return Folded::value(found);
    }
    let mut values = Vec::with_capacity(consts.len());
    for &constant in consts {
        match constant
            .and_then(|attr| numbers(ctx, attr))
            .and_then(|mut found| found.values.pop())
        {
            Some(value) => values.push(value),
            None => return Folded::No,
        }
    }
    folded(from_numbers(ctx, ty, &values, false))
}

/// The vector whose elements these are.
fn all_elements(ctx: &Context, body: &Body, op: OpId, ty: Type) -> Option<ValueId> {
    let first = body.defining_op(body.operand(op, 0))?;
    if body.op(first).name().as_str(ctx) != "vector.to_elements" {
        return None;
    }
    let source = body.operand(first, 0);
    let same = body.operands(op).eq(body.results(first));
    let fixed = matches!(ty.kind(ctx), TypeKind::Vector { scalable, .. } if !scalable.contains(&true));
    (same && fixed && body.value_type(source) == ty).then_some(source)
}
