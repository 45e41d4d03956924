//! `affine-scalrep`: an affine load of what was stored gives the stored value, and one of what was loaded gives the loaded
//! value. Stores that others overwrite go away, and so does memory that is only written.

use asyncir_ir::def::EffectKind;

use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{Body, Context, Diagnostics, Dominance, OpId, OwnedOp, ValueId, WalkOrder};

use super::accesses::{MemoryAccess, access, have_equal_indices};
use super::intervening::has_no_intervening_effect;
use crate::analysis::constraints::Work;
use crate::analysis::dependence::{Dependence, dependence};
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "affine-scalrep",
    class: "AffineScalarReplacement",
    summary: "Replace affine memref accesses by scalars by forwarding stores to loads and eliminating redundant loads",
    anchor: Some("func.func"),
    options: &[],
    create: |_| Ok(Box::new(AffineScalrep)),
};

struct AffineScalrep;

impl Pass for AffineScalrep {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            Replacement {
                ctx: cx.ctx,
                dominance: Dominance::new(body),
                body,
                work: Work::new(),
            }
            .run();
            Ok(())
        })
    }
}

struct Replacement<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    dominance: Dominance,
    work: Work,
}

impl Replacement<'_> {
    fn run(&mut self) {
        let mut forwarded: Vec<ValueId> = Vec::new();
        let mut replaced = Vec::new();
        for (op, load) in self.accesses(false) {
            if self.forward_store(op, load) {
                forwarded.push(load.memref);
                replaced.push(op);
            }
        }
        self.erase(&replaced);
        let stores = self.accesses(true).into_iter();
        let overwritten = stores.filter(|&(op, store)| self.is_overwritten(op, store));
        let overwritten: Vec<OpId> = overwritten.map(|(op, _)| op).collect();
        self.erase(&overwritten);
        forwarded.sort_unstable();
        forwarded.dedup();
        forwarded
            .into_iter()
            .for_each(|memref| self.erase_if_only_written(memref));
        let mut replaced = Vec::new();
        for (op, load) in self.accesses(false) {
            if self.forward_load(op, load) {
                replaced.push(op);
            }
        }
        self.erase(&replaced);
    }

    /// The affine loads or stores, in order.
    fn accesses(&self, writes: bool) -> Vec<(OpId, MemoryAccess)> {
        let ops = self.body.walk_all(WalkOrder::Post).into_iter();
        let accesses = ops.filter_map(|op| Some((op, access(self.ctx, self.body, op)?)));
        accesses.filter(|(_, access)| access.writes == writes).collect()
    }

    /// The other accesses of a memref with the same indices as one, in the order of uses, of those that come `first`.
    fn equal_accesses(
        &self,
        op: OpId,
        memref: ValueId,
        writes: bool,
        first: impl Fn(OpId) -> bool,
    ) -> Vec<(OpId, MemoryAccess)> {
        let users = self.body.users(memref).filter(|&user| user != op && first(user));
        let accesses = users.filter_map(|user| Some((user, access(self.ctx, self.body, user)?)));
        accesses
            .filter(|(user, access)| {
                access.memref == memref && access.writes == writes && have_equal_indices(self.ctx, self.body, *user, op)
            })
            .collect()
    }

    /// Whether another op stands before one on all ways to it.
    fn dominates(&self, op: OpId) -> impl Fn(OpId) -> bool {
        move |other| self.dominance.properly_dominates(self.body, other, op)
    }

    fn erase(&mut self, ops: &[OpId]) {
        ops.iter().for_each(|&op| self.body.erase_op(op));
    }

    fn is_untouched(&mut self, kind: EffectKind, start: OpId, op: OpId) -> bool {
        has_no_intervening_effect(self.ctx, self.body, kind, start, op, &mut self.work)
    }

    /// Replaces a load by the value that was stored, if that is known.
    fn forward_store(&mut self, op: OpId, load: MemoryAccess) -> bool {
        let mut last = None;
        for (store_op, store) in self.equal_accesses(op, load.memref, true, self.dominates(op)) {
            if self.reaches(store_op, op) && self.is_untouched(EffectKind::Write, store_op, op) {
                last = Some(store.value);
            }
        }
        let is_equal = |value: &ValueId| self.body.value_type(*value) == self.body.value_type(load.value);
        let Some(value) = last.filter(is_equal) else {
            return false;
        };
        self.body.replace_all_uses(load.value, value);
        true
    }

    /// Whether a load may read what a store wrote in the same iteration.
    fn reaches(&mut self, store: OpId, load: OpId) -> bool {
        dependence(self.ctx, self.body, store, load, u32::MAX, &mut self.work) == Dependence::Yes
    }

    /// Whether a store is of no use, as a later one overwrites all of it.
    fn is_overwritten(&mut self, op: OpId, store: MemoryAccess) -> bool {
        let is_behind = |other: OpId| {
            self.body.parent_block(other) == self.body.parent_block(op) && self.body.is_before_in_block(op, other)
        };
        let others = self.equal_accesses(op, store.memref, true, is_behind);
        others.into_iter().any(|(other, later)| {
            // MLIR does not look at the types: one element does not overwrite a vector.
            self.body.value_type(later.value) == self.body.value_type(store.value)
                && self.is_untouched(EffectKind::Read, op, other)
        })
    }

    /// Replaces a load by the result of another one that read the same.
    fn forward_load(&mut self, op: OpId, load: MemoryAccess) -> bool {
        let mut candidates = Vec::new();
        for (other, earlier) in self.equal_accesses(op, load.memref, false, self.dominates(op)) {
            if self.is_untouched(EffectKind::Write, other, op)
                && self.body.value_type(earlier.value) == self.body.value_type(load.value)
            {
                candidates.push((other, earlier.value));
            }
        }
        let dominates = |op: OpId, other: OpId| op == other || self.dominance.properly_dominates(self.body, op, other);
        let first = candidates
            .iter()
            .find(|(op, _)| candidates.iter().all(|&(other, _)| dominates(*op, other)));
        let Some(&(_, value)) = first else { return false };
        self.body.replace_all_uses(load.value, value);
        true
    }

    /// Erases memory that is allocated here, never read and perhaps freed.
    fn erase_if_only_written(&mut self, memref: ValueId) {
        let Some(allocation) = self.body.defining_op(memref) else {
            return;
        };
        let has_only = |op: OpId, kind: EffectKind| {
            let effects = effects_of(self.body.op_ref(self.ctx, op));
            effects
                .is_some_and(|effects| matches!(&effects[..], [one] if one.kind == kind && one.value == Some(memref)))
        };
        let is_store =
            |op: OpId| access(self.ctx, self.body, op).is_some_and(|store| store.writes && store.value != memref);
        let mut users: Vec<OpId> = self.body.users(memref).collect();
        let is_unused = |&user: &OpId| is_store(user) || has_only(user, EffectKind::Free);
        if !has_only(allocation, EffectKind::Allocate) || !users.iter().all(is_unused) {
            return;
        }
        users.sort_unstable();
        users.dedup();
        self.erase(&users);
        self.body.erase_op(allocation);
    }
}
