//! Whether an affine access depends on another one, at a certain depth of the loops around both.

use asyncir_ir::{Body, Context, OpId, ValueId};

use super::Known;
use super::access::Access;
use super::domain::Domain;
use super::pairs::{common_loops, pairs, pairs_in_one_iteration};
use crate::analysis::constraints::Work;

/// Whether an access depends on another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dependence {
    /// It does not.
    No,
    /// It does, or no contradiction was found.
    Yes,
    /// This cannot be expressed.
    Unknown,
}

/// Whether `later` touches an element that `earlier` touched before, where one of them writes: if there are `depth` loops or
/// more around both, in a later iteration of the loop with that number, counted from one, and in the same iteration of those
/// around it; otherwise in the same iteration of all of them.
pub(crate) fn dependence(
    ctx: &Context,
    body: &Body,
    earlier: OpId,
    later: OpId,
    depth: u32,
    work: &mut Work,
) -> Dependence {
    let (Some(first), Some(second)) = (Access::of(ctx, body, earlier), Access::of(ctx, body, later)) else {
        return Dependence::Unknown;
    };
    if first.memref != second.memref || !(first.writes || second.writes) {
        return Dependence::No;
    }
    if first.analysis_scope != second.analysis_scope {
        return Dependence::Unknown;
    }
    let mut symbols: Vec<ValueId> = Vec::new();
    let mut known = |access: Access| -> Known {
        let domain = Domain::of(ctx, body, &access, &mut symbols);
        (access, domain)
    };
    let (first, second) = (known(first), known(second));
    if first.1.is_none() || second.1.is_none() {
        return Dependence::Unknown;
    }
    let common = common_loops(&first, &second);
    let system = if depth <= common {
        pairs(&first, &second, depth - 1)
    } else if is_before(body, earlier, later) {
        pairs_in_one_iteration(&first, &second, common)
    } else {
        return Dependence::No;
    };
    match system {
        None => Dependence::Unknown,
        Some(system) if system.has_no_solution(work) => Dependence::No,
        Some(_) => Dependence::Yes,
    }
}

/// Whether an op, or what is around it, stands before another op, or what is around that, in the innermost block around both.
fn is_before(body: &Body, op: OpId, other: OpId) -> bool {
    let around = std::iter::successors(Some(op), |&op| body.parent_op(op));
    for op in around {
        let Some(block) = body.parent_block(op) else { break };
        if let Some(other) = body.ancestor_in_block(block, other) {
            return other != op && body.is_before_in_block(op, other);
        }
    }
    false
}
