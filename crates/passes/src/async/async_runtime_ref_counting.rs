//! `async-runtime-ref-counting`: inserts `async.runtime.add_ref` and `drop_ref` so that tokens, values and groups live
//! exactly as long as they are used.
//!
//! A value arrives with one reference that its definition owns. The reference is dropped behind the last use in every
//! block in which the value dies, and at the start of a successor that does not need it where another one does. What
//! takes a reference over gets one of its own: function calls, arguments of blocks, what loops carry and what regions
//! give to the op around them. The last reference is given away without a drop where control leaves the block anyway.
//!
//! What a parallel loop captures that is awaited later is used until then.

use std::collections::HashSet;

use asyncir_ir::def::OpTrait;
use asyncir_ir::{BlockId, Body, Context, Diagnostics, Fallible, InsertPoint, OpId, OwnedOp, ValueId, ValueLiveness};

use super::borrowed_arguments::Calls;
use super::ownership::{Usage, is_alias, users_of_started_loops, uses_by};
use super::ref_counted::{self, insert_drop_ref};
use super::reference_edges::{add_for_passing, balance_successors, insert_add_ref};
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
    for value in ref_counted::values_of_lowered(ctx, body)? {
        add_ref_counting(ctx, body, value, Calls::TAKE)?;
    }
    Ok(())
}

/// Counts the references of one value by where it is live.
pub(super) fn add_ref_counting(ctx: &Context, body: &mut Body, value: ValueId, calls: Calls<'_>) -> Fallible {
    let after_value = body.after_value(value);
    if !body.has_uses(value) {
        if !is_alias(body, value) {
            insert_drop_ref(ctx, body, value, after_value);
        }
        return Ok(());
    }
    let later = users_of_started_loops(ctx, body, value);
    let Some(liveness) = ValueLiveness::of_users(body, value, body.users(value).chain(later)) else {
        return Ok(());
    };
    drop_after_last_uses(ctx, body, value, &liveness)?;
    add_for_takers(ctx, body, value, &liveness, calls);
    balance_blocks(ctx, body, value, &liveness);
    if is_alias(body, value) {
        insert_add_ref(ctx, body, value, 1, after_value);
    }
    Ok(())
}

fn drop_after_last_uses(ctx: &Context, body: &mut Body, value: ValueId, liveness: &ValueLiveness) -> Fallible {
    for user in liveness.last_users(body) {
        if body.op(user).has_trait(OpTrait::Terminator) {
            let gives_away = |slot| matches!(Usage::of(ctx, body, slot, Calls::TAKE), Usage::HandOn | Usage::Branch);
            if uses_by(body, value, user).any(gives_away) {
                continue;
            }
            let message = "async reference counting can't handle terminators that are not ReturnLike";
            return Err(body.op_ref(ctx, user).bare_error(message));
        }
        let point = body.after(user);
        insert_drop_ref(ctx, body, value, point);
    }
    Ok(())
}

/// Adds references for ops that take one over. The one that the value came with goes to the terminator of its own
/// region, if that is one of them.
fn add_for_takers(ctx: &Context, body: &mut Body, value: ValueId, liveness: &ValueLiveness, calls: Calls<'_>) {
    let uses: Vec<(OpId, Usage)> = body
        .uses(value)
        .map(|slot| (body.use_owner(slot), Usage::of(ctx, body, slot, calls)))
        .collect();
    let mut seen = HashSet::new();
    for (user, usage) in uses {
        let first = seen.insert(user);
        let is_nested = body.parent_region(user) != Some(liveness.region());
        match usage {
            Usage::Take => insert_add_ref(ctx, body, value, 1, InsertPoint::Before(user)),
            Usage::HandOn if is_nested || !first => insert_add_ref(ctx, body, value, 1, InsertPoint::Before(user)),
            Usage::Branch if is_nested && first => add_for_passing(ctx, body, value, user),
            Usage::Borrow | Usage::HandOn | Usage::Branch => {}
        }
    }
}

/// Balances references where a block that owns one is left.
fn balance_blocks(ctx: &Context, body: &mut Body, value: ValueId, liveness: &ValueLiveness) {
    let branches = body
        .uses(value)
        .filter(|&slot| Usage::of(ctx, body, slot, Calls::TAKE) == Usage::Branch);
    let branches: Vec<OpId> = branches.map(|slot| body.use_owner(slot)).collect();
    if branches.is_empty() && liveness.is_local() {
        return;
    }
    let blocks: Vec<BlockId> = body.region_blocks(liveness.region()).collect();
    for block in blocks {
        let Some(terminator) = body.block(block).last_op() else {
            continue;
        };
        if liveness.is_live_out(block) || branches.contains(&terminator) {
            balance_successors(ctx, body, value, terminator, liveness);
        }
    }
}
