//! Folding.

use asyncir_ir::def::{FoldResult, Folded, OpView};
use asyncir_ir::{ApInt, AttrKind, Attribute, Body, Context, OpId, Type, TypeKind, ValueId};

use super::position::{Entry, position};
use super::shapes::{dims, is_broadcastable, keeps_order};
use super::{BroadcastOp, FromElementsOp, InsertOp, ShapeCastOp, TransposeOp};
use crate::constant_fold::{folded, from_numbers, numbers, splat};
use crate::constraints as c;
use crate::index_list::split;
use crate::ub;

pub(super) type Consts<'a> = &'a [Option<Attribute>];

pub(super) fn types(body: &Body, op: OpId) -> (Type, Type) {
    (
        body.value_type(body.operand(op, 0)),
        body.value_type(body.result(op, 0)),
    )
}

/// The operands' only numbers as a splat of the result's type.
pub(super) fn as_splat(ctx: &Context, consts: Consts<'_>, ty: Type) -> Folded {
    // What an `llvm.mlir.constant` of an integer holds may be of type `index`.
    let has_type = |constant: &Attribute| constant.ty(ctx).element_or_self(ctx) == ty.element_or_self(ctx);
    let constant = consts.first().copied().flatten().filter(has_type);
    let number = crate::constant_fold::uniform(ctx, constant);
    folded(number.and_then(|number| splat(ctx, ty, &number)))
}

/// Poison, if the first operand is.
pub(super) fn first_poison(ctx: &Context, consts: Consts<'_>) -> Option<Folded> {
    let first = consts.first().copied().flatten();
    first.filter(|&attr| ub::is_poison(ctx, attr)).map(Folded::attr)
}

