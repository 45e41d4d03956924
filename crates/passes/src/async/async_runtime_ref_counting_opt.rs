//! `async-runtime-ref-counting-opt`: removes pairs of `add_ref` and `drop_ref` that cancel each other in a block.
//!
//! A pair stays if between the two a function call, or another op, takes a reference over and something else still uses
//! the value behind it: the callee may drop what would then be the last reference. Pairs around a value that is another
//! name of an object stay too, for nobody else may hold the object.

use asyncir_dialects::r#async::{RuntimeAddRefOp, RuntimeDropRefOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Body, Context, Diagnostics, OpId, OwnedOp, ValueId};

use super::borrowed_arguments::Calls;
use super::ownership::{Usage, is_alias, uses_by};
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

/// The users of a value in one block, in order, the ops around users in nested regions included.
struct BlockUsers {
    block: BlockId,
    users: Vec<OpId>,
}

fn users_by_block(body: &Body, value: ValueId) -> Vec<BlockUsers> {
    let Some(region) = body.value_block(value).and_then(|block| body.block(block).region()) else {
        return Vec::new();
    };
    let mut blocks: Vec<BlockUsers> = Vec::new();
    for user in body.users(value) {
        let mut current = Some(user);
        while let Some(op) = current {
            let Some(block) = body.parent_block(op) else { break };
            match blocks.iter_mut().find(|users| users.block == block) {
                Some(users) if !users.users.contains(&op) => users.users.push(op),
                Some(_) => {}
                None => blocks.push(BlockUsers { block, users: vec![op] }),
            }
            current = if body.parent_region(op) == Some(region) {
                None
            } else {
                body.parent_op(op)
            };
        }
    }
    for users in &mut blocks {
        users.users.sort_by(|&a, &b| {
            if body.is_before_in_block(a, b) {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Greater
            }
        });
    }
    blocks
}

fn cancel_pairs(ctx: &Context, body: &Body, value: ValueId, pairs: &mut Vec<(OpId, OpId)>) {
    for BlockUsers { users, .. } in users_by_block(body, value) {
        let of = |def| users.iter().copied().filter(move |&op| body.op(op).is(def));
        for add in of(RuntimeAddRefOp::DEF) {
            let matching = of(RuntimeDropRefOp::DEF).find(|&drop| {
                let same_count = body.op(add).property(ctx, "count") == body.op(drop).property(ctx, "count");
                same_count
                    && body.is_before_in_block(add, drop)
                    && !taker_comes_before_use(ctx, body, value, &users, add, drop)
                    && pairs.iter().all(|&(_, taken)| taken != drop)
            });
            pairs.extend(matching.map(|drop| (add, drop)));
        }
    }
}

/// Whether between `add` and `drop` something takes a reference over and the value is used by something else behind it.
fn taker_comes_before_use(ctx: &Context, body: &Body, value: ValueId, users: &[OpId], add: OpId, drop: OpId) -> bool {
    let between = users
        .iter()
        .copied()
        .filter(|&op| body.is_before_in_block(add, op) && body.is_before_in_block(op, drop));
    let takes =
        |op: &OpId| uses_by(body, value, *op).any(|slot| Usage::of(ctx, body, slot, Calls::TAKE) == Usage::Take);
    let (takers, others): (Vec<OpId>, Vec<OpId>) = between.partition(takes);
    // A loop that takes a reference over may also use the value inside.
    let uses_inside = |taker: OpId| {
        let mut users = body.users(value).filter(|&user| user != taker);
        users.any(|user| body.is_ancestor(taker, user))
    };
    match (takers.first(), others.last()) {
        _ if takers.iter().any(|&taker| uses_inside(taker)) => true,
        (Some(&first), Some(&last_use)) => body.is_before_in_block(first, last_use),
        _ => false,
    }
}
