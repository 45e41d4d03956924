//! `async-runtime-ref-counting-opt`: removes pairs of `add_ref` and `drop_ref` that cancel each other in a block.
//!
//! A pair stays if between the two a function call, or another op, takes a reference over and something else still uses
//! the value behind it: the callee may drop what would then be the last reference. Pairs around a value that is another
//! name of an object stay too, for nobody else may hold the object.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::r#async::{RuntimeAddRefOp, RuntimeDropRefOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Body, Context, Diagnostics, OpId, OwnedOp, ValueId};

use super::borrowed_arguments::Calls;
use super::ownership::{Usage, is_alias};
use super::ref_counted;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "async-runtime-ref-counting-opt",
    class: "AsyncRuntimeRefCountingOptPass",
    summary: "Optimize automatic reference counting operations for the Async runtime by removing redundant operations",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(RefCountingOpt)),
};

struct RefCountingOpt;

impl Pass for RefCountingOpt {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        crate::for_each_body(op, cx, &|body| {
            let mut pairs = Vec::new();
            let values = ref_counted::values(cx.ctx, body);
            for value in values.into_iter().filter(|&value| !is_alias(body, value)) {
                cancel_pairs(cx.ctx, body, value, &mut pairs);
            }
            for op in pairs.into_iter().flat_map(|(add, drop)| [add, drop]) {
                body.erase_op(op);
            }
            Ok(())
        })
    }
}

/// What an op of a block, or something in its regions, does with a value.
#[derive(Clone, Copy)]
struct User {
    op: OpId,
    /// Whether it takes a reference over.
    takes: bool,
    /// Whether something in its regions uses the value.
    uses_inside: bool,
}

/// The users of a value by block, each block's in order.
fn users_by_block(ctx: &Context, body: &Body, value: ValueId) -> Vec<Vec<User>> {
    let Some(region) = body.value_block(value).and_then(|block| body.block(block).region()) else {
        return Vec::new();
    };
    let mut users: HashMap<OpId, User> = HashMap::new();
    let mut blocks: Vec<(BlockId, Vec<OpId>)> = Vec::new();
    let mut numbers: HashMap<BlockId, usize> = HashMap::new();
    for slot in body.uses(value) {
        let owner = body.use_owner(slot);
        let mut current = Some(owner);
        while let Some(op) = current {
            let Some(block) = body.parent_block(op) else { break };
            let user = users.entry(op).or_insert_with(|| {
                let number = *numbers.entry(block).or_insert(blocks.len());
                if number == blocks.len() {
                    blocks.push((block, Vec::new()));
                }
                blocks[number].1.push(op);
                User {
                    op,
                    takes: false,
                    uses_inside: false,
                }
            });
            user.uses_inside |= op != owner;
            user.takes |= op == owner && Usage::of(ctx, body, slot, Calls::TAKE) == Usage::Take;
            current = body.parent_op(op).filter(|_| body.parent_region(op) != Some(region));
        }
    }
    let in_order = |(_, mut ops): (BlockId, Vec<OpId>)| {
        ops.sort_by(|&a, &b| body.order_in_block(a, b));
        ops.into_iter().map(|op| users[&op]).collect()
    };
    blocks.into_iter().map(in_order).collect()
}

fn cancel_pairs(ctx: &Context, body: &Body, value: ValueId, pairs: &mut Vec<(OpId, OpId)>) {
    for users in users_by_block(ctx, body, value) {
        let mut taken = HashSet::new();
        for (place, add) in users.iter().enumerate() {
            if body.op(add.op).is(RuntimeAddRefOp::DEF)
                && let Some(drop) = matching_drop(ctx, body, add.op, &users[place + 1..], &taken)
            {
                taken.insert(drop);
                pairs.push((add.op, drop));
            }
        }
    }
}

/// The drop behind `add` that cancels it. There is none behind something that takes a reference over while the value is
/// still used by something else.
fn matching_drop(ctx: &Context, body: &Body, add: OpId, behind: &[User], taken: &HashSet<OpId>) -> Option<OpId> {
    let count = |op: OpId| body.op(op).property(ctx, "count");
    let mut is_taken_over = false;
    for user in behind {
        let is_drop = body.op(user.op).is(RuntimeDropRefOp::DEF);
        if is_drop && count(user.op) == count(add) && !taken.contains(&user.op) {
            return Some(user.op);
        }
        // A loop that takes a reference over may also use the value inside.
        let is_used_behind = if user.takes { user.uses_inside } else { is_taken_over };
        if is_used_behind {
            return None;
        }
        is_taken_over |= user.takes;
    }
    None
}
