//! Folding of single elements, casts and shapes.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::{AttrKind, Attribute, Body, Context, DYNAMIC, OpId, Type, ValueId};

use super::{CollapseShapeOp, DimOp, ExpandShapeOp, FromElementsOp, InsertOp, ReshapeOp};
use crate::constant_fold::{element_at, folded, from_numbers, numbers, uniform};
use crate::matchers::constant_int;
use crate::memref::reassociation;

type Consts<'a> = &'a [Option<Attribute>];

/// The place of the element at constant indices in the order of the text, if it is in a tensor of this type.
fn place(ctx: &Context, ty: Type, indices: Consts<'_>) -> Option<usize> {
    let shape = ty.shape(ctx)?;
    if shape.len() != indices.len() {
        return None;
    }
    let mut place: usize = 0;
    for (index, &size) in indices.iter().zip(shape) {
        let index = (*index)?.as_i64(ctx)?;
        if size == DYNAMIC || !(0..size).contains(&index) {
            return None;
        }
        place = place.checked_mul(usize::try_from(size).ok()?)?;
        place = place.checked_add(usize::try_from(index).ok()?)?;
    }
    Some(place)
}

/// An element of a constant, one that was just written, or one that the tensor was made from.
pub fn extract(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let tensor = body.operand(op, 0);
    if let Some(constant) = consts.first().copied().flatten() {
        let only =
            uniform(ctx, Some(constant)).and_then(|number| from_numbers(ctx, body.result_type(op, 0), &[number], true));
        let chosen = || element_at(ctx, constant, place(ctx, constant.ty(ctx), &consts[1..])?);
        if let Some(element) = only.or_else(chosen) {
            return Folded::attr(element);
        }
    }
    let Some(maker) = body.defining_op(tensor) else {
        return Folded::No;
    };
    if body.op(maker).is(InsertOp::DEF) {
        let written = body.operands(maker).skip(2).map(|index| constant_int(ctx, body, index));
        let mut read = consts
            .iter()
            .skip(1)
            .map(|index| index.and_then(|index| index.as_i64(ctx)));
        let same = written.eq(read.clone()) && read.all(|index| index.is_some());
        return if same {
            Folded::value(body.operand(maker, 0))
        } else {
            Folded::No
        };
    }
    if !body.op(maker).is(FromElementsOp::DEF) {
        return Folded::No;
    }
    let place = unchecked_place(ctx, body.value_type(tensor), consts.get(1..).unwrap_or_default());
    let element = place.and_then(|place| body.operands(maker).nth(place));
    element.map_or(Folded::No, Folded::value)
}

/// As `place`, but as in MLIR, it is not checked whether each index is in the tensor.
fn unchecked_place(ctx: &Context, ty: Type, indices: Consts<'_>) -> Option<usize> {
    let mut place: i64 = 0;
    for (index, &size) in indices.iter().zip(ty.shape(ctx)?) {
        place = place.checked_mul(size)?.checked_add((*index)?.as_i64(ctx)?)?;
    }
    usize::try_from(place).ok()
}

/// A splat with one more of its elements is as it was.
pub fn insert(ctx: &Context, _body: &mut Body, _op: OpId, consts: Consts<'_>) -> Folded {
    let &[Some(scalar), Some(dest), ..] = consts else {
        return Folded::No;
    };
    let is_splat = numbers(ctx, dest).is_some_and(|all| all.splat);
    let same = is_splat && element_at(ctx, dest, 0) == Some(scalar);
    if same { Folded::attr(dest) } else { Folded::No }
}

/// Constant elements are a constant, and so is none at all.
pub fn from_elements(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let elements = consts.iter().map(|&element| bytes_of(ctx, element?));
    let Some(elements) = elements.collect::<Option<Vec<_>>>() else {
        return Folded::No;
    };
    let splat = elements
        .first()
        .is_some_and(|first| elements.iter().all(|element| element == first));
    let kept = if splat { &elements[..1] } else { &elements[..] };
    Folded::attr(ctx.attr(AttrKind::DenseElements {
        ty: body.result_type(op, 0),
        splat,
        data: kept.concat().into(),
    }))
}

/// A number, or the parts of a complex one, as an element of a constant tensor.
fn bytes_of(ctx: &Context, element: Attribute) -> Option<Vec<u8>> {
    if let Some(parts) = element.as_array(ctx) {
        let parts: Option<Vec<_>> = parts.iter().map(|&part| bytes_of(ctx, part)).collect();
        return Some(parts?.concat());
    }
    let value = numbers(ctx, element)?.values.pop()?;
    let mut bytes = value.to_le_bytes();
    bytes.resize((value.width().div_ceil(8) as usize).max(1), 0);
    Some(bytes)
}

