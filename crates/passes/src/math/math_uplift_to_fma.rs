//! `math-uplift-to-fma`: a product and a sum that may be contracted become `math.fma`.

use asyncir_dialects::arith::attrs::{FASTMATH_DEF, fastmath, fastmath_of};
use asyncir_dialects::arith::{AddFOp, MulFOp};
use asyncir_dialects::enum_attrs::enum_attribute;
use asyncir_dialects::math::FmaOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{Diagnostics, OpId, OwnedOp, ValueId};

use crate::bodies::rewrite_greedily;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "math-uplift-to-fma",
    class: "MathUpliftToFMA",
    summary: "Uplift arith ops to math.fma.",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(MathUpliftToFma)),
};

struct MathUpliftToFma;

impl Pass for MathUpliftToFma {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns = FrozenPatternSet::new(std::iter::once(&CONTRACT as &dyn RewritePattern));
        rewrite_greedily(op, cx, &patterns)
    }
}

static CONTRACT: FnPattern = FnPattern::new("contract", AddFOp::DEF, |rw, op| contract(rw, op).is_some());

fn contract(rw: &mut Rewriter<'_>, sum: OpId) -> Option<()> {
    let (lhs, rhs) = (rw.body.operand(sum, 0), rw.body.operand(sum, 1));
    let (product, addend) = match (product_of(rw, lhs), product_of(rw, rhs)) {
        (Some(product), _) => (product, rhs),
        (None, Some(product)) => (product, lhs),
        (None, None) => return None,
    };
    // What only one of the two may assume is not known of their combination.
    let flags = fastmath_of(rw.body.op_ref(rw.ctx, sum)) & fastmath_of(rw.body.op_ref(rw.ctx, product));
    if flags & fastmath::CONTRACT == 0 {
        return None;
    }
    let (a, b) = (rw.body.operand(product, 0), rw.body.operand(product, 1));
    let ty = rw.body.value_type(lhs);
    let flags = Some(enum_attribute(rw.ctx, &FASTMATH_DEF, flags));
    let location = rw.location_of(sum);
    rw.replace_with(sum, FmaOp::build(rw.ctx, location, a, b, addend, flags, &[ty]));
    Some(())
}

fn product_of(rw: &Rewriter<'_>, value: ValueId) -> Option<OpId> {
    rw.body.defining_op(value).filter(|&op| rw.body.op(op).is(MulFOp::DEF))
}
