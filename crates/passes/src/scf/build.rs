//! Builders of ops of `scf` whose regions are filled by closures, in the order in which MLIR makes them: what is
//! inside first. On that order depends what the greedy driver visits first.

use asyncir_dialects::scf;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, OpId, OperationState, RegionId, Type, ValueId};

/// A region with a block that `fill` fills.
pub(crate) fn region(
    rw: &mut Rewriter<'_>,
    args: &[(Type, Location)],
    fill: impl FnOnce(&mut Rewriter<'_>, &[ValueId]),
) -> RegionId {
    let point = rw.point();
    let region = rw.body.create_region();
    let block = rw.create_block(region, None, args);
    let arguments: Vec<ValueId> = rw.body.block_args(block).collect();
    fill(rw, &arguments);
    rw.set_point(point);
    region
}

/// `scf.if` without results; the closures leave out the terminators.
pub(crate) fn if_else(
    rw: &mut Rewriter<'_>,
    location: Location,
    condition: ValueId,
    then: impl FnOnce(&mut Rewriter<'_>),
    otherwise: impl FnOnce(&mut Rewriter<'_>),
) {
    if_else_giving(
        rw,
        location,
        condition,
        &[],
        |rw| {
            then(rw);
            Vec::new()
        },
        |rw| {
            otherwise(rw);
            Vec::new()
        },
    );
}

/// `scf.if` without results and without a second branch; the closure leaves out the terminator.
pub(crate) fn if_then(
    rw: &mut Rewriter<'_>,
    location: Location,
    condition: ValueId,
    then: impl FnOnce(&mut Rewriter<'_>),
) {
    let then = region(rw, &[], |rw, _| {
        then(rw);
        rw.insert(scf::YieldOp::build(rw.ctx, location, &[], &[]));
    });
    let otherwise = rw.body.create_region();
    let mut state = scf::IfOp::build(rw.ctx, location, condition, &[]);
    state.regions.extend([then, otherwise]);
    rw.insert(state);
}

/// `scf.if` with results; the closures give what is yielded.
pub(crate) fn if_else_giving(
    rw: &mut Rewriter<'_>,
    location: Location,
    condition: ValueId,
    results: &[Type],
    then: impl FnOnce(&mut Rewriter<'_>) -> Vec<ValueId>,
    otherwise: impl FnOnce(&mut Rewriter<'_>) -> Vec<ValueId>,
) -> OpId {
    let then = region(rw, &[], |rw, _| {
        let values = then(rw);
        rw.insert(scf::YieldOp::build(rw.ctx, location, &values, &[]));
    });
    let otherwise = region(rw, &[], |rw, _| {
        let values = otherwise(rw);
        rw.insert(scf::YieldOp::build(rw.ctx, location, &values, &[]));
    });
    let mut state = scf::IfOp::build(rw.ctx, location, condition, results);
    state.regions.extend([then, otherwise]);
    rw.insert(state)
}

/// `scf.for` without results from `bounds.0` to `bounds.1`; the closure leaves out the terminator.
pub(crate) fn for_loop(
    rw: &mut Rewriter<'_>,
    location: Location,
    bounds: (ValueId, ValueId),
    step: ValueId,
    fill: impl FnOnce(&mut Rewriter<'_>, ValueId),
) {
    for_loop_carrying(rw, location, bounds, step, &[], |rw, variable, _| {
        fill(rw, variable);
        Vec::new()
    });
}

/// `scf.for` that carries values: the closure gets them behind the loop's variable, and gives the next ones.
pub(crate) fn for_loop_carrying(
    rw: &mut Rewriter<'_>,
    location: Location,
    bounds: (ValueId, ValueId),
    step: ValueId,
    inits: &[ValueId],
    fill: impl FnOnce(&mut Rewriter<'_>, ValueId, &[ValueId]) -> Vec<ValueId>,
) -> Vec<ValueId> {
    let types: Vec<Type> = inits.iter().map(|&value| rw.body.value_type(value)).collect();
    let mut args = vec![(rw.body.value_type(bounds.0), location)];
    args.extend(types.iter().map(|&ty| (ty, location)));
    let body = region(rw, &args, |rw, arguments| {
        let values = fill(rw, arguments[0], &arguments[1..]);
        rw.insert(scf::YieldOp::build(rw.ctx, location, &values, &[]));
    });
    let mut state = scf::ForOp::build(rw.ctx, location, bounds.0, bounds.1, step, inits, None, &types);
    state.regions.push(body);
    let op = rw.insert(state);
    rw.body.results(op).collect()
}

/// From where to where a loop goes, and by which step.
pub(crate) type Range = (ValueId, ValueId, ValueId);

/// `scf.parallel` without reductions; the closure leaves out the terminator.
pub(crate) fn parallel_loop(
    rw: &mut Rewriter<'_>,
    location: Location,
    ranges: &[Range],
    fill: impl FnOnce(&mut Rewriter<'_>, &[ValueId]),
) {
    let contributions = |rw: &mut Rewriter<'_>, indices: &[ValueId]| {
        fill(rw, indices);
        Vec::new()
    };
    parallel_reduction(rw, location, ranges, &[], contributions, |_, _, lhs, _| lhs);
}

/// `scf.parallel` that reduces values: one closure gives what an iteration contributes to each of them, the other one
/// combines two values for the reduction of that number.
pub(crate) fn parallel_reduction(
    rw: &mut Rewriter<'_>,
    location: Location,
    ranges: &[Range],
    inits: &[ValueId],
    contributions: impl FnOnce(&mut Rewriter<'_>, &[ValueId]) -> Vec<ValueId>,
    mut combine: impl FnMut(&mut Rewriter<'_>, usize, ValueId, ValueId) -> ValueId,
) -> Vec<ValueId> {
    let each = |pick: fn(&Range) -> ValueId| ranges.iter().map(pick).collect::<Vec<_>>();
    let types: Vec<Type> = inits.iter().map(|&init| rw.body.value_type(init)).collect();
    let args: Vec<(Type, Location)> = ranges.iter().map(|_| (Type::INDEX, location)).collect();
    let body = region(rw, &args, |rw, arguments| {
        let contributions = contributions(rw, arguments);
        let mut reduce = OperationState::of(scf::ReduceOp::DEF, location).operands(&contributions);
        for (number, &ty) in types.iter().enumerate() {
            reduce.regions.push(region(rw, &[(ty, location); 2], |rw, pair| {
                let combined = combine(rw, number, pair[0], pair[1]);
                rw.insert(scf::ReduceReturnOp::build(rw.ctx, location, combined, &[]));
            }));
        }
        rw.insert(reduce);
    });
    let (lower, upper, step) = (each(|range| range.0), each(|range| range.1), each(|range| range.2));
    let mut state = scf::ParallelOp::build(rw.ctx, location, &lower, &upper, &step, inits, &types);
    state.regions.push(body);
    let op = rw.insert(state);
    rw.body.results(op).collect()
}
