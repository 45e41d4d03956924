//! `scf-parallel-loop-tiling`: an innermost parallel loop becomes a loop over tiles and one over the iterations of a tile.
//!
//! Loops with reductions stay.

use asyncir_dialects::affine::{MinOp, map_attr};
use asyncir_dialects::arith::build::{self, ArithBuilder};
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::scf::{IfOp, ParallelOp, ReduceOp, YieldOp};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Diagnostics, Location, OpId, OwnedOp, Type, ValueId, WalkOrder};

use crate::bodies::for_each_body;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-parallel-loop-tiling",
    class: "SCFParallelLoopTiling",
    summary: "Tile parallel loops",
    anchor: None,
    options: &[
        OptionInfo::list("parallel-loop-tile-sizes", "Factors to tile parallel loops by"),
        OptionInfo::flag(
            "no-min-max-bounds",
            "Perform tiling with fixed upper bound with inbound check inside the internal loops",
            "false",
        ),
    ],
    create: |options| {
        let sizes = options.list("parallel-loop-tile-sizes")?;
        Ok(Box::new(ScfParallelLoopTiling {
            sizes: sizes.iter().map(|size| tile_size(size)).collect::<Result<_, _>>()?,
            checks: options.flag("no-min-max-bounds")?,
        }))
    },
};

fn tile_size(text: &str) -> Result<i64, String> {
    match text.parse() {
        Ok(size @ 1..) => Ok(size),
        Ok(0) => Err("tile size cannot be 0".to_owned()),
        Ok(_) => Err("tile size cannot be negative".to_owned()),
        Err(_) => Err(format!("'{text}' value invalid for long argument!")),
    }
}

struct ScfParallelLoopTiling {
    /// Iterations of a tile, for each dimension; one for those that are not given.
    sizes: Vec<i64>,
    /// Whether the last tiles are as large as the others, with a check in each iteration.
    checks: bool,
}

impl Pass for ScfParallelLoopTiling {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in innermost_loops(body) {
                if body.op(op).num_results() == 0 {
                    self.tile(&mut Rewriter::new(cx.ctx, body), op);
                }
            }
            Ok(())
        })
    }
}

/// The parallel loops that have no other in them.
fn innermost_loops(body: &Body) -> Vec<OpId> {
    let is_loop = |&op: &OpId| body.op(op).is(ParallelOp::DEF);
    let loops: Vec<OpId> = body.walk_all(WalkOrder::Pre).into_iter().filter(is_loop).collect();
    let is_around = |outer: OpId, inner: OpId| {
        std::iter::successors(body.parent_op(inner), |&op| body.parent_op(op)).any(|op| op == outer)
    };
    // What is in a loop follows it.
    let has_inner = |index: usize| loops.get(index + 1).is_some_and(|&next| is_around(loops[index], next));
    (0..loops.len())
        .filter(|&index| !has_inner(index))
        .map(|index| loops[index])
        .collect()
}

/// A loop while it is tiled.
struct Loop {
    op: OpId,
    at: Location,
    lowers: Vec<ValueId>,
    uppers: Vec<ValueId>,
    steps: Vec<ValueId>,
    /// Iterations of a tile.
    sizes: Vec<i64>,
}

impl Loop {
    /// Whether all tiles of a dimension are known to be whole.
    fn has_whole_tiles(&self, rw: &Rewriter<'_>, dim: usize) -> bool {
        let known = |value: ValueId| constant_int(rw.ctx, rw.body, value).map(i128::from);
        let (lower, upper, step) = (known(self.lowers[dim]), known(self.uppers[dim]), known(self.steps[dim]));
        match (lower, upper, step) {
            (Some(lower), Some(upper), Some(step @ 1..)) => {
                let count = (upper - lower + step - 1).div_euclid(step);
                count % i128::from(self.sizes[dim]) == 0
            }
            _ => false,
        }
    }

    /// The size of the tile that starts at `start`: what is left of the loop if that is less.
    fn size_of_tile(&self, rw: &mut Rewriter<'_>, dim: usize, tile_step: ValueId, start: ValueId) -> Option<ValueId> {
        let left = AffineExpr::Dim(1) - AffineExpr::Dim(2);
        let map = map_attr(rw.ctx, AffineMap::new(3, 0, vec![AffineExpr::Dim(0), left])?);
        let operands = [tile_step, self.uppers[dim], start];
        Some(rw.insert_value(MinOp::build(rw.ctx, self.at, &operands, map, &[Type::INDEX])))
    }

