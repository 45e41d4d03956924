//! Canonicalisation of ops that split and merge dimensions.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, OpId, ValueId};

use super::canonicalize::{before_forgetting_cast, replace_as};
use super::shape::merged_shape;
use super::slice::with_shape;
use super::{CastOp, CollapseShapeOp, ExpandShapeOp, FromElementsOp, SplatOp, are_cast_compatible};
use crate::index_list::{self, Entry};
use crate::linalg::{FillOp, replace_by_fill};
use crate::memref::canonicalize_reshape::{compose, cover, merge};
use crate::memref::merged_sizes::merged_sizes;
use crate::memref::reassociation::{Groups, groups_attr};
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `tensor.expand_shape`.
    EXPAND_SHAPE for ExpandShapeOp = [
        constant_output_shape, expand_of_expand, expand_of_collapse, of_splat, of_from_elements, of_fill,
    ];
    /// Of `tensor.collapse_shape`.
    COLLAPSE_SHAPE for CollapseShapeOp = [
        collapse_of_collapse, collapse_of_expand, of_splat, of_from_elements, collapse_of_cast, of_fill,
    ];
}

fn expand<'a>(rw: &'a Rewriter<'_>, op: OpId) -> Option<ExpandShapeOp<'a>> {
    ExpandShapeOp::cast(rw.body.op_ref(rw.ctx, op))
}

fn collapse<'a>(rw: &'a Rewriter<'_>, op: OpId) -> Option<CollapseShapeOp<'a>> {
    CollapseShapeOp::cast(rw.body.op_ref(rw.ctx, op))
}

fn shape_of(rw: &Rewriter<'_>, value: ValueId) -> Option<Vec<i64>> {
    rw.body.value_type(value).shape(rw.ctx).map(<[i64]>::to_vec)
}

/// Replaces an op by one that splits the dimensions of `source` to these sizes.
fn replace_by_expand(rw: &mut Rewriter<'_>, op: OpId, source: ValueId, groups: &Groups, sizes: &[Entry]) {
    let (statics, values) = index_list::split(sizes);
    let (groups, statics) = (groups_attr(rw.ctx, groups), rw.ctx.dense_i64_array(&statics));
    let ty = rw.body.result_type(op, 0);
    let state = ExpandShapeOp::build(rw.ctx, rw.location_of(op), source, &values, groups, statics, &[ty]);
    rw.replace_with(op, state);
}

fn replace_by_collapse(rw: &mut Rewriter<'_>, op: OpId, source: ValueId, groups: &Groups) {
    let groups = groups_attr(rw.ctx, groups);
    let state = CollapseShapeOp::build(
        rw.ctx,
        rw.location_of(op),
        source,
        groups,
        &[rw.body.result_type(op, 0)],
    );
    rw.replace_with(op, state);
}

/// Splitting what was split.
fn expand_of_expand(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let found = rw
        .body
        .defining_op_of_operand(op, 0, ExpandShapeOp::DEF)
        .and_then(|inner| {
            let (inner, outer) = (expand(rw, inner)?, expand(rw, op)?);
            Some((inner.src(), compose(&inner.groups(), &outer.groups())?, outer.sizes()))
        });
    let Some((source, groups, sizes)) = found else {
        return false;
    };
    replace_by_expand(rw, op, source, &groups, &sizes);
    true
}

/// Merging what was merged.
fn collapse_of_collapse(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let found = rw
        .body
        .defining_op_of_operand(op, 0, CollapseShapeOp::DEF)
        .and_then(|inner| {
            let (inner, outer) = (collapse(rw, inner)?, collapse(rw, op)?);
            Some((inner.src(), compose(&outer.groups(), &inner.groups())?))
        });
    let Some((source, groups)) = found else {
        return false;
    };
    replace_by_collapse(rw, op, source, &groups);
    true
}

/// Merging what was split: only the difference remains.
fn collapse_of_expand(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    rest_of_collapse(rw, op).is_some()
}

fn rest_of_collapse(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let split = rw.body.defining_op_of_operand(op, 0, ExpandShapeOp::DEF)?;
    let (inner, outer) = (expand(rw, split)?, collapse(rw, op)?);
    let (source, given) = (inner.src(), inner.sizes());
    let (fine, coarse) = (inner.groups(), outer.groups());
    let to = shape_of(rw, rw.body.result(op, 0))?;
    let from = shape_of(rw, source)?;
    match from.len().cmp(&to.len()) {
        std::cmp::Ordering::Greater => {
            let groups = cover(&fine, &coarse)?;
            replace_by_collapse(rw, op, source, &groups);
        }
        std::cmp::Ordering::Less => {
            let groups = cover(&coarse, &fine)?;
            let (values, statics) = merged_sizes(rw, op, &given, &coarse)?;
            replace_by_expand(rw, op, source, &groups, &index_list::join(&statics, &values));
        }
        std::cmp::Ordering::Equal => {
            let (before, after) = (rw.body.value_type(source), rw.body.result_type(op, 0));
            if before == after || !are_cast_compatible(rw.ctx, before, after) {
                return None;
            }
            cover(&coarse, &fine)?;
            replace_as(rw, op, source);
        }
    }
    Some(())
}

/// Splitting what was merged: only the difference remains.
fn expand_of_collapse(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    rest_of_expand(rw, op).is_some()
}

