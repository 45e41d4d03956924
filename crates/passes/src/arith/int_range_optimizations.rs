//! `int-range-optimizations`: values with a single number in their range become constants, and remainders of numbers that
//! are in range already go away.

use asyncir_dialects::arith::{DIALECT, RemSIOp, RemUIOp};
use asyncir_dialects::constant_fold::splat;
use asyncir_dialects::matchers::uniform_constant;
use asyncir_ir::def::{Dialect, OpTrait, OpView};
use asyncir_ir::rewrite::effects::would_be_trivially_dead;
use asyncir_ir::rewrite::fold::{constant_state, dialect_of};
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_patterns_greedily};
use asyncir_ir::rewrite::{FrozenPatternSet, PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::{Diagnostics, OpId, OwnedOp, RegionId, ValueId};

use super::ranges::{Ranges, for_each_body};
use crate::analysis::dataflow::solver::CONSTANTS_AND_RANGES;
use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "int-range-optimizations",
    class: "ArithIntRangeOpts",
    summary: "Do optimizations based on integer range analysis",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(IntRangeOptimizations)),
};

struct IntRangeOptimizations;

impl Pass for IntRangeOptimizations {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut converged = true;
        for_each_body(cx, op, CONSTANTS_AND_RANGES, |body, known, owner| {
            let constants = MakeConstants { known, owner };
            let [signed, unsigned] = [true, false].map(|is_signed| RemoveRemainder { known, is_signed });
            let patterns = FrozenPatternSet::new([&constants as &dyn RewritePattern, &signed, &unsigned]);
            let outcome = apply_patterns_greedily(cx.ctx, body, &patterns, &GreedyConfig::default());
            converged &= outcome.converged;
        });
        if converged { Ok(()) } else { Err(Diagnostics::new()) }
    }
}

/// Replaces results and arguments by constants.
struct MakeConstants<'a> {
    known: &'a Ranges,
    /// The dialect of the op that the body belongs to. The pass's own op is left alone.
    owner: Option<&'static Dialect>,
}

impl MakeConstants<'_> {
    /// Whether a value is used, and the same number wherever it is used.
    fn is_constant(&self, rw: &Rewriter<'_>, value: ValueId) -> bool {
        rw.body.has_uses(value) && self.known.of(value).is_some_and(|range| range.constant().is_some())
    }

    /// Replaces a value by a constant, made at the place of the rewriter; says whether it did.
    fn replace(&self, rw: &mut Rewriter<'_>, value: ValueId, dialect: Option<&'static Dialect>) -> bool {
        if !self.is_constant(rw, value) {
            return false;
        }
        self.make(rw, value, dialect).is_some()
    }

    fn make(&self, rw: &mut Rewriter<'_>, value: ValueId, dialect: Option<&'static Dialect>) -> Option<()> {
        let range = self.known.of(value)?;
        let (ty, location) = (rw.body.value_type(value), rw.body.value_location(value));
        let attr = splat(rw.ctx, ty, range.constant()?)?;
        let state = constant_state(rw.ctx, dialect, attr, ty, location)
            .or_else(|| constant_state(rw.ctx, Some(&DIALECT), attr, ty, location))?;
        let constant = rw.insert_value(state);
        self.known.note(constant, range);
        rw.replace_value(value, constant);
        Some(())
    }

    /// Replaces the arguments of the blocks of a region.
    fn replace_arguments(&self, rw: &mut Rewriter<'_>, region: RegionId, dialect: Option<&'static Dialect>) -> bool {
        let mut changed = false;
        for block in rw.body.region_blocks(region).collect::<Vec<_>>() {
            rw.set_start(block);
            for argument in rw.body.block_args(block).collect::<Vec<_>>() {
                changed |= self.replace(rw, argument, dialect);
            }
        }
        changed
    }
}

impl RewritePattern for MakeConstants<'_> {
    fn name(&self) -> &str {
        "make-constants"
    }

    fn root(&self) -> PatternRoot {
        PatternRoot::Any
    }

    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        let data = rw.body.op(op);
        if data.has_trait(OpTrait::ConstantLike) {
            return false;
        }
        let dialect = dialect_of(rw.ctx, data.name());
        let (mut changed, mut all) = (false, data.num_results() > 0);
        for result in rw.body.results(op) {
            changed |= self.replace(rw, result, dialect);
            all &= !rw.body.has_uses(result);
        }
        if changed && all && would_be_trivially_dead(rw.body.op_ref(rw.ctx, op)) {
            rw.erase(op);
            return true;
        }
        for region in rw.body.op_regions(op).to_vec() {
            changed |= self.replace_arguments(rw, region, dialect);
        }
        changed
    }

    fn rewrite_owned(&self, rw: &mut Rewriter<'_>, region: RegionId) -> bool {
        self.owner.is_some() && self.replace_arguments(rw, region, self.owner)
    }
}

/// Replaces the remainder of a number by that number if it is less than the divisor, and not negative.
struct RemoveRemainder<'a> {
    known: &'a Ranges,
    is_signed: bool,
}

impl RewritePattern for RemoveRemainder<'_> {
    fn name(&self) -> &str {
        "remove-remainder"
    }

    fn root(&self) -> PatternRoot {
        PatternRoot::Op(if self.is_signed { RemSIOp::DEF } else { RemUIOp::DEF })
    }

    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        let (lhs, rhs) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
        let divisor = uniform_constant(rw.ctx, rw.body, rhs).filter(|divisor| !divisor.is_negative());
        let Some((divisor, range)) = divisor.zip(self.known.of(lhs)) else {
            return false;
        };
        let (min, max) = range.bounds(self.is_signed);
        let is_less = |bound: &asyncir_ir::ApInt| !bound.is_negative() && bound.ucmp(&divisor).is_lt();
        let is_in_range = is_less(min) && is_less(max) && min.ucmp(max).is_le();
        if is_in_range {
            rw.replace(op, &[lhs]);
        }
        is_in_range
    }
}
