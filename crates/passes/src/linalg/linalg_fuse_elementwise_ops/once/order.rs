//! Which ops could be done in the place of others: nothing in between has effects.

use std::collections::HashMap;

use asyncir_dialects::arith;
use asyncir_dialects::bufferization::ToTensorOp;
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::linalg::Structured;
use asyncir_dialects::tensor::{DimOp, EmptyOp, ExtractOp, SplatOp};
use asyncir_ir::def::{EffectKind, OpTrait, OpView};
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{BlockId, Body, Context, OpId, OpRef, WalkOrder, WalkResult};

use super::seen::Seen;

/// How many effects there are in a block in front of an op, and up to its end.
#[derive(Clone, Copy)]
struct Place {
    before: u32,
    after: u32,
}

/// The places of the structured ops on tensors of a body.
pub(super) struct Order {
    places: HashMap<OpId, Place>,
}

impl Order {
    /// The ops in order, and their places.
    pub(super) fn of(ctx: &Context, body: &Body, seen: &Seen) -> (Vec<OpId>, Self) {
        let (mut ops, mut places) = (Vec::new(), HashMap::new());
        let mut effects: HashMap<BlockId, u32> = HashMap::new();
        let mut visit = |op: OpId| {
            let view = body.op_ref(ctx, op);
            let Some(block) = body.parent_block(op) else {
                return WalkResult::Advance;
            };
            let count = effects.entry(block).or_default();
            let before = *count;
            *count += u32::from(has_effects(view, seen));
            let nest = view
                .data()
                .def()
                .is_some_and(Structured::is)
                .then(|| Structured::of(view));
            if let Some(nest) = nest.flatten() {
                if nest.is_on_tensors() {
                    ops.push(op);
                    places.insert(op, Place { before, after: *count });
                }
                return WalkResult::Skip;
            }
            WalkResult::Advance
        };
        for &region in body.root_regions() {
            body.visit_region(region, WalkOrder::Pre, &mut visit);
        }
        (ops, Self { places })
    }

    /// An op that takes the place of another one.
    pub(super) fn copy_place(&mut self, from: OpId, to: OpId) {
        if let Some(&place) = self.places.get(&from) {
            self.places.insert(to, place);
        }
    }

    /// Whether an op stands in front of another one in the same block, and nothing in between has effects.
    pub(super) fn are_neighbours(&self, body: &Body, first: OpId, second: OpId) -> bool {
        let places = self.places.get(&first).zip(self.places.get(&second));
        body.parent_block(first) == body.parent_block(second)
            && places.is_some_and(|(first, second)| first.after == second.before)
            && body.is_before_in_block(first, second)
    }
}

/// Whether an op does something that the order of what is computed matters for. It does if it may write memory that is seen from
/// outside, too.
fn has_effects(op: OpRef<'_>, seen: &Seen) -> bool {
    let inner = op.body.op_regions(op.op).iter();
    let mut inner = inner
        .flat_map(|&region| op.body.region_blocks(region))
        .flat_map(|block| op.body.block_ops(block));
    if inner.any(|inner| has_effects_itself(op.body.op_ref(op.ctx, inner), seen, true)) {
        return true;
    }
    has_effects_itself(op, seen, false)
}

fn has_effects_itself(op: OpRef<'_>, seen: &Seen, is_inner: bool) -> bool {
    let data = op.data();
    let has_regions = !op.body.op_regions(op.op).is_empty() || data.body().is_some();
    if is_inner && has_regions {
        return true;
    }
    let is_harmless = match effects_of(op) {
        Some(effects) => effects
            .iter()
            .all(|effect| matches!(effect.kind, EffectKind::Read | EffectKind::Allocate)),
        None => has_regions && data.has_trait(OpTrait::RecursiveMemoryEffects),
    };
    !is_harmless && !data.has_trait(OpTrait::Terminator) || seen.any() && may_touch_seen(op, seen)
}

/// Whether an op may read or write memory that is seen from outside, otherwise than to read a tensor of it.
fn may_touch_seen(op: OpRef<'_>, seen: &Seen) -> bool {
    let data = op.data();
    let only_reads = [
        EmptyOp::DEF,
        SplatOp::DEF,
        DimOp::DEF,
        ExtractOp::DEF,
        ToTensorOp::DEF,
        arith::ConstantOp::DEF,
    ]
    .into_iter()
    .any(|def| data.is(def));
    if only_reads || data.has_trait(OpTrait::Terminator) {
        return false;
    }
    if let Some(nest) = Structured::of(op).filter(Structured::is_on_tensors) {
        return nest.inits().iter().any(|&init| seen.may_be(op.ctx, op.body, init));
    }
    let gives_tensors = op.result_types().iter().any(|&ty| is_tensor(op.ctx, ty));
    gives_tensors || effects_of(op).is_none_or(|effects| !effects.is_empty())
}
