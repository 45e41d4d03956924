//! `convert-scf-to-cf`: structured control flow becomes branches between blocks.

mod branches;
mod loops;
pub(crate) mod parallel;

use asyncir_dialects::scf;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::rewrite::{FnPattern, Rewriter};
use asyncir_ir::{BlockId, Body, Context, Diagnostics, InsertPoint, OpId, Operation, OwnedOp};

use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-scf-to-cf",
    class: "SCFToControlFlowPass",
    summary: "Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG",
    anchor: None,
    options: &[OptionInfo::flag(
        "allow-pattern-rollback",
        "Experimental performance flag to disallow pattern rollback",
        "true",
    )],
    create: |_| Ok(Box::new(ScfToCf)),
};

struct ScfToCf;

impl Pass for ScfToCf {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut patterns = ConversionPatterns::new();
        populate(&mut patterns);
        let mut target = ConversionTarget::new();
        for pattern in PATTERNS {
            target.illegal_op(pattern.root);
        }
        target.unknown_dynamic(|_| true);
        let config = cx.conversion_config();
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &config)
    }
}

const fn pattern(
    name: &'static str,
    root: &'static OpDef,
    benefit: u16,
    rewrite: fn(&mut Rewriter<'_>, OpId) -> bool,
) -> FnPattern {
    FnPattern {
        name,
        root,
        benefit,
        rewrite,
    }
}

static PATTERNS: &[FnPattern] = &[
    pattern("ForallLowering", scf::ForallOp::DEF, 1, parallel::lower_forall),
    pattern("ForLowering", scf::ForOp::DEF, 1, loops::lower_for),
    pattern("IfLowering", scf::IfOp::DEF, 1, branches::lower_if),
    pattern("ParallelLowering", scf::ParallelOp::DEF, 1, parallel::lower_parallel),
    pattern("WhileLowering", scf::WhileOp::DEF, 1, loops::lower_while),
    pattern(
        "ExecuteRegionLowering",
        scf::ExecuteRegionOp::DEF,
        1,
        branches::lower_execute_region,
    ),
    pattern(
        "IndexSwitchLowering",
        scf::IndexSwitchOp::DEF,
        1,
        branches::lower_index_switch,
    ),
    pattern("DoWhileLowering", scf::WhileOp::DEF, 2, loops::lower_do_while),
];

/// Adds the patterns of this pass.
pub fn populate(patterns: &mut ConversionPatterns) {
    for pattern in PATTERNS {
        patterns.add_rewrite(pattern);
    }
}

/// Lowers one op, for passes that lower some of the ops of scf only; says whether there was a pattern for it.
pub fn lower(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let mut patterns: Vec<&FnPattern> = PATTERNS
        .iter()
        .filter(|pattern| rw.body.op(op).is(pattern.root))
        .collect();
    patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.benefit));
    patterns.into_iter().any(|pattern| (pattern.rewrite)(rw, op))
}

/// Whether [`lower`] has a pattern for an op.
pub fn can_lower(op: &Operation) -> bool {
    PATTERNS.iter().any(|pattern| op.is(pattern.root))
}

/// Splits the block of `op` before it: gives the block that ends there and the one that starts with `op`.
fn split_before(rw: &mut Rewriter<'_>, op: OpId) -> Option<(BlockId, BlockId)> {
    let before = rw.body.parent_block(op)?;
    let after = rw.split_block(InsertPoint::Before(op));
    Some((before, after))
}

/// The first and the last block of a region of an op, with the last op of the latter.
struct RegionEnds {
    first: BlockId,
    last: BlockId,
    terminator: OpId,
}

fn region_ends(body: &Body, op: OpId, region: usize) -> Option<RegionEnds> {
    let region = body.region(*body.op_regions(op).get(region)?);
    let (first, last) = (region.first()?, region.last()?);
    Some(RegionEnds {
        first,
        last,
        terminator: body.block(last).last_op()?,
    })
}

/// Gives a branch back to the start of a loop those attributes of the loop that are the llvm dialect's, such as hints
/// for unrolling.
fn keep_loop_attrs(rw: &mut Rewriter<'_>, from: OpId, latch: OpId) {
    let ctx = rw.ctx;
    let attrs = ctx.dict_attr(
        &rw.body
            .op(from)
            .attrs()
            .as_dict(ctx)
            .unwrap_or_default()
            .iter()
            .copied()
            .filter(|&(_, attr)| is_llvm_attr(ctx, attr))
            .collect::<Vec<_>>(),
    );
    rw.modify(latch, |body| body.op_mut(latch).set_attrs(attrs));
}

fn is_llvm_attr(ctx: &Context, attr: asyncir_ir::Attribute) -> bool {
    match attr.kind(ctx) {
        asyncir_ir::AttrKind::Dialect { def, .. } => def.name.starts_with("llvm."),
        asyncir_ir::AttrKind::Opaque { dialect, .. } => ctx.str(*dialect) == "llvm",
        _ => false,
    }
}
