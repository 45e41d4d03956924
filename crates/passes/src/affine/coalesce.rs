//! One loop in the place of several.

use asyncir_dialects::affine::scope::{affine_scope, is_symbol};
use asyncir_dialects::affine::{Applied, ApplyOp, ForOp, MaxOp, MinOp, map_attr, set_bounds};
use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, InsertPoint, Location, OpId, Type, ValueId};

use super::loops::{block_and_counter, is_never_negative, move_contents, perfect_nest};

/// Coalesces the loops of a nest whose bounds are known before it: inner ones first.
pub(super) fn coalesce_nest(rw: &mut Rewriter<'_>, root: OpId) {
    let loops = perfect_nest(rw.body, root);
    let known_before: Vec<usize> = (0..loops.len())
        .map(|index| known_before(rw.body, &loops, index))
        .collect();
    let mut end = loops.len();
    while end > 1 {
        let is_band = |&start: &usize| known_before[start..end].iter().all(|&before| before <= start);
        match (0..end - 1).find(is_band) {
            // The loops around the band come next.
            Some(start) => {
                coalesce(rw, &loops[start..end]);
                end = start;
            }
            None => end -= 1,
        }
    }
}

/// Before which loop all operands of a loop are known.
fn known_before(body: &Body, loops: &[OpId], index: usize) -> usize {
    let operands: Vec<ValueId> = body.operands(loops[index]).collect();
    let is_before = |&outer: &usize| is_known_before(body, &operands, loops[outer]);
    (0..index).find(is_before).unwrap_or(index)
}

/// Whether all values are known before a loop.
pub(super) fn is_known_before(body: &Body, values: &[ValueId], outer: OpId) -> bool {
    let regions = body.op_regions(outer);
    values.iter().all(|&value| {
        let block = body.value_block(value);
        let region = block.and_then(|block| body.block(block).region());
        region.is_some_and(|region| !regions.iter().any(|&outer| body.region_contains(outer, region)))
    })
}

/// Makes loops one. Nothing changes if they do not count from zero on in steps of one, if they carry values, or if their bounds
/// change where they are.
fn coalesce(rw: &mut Rewriter<'_>, band: &[OpId]) -> Option<()> {
    let (&outermost, &second, &innermost) = (band.first()?, band.get(1)?, band.last()?);
    let bounds: Vec<Applied> = band
        .iter()
        .map(|&op| upper_bound(rw.ctx, rw.body, op))
        .collect::<Option<_>>()?;
    let at = rw.location_of(outermost);
    rw.set_before(outermost);
    let (counts, total) = insert_counts(rw, at, &bounds)?;
    let (lower, ctx) = (ForOp(rw.body.op_ref(rw.ctx, outermost)).lower_bound()?, rw.ctx);
    let upper = Applied {
        map: AffineMap::new(0, 1, vec![AffineExpr::Symbol(0)])?,
        operands: vec![total],
    };
    rw.modify(outermost, |body| set_bounds(ctx, body, outermost, lower, upper));
    let (block, counter) = block_and_counter(rw.ctx, rw.body, outermost)?;
    rw.set_start(block);
    split_counter(rw, at, band, &counts, counter)?;
    let (inner, _) = block_and_counter(rw.ctx, rw.body, innermost)?;
    move_contents(rw, inner, InsertPoint::Before(second));
    rw.erase(second);
    Some(())
}

/// The upper bounds of a loop that can be coalesced.
fn upper_bound(ctx: &Context, body: &Body, op: OpId) -> Option<Applied> {
    let (view, scope) = (ForOp(body.op_ref(ctx, op)), affine_scope(body, op));
    let (lower, upper) = (view.lower_bound()?, view.upper_bound()?);
    let is_normal = view.step_size() == 1 && lower.map.single_constant_result() == Some(0);
    let is_constant = upper.operands.iter().all(|&value| is_symbol(ctx, body, value, scope));
    (is_normal && is_constant && body.op(op).num_results() == 0).then_some(upper)
}

