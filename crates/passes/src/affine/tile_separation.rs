//! Full tiles apart from partial ones: an `affine.if` runs a nest with constant trip counts where all tiles are full.

use asyncir_dialects::affine::scope::affine_scope;
use asyncir_dialects::affine::{Applied, ForOp, IfOp, YieldOp};
use asyncir_ir::affine::{AffineExpr, AffineMap, IntegerSet};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, BlockId, Body, Context, InsertPoint, Location, Mapping, OpId, ValueId};

use super::loops::{block_and_counter, insert_loop};
use super::tile::TiledLoop;

/// Makes the loops over the iterations of a tile twice: for full tiles, and for all others. Nothing changes if they have a
/// step, or if bounds are more than sums.
pub(super) fn separate_full_tiles(rw: &mut Rewriter<'_>, nest: &[TiledLoop]) -> Option<()> {
    let (outermost, innermost) = (nest.first()?.point_loop, nest.last()?.point_loop);
    let step = |tiled: &TiledLoop| ForOp(rw.body.op_ref(rw.ctx, tiled.point_loop)).step_size();
    if nest.iter().any(|tiled| step(tiled) != 1) {
        return None;
    }
    let condition = condition(rw.ctx, rw.body, nest)?;
    let at = rw.location_of(outermost);
    rw.set_before(outermost);
    let [full, partial] = insert_condition(rw, at, condition);
    rw.move_op(outermost, InsertPoint::Before(rw.body.terminator(partial)?));
    rw.set_before(rw.body.terminator(full)?);
    let mut mapping = Mapping::new();
    for tiled in nest {
        let counter = insert_full_loop(rw, tiled)?;
        let (_, old) = block_and_counter(rw.ctx, rw.body, tiled.point_loop)?;
        mapping.map_value(old, counter);
    }
    let (block, _) = block_and_counter(rw.ctx, rw.body, innermost)?;
    let ops: Vec<OpId> = rw.body.block_ops(block).collect();
    for &op in ops.split_last()?.1 {
        let copy = rw.body.clone_op(op, &mut mapping);
        rw.insert_existing(copy);
    }
    Some(())
}

/// Inserts the loop over the iterations of a full tile. The cursor goes into it.
fn insert_full_loop(rw: &mut Rewriter<'_>, tiled: &TiledLoop) -> Option<ValueId> {
    let bound = |end: AffineExpr| {
        Some(Applied {
            map: AffineMap::new(1, 0, vec![end])?,
            operands: vec![tiled.start],
        })
    };
    let at = rw.location_of(tiled.point_loop);
    let start = AffineExpr::Dim(0);
    let bounds = [&bound(start.clone())?, &bound(start + tiled.extent)?];
    let op = insert_loop(rw, at, bounds, 1);
    let (block, counter) = block_and_counter(rw.ctx, rw.body, op)?;
    rw.set_before(rw.body.terminator(block)?);
    Some(counter)
}

/// Inserts an `affine.if`; gives the blocks of its regions.
fn insert_condition(rw: &mut Rewriter<'_>, at: Location, (set, operands): (IntegerSet, Vec<ValueId>)) -> [BlockId; 2] {
    let set = rw.ctx.attr(AttrKind::IntegerSet(set));
    let mut state = IfOp::build(rw.ctx, at, &operands, set, &[]);
    let blocks = [(); 2].map(|()| {
        let region = rw.body.create_region();
        state.regions.push(region);
        let block = rw.body.append_block(region);
        let end = rw.body.create_op(YieldOp::build(rw.ctx, at, &[], &[]));
        rw.body.insert_op(end, InsertPoint::End(block));
        block
    });
    rw.insert(state);
    blocks
}

/// The condition that a tile is full: in no loop, it ends behind an end of the loop.
fn condition(ctx: &Context, body: &Body, nest: &[TiledLoop]) -> Option<(IntegerSet, Vec<ValueId>)> {
    let mut columns = Columns::of(ctx, body, nest);
    let mut constraints: Vec<(AffineExpr, bool)> = Vec::new();
    for tiled in nest {
        let upper = ForOp(body.op_ref(ctx, tiled.point_loop)).upper_bound()?;
        if upper.map.num_results() == 1 {
            continue;
        }
        let upper = columns.composed(&tiled.upper);
        for end in upper.map.results() {
            let mut row = columns.row(&upper, end)?;
            row[columns.number(tiled.start)] -= 1;
            *row.last_mut()? = row.last()?.checked_sub(tiled.extent)?;
            let expr = AffineExpr::from_linear_form(&row, columns.values.len() as u32, 0);
            constraints.push((expr, false));
        }
    }
    if constraints.is_empty() {
        // All tiles are full: zero is zero.
        constraints.push((AffineExpr::Constant(0), true));
    }
    let num_columns = columns.values.len() as u32;
    let set = IntegerSet::new(num_columns, 0, constraints)?.simplified()?;
    let (exprs, kinds): (Vec<AffineExpr>, Vec<bool>) = set.constraints().iter().cloned().unzip();
    let condition = Applied {
        map: AffineMap::new(num_columns, 0, exprs)?,
        operands: columns.values,
    };
    let condition = condition.canonical(ctx, body, columns.scope);
    let constraints = condition.map.results().iter().cloned().zip(kinds).collect();
    let set = IntegerSet::new(condition.map.num_dims(), condition.map.num_symbols(), constraints)?;
    Some((set, condition.operands))
}

/// The values that occur in bounds, in the order of MLIR's columns.
struct Columns<'a> {
    ctx: &'a Context,
    body: &'a Body,
    scope: Option<asyncir_ir::RegionId>,
    values: Vec<ValueId>,
}

impl<'a> Columns<'a> {
    fn of(ctx: &'a Context, body: &'a Body, nest: &[TiledLoop]) -> Self {
        let scope = nest.first().and_then(|tiled| affine_scope(body, tiled.point_loop));
        let mut columns = Self {
            ctx,
            body,
            scope,
            values: nest.iter().map(|tiled| tiled.start).collect(),
        };
        for tiled in nest {
            for bound in [&tiled.lower, &tiled.upper] {
                let bound = columns.composed(bound);
                bound.operands.iter().for_each(|&operand| _ = columns.number(operand));
            }
        }
        columns
    }

    fn composed(&self, bound: &Applied) -> Applied {
        bound
            .composed(self.ctx, self.body, self.scope)
            .canonical(self.ctx, self.body, self.scope)
    }

    fn number(&mut self, value: ValueId) -> usize {
        asyncir_dialects::affine::operands::position(&mut self.values, value) as usize
    }

    /// The coefficients of an expression, and its constant; `None` if it is more than a sum.
    fn row(&mut self, bound: &Applied, expr: &AffineExpr) -> Option<Vec<i64>> {
        let form = expr.linear_form(bound.map.num_dims(), bound.map.num_symbols())?;
        let numbers: Vec<usize> = bound.operands.iter().map(|&operand| self.number(operand)).collect();
        let mut row = vec![0; self.values.len() + 1];
        for (&coefficient, number) in form.iter().zip(numbers) {
            row[number] += coefficient;
        }
        *row.last_mut()? = *form.last()?;
        Some(row)
    }
}
