//! Loops whose iterations may run in any order: they become loops that run them one after the other.

use asyncir_dialects::arith;
use asyncir_dialects::scf::{ForOp, ForallOp, ParallelOp, ReduceOp, YieldOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, BlockId, InsertPoint, Location, OpId, Type, ValueId};

pub(crate) fn lower_parallel(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    try_lower_parallel(rw, op).is_some()
}

/// A nest of `scf.for`, one for each dimension, as deep as it is built.
struct Nest {
    variables: Vec<ValueId>,
    /// What the innermost loop carries.
    carried: Vec<ValueId>,
    /// The results of the outermost loop.
    results: Vec<ValueId>,
    innermost: Option<BlockId>,
}

fn try_lower_parallel(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let loc = rw.location_of(op);
    let view = ParallelOp(rw.body.op_ref(rw.ctx, op));
    let (lowers, uppers, steps, inits) = (view.lowerBound(), view.upperBound(), view.step(), view.initVals());
    let body = rw.body.region(*rw.body.op_regions(op).first()?).first()?;
    let reduce = rw
        .body
        .block(body)
        .last_op()
        .filter(|&end| rw.body.op(end).is(ReduceOp::DEF))?;

    let mut nest = Nest {
        variables: Vec::new(),
        carried: inits.to_vec(),
        results: inits.to_vec(),
        innermost: None,
    };
    for ((&lower, &upper), &step) in lowers.iter().zip(&uppers).zip(&steps) {
        add_loop(rw, loc, (lower, upper, step), &mut nest);
    }
    let yielded = inline_reductions(rw, reduce, &nest.carried)?;
    rw.erase(reduce);
    let inner = nest.innermost?;
    // Without results, the loop has its terminator from the start.
    let point = rw
        .body
        .block(inner)
        .last_op()
        .map_or(InsertPoint::End(inner), InsertPoint::Before);
    rw.inline_block(body, point, &nest.variables);
    if !yielded.is_empty() {
        rw.set_end(inner);
        rw.insert(YieldOp::build(rw.ctx, loc, &yielded, &[]));
    }
    rw.replace(op, &nest.results);
    Some(())
}

/// Makes the next inner loop at the cursor and leaves the cursor in its block.
fn add_loop(rw: &mut Rewriter<'_>, loc: Location, bounds: (ValueId, ValueId, ValueId), nest: &mut Nest) {
    let types: Vec<Type> = nest.carried.iter().map(|&value| rw.body.value_type(value)).collect();
    let region = rw.body.create_region();
    let state = ForOp::with_region(rw.ctx, loc, bounds, &nest.carried, &types, region);
    let outer = rw.point();
    let for_op = rw.insert(state);
    let results: Vec<ValueId> = rw.body.results(for_op).collect();
    if nest.innermost.is_none() {
        nest.results = results;
    } else if !results.is_empty() {
        rw.set_point(InsertPoint::End(rw.body.block_of(outer)));
        rw.insert(YieldOp::build(rw.ctx, loc, &results, &[]));
    }
    let variable = rw.body.value_type(bounds.0);
    let carried = nest
        .carried
        .iter()
        .map(|&value| (rw.body.value_type(value), rw.body.value_location(value)));
    let args: Vec<(Type, Location)> = [(variable, loc)].into_iter().chain(carried).collect();
    let block = rw.create_block(region, None, &args);
    if types.is_empty() {
        rw.insert(YieldOp::build(rw.ctx, loc, &[], &[]));
    }
    let arguments: Vec<ValueId> = rw.body.block_args(block).collect();
    nest.variables.push(arguments[0]);
    nest.carried = arguments[1..].to_vec();
    nest.innermost = Some(block);
    rw.set_start(block);
}

/// Moves the ops that combine values before the `scf.reduce` they belong to; gives the combined values.
fn inline_reductions(rw: &mut Rewriter<'_>, reduce: OpId, carried: &[ValueId]) -> Option<Vec<ValueId>> {
    let operands: Vec<ValueId> = rw.body.operands(reduce).collect();
    let regions = rw.body.op_regions(reduce).to_vec();
    let mut combined = Vec::with_capacity(regions.len());
    for ((region, &operand), &carried) in regions.into_iter().zip(&operands).zip(carried) {
        let block = rw.body.region(region).first()?;
        let end = rw.body.block(block).last_op()?;
        let result = rw.body.operands(end).next()?;
        // The arguments go with the block.
        let argument = rw.body.block_args(block).position(|argument| argument == result);
        combined.push(argument.map_or(result, |index| [carried, operand][index]));
        rw.erase(end);
        rw.inline_block(block, InsertPoint::Before(reduce), &[carried, operand]);
    }
    Some(combined)
}

