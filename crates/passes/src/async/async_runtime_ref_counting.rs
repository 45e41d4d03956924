//! `async-runtime-ref-counting`: inserts `async.runtime.add_ref` and `drop_ref` so that tokens, values and groups live
//! exactly as long as they are used.
//!
//! A value arrives with one reference that its definition owns. The reference is dropped behind the last use in every
//! block in which the value dies, and at the start of a successor that does not need it where another one does. A
//! function call takes a reference over, so one is added before each.

use asyncir_dialects::r#async::{CoroSuspendOp, RuntimeAddRefOp};
use asyncir_dialects::{cf, func};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{BlockId, Body, Context, Diagnostics, Fallible, InsertPoint, OpId, OwnedOp, ValueId, ValueLiveness};

use super::ref_counted::{self, insert_drop_ref};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "async-runtime-ref-counting",
    class: "AsyncRuntimeRefCountingPass",
    summary: "Automatic reference counting for Async runtime operations",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(RefCounting)),
};

struct RefCounting;

impl Pass for RefCounting {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        crate::for_each_body(op, cx, &|body| count_references(cx.ctx, body))
    }
}

fn count_references(ctx: &Context, body: &mut Body) -> Fallible {
    for value in ref_counted::values(ctx, body)? {
        add_ref_counting(ctx, body, value)?;
    }
    Ok(())
}

fn add_ref_counting(ctx: &Context, body: &mut Body, value: ValueId) -> Fallible {
    if !body.has_uses(value) {
        let point = body.after_value(value);
        insert_drop_ref(ctx, body, value, point);
        return Ok(());
    }
    let Some(liveness) = ValueLiveness::new(body, value) else {
        return Ok(());
    };
    drop_after_last_uses(ctx, body, value, &liveness)?;
    add_before_calls(ctx, body, value);
    drop_where_liveness_diverges(ctx, body, value, &liveness)
}

fn drop_after_last_uses(ctx: &Context, body: &mut Body, value: ValueId, liveness: &ValueLiveness) -> Fallible {
    for user in liveness.last_users(body) {
        let data = body.op(user);
        if data.has_trait(OpTrait::ReturnLike) {
            // The reference goes to whoever gets the result.
            continue;
        }
        if data.has_trait(OpTrait::Terminator) {
            let message = "async reference counting can't handle terminators that are not ReturnLike";
            return Err(body.op_ref(ctx, user).bare_error(message));
        }
        let point = body.after(user);
        insert_drop_ref(ctx, body, value, point);
    }
    Ok(())
}

fn add_before_calls(ctx: &Context, body: &mut Body, value: ValueId) {
    let calls: Vec<OpId> = body
        .users(value)
        .filter(|&user| body.op(user).is(func::CallOp::DEF))
        .collect();
    for call in calls {
        let location = ref_counted::location_of(body, value);
        let state = RuntimeAddRefOp::build(ctx, location, value, ctx.i64_attr(1), &[]);
        ref_counted::insert(body, state, InsertPoint::Before(call));
    }
}

fn drop_where_liveness_diverges(ctx: &Context, body: &mut Body, value: ValueId, liveness: &ValueLiveness) -> Fallible {
    let blocks: Vec<BlockId> = body.region_blocks(liveness.region()).collect();
    for block in blocks {
        let Some(terminator) = body.block(block).last_op().filter(|_| liveness.is_live_out(block)) else {
            continue;
        };
        let mut successors: Vec<BlockId> = Vec::new();
        for successor in body.successors(terminator) {
            if !successors.contains(&successor) {
                successors.push(successor);
            }
        }
        let (live, dead): (Vec<BlockId>, Vec<BlockId>) = successors.into_iter().partition(|&s| liveness.is_live_in(s));
        // The two ways out of a suspended coroutine that are not its resumption need no reference of their own.
        if live.is_empty() || body.op(terminator).is(CoroSuspendOp::DEF) {
            continue;
        }
        if dead.iter().any(|&successor| !body.block(successor).args().is_empty()) {
            let message = "successor have different `liveIn` property of the reference counted value";
            return Err(body.op_ref(ctx, terminator).error(message));
        }
        for successor in dead {
            drop_on_edge(ctx, body, value, block, successor);
        }
    }
    Ok(())
}

/// Drops a reference on the way from `block` to `successor`, in a block of its own if others lead there too.
fn drop_on_edge(ctx: &Context, body: &mut Body, value: ValueId, block: BlockId, successor: BlockId) {
    if body.predecessors(successor).all(|pred| pred == block) {
        let point = body.start_of(successor);
        return insert_drop_ref(ctx, body, value, point);
    }
    let region = body.block(successor).region().expect("a successor stands in a region");
    let between = body.create_block();
    body.insert_block(between, region, Some(successor));
    insert_drop_ref(ctx, body, value, InsertPoint::End(between));
    let location = ref_counted::location_of(body, value);
    let state = cf::BranchOp::build(ctx, location, &[], &[]).successors(&[successor]);
    ref_counted::insert(body, state, InsertPoint::End(between));
    let terminator = body
        .block(block)
        .last_op()
        .expect("a block with successors has a terminator");
    for index in 0..body.op(terminator).num_successors() {
        if body.successor(terminator, index) == successor {
            body.set_successor(terminator, index, between);
        }
    }
}
