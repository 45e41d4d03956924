//! Builders of tasks and calls.

use asyncir_dialects::r#async::types::TOKEN;
use asyncir_dialects::r#async::{ExecuteOp, YieldOp};
use asyncir_dialects::func;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Ident, Location, ValueId};

use crate::scf::build::region;

/// `async.execute` of a call, gives its token.
pub(super) fn execute_call(rw: &mut Rewriter<'_>, location: Location, callee: Ident, operands: &[ValueId]) -> ValueId {
    let body = region(rw, &[], |rw, _| {
        call(rw, location, callee, operands);
        rw.insert(YieldOp::build(rw.ctx, location, &[], &[]));
    });
    let mut state = ExecuteOp::build(rw.ctx, location, &[], &[], &[rw.ctx.dialect_type(&TOKEN, &[])]);
    state.regions.push(body);
    rw.insert_value(state)
}

/// `func.call` without results.
pub(super) fn call(rw: &mut Rewriter<'_>, location: Location, callee: Ident, operands: &[ValueId]) {
    let ctx: &Context = rw.ctx;
    let callee = ctx.symbol_of(callee);
    rw.insert(func::build::call(ctx, location, callee, operands, &[]));
}
