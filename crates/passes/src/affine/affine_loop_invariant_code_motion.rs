//! `affine-loop-invariant-code-motion`: what an affine loop does in the same way in each iteration is done once, before the
//! loop. Unlike `loop-invariant-code-motion`, this moves affine loads and stores, too.
//!
//! Unlike MLIR, this takes into account that a loop may have no iterations: then only ops are moved that do no harm, such as
//! loads whose indices are known to be within the memref. It also sees views of one memref, and calls.

use std::collections::HashSet;

use asyncir_dialects::affine::{ForOp, IfOp, ParallelOp, YieldOp};
use asyncir_dialects::matchers::is_defined_outside;
use asyncir_ir::def::{EffectKind, OpTrait, OpView};
use asyncir_ir::rewrite::effects::{effects_of, is_memory_effect_free, is_speculatable};
use asyncir_ir::{Body, Context, Diagnostics, InsertPoint, OpId, OwnedOp, ValueId, WalkOrder};

use super::accesses::access;
use super::loops::constant_trip_count;
use crate::analysis::constraints::Work;
use crate::analysis::dependence::is_within_memref;
use crate::analysis::memref_alias::is_same_memory;
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "affine-loop-invariant-code-motion",
    class: "AffineLoopInvariantCodeMotion",
    summary: "Hoist loop invariant instructions outside of affine loops",
    anchor: Some("func.func"),
    options: &[],
    create: |_| Ok(Box::new(AffineLoopInvariantCodeMotion)),
};

struct AffineLoopInvariantCodeMotion;

impl Pass for AffineLoopInvariantCodeMotion {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            // Inner loops come first, so that what leaves one may leave the next.
            for op in body.walk_all(WalkOrder::Post) {
                if body.op(op).is(ForOp::DEF) {
                    for invariant in invariant_ops(cx.ctx, body, op) {
                        body.move_op(invariant, InsertPoint::Before(op));
                    }
                }
            }
            Ok(())
        })
    }
}

/// The ops of a loop that can be moved out of it, in their order.
fn invariant_ops(ctx: &Context, body: &Body, op: OpId) -> Vec<OpId> {
    let Some(block) = ForOp(body.op_ref(ctx, op)).block() else {
        return Vec::new();
    };
    let count = constant_trip_count(ctx, body, op);
    let mut motion = Motion {
        ctx,
        body,
        op,
        runs: count.is_some_and(|count| i64::try_from(count).is_ok_and(|count| count > 0)),
        moved: HashSet::new(),
        work: Work::new(),
    };
    let ops: Vec<OpId> = body.block_ops(block).collect();
    let contents = ops.split_last().map_or(&[][..], |(_, contents)| contents);
    let invariant = contents.iter().filter(|&&inner| motion.is_invariant(inner));
    invariant.copied().collect()
}

/// Ops that are moved out of a loop.
struct Motion<'a> {
    ctx: &'a Context,
    body: &'a Body,
    /// The loop.
    op: OpId,
    /// Whether the loop is known to have iterations.
    runs: bool,
    moved: HashSet<OpId>,
    work: Work,
}

impl Motion<'_> {
    /// Whether an op of the loop does the same in each iteration, and may be run before the loop.
    fn is_invariant(&mut self, op: OpId) -> bool {
        let inner = self.body.walk_op(op, WalkOrder::Pre);
        let is_invariant = inner.iter().all(|&inner| self.has_invariant_operands(op, inner))
            && inner.iter().all(|&inner| self.is_harmless(inner));
        if is_invariant {
            self.moved.insert(op);
        }
        is_invariant
    }

    /// Whether the operands of an op are the same in each iteration, or are made in `around`.
    fn has_invariant_operands(&self, around: OpId, op: OpId) -> bool {
        self.body.operands(op).all(|value| {
            let is_moved = |def: OpId| self.moved.contains(&def);
            is_defined_outside(self.body, value, self.op)
                || !is_defined_outside(self.body, value, around)
                || self.body.defining_op(value).is_some_and(is_moved)
        })
    }

    /// Whether an op does no harm where the loop does not run, and nothing else in the loop touches what it touches.
    fn is_harmless(&mut self, op: OpId) -> bool {
        let data = self.body.op(op);
        let is_region = data.is(ForOp::DEF) || data.is(IfOp::DEF) || data.is(ParallelOp::DEF) || data.is(YieldOp::DEF);
        let Some(access) = access(self.ctx, self.body, op) else {
            let view = self.body.op_ref(self.ctx, op);
            return is_region || is_memory_effect_free(view) && (self.runs || is_speculatable(view));
        };
        let can_run = self.runs || !access.writes && is_within_memref(self.ctx, self.body, op, &mut self.work);
        let others = self.body.walk_op(self.op, WalkOrder::Pre);
        can_run
            && !others
                .into_iter()
                .any(|other| other != op && self.touches(other, access.memref, access.writes))
    }

    /// Whether an op writes memory, or reads it where that matters.
    fn touches(&self, op: OpId, memref: ValueId, reads_matter: bool) -> bool {
        let view = self.body.op_ref(self.ctx, op);
        // What is in loops is looked at by itself. Of ops that are not registered, nothing is known; MLIR takes them to be
        // harmless.
        let is_around = view.data().has_trait(OpTrait::RecursiveMemoryEffects);
        if is_around || view.data().def().is_none() || is_memory_effect_free(view) {
            return false;
        }
        let is_same = |value: ValueId| is_same_memory(self.ctx, self.body, value, memref);
        let Some(effects) = effects_of(view) else { return true };
        effects.iter().any(|effect| match effect.kind {
            EffectKind::Allocate => false,
            EffectKind::Read => reads_matter && effect.value.is_none_or(is_same),
            _ => effect.value.is_none_or(is_same),
        })
    }
}
