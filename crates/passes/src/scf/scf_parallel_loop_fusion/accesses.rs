//! When parallel loops can be fused.
//!
//! Each iteration of the second loop used to come after all of the first; in the fused loop it is sure to come after one
//! of them only, its counterpart. So whatever an iteration of one loop writes and one of the other loop reads or writes
//! must be touched by counterparts only. This is known if both go to the same memref by the same indices, and different
//! iterations have different indices; or if they go to memrefs that do not overlap. Loops with any other effects, and with
//! parallel loops in them, stay apart.
//!
//! MLIR's pass looks at loads of what the other loop stores only: it fuses loops that write the same elements, and loops
//! with calls or atomic updates.

use asyncir_dialects::arith::{AddIOp, SubIOp};
use asyncir_dialects::matchers::is_defined_outside;
use asyncir_dialects::memref::{LoadOp, StoreOp};
use asyncir_dialects::scf::ParallelOp;
use asyncir_ir::def::{EffectKind, OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::{effects_of, is_memory_effect_free};
use asyncir_ir::rewrite::equivalence::same_kind;
use asyncir_ir::{Mapping, OpId, ValueId, WalkOrder};

use crate::analysis::memref_alias::may_alias;

/// A load or store.
struct Access {
    memref: ValueId,
    indices: Vec<ValueId>,
    writes: bool,
}

/// Whether iterations of two loops touch the same memory only where they are counterparts. `map` leads from the induction
/// variables of the first loop to those of the second.
pub(super) fn are_independent(rw: &Rewriter<'_>, first: OpId, second: OpId, map: &Mapping) -> bool {
    let (Some(before), Some(after)) = (accesses(rw, first), accesses(rw, second)) else {
        return false;
    };
    before.iter().all(|a| {
        after.iter().all(|b| {
            let is_read_only = !a.writes && !b.writes;
            let is_own = || {
                let pairs = a.indices.iter().zip(&b.indices);
                a.memref == b.memref
                    && pairs.into_iter().all(|(&a, &b)| is_same_index(rw, a, b, map))
                    && has_own_elements(rw, first, &a.indices)
            };
            is_read_only || is_own() || !may_alias(rw.body, a.memref, b.memref)
        })
    })
}

/// The accesses of a loop; `None` if there are effects of another kind.
fn accesses(rw: &Rewriter<'_>, loop_op: OpId) -> Option<Vec<Access>> {
    let mut found = Vec::new();
    for op in rw.body.walk_op(loop_op, WalkOrder::Pre).into_iter().skip(1) {
        let data = rw.body.op(op);
        let view = rw.body.op_ref(rw.ctx, op);
        if data.is(LoadOp::DEF) {
            let memref = LoadOp(view).memref();
            // It may stand for memory from around the loop.
            let source = rw.body.defining_op(memref);
            if source.is_some_and(|source| rw.body.parent_block(source) == rw.body.parent_block(op)) {
                return None;
            }
            found.push(Access {
                memref,
                indices: LoadOp(view).indices().to_vec(),
                writes: false,
            });
        } else if data.is(StoreOp::DEF) {
            found.push(Access {
                memref: StoreOp(view).memref(),
                indices: StoreOp(view).indices().to_vec(),
                writes: true,
            });
        } else if data.is(ParallelOp::DEF) || !only_allocates(rw, op) {
            return None;
        }
    }
    Some(found)
}

/// Whether an op itself has no effects but that it allocates memory.
fn only_allocates(rw: &Rewriter<'_>, op: OpId) -> bool {
    match effects_of(rw.body.op_ref(rw.ctx, op)) {
        Some(effects) => effects.iter().all(|effect| effect.kind == EffectKind::Allocate),
        None => rw.body.op(op).has_trait(OpTrait::RecursiveMemoryEffects),
    }
}

/// Whether an index of an access of the first loop is what one of the second is in its counterpart.
fn is_same_index(rw: &Rewriter<'_>, first: ValueId, second: ValueId, map: &Mapping) -> bool {
    if map.value(first) == second {
        return true;
    }
    let (Some(a), Some(b)) = (rw.body.defining_op(first), rw.body.defining_op(second)) else {
        return false;
    };
    let mut operands = rw.body.operands(a).zip(rw.body.operands(b));
    same_kind(rw.body, a, b)
        && rw.body.op_regions(a).is_empty()
        && [a, b]
            .iter()
            .all(|&op| is_memory_effect_free(rw.body.op_ref(rw.ctx, op)))
        && operands.all(|(a, b)| map.value(a) == map.value(b))
}

/// Whether different iterations of a loop have different indices.
fn has_own_elements(rw: &Rewriter<'_>, loop_op: OpId, indices: &[ValueId]) -> bool {
    let variables = ParallelOp(rw.body.op_ref(rw.ctx, loop_op)).induction_vars();
    let mut variables = variables.iter();
    variables.all(|&variable| indices.iter().any(|&index| follows(rw, loop_op, index, variable)))
}

/// Whether an index is an induction variable, or as far from it in each iteration.
fn follows(rw: &Rewriter<'_>, loop_op: OpId, index: ValueId, variable: ValueId) -> bool {
    let is_sum = |op: &OpId| rw.body.op(*op).is(AddIOp::DEF) || rw.body.op(*op).is(SubIOp::DEF);
    let is_shift = |op: OpId| {
        let mut operands: Vec<ValueId> = rw.body.operands(op).collect();
        operands.sort_by_key(|&operand| operand != variable);
        operands[0] == variable && is_defined_outside(rw.body, operands[1], loop_op)
    };
    index == variable || rw.body.defining_op(index).filter(is_sum).is_some_and(is_shift)
}
