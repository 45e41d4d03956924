//! Canonicalisation of ops that split and merge dimensions.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, OpId, Type, ValueId};

use super::canonicalize_view::{is_forgetting_cast, replace_by_cast};
use super::merged_sizes::merged_sizes;
use super::reassociation::{self, Groups, groups_attr};
use super::strides::{MemRef, is_identity_layout, multiply};
use super::{CastOp, CollapseShapeOp, ExpandShapeOp};
use crate::index_list;
use crate::matchers::constant_int;
use crate::op_patterns::op_patterns;
use crate::tensor::merged_shape;

op_patterns! {
    /// Of `memref.expand_shape`.
    EXPAND_SHAPE for ExpandShapeOp = [expand_of_expand, expand_of_collapse, expand_of_cast];
    /// Of `memref.collapse_shape`.
    COLLAPSE_SHAPE for CollapseShapeOp = [collapse_of_collapse, collapse_of_expand, collapse_of_cast];
}

/// An op that changes a shape, with what it changes.
struct Reshape {
    source: ValueId,
    groups: Groups,
}

fn expand(rw: &Rewriter<'_>, op: OpId) -> Option<Reshape> {
    let view = ExpandShapeOp::cast(rw.body.op_ref(rw.ctx, op))?;
    Some(Reshape {
        source: view.src(),
        groups: view.groups(),
    })
}

fn collapse(rw: &Rewriter<'_>, op: OpId) -> Option<Reshape> {
    let view = CollapseShapeOp::cast(rw.body.op_ref(rw.ctx, op))?;
    Some(Reshape {
        source: view.src(),
        groups: view.groups(),
    })
}

/// The op that gives the operand, if all memory involved is dense.
fn dense_producer(rw: &Rewriter<'_>, op: OpId) -> Option<OpId> {
    let source = rw.body.operand(op, 0);
    let producer = rw
        .body
        .defining_op(source)
        .filter(|&producer| rw.body.op(producer).num_operands() > 0)?;
    let is_dense = |ty| MemRef::of(rw.ctx, ty).is_some_and(|memref| is_identity_layout(rw.ctx, memref.layout));
    let types = [
        rw.body.value_type(rw.body.operand(producer, 0)),
        rw.body.value_type(source),
        rw.body.result_type(op, 0),
    ];
    types.into_iter().all(is_dense).then_some(producer)
}

/// For each group of `outer` the groups of `inner` that it names, as one.
pub(crate) fn compose(outer: &Groups, inner: &Groups) -> Option<Groups> {
    // What has no dimensions in between has none in groups.
    if outer.is_empty() != inner.is_empty() {
        return Some(Groups::new());
    }
    let count: usize = outer.iter().map(Vec::len).sum();
    if count != inner.len() || outer.len() == inner.len() {
        return None;
    }
    let group = |dims: &Vec<i64>| {
        dims.iter()
            .filter_map(|&dim| inner.get(dim as usize))
            .flatten()
            .copied()
            .collect()
    };
    Some(outer.iter().map(group).collect())
}

fn shape(rw: &Rewriter<'_>, ty: Type) -> Vec<i64> {
    ty.shape(rw.ctx).unwrap_or_default().to_vec()
}

/// Replaces an op by one that splits the dimensions of `source`. If `op` itself splits dimensions, its sizes hold; else
/// it merges those of `split`.
fn replace_by_expand(rw: &mut Rewriter<'_>, op: OpId, source: ValueId, groups: &Groups, split: OpId) -> bool {
    let (ty, location) = (rw.body.result_type(op, 0), rw.location_of(op));
    let (sizes, statics) = match ExpandShapeOp::cast(rw.body.op_ref(rw.ctx, op)) {
        Some(view) => (view.output_shape().to_vec(), view.0.required("static_output_shape")),
        None => {
            let groups = CollapseShapeOp(rw.body.op_ref(rw.ctx, op)).groups();
            let Some(view) = ExpandShapeOp::cast(rw.body.op_ref(rw.ctx, split)) else {
                return false;
            };
            let given = index_list::join(
                &index_list::ints(rw.ctx, view.static_output_shape()),
                &view.output_shape(),
            );
            match merged_sizes(rw, op, &given, &groups) {
                Some((sizes, statics)) => (sizes, rw.ctx.dense_i64_array(&statics)),
                None => return false,
            }
        }
    };
    let groups = groups_attr(rw.ctx, groups);
    let state = ExpandShapeOp::build(rw.ctx, location, source, &sizes, groups, statics, &[ty]);
    rw.replace_with(op, state);
    true
}

