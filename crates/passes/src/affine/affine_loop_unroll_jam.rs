//! `affine-loop-unroll-jam`: the loop at the start of a function does several iterations at once, and these share the loops
//! inside.

use asyncir_dialects::affine::ForOp;
use asyncir_ir::def::{OpDef, OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Diagnostics, OwnedOp};

use super::jam::unroll_and_jam;
use crate::bodies::for_each_body;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "affine-loop-unroll-jam",
    class: "AffineLoopUnrollAndJam",
    summary: "Unroll and jam affine loops",
    anchor: None,
    options: &[OptionInfo::uint(
        "unroll-jam-factor",
        "Use this unroll jam factor for all loops (default 4)",
        "4",
    )],
    create: |options| match options.int("unroll-jam-factor")? {
        factor @ 1.. => Ok(Box::new(AffineLoopUnrollJam {
            factor: factor.unsigned_abs(),
        })),
        _ => Err("Invalid option: 'unroll-jam-factor' should be greater than 0".to_owned()),
    },
};

struct AffineLoopUnrollJam {
    /// How many iterations are done at once.
    factor: u64,
}

impl Pass for AffineLoopUnrollJam {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn can_run_on(&self, def: &OpDef) -> bool {
        def.has(OpTrait::FunctionLike)
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            let first = body.entry().and_then(|entry| body.block(entry).first_op());
            if let Some(op) = first.filter(|&op| body.op(op).is(ForOp::DEF)) {
                unroll_and_jam(&mut Rewriter::new(cx.ctx, body), op, self.factor);
            }
            Ok(())
        })
    }
}
