//! `math-sincos-fusion`: `math.sin` and `math.cos` of the same value, with the same flags and in the same block, become one
//! `math.sincos`.

use asyncir_dialects::math::{CosOp, SinOp, SincosOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{Diagnostics, OpId, OwnedOp};

use crate::bodies::rewrite_greedily;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "math-sincos-fusion",
    class: "MathSincosFusionPass",
    summary: "Fuse sin and cos operations.",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(MathSincosFusion)),
};

struct MathSincosFusion;

impl Pass for MathSincosFusion {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns = FrozenPatternSet::new(std::iter::once(&FUSE as &dyn RewritePattern));
        rewrite_greedily(op, cx, &patterns)
    }
}

static FUSE: FnPattern = FnPattern::new("fuse-sincos", SinOp::DEF, |rw, op| fuse(rw, op).is_some());

fn fuse(rw: &mut Rewriter<'_>, sin: OpId) -> Option<()> {
    let ctx = rw.ctx;
    let operand = rw.body.operand(sin, 0);
    let flags = rw.body.op(sin).property(ctx, "fastmath");
    let block = rw.body.parent_block(sin)?;
    let cos = rw.body.block_ops(block).find(|&op| {
        let data = rw.body.op(op);
        data.is(CosOp::DEF) && rw.body.operand(op, 0) == operand && data.property(ctx, "fastmath") == flags
    })?;
    let first = if rw.body.is_before_in_block(sin, cos) { sin } else { cos };
    let ty = rw.body.value_type(operand);
    rw.set_before(first);
    let location = rw.location_of(first);
    let both = rw.insert(SincosOp::build(ctx, location, operand, flags, &[ty, ty]));
    rw.replace(sin, &[rw.body.result(both, 0)]);
    rw.replace(cos, &[rw.body.result(both, 1)]);
    Some(())
}
