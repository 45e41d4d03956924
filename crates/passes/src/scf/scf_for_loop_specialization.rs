//! `scf-for-loop-specialization`: `scf.for` up to a minimum with a constant gets a version for the constant, which can be
//! unrolled and vectorized.

use asyncir_dialects::scf::ForOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Diagnostics, OwnedOp, WalkOrder};

use super::specialization::specialize;
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-for-loop-specialization",
    class: "SCFForLoopSpecialization",
    summary: "Specialize `for` loops for vectorization",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ScfForLoopSpecialization)),
};

struct ScfForLoopSpecialization;

impl Pass for ScfForLoopSpecialization {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in body.walk_all(WalkOrder::Post) {
                if body.op(op).is(ForOp::DEF) {
                    let upper = ForOp(body.op_ref(cx.ctx, op)).upperBound();
                    specialize(&mut Rewriter::new(cx.ctx, body), op, &[upper]);
                }
            }
            Ok(())
        })
    }
}
