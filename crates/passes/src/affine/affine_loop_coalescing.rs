//! `affine-loop-coalescing`: loops around each other become one loop, which counts the iterations of all; loops of `scf`,
//! too.

use asyncir_dialects::affine::ForOp;
use asyncir_dialects::scf;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Diagnostics, OpId, OwnedOp, RegionId};

use super::{coalesce, coalesce_scf};
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "affine-loop-coalescing",
    class: "LoopCoalescing",
    summary: "Coalesce nested loops with independent bounds into a single loop",
    anchor: Some("func.func"),
    options: &[],
    create: |_| Ok(Box::new(AffineLoopCoalescing)),
};

struct AffineLoopCoalescing;

impl Pass for AffineLoopCoalescing {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            let mut pending = body.root_regions().to_vec();
            let rw = &mut Rewriter::new(cx.ctx, body);
            while let Some(region) = pending.pop() {
                visit(rw, region, &mut pending);
            }
            Ok(())
        })
    }
}

/// Coalesces the loops of a region, and adds the regions that its ops have then.
fn visit(rw: &mut Rewriter<'_>, region: RegionId, pending: &mut Vec<RegionId>) {
    let blocks = rw.body.region_blocks(region);
    let ops: Vec<OpId> = blocks.flat_map(|block| rw.body.block_ops(block)).collect();
    for op in ops {
        if rw.body.op(op).is(ForOp::DEF) {
            coalesce::coalesce_nest(rw, op);
        } else if rw.body.op(op).is(scf::ForOp::DEF) {
            coalesce_scf::coalesce_nest(rw, op);
        }
        pending.extend(rw.body.op_regions(op));
    }
}
