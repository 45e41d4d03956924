//! What holds of uses: every value is defined before it is used, on every path.

use smallvec::SmallVec;

use super::parallel;
use crate::body::{Body, OpId, OpRef, Operation, RegionId, ValueDef, ValueId};
use crate::def::OpTrait;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::dominance::{Dominance, is_graph_region};

/// Checks all uses in the body of `owner`, and in the bodies in it.
pub(super) fn check_body(owner: OpRef<'_>, body: &Body, threads: bool, diagnostics: &mut Diagnostics) {
    if body.verdict_for(owner.data()).is_some() {
        return;
    }
    let dominance = Dominance::new(body);
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
    let uses = Uses {
        owner,
        body,
        dominance: &dominance,
        graphs: roots
            .iter()
            .copied()
            .filter(|&region| is_graph_region(body, region, owner.data()))
            .collect(),
    };
    let mut pending: Vec<RegionId> = roots.iter().rev().copied().collect();
    while let Some(region) = pending.pop() {
        let first_inner = pending.len();
        for block in body.region_blocks(region) {
            let is_reachable = dominance.is_reachable(body, block);
            for op in body.block_ops(block) {
                if is_reachable {
                    uses.check_operands(op, diagnostics);
                }
                let data = body.op(op);
                if data.body().is_some() {
                    diagnostics.append(checked.take(op, body).unwrap_or_else(|| check_isolated(op)));
                }
                pending.extend_from_slice(body.op_regions(op));
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

/// What the uses in a body are checked against.
struct Uses<'a> {
    owner: OpRef<'a>,
    body: &'a Body,
    dominance: &'a Dominance,
    /// The regions at the top of the body whose owner makes them graphs.
    graphs: SmallVec<[RegionId; 1]>,
}

impl Uses<'_> {
    fn check_operands(&self, op: OpId, diagnostics: &mut Diagnostics) {
        let Self { body, dominance, .. } = *self;
        let user = body.op(op);
        for (index, value) in body.operands(op).enumerate() {
            let is_defined = is_defined_before(dominance, body, value, user)
                || self.is_defined_in_graph(value, op)
                || dominance.value_dominates(body, value, op)
                || self.is_never_reached(value, op);
            if !is_defined {
                // As in MLIR, what is wrong with one op is said once.
                return diagnostics.push(self.error(index, value, op));
            }
        }
    }

    /// Whether `value` is defined in a graph at the top of the body, in which or in whose ops `op` stands: there, the
    /// order of ops does not matter.
    fn is_defined_in_graph(&self, value: ValueId, op: OpId) -> bool {
        if self.graphs.is_empty() {
            return false;
        }
        let block = self.body.value_block(value);
        let region = block.and_then(|block| self.body.block(block).region());
        region.is_some_and(|region| self.graphs.contains(&region) && self.body.ancestor_in_region(region, op).is_some())
    }

    /// Whether `op` stands in an op of an unreachable block, and `value` is defined in another block of that region: no path
    /// leads to the use.
    fn is_never_reached(&self, value: ValueId, op: OpId) -> bool {
        let body = self.body;
        let Some(block) = body.value_block(value) else {
            return false;
        };
        let region = body.block(block).region();
        let ancestor = region.and_then(|region| body.ancestor_in_region(region, op));
        let user = ancestor.and_then(|ancestor| body.parent_block(ancestor));
        user.is_some_and(|user| user != block && !self.dominance.is_reachable(body, user))
    }

    #[cold]
    fn error(&self, index: usize, value: ValueId, op: OpId) -> Diagnostic {
        let Self { owner, body, .. } = *self;
        let user = body.op_ref(owner.ctx, op);
        let error = user.bare_error(format!("operand #{index} does not dominate this use"));
        match body.value_def(value) {
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
        }
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
        return "neither in a parent nor in a child region";
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
        "neither in a parent nor in a child region"
    }
}