/// Computes how often each loop runs, and how often all do. As a product of two negative numbers is not, they become zero where several might be
/// negative.
fn insert_counts(rw: &mut Rewriter<'_>, at: Location, bounds: &[Applied]) -> Option<(Vec<ValueId>, ValueId)> {
    let product = AffineExpr::binary(AffineKind::Mul, AffineExpr::Dim(0), AffineExpr::Symbol(0));
    let (mut counts, mut total) = (Vec::new(), None);
    let mut has_unknown = false;
    for bound in bounds {
        let may_be_negative = !is_never_negative(rw.ctx, rw.body, bound);
        let clamps = may_be_negative && has_unknown;
        has_unknown |= may_be_negative;
        let map = map_attr(rw.ctx, bound.map.clone());
        let count = match bound.map.num_results() {
            1 if clamps => None,
            1 => Some(ApplyOp::build(rw.ctx, at, &bound.operands, map, &[Type::INDEX])),
            _ => Some(MinOp::build(rw.ctx, at, &bound.operands, map, &[Type::INDEX])),
        };
        let count = count.map(|state| rw.insert_value(state));
        let count = if clamps {
            at_least_zero(rw, at, bound, count)?
        } else {
            count?
        };
        counts.push(count);
        total = match total {
            Some(total) => apply(rw, at, product.clone(), total, count),
            None => Some(count),
        };
    }
    Some((counts, total?))
}

/// The greater of zero and a bound, or its least result, which was computed.
fn at_least_zero(rw: &mut Rewriter<'_>, at: Location, bound: &Applied, least: Option<ValueId>) -> Option<ValueId> {
    let (map, operands) = match least {
        Some(least) => (AffineMap::identity(1), vec![least]),
        None => (bound.map.clone(), bound.operands.clone()),
    };
    let results = [map.results(), &[AffineExpr::Constant(0)]].concat();
    let map = map_attr(rw.ctx, AffineMap::new(map.num_dims(), map.num_symbols(), results)?);
    Some(rw.insert_value(MaxOp::build(rw.ctx, at, &operands, map, &[Type::INDEX])))
}

/// Inserts what an expression of a dimension and a symbol is.
fn apply(rw: &mut Rewriter<'_>, at: Location, expr: AffineExpr, dim: ValueId, symbol: ValueId) -> Option<ValueId> {
    let map = map_attr(rw.ctx, AffineMap::new(1, 1, vec![expr])?);
    Some(rw.insert_value(ApplyOp::build(rw.ctx, at, &[dim, symbol], map, &[Type::INDEX])))
}

/// Computes at the cursor what each loop counted from what the one loop counts.
fn split_counter(
    rw: &mut Rewriter<'_>,
    at: Location,
    band: &[OpId],
    counts: &[ValueId],
    counter: ValueId,
) -> Option<()> {
    let (dim, symbol) = (AffineExpr::Dim(0), AffineExpr::Symbol(0));
    let quotient = AffineExpr::binary(AffineKind::FloorDiv, dim.clone(), symbol.clone());
    let remainder = AffineExpr::binary(AffineKind::Mod, dim, symbol);
    let (innermost, _) = block_and_counter(rw.ctx, rw.body, *band.last()?)?;
    let mut rest = counter;
    for index in (0..band.len()).rev() {
        if let Some(&inner) = counts.get(index + 1) {
            rest = apply(rw, at, quotient.clone(), rest, inner)?;
        }
        let value = match index {
            0 => rest,
            _ => apply(rw, at, remainder.clone(), rest, counts[index])?,
        };
        let (_, old) = block_and_counter(rw.ctx, rw.body, band[index])?;
        rw.replace_value_if(old, value, |body, user| {
            body.ancestor_in_block(innermost, user).is_some()
        });
    }
    Some(())
}
