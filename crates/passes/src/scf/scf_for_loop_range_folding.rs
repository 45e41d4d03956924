//! `scf-for-loop-range-folding`: sums and products of an induction variable become the induction variable.
//!
//! A loop whose induction variable is used once, in an addition to or a multiplication by a value from around the loop,
//! runs over the sums or products. Unlike MLIR's pass, this one folds products by positive constants only: any other
//! factor may turn the range around, or make the step zero. Nor does it fold what is known to overflow at the end of the range,
//! or, in integers other than `index`, is not known to stay in their range.

use asyncir_dialects::arith::attrs::OVERFLOW_DEF;
use asyncir_dialects::arith::{AddIOp, MulIOp};
use asyncir_dialects::enum_attrs::enum_value;
use asyncir_dialects::matchers::{constant_int, is_defined_outside};
use asyncir_dialects::scf::ForOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Diagnostics, Mapping, OpId, OwnedOp, Type, ValueId, WalkOrder};

use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-for-loop-range-folding",
    class: "SCFForLoopRangeFolding",
    summary: "Fold add/mul ops into loop range",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ScfForLoopRangeFolding)),
};

struct ScfForLoopRangeFolding;

impl Pass for ScfForLoopRangeFolding {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            let is_loop = |op: &OpId| body.op(*op).is(ForOp::DEF);
            let loops: Vec<OpId> = body.walk_all(WalkOrder::Post).into_iter().filter(is_loop).collect();
            let mut rw = Rewriter::new(cx.ctx, body);
            for op in loops {
                while fold_into_range(&mut rw, op).is_some() {}
            }
            Ok(())
        })
    }
}

/// Operands of `scf.for`.
const LOWER: usize = 0;
const UPPER: usize = 1;
const STEP: usize = 2;

fn fold_into_range(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let variable = *ForOp(rw.body.op_ref(rw.ctx, op)).arguments().first()?;
    let user = rw
        .body
        .users(variable)
        .next()
        .filter(|_| rw.body.has_one_use(variable))?;
    let scaled = is_foldable(rw, op, variable, user)?;
    let bounds: &[usize] = if scaled { &[LOWER, UPPER, STEP] } else { &[LOWER, UPPER] };
    rw.set_before(op);
    for &bound in bounds {
        let mut map = Mapping::new();
        map.map_value(variable, rw.body.operand(op, bound));
        let copy = rw.body.clone_op(user, &mut map);
        rw.insert_copy(copy);
        let value = rw.body.result(copy, 0);
        rw.modify(op, |body| body.set_operand(op, bound, value));
    }
    rw.replace(user, &[variable]);
    Some(())
}

/// Whether an op that uses an induction variable can be folded into the range; if so, whether it scales the step.
fn is_foldable(rw: &Rewriter<'_>, loop_op: OpId, variable: ValueId, user: OpId) -> Option<bool> {
    let data = rw.body.op(user);
    let (adds, scales) = (data.is(AddIOp::DEF), data.is(MulIOp::DEF));
    let flags = rw.body.op_ref(rw.ctx, user).property("overflowFlags");
    let may_overflow = flags
        .and_then(|flags| enum_value(rw.ctx, &OVERFLOW_DEF, flags))
        .unwrap_or(0)
        == 0;
    if !(adds || scales) || !may_overflow {
        return None;
    }
    let other = rw.body.operands(user).find(|&value| value != variable)?;
    if !is_defined_outside(rw.body, other, loop_op) {
        return None;
    }
    let other = constant_int(rw.ctx, rw.body, other);
    let is_positive = other.is_some_and(|factor| factor > 0);
    ((adds || is_positive) && stays_in_range(rw, loop_op, other, scales)).then_some(scales)
}

/// Whether a loop whose range is scaled or shifted by `other` ends in time: neither its bounds wrap around, nor the first value
/// behind the range.
fn stays_in_range(rw: &Rewriter<'_>, loop_op: OpId, other: Option<i64>, scales: bool) -> bool {
    let known = |operand| constant_int(rw.ctx, rw.body, rw.body.operand(loop_op, operand)).map(i128::from);
    let ty = rw.body.value_type(rw.body.operand(loop_op, LOWER));
    let (Some(lower), Some(upper), Some(step), Some(other)) =
        (known(LOWER), known(UPPER), known(STEP), other.map(i128::from))
    else {
        return ty == Type::INDEX;
    };
    let Some(largest) = rw
        .ctx
        .int_or_index_width(ty)
        .and_then(|width| 1i128.checked_shl(width - 1))
    else {
        return false;
    };
    let changed = |value: i128| {
        if scales {
            value.checked_mul(other)
        } else {
            value.checked_add(other)
        }
    };
    let (lower, end) = (
        changed(lower),
        changed(upper).zip(if scales { changed(step) } else { Some(step) }),
    );
    let is_in_range = |value: i128| (-largest..largest).contains(&value);
    lower.is_some_and(is_in_range)
        && end.is_some_and(|(upper, step)| is_in_range(upper) && is_in_range(upper.max(0) + step - 1))
}
