//! `linalg-fold-unit-extent-dims`: dimensions of one element and loops that run once go.
//!
//! Operands lose such dimensions by `collapse_shape`, and results get them back by `expand_shape`; or both by parts of
//! tensors and memory, as the option says.

mod empty;
mod inits;
mod loops;
mod pads;
mod slices;
mod strategy;

use asyncir_dialects::linalg::{CopyOp, GenericOp, TransposeOp};
use asyncir_dialects::tensor::{
    CastOp, CollapseShapeOp, ConcatOp, EmptyOp, ExpandShapeOp, ExtractOp, ExtractSliceOp, InsertSliceOp, PadOp,
    ParallelInsertSliceOp,
};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_patterns_greedily};
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, WalkOrder};

use crate::memref::resolve_result_dims;
use crate::{OptionInfo, Pass, PassContext, PassInfo, for_each_body};
use strategy::Strategy;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "linalg-fold-unit-extent-dims",
    class: "LinalgFoldUnitExtentDimsPass",
    summary: "Remove unit-extent dimension in Linalg ops on tensors",
    anchor: None,
    options: &[OptionInfo::flag(
        "use-rank-reducing-slices",
        "Generate rank-reducing slices instead of reassociative reshapes",
        "false",
    )],
    create: |options| {
        let strategy = if options.flag("use-rank-reducing-slices")? {
            Strategy::Slices
        } else {
            Strategy::Reshapes
        };
        Ok(Box::new(LinalgFoldUnitExtentDims(strategy)))
    },
};

struct LinalgFoldUnitExtentDims(Strategy);

impl Pass for LinalgFoldUnitExtentDims {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns = self.canonical();
        for_each_body(op, cx, &|body| {
            self.drop_dimensions(cx.ctx, body);
            apply_patterns_greedily(cx.ctx, body, &patterns, &GreedyConfig::default());
            Ok(())
        })
    }
}

impl LinalgFoldUnitExtentDims {
    /// One walk over all ops.
    fn drop_dimensions(&self, ctx: &Context, body: &mut Body) {
        let ops: Vec<OpId> = body.walk_all(WalkOrder::Post);
        let is_candidate = |&op: &OpId| body.op(op).is(GenericOp::DEF) || body.op(op).is(PadOp::DEF);
        let ops: Vec<OpId> = ops.into_iter().filter(is_candidate).collect();
        for op in ops {
            let mut rw = Rewriter::new(ctx, body);
            rw.set_before(op);
            if rw.body.op(op).is(GenericOp::DEF) {
                loops::drop_loops(&mut rw, op, self.0);
            } else {
                pads::drop_dimensions(&mut rw, op, self.0);
            }
        }
    }

    /// The patterns that are applied to what comes of it, in MLIR's order.
    fn canonical(&self) -> FrozenPatternSet<'static> {
        let mut all: Vec<&'static dyn RewritePattern> = vec![&INITS];
        if self.0 == Strategy::Reshapes {
            all.extend(SLICES.iter().map(|pattern| pattern as &dyn RewritePattern));
            all.extend(of(CollapseShapeOp::DEF, |name| name != "of_fill"));
            all.extend(of(ExpandShapeOp::DEF, |name| name != "of_fill"));
        }
        // What is done to filled tensors.
        for def in [CopyOp::DEF, TransposeOp::DEF] {
            all.extend(of(def, |name| matches!(name, "move_fill" | "copy_over_fill")));
        }
        for def in [
            CollapseShapeOp::DEF,
            ExpandShapeOp::DEF,
            ConcatOp::DEF,
            InsertSliceOp::DEF,
            PadOp::DEF,
            ExtractOp::DEF,
        ] {
            all.extend(of(def, |name| {
                matches!(
                    name,
                    "of_fill" | "concat_of_fills" | "insert_of_pad" | "pad_of_fill" | "extract_from_fill"
                )
            }));
        }
        // What is done to empty tensors.
        all.extend(of(EmptyOp::DEF, |_| true));
        all.extend(of(CastOp::DEF, |name| name == "cast_of_empty"));
        all.extend(EMPTY.iter().map(|pattern| pattern as &dyn RewritePattern));
        let sizes = &resolve_result_dims::PATTERNS;
        all.extend(sizes.iter().map(|pattern| pattern as &dyn RewritePattern));
        FrozenPatternSet::new(all)
    }
}

/// Patterns of canonicalisation for an op, by their names. Those of `tensor.empty` are for `tensor.dim`, too.
fn of(
    def: &'static OpDef,
    is_wanted: impl Fn(&str) -> bool + 'static,
) -> impl Iterator<Item = &'static dyn RewritePattern> {
    let patterns = def.hooks.canonicalize.iter().copied();
    patterns.filter(move |pattern| is_wanted(pattern.name()))
}

static INITS: FnPattern = FnPattern::new("MoveInitOperandsToInput", GenericOp::DEF, inits::move_inits);

static SLICES: [FnPattern; 3] = [
    FnPattern::new("RankReducedExtractSliceOp", ExtractSliceOp::DEF, slices::reduce_extract),
    FnPattern::new("RankReducedInsertSliceOp", InsertSliceOp::DEF, slices::reduce_insert),
    FnPattern::new(
        "RankReducedInsertSliceOp",
        ParallelInsertSliceOp::DEF,
        slices::reduce_insert,
    ),
];

static EMPTY: [FnPattern; 4] = [
    FnPattern::new("FoldEmptyTensorWithReshapeOp", ExpandShapeOp::DEF, empty::reshape),
    FnPattern::new("FoldEmptyTensorWithReshapeOp", CollapseShapeOp::DEF, empty::reshape),
    FnPattern::new("FoldEmptyTensorWithExtractSliceOp", ExtractSliceOp::DEF, empty::part),
    FnPattern::new("FoldConcatsOfEmpty", ConcatOp::DEF, empty::concat),
];
