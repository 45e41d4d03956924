//! `optimize-allocation-liveness`: memory is freed right behind its last use.

use asyncir_dialects::bufferization::CloneOp;
use asyncir_dialects::memref::{AllocOp, ExtractAlignedPointerAsIndexOp, ReallocOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, ValueId, WalkOrder};

use super::aliases::Aliases;
use super::{frees, is_in_task};
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "optimize-allocation-liveness",
    class: "OptimizeAllocationLivenessPass",
    summary: "This pass optimizes the liveness of temp allocations in the input function",
    anchor: Some("func.func"),
    options: &[],
    create: |_| Ok(Box::new(OptimizeAllocationLiveness)),
};

struct OptimizeAllocationLiveness;

impl Pass for OptimizeAllocationLiveness {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            run_on_body(cx.ctx, body);
            Ok(())
        })
    }
}

fn run_on_body(ctx: &Context, body: &mut Body) {
    let aliases = Aliases::new(ctx, body);
    for op in body.walk_all(WalkOrder::Post) {
        let data = body.op(op);
        if !data.is(AllocOp::DEF) && !data.is(CloneOp::DEF) {
            continue;
        }
        let memory = body.result(op, 0);
        if let Some(free) = only_free(ctx, body, op, memory)
            && let Some(last) = last_user(body, &aliases, memory, free)
        {
            let behind = body.after(last);
            body.move_op(free, behind);
        }
    }
}

/// What frees memory, if it stands in the block in which the memory is allocated.
fn only_free(ctx: &Context, body: &Body, alloc: OpId, memory: ValueId) -> Option<OpId> {
    let mut all = body.users(memory).filter(|&user| frees(ctx, body, user, memory));
    let first = all.next().filter(|_| all.next().is_none())?;
    let is_here = body.parent_block(first) == body.parent_block(alloc);
    (is_here && body.op(first).num_results() == 0).then_some(first)
}

/// The last op in front of what frees memory that uses it, or holds such uses; `None` if it is not known.
fn last_user(body: &Body, aliases: &Aliases, memory: ValueId, free: OpId) -> Option<OpId> {
    let block = body.parent_block(free)?;
    let mut last: Option<OpId> = None;
    for alias in aliases.of(memory) {
        for user in body.users(alias).filter(|&user| user != free) {
            let here = body.ancestor_in_block(block, user)?;
            let is_late = !body.is_before_in_block(here, free);
            if is_late || hides(body, user) || is_in_task(body, user, here) {
                return None;
            }
            if last.is_none_or(|last| body.is_before_in_block(last, here)) {
                last = Some(here);
            }
        }
    }
    last
}

/// Whether memory may be used by what an op gives without a trace.
fn hides(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    let is_known = data.def().is_some();
    let gives_address = data.is(ExtractAlignedPointerAsIndexOp::DEF) || data.is(ReallocOp::DEF);
    gives_address || data.is_of("async") || !is_known && data.num_results() > 0
}
