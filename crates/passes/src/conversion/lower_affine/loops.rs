//! Loops and conditions.

use asyncir_dialects::affine::{self, Applied, bounds_of_loop};
use asyncir_dialects::arith::build::{ArithBuilder, constant};
use asyncir_dialects::scf;
use asyncir_ir::affine::AffineExpr;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, BlockId, InsertPoint, Location, OpId, OperationState, RegionId, Type, ValueId};

use super::expand::{expand, expand_max, expand_min};
use super::reductions::{combine, identity};

pub(super) fn lower_for(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    try_lower_for(rw, op).is_some()
}

fn try_lower_for(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let view = affine::ForOp(rw.body.op_ref(ctx, op));
    let (lower, upper) = (view.lower_bound()?, view.upper_bound()?);
    let (step, inits) = (view.step_size(), view.inits());
    let types = rw.body.result_types(op);
    rw.set_before(op);
    let lower = expand_max(rw, location, &lower)?;
    let upper = expand_min(rw, location, &upper)?;
    let step = ArithBuilder::new(rw, location).constant(Type::INDEX, step);
    let region = rw.body.create_region();
    let state = scf::ForOp::with_region(ctx, location, (lower, upper, step), &inits, &types, region);
    let new = rw.insert(state);
    move_region(rw, op, 0, region);
    replace(rw, op, new);
    Some(())
}

/// Moves the blocks of a region of `op` into another one.
fn move_region(rw: &mut Rewriter<'_>, op: OpId, index: usize, to: RegionId) {
    let from = rw.body.op_regions(op)[index];
    rw.inline_region(from, to, None);
}

fn replace(rw: &mut Rewriter<'_>, op: OpId, new: OpId) {
    let results: Vec<ValueId> = rw.body.results(new).collect();
    rw.replace(op, &results);
}

pub(super) fn lower_if(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    try_lower_if(rw, op).is_some()
}

fn try_lower_if(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let types = rw.body.result_types(op);
    rw.set_before(op);
    let condition = expand_condition(rw, op, location)?;
    let regions = [rw.body.create_region(), rw.body.create_region()];
    let mut state = OperationState::of(scf::IfOp::DEF, location)
        .operands(&[condition])
        .results(&types);
    state.properties = ctx.default_properties(scf::IfOp::DEF);
    state.regions.extend(regions);
    let new = rw.insert(state);
    for (index, region) in regions.into_iter().enumerate() {
        move_region(rw, op, index, region);
    }
    replace(rw, op, new);
    Some(())
}

/// Whether all constraints of an `affine.if` hold.
fn expand_condition(rw: &mut Rewriter<'_>, op: OpId, location: Location) -> Option<ValueId> {
    let ctx = rw.ctx;
    let view = rw.body.op_ref(ctx, op);
    let AttrKind::IntegerSet(set) = view.property("condition")?.kind(ctx) else {
        return None;
    };
    let operands = view.operands().to_vec();
    let exprs: Vec<AffineExpr> = set.constraints().iter().map(|(expr, _)| expr.clone()).collect();
    let map = asyncir_ir::affine::AffineMap::new(set.num_dims(), set.num_symbols(), exprs)?;
    let applied = Applied { map, operands };
    let zero = ArithBuilder::new(rw, location).constant(Type::INDEX, 0);
    let mut condition = None;
    for (expr, is_equality) in set.constraints() {
        let value = expand(rw, location, &applied, expr)?;
        let mut build = ArithBuilder::new(rw, location);
        let holds = build.cmpi(if *is_equality { "eq" } else { "sge" }, value, zero);
        condition = Some(match condition {
            Some(others) => build.andi(others, holds),
            None => holds,
        });
    }
    condition
}

pub(super) fn lower_parallel(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    try_lower_parallel(rw, op).is_some()
}

fn try_lower_parallel(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let view = affine::ParallelOp(rw.body.op_ref(ctx, op));
    let (reductions, block) = (view.reduction_names(), view.block()?);
    let (lower, upper, steps) = (view.lower_bounds()?, view.upper_bounds()?, view.step_sizes());
    let types = rw.body.result_types(op);
    rw.set_before(op);
    let (mut lowers, mut uppers) = (Vec::new(), Vec::new());
    let (mut first_lower, mut first_upper) = (0, 0);
    for (&lower_count, &upper_count) in lower.1.iter().zip(&upper.1) {
        let bounds = bounds_of_loop(&lower.0, first_lower, lower_count)?;
        lowers.push(expand_max(rw, location, &bounds)?);
        let bounds = bounds_of_loop(&upper.0, first_upper, upper_count)?;
        uppers.push(expand_min(rw, location, &bounds)?);
        first_lower += lower_count;
        first_upper += upper_count;
    }
    let mut build = ArithBuilder::new(rw, location);
    let steps: Vec<ValueId> = steps
        .into_iter()
        .map(|step| build.constant(Type::INDEX, step))
        .collect();
    let mut inits = Vec::new();
    for (&reduction, &ty) in reductions.iter().zip(&types) {
        let value = identity(ctx, reduction, ty)?;
        inits.push(constant(rw, location, value));
    }
    let region = rw.body.create_region();
    let mut state = scf::ParallelOp::build(ctx, location, &lowers, &uppers, &steps, &inits, &types);
    state.regions.push(region);
    let new = rw.insert(state);
    move_region(rw, op, 0, region);
    end_with_reductions(rw, location, block, &reductions)?;
    replace(rw, op, new);
    Some(())
}

/// Replaces the end of the body of a loop at `location`: what it yields is reduced.
fn end_with_reductions(
    rw: &mut Rewriter<'_>,
    location: Location,
    block: BlockId,
    reductions: &[&'static str],
) -> Option<()> {
    let end = rw.body.block(block).last_op()?;
    let yielded: Vec<ValueId> = rw.body.operands(end).collect();
    let regions: Vec<RegionId> = yielded.iter().map(|_| rw.body.create_region()).collect();
    let mut state = scf::ReduceOp::build(rw.ctx, rw.location_of(end), &yielded, &[]);
    state.regions.extend(regions.iter().copied());
    rw.set_point(InsertPoint::Before(end));
    rw.insert(state);
    for ((region, &value), reduction) in regions.into_iter().zip(&yielded).zip(reductions) {
        let ty = rw.body.value_type(value);
        let block = rw.create_block(region, None, &[(ty, location), (ty, location)]);
        let (lhs, rhs) = (rw.body.block_arg(block, 0), rw.body.block_arg(block, 1));
        let combined = combine(rw, location, reduction, lhs, rhs)?;
        rw.insert(scf::ReduceReturnOp::build(rw.ctx, location, combined, &[]));
    }
    rw.erase(end);
    Some(())
}
