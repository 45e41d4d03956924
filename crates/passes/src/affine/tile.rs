//! Loops over tiles, and over the iterations of a tile, in the place of a nest of loops.

use asyncir_dialects::affine::scope::affine_scope;
use asyncir_dialects::affine::{Applied, ForOp};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, OpId, ValueId};

use super::loops::{block_and_counter, constant_trip_count, insert_loop, move_contents, trip_count_divisor};
use crate::analysis::constraints::{System, as_variable};

/// A loop that is tiled.
pub(super) struct TiledLoop {
    /// The loop over the iterations of a tile.
    pub(super) point_loop: OpId,
    /// What the loop over tiles counts.
    pub(super) start: ValueId,
    /// From where to where the iterations of a full tile are.
    pub(super) extent: i64,
    /// The bounds before.
    pub(super) lower: Applied,
    /// The bounds before.
    pub(super) upper: Applied,
}

/// Tiles a nest. `None` if loops give values, or bounds depend on loops of the nest: then nothing changes.
pub(super) fn tile(rw: &mut Rewriter<'_>, band: &[OpId], sizes: &[u64]) -> Option<Vec<TiledLoop>> {
    let has_results = band.iter().any(|&op| rw.body.op(op).num_results() > 0);
    if has_results || !is_hyper_rectangular(rw.ctx, rw.body, band) {
        return None;
    }
    let loops = band.iter().zip(sizes);
    let plans: Vec<Plan> = loops
        .map(|(&op, &size)| Plan::of(rw.ctx, rw.body, op, size))
        .collect::<Option<_>>()?;
    let (&root, &innermost) = (band.first()?, band.last()?);
    let at = rw.location_of(root);
    rw.set_before(root);
    let enter = |rw: &mut Rewriter<'_>, lower: &Applied, upper: &Applied, step: i64| {
        let op = insert_loop(rw, at, [lower, upper], step);
        let (block, counter) = block_and_counter(rw.ctx, rw.body, op)?;
        let end = rw.body.terminator(block)?;
        rw.set_before(end);
        Some((op, counter))
    };
    let mut starts = Vec::new();
    for plan in &plans {
        starts.push(enter(rw, &plan.lower, &plan.upper, plan.tile_step)?.1);
    }
    let (mut tiled, mut counters) = (Vec::new(), Vec::new());
    for (plan, start) in plans.into_iter().zip(starts) {
        let lower = Applied {
            map: AffineMap::identity(1),
            operands: vec![start],
        };
        let upper = plan.end_of_tile(start)?;
        let (point_loop, counter) = enter(rw, &lower, &upper, plan.step)?;
        counters.push(counter);
        tiled.push(TiledLoop {
            point_loop,
            start,
            extent: plan.extent,
            lower: plan.lower,
            upper: plan.upper,
        });
    }
    let (block, _) = block_and_counter(rw.ctx, rw.body, innermost)?;
    let point = rw.point();
    move_contents(rw, block, point);
    for (&op, counter) in band.iter().zip(counters) {
        let (_, old) = block_and_counter(rw.ctx, rw.body, op)?;
        rw.replace_value(old, counter);
    }
    rw.erase(root);
    Some(tiled)
}

/// Whether no bound of a loop depends on what a loop of the nest counts.
fn is_hyper_rectangular(ctx: &Context, body: &Body, band: &[OpId]) -> bool {
    let counters = band.iter().filter_map(|&op| Some(block_and_counter(ctx, body, op)?.1));
    let counters: Vec<ValueId> = counters.collect();
    let is_independent = |&op: &OpId| {
        let (view, scope) = (ForOp(body.op_ref(ctx, op)), affine_scope(body, op));
        let bounds = view.lower_bound().into_iter().chain(view.upper_bound());
        bounds.into_iter().all(|bound| {
            let bound = bound.composed(ctx, body, scope);
            let is_fixed = !bound.operands.iter().any(|operand| counters.contains(operand));
            is_fixed && bound.map.results().iter().all(is_affine)
        })
    };
    band.len() < 2 || band.iter().all(is_independent)
}

/// Whether an expression is one of integer constraints.
fn is_affine(expr: &AffineExpr) -> bool {
    System::default().flatten(expr, &mut as_variable).is_some()
}

/// How a loop is tiled.
struct Plan {
    lower: Applied,
    upper: Applied,
    step: i64,
    tile_step: i64,
    /// From where to where the iterations of a tile are.
    extent: i64,
    /// Whether the last tile may be smaller.
    may_be_partial: bool,
}

impl Plan {
    fn of(ctx: &Context, body: &Body, op: OpId, size: u64) -> Option<Self> {
        let view = ForOp(body.op_ref(ctx, op));
        let step = view.step_size();
        let tile_step = i64::try_from(size).ok()?.checked_mul(step)?;
        let count = constant_trip_count(ctx, body, op).filter(|&count| count < size);
        let extent = match count {
            Some(count) => i64::try_from(count).ok()?.checked_mul(step)?,
            None => tile_step,
        };
        Some(Self {
            lower: view.lower_bound()?,
            upper: view.upper_bound()?,
            step,
            tile_step,
            extent,
            may_be_partial: count.is_none() && !trip_count_divisor(ctx, body, op).is_multiple_of(size),
        })
    }

    /// The bounds of the tile that begins at `start`.
    fn end_of_tile(&self, start: ValueId) -> Option<Applied> {
        let (old, extent) = (&self.upper, self.extent);
        if !self.may_be_partial {
            return Some(Applied {
                map: AffineMap::new(1, 0, vec![AffineExpr::Dim(0) + extent])?,
                operands: vec![start],
            });
        }
        let num_dims = old.map.num_dims();
        let end = AffineExpr::Dim(num_dims) + extent;
        let ends = std::iter::once(end).chain(old.map.results().iter().cloned()).collect();
        let (dims, symbols) = old.operands.split_at(num_dims as usize);
        Some(Applied {
            map: AffineMap::new(num_dims + 1, old.map.num_symbols(), ends)?,
            operands: [dims, &[start], symbols].concat(),
        })
    }
}
