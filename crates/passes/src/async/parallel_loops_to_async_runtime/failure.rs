//! Assertions in the iterations of a parallel loop: the function that runs a range returns a code for the one that
//! failed, and the assertion is repeated behind the loop, where it does what it does in the function or task
//! around it.

use asyncir_dialects::r#async::types::{GROUP, is_token};
use asyncir_dialects::r#async::{AwaitAllOp, AwaitOp, ExecuteOp, RuntimeAwaitOp, RuntimeIsErrorOp};
use asyncir_dialects::{arith, cf, func};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Body, Context, Fallible, InsertPoint, Location, OpId, Type, ValueId, WalkOrder};

use super::domain::assert;
use crate::r#async::new_functions::NewFunction;
use crate::conversion::arith_build::ArithBuilder;
use crate::conversion::convert_scf_to_cf;

/// What an await of something failed says, as in a function that is not a task.
const AWAITED_ERROR: &str = "Awaited async operand is in error state";

/// An assertion of an iteration.
pub(super) struct Failure {
    message: Attribute,
    location: Location,
}

/// The ops that the function itself runs, not its tasks.
fn own_ops(body: &Body) -> Vec<OpId> {
    let in_task = |op: OpId| {
        std::iter::successors(body.parent_op(op), |&outer| body.parent_op(outer))
            .any(|outer| body.op(outer).is(ExecuteOp::DEF))
    };
    let mut ops = body.walk_all(WalkOrder::Pre);
    ops.retain(|&op| !in_task(op));
    ops
}

/// Makes failed awaits failed assertions, so that they end the loop like others.
pub(super) fn assert_awaits(ctx: &Context, body: &mut Body) {
    let is_await = |body: &Body, op: OpId| body.op(op).is(AwaitOp::DEF) || body.op(op).is(AwaitAllOp::DEF);
    let mut awaits = own_ops(body);
    awaits.retain(|&op| is_await(body, op));
    for op in awaits {
        let mut rw = Rewriter::new(ctx, body);
        let location = rw.location_of(op);
        let operand = rw.body.operand(op, 0);
        rw.set_before(op);
        rw.insert(RuntimeAwaitOp::build(ctx, location, operand, &[]));
        let is_error = rw.insert_value(RuntimeIsErrorOp::build(ctx, location, operand, &[Type::I1]));
        let mut b = ArithBuilder::new(&mut rw, location);
        let yes = b.constant(Type::I1, 1);
        let is_fine = b.binary(arith::XOrIOp::DEF, is_error, yes);
        assert(&mut rw, location, is_fine, AWAITED_ERROR);
        let ty = rw.body.value_type(operand);
        if is_token(ctx, ty) || ty.is_a(ctx, &GROUP) {
            // Nothing is left for it to do.
            rw.erase(op);
        }
    }
}

/// Lets a function return a code in place of failing assertions. Gives the assertions in the order of their
/// codes, which start with one; nothing changes if there are none.
///
/// # Errors
/// If an assertion is in an op that cannot become branches.
pub(super) fn return_codes(ctx: &Context, function: &mut NewFunction) -> Fallible<Vec<Failure>> {
    let mut rw = Rewriter::new(ctx, &mut function.body);
    branch_around_assertions(&mut rw)?;
    let assertions = own_assertions(rw.body);
    if assertions.is_empty() {
        return Ok(Vec::new());
    }
    let mut failures = Vec::new();
    for (op, code) in assertions.into_iter().zip(1..) {
        failures.push(return_code(&mut rw, op, code));
    }
    let returns: Vec<OpId> = rw.body.walk_all(WalkOrder::Pre);
    for op in returns {
        if rw.body.op(op).is(func::ReturnOp::DEF) && rw.body.op(op).num_operands() == 0 {
            let location = rw.location_of(op);
            rw.set_before(op);
            let zero = ArithBuilder::new(&mut rw, location).constant(Type::I64, 0);
            rw.insert(func::ReturnOp::build(ctx, location, &[zero], &[]));
            rw.erase(op);
        }
    }
    function.results = vec![Type::I64];
    Ok(failures)
}

fn own_assertions(body: &Body) -> Vec<OpId> {
    let mut ops = own_ops(body);
    ops.retain(|&op| body.op(op).is(cf::AssertOp::DEF));
    ops
}

/// Turns structured ops with assertions in them into branches, from the outside to the inside.
fn branch_around_assertions(rw: &mut Rewriter<'_>) -> Fallible {
    loop {
        let nested = own_assertions(rw.body).into_iter().find_map(|assertion| {
            let outer = std::iter::successors(rw.body.parent_op(assertion), |&op| rw.body.parent_op(op));
            outer.last()
        });
        let Some(outermost) = nested else { return Ok(()) };
        rw.set_before(outermost);
        if !convert_scf_to_cf::lower(rw, outermost) {
            let op = rw.body.op_ref(rw.ctx, outermost);
            let message = "an assertion in this op cannot end the parallel loop around it";
            return Err(op.error(message));
        }
    }
}

fn return_code(rw: &mut Rewriter<'_>, op: OpId, code: i64) -> Failure {
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let failure = Failure {
        message: rw.body.op_ref(ctx, op).required("msg"),
        location,
    };
    let condition = rw.body.operand(op, 0);
    let before = rw.body.parent_block(op);
    let rest = rw.split_block(InsertPoint::Before(op));
    let (Some(before), Some(region)) = (before, rw.body.block(rest).region()) else {
        return failure;
    };
    let failed = rw.create_block(region, None, &[]);
    let code = ArithBuilder::new(rw, location).constant(Type::I64, code);
    rw.insert(func::ReturnOp::build(ctx, location, &[code], &[]));
    rw.set_end(before);
    rw.insert(cf::CondBranchOp::to(
        ctx,
        location,
        condition,
        (rest, &[]),
        (failed, &[]),
    ));
    rw.erase(op);
    failure
}

/// Repeats the assertions for the code that a loop gave.
pub(super) fn repeat(rw: &mut Rewriter<'_>, failures: &[Failure], code: ValueId) {
    for (failure, number) in failures.iter().zip(1..) {
        let mut b = ArithBuilder::new(rw, failure.location);
        let number = b.constant(Type::I64, number);
        let did_not_fail = b.cmpi("ne", code, number);
        rw.insert(cf::AssertOp::build(
            rw.ctx,
            failure.location,
            did_not_fail,
            failure.message,
            &[],
        ));
    }
}