/// To the same type; of what a cast gives leading dimensions of one element, or takes them from; constants.
pub fn broadcast(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if from == to {
        return Folded::value(body.operand(op, 0));
    }
    if let Some(cast) = body.defining_op_of_operand(op, 0, ShapeCastOp::DEF) {
        let source = body.operand(cast, 0);
        let shape = |ty: Type| ty.shape(ctx).unwrap_or(&[]);
        let (before, after) = (shape(body.value_type(source)), shape(from));
        if is_broadcastable(ctx, body.value_type(source), to) && (before.ends_with(after) || after.ends_with(before)) {
            body.set_operand(op, 0, source);
            return Folded::InPlace;
        }
    }
    first_poison(ctx, consts).unwrap_or_else(|| as_splat(ctx, consts, to))
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

/// Equal half-precision floats as wider ones.
fn wider_float(ctx: &Context, constant: Option<Attribute>, to: Type) -> Option<Attribute> {
    let from = constant?.ty(ctx).element_or_self(ctx);
    if (from, to.element_or_self(ctx)) != (Type::F16, Type::F32) {
        return None;
    }
    let half = crate::constant_fold::uniform(ctx, constant)?.zext(32);
    splat(ctx, to, &half.or(&half.shl(16)))
}

/// To the same type; there and back; equal integers, or floats of half precision.
pub fn bitcast(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if from == to {
        return Folded::value(body.operand(op, 0));
    }
    let constant = consts.first().copied().flatten();
    if let Some(constant) = wider(ctx, constant, to).or_else(|| wider_float(ctx, constant, to)) {
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

/// To the same type; of another cast, or a transposition that is one; of what was broadcast from that type; constants.
pub fn shape_cast(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if from == to {
        return Folded::value(body.operand(op, 0));
    }
    if let Some(inner) = body.defining_op_of_operand(op, 0, ShapeCastOp::DEF) {
        let source = body.operand(inner, 0);
        if body.value_type(source) == to {
            return Folded::value(source);
        }
        body.set_operand(op, 0, source);
        return Folded::InPlace;
    }
    if let Some(transpose) = body.defining_op_of_operand(op, 0, TransposeOp::DEF) {
        if !is_cast(ctx, body, transpose) {
            return Folded::No;
        }
        let source = body.operand(transpose, 0);
        body.set_operand(op, 0, source);
        return Folded::InPlace;
    }
    if let Some(broadcast) = body.defining_op_of_operand(op, 0, BroadcastOp::DEF)
        && body.value_type(body.operand(broadcast, 0)) == to
    {
        return Folded::value(body.operand(broadcast, 0));
    }
    if let Some(poison) = first_poison(ctx, consts) {
        return poison;
    }
    let Some(constant) = consts.first().copied().flatten() else {
        return Folded::No;
    };
    folded(numbers(ctx, constant).and_then(|found| from_numbers(ctx, to, &found.values, found.splat)))
}

/// Whether a transposition leaves the order of elements as it is.
fn is_cast(ctx: &Context, body: &Body, op: OpId) -> bool {
    let permutation = body.op(op).property(ctx, "permutation");
    let permutation = permutation.and_then(|attr| attr.as_dense_ints(ctx));
    permutation.is_some_and(|permutation| keeps_order(&dims(ctx, types(body, op).0), &permutation))
}

/// A splat, poison, or a permutation that changes nothing.
pub fn transpose(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if let Some(AttrKind::DenseElements { splat: true, .. }) =
        consts.first().copied().flatten().map(|attr| attr.kind(ctx))
    {
        return as_splat(ctx, consts, to);
    }
    if let Some(poison) = first_poison(ctx, consts) {
        return poison;
    }
    if from == to && is_cast(ctx, body, op) {
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

/// What a position outside of any vector is, which is poison.
pub(super) const POISON_POSITION: i64 = -1;

/// Whether a position is known to be outside of any vector.
pub(super) fn is_poison_position(ctx: &Context, body: &Body, op: OpId) -> bool {
    position(body.op_ref(ctx, op)).contains(&Entry::Static(POISON_POSITION))
}

/// Dynamic positions that are constant become static. `fixed` operands come before them, the vector last.
pub(super) fn fold_position(ctx: &Context, body: &mut Body, op: OpId, fixed: usize) -> Folded {
    let place = position(body.op_ref(ctx, op));
    let shape = body.value_type(body.operand(op, fixed - 1)).shape(ctx).unwrap_or(&[]);
    let known = |(&entry, &size): (&Entry, &i64)| match entry.known(ctx, body) {
        Some(number) if (POISON_POSITION..size).contains(&number) => Entry::Static(number),
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

/// All of the vector; what is inserted nowhere; constants.
pub fn insert(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (value, result) = types(body, op);
    if value == result {
        return Folded::value(body.operand(op, 0));
    }
    let is_poison = is_poison_position(ctx, body, op);
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
    if is_poison {
        return Folded::attr(ub::poison(ctx));
    }
    if is_poison_position(ctx, body, op) {
        return known;
    }
    let is_kept = super::shapes::count(ctx, result) > MAX_COPIED_ELEMENTS && !body.has_one_use(body.result(op, 0));
    let is_scalable = dims(ctx, result).iter().any(|dim| dim.1);
    let position = static_position(ctx, body, op).filter(|_| !is_kept && !is_scalable);
    match position.and_then(|position| inserted_constant(ctx, consts, result, &position)) {
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

/// Most elements of constants that are made although the old ones are still used.
pub(super) const MAX_COPIED_ELEMENTS: i64 = 256;

fn inserted_constant(ctx: &Context, consts: Consts<'_>, ty: Type, position: &[i64]) -> Option<Attribute> {
    let (value, dest) = (numbers(ctx, (*consts.first()?)?)?, numbers(ctx, (*consts.get(1)?)?)?);
    let shape = ty.shape(ctx)?;
    let total = usize::try_from(super::shapes::count(ctx, ty))
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
    let total = super::shapes::product(shape);
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
    // Of two vectors without dimensions one with a dimension is made.
    if body.value_type(v1).shape(ctx) == Some(&[]) {
        return Folded::No;
    }
    folded(shuffled_constant(ctx, consts, ty, first, &mask))
}

fn shuffled_constant(ctx: &Context, consts: Consts<'_>, ty: Type, first: i64, mask: &[i64]) -> Option<Attribute> {
    let &[Some(a), Some(b)] = consts else { return None };
    let is_poison = |attr| ub::is_poison(ctx, attr);
    if is_poison(a) && is_poison(b) {
        return Some(a);
    }
    if ty.shape(ctx)?.len() != 1 {
        return None;
    }
    let known = |attr| {
        if is_poison(attr) {
            Some(None)
        } else {
            numbers(ctx, attr).map(Some)
        }
    };
    let (a, b) = (known(a)?, known(b)?);
    // Any number will do for poison.
    let any = a.as_ref().or(b.as_ref())?.values.first()?.clone();
    let lane = |&lane: &i64| {
        let (vector, index) = if lane < first { (&a, lane) } else { (&b, lane - first) };
        let Some(vector) = vector.as_ref().filter(|_| lane != POISON_POSITION) else {
            return Some(any.clone());
        };
        let index = if vector.splat { 0 } else { usize::try_from(index).ok()? };
        vector.values.get(index).cloned()
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
