//! `arith-unsigned-when-equivalent`: signed ops on numbers that are not negative become unsigned ones.

use asyncir_dialects::arith::fold_compare::{is_signed, predicate, predicate_of};
use asyncir_dialects::arith::{self, CmpIOp};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Diagnostics, OpId, OpName, OperationState, OwnedOp, ValueId, WalkOrder};

use super::ranges::{Ranges, for_each_body};
use crate::analysis::dataflow::solver::RANGES;
use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "arith-unsigned-when-equivalent",
    class: "ArithUnsignedWhenEquivalentPass",
    summary: "Replace signed ops with unsigned ones where they are proven equivalent",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ArithUnsignedWhenEquivalent)),
};

/// Signed ops, and those that do the same to numbers that are not negative.
static UNSIGNED: [(&OpDef, &OpDef); 7] = [
    (arith::DivSIOp::DEF, arith::DivUIOp::DEF),
    (arith::CeilDivSIOp::DEF, arith::CeilDivUIOp::DEF),
    (arith::FloorDivSIOp::DEF, arith::DivUIOp::DEF),
    (arith::RemSIOp::DEF, arith::RemUIOp::DEF),
    (arith::MinSIOp::DEF, arith::MinUIOp::DEF),
    (arith::MaxSIOp::DEF, arith::MaxUIOp::DEF),
    (arith::ExtSIOp::DEF, arith::ExtUIOp::DEF),
];

struct ArithUnsignedWhenEquivalent;

impl Pass for ArithUnsignedWhenEquivalent {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(cx, op, RANGES, |body, ranges, _| {
            for op in body.walk_all(WalkOrder::Post) {
                let rw = Rewriter::new(cx.ctx, body);
                if rw.body.op(op).is(CmpIOp::DEF) {
                    convert_comparison(rw, ranges, op);
                } else {
                    convert(rw, ranges, op);
                }
            }
        });
        Ok(())
    }
}

/// Whether values are known not to be negative. Nothing is known of what the pass made, as in MLIR.
fn are_not_negative(ranges: &Ranges, mut values: impl Iterator<Item = ValueId>) -> bool {
    values.all(|value| ranges.of(value).is_some_and(|range| !range.smin.is_negative()))
}

fn convert(mut rw: Rewriter<'_>, ranges: &Ranges, op: OpId) {
    let data = rw.body.op(op);
    let Some(&(_, unsigned)) = UNSIGNED.iter().find(|(signed, _)| data.is(signed)) else {
        return;
    };
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    let results = rw.body.results(op);
    if !are_not_negative(ranges, operands.iter().copied().chain(results)) {
        return;
    }
    let state = OperationState::like(data).operands(&operands);
    let mut state = state.results(&rw.body.result_types(op));
    state.name = OpName::Registered(unsigned);
    rw.set_before(op);
    rw.replace_with(op, state);
}

/// A comparison does not keep its discardable attributes.
fn convert_comparison(mut rw: Rewriter<'_>, ranges: &Ranges, op: OpId) {
    let relation = predicate_of(rw.body.op_ref(rw.ctx, op)).filter(|&relation| is_signed(relation));
    let Some(relation) = relation else { return };
    let (lhs, rhs) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    if !are_not_negative(ranges, [lhs, rhs].into_iter()) {
        return;
    }
    let location = rw.body.op(op).location();
    let unsigned = rw.ctx.i64_attr(relation + (predicate::ULT - predicate::SLT));
    let state = CmpIOp::build(rw.ctx, location, lhs, rhs, unsigned, &[]);
    rw.set_before(op);
    rw.replace_with(op, state);
}
