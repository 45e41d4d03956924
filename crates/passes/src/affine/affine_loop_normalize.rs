//! `affine-loop-normalize`: affine loops count from zero on, in steps of one. What they counted is computed in each iteration.
//!
//! Loops with several lower bounds stay, and so do parallel loops with several bounds of one dimension.

use asyncir_dialects::affine::scope::affine_scope;
use asyncir_dialects::affine::{Applied, ApplyOp, ForOp, ParallelOp, map_attr, set_bounds, set_parallel_bounds};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Diagnostics, OpId, OwnedOp, Type, ValueId, WalkOrder};

use super::loops::{difference, distances, map_results, promote_if_single_iteration};
use crate::bodies::for_each_body;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "affine-loop-normalize",
    class: "AffineLoopNormalize",
    summary: "Apply normalization transformations to affine loop-like ops",
    anchor: Some("func.func"),
    options: &[OptionInfo::flag(
        "promote-single-iter",
        "Promote single iteration loops",
        "false",
    )],
    create: |options| {
        Ok(Box::new(AffineLoopNormalize {
            promotes: options.flag("promote-single-iter")?,
        }))
    },
};

struct AffineLoopNormalize {
    /// Whether loops that run once are replaced by what they do.
    promotes: bool,
}

impl Pass for AffineLoopNormalize {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            let ops = body.walk_all(WalkOrder::Post);
            let rw = &mut Rewriter::new(cx.ctx, body);
            for op in ops {
                if rw.body.op(op).is(ParallelOp::DEF) {
                    normalize_parallel(rw, op);
                } else if rw.body.op(op).is(ForOp::DEF) && !(self.promotes && promote_if_single_iteration(rw, op)) {
                    normalize_for(rw, op);
                }
            }
            Ok(())
        })
    }
}

/// A map of no operands whose results are zero.
fn zeros(count: usize) -> Applied {
    Applied {
        map: AffineMap::constant(&vec![0; count]),
        operands: Vec::new(),
    }
}

fn normalize_for(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let view = ForOp(rw.body.op_ref(rw.ctx, op));
    let (lower, step, block) = (view.lower_bound()?, view.step_size(), view.block()?);
    if step < 1 || (lower.map.single_constant_result() == Some(0) && step == 1) {
        return Some(());
    }
    let scope = affine_scope(rw.body, op);
    let distances = distances(rw.ctx, rw.body, op)?.canonical(rw.ctx, rw.body, scope);
    let counts = map_results(&distances, |distance| distance.clone().ceil_div(step))?;
    let ctx = rw.ctx;
    rw.modify(op, |body| {
        set_bounds(ctx, body, op, zeros(1), counts);
        body.op_mut(op).set_property(ctx, "step", Some(ctx.index_attr(1)));
    });
    let counter = rw.body.block_arg(block, 0);
    let way = Applied {
        map: AffineMap::new(1, 0, vec![AffineExpr::Dim(0) * step.checked_neg()?])?,
        operands: vec![counter],
    };
    let value = difference(ctx, rw.body, scope, &lower, &way)?;
    let value = value.canonical(ctx, rw.body, scope);
    rw.set_start(block);
    compute_counter(rw, op, counter, value);
    Some(())
}

/// Computes at the cursor what a loop counted before, for all uses but this one.
fn compute_counter(rw: &mut Rewriter<'_>, op: OpId, counter: ValueId, value: Applied) {
    let (at, map) = (rw.location_of(op), map_attr(rw.ctx, value.map));
    let state = ApplyOp::build(rw.ctx, at, &value.operands, map, &[Type::INDEX]);
    let apply = rw.insert(state);
    let value = rw.body.result(apply, 0);
    rw.replace_value_if(counter, value, |_, user| user != apply);
}

fn normalize_parallel(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let view = ParallelOp(rw.body.op_ref(rw.ctx, op));
    let ((lower, lower_sizes), (upper, upper_sizes)) = (view.lower_bounds()?, view.upper_bounds()?);
    let (steps, block) = (view.step_sizes(), view.block()?);
    let has_several = lower_sizes.iter().chain(&upper_sizes).any(|&size| size != 1);
    let mut pairs = lower.map.results().iter().zip(&steps);
    let is_normal = pairs.all(|(bound, &step)| bound.as_constant() == Some(0) && step == 1);
    if has_several || is_normal || steps.iter().any(|&step| step < 1) {
        return Some(());
    }
    let ctx = rw.ctx;
    let distances = difference(ctx, rw.body, affine_scope(rw.body, op), &upper, &lower)?;
    let pairs = distances.map.results().iter().zip(&steps);
    let counts = pairs.map(|(distance, &step)| distance.clone().ceil_div(step)).collect();
    let counts = Applied {
        map: AffineMap::new(distances.map.num_dims(), distances.map.num_symbols(), counts)?,
        operands: distances.operands,
    };
    rw.set_start(block);
    let counters: Vec<ValueId> = rw.body.block_args(block).collect();
    let (dims, symbols) = lower.operands.split_at(lower.map.num_dims() as usize);
    for ((counter, start), &step) in counters.into_iter().zip(lower.map.results()).zip(&steps) {
        let value = start.clone() + AffineExpr::Dim(lower.map.num_dims()) * step;
        let value = Applied {
            map: AffineMap::new(lower.map.num_dims() + 1, lower.map.num_symbols(), vec![value])?,
            operands: [dims, &[counter], symbols].concat(),
        };
        compute_counter(rw, op, counter, value);
    }
    rw.modify(op, |body| {
        set_parallel_bounds(ctx, body, op, zeros(steps.len()), counts);
        let ones = vec![ctx.i64_attr(1); steps.len()];
        body.op_mut(op).set_property(ctx, "steps", Some(ctx.array_attr(&ones)));
    });
    Some(())
}
