//! `free-local-buffers`: frees memory on the heap behind its last use, where it is known that nothing uses it later. MLIR has
//! no such pass: its passes also pass the ownership of memory on.

use asyncir_dialects::memref::{AllocOp, DeallocOp, ExtractAlignedPointerAsIndexOp, ReallocOp};
use asyncir_dialects::{arith, func};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, ValueId, WalkOrder};

use super::aliases::Aliases;
use super::mark_manual_deallocation::MANUAL_DEALLOCATION;
use super::{is_in_task, puts_away};
use crate::bodies::{for_each_body, has_tasks};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "free-local-buffers",
    class: "FreeLocalBuffersPass",
    summary: "Frees memory on the heap that is used in one block only",
    anchor: Some("builtin.module"),
    options: &[],
    create: |_| Ok(Box::new(FreeLocalBuffers)),
};

struct FreeLocalBuffers;

impl Pass for FreeLocalBuffers {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let has_tasks = op.body().is_some_and(has_tasks);
        for_each_body(op, cx, &|body| {
            free(cx.ctx, body, has_tasks);
            Ok(())
        })
    }
}

fn free(ctx: &Context, body: &mut Body, has_tasks: bool) {
    let ops = body.walk_all(WalkOrder::Post);
    if !ops.iter().any(|&op| body.op(op).is(AllocOp::DEF)) {
        return;
    }
    let aliases = Aliases::new(ctx, body);
    let lasts: Vec<(OpId, OpId)> = ops
        .into_iter()
        .filter(|&op| body.op(op).is(AllocOp::DEF) && body.op(op).attr(ctx, MANUAL_DEALLOCATION).is_none())
        .filter_map(|op| Some((op, last_user(body, &aliases, op, has_tasks)?)))
        .collect();
    for (op, last) in lasts {
        let (memory, location) = (body.result(op, 0), body.op(op).location());
        let free = body.create_op(DeallocOp::build(ctx, location, memory, &[]));
        let behind = body.after(last);
        body.insert_op(free, behind);
    }
}

/// The last op in the block of an allocation that uses the memory, or holds such uses; `None` if something else may use it.
fn last_user(body: &Body, aliases: &Aliases, alloc: OpId, has_tasks: bool) -> Option<OpId> {
    let block = body.parent_block(alloc)?;
    let mut last = alloc;
    for value in aliases.of(body.result(alloc, 0)) {
        for user in body.users(value) {
            let here = body.ancestor_in_block(block, user)?;
            let ends_block = here == user && body.op(user).has_trait(OpTrait::Terminator);
            if ends_block || !only_uses(body, user, value, has_tasks) || is_in_task(body, user, here) {
                return None;
            }
            if body.is_before_in_block(last, here) {
                last = here;
            }
        }
    }
    Some(last)
}

/// Whether an op keeps no memory: it uses it, or passes it on to what is known to be the same memory then.
fn only_uses(body: &Body, op: OpId, value: ValueId, has_tasks: bool) -> bool {
    let data = body.op(op);
    let keeps = data.is(DeallocOp::DEF)
        || data.is(ReallocOp::DEF)
        || data.is(ExtractAlignedPointerAsIndexOp::DEF)
        || puts_away(body, op, value);
    let is_known = ["memref", "linalg", "vector", "affine", "scf"]
        .iter()
        .any(|dialect| data.is_of(dialect));
    !keeps && (is_known || data.is(arith::SelectOp::DEF) || data.is(func::CallOp::DEF) && !has_tasks)
}
