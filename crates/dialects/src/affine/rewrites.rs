//! Canonicalisation: maps take what is constant, and drop what they do not use.

use asyncir_ir::affine::{AffineExpr, AffineMap, IntegerSet};
use asyncir_ir::def::Folded;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, Attribute, Body, Context, OpId};

use super::access::{LoadOp, PrefetchOp, StoreOp, indices, memref_index};
use super::operands::{Applied, affine_scope, as_set};
use super::{ForOp, ParallelOp, map_attr};
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Patterns of `affine.load`.
    LOAD for LoadOp = [simplify_indices];
    /// Patterns of `affine.store`.
    STORE for StoreOp = [simplify_indices];
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
    let canonical = applied.composed(ctx, rw.body, affine_scope(rw.body, op));
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
    let new = new.composed(ctx, body, affine_scope(body, op));
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

/// Bounds with what is known of their operands in them; of constant ones, the one that counts.
pub(super) fn fold_for(ctx: &Context, body: &mut Body, op: OpId, _consts: &[Option<Attribute>]) -> Folded {
    let view = ForOp(body.op_ref(ctx, op));
    let (Some(lower), Some(upper)) = (view.lower_bound(), view.upper_bound()) else {
        return Folded::No;
    };
    let inits = view.inits();
    let scope = affine_scope(body, op);
    let new_lower = simplify_bound(&lower.composed(ctx, body, scope), i64::max);
    let new_upper = simplify_bound(&upper.composed(ctx, body, scope), i64::min);
    if new_lower.map == lower.map && new_upper.map == upper.map {
        return Folded::No;
    }
    let sizes = [new_lower.operands.len(), new_upper.operands.len(), inits.len()].map(|size| size as i32);
    let operands = [&new_lower.operands[..], &new_upper.operands, &inits].concat();
    body.set_operands(op, &operands);
    for (name, value) in [
        ("lowerBoundMap", map_attr(ctx, new_lower.map)),
        ("upperBoundMap", map_attr(ctx, new_upper.map)),
        ("operandSegmentSizes", ctx.dense_i32_array(&sizes)),
    ] {
        body.op_mut(op).set_property(ctx, name, Some(value));
    }
    Folded::InPlace
}

/// A bound without expressions that are there twice; of constants, only the one that counts.
fn simplify_bound(bound: &Applied, choose: fn(i64, i64) -> i64) -> Applied {
    let constants: Option<Vec<i64>> = bound.map.results().iter().map(AffineExpr::as_constant).collect();
    if let Some(value) = constants.and_then(|values| values.into_iter().reduce(choose)) {
        return Applied {
            map: AffineMap::constant(&[value]),
            operands: Vec::new(),
        };
    }
    let mut results: Vec<AffineExpr> = Vec::new();
    for result in bound.map.results() {
        if !results.contains(result) {
            results.push(result.clone());
        }
    }
    let map = AffineMap::new(bound.map.num_dims(), bound.map.num_symbols(), results);
    Applied {
        map: map.unwrap_or_else(|| bound.map.clone()),
        operands: bound.operands.clone(),
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
    body.set_operands(op, &[&new_lower.operands[..], &new_upper.operands].concat());
    for (name, map) in [("lowerBoundsMap", new_lower.map), ("upperBoundsMap", new_upper.map)] {
        body.op_mut(op).set_property(ctx, name, Some(map_attr(ctx, map)));
    }
    Folded::InPlace
}