pub(super) fn lower_forall(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    forall_to_parallel(rw, op).is_some()
}

/// Turns an `scf.forall` at the cursor into an `scf.parallel`. `None` if it has results: it must be bufferized before.
pub(crate) fn forall_to_parallel(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let loc = rw.location_of(op);
    let (block, end) = forall_body(rw, op)?;
    let mapping = ForallOp(rw.body.op_ref(rw.ctx, op)).mapping();
    let [lowers, uppers, steps] = forall_bounds(rw, op)?;
    let from = *rw.body.op_regions(op).first()?;
    let region = rw.body.create_region();
    let mut state = ParallelOp::build(rw.ctx, loc, &lowers, &uppers, &steps, &[], &[]);
    if let Some(mapping) = mapping {
        state = state.attr(rw.ctx, "mapping", mapping);
    }
    state.regions.push(region);
    rw.insert(state);
    rw.inline_region(from, region, None);
    let end_loc = rw.location_of(end);
    // At the end, not in place of the old terminator, which stays where it is until a conversion ends.
    rw.set_end(block);
    rw.insert(ReduceOp::build(rw.ctx, end_loc, &[], &[]));
    rw.erase(end);
    rw.erase(op);
    Some(())
}

/// Turns an `scf.forall` at the cursor into a nest of `scf.for`. `None` if it has results.
pub(crate) fn forall_to_for(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let loc = rw.location_of(op);
    let (body, end) = forall_body(rw, op)?;
    let [lowers, uppers, steps] = forall_bounds(rw, op)?;
    let mut nest = Nest {
        variables: Vec::new(),
        carried: Vec::new(),
        results: Vec::new(),
        innermost: None,
    };
    for ((&lower, &upper), &step) in lowers.iter().zip(&uppers).zip(&steps) {
        add_loop(rw, loc, (lower, upper, step), &mut nest);
    }
    rw.erase(end);
    let inner = nest.innermost.and_then(|inner| rw.body.block(inner).last_op());
    // Without dimensions, the body runs once.
    rw.inline_block(body, InsertPoint::Before(inner.unwrap_or(op)), &nest.variables);
    rw.erase(op);
    Some(())
}

/// The block of an `scf.forall` without results, and its terminator.
fn forall_body(rw: &Rewriter<'_>, op: OpId) -> Option<(BlockId, OpId)> {
    let view = ForallOp(rw.body.op_ref(rw.ctx, op));
    let block = rw.body.region(*rw.body.op_regions(op).first()?).first()?;
    let end = view.in_parallel().filter(|_| view.outputs().is_empty())?;
    Some((block, end))
}

/// The lower bounds, upper bounds and steps of an `scf.forall` as values.
fn forall_bounds(rw: &mut Rewriter<'_>, op: OpId) -> Option<[Vec<ValueId>; 3]> {
    let loc = rw.location_of(op);
    let view = ForallOp(rw.body.op_ref(rw.ctx, op));
    let bounds = [
        (view.staticLowerBound()?, view.dynamicLowerBound()),
        (view.staticUpperBound()?, view.dynamicUpperBound()),
        (view.staticStep()?, view.dynamicStep()),
    ];
    Some(bounds.map(|(fixed, dynamic)| mixed_values(rw, loc, fixed, &dynamic)))
}

/// The values of bounds of which some are numbers in an attribute.
fn mixed_values(rw: &mut Rewriter<'_>, loc: Location, fixed: Attribute, dynamic: &[ValueId]) -> Vec<ValueId> {
    let mut dynamic = dynamic.iter().copied();
    let fixed = fixed.as_dense_ints(rw.ctx).unwrap_or_default();
    fixed
        .into_iter()
        .filter_map(|value| {
            if value == asyncir_ir::DYNAMIC {
                return dynamic.next();
            }
            Some(arith::build::index(rw, loc, value))
        })
        .collect()
}