fn replace_by_collapse(rw: &mut Rewriter<'_>, op: OpId, source: ValueId, groups: &Groups) -> bool {
    let groups = groups_attr(rw.ctx, groups);
    let state = CollapseShapeOp::build(
        rw.ctx,
        rw.location_of(op),
        source,
        groups,
        &[rw.body.result_type(op, 0)],
    );
    rw.replace_with(op, state);
    true
}

/// Splitting what was split.
fn expand_of_expand(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let inner = dense_producer(rw, op).and_then(|producer| expand(rw, producer));
    let (Some(inner), Some(outer)) = (inner, expand(rw, op)) else {
        return false;
    };
    match compose(&inner.groups, &outer.groups) {
        Some(groups) => replace_by_expand(rw, op, inner.source, &groups, op),
        None => false,
    }
}

/// Merging what was merged.
fn collapse_of_collapse(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let inner = dense_producer(rw, op).and_then(|producer| collapse(rw, producer));
    let (Some(inner), Some(outer)) = (inner, collapse(rw, op)) else {
        return false;
    };
    match compose(&outer.groups, &inner.groups) {
        Some(groups) => replace_by_collapse(rw, op, inner.source, &groups),
        None => false,
    }
}

/// Merging what was split: only the difference remains.
fn collapse_of_expand(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(split) = dense_producer(rw, op) else {
        return false;
    };
    let (Some(inner), Some(outer)) = (expand(rw, split), collapse(rw, op)) else {
        return false;
    };
    let from = rw.body.value_type(inner.source);
    let (from_rank, to_rank) = (shape(rw, from).len(), shape(rw, rw.body.result_type(op, 0)).len());
    if from == rw.body.result_type(op, 0) {
        return false;
    }
    let (fine, coarse) = if from_rank > to_rank {
        (&inner.groups, &outer.groups)
    } else {
        (&outer.groups, &inner.groups)
    };
    let Some(groups) = cover(fine, coarse) else {
        return false;
    };
    match from_rank.cmp(&to_rank) {
        std::cmp::Ordering::Greater => replace_by_collapse(rw, op, inner.source, &groups),
        std::cmp::Ordering::Less => replace_by_expand(rw, op, inner.source, &groups, split),
        std::cmp::Ordering::Equal => {
            replace_by_cast(rw, op, inner.source);
            true
        }
    }
}

/// For each coarse group the indices of the fine groups that make it up.
pub(crate) fn cover(fine: &Groups, coarse: &Groups) -> Option<Groups> {
    let mut next = 0;
    let mut groups = Vec::with_capacity(coarse.len());
    for dims in coarse {
        let end = dims.last()?;
        let mut group = Vec::new();
        while let Some(last) = fine.get(next).and_then(|dims| dims.last()) {
            if last > end {
                return None;
            }
            group.push(next as i64);
            next += 1;
            if last == end {
                break;
            }
        }
        groups.push(group);
    }
    Some(groups)
}

/// Splitting what was merged: only the difference remains.
fn expand_of_collapse(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let inner = dense_producer(rw, op).and_then(|producer| collapse(rw, producer));
    let (Some(inner), Some(outer)) = (inner, expand(rw, op)) else {
        return false;
    };
    let (from, to) = (
        shape(rw, rw.body.value_type(inner.source)),
        shape(rw, rw.body.result_type(op, 0)),
    );
    if from.len() > to.len() {
        return match merge(&inner.groups, &outer.groups, &from, &to) {
            Some(groups) => replace_by_collapse(rw, op, inner.source, &groups),
            None => false,
        };
    }
    match merge(&outer.groups, &inner.groups, &to, &from) {
        Some(groups) => replace_by_expand(rw, op, inner.source, &groups, op),
        None => false,
    }
}

/// How the dimensions of `large` merge to those of `small`, where both are given in groups that correspond.
pub(crate) fn merge(large_groups: &Groups, small_groups: &Groups, large: &[i64], small: &[i64]) -> Option<Groups> {
    // What has no dimensions in between has none in groups.
    if large_groups.is_empty() {
        return merge_sizes(large, small, 0);
    }
    let mut groups = Vec::new();
    for (dims, others) in large_groups.iter().zip(small_groups) {
        let first = *dims.first()?;
        let size = |shape: &[i64], dim: &i64| shape.get(*dim as usize).copied();
        let sizes: Vec<i64> = dims.iter().filter_map(|dim| size(large, dim)).collect();
        let wanted: Vec<i64> = others.iter().filter_map(|dim| size(small, dim)).collect();
        if sizes.len() == wanted.len() {
            if sizes != wanted || sizes.iter().filter(|&&size| size == DYNAMIC).count() > 1 {
                return None;
            }
            groups.extend((0..sizes.len() as i64).map(|dim| vec![first + dim]));
            continue;
        }
        groups.extend(merge_sizes(&sizes, &wanted, first)?);
    }
    Some(groups)
}

