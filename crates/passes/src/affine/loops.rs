//! How often affine loops run, and loops that run once.

use asyncir_dialects::affine::scope::affine_scope;
use asyncir_dialects::affine::{Applied, ApplyOp, ForOp, map_attr};
use asyncir_dialects::arith::build;
use asyncir_ir::affine::{AffineExpr, AffineMap};

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, InsertPoint, OpId, RegionId, Type, ValueId};

/// The results of a map minus those of another one, in terms of what both are computed from.
pub(super) fn difference(
    ctx: &Context,
    body: &Body,
    scope: Option<RegionId>,
    minuend: &Applied,
    subtrahend: &Applied,
) -> Option<Applied> {
    let (dims, symbols) = (minuend.map.num_dims(), minuend.map.num_symbols());
    let shift = |expr: &AffineExpr| expr.shift_dims(dims, 0).shift_symbols(symbols, 0);
    let pairs = minuend.map.results().iter().zip(subtrahend.map.results());
    let results = pairs.map(|(one, other)| one.clone() - shift(other)).collect();
    let (dims_of_one, symbols_of_one) = minuend.operands.split_at(dims as usize);
    let (dims_of_other, symbols_of_other) = subtrahend.operands.split_at(subtrahend.map.num_dims() as usize);
    let map = AffineMap::new(
        dims.checked_add(subtrahend.map.num_dims())?,
        symbols.checked_add(subtrahend.map.num_symbols())?,
        results,
    )?;
    let operands = [dims_of_one, dims_of_other, symbols_of_one, symbols_of_other].concat();
    Some(Applied { map, operands }.composed(ctx, body, scope))
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

/// How often a loop runs, if that is known.
pub(super) fn constant_trip_count(ctx: &Context, body: &Body, op: OpId) -> Option<u64> {
    let view = ForOp(body.op_ref(ctx, op));
    if let Some(count) = view.trip_count() {
        return Some(count);
    }
    let step = view.step_size();
    let counts = map_results(&distances(ctx, body, op)?, |distance| distance.clone().ceil_div(step))?;
    let counts = counts.map.results().iter().map(AffineExpr::as_constant);
    let counts: Vec<i64> = counts.collect::<Option<_>>()?;
    // A negative distance counts as a great one, as in MLIR: nothing is concluded from it.
    counts.into_iter().map(|count| count as u64).min()
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
