//! Canonicalisation of empty tensors and of casts.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{Context, DYNAMIC, OpId, Type, ValueId};

use super::dim::dim_of_empty;
use super::slice::with_shape;
use super::{CastOp, DimOp, EmptyOp, ExtractSliceOp};
use crate::index_list::{self, Entry};
use crate::linalg::fold_cast_of_result;
use crate::op_patterns::{OpPattern, op_patterns};

/// Of `tensor.empty`, and what is asked of its results.
pub static EMPTY: &[&dyn RewritePattern] = &[
    &OpPattern {
        name: "constant_sizes",
        root: || EmptyOp::DEF,
        rewrite: constant_sizes,
    },
    &OpPattern {
        name: "dim_of_empty",
        root: || DimOp::DEF,
        rewrite: dim_of_empty,
    },
];

op_patterns! {
    /// Of `tensor.cast`.
    CAST for CastOp = [cast_of_cast, cast_of_empty, cast_of_slice, fold_cast_of_result];
}

/// Replaces `op` by `value`, cast to the type of its result if that is another one.
pub(super) fn replace_as(rw: &mut Rewriter<'_>, op: OpId, value: ValueId) {
    let ty = rw.body.result_type(op, 0);
    if rw.body.value_type(value) == ty {
        rw.replace(op, &[value]);
        return;
    }
    let state = CastOp::build(rw.ctx, rw.location_of(op), value, &[ty]);
    rw.replace_with(op, state);
}

/// What a value was before a cast of one ranked type to another one that says no more of its sizes.
pub(crate) fn before_forgetting_cast(rw: &Rewriter<'_>, value: ValueId) -> Option<ValueId> {
    let cast = rw
        .body
        .defining_op(value)
        .filter(|&cast| rw.body.op(cast).is(CastOp::DEF))?;
    let source = rw.body.operand(cast, 0);
    let (from, to) = (rw.body.value_type(source), rw.body.value_type(value));
    let (a, b) = (from.shape(rw.ctx)?, to.shape(rw.ctx)?);
    let forgets = a.iter().zip(b).all(|(&a, &b)| a != DYNAMIC || b == DYNAMIC);
    (from != to && forgets).then_some(source)
}

/// The type of a new tensor with constants instead of sizes where they are known, and the other sizes.
pub(super) fn known_sizes(rw: &Rewriter<'_>, ty: Type, sizes: &[ValueId]) -> Option<(Type, Vec<ValueId>)> {
    let entries = index_list::join(ty.shape(rw.ctx)?, sizes);
    let (entries, changed) = index_list::with_constants(rw.ctx, rw.body, &entries, index_list::is_size);
    let (shape, sizes) = index_list::split(&entries);
    changed.then(|| (with_shape(rw.ctx, ty, &shape), sizes))
}

/// Sizes that are constants belong to the type.
fn constant_sizes(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let sizes: Vec<ValueId> = rw.body.operands(op).collect();
    let Some((ty, sizes)) = known_sizes(rw, rw.body.result_type(op, 0), &sizes) else {
        return false;
    };
    rw.set_before(op);
    let new = rw.insert_value(EmptyOp::build(rw.ctx, rw.location_of(op), &sizes, &[ty]));
    replace_as(rw, op, new);
    true
}

/// What two types of one tensor tell of it together; `None` if they contradict each other.
fn join(ctx: &Context, a: Type, b: Type) -> Option<Type> {
    let Some(own) = a.shape(ctx) else { return Some(b) };
    let Some(other) = b.shape(ctx) else { return Some(a) };
    let size = |(&a, &b): (&i64, &i64)| match (a, b) {
        (DYNAMIC, size) | (size, DYNAMIC) => Some(size),
        (a, b) => (a == b).then_some(a),
    };
    if own.len() != other.len() {
        return None;
    }
    let shape = own.iter().zip(other).map(size).collect::<Option<Vec<i64>>>()?;
    Some(ctx.tensor_type(&shape, a.element_or_self(ctx)))
}

/// The second of two casts is enough, if the first one tells nothing that its type and the first one do not.
fn cast_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let middle = rw.body.operand(op, 0);
    let Some(cast) = rw
        .body
        .defining_op(middle)
        .filter(|&cast| cast != op && rw.body.op(cast).is(CastOp::DEF))
    else {
        return false;
    };
    let source = rw.body.operand(cast, 0);
    let (from, over, to) = (
        rw.body.value_type(source),
        rw.body.value_type(middle),
        rw.body.result_type(op, 0),
    );
    let direct = join(rw.ctx, from, to);
    let indirect = join(rw.ctx, from, over).and_then(|ty| join(rw.ctx, ty, to));
    if direct.is_none() || direct != indirect {
        return false;
    }
    let state = CastOp::build(rw.ctx, rw.location_of(op), source, &[to]);
    rw.replace_with(op, state);
    true
}

/// What a cast tells of the sizes of a new tensor, its type can tell.
fn cast_of_empty(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(empty) = rw.body.defining_op_of_operand(op, 0, EmptyOp::DEF) else {
        return false;
    };
    let (from, to) = (rw.body.result_type(empty, 0), rw.body.result_type(op, 0));
    let sizes: Vec<ValueId> = rw.body.operands(empty).collect();
    let (Some(a), Some(b)) = (from.shape(rw.ctx), to.shape(rw.ctx)) else {
        return false;
    };
    let (given, mut kept) = (index_list::join(a, &sizes), Vec::new());
    for (entry, &size) in given.iter().zip(b) {
        match (*entry, size) {
            (Entry::Dynamic(value), DYNAMIC) => kept.push(value),
            (Entry::Static(_), DYNAMIC) => return false,
            (Entry::Static(known), size) if known != size => return false,
            (Entry::Dynamic(value), size) => {
                let known = Entry::Dynamic(value).known(rw.ctx, rw.body);
                if known.is_some_and(|known| known != size) {
                    return false;
                }
            }
            (Entry::Static(_), _) => {}
        }
    }
    let state = EmptyOp::build(rw.ctx, rw.location_of(op), &kept, &[to]);
    rw.replace_with(op, state);
    true
}

/// What a cast tells of the sizes of a part, the part can be taken with.
fn cast_of_slice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(extract) = rw.body.defining_op_of_operand(op, 0, ExtractSliceOp::DEF) else {
        return false;
    };
    let (from, to) = (rw.body.result_type(extract, 0), rw.body.result_type(op, 0));
    let view = ExtractSliceOp(rw.body.op_ref(rw.ctx, extract));
    let (source, mut slice) = (view.source(), view.slice());
    let (Some(a), Some(b)) = (from.shape(rw.ctx), to.shape(rw.ctx)) else {
        return false;
    };
    let tells_more = a.iter().zip(b).all(|(&a, &b)| a == DYNAMIC || b != DYNAMIC);
    let statics = index_list::split(&slice.sizes).0;
    let dropped = crate::memref::subview::dropped_by_sizes(&statics, a);
    let (true, false, Some(dropped)) = (tells_more, a == b, dropped) else {
        return false;
    };
    let mut sizes = b.iter();
    for (entry, dropped) in slice.sizes.iter_mut().zip(dropped) {
        if dropped {
            continue;
        }
        if let Some(&size) = sizes.next().filter(|&&size| size != DYNAMIC) {
            *entry = Entry::Static(size);
        }
    }
    let state = ExtractSliceOp::with_slice(rw.ctx, rw.location_of(op), source, &slice, to);
    rw.replace_with(op, state);
    true
}
