//! `scf-parallel-loop-specialization`: `scf.parallel` up to minima with constants gets a version for the constants, which
//! can be unrolled and vectorized.

use asyncir_dialects::scf::ParallelOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Diagnostics, OwnedOp, WalkOrder};

use super::specialization::specialize;
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-parallel-loop-specialization",
    class: "SCFParallelLoopSpecialization",
    summary: "Specialize parallel loops for vectorization",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ScfParallelLoopSpecialization)),
};

struct ScfParallelLoopSpecialization;

impl Pass for ScfParallelLoopSpecialization {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in body.walk_all(WalkOrder::Post) {
                if body.op(op).is(ParallelOp::DEF) {
                    let uppers = ParallelOp(body.op_ref(cx.ctx, op)).upperBound().to_vec();
                    specialize(&mut Rewriter::new(cx.ctx, body), op, &uppers);
                }
            }
            Ok(())
        })
    }
}
