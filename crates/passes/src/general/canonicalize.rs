//! `canonicalize`: folds ops and applies the canonicalisation patterns of all dialects until nothing changes.

use asyncir_ir::def::OpTrait;
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_patterns_greedily};
use asyncir_ir::rewrite::region_simplify::RegionSimplifyLevel;
use asyncir_ir::rewrite::{FrozenPatternSet, RewritePattern};
use asyncir_ir::{Body, Context, Diagnostics, OwnedOp};

use crate::bodies::on_inner_bodies;
use crate::options::{OptionInfo, PassOptions};
use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "canonicalize",
    class: "Canonicalizer",
    summary: "Canonicalize operations",
    anchor: None,
    options: &[
        OptionInfo::flag("top-down", "Seed the worklist in general top-down order", "true"),
        OptionInfo::choice(
            "region-simplify",
            "Perform control flow optimizations to the region tree",
            &["disabled", "normal", "aggressive"],
            "normal",
        ),
        OptionInfo::long(
            "max-iterations",
            "Max. iterations between applying patterns / simplifying regions",
            "10",
        ),
        OptionInfo::long(
            "max-num-rewrites",
            "Max. number of pattern rewrites within an iteration",
            "-1",
        ),
        OptionInfo::flag(
            "test-convergence",
            "Fail on non-convergence, to detect cyclic patterns",
            "false",
        ),
        OptionInfo::list(
            "disable-patterns",
            "Labels of patterns that should be filtered out during application",
        ),
        OptionInfo::list(
            "enable-patterns",
            "Labels of patterns that should be used during application",
        ),
    ],
    create: |options| Ok(Box::new(Canonicalize::new(options)?)),
};

struct Canonicalize {
    config: GreedyConfig,
    test_convergence: bool,
    disabled: Vec<String>,
    enabled: Vec<String>,
}

impl Canonicalize {
    fn new(options: &PassOptions) -> Result<Self, String> {
        // -1 is no limit; below that, nothing is done.
        let limit = |name: &str| match options.int(name) {
            Ok(-1) => Ok(None),
            number => number.map(|number| Some(usize::try_from(number).unwrap_or(0))),
        };
        let region_simplify = match options.text("region-simplify")? {
            "disabled" => RegionSimplifyLevel::Disabled,
            "aggressive" => RegionSimplifyLevel::Aggressive,
            _ => RegionSimplifyLevel::Normal,
        };
        let config = GreedyConfig {
            top_down: options.flag("top-down")?,
            region_simplify,
            max_iterations: limit("max-iterations")?,
            max_rewrites: limit("max-num-rewrites")?,
            ..GreedyConfig::default()
        };
        Ok(Self {
            config,
            test_convergence: options.flag("test-convergence")?,
            disabled: options.list("disable-patterns")?,
            enabled: options.list("enable-patterns")?,
        })
    }

    fn patterns(&self, ctx: &Context) -> FrozenPatternSet<'static> {
        let is_used = |pattern: &&'static dyn RewritePattern| {
            let listed = |list: &[String]| list.iter().any(|label| label == pattern.name());
            !listed(&self.disabled) && (self.enabled.is_empty() || listed(&self.enabled))
        };
        patterns_if(ctx, is_used)
    }

    /// Bodies are independent of each other, so each has a worklist of its own. Says whether all of them converged.
    fn run_on(&self, cx: &PassContext<'_>, body: &mut Body, patterns: &FrozenPatternSet<'static>) -> bool {
        let mut converged = apply_patterns_greedily(cx.ctx, body, patterns, &self.config).converged;
        let inner = on_inner_bodies(body, cx, |_, own| self.run_on(cx, own, patterns));
        converged &= inner.into_iter().all(|converged| converged);
        converged
    }
}

/// All patterns of canonicalization.
pub(crate) fn all_patterns(ctx: &Context) -> FrozenPatternSet<'static> {
    patterns_if(ctx, |_| true)
}

fn patterns_if(ctx: &Context, is_used: impl Fn(&&'static dyn RewritePattern) -> bool) -> FrozenPatternSet<'static> {
    let dialects = ctx.dialect_names().into_iter().filter_map(|name| ctx.dialect(name));
    let ops = dialects.flat_map(|dialect| dialect.ops.iter());
    FrozenPatternSet::new(
        ops.flat_map(|def| def.hooks.canonicalize.iter().copied())
            .filter(is_used),
    )
}

impl Pass for Canonicalize {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns = self.patterns(cx.ctx);
        debug_assert!(
            op.operation()
                .def()
                .is_none_or(|def| def.has(OpTrait::IsolatedFromAbove))
        );
        let Some(body) = op.body_mut() else {
            return Ok(());
        };
        let converged = self.run_on(cx, body, &patterns);
        if self.test_convergence && !converged {
            Err(Diagnostics::new())
        } else {
            Ok(())
        }
    }
}