/// A constant everywhere.
pub fn splat(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let number = uniform(ctx, consts.first().copied().flatten());
    folded(number.and_then(|number| from_numbers(ctx, body.result_type(op, 0), &[number], true)))
}

/// A cast to the same type is nothing.
pub fn cast(_ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let source = body.operand(op, 0);
    if body.value_type(source) == body.result_type(op, 0) {
        Folded::value(source)
    } else {
        Folded::No
    }
}

/// A reshape to the type that the tensor has; one that splits what was merged in the same way, or the other way round;
/// one of a constant, which keeps its elements in their order.
pub fn reshape(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (source, ty) = (body.operand(op, 0), body.result_type(op, 0));
    if body.value_type(source) == ty {
        return Folded::value(source);
    }
    if let Some(origin) = undone(ctx, body, op, source).filter(|&origin| body.value_type(origin) == ty) {
        return Folded::value(origin);
    }
    let constant = consts.first().copied().flatten().map(|constant| constant.kind(ctx));
    let Some(AttrKind::DenseElements { splat, data, .. }) = constant else {
        return Folded::No;
    };
    if ty.shape(ctx).is_none_or(|shape| shape.contains(&DYNAMIC)) {
        return Folded::No;
    }
    Folded::attr(ctx.attr(AttrKind::DenseElements {
        ty,
        splat: *splat,
        data: data.clone(),
    }))
}

/// What an op that does the opposite of this one was given, if that is what comes of it.
fn undone(ctx: &Context, body: &Body, op: OpId, source: ValueId) -> Option<ValueId> {
    let maker = body.defining_op(source)?;
    let is = |op: OpId, def| body.op(op).is(def);
    let is_split = is(op, ExpandShapeOp::DEF) && is(maker, CollapseShapeOp::DEF);
    let is_opposite = is_split || (is(op, CollapseShapeOp::DEF) && is(maker, ExpandShapeOp::DEF));
    let groups = |op| reassociation::groups(ctx, body.op(op).property(ctx, "reassociation"));
    let shape = body.result_type(op, 0).shape(ctx)?;
    let gives_back = is_opposite && reassociation::gives_back(shape, &groups(maker), &groups(op), is_split);
    gives_back.then(|| body.operand(maker, 0))
}

/// The shape that it has already; the last of two shapes; constants with one number.
pub fn reshape_to(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (source, ty) = (body.operand(op, 0), body.result_type(op, 0));
    if let Some(number) = uniform(ctx, consts.first().copied().flatten())
        && let Some(value) = from_numbers(ctx, ty, &[number], true)
    {
        return Folded::attr(value);
    }
    let before = body
        .defining_op(source)
        .filter(|&maker| body.op(maker).is(ReshapeOp::DEF));
    if let Some(before) = before.filter(|&before| before != op) {
        let origin = body.operand(before, 0);
        body.set_operand(op, 0, origin);
        return Folded::InPlace;
    }
    let Some(shape) = ty.shape(ctx).filter(|_| body.value_type(source) == ty) else {
        return Folded::No;
    };
    if shape.len() <= 1 || has_sizes(ctx, body, body.operand(op, 1), source, shape) {
        Folded::value(source)
    } else {
        Folded::No
    }
}

/// Whether the elements of `sizes` are known to be the sizes of `source`.
fn has_sizes(ctx: &Context, body: &Body, sizes: ValueId, source: ValueId, shape: &[i64]) -> bool {
    let maker = body
        .defining_op(sizes)
        .filter(|&maker| body.op(maker).is(FromElementsOp::DEF));
    let Some(maker) = maker.filter(|&maker| body.op(maker).num_operands() == shape.len()) else {
        return false;
    };
    body.operands(maker)
        .zip(shape)
        .enumerate()
        .all(|(index, (element, &size))| {
            if let Some(known) = constant_int(ctx, body, element) {
                return known == size;
            }
            let dim = body.defining_op(element).filter(|&dim| body.op(dim).is(DimOp::DEF));
            dim.is_some_and(|dim| {
                let is_index = constant_int(ctx, body, body.operand(dim, 1)) == Some(index as i64);
                body.operand(dim, 0) == source && is_index
            })
        })
}
