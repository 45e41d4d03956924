//! `buffer-loop-hoisting`: memory is allocated before the loops whose iterations do not need memory of their own.

use asyncir_ir::{Diagnostics, OwnedOp};

use super::Callees;
use super::hoist::{Target, hoist};
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "buffer-loop-hoisting",
    class: "BufferLoopHoistingPass",
    summary: "Optimizes placement of allocation operations by moving them out of loop nests",
    anchor: Some("func.func"),
    options: &[],
    create: |_| Ok(Box::new(BufferLoopHoisting)),
};

struct BufferLoopHoisting;

impl Pass for BufferLoopHoisting {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn follows_calls(&self) -> bool {
        true
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let target = Target::BeforeLoops(Callees::of(op, cx));
        for_each_body(op, cx, &|body| {
            hoist(cx.ctx, body, target);
            Ok(())
        })
    }
}