    /// Inserts a loop without ops at the cursor, which goes into it; gives its induction variables.
    fn insert(&self, rw: &mut Rewriter<'_>, bounds: [&[ValueId]; 3], end: Location) -> Vec<ValueId> {
        let [lowers, uppers, steps] = bounds;
        let region = rw.body.create_region();
        let mut state = ParallelOp::build(rw.ctx, self.at, lowers, uppers, steps, &[], &[]);
        state.regions.push(region);
        rw.insert(state);
        let block = rw.create_block(region, None, &vec![(Type::INDEX, self.at); steps.len()]);
        let end = rw.insert(ReduceOp::build(rw.ctx, end, &[], &[]));
        rw.set_before(end);
        rw.body.block_args(block).collect()
    }

    /// Moves the ops of the loop to the cursor, and erases it.
    fn move_ops(&self, rw: &mut Rewriter<'_>, indices: &[ValueId]) {
        let view = ParallelOp(rw.body.op_ref(rw.ctx, self.op));
        if let (Some(block), Some(end)) = (view.block(), view.reduce()) {
            rw.erase(end);
            rw.inline_block(block, rw.point(), indices);
        }
        rw.erase(self.op);
    }

    /// As `move_ops`, but the ops are put into an `scf.if` that runs them only in iterations that are not behind the end.
    fn move_ops_if_within(&self, rw: &mut Rewriter<'_>, indices: &[ValueId], end: Location) {
        let at = self.at;
        let within = indices.iter().zip(&self.uppers);
        let within: Vec<ValueId> = within
            .map(|(&index, &upper)| ArithBuilder::new(rw, at).cmpi("slt", index, upper))
            .collect();
        let all = within
            .into_iter()
            .reduce(|all, one| ArithBuilder::new(rw, at).andi(all, one));
        let Some(all) = all else { return };
        let regions = [rw.body.create_region(), rw.body.create_region()];
        let mut state = IfOp::build(rw.ctx, at, all, &[]);
        state.regions.extend(regions);
        rw.insert(state);
        rw.create_block(regions[0], None, &[]);
        let end = rw.insert(YieldOp::build(rw.ctx, end, &[], &[]));
        rw.set_before(end);
        self.move_ops(rw, indices);
    }
}

impl ScfParallelLoopTiling {
    fn tile(&self, rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
        let view = ParallelOp(rw.body.op_ref(rw.ctx, op));
        let steps = view.step().to_vec();
        let end = rw.location_of(view.reduce()?);
        let size = |dim: usize| self.sizes.get(dim).copied().unwrap_or(1);
        let tiled = Loop {
            op,
            at: rw.location_of(op),
            lowers: view.lowerBound().to_vec(),
            uppers: view.upperBound().to_vec(),
            sizes: (0..steps.len()).map(size).collect(),
            steps,
        };
        let at = tiled.at;
        rw.set_before(op);
        let zero = build::index(rw, at, 0);
        let sizes: Vec<ValueId> = tiled.sizes.iter().map(|&size| build::index(rw, at, size)).collect();
        let steps = tiled.steps.iter().zip(&sizes);
        let tile_steps: Vec<ValueId> = steps
            .map(|(&step, &size)| ArithBuilder::new(rw, at).muli(step, size))
            .collect();
        let starts = tiled.insert(rw, [&tiled.lowers, &tiled.uppers, &tile_steps], at);
        let whole: Vec<bool> = (0..sizes.len()).map(|dim| tiled.has_whole_tiles(rw, dim)).collect();
        let mut bounds = tile_steps.clone();
        for dim in 0..bounds.len() {
            if !self.checks && !whole[dim] {
                bounds[dim] = tiled.size_of_tile(rw, dim, tile_steps[dim], starts[dim])?;
            }
        }
        let is_checked = self.checks && whole.contains(&false);
        let zeros = vec![zero; bounds.len()];
        let offsets = tiled.insert(rw, [&zeros, &bounds, &tiled.steps], if is_checked { at } else { end });
        let pairs = offsets.iter().zip(&starts);
        let indices: Vec<ValueId> = pairs
            .map(|(&offset, &start)| ArithBuilder::new(rw, at).addi(offset, start))
            .collect();
        if is_checked {
            tiled.move_ops_if_within(rw, &indices, end);
        } else {
            tiled.move_ops(rw, &indices);
        }
        Some(())
    }
}
