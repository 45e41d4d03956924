//! Values that loops carry and reduce.

use asyncir_dialects::affine::{ForOp, fits_reduction};
use asyncir_dialects::arith::{self, build};
use asyncir_dialects::matchers::constant;
use asyncir_ir::def::{OpDef, OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{Body, Context, OpId, Type, ValueId, WalkOrder};

use crate::conversion::lower_affine::reductions::identity;

/// A value that a loop carries and reduces.
pub(super) struct Reduction {
    /// How it is called.
    pub(super) name: &'static str,
    /// What an iteration contributes.
    pub(super) contribution: ValueId,
    /// What combines it with the carried value.
    pub(super) combiner: OpId,
    /// The type of the value.
    pub(super) ty: Type,
}

impl Reduction {
    /// A value that changes nothing when it is combined with another one: the given one if it is such, or a constant at the
    /// cursor. Zeros of both signs count as one.
    pub(super) fn neutral_value(&self, rw: &mut Rewriter<'_>, given: ValueId) -> Option<ValueId> {
        let neutral = identity(rw.ctx, self.name, self.ty)?;
        let known = constant(rw.ctx, rw.body, given);
        let is_negative_zero = || {
            let sign = 1 << (self.ty.float(rw.ctx)?.width() - 1);
            Some(self.name == "addf" && known == Some(rw.ctx.float_bits_attr(self.ty, sign)))
        };
        if known == Some(neutral) || is_negative_zero() == Some(true) {
            return Some(given);
        }
        let at = rw.body.value_location(given);
        Some(build::constant(rw, at, neutral))
    }
}

/// Ops that combine values, and how the reduction is called.
static COMBINERS: &[(&OpDef, &str)] = &[
    (arith::AddFOp::DEF, "addf"),
    (arith::AddIOp::DEF, "addi"),
    (arith::AndIOp::DEF, "andi"),
    (arith::MaximumFOp::DEF, "maximumf"),
    (arith::MinimumFOp::DEF, "minimumf"),
    (arith::MulFOp::DEF, "mulf"),
    (arith::MulIOp::DEF, "muli"),
    (arith::OrIOp::DEF, "ori"),
];

/// What a loop reduces; `None` if it carries anything else.
pub(super) fn reductions_of(ctx: &Context, body: &Body, op: OpId) -> Option<Vec<Reduction>> {
    let block = ForOp(body.op_ref(ctx, op)).block()?;
    let carried: Vec<ValueId> = body.block_args(block).skip(1).collect();
    let reductions = (0..carried.len()).map(|index| reduction_of(ctx, body, op, &carried, index));
    reductions.collect()
}

/// A carried value is reduced if all that happens to it is that an op combines it with what does not depend on carried
/// values, and the result is what is carried on.
fn reduction_of(ctx: &Context, body: &Body, op: OpId, carried: &[ValueId], index: usize) -> Option<Reduction> {
    let value = *carried.get(index)?;
    let combiner = body.users(value).next().filter(|_| body.has_one_use(value))?;
    if body.parent_op(combiner) != Some(op) || !is_memory_effect_free(body.op_ref(ctx, combiner)) {
        return None;
    }
    let &(_, name) = COMBINERS.iter().find(|(def, _)| body.op(combiner).is(def))?;
    let operands: Vec<ValueId> = body.operands(combiner).collect();
    let &contribution = operands.iter().find(|&&operand| operand != value)?;
    let result = body.result(combiner, 0);
    let end = body.users(result).next().filter(|_| body.has_one_use(result))?;
    let is_carried_on = body.op(end).has_trait(OpTrait::Terminator)
        && body.parent_op(end) == Some(op)
        && body.operands(end).nth(index) == Some(result);
    let ty = body.value_type(value);
    let is_possible = is_carried_on && fits_reduction(ctx, name, ty) && !depends_on(body, contribution, carried, op);
    is_possible.then_some(Reduction {
        name,
        contribution,
        combiner,
        ty,
    })
}

/// Whether a value is computed in a loop from one of several values.
fn depends_on(body: &Body, value: ValueId, on: &[ValueId], loop_op: OpId) -> bool {
    let (mut seen, mut pending) = (Vec::new(), vec![value]);
    while let Some(value) = pending.pop() {
        if on.contains(&value) {
            return true;
        }
        let def = body
            .defining_op(value)
            .filter(|&def| body.is_ancestor(loop_op, def) && def != loop_op);
        let Some(def) = def.filter(|def| !seen.contains(def)) else {
            continue;
        };
        seen.push(def);
        pending.extend(
            body.walk_op(def, WalkOrder::Pre)
                .into_iter()
                .flat_map(|op| body.operands(op)),
        );
    }
    false
}
