//! `async-distinct-captures`: tells tasks which of the memory that they use does not overlap.
//!
//! The region of an `async.execute` becomes a function, and its memory comes from a frame. LLVM cannot see any more that two
//! memrefs were allocated one by one. So a task with loops gets a `memref.distinct_objects` for what is known around it, and
//! its loops are vectorized as they would be outside of the task.

use asyncir_dialects::r#async::ExecuteOp;
use asyncir_dialects::scf;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, Mapping, OpId, OwnedOp, ValueId, WalkOrder};

use super::distinct;
use super::outline::captures;
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "async-distinct-captures",
    class: "AsyncDistinctCapturesPass",
    summary: "Tell tasks with loops which of the memory that they use does not overlap",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(AsyncDistinctCaptures)),
};

struct AsyncDistinctCaptures;

impl Pass for AsyncDistinctCaptures {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for task in body.walk_all(WalkOrder::Pre) {
                if body.op(task).is(ExecuteOp::DEF) && has_loops(body, task) {
                    declare_distinct(cx.ctx, body, task);
                }
            }
            Ok(())
        })
    }
}

fn has_loops(body: &Body, task: OpId) -> bool {
    let is_loop = |op: OpId| body.op(op).is(scf::ForOp::DEF) || body.op(op).is(scf::WhileOp::DEF);
    body.walk_op(task, WalkOrder::Pre).into_iter().any(is_loop)
}

/// Declares what is known of the memory of a task at its beginning, and lets it use the results.
fn declare_distinct(ctx: &Context, body: &mut Body, task: OpId) {
    let Some(&region) = body.op_regions(task).first() else {
        return;
    };
    let Some(entry) = body.region(region).first() else {
        return;
    };
    let captured = captures(body, region);
    let groups = distinct::groups(ctx, body, &captured);
    if groups.is_empty() {
        return;
    }
    let inside = body.walk_op(task, WalkOrder::Pre);
    let mut map = Mapping::new();
    for &value in groups.iter().flatten() {
        map.map_value(value, value);
    }
    let location = body.op(task).location();
    let mut rw = Rewriter::new(ctx, body);
    rw.set_start(entry);
    distinct::declare(&mut rw, location, &groups, &mut map);
    for op in inside.into_iter().filter(|&op| op != task) {
        let operands: Vec<ValueId> = body.operands(op).collect();
        for (place, operand) in operands.into_iter().enumerate() {
            if let Some(known) = map.get(operand) {
                body.set_operand(op, place, known);
            }
        }
    }
}
