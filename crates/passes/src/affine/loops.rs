//! How often affine loops run, loops that run once, and nests of loops.

use asyncir_dialects::affine::scope::affine_scope;
use asyncir_dialects::affine::{Applied, ApplyOp, ForOp, YieldOp, map_attr};
use asyncir_dialects::arith::build;
use asyncir_dialects::memref::DimOp;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Context, InsertPoint, Location, OpId, RegionId, Type, ValueDef, ValueId};

/// One map in terms of the inputs of two: its results are what `combine` makes of those of both.
pub(super) fn combined(
    one: &Applied,
    other: &Applied,
    combine: impl FnOnce(&[AffineExpr], Vec<AffineExpr>) -> Vec<AffineExpr>,
) -> Option<Applied> {
    let (dims, symbols) = (one.map.num_dims(), one.map.num_symbols());
    let shift = |expr: &AffineExpr| expr.shift_dims(dims, 0).shift_symbols(symbols, 0);
    let shifted = other.map.results().iter().map(shift).collect();
    let map = AffineMap::new(
        dims.checked_add(other.map.num_dims())?,
        symbols.checked_add(other.map.num_symbols())?,
        combine(one.map.results(), shifted),
    )?;
    let (dims, symbols) = one.operands.split_at(dims as usize);
    let (more_dims, more_symbols) = other.operands.split_at(other.map.num_dims() as usize);
    let operands = [dims, more_dims, symbols, more_symbols].concat();
    Some(Applied { map, operands })
}

/// The results of a map minus those of another one, in terms of what both are computed from.
pub(super) fn difference(
    ctx: &Context,
    body: &Body,
    scope: Option<RegionId>,
    minuend: &Applied,
    subtrahend: &Applied,
) -> Option<Applied> {
    let difference = combined(minuend, subtrahend, |minuends, subtrahends| {
        let pairs = minuends.iter().zip(subtrahends);
        pairs.map(|(one, other)| one.clone() - other).collect()
    })?;
    Some(difference.composed(ctx, body, scope))
}

/// A map with each result of `of` replaced by what `change` makes of it.
pub(super) fn map_results(of: &Applied, change: impl Fn(&AffineExpr) -> AffineExpr) -> Option<Applied> {
    let results = of.map.results().iter().map(change).collect();
    Some(Applied {
        map: AffineMap::new(of.map.num_dims(), of.map.num_symbols(), results)?,
        operands: of.operands.clone(),
    })
}

/// The distances from the only lower bound of a loop to each of its upper bounds; `None` if it has several lower bounds.
pub(super) fn distances(ctx: &Context, body: &Body, op: OpId) -> Option<Applied> {
    let view = ForOp(body.op_ref(ctx, op));
    let (lower, upper) = (view.lower_bound()?, view.upper_bound()?);
    let [start] = lower.map.results() else { return None };
    let starts = vec![start.clone(); upper.map.num_results()];
    let lower = Applied {
        map: AffineMap::new(lower.map.num_dims(), lower.map.num_symbols(), starts)?,
        operands: lower.operands,
    };
    difference(ctx, body, affine_scope(body, op), &upper, &lower)
}

/// How often a loop runs: the least of the results. `None` if that cannot be expressed.
pub(super) fn trip_counts(ctx: &Context, body: &Body, op: OpId) -> Option<Applied> {
    let view = ForOp(body.op_ref(ctx, op));
    if let Some(count) = view.trip_count() {
        let count = i64::try_from(count).ok()?;
        return Some(Applied {
            map: AffineMap::constant(&[count]),
            operands: Vec::new(),
        });
    }
    let step = view.step_size();
    map_results(&distances(ctx, body, op)?, |distance| distance.clone().ceil_div(step))
}

/// How often a loop runs, if that is known.
pub(super) fn constant_trip_count(ctx: &Context, body: &Body, op: OpId) -> Option<u64> {
    let counts = trip_counts(ctx, body, op)?;
    let counts = counts.map.results().iter().map(AffineExpr::as_constant);
    let counts: Vec<i64> = counts.collect::<Option<_>>()?;
    // A negative distance counts as a great one, as in MLIR: nothing is concluded from it.
    counts.into_iter().map(|count| count as u64).min()
}

/// Whether the results of a map are known not to be negative: sizes of memrefs are not, nor what loops count from zero on.
pub(super) fn is_never_negative(ctx: &Context, body: &Body, applied: &Applied) -> bool {
    let is_known = |position: u32| {
        let value = applied.operands.get(position as usize);
        value.is_some_and(|&value| match body.value_def(value) {
            ValueDef::Result { op, .. } => body.op(op).is(DimOp::DEF),
            ValueDef::Argument { block, index: 0 } => {
                let around = body
                    .block_parent_op(block)
                    .and_then(|op| ForOp::cast(body.op_ref(ctx, op)));
                let start = around.and_then(|view| view.lower_bound()?.map.single_constant_result());
                start.is_some_and(|start| start >= 0)
            }
            _ => false,
        })
    };
    let results = applied.map.results().iter();
    results
        .into_iter()
        .all(|result| is_sum_of(result, applied.map.num_dims(), &is_known))
}

/// Whether an expression is made of operands that are not negative, without differences.
fn is_sum_of(expr: &AffineExpr, num_dims: u32, is_known: &dyn Fn(u32) -> bool) -> bool {
    match expr {
        AffineExpr::Constant(value) => *value >= 0,
        AffineExpr::Dim(dim) => is_known(*dim),
        AffineExpr::Symbol(symbol) => is_known(num_dims + symbol),
        AffineExpr::Binary(binary) => [binary.lhs(), binary.rhs()]
            .into_iter()
            .all(|part| is_sum_of(part, num_dims, is_known)),
    }
}

