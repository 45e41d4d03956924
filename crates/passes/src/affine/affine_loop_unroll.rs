//! `affine-loop-unroll`: innermost loops do several iterations at once.

use asyncir_dialects::affine::ForOp;
use asyncir_ir::def::{OpDef, OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, WalkOrder};

use super::loops::constant_trip_count;
use super::unroll::{unroll, unroll_fully};
use crate::bodies::for_each_body;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "affine-loop-unroll",
    class: "AffineLoopUnroll",
    summary: "Unroll affine loops",
    anchor: None,
    options: &[
        OptionInfo::flag(
            "cleanup-unroll",
            "Fully unroll the cleanup loop when possible.",
            "false",
        ),
        OptionInfo::long(
            "unroll-factor",
            "Use this unroll factor for all loops being unrolled, set it to -1, and it will fully unroll.",
            "4",
        ),
        OptionInfo::uint(
            "unroll-full-threshold",
            "Unroll all loops with trip count less than or equal to this",
            "1",
        ),
        OptionInfo::uint(
            "unroll-num-reps",
            "Unroll innermost loops repeatedly this many times",
            "1",
        ),
        OptionInfo::flag(
            "unroll-up-to-factor",
            "Allow unrolling up to the factor specified",
            "false",
        ),
    ],
    create: |options| {
        let factor = match options.int("unroll-factor")? {
            -1 => None,
            factor => Some(
                u64::try_from(factor)
                    .ok()
                    .filter(|&factor| factor > 0)
                    .ok_or("Invalid option: 'unroll-factor' should be greater than 0 or equal to -1")?,
            ),
        };
        let threshold = options.int("unroll-full-threshold")?.unsigned_abs();
        Ok(Box::new(AffineLoopUnroll {
            factor,
            threshold: Some(threshold).filter(|_| options.is_given("unroll-full-threshold")),
            repetitions: options.int("unroll-num-reps")?.unsigned_abs(),
            up_to_factor: options.flag("unroll-up-to-factor")?,
            rest_fully: options.flag("cleanup-unroll")?,
        }))
    },
};

struct AffineLoopUnroll {
    /// How many iterations are done at once; `None` for all.
    factor: Option<u64>,
    /// The greatest number of iterations of loops that are unrolled completely.
    threshold: Option<u64>,
    /// How often innermost loops are unrolled.
    repetitions: u64,
    /// Whether loops with fewer iterations than the factor are unrolled, too.
    up_to_factor: bool,
    /// Whether loops are unrolled completely of whose iterations some would be left over.
    rest_fully: bool,
}

impl Pass for AffineLoopUnroll {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn can_run_on(&self, def: &OpDef) -> bool {
        def.has(OpTrait::FunctionLike)
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            self.run_on(cx.ctx, body);
            Ok(())
        })
    }
}

impl AffineLoopUnroll {
    fn run_on(&self, ctx: &Context, body: &mut Body) {
        if let (None, Some(threshold)) = (self.factor, self.threshold) {
            let is_short = |&op: &OpId| constant_trip_count(ctx, body, op).is_some_and(|count| count <= threshold);
            let short: Vec<OpId> = loops(body).into_iter().filter(is_short).collect();
            let rw = &mut Rewriter::new(ctx, body);
            short.into_iter().for_each(|op| _ = unroll_fully(rw, op));
            return;
        }
        for _ in 0..self.repetitions {
            let innermost = innermost_loops(body);
            let rw = &mut Rewriter::new(ctx, body);
            // All of them, also behind one that was unrolled.
            let unrolled = innermost.into_iter().filter(|&op| self.unroll(rw, op)).count();
            if unrolled == 0 {
                break;
            }
        }
    }

    fn unroll(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        let Some(factor) = self.factor else {
            return unroll_fully(rw, op);
        };
        if !self.up_to_factor {
            return unroll(rw, op, factor, self.rest_fully);
        }
        let count = constant_trip_count(rw.ctx, rw.body, op).unwrap_or(factor);
        // A loop that does not run has no factor.
        count.min(factor) == 0 || unroll(rw, op, count.min(factor), false)
    }
}

/// The loops of a body, inner ones first.
fn loops(body: &Body) -> Vec<OpId> {
    let ops = body.walk_all(WalkOrder::Post).into_iter();
    ops.filter(|&op| body.op(op).is(ForOp::DEF)).collect()
}

/// The loops that have no other in them.
fn innermost_loops(body: &Body) -> Vec<OpId> {
    let has_loop = |&op: &OpId| {
        let inner = body.walk_op(op, WalkOrder::Pre).into_iter();
        inner.skip(1).any(|op| body.op(op).is(ForOp::DEF))
    };
    let mut innermost = loops(body);
    innermost.retain(|op| !has_loop(op));
    innermost
}
