//! Rules of the affine dialect: its loops and conditionals take only what the dialect can reason about, and its ops stand
//! where their operands are dimensions and symbols.

use asyncir_dialects::affine::scope::{affine_scope, is_dim};
use asyncir_dialects::memref::DimOp;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{BlockId, Body, Context, OpId, Operation, RegionId, ValueId, WalkOrder};

use super::Target;

/// Whether the blocks of `region` may stand in the place of a call, as far as affine ops in them and around the call are
/// concerned.
pub(super) fn may_inline(ctx: &Context, source: &Body, region: RegionId, target: &Target<'_>) -> bool {
    if !is_affine_region(ctx, target.op) {
        // Affine loops and conditionals, and all in them, stay in affine scopes.
        let mut all = source.walk_region(region, WalkOrder::Pre).into_iter();
        let takes_affine = target.op.has_trait(OpTrait::AffineScope);
        return takes_affine || !all.any(|op| is_affine(ctx, source.op(op)));
    }
    let mut ops = source.region_blocks(region).flat_map(|block| source.block_ops(block));
    let region = source.region(region);
    let (Some(entry), true) = (region.first(), region.first() == region.last()) else {
        return false;
    };
    let inlined = Inlined {
        ctx,
        source,
        entry,
        target,
    };
    ops.all(|op| inlined.may_stand_in_affine_region(op))
}

fn is_affine(ctx: &Context, op: &Operation) -> bool {
    op.name().as_str(ctx).starts_with("affine.")
}

/// Whether the regions of an op are loops or conditionals of the dialect.
fn is_affine_region(ctx: &Context, op: &Operation) -> bool {
    matches!(op.name().as_str(ctx), "affine.for" | "affine.parallel" | "affine.if")
}

/// The block of a function, about to be inlined.
struct Inlined<'a> {
    ctx: &'a Context,
    source: &'a Body,
    entry: BlockId,
    target: &'a Target<'a>,
}

impl Inlined<'_> {
    fn may_stand_in_affine_region(&self, op: OpId) -> bool {
        let data = self.source.op(op);
        if effects_of(self.source.op_ref(self.ctx, op)).is_some_and(|effects| effects.is_empty()) {
            return true;
        }
        let operands: Vec<ValueId> = self.source.operands(op).collect();
        match data.name().as_str(self.ctx) {
            "affine.load" | "affine.vector_load" => self.stay_dims(&operands[1..]),
            "affine.store" | "affine.vector_store" => self.stay_dims(&operands[2..]),
            // Nothing is known of other effects.
            _ => false,
        }
    }

    fn stay_dims(&self, operands: &[ValueId]) -> bool {
        operands.iter().all(|&operand| self.stays_dim(operand))
    }

    /// Whether what stands for a value after inlining is a dimension.
    fn stays_dim(&self, value: ValueId) -> bool {
        if self.source.value_block(value) != Some(self.entry) {
            return true;
        }
        if let Some(def) = self.source.defining_op(value) {
            // It is no longer at the top of a scope, where anything is a dimension.
            return self.source.op(def).is(DimOp::DEF) || constant_value(self.ctx, self.source, value).is_some();
        }
        let Some(number) = self
            .source
            .block_args(self.entry)
            .position(|parameter| parameter == value)
        else {
            return false;
        };
        let Target { body, call, .. } = *self.target;
        let argument = body.operands(call).nth(number);
        argument.is_some_and(|argument| is_dim(self.ctx, body, argument, affine_scope(body, call)))
    }
}