/// What is known to divide the number of times that a loop runs.
pub(super) fn trip_count_divisor(ctx: &Context, body: &Body, op: OpId) -> u64 {
    let Some(counts) = trip_counts(ctx, body, op) else {
        return 1;
    };
    let divisor = |count: &AffineExpr| match count.as_constant() {
        Some(0) => u64::MAX,
        Some(count) => count as u64,
        None => count.largest_known_divisor() as u64,
    };
    counts.map.results().iter().map(divisor).reduce(gcd).unwrap_or(1)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The loops from `root` on of which each is all that the one around it does.
pub(super) fn perfect_nest(body: &Body, root: OpId) -> Vec<OpId> {
    let Some(def) = body.op(root).def() else {
        return vec![root];
    };
    let inner = |&op: &OpId| {
        let block = body.region(*body.op_regions(op).first()?).first()?;
        let ops: Vec<OpId> = body.block_ops(block).take(3).collect();
        let &[only, _] = &ops[..] else { return None };
        body.op(only).is(def).then_some(only)
    };
    std::iter::successors(Some(root), inner).collect()
}

/// The loops that stand at the top of a body.
pub(super) fn top_level_loops(body: &Body) -> Vec<OpId> {
    let regions = body.root_regions().iter();
    let blocks = regions.flat_map(|&region| body.region_blocks(region));
    let ops = blocks.flat_map(|block| body.block_ops(block));
    ops.filter(|&op| body.op(op).is(ForOp::DEF)).collect()
}

/// The block of a loop, and what it counts.
pub(super) fn block_and_counter(ctx: &Context, body: &Body, op: OpId) -> Option<(BlockId, ValueId)> {
    let block = ForOp(body.op_ref(ctx, op)).block()?;
    Some((block, body.block_arg(block, 0)))
}

/// Inserts a loop that does nothing so far at the cursor, which stays in front of it.
pub(super) fn insert_loop(rw: &mut Rewriter<'_>, at: Location, bounds: [&Applied; 2], step: i64) -> OpId {
    let [lower, upper] = bounds;
    let region = rw.body.create_region();
    let block = rw.body.append_block(region);
    rw.body.add_block_arg(block, Type::INDEX, at);
    let end = rw.body.create_op(YieldOp::build(rw.ctx, at, &[], &[]));
    rw.body.insert_op(end, InsertPoint::End(block));
    let mut state = ForOp::build(
        rw.ctx,
        at,
        &lower.operands,
        &upper.operands,
        &[],
        map_attr(rw.ctx, lower.map.clone()),
        map_attr(rw.ctx, upper.map.clone()),
        rw.ctx.index_attr(step),
        &[],
    );
    state.regions.push(region);
    rw.insert(state)
}

/// Moves the ops of a block but its terminator to another place.
pub(super) fn move_contents(rw: &mut Rewriter<'_>, block: BlockId, point: InsertPoint) {
    let ops: Vec<OpId> = rw.body.block_ops(block).collect();
    let Some((_, ops)) = ops.split_last() else { return };
    ops.iter().for_each(|&op| rw.move_op(op, point));
}

/// Puts the body of a loop that runs once in its place; says whether it did.
pub(super) fn promote_if_single_iteration(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    constant_trip_count(rw.ctx, rw.body, op) == Some(1) && promote(rw, op).is_some()
}

fn promote(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let view = ForOp(rw.body.op_ref(rw.ctx, op));
    let (lower, inits, block) = (view.lower_bound()?, view.inits(), view.block()?);
    if lower.map.num_results() != 1 {
        return None;
    }
    let end = rw.body.terminator(block)?;
    let counter = rw.body.block_arg(block, 0);
    let value = if rw.body.has_uses(counter) {
        value_of_bound(rw, op, &lower)
    } else {
        counter
    };
    let yielded: Vec<ValueId> = rw.body.operands(end).collect();
    let values: Vec<ValueId> = std::iter::once(value).chain(inits).collect();
    let arguments: Vec<ValueId> = rw.body.block_args(block).collect();
    // What is yielded may be what is carried.
    let value_of = |value: ValueId| {
        let index = arguments.iter().position(|&argument| argument == value);
        index.map_or(value, |index| values[index])
    };
    let results: Vec<ValueId> = yielded.into_iter().map(value_of).collect();
    rw.erase(end);
    rw.inline_block(block, InsertPoint::Before(op), &values);
    rw.replace(op, &results);
    Some(())
}

/// The value of a bound: a constant at the start of the function, an operand, or an `affine.apply` in front of the loop.
fn value_of_bound(rw: &mut Rewriter<'_>, op: OpId, bound: &Applied) -> ValueId {
    let at = rw.location_of(op);
    rw.set_before(op);
    if let Some(value) = bound.map.single_constant_result() {
        if let Some(entry) = rw.body.entry() {
            rw.set_start(entry);
        }
        return build::index(rw, at, value);
    }
    match (&bound.operands[..], bound.map.results()) {
        (&[operand], [AffineExpr::Dim(0)]) => operand,
        _ => {
            let map = map_attr(rw.ctx, bound.map.clone());
            rw.insert_value(ApplyOp::build(rw.ctx, at, &bound.operands, map, &[Type::INDEX]))
        }
    }
}
