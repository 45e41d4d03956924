//! Canonicalisation of `scf.parallel`.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{InsertPoint, OpId, OperationState, ValueId};

use super::ParallelOp;
use super::edit::{kept, take_region, trip_count};

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[&FoldShortDims, &MergeNested];

crate::pattern! {
    /// Dimensions of one iteration are not needed; with one of none, nothing runs.
    FoldShortDims on ParallelOp, fold_short_dims;
    /// A loop nest with nothing but a loop nest inside is one with the dimensions of both.
    MergeNested on ParallelOp, merge_nested
}

fn bounds(rw: &Rewriter<'_>, op: OpId) -> [Vec<ValueId>; 3] {
    let view = ParallelOp(rw.body.op_ref(rw.ctx, op));
    [
        view.lowerBound().to_vec(),
        view.upperBound().to_vec(),
        view.step().to_vec(),
    ]
}

/// The state of a loop nest with these bounds and the initial values and results of `op`. What else was noted at `op` need
/// not hold of it.
fn nest(rw: &Rewriter<'_>, op: OpId, [lower, upper, steps]: &[Vec<ValueId>; 3]) -> OperationState {
    let inits = ParallelOp(rw.body.op_ref(rw.ctx, op)).initVals();
    let (location, results) = (rw.location_of(op), rw.body.result_types(op));
    ParallelOp::build(rw.ctx, location, lower, upper, steps, &inits, &results)
}

fn fold_short_dims(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let [lower, upper, steps] = bounds(rw, op);
    let view = ParallelOp(rw.body.op_ref(rw.ctx, op));
    let (inits, variables, region) = (view.initVals(), view.induction_vars(), view.region());
    let mut keep = Vec::with_capacity(steps.len());
    for ((&lower, &upper), &step) in lower.iter().zip(&upper).zip(&steps) {
        match trip_count(rw, (lower, upper, step), true) {
            Some(0) => {
                rw.replace(op, &inits);
                return true;
            }
            count => keep.push(count != Some(1)),
        }
    }
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    let Some(block) = view_block(rw, op) else {
        return false;
    };
    for (index, (&variable, &lower)) in variables.iter().zip(&lower).enumerate().rev() {
        if !keep[index] {
            rw.replace_value(variable, lower);
            rw.body.erase_block_arg(block, index);
        }
    }
    if !keep.contains(&true) {
        return inline_iteration(rw, op, &inits);
    }
    let bounds = [kept(&lower, &keep), kept(&upper, &keep), kept(&steps, &keep)];
    let mut state = nest(rw, op, &bounds);
    state.regions.push(take_region(rw, region));
    rw.replace_with(op, state);
    true
}

fn view_block(rw: &Rewriter<'_>, op: OpId) -> Option<asyncir_ir::BlockId> {
    ParallelOp(rw.body.op_ref(rw.ctx, op)).block()
}

/// Puts the body of a loop nest of one iteration in the place of the op.
fn inline_iteration(rw: &mut Rewriter<'_>, op: OpId, inits: &[ValueId]) -> bool {
    let view = ParallelOp(rw.body.op_ref(rw.ctx, op));
    let (Some(block), Some(reduce)) = (view.block(), view.reduce()) else {
        return false;
    };
    rw.inline_block(block, InsertPoint::Before(op), &[]);
    let operands: Vec<ValueId> = rw.body.operands(reduce).collect();
    let regions = rw.body.op_regions(reduce).to_vec();
    let mut results = Vec::with_capacity(operands.len());
    for ((region, &init), &operand) in regions.into_iter().zip(inits).zip(&operands) {
        let Some(reduction) = rw.body.region(region).first() else {
            continue;
        };
        let Some(end) = rw.body.terminator(reduction) else {
            continue;
        };
        rw.inline_block(reduction, InsertPoint::Before(op), &[init, operand]);
        results.push(rw.body.operand(end, 0));
        rw.erase(end);
    }
    rw.erase(reduce);
    rw.replace(op, &results);
    true
}

fn merge_nested(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(block) = view_block(rw, op) else {
        return false;
    };
    let first = rw.body.block(block).first_op();
    let Some(inner) = first.filter(|&first| rw.body.op(first).is(ParallelOp::DEF)) else {
        return false;
    };
    let is_only = rw
        .body
        .next_op(inner)
        .is_some_and(|next| rw.body.next_op(next).is_none());
    let reduces = rw.body.op(op).num_results() > 0 || rw.body.op(inner).num_results() > 0;
    let (outer_bounds, inner_bounds) = (bounds(rw, op), bounds(rw, inner));
    let variables: Vec<ValueId> = rw.body.block_args(block).collect();
    let depends = inner_bounds.iter().flatten().any(|bound| variables.contains(bound));
    let Some(inner_block) = view_block(rw, inner).filter(|_| is_only && !reduces && !depends) else {
        return false;
    };
    let merged: [Vec<ValueId>; 3] =
        std::array::from_fn(|kind| [outer_bounds[kind].clone(), inner_bounds[kind].clone()].concat());
    // The block of the inner nest, with the variables of the outer one in front, is the body.
    let location = rw.location_of(op);
    for (index, &variable) in variables.iter().enumerate() {
        let ty = rw.body.value_type(variable);
        let arg = rw.body.insert_block_arg(inner_block, index, ty, location);
        rw.replace_value(variable, arg);
    }
    for index in 0..rw.body.block(inner_block).args().len() {
        rw.body.set_block_arg_location(inner_block, index, location);
    }
    if let Some(end) = rw.body.terminator(inner_block) {
        rw.body.op_mut(end).set_location(location);
    }
    let region = ParallelOp(rw.body.op_ref(rw.ctx, inner)).region();
    let mut state = nest(rw, op, &merged);
    state.regions.push(take_region(rw, region));
    rw.replace_with(op, state);
    true
}
