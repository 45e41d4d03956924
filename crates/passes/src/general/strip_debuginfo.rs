//! `strip-debuginfo`: forgets where ops and block arguments come from.

use asyncir_ir::{BlockId, Body, Diagnostics, Location, OwnedOp, WalkOrder};

use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "strip-debuginfo",
    class: "StripDebugInfo",
    summary: "Strip debug info from all operations",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(StripDebugInfo)),
};

struct StripDebugInfo;

impl Pass for StripDebugInfo {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, _cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        op.operation_mut().set_location(Location::UNKNOWN);
        if let Some(body) = op.body_mut() {
            strip(body);
        }
        Ok(())
    }
}

/// Strips a body and those of the ops in it.
fn strip(body: &mut Body) {
    let regions = body.all_regions().into_iter();
    let blocks: Vec<BlockId> = regions.flat_map(|region| body.region_blocks(region)).collect();
    for op in body.walk_all(WalkOrder::Pre) {
        body.op_mut(op).set_location(Location::UNKNOWN);
    }
    for block in blocks {
        for index in 0..body.block_args(block).count() {
            body.set_block_arg_location(block, index, Location::UNKNOWN);
        }
    }
    for owner in body.owners() {
        if let Some(inner) = body.op_mut(owner).body_mut() {
            strip(inner);
        }
    }
}
