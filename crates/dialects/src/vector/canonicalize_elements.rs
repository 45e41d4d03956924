//! Canonicalisation of vectors that are made or taken apart element by element.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{CycleGuard, Rewriter};
use asyncir_ir::{Body, Context, OpId, TypeKind, ValueId};

use super::canonicalize_shape::{only_element, replace_with_broadcast};
use super::fold::{place, static_position};
use super::shapes::{count, without_outer_dims};
use super::{BroadcastOp, ExtractOp, FromElementsOp, InsertOp, ShapeCastOp, ToElementsOp};
use crate::constraints::is_vector;
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `vector.insert`.
    INSERT for InsertOp = [insert_all, insert_equal_elements, insert_each];
    /// Of `vector.from_elements`.
    FROM_ELEMENTS for FromElementsOp = [equal_elements, elements_of_vector];
    /// Of `vector.to_elements`.
    TO_ELEMENTS for ToElementsOp = [elements_of_broadcast];
}

/// A vector that is all of another one is broadcast to its shape.
fn insert_all(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let value = rw.body.operand(op, 0);
    let (part, whole) = (rw.body.value_type(value), rw.body.value_type(rw.body.operand(op, 1)));
    if !is_vector(rw.ctx, part) || count(rw.ctx, part) != count(rw.ctx, whole) {
        return false;
    }
    replace_with_broadcast(rw, op, value)
}

/// Inserting an element that all others are as well changes nothing.
fn insert_equal_elements(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (part, whole) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    match (only_element(rw, part), only_element(rw, whole)) {
        (Some(a), Some(b)) if a == b => replace_with_broadcast(rw, op, a),
        _ => false,
    }
}

/// The insertions that lead to a vector, the last one first, until they have set all elements. Those in between have no
/// other use, and no insertion is at a place that is not known.
fn insertions(ctx: &Context, body: &Body, last: OpId, total: usize) -> Option<Vec<(OpId, usize, usize)>> {
    let whole = body.value_type(body.result(last, 0));
    let (mut set, mut missing) = (vec![false; total], total);
    let (mut chain, mut current) = (Vec::new(), Some(last));
    let mut guard = CycleGuard::new();
    while let Some(op) = current.filter(|&op| guard.advance(op)) {
        let position = static_position(ctx, body, op)?;
        if missing > 0 {
            let (start, _) = place(whole.shape(ctx)?, &position);
            let part = body.value_type(body.operand(op, 0));
            let size = if is_vector(ctx, part) {
                count(ctx, part) as usize
            } else {
                1
            };
            chain.push((op, start, size));
            for element in set.get_mut(start..start + size)? {
                missing -= usize::from(!std::mem::replace(element, true));
            }
        }
        let dest = body.operand(op, 1);
        current = body.defining_op(dest).filter(|&op| body.op(op).is(InsertOp::DEF));
        if current.is_some() && !body.has_one_use(dest) {
            return None;
        }
    }
    (missing == 0).then_some(chain)
}

/// Most elements that insertions are looked for.
const MAX_ELEMENTS: i64 = 1 << 16;

/// Insertions that set all elements list them.
fn insert_each(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let result = rw.body.result(op, 0);
    let ty = rw.body.value_type(result);
    let TypeKind::Vector { scalable, .. } = ty.kind(rw.ctx) else {
        return false;
    };
    let is_last = |user: OpId| !rw.body.op(user).is(InsertOp::DEF) || rw.body.operand(user, 1) != result;
    let is_end = rw.body.users(result).all(is_last);
    let total = count(rw.ctx, ty);
    if scalable.contains(&true) || !is_end || total > MAX_ELEMENTS {
        return false;
    }
    let Some(chain) = insertions(rw.ctx, rw.body, op, total as usize) else {
        return false;
    };
    let loc = rw.location_of(op);
    rw.set_before(op);
    let mut elements: Vec<Option<ValueId>> = vec![None; total as usize];
    for (insert, start, size) in chain.into_iter().rev() {
        let value = rw.body.operand(insert, 0);
        let part = rw.body.value_type(value);
        if !is_vector(rw.ctx, part) {
            elements[start] = Some(value);
            continue;
        }
        let types = vec![part.element_or_self(rw.ctx); size];
        let parts = rw.insert(ToElementsOp::build(rw.ctx, loc, value, &types));
        let parts: Vec<ValueId> = rw.body.results(parts).collect();
        for (element, part) in elements[start..].iter_mut().zip(parts) {
            *element = Some(part);
        }
    }
    let elements: Vec<ValueId> = elements.into_iter().flatten().collect();
    rw.replace_with(op, FromElementsOp::build(rw.ctx, loc, &elements, &[ty]));
    true
}

