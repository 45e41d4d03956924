//! Merging of equal blocks, and arguments that every predecessor gives the same value.

use std::collections::{BTreeSet, HashMap};

use super::{inner_regions, successor_operands};
use crate::body::{BlockId, Body, OpId, RegionId, ValueDef, ValueId};
use crate::context::Context;
use crate::rewrite::equivalence::same_kind;

/// Merges equal blocks of the regions and of the regions within; says whether there were any.
pub(super) fn merge_identical_blocks(ctx: &Context, body: &mut Body, regions: &[RegionId]) -> bool {
    let mut changed = false;
    let mut pending = regions.to_vec();
    while let Some(region) = pending.pop() {
        changed |= merge_in_region(ctx, body, region);
        let blocks: Vec<BlockId> = body.region_blocks(region).collect();
        pending.extend(blocks.into_iter().flat_map(|block| inner_regions(body, block)));
    }
    changed
}

/// Only blocks with the same successors can be equal; the entry is never merged.
fn merge_in_region(ctx: &Context, body: &mut Body, region: RegionId) -> bool {
    let mut groups: Vec<Vec<BlockId>> = Vec::new();
    let mut group_of: HashMap<Vec<BlockId>, usize> = HashMap::new();
    for block in body.region_blocks(region).skip(1) {
        let successors = body
            .block(block)
            .last_op()
            .map_or_else(Vec::new, |op| body.successors(op).collect());
        let group = *group_of.entry(successors).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(block);
    }
    let mut changed = false;
    for blocks in groups.into_iter().filter(|blocks| blocks.len() > 1) {
        let mut clusters: Vec<Cluster> = Vec::new();
        for block in blocks {
            if !is_mergeable(body, block) {
                continue;
            }
            if !clusters.iter_mut().any(|cluster| cluster.add(body, block)) {
                clusters.push(Cluster {
                    leader: block,
                    others: Vec::new(),
                    differing: BTreeSet::new(),
                });
            }
        }
        for cluster in clusters {
            changed |= cluster.merge(ctx, body);
        }
    }
    changed
}

fn is_mergeable(body: &Body, block: BlockId) -> bool {
    let has_regions = body.block_ops(block).any(|op| {
        let regions = body
            .op_regions(op)
            .iter()
            .any(|&region| !body.region(region).is_empty());
        regions || body.op(op).body().is_some()
    });
    let results = body.block_ops(block).flat_map(|op| body.results(op));
    let mut values = body.block_args(block).chain(results);
    !has_regions && values.all(|value| !is_used_outside(body, value, block))
}

fn is_used_outside(body: &Body, value: ValueId, block: BlockId) -> bool {
    body.users(value).any(|user| body.parent_block(user) != Some(block))
}

/// Blocks that do the same, and the operands in which they differ (index of op and operand).
struct Cluster {
    leader: BlockId,
    others: Vec<BlockId>,
    differing: BTreeSet<(usize, usize)>,
}

impl Cluster {
    /// Adds a block if it does the same as the leader.
    fn add(&mut self, body: &Body, block: BlockId) -> bool {
        let types = |block| body.block_args(block).map(|arg| body.value_type(arg));
        if !types(self.leader).eq(types(block)) {
            return false;
        }
        let (mut ours, mut theirs) = (body.block_ops(self.leader), body.block_ops(block));
        let mut differing = Vec::new();
        for index in 0.. {
            let (a, b) = match (ours.next(), theirs.next()) {
                (Some(a), Some(b)) => (a, b),
                (None, None) => break,
                _ => return false,
            };
            if !same_kind(body, a, b) || !self.compare_operands(body, block, (index, a, b), &mut differing) {
                return false;
            }
        }
        self.differing.extend(differing);
        self.others.push(block);
        true
    }

    /// Operands must be the same value, or defined at the same place in their blocks, or outside of them.
    fn compare_operands(
        &self,
        body: &Body,
        block: BlockId,
        (index, a, b): (usize, OpId, OpId),
        differing: &mut Vec<(usize, usize)>,
    ) -> bool {
        for (operand, (x, y)) in body.operands(a).zip(body.operands(b)).enumerate() {
            if x == y {
                continue;
            }
            let inside = body.value_block(x) == Some(self.leader);
            if body.value_type(x) != body.value_type(y) || inside != (body.value_block(y) == Some(block)) {
                return false;
            }
            if inside {
                if position(body, x) != position(body, y) {
                    return false;
                }
            } else if is_made_by_predecessor(body, self.leader, x) || is_made_by_predecessor(body, block, y) {
                return false;
            } else {
                differing.push((index, operand));
            }
        }
        true
    }

