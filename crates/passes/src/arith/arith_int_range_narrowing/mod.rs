//! `arith-int-range-narrowing`: integer ops on numbers that fit into fewer bits are done on these.
//!
//! - `fit`: how numbers fit into fewer bits, and which ops do the same there;
//! - `patterns`: the rewrites.

mod fit;
mod patterns;

use asyncir_dialects::arith::{IndexCastOp, IndexCastUIOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_patterns_greedily};
use asyncir_ir::rewrite::{FrozenPatternSet, RewritePattern};
use asyncir_ir::{Diagnostics, OwnedOp};

use self::patterns::{FoldIndexCasts, NarrowComparison, NarrowElementwise};
use super::ranges::for_each_body;
use crate::analysis::dataflow::solver::CONSTANTS_AND_RANGES;
use crate::options::OptionInfo;
use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "arith-int-range-narrowing",
    class: "ArithIntRangeNarrowing",
    summary: "Reduce integer operations bitwidth based on integer range analysis",
    anchor: None,
    options: &[OptionInfo::list(
        "int-bitwidths-supported",
        "Integer bitwidths supported",
    )],
    create: |options| {
        let widths = options.list("int-bitwidths-supported")?;
        Ok(Box::new(ArithIntRangeNarrowing {
            widths: widths
                .iter()
                .map(|width| parse_width(width))
                .collect::<Result<_, _>>()?,
        }))
    },
};

fn parse_width(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("'{text}' value invalid for uint argument!"))
}

struct ArithIntRangeNarrowing {
    /// Numbers of bits, in the order in which they are tried.
    widths: Vec<u32>,
}

impl Pass for ArithIntRangeNarrowing {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let widths = &self.widths[..];
        let mut converged = true;
        for_each_body(cx, op, CONSTANTS_AND_RANGES, |body, ranges, _| {
            let elementwise = NarrowElementwise { ranges, widths };
            let comparison = NarrowComparison { ranges, widths };
            let [unsigned, signed] = [IndexCastUIOp::DEF, IndexCastOp::DEF].map(|cast| FoldIndexCasts { cast, widths });
            let patterns =
                FrozenPatternSet::new([&elementwise as &dyn RewritePattern, &comparison, &unsigned, &signed]);
            let outcome = apply_patterns_greedily(cx.ctx, body, &patterns, &GreedyConfig::default());
            converged &= outcome.converged;
        });
        if converged { Ok(()) } else { Err(Diagnostics::new()) }
    }
}