/// Elements that are all one value are a broadcast of this value.
fn equal_elements(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let elements: Vec<ValueId> = rw.body.operands(op).collect();
    let first = elements.first().copied();
    match first.filter(|first| elements.iter().all(|element| element == first)) {
        Some(first) => replace_with_broadcast(rw, op, first),
        None => false,
    }
}

/// Elements that are a part of a vector in their order are that part, in another shape.
fn elements_of_vector(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((source, position)) = listed_part(rw, op) else {
        return false;
    };
    let (ctx, loc, ty) = (rw.ctx, rw.location_of(op), rw.body.value_type(rw.body.result(op, 0)));
    let mut part = source;
    if !position.is_empty() {
        let Some(part_type) = without_outer_dims(ctx, rw.body.value_type(source), position.len()) else {
            return false;
        };
        let position = ctx.dense_i64_array(&position);
        rw.set_before(op);
        part = rw.insert_or_fold(ExtractOp::build(ctx, loc, source, &[], position, &[part_type]));
    }
    rw.replace_with(op, ShapeCastOp::build(ctx, loc, part, &[ty]));
    true
}

/// The vector whose elements are listed, and where in it they are.
fn listed_part(rw: &Rewriter<'_>, op: OpId) -> Option<(ValueId, Vec<i64>)> {
    let elements: Vec<ValueId> = rw.body.operands(op).collect();
    if elements.len() == 1 {
        return None;
    }
    let mut found = None;
    for (number, &element) in elements.iter().enumerate() {
        let extract = rw.body.defining_op(element)?;
        if !rw.body.op(extract).is(ExtractOp::DEF) {
            return None;
        }
        let vector = rw.body.operand(extract, 0);
        let shape = rw.body.value_type(vector).shape(rw.ctx).unwrap_or(&[]);
        let position = static_position(rw.ctx, rw.body, extract)?;
        let (start, _) = place(shape, &position);
        if number == 0 {
            let kept = leading_position(shape, &position, elements.len())?;
            found = Some((vector, position[..kept].to_vec(), start));
        }
        let (source, _, first) = found.as_ref()?;
        if vector != *source || start != first + number {
            return None;
        }
    }
    found.map(|(source, position, _)| (source, position))
}

/// How much of the position of an element is that of a part which starts with it and has so many elements.
fn leading_position(shape: &[i64], position: &[i64], count: usize) -> Option<usize> {
    let (mut kept, mut total) = (position.len(), 1);
    while kept > 0 && position[kept - 1] == 0 && total < count {
        total *= usize::try_from(shape[kept - 1]).ok()?;
        kept -= 1;
    }
    (total == count).then_some(kept)
}

/// The elements of a broadcast are those of what was broadcast.
fn elements_of_broadcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let vector = rw.body.operand(op, 0);
    let maker = rw.body.defining_op(vector);
    let Some(maker) = maker.filter(|&maker| rw.body.op(maker).is(BroadcastOp::DEF)) else {
        return false;
    };
    let source = rw.body.operand(maker, 0);
    let from = rw.body.value_type(source);
    let TypeKind::Vector { shape, element, .. } = from.kind(rw.ctx) else {
        return false;
    };
    let to = rw.body.value_type(vector).shape(rw.ctx).unwrap_or(&[]);
    let lead = to.len().saturating_sub(shape.len());
    let number_in_source = |number: usize| {
        let (mut rest, mut index, mut weight) = (number as i64, 0, 1);
        for (&wide, &narrow) in to[lead..].iter().zip(&shape[..]).rev() {
            index += if narrow == 1 { 0 } else { rest % wide * weight };
            rest /= wide;
            weight *= narrow;
        }
        usize::try_from(index).unwrap_or_default()
    };
    let types = vec![*element; usize::try_from(count(rw.ctx, from)).unwrap_or_default()];
    let numbers: Vec<usize> = (0..rw.body.op(op).num_results()).map(number_in_source).collect();
    let loc = rw.location_of(op);
    rw.set_before(op);
    let elements = rw.insert(ToElementsOp::build(rw.ctx, loc, source, &types));
    let elements: Vec<ValueId> = rw.body.results(elements).collect();
    let Some(elements) = numbers
        .into_iter()
        .map(|number| elements.get(number).copied())
        .collect::<Option<Vec<_>>>()
    else {
        return false;
    };
    rw.replace(op, &elements);
    true
}
