//! Folding of `vector.extract`: what is extracted is looked for in the ops that made the vector.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::rewrite::CycleGuard;
use asyncir_ir::{Attribute, Body, Context, OpId, Type, TypeKind, ValueId};

use super::fold::{Consts, as_splat, first_poison, fold_position, is_poison_position, place, static_position, types};
use super::fold_slice::ints;
use super::position::{Entry, gives_inner_type, position};
use super::shapes::is_broadcast_like;
use super::{
    ExtractOp, ExtractStridedSliceOp, FromElementsOp, InsertOp, InsertStridedSliceOp, ShapeCastOp, ShuffleOp,
    TransposeOp,
};
use crate::constant_fold::{from_numbers, numbers, splat};
use crate::index_list::{ints as static_ints, split};
use crate::ub;

/// All of the vector; a part of a constant, or of what the vector was made of.
pub fn extract(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (from, to) = types(body, op);
    if from == to {
        return Folded::value(body.operand(op, 0));
    }
    let constant = consts.first().copied().flatten();
    if let Some(poison) = first_poison(ctx, consts) {
        return poison;
    }
    if is_poison_position(ctx, body, op) {
        return Folded::attr(ub::poison(ctx));
    }
    // Known indices may be what the rest needs.
    let known = fold_position(ctx, body, op, 1);
    if is_poison_position(ctx, body, op) {
        return known;
    }
    if !gives_inner_type(body.op_ref(ctx, op)) {
        let position = static_position(ctx, body, op);
        let value = position.and_then(|position| extracted_constant(ctx, constant, from, to, &position));
        return value.map_or(known, Folded::attr);
    }
    let folded = match static_position(ctx, body, op) {
        Some(position) => extract_static(ctx, body, op, constant, &position),
        None => match as_splat(ctx, consts, to) {
            Folded::No => from_broadcast(ctx, body, op),
            equal => equal,
        },
    };
    match folded {
        Folded::No => known,
        folded => folded,
    }
}

/// A way to look for what is extracted.
type Look = fn(&Context, &mut Body, OpId, &[i64]) -> Folded;

fn extract_static(ctx: &Context, body: &mut Body, op: OpId, constant: Option<Attribute>, position: &[i64]) -> Folded {
    let (from, to) = types(body, op);
    if let Some(value) = extracted_constant(ctx, constant, from, to, position) {
        return Folded::attr(value);
    }
    let ways: [Look; 8] = [
        from_extract,
        |ctx, body, op, _| from_insertions(ctx, body, op),
        |ctx, body, op, _| from_broadcast(ctx, body, op),
        from_shuffle,
        from_shape_cast,
        from_slice,
        from_inserted_slices,
        from_elements,
    ];
    for look in ways {
        match look(ctx, body, op, position) {
            Folded::No => {}
            folded => return folded,
        }
    }
    Folded::No
}

fn extracted_constant(
    ctx: &Context,
    constant: Option<Attribute>,
    from: Type,
    to: Type,
    position: &[i64],
) -> Option<Attribute> {
    let found = numbers(ctx, constant?)?;
    if found.splat {
        return splat(ctx, to, found.values.first()?);
    }
    let (start, count) = place(from.shape(ctx)?, position);
    from_numbers(ctx, to, found.values.get(start..start + count)?, false)
}

/// Lets the op extract from another vector.
fn extract_from(ctx: &Context, body: &mut Body, op: OpId, vector: ValueId, position: &[i64]) -> Folded {
    body.set_operand(op, 0, vector);
    let position = ctx.dense_i64_array(position);
    body.op_mut(op).set_property(ctx, "static_position", Some(position));
    Folded::InPlace
}

fn shape(ctx: &Context, ty: Type) -> &[i64] {
    match ty.kind(ctx) {
        TypeKind::Vector { shape, .. } => shape,
        _ => &[],
    }
}

/// An extraction of what another one extracts extracts it at once.
fn from_extract(ctx: &Context, body: &mut Body, op: OpId, position: &[i64]) -> Folded {
    let (mut current, mut whole) = (op, position.to_vec());
    let mut guard = CycleGuard::new();
    while let Some(inner) = body.defining_op_of_operand(current, 0, ExtractOp::DEF) {
        if !guard.advance(inner) || !gives_inner_type(body.op_ref(ctx, inner)) {
            return Folded::No;
        }
        let Some(outer) = static_position(ctx, body, inner) else {
            return Folded::No;
        };
        whole = [outer, whole].concat();
        current = inner;
    }
    if current == op {
        return Folded::No;
    }
    let source = body.operand(current, 0);
    extract_from(ctx, body, op, source, &whole)
}

