//! Canonicalisation of `scf.forall`.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{Attribute, DYNAMIC, InsertPoint, OpId, OperationState, ValueId};

use super::casts::fold_casts_of_outputs;
use super::edit::{kept, take_region};
use super::{Bound, ForallOp};
use crate::arith::build;
use crate::matchers::constant_int;
use crate::tensor::{InsertSliceOp, ParallelInsertSliceOp};

pub(super) static PATTERNS: &[&dyn RewritePattern] =
    &[&FoldCastsOfOutputs, &FoldBounds, &DropUnwritten, &FoldShortDims];

crate::pattern! {
    /// Bounds and steps that are constant operands are constants of the op.
    FoldBounds on ForallOp, fold_bounds;
    /// Tensors that no iteration writes to are read where they are.
    DropUnwritten on ForallOp, drop_unwritten;
    /// Dimensions of one iteration are not needed; with one of none, nothing runs.
    FoldShortDims on ForallOp, fold_short_dims;
    /// Tensors whose sizes are known are written with their sizes.
    FoldCastsOfOutputs on ForallOp, fold_casts_of_outputs
}

/// Bounds and steps of all dimensions.
type Domain = [Vec<Bound>; 3];

fn domain(rw: &Rewriter<'_>, op: OpId) -> Domain {
    let view = ForallOp(rw.body.op_ref(rw.ctx, op));
    [view.lower(), view.upper(), view.steps()]
}

/// The state of such an op with another domain, without its region.
fn with_domain(rw: &Rewriter<'_>, op: OpId, domain: &Domain, mapping: Option<Attribute>) -> OperationState {
    with_outputs(rw, op, domain, mapping, &ForallOp(rw.body.op_ref(rw.ctx, op)).outputs())
}

/// As [`with_domain`], with other tensors, too.
fn with_outputs(
    rw: &Rewriter<'_>,
    op: OpId,
    domain: &Domain,
    mapping: Option<Attribute>,
    outputs: &[ValueId],
) -> OperationState {
    let types: Vec<_> = outputs.iter().map(|&output| rw.body.value_type(output)).collect();
    let dynamic = |bounds: &[Bound]| -> Vec<ValueId> {
        let value = |bound: &Bound| match *bound {
            Bound::Value(value) => Some(value),
            Bound::Static(_) => None,
        };
        bounds.iter().filter_map(value).collect()
    };
    let constants = |bounds: &[Bound]| -> Attribute {
        let constant = |bound: &Bound| match *bound {
            Bound::Value(_) => DYNAMIC,
            Bound::Static(constant) => constant,
        };
        rw.ctx
            .dense_i64_array(&bounds.iter().map(constant).collect::<Vec<i64>>())
    };
    let [lower, upper, steps] = domain;
    let mut state = ForallOp::build(
        rw.ctx,
        rw.location_of(op),
        &dynamic(lower),
        &dynamic(upper),
        &dynamic(steps),
        outputs,
        constants(lower),
        constants(upper),
        constants(steps),
        mapping,
        &types,
    );
    state.attrs = rw.body.op(op).attrs();
    state
}

fn replace(rw: &mut Rewriter<'_>, op: OpId, mut state: OperationState) -> bool {
    let region = ForallOp(rw.body.op_ref(rw.ctx, op)).region();
    state.regions.push(take_region(rw, region));
    rw.replace_with(op, state);
    true
}

fn fold_bounds(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let before = domain(rw, op);
    let fold = |bound: &Bound| match *bound {
        Bound::Value(value) => constant_int(rw.ctx, rw.body, value).map_or(Bound::Value(value), Bound::Static),
        constant => constant,
    };
    let after: Domain = std::array::from_fn(|kind| before[kind].iter().map(fold).collect());
    if after == before {
        return false;
    }
    let mapping = ForallOp(rw.body.op_ref(rw.ctx, op)).mapping();
    let state = with_domain(rw, op, &after, mapping);
    replace(rw, op, state)
}

/// Whether an iteration writes to the tensor that it knows as `argument`.
fn is_written(rw: &Rewriter<'_>, in_parallel: OpId, argument: ValueId) -> bool {
    let regions = rw.body.op_regions(in_parallel);
    let Some(block) = regions.first().and_then(|&region| rw.body.region(region).first()) else {
        return false;
    };
    let mut writes = rw.body.block_ops(block);
    writes.any(|write| rw.body.operands(write).any(|operand| operand == argument))
}

fn drop_unwritten(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ForallOp(rw.body.op_ref(rw.ctx, op));
    let (outputs, arguments, mapping) = (view.outputs(), view.arguments(), view.mapping());
    let (Some(block), Some(end), region) = (view.block(), view.in_parallel(), view.region()) else {
        return false;
    };
    let dims = arguments.len() - outputs.len();
    let written: Vec<bool> = arguments[dims..]
        .iter()
        .map(|&argument| is_written(rw, end, argument))
        .collect();
    if written.iter().all(|&written| written) {
        return false;
    }
    let domain = domain(rw, op);
    let mut state = with_outputs(rw, op, &domain, mapping, &kept(&outputs, &written));
    for index in (0..outputs.len()).rev().filter(|&index| !written[index]) {
        rw.replace_value(arguments[dims + index], outputs[index]);
        rw.body.erase_block_arg(block, dims + index);
    }
    state.regions.push(take_region(rw, region));
    rw.set_before(op);
    let new = rw.insert(state);
    let mut results = rw.body.results(new).collect::<Vec<_>>().into_iter();
    let values: Vec<ValueId> = (outputs.iter().zip(&written))
        .filter_map(|(&output, &written)| if written { results.next() } else { Some(output) })
        .collect();
    rw.replace(op, &values);
    true
}

