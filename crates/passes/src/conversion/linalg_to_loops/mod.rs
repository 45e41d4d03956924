//! What the lowerings of structured ops to loops share.

mod nest;

use asyncir_dialects::affine::ApplyOp;
use asyncir_dialects::memref::DimOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_patterns_greedily};
use asyncir_ir::rewrite::{Frozen, PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::{Body, Context, OpId, OwnedOp};

pub(super) use nest::LoopKind;

use crate::general::canonicalize::{put_bodies, take_bodies};

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
pub(super) fn lower_all(ctx: &Context, op: &mut OwnedOp, kind: LoopKind) {
    let lowering = LowerStructuredOp(kind);
    let canonical = [DimOp::DEF, ApplyOp::DEF]
        .into_iter()
        .flat_map(|def| def.hooks.canonicalize.iter().copied());
    let patterns = Frozen::new(canonical.chain([&lowering as &dyn RewritePattern]));
    if let Some(body) = op.body_mut() {
        lower_body(ctx, body, &patterns);
    }
}

fn lower_body(ctx: &Context, body: &mut Body, patterns: &Frozen<'_>) {
    apply_patterns_greedily(ctx, body, patterns, &GreedyConfig::default());
    let mut inner = take_bodies(body);
    for (_, own) in &mut inner {
        lower_body(ctx, own, patterns);
    }
    put_bodies(body, inner);
}