/// Where in the operand of a transposition an element of its result stands.
fn before_transposition(ctx: &Context, body: &Body, op: OpId, place: &[i64]) -> Option<Vec<i64>> {
    let permutation = body.op(op).property(ctx, "permutation")?.as_dense_ints(ctx)?;
    let mut before = place.to_vec();
    for (&dim, &number) in permutation.iter().zip(place) {
        *before.get_mut(dim as usize)? = number;
    }
    (permutation.len() == place.len()).then_some(before)
}

/// Looks through insertions and transpositions.
fn from_insertions(ctx: &Context, body: &mut Body, op: OpId) -> Folded {
    let source = body.operand(op, 0);
    let Some(position) = static_position(ctx, body, op) else {
        return Folded::No;
    };
    let (rank, mut extracted) = (shape(ctx, body.value_type(source)).len(), position.len());
    // Dimensions that are extracted as a whole have numbers below zero, which stay in order if they are not transposed.
    let whole: Vec<i64> = (extracted..rank).map(|dim| dim as i64 - rank as i64).collect();
    let mut place = [position, whole.clone()].concat();
    let (_, to) = types(body, op);
    let mut current = source;
    let mut guard = CycleGuard::new();
    while let Some(maker) = body.defining_op(current) {
        if !guard.advance(maker) {
            return Folded::No;
        }
        if body.op(maker).is(TransposeOp::DEF) {
            let Some(before) = before_transposition(ctx, body, maker, &place) else {
                return Folded::No;
            };
            place = before;
            current = body.operand(maker, 0);
            continue;
        }
        if !body.op(maker).is(InsertOp::DEF) {
            break;
        }
        // Positions that are not known are below zero.
        let inserted = static_ints(ctx, body.op(maker).property(ctx, "static_position"));
        let value = body.operand(maker, 0);
        let is_in_order = |place: &[i64], extracted: usize| place[extracted..] == whole[..];
        if inserted == place[..extracted] && is_in_order(&place, extracted) {
            return if body.value_type(value) == to {
                Folded::value(value)
            } else {
                Folded::No
            };
        }
        if place.starts_with(&inserted) && inserted.len() <= extracted {
            place.drain(..inserted.len());
            extracted -= inserted.len();
            if !is_in_order(&place, extracted) || body.value_type(value).shape(ctx).is_none() {
                return Folded::No;
            }
            return extract_from(ctx, body, op, value, &place[..extracted]);
        }
        let overlaps = inserted.iter().zip(&place).all(|(a, b)| *a < 0 || *b < 0 || a == b);
        if overlaps {
            return Folded::No;
        }
        current = body.operand(maker, 1);
    }
    if current == source || place[extracted..] != whole[..] {
        return Folded::No;
    }
    extract_from(ctx, body, op, current, &place[..extracted])
}

/// A part of what was broadcast.
fn from_broadcast(ctx: &Context, body: &mut Body, op: OpId) -> Folded {
    let (_, to) = types(body, op);
    let maker = body.defining_op(body.operand(op, 0));
    let Some(maker) = maker.filter(|&maker| is_broadcast_like(ctx, body, maker)) else {
        return Folded::No;
    };
    let source = body.operand(maker, 0);
    if body.value_type(source) == to {
        return Folded::value(source);
    }
    let (wide, narrow, part) = (
        shape(ctx, body.value_type(body.operand(op, 0))),
        shape(ctx, body.value_type(source)),
        shape(ctx, to),
    );
    let is_vector = body.value_type(source).shape(ctx).is_some();
    if !is_vector || part.len() > narrow.len() || !narrow.ends_with(part) {
        return Folded::No;
    }
    let lead = wide.len() - narrow.len();
    let mut entries = position(body.op_ref(ctx, op));
    for (dim, entry) in entries.iter_mut().enumerate().skip(lead) {
        if narrow[dim - lead] == 1 {
            *entry = Entry::Static(0);
        }
    }
    let kept = narrow.len() - part.len();
    let entries = entries.split_off(entries.len() - kept);
    let (statics, values) = split(&entries);
    let mut operands = vec![source];
    operands.extend(values);
    body.set_operands(op, &operands);
    extract_from(ctx, body, op, source, &statics)
}

/// A lane of a shuffle is one of a vector that was shuffled.
fn from_shuffle(ctx: &Context, body: &mut Body, op: OpId, position: &[i64]) -> Folded {
    let Some(maker) = body.defining_op_of_operand(op, 0, ShuffleOp::DEF) else {
        return Folded::No;
    };
    let mask = body
        .op(maker)
        .property(ctx, "mask")
        .and_then(|attr| attr.as_dense_ints(ctx));
    let lane = match (position, mask) {
        (&[lane], Some(mask)) => usize::try_from(lane).ok().and_then(|lane| mask.get(lane).copied()),
        _ => None,
    };
    let (first, second) = (body.operand(maker, 0), body.operand(maker, 1));
    let (Some(lane), &[lanes]) = (lane, shape(ctx, body.value_type(first))) else {
        return Folded::No;
    };
    if lane < lanes {
        extract_from(ctx, body, op, first, &[lane])
    } else {
        extract_from(ctx, body, op, second, &[lane - lanes])
    }
}

