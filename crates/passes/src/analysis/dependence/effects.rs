//! What the ops of a loop read and write.

use asyncir_dialects::affine::{ForOp, IfOp, ParallelOp, YieldOp};
use asyncir_ir::def::{EffectKind, OpView};
use asyncir_ir::rewrite::effects::{effects_of, is_memory_effect_free};
use asyncir_ir::{OpId, ValueId, WalkOrder};

use super::access::Access;
use super::domain::Domain;
use super::{Known, Loop};
use crate::analysis::memref_alias::{is_allocated_in, memory_of};

impl Loop<'_> {
    /// The affine accesses in some ops of the loop to memory from around it, each kind once.
    pub(super) fn known_accesses(&self, ops: &[OpId], symbols: &mut Vec<ValueId>) -> Vec<Known> {
        let (ctx, body) = (self.ctx, self.body);
        let mut accesses: Vec<Known> = Vec::new();
        for op in ops.iter().flat_map(|&op| body.walk_op(op, WalkOrder::Pre)) {
            let Some(access) = Access::of(ctx, body, op) else {
                continue;
            };
            if is_allocated_in(ctx, body, access.memref, self.op) {
                continue;
            }
            match accesses.iter_mut().find(|(other, _)| other.touches_the_same(&access)) {
                Some((known, _)) => known.writes |= access.writes,
                None => {
                    let domain = Domain::of(ctx, body, &access, symbols);
                    accesses.push((access, domain));
                }
            }
        }
        accesses
    }

    /// Whether anything in the loop but affine accesses must stay in its order. Ops that are not registered are taken to be
    /// harmless, as by MLIR: nothing is known of them, and they cannot be run.
    pub(super) fn has_other_effects(&self, accesses: &[Known]) -> bool {
        let ops = self.body.walk_op(self.op, WalkOrder::Pre);
        ops.into_iter().any(|op| {
            let data = self.body.op(op);
            let Some(def) = data.def() else { return false };
            let is_affine = [ForOp::DEF, IfOp::DEF, ParallelOp::DEF, YieldOp::DEF].contains(&def);
            let view = self.body.op_ref(self.ctx, op);
            let is_known = is_affine || Access::of(self.ctx, self.body, op).is_some() || is_memory_effect_free(view);
            !is_known && !self.is_order_free(op, accesses)
        })
    }

    /// Whether an op allocates, or touches only memory that it may touch at any time.
    fn is_order_free(&self, op: OpId, accesses: &[Known]) -> bool {
        let (ctx, body) = (self.ctx, self.body);
        let is_own = |value: ValueId| is_allocated_in(ctx, body, value, self.op);
        let is_written = |value: ValueId| {
            let mut written = accesses.iter().filter(|(access, _)| access.writes);
            written.any(|(access, _)| memory_of(body, access.memref) == memory_of(body, value))
        };
        let Some(effects) = effects_of(body.op_ref(ctx, op)) else {
            return false;
        };
        effects.iter().all(|effect| match (effect.kind, effect.value) {
            (EffectKind::Allocate, _) => true,
            (_, Some(value)) if is_own(value) => true,
            (EffectKind::Read, Some(value)) => !is_written(value),
            _ => false,
        })
    }
}
