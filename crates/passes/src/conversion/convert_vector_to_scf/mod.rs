//! `convert-vector-to-scf`: transfers of vectors of several dimensions, and of elements that do not follow one another,
//! become loops; so does printing of vectors.

mod buffered;
pub(crate) mod build;
mod one_dimensional;
mod permutation;
mod print;
mod transfer;
mod unrolled;

use asyncir_dialects::vector;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_patterns_greedily};
use asyncir_ir::rewrite::{FrozenPatternSet, PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::{Diagnostics, OpId, OwnedOp};

use self::transfer::Wanted;
use crate::bodies::for_each_body;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-vector-to-scf",
    class: "ConvertVectorToSCF",
    summary: "Lower the operations from the vector dialect into the SCF dialect",
    anchor: None,
    options: &[
        OptionInfo::flag(
            "full-unroll",
            "Perform full unrolling when converting vector transfers to SCF",
            "false",
        ),
        OptionInfo::uint(
            "target-rank",
            "Target vector rank to which transfer ops should be lowered",
            "1",
        ),
        OptionInfo::flag("lower-tensors", "Lower transfer ops that operate on tensors", "false"),
        OptionInfo::flag(
            "lower-scalable",
            "Add scalable vector specific lowerings (that introduce loops)",
            "false",
        ),
    ],
    create: |options| {
        if options.flag("lower-scalable")? {
            return Err("lower-scalable is not supported".to_owned());
        }
        Ok(Box::new(ConvertVectorToScf {
            unroll: options.flag("full-unroll")?,
            wanted: Wanted {
                target_rank: usize::try_from(options.int("target-rank")?).unwrap_or(1),
                tensors: options.flag("lower-tensors")?,
            },
        }))
    },
};

struct ConvertVectorToScf {
    unroll: bool,
    wanted: Wanted,
}

impl Pass for ConvertVectorToScf {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let to_minor_identity =
            FrozenPatternSet::new(PERMUTATIONS.iter().map(|pattern| pattern as &dyn RewritePattern));
        let patterns = self.patterns();
        let to_loops = FrozenPatternSet::new(patterns.iter().map(|pattern| pattern as &dyn RewritePattern));
        for_each_body(op, cx, &|body| {
            let config = GreedyConfig::default();
            apply_patterns_greedily(cx.ctx, body, &to_minor_identity, &config);
            Ok(())
        })?;
        for_each_body(op, cx, &|body| {
            let config = GreedyConfig::default();
            apply_patterns_greedily(cx.ctx, body, &to_loops, &config);
            Ok(())
        })
    }
}

type Rewrite = fn(&mut Rewriter<'_>, OpId, Wanted) -> Option<()>;

/// A rewrite that knows which transfers are lowered.
struct Pattern {
    name: &'static str,
    root: &'static OpDef,
    wanted: Wanted,
    rewrite: Rewrite,
}

impl RewritePattern for Pattern {
    fn name(&self) -> &str {
        self.name
    }
    fn root(&self) -> PatternRoot {
        PatternRoot::Op(self.root)
    }
    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        (self.rewrite)(rw, op, self.wanted).is_some()
    }
}

const fn pattern(name: &'static str, root: &'static OpDef, rewrite: Rewrite) -> Pattern {
    Pattern {
        name,
        root,
        wanted: Wanted {
            target_rank: 1,
            tensors: false,
        },
        rewrite,
    }
}

static PERMUTATIONS: [Pattern; 5] = [
    pattern(
        "transpose-read",
        vector::TransferReadOp::DEF,
        permutation::transpose_read,
    ),
    pattern(
        "transpose-write",
        vector::TransferWriteOp::DEF,
        permutation::transpose_write,
    ),
    pattern(
        "broadcast-read",
        vector::TransferReadOp::DEF,
        permutation::broadcast_read,
    ),
    pattern("extend-write", vector::TransferWriteOp::DEF, permutation::extend_write),
    pattern(
        "order-masked-read",
        vector::TransferReadOp::DEF,
        permutation::order_masked_read,
    ),
];

impl ConvertVectorToScf {
    fn patterns(&self) -> Vec<Pattern> {
        let (read, write) = (vector::TransferReadOp::DEF, vector::TransferWriteOp::DEF);
        let mut patterns = if self.unroll {
            vec![
                pattern("unroll-read", read, unrolled::read),
                pattern("unroll-write", write, unrolled::write),
            ]
        } else {
            vec![
                pattern("prepare-read", read, buffered::prepare_read),
                pattern("prepare-write", write, buffered::prepare_write),
                pattern("unpack-read", read, buffered::unpack_read),
                pattern("unpack-write", write, buffered::unpack_write),
            ]
        };
        if self.wanted.target_rank == 1 {
            patterns.push(pattern("read-elements", read, one_dimensional::read));
            patterns.push(pattern("write-elements", write, one_dimensional::write));
        }
        patterns.push(pattern("print-elements", vector::PrintOp::DEF, print::decompose));
        for pattern in &mut patterns {
            pattern.wanted = self.wanted;
        }
        patterns
    }
}
