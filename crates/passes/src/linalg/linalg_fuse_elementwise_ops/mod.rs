//! `linalg-fuse-elementwise-ops`: one `linalg.generic` computes what several ones did one after the other.
//!
//! What a tensor is computed from is computed where the tensor is read, if that is the only place. So that more can be
//! fused, splits and merges of dimensions move through the ops, numbers that are the same everywhere move into the regions,
//! and operands and results that nobody needs go.
//!
//! MLIR's pass also computes elements more often than before: in each step of a reduction that reads them, for one. With the
//! option `no-recomputation`, which MLIR's pass does not have, only that is fused which pays in any case (`once`).

mod bubble;
mod constants;
mod expand;
mod expansion;
mod fuse;
mod once;
mod outs;
mod pads;
mod unused;

use asyncir_dialects::affine::ApplyOp;
use asyncir_dialects::linalg::{GenericOp, Structured, dialect_patterns};
use asyncir_dialects::tensor::{CollapseShapeOp, ExpandShapeOp, PadOp};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_patterns_greedily};
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern};
use asyncir_ir::{Context, Diagnostics, OwnedOp};

use crate::{OptionInfo, Pass, PassContext, PassInfo, for_each_body};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "linalg-fuse-elementwise-ops",
    class: "LinalgElementwiseOpFusionPass",
    summary: "Fuse elementwise operations on tensors",
    anchor: None,
    options: &[OptionInfo::flag(
        "no-recomputation",
        "Fuse only where nothing is computed more often than before and tensors go, also named ops, and change nothing else",
        "false",
    ).of_asyncir()],
    create: |options| {
        Ok(Box::new(LinalgFuseElementwiseOps {
            no_recomputation: options.flag("no-recomputation")?,
        }))
    },
};

struct LinalgFuseElementwiseOps {
    /// Whether to fuse as `once` does, which MLIR's pass cannot.
    no_recomputation: bool,
}

impl Pass for LinalgFuseElementwiseOps {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        if self.no_recomputation {
            once::fuse_within(op.operation_mut(), cx);
            return Ok(());
        }
        let (first, last) = (fusing(cx.ctx), cleaning(cx.ctx));
        let mut all: Vec<&dyn RewritePattern> = Vec::new();
        all.extend(first.iter().map(|pattern| pattern as &dyn RewritePattern));
        for pattern in canonical() {
            all.push(pattern);
        }
        all.extend(last.iter().map(|pattern| pattern as &dyn RewritePattern));
        let patterns = FrozenPatternSet::new(all);
        let config = GreedyConfig {
            top_down: true,
            ..GreedyConfig::default()
        };
        for_each_body(op, cx, &|body| {
            apply_patterns_greedily(cx.ctx, body, &patterns, &config);
            Ok(())
        })
    }
}

/// All structured ops.
fn structured_ops(ctx: &Context) -> impl Iterator<Item = &'static OpDef> {
    let dialect = ctx.dialect("linalg").into_iter();
    dialect
        .flat_map(|dialect| dialect.ops.iter())
        .map(|def| &**def)
        .filter(|def| Structured::is(def))
}

/// The patterns that fuse, in MLIR's order.
fn fusing(ctx: &Context) -> Vec<FnPattern> {
    let mut patterns = vec![
        FnPattern::new("FuseElementwiseOps", GenericOp::DEF, fuse::fuse),
        FnPattern::new("FoldFillWithGenericOp", GenericOp::DEF, constants::fold_fills),
        FnPattern::new("FoldScalarOrSplatConstant", GenericOp::DEF, constants::fold_uniform),
        FnPattern::new("RemoveOutsDependency", GenericOp::DEF, outs::forget_outs),
        FnPattern::new(
            "DeduplicateAndRemoveDeadOperandsAndResults",
            GenericOp::DEF,
            unused::drop_unused,
        ),
        FnPattern::new("RemoveUnusedCycleInGenericOp", GenericOp::DEF, unused::drop_cycles),
        FnPattern::new(
            "FoldReshapeWithGenericOpByExpansion",
            ExpandShapeOp::DEF,
            expand::of_result,
        ),
        FnPattern::new(
            "FoldPadWithProducerReshapeOpByExpansion",
            PadOp::DEF,
            pads::pad_of_collapse,
        ),
        FnPattern::new(
            "FoldReshapeWithProducerPadOpByExpansion",
            ExpandShapeOp::DEF,
            pads::expand_of_pad,
        ),
    ];
    patterns.extend(
        structured_ops(ctx)
            .map(|def| FnPattern::new("FoldWithProducerReshapeOpByExpansion", def, expand::of_collapsed_input)),
    );
    patterns.push(FnPattern::new(
        "BubbleUpExpandThroughParallelCollapse",
        ExpandShapeOp::DEF,
        bubble::expand_before_collapse,
    ));
    patterns
}

/// The patterns of canonicalisation that belong to the pass: not all that there are for these ops, because some come from
/// other ops.
fn canonical() -> impl Iterator<Item = &'static dyn RewritePattern> {
    let of = |def: &'static OpDef, others: &'static [&'static str]| {
        let patterns = def.hooks.canonicalize.iter().copied();
        patterns.filter(move |pattern| !others.contains(&pattern.name()))
    };
    of(ApplyOp::DEF, &[])
        .chain(of(GenericOp::DEF, &["shared"]))
        .chain(of(ExpandShapeOp::DEF, &["of_fill"]))
        .chain(of(CollapseShapeOp::DEF, &["of_fill"]))
}

/// The patterns behind those.
fn cleaning(ctx: &Context) -> Vec<FnPattern> {
    let mut patterns = dialect_patterns(ctx);
    patterns.extend(
        structured_ops(ctx).map(|def| FnPattern::new("FoldConstantTranspose", def, constants::fold_transposition)),
    );
    patterns
}
