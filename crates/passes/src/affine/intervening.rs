//! What may happen to an element of a memref between two ops.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::affine::ForOp;
use asyncir_dialects::affine::scope::affine_analysis_scope;
use asyncir_ir::def::{EffectKind, OpTrait, OpView};
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{BlockId, Body, Context, OpId};

use super::accesses::access;
use crate::analysis::constraints::Work;
use crate::analysis::dependence::{Dependence, dependence};
use crate::analysis::memref_alias::may_alias;

/// Whether nothing has an effect of some kind on what `op` accesses, on any way from `start` to it.
pub(super) fn has_no_intervening_effect(
    ctx: &Context,
    body: &Body,
    kind: EffectKind,
    start: OpId,
    op: OpId,
    work: &mut Work,
) -> bool {
    let mut search = Search {
        ctx,
        body,
        kind,
        op,
        num_common_loops: num_common_loops(body, start, op),
        is_known: affine_analysis_scope(body, start) == affine_analysis_scope(body, op),
        work,
    };
    search.is_free_between(start, op)
}

/// How many affine loops are around both of two ops.
fn num_common_loops(body: &Body, one: OpId, other: OpId) -> u32 {
    let around = std::iter::successors(body.parent_op(one), |&op| body.parent_op(op));
    let is_common = |&op: &OpId| body.op(op).is(ForOp::DEF) && body.is_ancestor(op, other);
    around.filter(is_common).count() as u32
}

struct Search<'a> {
    ctx: &'a Context,
    body: &'a Body,
    kind: EffectKind,
    /// The access that an effect could concern.
    op: OpId,
    /// How many loops are around both ends.
    num_common_loops: u32,
    /// Whether only affine loops are around one of them and not around the other. MLIR takes this for granted.
    is_known: bool,
    work: &'a mut Work,
}

impl Search<'_> {
    /// Whether an op may have the effect on what is accessed.
    fn has_effect(&mut self, op: OpId) -> bool {
        let view = self.body.op_ref(self.ctx, op);
        let Some(effects) = effects_of(view) else {
            if !view.data().has_trait(OpTrait::RecursiveMemoryEffects) {
                return true;
            }
            let regions = self.body.op_regions(op).iter();
            let blocks = regions.flat_map(|&region| self.body.region_blocks(region));
            let inner: Vec<OpId> = blocks.flat_map(|block| self.body.block_ops(block)).collect();
            return inner.into_iter().any(|inner| self.has_effect(inner));
        };
        let Some(accessed) = access(self.ctx, self.body, self.op) else {
            return true;
        };
        let concerns = effects.iter().filter(|effect| effect.kind == self.kind).any(|effect| {
            let may_be_other = |value| value == accessed.memref || may_alias(self.body, value, accessed.memref);
            effect.value.is_none_or(may_be_other)
        });
        concerns && self.may_reach(op)
    }

    /// Whether what an op does to memory may concern the access, if both are affine: in an iteration of the loops around both
    /// ends, since the start has done the same to what earlier ones did.
    fn may_reach(&mut self, op: OpId) -> bool {
        let accesses = (access(self.ctx, self.body, op), access(self.ctx, self.body, self.op));
        let (Some(one), Some(other)) = accesses else {
            return true;
        };
        if one.memref != other.memref || !self.is_known {
            return true;
        }
        let num_loops = num_common_loops(self.body, op, self.op);
        (self.num_common_loops + 1..=num_loops + 1)
            .any(|depth| dependence(self.ctx, self.body, op, self.op, depth, self.work) != Dependence::No)
    }

    fn is_free_between(&mut self, from: OpId, to: OpId) -> bool {
        let body = self.body;
        let (Some(region), Some(inner)) = (body.parent_region(from), body.parent_region(to)) else {
            return false;
        };
        if region != inner {
            // Up to the op around the end, and in all of this op.
            return body
                .parent_op(to)
                .is_some_and(|around| self.is_free_between(from, around) && !self.has_effect(around));
        }
        let behind = std::iter::successors(body.next_op(from), |&op| body.next_op(op));
        for op in behind.take_while(|&op| op != to) {
            if self.has_effect(op) {
                return false;
            }
        }
        if body.parent_block(from) == body.parent_block(to) {
            return true;
        }
        self.is_free_on_ways(from, to)
    }

    /// Whether no op that stands before `to` in the blocks behind that of `from` has the effect, nor any other op from which
    /// there is a way to `to` that does not come by `from`: MLIR forgets ways back to the block of `to`.
    fn is_free_on_ways(&mut self, from: OpId, to: OpId) -> bool {
        let body = self.body;
        let next = |block: BlockId| {
            let end = body.block(block).last_op();
            end.map_or(Vec::new(), |end| body.successors(end).collect())
        };
        let (Some(start), Some(last)) = (body.parent_block(from), body.parent_block(to)) else {
            return false;
        };
        // There, what stands behind `to` comes before it.
        let is_known = std::mem::replace(&mut self.is_known, false);
        let mut cycles = blocks_on_cycles(last, start, &next).into_iter();
        let is_free = !cycles.any(|block| body.block_ops(block).any(|op| self.has_effect(op)));
        self.is_known = is_known;
        if !is_free {
            return false;
        }
        let mut pending = next(start);
        let mut seen = HashSet::new();
        while let Some(block) = pending.pop() {
            if !seen.insert(block) {
                continue;
            }
            let before = body.block_ops(block).take_while(|&op| op != to);
            if before.into_iter().any(|op| self.has_effect(op)) {
                return false;
            }
            if body.parent_block(to) != Some(block) {
                pending.extend(next(block));
            }
        }
        true
    }
}

/// The blocks on ways from a block back to itself that do not come by another one, given what follows on each.
fn blocks_on_cycles(start: BlockId, except: BlockId, next: &dyn Fn(BlockId) -> Vec<BlockId>) -> Vec<BlockId> {
    let mut before: HashMap<BlockId, Vec<BlockId>> = HashMap::new();
    let mut pending = vec![start];
    let mut seen = HashSet::from([start, except]);
    while let Some(block) = pending.pop() {
        for follower in next(block) {
            before.entry(follower).or_default().push(block);
            if seen.insert(follower) {
                pending.push(follower);
            }
        }
    }
    let mut found = Vec::new();
    let mut pending = vec![start];
    while let Some(block) = pending.pop() {
        for earlier in before.remove(&block).unwrap_or_default() {
            if earlier != start {
                pending.push(earlier);
            }
            found.push(earlier);
        }
    }
    found
}
