//! `convert-linalg-to-loops`: structured ops become loops.

use asyncir_ir::{Diagnostics, OwnedOp};

use super::linalg_to_loops::{LoopKind, lower_all};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-linalg-to-loops",
    class: "ConvertLinalgToLoopsPass",
    summary: "Lower the operations from the linalg dialect into loops",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(Lowering)),
};

struct Lowering;

impl Pass for Lowering {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        lower_all(cx, op, LoopKind::Sequential)
    }
}