/// How often a dimension runs, if that is known.
fn trip_count(lower: Bound, upper: Bound, step: Bound) -> Option<i128> {
    let step = match step {
        Bound::Static(step) => Some(i128::from(step)),
        Bound::Value(_) => None,
    };
    let leads_nowhere = step.is_some_and(|step| step <= 0);
    match (lower, upper) {
        (Bound::Static(lower), Bound::Static(upper)) => {
            let distance = i128::from(upper) - i128::from(lower);
            if distance <= 0 || leads_nowhere {
                return Some(0);
            }
            let step = step?;
            Some((distance + step - 1) / step)
        }
        (Bound::Value(_), Bound::Value(_)) => (lower == upper || leads_nowhere).then_some(0),
        _ => None,
    }
}

/// Uses the first index where a dimension has no other.
fn replace_variables(
    rw: &mut Rewriter<'_>,
    op: OpId,
    lower: &[Bound],
    counts: &[Option<i128>],
    variables: &[ValueId],
) -> bool {
    let mut changed = false;
    for (dim, count) in counts.iter().enumerate() {
        if *count == Some(1) && rw.body.has_uses(variables[dim]) {
            let value = value_of(rw, op, lower[dim]);
            rw.replace_value(variables[dim], value);
            changed = true;
        }
    }
    changed
}

fn fold_short_dims(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let [lower, upper, steps] = domain(rw, op);
    let view = ForallOp(rw.body.op_ref(rw.ctx, op));
    let (outputs, arguments, mapping) = (view.outputs(), view.arguments(), view.mapping());
    let Some(block) = view.block() else {
        return false;
    };
    let counts: Vec<_> = (0..lower.len())
        .map(|dim| trip_count(lower[dim], upper[dim], steps[dim]))
        .collect();
    if mapping.is_some_and(|mapping| mapping.as_array(rw.ctx).is_some_and(|mapping| !mapping.is_empty())) {
        // What a dimension is mapped to is not there without the dimension.
        return replace_variables(rw, op, &lower, &counts, &arguments);
    }
    if counts.contains(&Some(0)) {
        rw.replace(op, &outputs);
        return true;
    }
    let keep: Vec<bool> = counts.iter().map(|count| *count != Some(1)).collect();
    let none_left = !keep.contains(&true);
    if keep.iter().all(|&keep| keep) || (none_left && !has_only_inserts(rw, op)) {
        return false;
    }
    let dropped = (0..keep.len()).filter(|&dim| !keep[dim]);
    for dim in dropped.clone() {
        let value = value_of(rw, op, lower[dim]);
        rw.replace_value(arguments[dim], value);
    }
    dropped.rev().for_each(|dim| rw.body.erase_block_arg(block, dim));
    if none_left {
        return inline(rw, op);
    }
    let domain = [kept(&lower, &keep), kept(&upper, &keep), kept(&steps, &keep)];
    let mapping = mapping
        .and_then(|attr| attr.as_array(rw.ctx))
        .map(|mapping| rw.ctx.array_attr(&kept(mapping, &keep)));
    let state = with_domain(rw, op, &domain, mapping);
    replace(rw, op, state)
}

/// A bound as a value before `op`.
fn value_of(rw: &mut Rewriter<'_>, op: OpId, bound: Bound) -> ValueId {
    match bound {
        Bound::Value(value) => value,
        Bound::Static(constant) => {
            rw.set_before(op);
            build::index(rw, rw.location_of(op), constant)
        }
    }
}

/// The ops that write what an iteration gives to shared tensors.
pub(super) fn writes(rw: &Rewriter<'_>, op: OpId) -> Vec<OpId> {
    let end = ForallOp(rw.body.op_ref(rw.ctx, op)).in_parallel();
    let region = end.and_then(|end| rw.body.op_regions(end).first().copied());
    let block = region.and_then(|region| rw.body.region(region).first());
    block.map_or_else(Vec::new, |block| rw.body.block_ops(block).collect())
}

fn has_only_inserts(rw: &Rewriter<'_>, op: OpId) -> bool {
    let mut writes = writes(rw, op).into_iter();
    writes.all(|write| rw.body.op(write).is(ParallelInsertSliceOp::DEF))
}

/// Puts the body of an op without dimensions in its place. What is written to shared tensors is inserted into them.
fn inline(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ForallOp(rw.body.op_ref(rw.ctx, op));
    let (mut results, arguments) = (view.outputs(), view.arguments());
    let (Some(block), Some(end)) = (view.block(), view.in_parallel()) else {
        return false;
    };
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let place = |write: OpId| {
        let dest = rw.body.operand(write, 1);
        Some((write, arguments.iter().position(|&argument| argument == dest)?))
    };
    let writes: Vec<(OpId, usize)> = writes(rw, op).into_iter().filter_map(place).collect();
    rw.inline_block(block, InsertPoint::Before(op), &results);
    rw.set_before(op);
    for (write, place) in writes {
        let view = InsertSliceOp(rw.body.op_ref(ctx, write));
        let (source, slice) = (view.source(), view.slice());
        let part = [&slice.offsets[..], &slice.sizes, &slice.strides];
        let ty = rw.body.value_type(results[place]);
        let state = InsertSliceOp::of_part(ctx, location, source, results[place], part, &[ty]);
        results[place] = rw.insert_value(state);
    }
    rw.erase(end);
    rw.replace(op, &results);
    true
}
