//! What the lowerings of structured ops to loops share.

mod nest;
mod payload;

use asyncir_dialects::affine::ApplyOp;
use asyncir_dialects::{memref, tensor};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FrozenPatternSet, PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::{Diagnostics, OpId, OwnedOp};

pub(super) use nest::LoopKind;
pub(super) use payload::Payload;

use crate::PassContext;
use crate::bodies::rewrite_greedily;

/// Turns structured ops on memory into loops.
struct LowerStructuredOp(LoopKind);

impl RewritePattern for LowerStructuredOp {
    fn name(&self) -> &str {
        "LinalgRewritePattern"
    }
    fn root(&self) -> PatternRoot {
        PatternRoot::Any
    }
    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        nest::lower(rw, op, self.0).is_some()
    }
}

/// Turns all structured ops on memory in `op` into loops, and folds what the loops compute of sizes and indices.
pub(super) fn lower_all(cx: &PassContext<'_>, op: &mut OwnedOp, kind: LoopKind) -> Result<(), Diagnostics> {
    let lowering = LowerStructuredOp(kind);
    let patterns = FrozenPatternSet::new(canonical().chain([&lowering as &dyn RewritePattern]));
    rewrite_greedily(op, cx, &patterns)
}

/// Folds what loops compute of sizes and indices.
pub(super) fn fold_all(cx: &PassContext<'_>, op: &mut OwnedOp) -> Result<(), Diagnostics> {
    rewrite_greedily(op, cx, &FrozenPatternSet::new(canonical()))
}

fn canonical<'a>() -> impl Iterator<Item = &'a dyn RewritePattern> {
    [memref::DimOp::DEF, tensor::DimOp::DEF, ApplyOp::DEF]
        .into_iter()
        .flat_map(|def| {
            def.hooks
                .canonicalize
                .iter()
                .map(|&pattern| pattern as &'a dyn RewritePattern)
        })
}
