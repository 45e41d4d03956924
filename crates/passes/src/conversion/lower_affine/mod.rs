//! `lower-affine`: affine loops, conditions and accesses become those of `scf` and `memref`, affine expressions
//! arithmetic.

mod expand;
mod loops;
pub(crate) mod reductions;

use asyncir_dialects::{affine, memref, scf, vector};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::rewrite::{FnPattern, Rewriter};
use asyncir_ir::{Attribute, Context, Diagnostics, Location, OpId, OperationState, OwnedOp, Type, ValueId};

use crate::affine::affine_expand_index_ops;
use crate::{Pass, PassContext, PassInfo};
use expand::{expand_map, expand_max, expand_min};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "lower-affine",
    class: "LowerAffinePass",
    summary: "Lower Affine operations to a combination of Arith and SCF operations",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(LowerAffine)),
};

struct LowerAffine;

impl Pass for LowerAffine {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut patterns = ConversionPatterns::new();
        let mut target = ConversionTarget::new();
        for pattern in PATTERNS.iter().chain(affine_expand_index_ops::PATTERNS) {
            patterns.add_rewrite(pattern);
            target.illegal_op(pattern.root);
        }
        // Ops of other dialects fold where they can, as in any conversion that does not know them.
        for dialect in ["arith", "memref", "scf", "vector"] {
            target.legal_dialect(dialect);
        }
        let config = cx.conversion_config();
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &config)
    }
}

static PATTERNS: &[FnPattern] = &[
    FnPattern::new("AffineApplyLowering", affine::ApplyOp::DEF, lower_apply),
    FnPattern::new("AffineLoadLowering", affine::LoadOp::DEF, lower_load),
    FnPattern::new("AffinePrefetchLowering", affine::PrefetchOp::DEF, lower_prefetch),
    FnPattern::new("AffineStoreLowering", affine::StoreOp::DEF, lower_store),
    FnPattern::new("AffineVectorLoadLowering", affine::VectorLoadOp::DEF, lower_vector_load),
    FnPattern::new(
        "AffineVectorStoreLowering",
        affine::VectorStoreOp::DEF,
        lower_vector_store,
    ),
    FnPattern::new("AffineForLowering", affine::ForOp::DEF, loops::lower_for),
    FnPattern::new("AffineIfLowering", affine::IfOp::DEF, loops::lower_if),
    FnPattern::new("AffineMinLowering", affine::MinOp::DEF, lower_min),
    FnPattern::new("AffineMaxLowering", affine::MaxOp::DEF, lower_max),
    FnPattern::new("AffineParallelLowering", affine::ParallelOp::DEF, loops::lower_parallel),
    FnPattern::new("AffineYieldOpLowering", affine::YieldOp::DEF, lower_yield),
];

fn lower_apply(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let location = rw.location_of(op);
    let Some(applied) = affine::applied(rw.body.op_ref(rw.ctx, op)) else {
        return false;
    };
    rw.set_before(op);
    let Some(values) = expand_map(rw, location, &applied) else {
        return false;
    };
    rw.replace(op, &values);
    true
}

fn lower_min(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    lower_extreme(rw, op, expand_min)
}

fn lower_max(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    lower_extreme(rw, op, expand_max)
}

fn lower_extreme(rw: &mut Rewriter<'_>, op: OpId, expand: expand::ExpandBound) -> bool {
    let location = rw.location_of(op);
    let Some(applied) = affine::applied(rw.body.op_ref(rw.ctx, op)) else {
        return false;
    };
    rw.set_before(op);
    let Some(value) = expand(rw, location, &applied) else {
        return false;
    };
    rw.replace(op, &[value]);
    true
}

/// The memory and the indices of an access, computed before it.
fn access(rw: &mut Rewriter<'_>, op: OpId) -> Option<(ValueId, Vec<ValueId>)> {
    let location = rw.location_of(op);
    let view = rw.body.op_ref(rw.ctx, op);
    let first = affine::memref_index(view);
    let (memref, applied) = (view.operand(first), affine::indices(view, first)?);
    rw.set_before(op);
    Some((memref, expand_map(rw, location, &applied)?))
}

/// Builds an op that reads memory at indices.
type BuildLoad =
    fn(&Context, Location, ValueId, &[ValueId], Option<Attribute>, Option<Attribute>, &[Type]) -> OperationState;
/// Builds an op that writes a value to memory at indices.
type BuildStore = fn(
    &Context,
    Location,
    ValueId,
    ValueId,
    &[ValueId],
    Option<Attribute>,
    Option<Attribute>,
    &[Type],
) -> OperationState;

fn lower_load(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    lower_read(rw, op, memref::LoadOp::build)
}

fn lower_vector_load(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    lower_read(rw, op, vector::LoadOp::build)
}

fn lower_read(rw: &mut Rewriter<'_>, op: OpId, build: BuildLoad) -> bool {
    let (location, types) = (rw.location_of(op), rw.body.result_types(op));
    let Some((memref, indices)) = access(rw, op) else {
        return false;
    };
    let state = build(rw.ctx, location, memref, &indices, None, None, &types);
    rw.replace_with(op, state);
    true
}

fn lower_store(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    lower_write(rw, op, memref::StoreOp::build)
}

fn lower_vector_store(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    lower_write(rw, op, vector::StoreOp::build)
}

fn lower_write(rw: &mut Rewriter<'_>, op: OpId, build: BuildStore) -> bool {
    let location = rw.location_of(op);
    let value = rw.body.operand(op, 0);
    let Some((memref, indices)) = access(rw, op) else {
        return false;
    };
    let state = build(rw.ctx, location, value, memref, &indices, None, None, &[]);
    rw.replace_with(op, state);
    true
}

fn lower_prefetch(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let location = rw.location_of(op);
    let Some((memref, indices)) = access(rw, op) else {
        return false;
    };
    let view = affine::PrefetchOp(rw.body.op_ref(rw.ctx, op));
    let (Some(write), Some(locality), Some(data)) = (view.isWrite(), view.localityHint(), view.isDataCache()) else {
        return false;
    };
    let state = memref::PrefetchOp::build(rw.ctx, location, memref, &indices, write, locality, data, &[]);
    rw.replace_with(op, state);
    true
}

fn lower_yield(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    // The end of a parallel loop is lowered with the loop.
    let parent = rw.body.parent_op(op);
    if parent.is_some_and(|parent| rw.body.op(parent).is(scf::ParallelOp::DEF)) {
        return false;
    }
    let (location, operands) = (rw.location_of(op), rw.body.operands(op).collect::<Vec<_>>());
    let state = scf::YieldOp::build(rw.ctx, location, &operands, &[]);
    rw.replace_with(op, state);
    true
}
