//! Canonicalisation of vectors that are made or taken apart element by element.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, OpId, Type, TypeKind, ValueId};

use super::canonicalize_shape::{only_element, replace_with_broadcast};
use super::fold::{place, static_position};
use super::{ExtractOp, FromElementsOp, InsertOp, ShapeCastOp, ToElementsOp};
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `vector.insert`.
    INSERT for InsertOp = [insert_all, insert_equal_elements, insert_each];
    /// Of `vector.from_elements`.
    FROM_ELEMENTS for FromElementsOp = [equal_elements, elements_of_vector];
}

fn is_vector(ctx: &Context, ty: Type) -> bool {
    matches!(ty.kind(ctx), TypeKind::Vector { .. })
}

fn count(ctx: &Context, ty: Type) -> i64 {
    ty.shape(ctx).unwrap_or(&[]).iter().product()
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
/// other use.
fn insertions(ctx: &Context, body: &Body, last: OpId, total: usize) -> Option<Vec<(OpId, usize, usize)>> {
    let whole = body.value_type(body.result(last, 0));
    let mut set = vec![false; total];
    let (mut chain, mut current) = (Vec::new(), Some(last));
    while let Some(op) = current {
        let (start, _) = place(whole.shape(ctx)?, &static_position(ctx, body, op)?);
        let part = body.value_type(body.operand(op, 0));
        let size = if is_vector(ctx, part) {
            count(ctx, part) as usize
        } else {
            1
        };
        chain.push((op, start, size));
        set.get_mut(start..start + size)?.fill(true);
        if !set.contains(&false) {
            return Some(chain);
        }
        let dest = body.operand(op, 1);
        current = body.defining_op(dest).filter(|&op| body.op(op).is(InsertOp::DEF));
        if current.is_some() && body.uses(dest).count() != 1 {
            return None;
        }
    }
    None
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

/// The same element everywhere is broadcast.
fn equal_elements(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let elements: Vec<ValueId> = rw.body.operands(op).collect();
    let first = elements.first().copied();
    match first.filter(|first| elements.iter().all(|element| element == first)) {
        Some(first) => replace_with_broadcast(rw, op, first),
        None => false,
    }
}

/// The elements of a vector in their order are the vector, in another shape.
fn elements_of_vector(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let mut source = None;
    for (number, element) in rw.body.operands(op).enumerate() {
        let extract = rw
            .body
            .defining_op(element)
            .filter(|&maker| rw.body.op(maker).is(ExtractOp::DEF));
        let Some(extract) = extract else { return false };
        let vector = rw.body.operand(extract, 0);
        let shape = rw.body.value_type(vector).shape(rw.ctx).unwrap_or(&[]);
        let Some(position) = static_position(rw.ctx, rw.body, extract) else {
            return false;
        };
        if *source.get_or_insert(vector) != vector || place(shape, &position).0 != number {
            return false;
        }
    }
    let ty = rw.body.value_type(rw.body.result(op, 0));
    let Some(source) = source.filter(|&source| count(rw.ctx, rw.body.value_type(source)) == count(rw.ctx, ty)) else {
        return false;
    };
    rw.replace_with(op, ShapeCastOp::build(rw.ctx, rw.location_of(op), source, &[ty]));
    true
}
