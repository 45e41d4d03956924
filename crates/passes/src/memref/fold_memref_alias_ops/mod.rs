//! `fold-memref-alias-ops`: what accesses a view of memory accesses the memory itself, at indices that are computed from
//! those of the view.

mod access;
mod indices;
mod subview;

use asyncir_dialects::{memref, vector};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{Diagnostics, OpId, OwnedOp};

use self::access::Access;
use crate::bodies::rewrite_greedily;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "fold-memref-alias-ops",
    class: "FoldMemRefAliasOpsPass",
    summary: "Fold memref alias ops into consumer load/store ops",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(FoldMemRefAliasOps)),
};

struct FoldMemRefAliasOps;

impl Pass for FoldMemRefAliasOps {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns = FrozenPatternSet::new(PATTERNS.iter().map(|pattern| pattern as &dyn RewritePattern));
        rewrite_greedily(op, cx, &patterns)
    }
}

static PATTERNS: [FnPattern; 9] = [
    FnPattern::new("fold-load", memref::LoadOp::DEF, fold),
    FnPattern::new("fold-store", memref::StoreOp::DEF, fold),
    FnPattern::new("fold-vector-load", vector::LoadOp::DEF, fold),
    FnPattern::new("fold-vector-store", vector::StoreOp::DEF, fold),
    FnPattern::new("fold-masked-load", vector::MaskedloadOp::DEF, fold),
    FnPattern::new("fold-masked-store", vector::MaskedstoreOp::DEF, fold),
    FnPattern::new("fold-transfer-read", vector::TransferReadOp::DEF, fold),
    FnPattern::new("fold-transfer-write", vector::TransferWriteOp::DEF, fold),
    FnPattern::new("fold-subview", memref::SubViewOp::DEF, |rw, op| {
        subview::merge(rw, op).is_some()
    }),
];

fn fold(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    fold_access(rw, op).is_some()
}

/// Accesses what a view shows instead of the view.
fn fold_access(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let access = Access::of(rw.body.op_ref(rw.ctx, op))?;
    let view = rw.body.defining_op(access.memref)?;
    let source = rw.body.operands(view).next()?;
    let data = rw.body.op(view);
    let (is_subview, is_expansion) = (data.is(memref::SubViewOp::DEF), data.is(memref::ExpandShapeOp::DEF));
    let is_collapse = data.is(memref::CollapseShapeOp::DEF);
    let op_view = rw.body.op_ref(rw.ctx, view);
    let is_same = (is_subview && access.is_same_in_subview(op_view))
        || (is_expansion && access.is_same_in_expansion(op_view))
        || (is_collapse && access.is_same_in_collapse(op_view));
    if !is_same {
        return None;
    }
    let at = rw.location_of(op);
    // The ops that compute indices must not be masked.
    let around = rw
        .body
        .parent_op(op)
        .filter(|&op| rw.body.op(op).is(vector::MaskOp::DEF));
    rw.set_before(around.unwrap_or(op));
    let (indices, dropped) = if is_subview {
        indices::in_subview(rw, at, view, &access.indices)?
    } else if is_expansion {
        let is_disjoint = rw.body.op(op).is(memref::LoadOp::DEF) || rw.body.op(op).is(memref::StoreOp::DEF);
        (
            indices::in_expansion(rw, at, view, &access.indices, is_disjoint)?,
            vec![],
        )
    } else {
        (indices::in_collapse(rw, at, view, &access.indices)?, vec![])
    };
    let state = access.with_base(rw.body.op_ref(rw.ctx, op), source, &indices, &dropped, is_subview)?;
    rw.replace_with(op, state);
    Some(())
}
