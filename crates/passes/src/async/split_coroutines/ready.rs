//! Suspension points are passed by where there is nothing to wait for.
//!
//! A coroutine that awaits a token, value or group asks the runtime first whether it is complete, and goes on at once
//! if so: without a frame, if it needs one for nothing else. MLIR's runtime resumes the coroutine within the call that
//! waits then, so the order of what happens is the same.

use asyncir_dialects::llvm::CondBrOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::is_pure;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{Body, Context, InsertPoint, OpId, OperationState, Type, ValueId};

use super::plan::MANY_POINTS;
use super::recognize::Coroutine;
use super::suspension::Point;
use super::task::callee;
use crate::conversion::llvm_common::functions::Prototype;
use crate::conversion::llvm_common::{ops, types};
use crate::runtime_functions::{self, IS_READY};

/// What is asked for.
pub(super) fn function(ctx: &Context) -> Prototype {
    Prototype {
        name: IS_READY,
        params: vec![types::ptr(ctx)],
        result: Type::I1,
    }
}

/// Has a coroutine go on where what it awaits is complete. Says whether it awaits anything.
///
/// From each of many suspension points the ramp function would reach all others, and store what lives across them.
pub(super) fn go_on_if_ready(ctx: &Context, body: &mut Body, coroutine: &Coroutine) -> bool {
    if coroutine.points.len() > MANY_POINTS {
        return false;
    }
    let handle = coroutine.handle(body);
    let mut any = false;
    for point in &coroutine.points {
        if let Some(awaited) = awaited(ctx, body, point, handle) {
            any |= ask(ctx, body, point, awaited).is_some();
        }
    }
    any
}

/// What the only call between the preparation of a suspension and the suspension waits for.
fn awaited(ctx: &Context, body: &Body, point: &Point, handle: ValueId) -> Option<ValueId> {
    let mut call = None;
    let mut next = body.next_op(point.save)?;
    while next != point.suspend {
        if !is_pure(body.op_ref(ctx, next)) && call.replace(next).is_some() {
            return None;
        }
        next = body.next_op(next)?;
    }
    let call = call?;
    let waits = runtime_functions::resumes_later(callee(ctx, body, call)?);
    let operands: Vec<ValueId> = body.operands(call).collect();
    match operands[..] {
        [awaited, of, _] if waits && of == handle => Some(awaited),
        _ => None,
    }
}

/// Branches around a suspension.
fn ask(ctx: &Context, body: &mut Body, point: &Point, awaited: ValueId) -> Option<OpId> {
    let resumed = point.resumed?;
    let passed = successor_operands(ctx, body, point.terminator, resumed)?;
    let operands: Vec<ValueId> = passed
        .range
        .map(|operand| body.operand(point.terminator, operand))
        .collect();
    let target = body.successor(point.terminator, resumed);
    let block = body.parent_block(point.save)?;
    // What is used further on must be there before.
    let mut bypassed = std::iter::successors(Some(point.save), |&op| body.next_op(op));
    let is_used_outside = |op: OpId| {
        let mut users = body.results(op).flat_map(|result| body.users(result));
        users.any(|user| body.parent_block(user) != Some(block))
    };
    if bypassed.any(is_used_outside) {
        return None;
    }
    let is_early = |value: ValueId| match body.defining_op(value) {
        Some(op) => body.parent_block(op) != Some(block) || body.is_before_in_block(op, point.save),
        None => true,
    };
    if !operands.iter().chain([&awaited]).all(|&value| is_early(value)) {
        return None;
    }
    let location = body.op(point.suspend).location();
    let waiting = body.split_block(InsertPoint::Before(point.save));
    let mut rw = Rewriter::new(ctx, body);
    rw.set_end(block);
    let call = ops::call(&mut rw, location, ctx.ident(IS_READY), &[awaited], Some(Type::I1));
    let ready = rw.body.result(call, 0);
    let mut state = OperationState::of(CondBrOp::DEF, location).operands(&[ready]);
    state = state.operands(&operands).successors(&[target, waiting]);
    state.set_properties(ctx, &[], &[1, operands.len() as i32, 0]);
    Some(rw.insert(state))
}