/// Groups of known sizes whose products are the wanted sizes; the dimensions are counted from `first`.
fn merge_sizes(sizes: &[i64], wanted: &[i64], first: i64) -> Option<Groups> {
    if sizes.contains(&DYNAMIC) || wanted.contains(&DYNAMIC) {
        return None;
    }
    let mut rest = (first..).zip(sizes).peekable();
    let mut groups: Groups = Vec::with_capacity(wanted.len());
    for &want in wanted {
        let (dim, &size) = rest.next()?;
        let (mut group, mut product) = (vec![dim], size);
        while product < want {
            let (dim, &size) = rest.next()?;
            group.push(dim);
            product = multiply(product, size);
        }
        if product != want {
            return None;
        }
        groups.push(group);
    }
    for (dim, &size) in rest {
        if size != 1 {
            return None;
        }
        groups.last_mut()?.push(dim);
    }
    Some(groups)
}

/// What is cast to the operand by a cast that only forgets.
fn forgotten(rw: &Rewriter<'_>, op: OpId) -> Option<ValueId> {
    let cast = rw
        .body
        .defining_op(rw.body.operand(op, 0))
        .filter(|&cast| rw.body.op(cast).is(CastOp::DEF));
    let cast = cast.filter(|&cast| is_forgetting_cast(rw, cast))?;
    Some(rw.body.operand(cast, 0))
}

/// What a cast forgets about memory, splitting dimensions need not forget, if sizes that are constants fit what is known.
fn expand_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    expand_forgotten(rw, op).is_some()
}

fn expand_forgotten(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let origin = forgotten(rw, op)?;
    let (ctx, from) = (rw.ctx, rw.body.value_type(origin));
    let view = ExpandShapeOp::cast(rw.body.op_ref(ctx, op))?;
    let groups = view.groups();
    let mut shape = view.0.required("static_output_shape").as_dense_ints(ctx)?.to_vec();
    let mut sizes = view.output_shape().to_vec();
    let mut given = shape.iter_mut().filter(|size| **size == DYNAMIC);
    sizes.retain(|&size| match (given.next(), constant_int(ctx, rw.body, size)) {
        (Some(slot), Some(known)) => {
            *slot = known;
            false
        }
        _ => true,
    });
    let fits = |(group, &size): (&Vec<i64>, &i64)| {
        let product = group
            .iter()
            .fold(1, |product, &dim| multiply(product, shape[dim as usize]));
        product == size
    };
    let known = from.shape(ctx)?;
    if known.len() != groups.len() || !groups.iter().zip(known).all(fits) {
        return None;
    }
    let ty = reassociation::expanded_type(ctx, from, &shape, &groups)?;
    let (location, groups) = (rw.location_of(op), groups_attr(ctx, &groups));
    let state = ExpandShapeOp::build(
        ctx,
        location,
        origin,
        &sizes,
        groups,
        ctx.dense_i64_array(&shape),
        &[ty],
    );
    rw.set_before(op);
    let new = rw.insert_value(state);
    replace_by_cast(rw, op, new);
    Some(())
}

/// What a cast forgets about memory, merging dimensions need not forget.
fn collapse_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(origin) = forgotten(rw, op) else {
        return false;
    };
    let from = rw.body.value_type(origin);
    let Some(Reshape { groups, .. }) = collapse(rw, op) else {
        return false;
    };
    let merged = merged_shape(&shape(rw, from), &groups);
    let Some(ty) = reassociation::collapsed_type(rw.ctx, from, &merged, &groups) else {
        return false;
    };
    if ty == rw.body.result_type(op, 0) {
        rw.modify(op, |body| body.set_operand(op, 0, origin));
        return true;
    }
    let state = CollapseShapeOp::build(rw.ctx, rw.location_of(op), origin, groups_attr(rw.ctx, &groups), &[ty]);
    rw.set_before(op);
    let new = rw.insert_value(state);
    replace_by_cast(rw, op, new);
    true
}