/// Rows that a cast leaves as they are.
fn from_shape_cast(ctx: &Context, body: &mut Body, op: OpId, position: &[i64]) -> Folded {
    let Some(maker) = body.defining_op_of_operand(op, 0, ShapeCastOp::DEF) else {
        return Folded::No;
    };
    let source = body.operand(maker, 0);
    let (cast, from, part) = (
        shape(ctx, body.value_type(body.operand(op, 0))),
        shape(ctx, body.value_type(source)),
        shape(ctx, types(body, op).1),
    );
    if !from.ends_with(part) {
        return Folded::No;
    }
    let mut index = position
        .iter()
        .zip(cast)
        .fold(0, |index, (&place, &size)| index * size + place);
    let mut place = vec![0; from.len() - part.len()];
    for (place, &size) in place.iter_mut().zip(from).rev() {
        let size = size.max(1);
        *place = index % size;
        index /= size;
    }
    extract_from(ctx, body, op, source, &place)
}

/// A part of a part.
fn from_slice(ctx: &Context, body: &mut Body, op: OpId, position: &[i64]) -> Folded {
    let Some(maker) = body.defining_op_of_operand(op, 0, ExtractStridedSliceOp::DEF) else {
        return Folded::No;
    };
    let list = |name| body.op(maker).property(ctx, name).map(|attr| ints(ctx, attr));
    let (Some(mut offsets), Some(strides)) = (list("offsets"), list("strides")) else {
        return Folded::No;
    };
    let source = body.operand(maker, 0);
    let (from, slice, part) = (
        shape(ctx, body.value_type(source)),
        shape(ctx, body.value_type(body.operand(op, 0))),
        shape(ctx, types(body, op).1),
    );
    while let Some(&0) = offsets.last()
        && from[offsets.len() - 1] == slice[offsets.len() - 1]
    {
        offsets.pop();
    }
    if strides.iter().any(|&stride| stride != 1) || part.len() > from.len() - offsets.len() {
        return Folded::No;
    }
    let mut place = position.to_vec();
    for (place, offset) in place.iter_mut().zip(offsets) {
        *place += offset;
    }
    extract_from(ctx, body, op, source, &place)
}

/// Looks through insertions of parts.
fn from_inserted_slices(ctx: &Context, body: &mut Body, op: OpId, position: &[i64]) -> Folded {
    let part = shape(ctx, types(body, op).1);
    let mut current = body.defining_op_of_operand(op, 0, InsertStridedSliceOp::DEF);
    let mut guard = CycleGuard::new();
    while let Some(maker) = current.filter(|&maker| guard.advance(maker)) {
        let list = |name| body.op(maker).property(ctx, name).map(|attr| ints(ctx, attr));
        let (Some(offsets), Some(strides)) = (list("offsets"), list("strides")) else {
            return Folded::No;
        };
        let value = body.operand(maker, 0);
        let (slice, whole) = (
            shape(ctx, body.value_type(value)),
            shape(ctx, body.value_type(body.operand(maker, 1))),
        );
        if part.len() > slice.len() || strides.iter().any(|&stride| stride != 1) {
            return Folded::No;
        }
        let lead = whole.len() - slice.len();
        let size = |dim: usize| if dim < lead { 1 } else { slice[dim - lead] };
        let inside = |(dim, (&place, &start)): (usize, (&i64, &i64))| (start..start + size(dim)).contains(&place);
        if position.iter().zip(&offsets).enumerate().all(inside) {
            if !slice.ends_with(part) || !whole.ends_with(part) {
                return Folded::No;
            }
            let places = position.iter().zip(&offsets).skip(lead);
            let place: Vec<i64> = places.map(|(&place, &start)| place - start).collect();
            return extract_from(ctx, body, op, value, &place);
        }
        let dest = body.operand(maker, 1);
        current = body
            .defining_op(dest)
            .filter(|&maker| body.op(maker).is(InsertStridedSliceOp::DEF));
    }
    Folded::No
}

/// One of the elements that were listed.
fn from_elements(ctx: &Context, body: &mut Body, op: OpId, position: &[i64]) -> Folded {
    let Some(maker) = body.defining_op_of_operand(op, 0, FromElementsOp::DEF) else {
        return Folded::No;
    };
    let shape = shape(ctx, body.value_type(body.operand(op, 0)));
    if shape.len() != position.len() {
        return Folded::No;
    }
    let index = position
        .iter()
        .zip(shape)
        .fold(0, |index, (&place, &size)| index * size + place);
    let element = usize::try_from(index)
        .ok()
        .and_then(|index| body.operands(maker).nth(index));
    element.map_or(Folded::No, Folded::value)
}
