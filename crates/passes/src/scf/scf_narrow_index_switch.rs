//! `scf-narrow-index-switch`: an `scf.index_switch` whose index has more than 32 bits takes its default.
//!
//! `convert-scf-to-cf`, as MLIR's, makes a `cf.switch` of it that looks at the lower 32 bits alone. Before that, an index that
//! does not fit is replaced by a number that no case has. Where a case has a number that does not fit, the `cf.switch` has 64
//! bits, and nothing is to be done here.

use asyncir_dialects::arith::build::{ArithBuilder, index};
use asyncir_dialects::arith::{AddIOp, IndexCastOp, IndexCastUIOp, SelectOp};
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::scf::IndexSwitchOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, ValueId, WalkOrder};

use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-narrow-index-switch",
    class: "SCFNarrowIndexSwitchPass",
    summary: "Has `scf.index_switch` take its default if the index has more than 32 bits",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ScfNarrowIndexSwitch)),
};

struct ScfNarrowIndexSwitch;

impl Pass for ScfNarrowIndexSwitch {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in body.walk_all(WalkOrder::Pre) {
                if body.op(op).is(IndexSwitchOp::DEF) {
                    narrow(cx.ctx, body, op);
                }
            }
            Ok(())
        })
    }
}

fn narrow(ctx: &Context, body: &mut Body, op: OpId) {
    let cases = IndexSwitchOp(body.op_ref(ctx, op)).case_values();
    let number = body.operand(op, 0);
    if cases.iter().any(|&case| i32::try_from(case).is_err()) || has_32_bits(ctx, body, number) {
        return;
    }
    // There are fewer cases than numbers.
    let Some(none) = (0..=i64::from(i32::MAX)).find(|number| !cases.contains(number)) else {
        return;
    };
    let mut rw = Rewriter::new(ctx, body);
    let at = rw.location_of(op);
    rw.set_before(op);
    // The sum is below 2^32 for the numbers from -2^31 to 2^31 - 1.
    let [half, all, none] = [1 << 31, 1 << 32, none].map(|number| index(&mut rw, at, number));
    let mut build = ArithBuilder::new(&mut rw, at);
    let sum = build.binary(AddIOp::DEF, number, half);
    let fits = build.cmpi("ult", sum, all);
    let select = SelectOp::build(ctx, at, fits, number, none, &[asyncir_ir::Type::INDEX]);
    let narrow = rw.insert_value(select);
    rw.modify(op, |body| body.set_operand(op, 0, narrow));
}

/// Whether an index is known to fit.
fn has_32_bits(ctx: &Context, body: &Body, number: ValueId) -> bool {
    if let Some(number) = constant_int(ctx, body, number) {
        return i32::try_from(number).is_ok();
    }
    let Some(maker) = body.defining_op(number) else {
        return false;
    };
    let most = match body.op(maker) {
        cast if cast.is(IndexCastOp::DEF) => 32,
        cast if cast.is(IndexCastUIOp::DEF) => 31,
        _ => return false,
    };
    let width = ctx.int_or_index_width(body.value_type(body.operand(maker, 0)));
    width.is_some_and(|width| width <= most)
}
