//! Tidying up regions: unreachable blocks, dead ops and arguments, equal blocks, arguments that always get one value.

use cranelift_entity::EntitySet;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Rewriter;
use super::effects::would_be_trivially_dead;
use crate::body::{BlockId, Body, OpId, RegionId, UseId, ValueDef, ValueId};
use crate::context::Context;
use crate::def::OpTrait;
use crate::dominance::reverse_post_order;

mod merge;
mod successor_operands;

pub use successor_operands::{SuccessorOperands, successor_operands};

/// How much regions are tidied up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionSimplifyLevel {
    /// Not at all.
    Disabled,
    /// Unreachable blocks, dead ops and dead block arguments go away.
    Normal,
    /// Equal blocks are merged, too, and arguments that always get one value are replaced by it.
    Aggressive,
}

/// Tidies up regions and the regions within, in this body; says whether anything changed.
pub fn simplify_regions(ctx: &Context, body: &mut Body, regions: &[RegionId], level: RegionSimplifyLevel) -> bool {
    if level == RegionSimplifyLevel::Disabled {
        return false;
    }
    let mut changed = erase_unreachable_blocks(&mut Rewriter::new(ctx, body), regions);
    changed |= run_region_dce(ctx, body, regions);
    if level == RegionSimplifyLevel::Aggressive {
        changed |= merge::merge_identical_blocks(ctx, body, regions);
        changed |= merge::drop_redundant_arguments(ctx, body, regions);
    }
    changed
}

/// The regions of all ops in a block.
fn inner_regions(body: &Body, block: BlockId) -> Vec<RegionId> {
    if body.is_flat() {
        return Vec::new();
    }
    body.block_ops(block)
        .flat_map(|op| body.op_regions(op).iter().copied())
        .collect()
}

/// Erases blocks that the entry of their region does not lead to; says whether there were any.
pub fn erase_unreachable_blocks(rw: &mut Rewriter<'_>, regions: &[RegionId]) -> bool {
    let mut erased = false;
    let mut pending = regions.to_vec();
    while let Some(region) = pending.pop() {
        let data = rw.body.region(region);
        let (Some(first), Some(last)) = (data.first(), data.last()) else {
            continue;
        };
        if first == last {
            pending.extend(inner_regions(rw.body, first));
            continue;
        }
        let mut reachable = EntitySet::<BlockId>::new();
        reachable.extend(reverse_post_order(rw.body, first));
        let blocks: Vec<BlockId> = rw.body.region_blocks(region).collect();
        for block in blocks {
            if reachable.contains(block) {
                pending.extend(inner_regions(rw.body, block));
            } else {
                rw.erase_block(block);
                erased = true;
            }
        }
    }
    erased
}

/// What is known to be live. An op and its results live together; block arguments live on their own.
#[derive(Default)]
struct Liveness {
    ops: EntitySet<OpId>,
    arguments: EntitySet<ValueId>,
    changed: bool,
    /// Whether the last round left anything that is not known to be live.
    some_dead: bool,
    /// What terminators with many successors pass to them.
    passed: HashMap<OpId, PassedOperands, FixedState>,
}

/// From how many successors on it is worth it to note what is passed to each.
const MANY_SUCCESSORS: usize = 3;

/// What a terminator passes to its successors, by its operands.
struct PassedOperands(Vec<SuccessorOperands>);

impl PassedOperands {
    fn of(ctx: &Context, body: &Body, terminator: OpId) -> Self {
        let successors = 0..body.op(terminator).num_successors();
        let passed = successors.filter_map(|successor| successor_operands(ctx, body, terminator, successor));
        let mut passed: Vec<SuccessorOperands> = passed.filter(|operands| !operands.range.is_empty()).collect();
        passed.sort_by_key(|operands| operands.range.start);
        Self(passed)
    }

    /// The block argument that an operand is passed to.
    fn argument_of(&self, body: &Body, terminator: OpId, operand: usize) -> Option<ValueId> {
        let place = self.0.partition_point(|operands| operands.range.end <= operand);
        let operands = self.0.get(place)?;
        let argument = operands.argument_of(operand)?;
        body.block_args(body.successor(terminator, operands.successor))
            .nth(argument)
    }
}

impl Liveness {
    fn is_live(&self, body: &Body, value: ValueId) -> bool {
        match body.value_def(value) {
            ValueDef::Result { op, .. } => self.ops.contains(op),
            _ => self.arguments.contains(value),
        }
    }

    fn mark(&mut self, op: OpId) {
        self.changed |= self.ops.insert(op);
    }

    fn mark_argument(&mut self, value: ValueId) {
        self.changed |= self.arguments.insert(value);
    }

