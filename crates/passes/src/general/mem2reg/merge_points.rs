//! The blocks where different values of a slot meet.

use std::collections::{HashMap, HashSet};

use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, Body, Context, Dominance, OpId};

use super::memory::{Access, access};
use super::slot::Slot;

/// The blocks that need an argument for what the slot holds; `None` if a branch to one of them cannot pass it.
pub(super) fn merge_points(
    ctx: &Context,
    body: &Body,
    dominance: &Dominance,
    slot: &Slot,
    users: &[OpId],
) -> Option<HashSet<BlockId>> {
    let region = body.region(slot.region);
    if region.first() == region.last() {
        return Some(HashSet::new());
    }
    let stores = users
        .iter()
        .filter(|&&op| access(body, op, slot).is_some_and(Access::stores));
    let defining: HashSet<BlockId> = stores.filter_map(|&op| body.parent_block(op)).collect();
    let live = live_in(body, slot, users, &defining);
    let frontiers = frontiers(body, dominance, slot);
    let mut points = HashSet::new();
    let mut pending: Vec<BlockId> = users.iter().filter_map(|&op| body.parent_block(op)).collect();
    pending.retain(|block| defining.contains(block));
    while let Some(block) = pending.pop() {
        for &point in frontiers.get(&block).into_iter().flatten() {
            if live.contains(&point) && points.insert(point) {
                pending.push(point);
            }
        }
    }
    let is_usable = points.iter().all(|&point| {
        let mut branches = body.block_uses(point);
        branches.all(|(branch, successor)| successor_operands(ctx, body, branch, successor).is_some())
    });
    is_usable.then_some(points)
}

/// The blocks at whose start it matters what the slot holds.
fn live_in(body: &Body, slot: &Slot, users: &[OpId], defining: &HashSet<BlockId>) -> HashSet<BlockId> {
    let blocks: HashSet<BlockId> = users.iter().filter_map(|&op| body.parent_block(op)).collect();
    let all = body.region_blocks(slot.region).filter(|block| blocks.contains(block));
    let mut pending: Vec<BlockId> = all
        .filter(|&block| {
            let first = body.block_ops(block).find_map(|op| access(body, op, slot));
            first.is_some_and(|access| !access.stores())
        })
        .collect();
    let mut live = HashSet::new();
    while let Some(block) = pending.pop() {
        if live.insert(block) {
            let before = body.predecessors(block);
            pending.extend(before.filter(|before| !defining.contains(before)));
        }
    }
    live
}

/// For each block, those that it leads to without dominating them.
fn frontiers(body: &Body, dominance: &Dominance, slot: &Slot) -> HashMap<BlockId, Vec<BlockId>> {
    let mut frontiers: HashMap<BlockId, Vec<BlockId>> = HashMap::new();
    for block in dominance.reverse_post_order(body, slot.region) {
        let end = dominance.immediate_dominator(block);
        for before in body.predecessors(block) {
            if !dominance.is_reachable(body, before) {
                continue;
            }
            let mut runner = Some(before);
            while let Some(current) = runner.filter(|&current| Some(current) != end) {
                let own = frontiers.entry(current).or_default();
                if own.last() == Some(&block) {
                    break;
                }
                own.push(block);
                runner = dominance.immediate_dominator(current);
            }
        }
    }
    frontiers
}