fn rest_of_expand(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let merged = rw.body.defining_op_of_operand(op, 0, CollapseShapeOp::DEF)?;
    let (inner, outer) = (collapse(rw, merged)?, expand(rw, op)?);
    let (source, sizes) = (inner.src(), outer.sizes());
    let (inner, outer) = (inner.groups(), outer.groups());
    let (from, to) = (shape_of(rw, source)?, shape_of(rw, rw.body.result(op, 0))?);
    if from == to {
        return None;
    }
    if from.len() > to.len() {
        let groups = merge(&inner, &outer, &from, &to)?;
        replace_by_collapse(rw, op, source, &groups);
    } else {
        let groups = merge(&outer, &inner, &to, &from)?;
        replace_by_expand(rw, op, source, &groups, &sizes);
    }
    Some(())
}

/// One value everywhere is that in any shape.
fn of_splat(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let ty = rw.body.result_type(op, 0);
    let Some(splat) = rw.body.defining_op_of_operand(op, 0, SplatOp::DEF) else {
        return false;
    };
    if ty.shape(rw.ctx).is_none_or(|shape| shape.contains(&DYNAMIC)) {
        return false;
    }
    let value = rw.body.operand(splat, 0);
    let state = SplatOp::build(rw.ctx, rw.location_of(op), value, &[], &[ty]);
    rw.replace_with(op, state);
    true
}

/// Given elements keep their order.
fn of_from_elements(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let ty = rw.body.result_type(op, 0);
    let Some(maker) = rw.body.defining_op_of_operand(op, 0, FromElementsOp::DEF) else {
        return false;
    };
    if ty.shape(rw.ctx).is_none_or(|shape| shape.contains(&DYNAMIC)) {
        return false;
    }
    let elements: Vec<ValueId> = rw.body.operands(maker).collect();
    let state = FromElementsOp::build(rw.ctx, rw.location_of(op), &elements, &[ty]);
    rw.replace_with(op, state);
    true
}

/// What is filled gets its shape before.
fn of_fill(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(fill) = rw.body.defining_op_of_operand(op, 0, FillOp::DEF) else {
        return false;
    };
    let (output, ty, location) = (rw.body.operand(fill, 1), rw.body.result_type(op, 0), rw.location_of(op));
    let state = match expand(rw, op) {
        Some(view) => {
            let (values, statics) = (view.output_shape(), view.0.required("static_output_shape"));
            let groups = view.0.required("reassociation");
            ExpandShapeOp::build(rw.ctx, location, output, &values, groups, statics, &[ty])
        }
        None => {
            let groups = rw.body.op_ref(rw.ctx, op).required("reassociation");
            CollapseShapeOp::build(rw.ctx, location, output, groups, &[ty])
        }
    };
    rw.set_before(op);
    let output = rw.insert_value(state);
    replace_by_fill(rw, op, fill, output);
    true
}

/// What a cast forgets about a tensor, merging dimensions need not forget.
fn collapse_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(origin) = before_forgetting_cast(rw, rw.body.operand(op, 0)) else {
        return false;
    };
    let (from, location) = (rw.body.value_type(origin), rw.location_of(op));
    let Some(groups) = collapse(rw, op).map(CollapseShapeOp::groups) else {
        return false;
    };
    let shape = merged_shape(from.shape(rw.ctx).unwrap_or_default(), &groups);
    let ty = with_shape(rw.ctx, from, &shape);
    if ty == rw.body.result_type(op, 0) {
        rw.modify(op, |body| body.set_operand(op, 0, origin));
        return true;
    }
    rw.set_before(op);
    let groups = groups_attr(rw.ctx, &groups);
    let new = rw.insert_value(CollapseShapeOp::build(rw.ctx, location, origin, groups, &[ty]));
    replace_as(rw, op, new);
    true
}

/// Sizes that are constants belong to the type, and to that of what is split, if these are known before a cast.
fn constant_output_shape(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(view) = expand(rw, op) else {
        return false;
    };
    let (given, groups, source) = (view.sizes(), view.groups(), view.src());
    let ty = rw.body.result_type(op, 0);
    let known = before_forgetting_cast(rw, source).and_then(|origin| shape_of(rw, origin));
    let Some(known) = known else {
        return false;
    };
    let mut new_sizes = given.clone();
    for (group, _) in groups.iter().zip(known).filter(|&(_, size)| size != DYNAMIC) {
        for entry in group.iter().filter_map(|&dim| usize::try_from(dim).ok()) {
            let value = new_sizes.get(entry).and_then(|entry| entry.known(rw.ctx, rw.body));
            if let Some(value) = value.filter(|&value| index_list::is_size(value)) {
                new_sizes[entry] = Entry::Static(value);
            }
        }
    }
    if new_sizes == given {
        return false;
    }
    let (shape, values) = index_list::split(&new_sizes);
    let (from, to) = (
        with_shape(rw.ctx, ty, &merged_shape(&shape, &groups)),
        with_shape(rw.ctx, ty, &shape),
    );
    if !are_cast_compatible(rw.ctx, rw.body.value_type(source), from) {
        return false;
    }
    let (location, groups, statics) = (
        rw.location_of(op),
        groups_attr(rw.ctx, &groups),
        rw.ctx.dense_i64_array(&shape),
    );
    rw.set_before(op);
    let cast = rw.insert_value(CastOp::build(rw.ctx, location, source, &[from]));
    let new = rw.insert_value(ExpandShapeOp::build(
        rw.ctx,
        location,
        cast,
        &values,
        groups,
        statics,
        &[to],
    ));
    replace_as(rw, op, new);
    true
}
