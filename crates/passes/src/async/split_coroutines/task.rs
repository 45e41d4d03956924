//! A task in one allocation: the frame of a coroutine behind the token that it completes, and behind the frame the
//! values that it completes.
//!
//! The memory goes when all are done with, so whoever keeps a token or a value keeps the memory of the frame: only small
//! frames are made part of it.

use std::collections::BTreeSet;

use asyncir_dialects::llvm::{InsertValueOp, ReturnOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Body, Context, OpId, ValueId};

use super::layout::Frame;
use super::recognize::Coroutine;
use super::task_values::{self, TaskValue};
use crate::r#async::failing;
use crate::runtime_functions::{
    CREATE_TOKEN, EMPLACE_TOKEN, EMPLACE_VALUE, FORWARD_ERROR, SET_ERROR_OF, SET_TOKEN_ERROR, SET_TOKEN_ERROR_AT,
    SET_TOKEN_ERROR_MESSAGE, SET_VALUE_ERROR, SET_VALUE_ERROR_AT, SET_VALUE_ERROR_MESSAGE,
};

/// The size of the largest frame behind a token, in bytes.
const MAX_FRAME: u64 = 192;
/// The size of the largest frame with values behind it, in bytes.
const MAX_SIZE: u64 = 384;
/// Frames behind tokens start at a multiple of this, in bytes.
const MAX_ALIGN: u64 = 64;
/// From the frame to the token in front of it, in bytes.
pub(super) const TOKEN_OFFSET: i32 = -64;

/// What completes a token or a value, and which operand that is.
const COMPLETING: [(&str, usize); 10] = [
    (EMPLACE_TOKEN, 0),
    (SET_TOKEN_ERROR, 0),
    (SET_TOKEN_ERROR_MESSAGE, 0),
    (SET_TOKEN_ERROR_AT, 0),
    (EMPLACE_VALUE, 0),
    (SET_VALUE_ERROR, 0),
    (SET_VALUE_ERROR_MESSAGE, 0),
    (SET_VALUE_ERROR_AT, 0),
    (FORWARD_ERROR, 1),
    (SET_ERROR_OF, 0),
];

/// What stands in one block with the frame of a coroutine.
#[derive(Clone)]
pub(super) struct Task {
    pub(super) token: ValueId,
    /// In the order in which they are made.
    pub(super) values: Vec<TaskValue>,
}

impl Task {
    /// What may stand in one block with a coroutine's frame: the coroutine makes it, is suspended in any case, completes
    /// it before it frees its frame, and does nothing else with it but return it.
    pub(super) fn of(ctx: &Context, body: &Body, coroutine: &Coroutine) -> Option<Self> {
        let allocation = coroutine.allocation.as_ref()?;
        let block = body.parent_block(coroutine.begin);
        let is_first = |op: OpId| body.parent_block(op) == block;
        if !is_first(allocation.call) || !coroutine.points.iter().any(|point| is_first(point.save)) {
            return None;
        }
        let is_its = |made: ValueId| {
            is_own(ctx, body, coroutine, made) && is_completed_first(ctx, body, &allocation.frees, made)
        };
        let before = std::iter::successors(body.prev_op(allocation.call), |&op| body.prev_op(op));
        let tokens = before.filter(|&op| callee(ctx, body, op) == Some(CREATE_TOKEN));
        let creation = tokens.into_iter().find(|&op| is_its(body.result(op, 0)))?;
        let behind = std::iter::successors(body.next_op(creation), |&op| body.next_op(op));
        let values = behind
            .take_while(|&op| op != allocation.call)
            .filter_map(|op| TaskValue::made_by(ctx, body, op))
            .filter(|value| is_its(value.value));
        Some(Self {
            token: body.result(creation, 0),
            values: values.collect(),
        })
    }

    /// The values whose addresses follow from that of the frame.
    pub(super) fn addresses(&self) -> impl Iterator<Item = ValueId> {
        let values = self.values.iter().map(|value| value.value);
        std::iter::once(self.token).chain(values)
    }

    /// Has as many values stand in the block as there is room for behind a frame, but not all, if that is possible. What does
    /// not stand there makes the frame larger.
    pub(super) fn with_less(mut self, frame: &Frame) -> Option<Self> {
        let counts: Vec<usize> = (0..self.values.len()).collect();
        let fitting = counts.partition_point(|&count| lay_out(&self.values[..count], frame).is_some());
        self.values.truncate(fitting.checked_sub(1)?);
        Some(self)
    }

    /// Where the values stand behind a frame, and the size of frame and values, in bytes; nothing if there is no room.
    pub(super) fn lay_out(&self, frame: &Frame) -> Option<(Vec<u64>, u64)> {
        lay_out(&self.values, frame)
    }
}

fn lay_out(values: &[TaskValue], frame: &Frame) -> Option<(Vec<u64>, u64)> {
    let (offsets, size) = task_values::lay_out(values, frame.size)?;
    let has_room = frame.size <= MAX_FRAME && frame.align <= MAX_ALIGN && size <= MAX_SIZE;
    has_room.then_some((offsets, size))
}

pub(super) fn callee<'a>(ctx: &'a Context, body: &Body, op: OpId) -> Option<&'a str> {
    failing::callee(ctx, body, op).map(|callee| ctx.str(callee))
}

fn completes(ctx: &Context, body: &Body, op: OpId, made: ValueId) -> bool {
    let Some(callee) = callee(ctx, body, op) else {
        return false;
    };
    let operand = COMPLETING.iter().find(|(name, _)| *name == callee);
    operand.is_some_and(|&(_, operand)| body.operands(op).nth(operand) == Some(made))
}

/// Whether a token or value is used behind the coroutine's begin only, to complete and to return it, and for its
/// payload.
fn is_own(ctx: &Context, body: &Body, coroutine: &Coroutine, made: ValueId) -> bool {
    let begin = coroutine.begin;
    body.users(made).all(|user| {
        let is_behind = body.parent_block(user) != body.parent_block(begin) || body.is_before_in_block(begin, user);
        let is_known =
            is_return_of(body, user) || completes(ctx, body, user, made) || task_values::is_storage(ctx, body, user);
        is_behind && is_known
    })
}

/// Whether an op returns a value, or puts it into an aggregate that is only returned.
fn is_return_of(body: &Body, user: OpId) -> bool {
    let mut pending = vec![user];
    while let Some(user) = pending.pop() {
        if body.op(user).is(InsertValueOp::DEF) {
            pending.extend(body.users(body.result(user, 0)));
        } else if !body.op(user).is(ReturnOp::DEF) {
            return false;
        }
    }
    true
}

/// Whether each way to where the frame is freed completes a token or value.
fn is_completed_first(ctx: &Context, body: &Body, frees: &[OpId], made: ValueId) -> bool {
    let mut pending: Vec<BlockId> = Vec::from_iter(body.defining_op(made).and_then(|op| body.parent_block(op)));
    let mut seen: BTreeSet<BlockId> = pending.iter().copied().collect();
    while let Some(block) = pending.pop() {
        let mut ops = body.block_ops(block);
        let first = ops.find(|&op| frees.contains(&op) || completes(ctx, body, op, made));
        match first {
            Some(op) if frees.contains(&op) => return false,
            Some(_) => {}
            None => {
                let behind = body
                    .terminator(block)
                    .into_iter()
                    .flat_map(|last| body.successors(last));
                pending.extend(behind.filter(|&next| seen.insert(next)));
            }
        }
    }
    true
}
