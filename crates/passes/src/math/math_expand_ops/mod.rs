//! `math-expand-ops`: spells out ops of `math` with simpler ones, and with ops of `arith`.
//!
//! Ops stay if their type cannot express the constants that this takes: tensors of unknown shape, and floats without
//! zero or negative numbers.
//!
//! - `functions`: trigonometric and hyperbolic functions, and others that take a few ops;
//! - `powers`: `math.powf` and `math.fpowi`;
//! - `rounding`: `math.ceil`, `math.round` and `math.roundeven`;
//! - `zeros`: `math.ctlz`.

mod functions;
mod powers;
mod rounding;
mod zeros;

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::math;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::float::{from_f64, to_f64};
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{Context, DYNAMIC, Diagnostics, OpId, OwnedOp, Type, ValueId};

use crate::bodies::rewrite_greedily;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "math-expand-ops",
    class: "MathExpandOpsPass",
    summary: "Expand math operations.",
    anchor: None,
    options: &[OptionInfo::list("ops", "Operations to expand.")],
    create: |options| {
        Ok(Box::new(MathExpandOps {
            ops: options.list("ops")?,
        }))
    },
};

struct MathExpandOps {
    /// The ops to expand, without the name of the dialect; all if there are none.
    ops: Vec<String>,
}

/// Whether an op of math is among those that an option names, without the name of the dialect; all are if it names none.
pub(crate) fn is_chosen(ops: &[String], def: &OpDef) -> bool {
    let name = def.name.trim_start_matches("math.");
    ops.is_empty() || ops.iter().any(|op| op == name)
}

impl Pass for MathExpandOps {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let chosen = EXPANSIONS.iter().filter(|pattern| is_chosen(&self.ops, pattern.root));
        let patterns = FrozenPatternSet::new(chosen.map(|pattern| pattern as &dyn RewritePattern));
        rewrite_greedily(op, cx, &patterns)
    }
}

static EXPANSIONS: [FnPattern; 17] = [
    FnPattern::new("expand-ctlz", math::CountLeadingZerosOp::DEF, zeros::ctlz),
    FnPattern::new("expand-sinh", math::SinhOp::DEF, functions::sinh),
    FnPattern::new("expand-cosh", math::CoshOp::DEF, functions::cosh),
    FnPattern::new("expand-tan", math::TanOp::DEF, functions::tan),
    FnPattern::new("expand-tanh", math::TanhOp::DEF, functions::tanh),
    FnPattern::new("expand-asinh", math::AsinhOp::DEF, functions::asinh),
    FnPattern::new("expand-acosh", math::AcoshOp::DEF, functions::acosh),
    FnPattern::new("expand-atanh", math::AtanhOp::DEF, functions::atanh),
    FnPattern::new("expand-fma", math::FmaOp::DEF, functions::fma),
    FnPattern::new("expand-ceil", math::CeilOp::DEF, rounding::ceil),
    FnPattern::new("expand-exp2", math::Exp2Op::DEF, functions::exp2),
    FnPattern::new("expand-powf", math::PowFOp::DEF, |rw, op| {
        powers::powf(rw, op).is_some()
    }),
    FnPattern::new("expand-fpowi", math::FPowIOp::DEF, |rw, op| {
        powers::fpowi(rw, op).is_some()
    }),
    FnPattern::new("expand-round", math::RoundOp::DEF, rounding::round),
    FnPattern::new("expand-roundeven", math::RoundEvenOp::DEF, |rw, op| {
        rounding::roundeven(rw, op).is_some()
    }),
    FnPattern::new("expand-rsqrt", math::RsqrtOp::DEF, functions::rsqrt),
    FnPattern::new("expand-clampf", math::ClampFOp::DEF, functions::clampf),
];

/// Replaces an op with one operand by what `expand` makes of it, unless its type cannot express the constants for it.
fn replace_unary(
    rw: &mut Rewriter<'_>,
    op: OpId,
    constants: &[f64],
    expand: impl FnOnce(&mut ArithBuilder<'_, '_>, ValueId) -> ValueId,
) -> bool {
    let operand = rw.body.operand(op, 0);
    let ty = rw.body.value_type(operand);
    if !constants.is_empty() && !has_constants(rw.ctx, ty) || !expresses(rw.ctx, ty, constants) {
        return false;
    }
    let location = rw.location_of(op);
    let value = expand(&mut ArithBuilder::new(rw, location), operand);
    rw.replace(op, &[value]);
    true
}

/// Whether there are constants of a type: not if its shape is not known.
pub(crate) fn has_constants(ctx: &Context, ty: Type) -> bool {
    !ty.is_shaped(ctx) || ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC))
}

/// Whether floats of a type, or its elements, can have certain values.
fn expresses(ctx: &Context, ty: Type, values: &[f64]) -> bool {
    let semantics = ty.element_or_self(ctx).float(ctx);
    semantics.is_some_and(|semantics| {
        let is_exact = |&value: &f64| to_f64(semantics, from_f64(semantics, value)) == value;
        values.iter().all(is_exact)
    })
}
