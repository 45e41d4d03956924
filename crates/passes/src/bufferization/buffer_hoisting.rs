//! `buffer-hoisting`: memory on the heap is allocated in the block that dominates all uses, but not out of loops.

use asyncir_ir::{Diagnostics, OwnedOp};

use super::hoist::{Target, hoist};
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "buffer-hoisting",
    class: "BufferHoistingPass",
    summary: "Optimizes placement of allocation operations by moving them into common dominators and out of nested regions",
    anchor: Some("func.func"),
    options: &[],
    create: |_| Ok(Box::new(BufferHoisting)),
};

struct BufferHoisting;

impl Pass for BufferHoisting {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            hoist(cx.ctx, body, Target::Dominator);
            Ok(())
        })
    }
}
