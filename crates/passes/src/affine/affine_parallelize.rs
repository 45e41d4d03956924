//! `affine-parallelize`: an `affine.for` whose iterations do not depend on each other becomes an `affine.parallel`.
//!
//! Iterations depend on each other through memory, see `analysis::dependence`, or through the values that they carry. A
//! carried value is no obstacle if it is a reduction and these are to be parallelised: the parallel loop reduces from the
//! neutral value on, and what the loop started with is combined with its result.

use asyncir_dialects::affine::{ForOp, ParallelOp, parallel_loop};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, InsertPoint, OpId, OwnedOp, Type, ValueId, WalkOrder};

use super::reductions::{Reduction, reductions_of};
use crate::analysis::constraints::Work;
use crate::analysis::dependence::is_parallel_in_memory;
use crate::bodies::for_each_body;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "affine-parallelize",
    class: "AffineParallelize",
    summary: "Convert affine.for ops into 1-D affine.parallel",
    anchor: Some("func.func"),
    options: &[
        OptionInfo::uint(
            "max-nested",
            "Maximum number of nested parallel loops to produce. Defaults to unlimited (UINT_MAX).",
            "4294967295",
        ),
        OptionInfo::flag(
            "parallel-reductions",
            "Whether to parallelize reduction loops. Defaults to false.",
            "false",
        ),
    ],
    create: |options| {
        Ok(Box::new(AffineParallelize {
            max_nested: usize::try_from(options.int("max-nested")?).unwrap_or(usize::MAX),
            reductions: options.flag("parallel-reductions")?,
        }))
    },
};

struct AffineParallelize {
    /// How many parallel loops may be around each other.
    max_nested: usize,
    /// Whether loops that reduce values become parallel.
    reductions: bool,
}

impl Pass for AffineParallelize {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            // All loops are analysed before the first one is changed.
            for op in self.parallel_loops(cx.ctx, body) {
                if parallel_loops_around(body, op) >= self.max_nested {
                    continue;
                }
                // What a loop reduces may be the result of one that was replaced.
                if let Some(reductions) = reductions_of(cx.ctx, body, op) {
                    make_parallel(&mut Rewriter::new(cx.ctx, body), op, &reductions);
                }
            }
            Ok(())
        })
    }
}

impl AffineParallelize {
    /// The loops whose iterations may run in any order, outer ones first.
    fn parallel_loops(&self, ctx: &Context, body: &Body) -> Vec<OpId> {
        let mut work = Work::new();
        let mut is_parallel = |&op: &OpId| {
            body.op(op).is(ForOp::DEF)
                && (self.reductions || body.op(op).num_results() == 0)
                && reductions_of(ctx, body, op).is_some()
                && is_parallel_in_memory(ctx, body, op, &mut work)
        };
        body.walk_all(WalkOrder::Pre)
            .into_iter()
            .filter(&mut is_parallel)
            .collect()
    }
}

/// How many parallel loops are around an op in its affine scope.
fn parallel_loops_around(body: &Body, op: OpId) -> usize {
    let around = std::iter::successors(body.parent_op(op), |&op| body.parent_op(op));
    let in_scope = around.take_while(|&op| !body.op(op).has_trait(OpTrait::AffineScope));
    in_scope.filter(|&op| body.op(op).is(ParallelOp::DEF)).count()
}

/// Puts a parallel loop in the place of a loop.
fn make_parallel(rw: &mut Rewriter<'_>, op: OpId, reductions: &[Reduction]) -> Option<()> {
    let view = ForOp(rw.body.op_ref(rw.ctx, op));
    let (lower, upper, step) = (view.lower_bound()?, view.upper_bound()?, view.step_size());
    let (inits, block) = (view.inits(), view.block()?);
    let end = rw.body.terminator(block)?;
    let kinds: Vec<(&str, Type)> = reductions
        .iter()
        .map(|reduction| (reduction.name, reduction.ty))
        .collect();
    let mut state = parallel_loop(rw.ctx, rw.location_of(op), [&lower, &upper], step, &kinds)?;
    let region = rw.body.create_region();
    state.regions.push(region);
    rw.set_before(op);
    let new = rw.insert(state);
    let old = *rw.body.op_regions(op).first()?;
    rw.inline_region(old, region, None);
    for (index, (reduction, &init)) in reductions.iter().zip(&inits).enumerate() {
        rw.move_op(reduction.combiner, InsertPoint::Before(op));
        let result = rw.body.result(new, index);
        rw.modify(reduction.combiner, |body| {
            body.set_operands(reduction.combiner, &[init, result])
        });
        let (old, combined) = (rw.body.result(op, index), rw.body.result(reduction.combiner, 0));
        rw.replace_value(old, combined);
    }
    let contributions: Vec<ValueId> = reductions.iter().map(|reduction| reduction.contribution).collect();
    rw.modify(end, |body| body.set_operands(end, &contributions));
    for index in (1..=reductions.len()).rev() {
        rw.body.erase_block_arg(block, index);
    }
    rw.erase(op);
    Some(())
}
