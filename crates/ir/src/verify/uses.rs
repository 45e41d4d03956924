//! What holds of uses: every value is defined before it is used, on every path.

use super::parallel;
use crate::body::{Body, OpId, OpRef, Operation, RegionId, ValueDef, ValueId};
use crate::def::OpTrait;
use crate::diagnostics::Diagnostics;
use crate::dominance::{Dominance, is_graph_region};

/// Checks all uses in the body of `owner`, and in the bodies in it.
pub(super) fn check_body(owner: OpRef<'_>, body: &Body, threads: bool, diagnostics: &mut Diagnostics) {
    if body.verdict_for(owner.data()).is_some() {
        return;
    }
    let dominance = Dominance::new(body);
    let with_order = |&region: &RegionId, owner: &Operation| (region, is_graph_region(body, region, owner));
    let check_isolated = |op: OpId| {
        let mut diagnostics = Diagnostics::new();
        if let Some(inner) = body.op(op).body() {
            check_body(body.op_ref(owner.ctx, op), inner, threads, &mut diagnostics);
        }
        diagnostics
    };
    let roots = body.root_regions();
    let blocks = roots.iter().flat_map(|&region| body.region_blocks(region));
    let share = threads && owner.data().has_trait(OpTrait::SymbolTable);
    let mut checked = parallel::check(share, body, blocks, || (), |op, ()| check_isolated(op));
    let roots = roots.iter().rev().map(|region| with_order(region, owner.data()));
    let mut pending: Vec<(RegionId, bool)> = roots.collect();
    while let Some((region, graph)) = pending.pop() {
        let first_inner = pending.len();
        for block in body
            .region_blocks(region)
            .filter(|&block| dominance.is_reachable(body, block))
        {
            for op in body.block_ops(block) {
                check_operands(owner, body, &dominance, op, graph, diagnostics);
                let data = body.op(op);
                if data.body().is_some() {
                    diagnostics.append(checked.take(op, body).unwrap_or_else(|| check_isolated(op)));
                }
                pending.extend(body.op_regions(op).iter().map(|region| with_order(region, data)));
            }
        }
        // The first region found is the next one.
        pending[first_inner..].reverse();
    }
}

/// Whether a value is defined before its user, or in a block of the same region that dominates it: nearly all are.
#[inline]
fn is_defined_before(dominance: &Dominance, body: &Body, value: ValueId, user: &Operation) -> bool {
    let (block, is_above) = match body.value_def(value) {
        ValueDef::Result { op, .. } => {
            let def = body.op(op);
            (def.block.expand(), def.sequence < user.sequence)
        }
        ValueDef::Argument { block, .. } => (Some(block), true),
        ValueDef::Placeholder => return false,
    };
    let (Some(block), Some(own)) = (block, user.block.expand()) else {
        return false;
    };
    if block == own {
        return is_above;
    }
    let region = body.block(block).region();
    region.is_some() && region == body.block(own).region() && dominance.block_dominates(block, own)
}

fn check_operands(
    owner: OpRef<'_>,
    body: &Body,
    dominance: &Dominance,
    op: OpId,
    graph: bool,
    diagnostics: &mut Diagnostics,
) {
    let user = body.op(op);
    for (index, value) in body.operands(op).enumerate() {
        if is_defined_before(dominance, body, value, user) {
            continue;
        }
        // In a graph at the top of a body, the order of ops does not matter.
        let same_graph = graph && body.value_block(value) == body.parent_block(op);
        if same_graph || dominance.value_dominates(owner.ctx, body, value, op) {
            continue;
        }
        let user = body.op_ref(owner.ctx, op);
        let error = user.bare_error(format!("operand #{index} does not dominate this use"));
        diagnostics.push(match body.value_def(value) {
            ValueDef::Result { op: def, .. } => {
                let relation = relation(body, def, op);
                error.with_note(body.op(def).location(), format!("operand defined here ({relation})"))
            }
            ValueDef::Argument { block, .. } => {
                let number = body.block(block).region().map_or(0, |region| {
                    body.region_blocks(region).position(|b| b == block).unwrap_or_default()
                });
                let location = body
                    .block_parent_op(block)
                    .map_or(owner.location(), |op| body.op(op).location());
                let note = format!(
                    "operand defined as a block argument (block #{number} {})",
                    block_relation(body, block, op)
                );
                error.with_note(location, note)
            }
            ValueDef::Placeholder => error,
        });
    }
}

fn relation(body: &Body, def: OpId, user: OpId) -> &'static str {
    let (Some(a), Some(b)) = (body.parent_region(def), body.parent_region(user)) else {
        return "op is neither in a parent nor in a child region";
    };
    if body.parent_block(def) == body.parent_block(user) {
        "op in the same block"
    } else if a == b {
        "op in the same region"
    } else if body.region_contains(a, b) {
        "op in a parent region"
    } else if body.region_contains(b, a) {
        "op in a child region"
    } else {
        "op is neither in a parent nor in a child region"
    }
}

fn block_relation(body: &Body, block: crate::BlockId, user: OpId) -> &'static str {
    let (Some(a), Some(b)) = (body.block(block).region(), body.parent_region(user)) else {
        return "is neither in a parent nor in a child region";
    };
    if body.parent_block(user) == Some(block) {
        "in the same block"
    } else if a == b {
        "in the same region"
    } else if body.region_contains(a, b) {
        "in a parent region"
    } else if body.region_contains(b, a) {
        "in a child region"
    } else {
        "is neither in a parent nor in a child region"
    }
}
