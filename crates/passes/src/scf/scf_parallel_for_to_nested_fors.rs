//! `scf-parallel-for-to-nested-fors`: `scf.parallel` becomes a nest of `scf.for`.
//!
//! Loops with reductions stay.

use asyncir_dialects::scf::ParallelOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Diagnostics, OwnedOp, WalkOrder};

use crate::bodies::for_each_body;
use crate::conversion::convert_scf_to_cf::parallel::lower_parallel;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-parallel-for-to-nested-fors",
    class: "SCFParallelForToNestedFors",
    summary: "Convert SCF parallel for loops to nested SCF for loops",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ScfParallelForToNestedFors)),
};

struct ScfParallelForToNestedFors;

impl Pass for ScfParallelForToNestedFors {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in body.walk_all(WalkOrder::Post) {
                if body.op(op).is(ParallelOp::DEF) && body.op(op).num_results() == 0 {
                    let mut rw = Rewriter::new(cx.ctx, body);
                    rw.set_before(op);
                    lower_parallel(&mut rw, op);
                }
            }
            Ok(())
        })
    }
}
