//! Canonicalisation: maps take what is constant, and drop what they do not use.

use asyncir_ir::affine::{AffineExpr, AffineMap, IntegerSet};
use asyncir_ir::def::{FoldResult, Folded, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, Attribute, Body, Context, OpId, RegionId, ValueId};

use super::access::{LoadOp, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp, indices, memref_index};
use super::bounds::Known;
use super::for_loop::set_bounds;
use super::operands::{Applied, as_set};
use super::parallel::set_parallel_bounds;
use super::scope::affine_scope;
use super::{ApplyOp, ForOp, ParallelOp, map_attr};
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Patterns of `affine.load`.
    LOAD for LoadOp = [simplify_indices];
    /// Patterns of `affine.store`.
    STORE for StoreOp = [simplify_indices];
    /// Patterns of `affine.vector_load`.
    VECTOR_LOAD for VectorLoadOp = [simplify_indices];
    /// Patterns of `affine.vector_store`.
    VECTOR_STORE for VectorStoreOp = [simplify_indices];
    /// Patterns of `affine.prefetch`.
    PREFETCH for PrefetchOp = [simplify_indices];
}

fn simplify_indices(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let ctx = rw.ctx;
    let view = rw.body.op_ref(ctx, op);
    let first = memref_index(view);
    let Some(applied) = indices(view, first) else {
        return false;
    };
    let canonical = applied.simplified(ctx, rw.body, affine_scope(rw.body, op));
    if canonical.map == applied.map && canonical.operands == applied.operands {
        return false;
    }
    let kept = view.operands().into_iter().take(first + 1);
    let operands: Vec<_> = kept.chain(canonical.operands).collect();
    rw.modify(op, |body| {
        body.set_operands(op, &operands);
        body.op_mut(op)
            .set_property(ctx, "map", Some(map_attr(ctx, canonical.map)));
    });
    true
}

/// The condition with what is known of its operands in it, each operand once.
pub(super) fn fold_if(ctx: &Context, body: &mut Body, op: OpId, _consts: &[Option<Attribute>]) -> Folded {
    let view = body.op_ref(ctx, op);
    let Some(set) = view.property("condition").and_then(|attr| as_set(ctx, attr)) else {
        return Folded::No;
    };
    let operands = view.operands().to_vec();
    let (exprs, kinds): (Vec<AffineExpr>, Vec<bool>) = set.constraints().iter().cloned().unzip();
    let Some(map) = AffineMap::new(set.num_dims(), set.num_symbols(), exprs) else {
        return Folded::No;
    };
    let new = Applied {
        map,
        operands: operands.clone(),
    };
    let scope = affine_scope(body, op);
    let is_applied = |&operand: &ValueId| {
        body.defining_op(operand)
            .is_some_and(|maker| body.op(maker).is(ApplyOp::DEF))
    };
    // Expressions stay as they are written if there is nothing to put into them.
    let new = if operands.iter().any(is_applied) {
        new.composed(ctx, body, scope)
    } else {
        new.canonical(ctx, body, scope)
    };
    let constraints = new.map.results().iter().cloned().zip(kinds).collect();
    let Some(new_set) = IntegerSet::new(new.map.num_dims(), new.map.num_symbols(), constraints) else {
        return Folded::No;
    };
    if new_set == set && new.operands == operands {
        return Folded::No;
    }
    body.set_operands(op, &new.operands);
    let attr = ctx.attr(AttrKind::IntegerSet(new_set));
    body.op_mut(op).set_property(ctx, "condition", Some(attr));
    Folded::InPlace
}

/// Bounds with what is known of their operands in them; of those that never count, none. A loop that does nothing gives
/// the values that it passes on.
pub(super) fn fold_for(ctx: &Context, body: &mut Body, op: OpId, consts: &[Option<Attribute>]) -> Folded {
    let changed = fold_bounds(ctx, body, op, consts).is_some();
    let view = ForOp(body.op_ref(ctx, op));
    let values = match view.trip_count() {
        _ if body.op(op).num_results() == 0 => None,
        Some(0) => Some(view.inits().to_vec()),
        _ => super::branches::values_of_empty_loop(ctx, body, op),
    };
    if let Some(values) = values {
        return Folded::Results(values.into_iter().map(FoldResult::Value).collect());
    }
    if changed { Folded::InPlace } else { Folded::No }
}

fn fold_bounds(ctx: &Context, body: &mut Body, op: OpId, consts: &[Option<Attribute>]) -> Option<()> {
    let view = ForOp(body.op_ref(ctx, op));
    let (lower, upper) = (view.lower_bound()?, view.upper_bound()?);
    let scope = affine_scope(body, op);
    let (for_lower, for_upper) = consts.split_at(lower.operands.len().min(consts.len()));
    let new_lower = simplify_bound(
        ctx,
        body,
        scope,
        &constant_bound(ctx, &lower, for_lower, i64::max),
        true,
    );
    let new_upper = simplify_bound(
        ctx,
        body,
        scope,
        &constant_bound(ctx, &upper, for_upper, i64::min),
        false,
    );
    if new_lower.map == lower.map && new_upper.map == upper.map {
        return None;
    }
    set_bounds(ctx, body, op, new_lower, new_upper);
    Some(())
}

/// Of constant bounds, the one that counts.
fn constant_bound(
    ctx: &Context,
    bound: &Applied,
    consts: &[Option<Attribute>],
    choose: fn(i64, i64) -> i64,
) -> Applied {
    let value = |result| bound.evaluate(ctx, consts, result).value();
    let values: Option<Vec<i64>> = bound.map.results().iter().map(value).collect();
    match values.and_then(|values| values.into_iter().reduce(choose)) {
        Some(value) => Applied {
            map: AffineMap::constant(&[value]),
            operands: Vec::new(),
        },
        None => bound.clone(),
    }
}

/// A bound without expressions that are there twice in a row or never count.
fn simplify_bound(ctx: &Context, body: &Body, scope: Option<RegionId>, bound: &Applied, is_max: bool) -> Applied {
    let composed = bound.composed(ctx, body, scope).canonical(ctx, body, scope);
    let map = if composed.operands.is_empty() {
        composed.map.clone()
    } else {
        Known::of(ctx, body, &composed).without_redundant(&composed.map, is_max)
    };
    let mut results = map.results().to_vec();
    results.dedup();
    Applied {
        map: AffineMap::new(map.num_dims(), map.num_symbols(), results).unwrap_or(map),
        operands: composed.operands,
    }
}

/// Bounds with what is known of their operands in them.
pub(super) fn fold_parallel(ctx: &Context, body: &mut Body, op: OpId, _consts: &[Option<Attribute>]) -> Folded {
    let view = ParallelOp(body.op_ref(ctx, op));
    let (Some((lower, _)), Some((upper, _))) = (view.lower_bounds(), view.upper_bounds()) else {
        return Folded::No;
    };
    let scope = affine_scope(body, op);
    let (new_lower, new_upper) = (lower.composed(ctx, body, scope), upper.composed(ctx, body, scope));
    if new_lower.map == lower.map && new_upper.map == upper.map {
        return Folded::No;
    }
    set_parallel_bounds(ctx, body, op, new_lower, new_upper);
    Folded::InPlace
}
