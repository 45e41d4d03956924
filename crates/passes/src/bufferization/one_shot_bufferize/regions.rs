//! When ops are executed: before others, several times, or at the same time as others.

use std::collections::HashSet;

use asyncir_dialects::r#async::ExecuteOp;
use asyncir_dialects::{affine, scf};
use asyncir_ir::Dominance;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{BlockId, OpId, OpRef, RegionId};

use super::view::View;

/// Whether control may go from one region of an op to another one, perhaps through others.
fn is_reached(op: OpRef<'_>, from: usize, to: usize) -> bool {
    let Some(flow) = op.data().def().and_then(|def| def.hooks.region_branch) else {
        return false;
    };
    let (mut pending, mut seen) = (vec![from], Vec::new());
    while let Some(region) = pending.pop() {
        for next in flow(op, Some(region)).into_iter().flatten() {
            if next == to {
                return true;
            }
            if !seen.contains(&next) {
                seen.push(next);
                pending.push(next);
            }
        }
    }
    false
}

/// Whether control may come back to a region of an op.
pub(super) fn is_reached_from_itself(op: OpRef<'_>, region: usize) -> bool {
    is_reached(op, region, region)
}

/// The op of a region and the index that the region has there.
fn place(v: View<'_>, region: RegionId) -> Option<(OpId, usize)> {
    let op = v.body.region(region).parent()?;
    let index = v.body.op_regions(op).iter().position(|&own| own == region)?;
    Some((op, index))
}

/// Whether iterations of an op without rules of its own run at the same time as each other, or as the code behind the op.
fn runs_beside(v: View<'_>, op: OpId) -> bool {
    let ops = [ExecuteOp::DEF, scf::ParallelOp::DEF, affine::ParallelOp::DEF];
    ops.into_iter().any(|def| v.body.op(op).is(def))
}

/// Whether a region may be executed more than once.
fn is_repetitive(v: View<'_>, region: RegionId) -> bool {
    let Some((op, index)) = place(v, region) else {
        return false;
    };
    match v.interface(op) {
        Some(interface) => interface.is_repetitive(v, op, index),
        None => v.body.op(op).has_trait(OpTrait::LoopLike) || is_reached_from_itself(v.op_ref(op), index),
    }
}

/// The op around a region, as a region.
fn outer(v: View<'_>, region: RegionId) -> Option<RegionId> {
    v.body
        .region(region)
        .parent()
        .and_then(|parent| v.body.parent_region(parent))
}

/// The innermost region, from this one on, that may be executed more than once.
pub(super) fn repetitive(v: View<'_>, region: Option<RegionId>) -> Option<RegionId> {
    let mut region = region;
    while let Some(current) = region.filter(|&current| !is_repetitive(v, current)) {
        region = outer(v, current);
    }
    region
}

/// The innermost such region around one of them.
pub(super) fn next_repetitive(v: View<'_>, region: RegionId) -> Option<RegionId> {
    repetitive(v, outer(v, region))
}

/// The innermost region, from this one on, that runs at the same time as other code.
pub(super) fn parallel(v: View<'_>, region: Option<RegionId>) -> Option<RegionId> {
    let is_parallel = |region: RegionId| {
        place(v, region).is_some_and(|(op, index)| match v.interface(op) {
            Some(interface) => interface.is_parallel(v, op, index),
            None => runs_beside(v, op),
        })
    };
    let mut region = region;
    while let Some(current) = region.filter(|&current| !is_parallel(current)) {
        region = outer(v, current);
    }
    region
}

/// Whether `a`, or an op around it, is executed before `b` starts.
pub(super) fn happens_before(v: View<'_>, dominance: &Dominance, a: OpId, b: OpId) -> bool {
    let mut a = a;
    loop {
        if a != b && v.body.is_ancestor(a, b) {
            return false;
        }
        if dominance.properly_dominates(v.body, a, b) {
            return true;
        }
        match v.body.parent_op(a) {
            // What is in a task may be executed long after the op that starts it.
            Some(parent) if v.body.op(parent).is(ExecuteOp::DEF) => return false,
            Some(parent) => a = parent,
            None => return false,
        }
    }
}

/// Whether two ops are in regions of one op of which only one is executed.
pub(super) fn are_exclusive(v: View<'_>, a: OpId, b: OpId) -> bool {
    let mut inner = a;
    while let Some(parent) = v.body.parent_op(inner) {
        let view = v.op_ref(parent);
        let branches = view.data().def().is_some_and(|def| def.hooks.region_branch.is_some());
        if branches && parent != b && v.body.is_ancestor(parent, b) {
            let index = |op| {
                let mut regions = v.body.op_regions(parent).iter();
                regions.position(|&region| v.body.ancestor_in_region(region, op).is_some())
            };
            let (Some(a), Some(b)) = (index(a), index(b)) else {
                return false;
            };
            return a != b && !is_reached(view, a, b) && !is_reached(view, b, a);
        }
        inner = parent;
    }
    false
}

/// Whether control may go from one block to another one without passing through a third one.
pub(super) fn leads_to(v: View<'_>, from: BlockId, to: BlockId, except: Option<BlockId>) -> bool {
    let successors = |block: BlockId| {
        let end = v.body.block(block).last_op();
        end.map_or_else(Vec::new, |end| v.body.successors(end).collect::<Vec<_>>())
    };
    let (mut pending, mut seen) = (successors(from), HashSet::new());
    while let Some(block) = pending.pop() {
        if Some(block) == except {
            continue;
        }
        if block == to {
            return true;
        }
        if seen.insert(block) {
            pending.extend(successors(block));
        }
    }
    false
}

/// Whether control may pass `first` on its way from a block to `then`, without coming to the block again behind `first`.
pub(super) fn is_passed(v: View<'_>, block: BlockId, first: OpId, then: OpId) -> bool {
    let Some(region) = v.body.block(block).region() else {
        return false;
    };
    let block_of = |op| v.body.parent_block(v.body.ancestor_in_region(region, op)?);
    match (block_of(first), block_of(then)) {
        (Some(first), _) if first == block => true,
        (Some(first), Some(then)) => {
            let goes_on = first == then || leads_to(v, first, then, Some(block));
            goes_on && leads_to(v, block, first, Some(block))
        }
        _ => false,
    }
}
