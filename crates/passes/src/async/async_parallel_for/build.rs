//! Builders of structured ops whose regions are filled by closures, in the order in which MLIR makes them: what is
//! inside first. On that order depends what the greedy driver visits first.

use asyncir_dialects::arith::ConstantOp;
use asyncir_dialects::r#async::types::TOKEN;
use asyncir_dialects::r#async::{ExecuteOp, YieldOp};
use asyncir_dialects::{func, scf};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Ident, Location, RegionId, Type, ValueId};

/// A constant of type `index`.
pub(super) fn index(rw: &mut Rewriter<'_>, location: Location, value: i64) -> ValueId {
    let attr = rw.ctx.index_attr(value);
    rw.insert_value(ConstantOp::build(rw.ctx, location, attr, &[Type::INDEX]))
}

/// A region with a block that `fill` fills.
fn region(
    rw: &mut Rewriter<'_>,
    args: &[(Type, Location)],
    fill: impl FnOnce(&mut Rewriter<'_>, &[ValueId]),
) -> RegionId {
    let point = rw.point();
    let region = rw.body.create_region();
    let block = rw.create_block(region, None, args);
    let arguments: Vec<ValueId> = rw.body.block_args(block).collect();
    fill(rw, &arguments);
    rw.set_point(point);
    region
}

/// `scf.if` without results; the closures leave out the terminators.
pub(super) fn if_else(
    rw: &mut Rewriter<'_>,
    location: Location,
    condition: ValueId,
    then: impl FnOnce(&mut Rewriter<'_>),
    otherwise: impl FnOnce(&mut Rewriter<'_>),
) {
    let then = region(rw, &[], |rw, _| {
        then(rw);
        rw.insert(scf::YieldOp::build(rw.ctx, location, &[], &[]));
    });
    let otherwise = region(rw, &[], |rw, _| {
        otherwise(rw);
        rw.insert(scf::YieldOp::build(rw.ctx, location, &[], &[]));
    });
    let mut state = scf::IfOp::build(rw.ctx, location, condition, &[]);
    state.regions.extend([then, otherwise]);
    rw.insert(state);
}

/// `scf.for` without results from `bounds.0` to `bounds.1`; the closure leaves out the terminator.
pub(super) fn for_loop(
    rw: &mut Rewriter<'_>,
    location: Location,
    bounds: (ValueId, ValueId),
    step: ValueId,
    fill: impl FnOnce(&mut Rewriter<'_>, ValueId),
) {
    let body = region(rw, &[(Type::INDEX, location)], |rw, arguments| {
        fill(rw, arguments[0]);
        rw.insert(scf::YieldOp::build(rw.ctx, location, &[], &[]));
    });
    let mut state = scf::ForOp::build(rw.ctx, location, bounds.0, bounds.1, step, &[], None, &[]);
    state.regions.push(body);
    rw.insert(state);
}

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
    let callee = ctx.symbol_attr(ctx.str(callee));
    rw.insert(func::CallOp::build(
        ctx,
        location,
        operands,
        callee,
        None,
        None,
        None,
        &[],
    ));
}
