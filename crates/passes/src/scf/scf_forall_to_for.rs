//! `scf-forall-to-for`: `scf.forall` becomes a nest of `scf.for`.

use asyncir_ir::{Diagnostics, OwnedOp};

use super::forall_loops::rewrite_forall_loops;
use crate::conversion::convert_scf_to_cf::parallel::forall_to_for;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-forall-to-for",
    class: "SCFForallToForLoop",
    summary: "Convert SCF forall loops to SCF for loops",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(SCFForallToForLoop)),
};

struct SCFForallToForLoop;

impl Pass for SCFForallToForLoop {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        rewrite_forall_loops(op, cx, forall_to_for, "scf.for")
    }
}
