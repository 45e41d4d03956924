//! Moving allocations up, to dominating blocks or out of loops.

use std::collections::BTreeSet;

use asyncir_dialects::memref::AllocaOp;
use asyncir_dialects::{affine, scf};
use asyncir_ir::def::OpView;

use asyncir_ir::{BlockId, Body, Context, Dominance, InsertPoint, OpId, ValueId, WalkOrder};

use super::aliases::Aliases;
use super::{Callees, allocations, has_known_flow, is_loop, may_be_used_by_tasks};

/// Where allocations move to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// The block that dominates all uses of the memory. They stay in loops. Only memory on the heap moves.
    Dominator,
    /// Before the loops around. Memory on the stack moves, too. What functions that are called do says whether tasks may use
    /// the memory.
    BeforeLoops(Callees),
}

/// Moves all allocations of a body.
pub(super) fn hoist(ctx: &Context, body: &mut Body, target: Target) {
    let mut allocs: Vec<OpId> = allocations(ctx, body).into_iter().map(|(op, _)| op).collect();
    if target != Target::Dominator {
        let ops = body.walk_all(WalkOrder::Post).into_iter();
        allocs.extend(ops.filter(|&op| body.op(op).is(AllocaOp::DEF)));
    }
    if allocs.is_empty() {
        return;
    }
    let (aliases, dominance) = (Aliases::new(ctx, body), Dominance::new(body));
    for op in allocs {
        let aliases = aliases.of(body.result(op, 0));
        let placement = Placement {
            body,
            dominance: &dominance,
            target,
            aliases: &aliases,
        };
        let Some(before) = placement.of(op) else {
            continue;
        };
        body.move_op(op, InsertPoint::Before(before));
    }
}

/// Looks for the place of an allocation.
struct Placement<'a> {
    body: &'a Body,
    dominance: &'a Dominance,
    target: Target,
    /// All names of the memory.
    aliases: &'a BTreeSet<ValueId>,
}

impl Placement<'_> {
    /// The op before which an allocation is to be put; `None` if it stays where it is.
    fn of(&self, op: OpId) -> Option<OpId> {
        let start = self.body.parent_block(op)?;
        let dominator = self.common_dominator(start)?;
        let mut dependency: Option<BlockId> = None;
        for operand in self.body.operands(op) {
            let block = self.body.value_block(operand)?;
            if dependency.is_none_or(|before| self.dominates(before, block)) {
                dependency = Some(block);
            }
        }
        let upper = match (self.target, dependency) {
            (Target::Dominator, Some(block)) if self.properly_dominates(dominator, block) => Some(block),
            (Target::Dominator, _) => Some(dominator),
            (Target::BeforeLoops(_), dependency) => dependency,
        };
        let block = self.find(start, upper, dominator);
        if block == start {
            return None;
        }
        let ancestor = self.body.ancestor_in_block(block, op);
        ancestor.or_else(|| self.body.block(block).last_op())
    }

    /// Goes up from block to block as far as that is allowed.
    fn find(&self, start: BlockId, upper: Option<BlockId>, dominator: BlockId) -> BlockId {
        let (mut current, mut placement) = (start, start);
        while upper.is_none_or(|upper| self.properly_dominates(upper, current)) {
            let Some(region) = self.body.block(current).region() else {
                break;
            };
            let is_entry = self.body.region(region).first() == Some(current);
            let above = self.dominance.immediate_dominator(current).filter(|_| !is_entry);
            if let Some(above) = above {
                current = above;
                if self.target == Target::Dominator {
                    placement = current;
                }
                continue;
            }
            let parent = self.body.region(region).parent();
            let may_leave = |&parent: &OpId| has_known_flow(self.body, parent) && self.may_leave(parent, dominator);
            let parent = parent.filter(may_leave);
            let Some(around) = parent.and_then(|parent| self.body.parent_block(parent)) else {
                break;
            };
            (current, placement) = (around, around);
        }
        placement
    }

    /// Whether allocations may move out of an op.
    fn may_leave(&self, op: OpId, dominator: BlockId) -> bool {
        match self.target {
            Target::Dominator => !is_loop(self.body, op),
            Target::BeforeLoops(callees) => {
                let block = self.body.parent_block(op);
                // Iterations at the same time need memory of their own, and so do tasks that iterations start. Memory that is
                // used before the loop is passed from iteration to iteration.
                is_loop(self.body, op)
                    && !is_parallel(self.body, op)
                    && !may_be_used_by_tasks(self.body, self.aliases, Some(op), callees)
                    && block.is_some_and(|block| !self.dominates(dominator, block))
            }
        }
    }

    /// The closest block that dominates a block, the definitions of values and their uses.
    fn common_dominator(&self, start: BlockId) -> Option<BlockId> {
        let mut dominator = start;
        for &value in self.aliases {
            for user in self.body.users(value) {
                dominator = self.nearest_common(dominator, self.body.parent_block(user)?)?;
            }
            dominator = self.nearest_common(dominator, self.body.value_block(value)?)?;
        }
        Some(dominator)
    }

    fn nearest_common(&self, a: BlockId, b: BlockId) -> Option<BlockId> {
        let mut around = a;
        let other = loop {
            match self.in_region_of(around, b) {
                Some(other) => break other,
                None => around = self.block_around(around)?,
            }
        };
        let mut above = Some(around);
        while let Some(block) = above {
            if self.dominance.block_dominates(block, other) {
                return Some(block);
            }
            above = self.dominance.immediate_dominator(block);
        }
        None
    }

    /// The block itself or the one around it in the same region as `a`.
    fn in_region_of(&self, a: BlockId, block: BlockId) -> Option<BlockId> {
        let region = self.body.block(a).region()?;
        let mut blocks = std::iter::successors(Some(block), |&block| self.block_around(block));
        blocks.find(|&block| self.body.block(block).region() == Some(region))
    }

    fn block_around(&self, block: BlockId) -> Option<BlockId> {
        self.body.parent_block(self.body.block_parent_op(block)?)
    }

    fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let inner = self.in_region_of(a, b);
        inner.is_some_and(|b| self.dominance.block_dominates(a, b))
    }

    fn properly_dominates(&self, a: BlockId, b: BlockId) -> bool {
        a != b && self.dominates(a, b)
    }
}

/// Whether iterations of a loop may be executed at the same time. MLIR forgets those of `affine.parallel`.
fn is_parallel(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    data.is(scf::ParallelOp::DEF) || data.is(scf::ForallOp::DEF) || data.is(affine::ParallelOp::DEF)
}