    /// An operand passed to a successor lives if the block argument does.
    fn is_use_live(&mut self, ctx: &Context, body: &Body, slot: UseId) -> bool {
        let (user, index) = (body.use_owner(slot), body.use_index(slot));
        let successors = body.op(user).num_successors();
        let argument = if successors < MANY_SUCCESSORS {
            (0..successors).find_map(|successor| {
                let argument = successor_operands(ctx, body, user, successor)?.argument_of(index)?;
                body.block_args(body.successor(user, successor)).nth(argument)
            })
        } else {
            let passed = self.passed.entry(user);
            let passed = passed.or_insert_with(|| PassedOperands::of(ctx, body, user));
            passed.argument_of(body, user, index)
        };
        match argument {
            Some(argument) => self.arguments.contains(argument),
            None => self.ops.contains(user),
        }
    }

    fn has_live_use(&mut self, ctx: &Context, body: &Body, value: ValueId) -> bool {
        body.uses(value).any(|slot| self.is_use_live(ctx, body, slot))
    }

    fn region(&mut self, ctx: &Context, body: &Body, region: RegionId) {
        let Some(entry) = body.region(region).first() else {
            return;
        };
        for block in reverse_post_order(body, entry).into_iter().rev() {
            let mut next = body.block(block).last_op();
            while let Some(op) = next {
                self.op(ctx, body, op);
                next = body.prev_op(op);
            }
            // What is around the region decides about the arguments of the entry.
            if block == entry {
                continue;
            }
            for argument in body.block_args(block) {
                if self.arguments.contains(argument) {
                    continue;
                }
                if self.has_live_use(ctx, body, argument) {
                    self.mark_argument(argument)
                } else {
                    self.some_dead = true
                }
            }
        }
    }

    fn op(&mut self, ctx: &Context, body: &Body, op: OpId) {
        for &region in body.op_regions(op) {
            self.region(ctx, body, region);
        }
        if body.op(op).has_trait(OpTrait::Terminator) {
            return self.terminator(ctx, body, op);
        }
        if self.ops.contains(op) {
            return;
        }
        let live = body.results(op).any(|value| self.has_live_use(ctx, body, value))
            || !would_be_trivially_dead(body.op_ref(ctx, op));
        if live { self.mark(op) } else { self.some_dead = true }
    }

    /// Terminators live, and so do block arguments that they make themselves or whose values are not known.
    fn terminator(&mut self, ctx: &Context, body: &Body, op: OpId) {
        self.mark(op);
        for (index, block) in body.successors(op).enumerate() {
            let count = match successor_operands(ctx, body, op, index) {
                Some(operands) => operands.produced,
                None => body.block_args(block).len(),
            };
            for argument in body.block_args(block).take(count) {
                self.mark_argument(argument);
            }
        }
    }
}

/// Erases ops and block arguments that nothing live uses; says whether ops were erased.
pub fn run_region_dce(ctx: &Context, body: &mut Body, regions: &[RegionId]) -> bool {
    let mut live = Liveness::default();
    loop {
        (live.changed, live.some_dead) = (false, false);
        for &region in regions {
            live.region(ctx, body, region);
        }
        if !live.some_dead {
            return false;
        }
        if !live.changed {
            return erase_dead(ctx, body, regions, &live);
        }
    }
}

fn erase_dead(ctx: &Context, body: &mut Body, regions: &[RegionId], live: &Liveness) -> bool {
    let mut erased = false;
    for &region in regions {
        let Some(entry) = body.region(region).first() else {
            continue;
        };
        let single = body.region(region).last() == Some(entry);
        for block in reverse_post_order(body, entry).into_iter().rev() {
            if !single && let Some(terminator) = body.block(block).last_op() {
                erase_dead_successor_operands(ctx, body, terminator, live);
            }
            let mut next = body.block(block).last_op();
            while let Some(op) = next {
                next = body.prev_op(op);
                if live.ops.contains(op) {
                    let inner = body.op_regions(op).to_vec();
                    erased |= erase_dead(ctx, body, &inner, live);
                } else {
                    body.unlink_op(op);
                    body.drop_op(op);
                    erased = true;
                }
            }
        }
        let blocks: Vec<BlockId> = body.region_blocks(region).skip(1).collect();
        for block in blocks {
            for index in (0..body.block(block).args().len()).rev() {
                if !live.is_live(body, body.block_arg(block, index)) {
                    body.erase_block_arg(block, index);
                }
            }
        }
    }
    erased
}

fn erase_dead_successor_operands(ctx: &Context, body: &mut Body, terminator: OpId, live: &Liveness) {
    for successor in (0..body.op(terminator).num_successors()).rev() {
        let Some(operands) = successor_operands(ctx, body, terminator, successor) else {
            continue;
        };
        let block = body.successor(terminator, successor);
        for argument in (operands.produced..operands.len()).rev() {
            if !live.is_live(body, body.block_arg(block, argument)) {
                operands.erase(ctx, body, terminator, argument);
            }
        }
    }
}
