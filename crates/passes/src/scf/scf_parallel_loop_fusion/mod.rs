//! `scf-parallel-loop-fusion`: adjacent `scf.parallel` over the same iterations become one loop.
//!
//! An iteration of the fused loop does what one of the first and then what one of the second loop did; it no longer waits
//! for the other iterations of the first. `accesses.rs` says when nothing can tell the difference.

mod accesses;

use asyncir_dialects::scf::{ParallelOp, ReduceOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{BlockId, Body, Context, Diagnostics, InsertPoint, Location, OpId, OwnedOp, RegionId, Type, ValueId};
use asyncir_ir::{Mapping, WalkOrder};

use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-parallel-loop-fusion",
    class: "SCFParallelLoopFusion",
    summary: "Fuse adjacent parallel loops",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ScfParallelLoopFusion)),
};

struct ScfParallelLoopFusion;

impl Pass for ScfParallelLoopFusion {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for block in blocks_from_within(body) {
                for chain in chains(cx.ctx, body, block) {
                    fuse_chain(&mut Rewriter::new(cx.ctx, body), &chain);
                }
            }
            Ok(())
        })
    }
}

/// All blocks of a body, those of inner regions first.
fn blocks_from_within(body: &Body) -> Vec<BlockId> {
    let ops = body.walk_all(WalkOrder::Post);
    let regions = ops.iter().flat_map(|&op| body.op_regions(op));
    let regions: Vec<RegionId> = regions.chain(body.root_regions()).copied().collect();
    let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
    blocks.collect()
}

/// The parallel loops of a block between which there are only ops without effects or regions.
fn chains(ctx: &Context, body: &Body, block: BlockId) -> Vec<Vec<OpId>> {
    let mut chains: Vec<Vec<OpId>> = vec![Vec::new()];
    let mut is_broken = false;
    for op in body.block_ops(block) {
        if !body.op(op).is(ParallelOp::DEF) {
            is_broken |= !is_memory_effect_free(body.op_ref(ctx, op)) || !body.op_regions(op).is_empty();
            continue;
        }
        match chains.last_mut().filter(|_| !is_broken) {
            Some(chain) => chain.push(op),
            None => chains.push(vec![op]),
        }
        is_broken = false;
    }
    chains
}

/// Fuses each loop of a chain with what the one before it became, where that is possible.
fn fuse_chain(rw: &mut Rewriter<'_>, chain: &[OpId]) {
    let Some((&first, others)) = chain.split_first() else {
        return;
    };
    let mut last = first;
    for &next in others {
        let is_legal = have_same_iterations(rw, last, next)
            && is_unused_until(rw, last, next)
            && accesses::are_independent(rw, last, next, &counterparts(rw, last, next));
        last = is_legal.then(|| fuse(rw, last, next)).flatten().unwrap_or(next);
    }
}

fn have_same_iterations(rw: &Rewriter<'_>, first: OpId, second: OpId) -> bool {
    let bounds = |op| {
        let view = ParallelOp(rw.body.op_ref(rw.ctx, op));
        let bounds = [view.lowerBound(), view.upperBound(), view.step()];
        bounds.map(|values| values.to_vec())
    };
    bounds(first) == bounds(second)
}

/// Whether no op between two loops, and none in the second, uses results of the first.
fn is_unused_until(rw: &Rewriter<'_>, first: OpId, second: OpId) -> bool {
    let Some(block) = rw.body.parent_block(second) else {
        return false;
    };
    let mut users = rw.body.results(first).flat_map(|result| rw.body.users(result));
    users.all(|user| match rw.body.ancestor_in_block(block, user) {
        Some(ancestor) => rw.body.is_before_in_block(second, ancestor),
        // In another block, which `block` dominates.
        None => true,
    })
}

/// The induction variables of the second loop for those of the first.
fn counterparts(rw: &Rewriter<'_>, first: OpId, second: OpId) -> Mapping {
    let variables = |op| ParallelOp(rw.body.op_ref(rw.ctx, op)).induction_vars();
    let mut map = Mapping::new();
    for (from, to) in variables(first).into_iter().zip(variables(second)) {
        map.map_value(from, to);
    }
    map
}

/// Puts a loop that does what two loops do in place of the second.
fn fuse(rw: &mut Rewriter<'_>, first: OpId, second: OpId) -> Option<OpId> {
    let both = [first, second];
    let mut blocks = Vec::new();
    let mut ends = Vec::new();
    let mut inits = Vec::new();
    for op in both {
        let view = ParallelOp(rw.body.op_ref(rw.ctx, op));
        blocks.push(view.block()?);
        ends.push(view.reduce()?);
        inits.extend(view.initVals().iter().copied());
    }
    let at = rw.location_of(second);
    let fused = insert_loop(rw, at, second, &inits);
    let block = ParallelOp(rw.body.op_ref(rw.ctx, fused)).block()?;
    rw.set_end(block);
    let end = insert_reduce(rw, at, &ends);
    let variables: Vec<ValueId> = rw.body.block_args(block).collect();
    for (own, own_end) in blocks.into_iter().zip(ends) {
        rw.erase(own_end);
        rw.inline_block(own, InsertPoint::Before(end), &variables);
    }
    let results: Vec<ValueId> = rw.body.results(fused).collect();
    let (of_first, of_second) = results.split_at(rw.body.op(first).num_results());
    rw.replace(first, of_first);
    rw.replace(second, of_second);
    Some(fused)
}

/// A loop with the bounds of `like` before it, and with an empty block.
fn insert_loop(rw: &mut Rewriter<'_>, at: Location, like: OpId, inits: &[ValueId]) -> OpId {
    rw.set_before(like);
    let types: Vec<Type> = inits.iter().map(|&init| rw.body.value_type(init)).collect();
    let region = rw.body.create_region();
    let view = ParallelOp(rw.body.op_ref(rw.ctx, like));
    let (lowers, uppers, steps) = (view.lowerBound(), view.upperBound(), view.step());
    let variables = vec![(Type::INDEX, at); steps.len()];
    let mut state = ParallelOp::build(rw.ctx, at, &lowers, &uppers, &steps, inits, &types);
    state.regions.push(region);
    let fused = rw.insert(state);
    rw.create_block(region, None, &variables);
    fused
}

/// What ends a loop that reduces what all of `ends` reduced; their regions move into it.
fn insert_reduce(rw: &mut Rewriter<'_>, at: Location, ends: &[OpId]) -> OpId {
    let operands: Vec<ValueId> = ends.iter().flat_map(|&end| rw.body.operands(end)).collect();
    let regions: Vec<RegionId> = ends.iter().flat_map(|&end| rw.body.op_regions(end)).copied().collect();
    let at = match ends.last() {
        Some(&last) if !operands.is_empty() => rw.location_of(last),
        _ => at,
    };
    let mut state = ReduceOp::build(rw.ctx, at, &operands, &[]);
    for from in regions {
        let region = rw.body.create_region();
        rw.inline_region(from, region, None);
        if let Some(block) = rw.body.region(region).first() {
            let count = rw.body.block_args(block).len();
            for index in 0..count {
                rw.body.set_block_arg_location(block, index, at);
            }
        }
        state.regions.push(region);
    }
    rw.insert(state)
}
