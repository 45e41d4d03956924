//! Whether several iterations of a loop may be run at once, with the loops inside shared.

use asyncir_dialects::affine::ForOp;
use asyncir_ir::{Body, Context, OpId, ValueId};

use super::pairs::{common_loops, distance, may_be_negative, pairs};
use super::{Known, Loop};
use crate::analysis::constraints::{Linear, Work};

/// Whether a loop does the same when each of its `groups` of ops runs for `factor` iterations before the next group. `groups`
/// are ops that follow each other, in the order in which they stand; between them, inner loops begin and end.
pub(crate) fn may_be_jammed(
    ctx: &Context,
    body: &Body,
    op: OpId,
    groups: &[Vec<OpId>],
    factor: u64,
    work: &mut Work,
) -> bool {
    let is_direct = |group: &Vec<OpId>| group.iter().all(|&inner| body.parent_op(inner) == Some(op));
    if let [group] = groups
        && is_direct(group)
    {
        return true;
    }
    let in_loop = Loop { ctx, body, op };
    let mut symbols = Vec::new();
    let accesses = groups.iter().map(|group| in_loop.known_accesses(group, &mut symbols));
    let accesses: Vec<Vec<Known>> = accesses.collect();
    let jammed = Jammed {
        around: groups
            .iter()
            .map(|group| counters_around(ctx, body, op, group))
            .collect(),
        in_loop,
        factor,
    };
    if accesses.iter().any(|group| jammed.in_loop.has_other_effects(group)) {
        return false;
    }
    let numbered = || {
        let groups = accesses.iter().enumerate();
        groups.flat_map(|(group, accesses)| accesses.iter().map(move |access| (group, access)))
    };
    numbered().all(|earlier| numbered().all(|later| jammed.keeps_order(earlier, later, work) == Some(true)))
}

/// What the jammed loops around a group count, from the outermost on.
fn counters_around(ctx: &Context, body: &Body, op: OpId, group: &[OpId]) -> Vec<ValueId> {
    let Some(&first) = group.first() else {
        return Vec::new();
    };
    let loops = std::iter::successors(body.parent_op(first), |&inner| {
        body.parent_op(inner).filter(|_| inner != op)
    });
    let blocks = loops.filter_map(|op| ForOp(body.op_ref(ctx, op)).block());
    let mut counters: Vec<ValueId> = blocks.map(|block| body.block_arg(block, 0)).collect();
    counters.reverse();
    counters
}

/// A loop that is to be unrolled and jammed.
struct Jammed<'a> {
    in_loop: Loop<'a>,
    /// What the loops around each group count.
    around: Vec<Vec<ValueId>>,
    factor: u64,
}

impl Jammed<'_> {
    /// Whether no iteration is overtaken by one of those that are run with it.
    fn keeps_order(
        &self,
        (group, earlier): (usize, &Known),
        (other_group, later): (usize, &Known),
        work: &mut Work,
    ) -> Option<bool> {
        if !earlier.0.writes && !later.0.writes {
            return Some(true);
        }
        if earlier.0.memref != later.0.memref || !self.in_loop.is_constant(earlier.0.memref) {
            return self.in_loop.are_independent(earlier, later, work);
        }
        let first = earlier.1.as_ref()?;
        let depth = self.in_loop.depth_in(first)?;
        let mut system = pairs(earlier, later, depth)?;
        // Iterations that are further away stay behind.
        let step = ForOp(self.in_loop.body.op_ref(self.in_loop.ctx, self.in_loop.op)).step_size();
        let window = i128::from(step).checked_mul(i128::from(self.factor) - 1)?;
        system.require_not_negative(Linear::constant(window).plus(&distance(first, depth)?, -1)?);
        let shared = self.around[group].iter().zip(&self.around[other_group]);
        let shared = shared.take_while(|(one, other)| one == other).count() as u32;
        for dim in depth + 1..(depth + shared).min(common_loops(earlier, later)) {
            let distance = distance(first, dim)?;
            if may_be_negative(&system, &distance, work)? {
                return Some(false);
            }
            system.require_zero(distance);
        }
        Some(group <= other_group || system.has_no_solution(work))
    }
}
