//! A task in one allocation: the frame of a coroutine behind the token that it completes.
//!
//! The memory goes when both are done with, so whoever keeps a token keeps the memory of the frame: only small frames
//! are made part of it.

use std::collections::BTreeSet;

use asyncir_ir::{BlockId, Body, Context, OpId, ValueId};

use super::recognize::Coroutine;

/// The size of the largest frame behind a token, in bytes.
const MAX_SIZE: u64 = 192;
/// Frames behind tokens start at a multiple of this, in bytes.
const MAX_ALIGN: u64 = 64;
/// From the frame to the token in front of it, in bytes.
pub(super) const TOKEN_OFFSET: i32 = -64;

/// Makes a pending token.
const CREATE_TOKEN: &str = "mlirAsyncRuntimeCreateToken";

/// What completes a token, and which operand that is.
const COMPLETING: [(&str, usize); 6] = [
    ("mlirAsyncRuntimeEmplaceToken", 0),
    ("mlirAsyncRuntimeSetTokenError", 0),
    ("asyncirRuntimeSetTokenErrorMessage", 0),
    ("asyncirRuntimeSetTokenErrorAt", 0),
    ("asyncirRuntimeForwardError", 1),
    ("asyncirRuntimeSetErrorOf", 0),
];

/// Whether a frame may stand behind a token.
pub(super) fn has_room(size: u64, align: u64) -> bool {
    size <= MAX_SIZE && align <= MAX_ALIGN
}

/// The token of the task that a coroutine is, if its frame may stand behind it: the coroutine makes the token, is
/// suspended in any case, completes the token before it frees its frame, and does nothing else with it but return it.
pub(super) fn token(ctx: &Context, body: &Body, coroutine: &Coroutine) -> Option<ValueId> {
    let allocation = coroutine.allocation.as_ref()?;
    let block = body.parent_block(coroutine.begin);
    let is_first = |op: OpId| body.parent_block(op) == block;
    if !is_first(allocation.call) || !coroutine.points.iter().any(|point| is_first(point.save)) {
        return None;
    }
    let before = std::iter::successors(body.prev_op(allocation.call), |&op| body.prev_op(op));
    let tokens = before.filter(|&op| callee(ctx, body, op) == Some(CREATE_TOKEN));
    tokens
        .map(|op| body.result(op, 0))
        .find(|&token| is_own(ctx, body, coroutine, token) && is_completed_first(ctx, body, &allocation.frees, token))
}

fn callee<'a>(ctx: &'a Context, body: &Body, op: OpId) -> Option<&'a str> {
    let callee = body.op(op).property(ctx, "callee")?.as_flat_symbol(ctx)?;
    Some(ctx.str(callee))
}

fn completes(ctx: &Context, body: &Body, op: OpId, token: ValueId) -> bool {
    let Some(callee) = callee(ctx, body, op) else {
        return false;
    };
    let operand = COMPLETING.iter().find(|(name, _)| *name == callee);
    operand.is_some_and(|&(_, operand)| body.operands(op).nth(operand) == Some(token))
}

/// Whether the token is used behind the coroutine's begin only, to complete and to return it.
fn is_own(ctx: &Context, body: &Body, coroutine: &Coroutine, token: ValueId) -> bool {
    let begin = coroutine.begin;
    body.users(token).all(|user| {
        let is_behind = body.parent_block(user) != body.parent_block(begin) || body.is_before_in_block(begin, user);
        let is_returned = matches!(body.op(user).name().as_str(ctx), "llvm.insertvalue" | "llvm.return");
        is_behind && (is_returned || completes(ctx, body, user, token))
    })
}

/// Whether each way to where the frame is freed completes the token.
fn is_completed_first(ctx: &Context, body: &Body, frees: &[OpId], token: ValueId) -> bool {
    let mut pending: Vec<BlockId> = Vec::from_iter(body.defining_op(token).and_then(|op| body.parent_block(op)));
    let mut seen: BTreeSet<BlockId> = pending.iter().copied().collect();
    while let Some(block) = pending.pop() {
        let mut ops = body.block_ops(block);
        let first = ops.find(|&op| frees.contains(&op) || completes(ctx, body, op, token));
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
