//! `scf-forall-to-parallel`: `scf.forall` becomes `scf.parallel`.

use asyncir_ir::{Diagnostics, OwnedOp};

use super::forall_loops::rewrite_forall_loops;
use crate::conversion::convert_scf_to_cf::parallel::forall_to_parallel;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-forall-to-parallel",
    class: "SCFForallToParallelLoop",
    summary: "Convert SCF forall loops to SCF parallel loops",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(SCFForallToParallelLoop)),
};

struct SCFForallToParallelLoop;

impl Pass for SCFForallToParallelLoop {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        rewrite_forall_loops(op, cx, forall_to_parallel, "scf.parallel")
    }
}