    /// Lets everything that leads to the other blocks lead to the leader; operands that differ become arguments.
    fn merge(self, ctx: &Context, body: &mut Body) -> bool {
        if self.others.is_empty() {
            return false;
        }
        let all = || std::iter::once(self.leader).chain(self.others.iter().copied());
        if !self.differing.is_empty() {
            let passes = |body: &Body, block| {
                let mut uses = body.block_uses(block);
                uses.all(|(op, successor)| successor_operands(ctx, body, op, successor).is_some())
            };
            if !all().all(|block| passes(body, block)) {
                return false;
            }
            let blocks: Vec<BlockId> = all().collect();
            self.pass_differing(ctx, body, &blocks);
        }
        for block in self.others {
            body.replace_all_block_uses(block, self.leader);
            body.erase_block(block);
        }
        true
    }

    fn pass_differing(&self, ctx: &Context, body: &mut Body, blocks: &[BlockId]) {
        let ops: Vec<Vec<OpId>> = blocks.iter().map(|&block| body.block_ops(block).collect()).collect();
        // One column for each operand that differs; equal columns share an argument.
        let mut columns: Vec<(Vec<ValueId>, ValueId)> = Vec::new();
        for &(index, operand) in &self.differing {
            let column: Vec<ValueId> = ops.iter().map(|ops| body.operand(ops[index], operand)).collect();
            let argument = match columns.iter().find(|(known, _)| *known == column) {
                Some(&(_, argument)) => argument,
                None => {
                    let location = body.value_location(column[0]);
                    let argument = body.add_block_arg(self.leader, body.value_type(column[0]), location);
                    columns.push((column, argument));
                    argument
                }
            };
            body.set_operand(ops[0][index], operand, argument);
        }
        for (row, &block) in blocks.iter().enumerate() {
            let values: Vec<ValueId> = columns.iter().map(|(column, _)| column[row]).collect();
            let uses: Vec<(OpId, usize)> = body.block_uses(block).collect();
            for (op, successor) in uses {
                if let Some(operands) = successor_operands(ctx, body, op, successor) {
                    operands.append(ctx, body, op, &values);
                }
            }
        }
    }
}

/// Where in its block a value is defined: arguments by index, results by op and index.
fn position(body: &Body, value: ValueId) -> Option<(bool, usize, u32)> {
    match body.value_def(value) {
        ValueDef::Argument { index, .. } => Some((false, 0, index)),
        ValueDef::Result { op, index } => {
            let block = body.parent_block(op)?;
            let order = body.block_ops(block).position(|other| other == op)?;
            Some((true, order, index))
        }
        ValueDef::Placeholder => None,
    }
}

/// A terminator cannot pass on what it makes itself.
fn is_made_by_predecessor(body: &Body, block: BlockId, value: ValueId) -> bool {
    let Some(definition) = body.defining_op(value) else {
        return false;
    };
    body.block_uses(block).any(|(op, _)| op == definition)
}

/// Replaces arguments that every predecessor gives the same value; says whether there were any.
pub(super) fn drop_redundant_arguments(ctx: &Context, body: &mut Body, regions: &[RegionId]) -> bool {
    let mut changed = false;
    let mut pending = regions.to_vec();
    while let Some(region) = pending.pop() {
        let blocks: Vec<BlockId> = body.region_blocks(region).collect();
        for block in blocks {
            changed |= drop_in_block(ctx, body, block);
            pending.extend(inner_regions(body, block));
        }
    }
    changed
}

fn drop_in_block(ctx: &Context, body: &mut Body, block: BlockId) -> bool {
    let mut redundant = Vec::new();
    for index in 0..body.block(block).args().len() {
        if let Some(value) = common_value(ctx, body, block, index) {
            let argument = body.block_arg(block, index);
            body.replace_all_uses(argument, value);
            redundant.push(index);
        }
    }
    let uses: Vec<(OpId, usize)> = body.block_uses(block).collect();
    for &index in redundant.iter().rev() {
        for &(op, successor) in &uses {
            if let Some(operands) = successor_operands(ctx, body, op, successor) {
                operands.erase(ctx, body, op, index);
            }
        }
        body.erase_block_arg(block, index);
    }
    !redundant.is_empty()
}

fn common_value(ctx: &Context, body: &Body, block: BlockId, index: usize) -> Option<ValueId> {
    let mut common = None;
    for (op, successor) in body.block_uses(block) {
        let value = successor_operands(ctx, body, op, successor)?.value(body, op, index)?;
        if *common.get_or_insert(value) != value {
            return None;
        }
    }
    // A block that passes an argument only to itself is not reachable.
    common.filter(|&value| value != body.block_arg(block, index))
}
