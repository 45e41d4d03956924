//! The control flow of a coroutine, shared by the passes that make one of an `async.execute` or an `async.func`.
//!
//! ```text
//!  entry ──▶ body ... ──▶ cleanup ─────────────▶ suspend: async.coro.end, return token and values
//!    │         ├─ await: async.coro.suspend ───────▲
//!    │         └─ error ──▶ set_error ──▶ cleanup  │
//!    └───────── destroyed ──▶ cleanup for destroy ─┘
//! ```
//!
//! The entry creates what the coroutine returns and begins it. An await saves the state, asks the runtime to resume
//! when the operand is there, and suspends; the block after it checks for an error first.

use super::error_message;
use asyncir_dialects::arith::build::{ArithBuilder, constant};
use asyncir_dialects::r#async::types::TOKEN;
use asyncir_dialects::r#async::{
    AwaitAllOp, AwaitOp, CoroBeginOp, CoroEndOp, CoroFreeOp, CoroIdOp, CoroSaveOp, CoroSuspendOp,
    RuntimeAwaitAndResumeOp, RuntimeAwaitOp, RuntimeCheckOp, RuntimeCreateOp, RuntimeForwardErrorOp,
    RuntimeForwardFailureOp, RuntimeIsErrorOp, RuntimeLoadOp, RuntimeSetAvailableOp, RuntimeSetErrorOp, RuntimeStoreOp,
};
use asyncir_dialects::{arith, cf, func};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, BlockId, Context, InsertPoint, Location, OpId, Operation, OperationState, Type, ValueId};

/// The blocks and values that make a function a coroutine.
pub(super) struct Coroutine {
    /// Token that says the coroutine is done, if it returns one.
    token: Option<ValueId>,
    /// Values that the coroutine returns.
    values: Vec<ValueId>,
    /// Handle of the frame.
    pub(super) handle: ValueId,
    /// Begins the coroutine and branches to what was the entry.
    pub(super) entry: BlockId,
    /// What was the entry.
    pub(super) start: BlockId,
    /// Marks token and values as errors; made when first needed.
    set_error: Option<BlockId>,
    /// Whether errors keep the messages of failed assertions.
    error_messages: bool,
    cleanup: BlockId,
    pub(super) cleanup_for_destroy: BlockId,
    pub(super) suspend: BlockId,
    location: Location,
}

impl Coroutine {
    /// Puts the control flow of a coroutine around the blocks of a function that returns `results`: an optional token
    /// first, then values.
    pub(super) fn set_up(rw: &mut Rewriter<'_>, results: &[Type], location: Location) -> Self {
        let region = rw.body.root().expect("a function has a region");
        let entry = rw.body.entry().expect("a function with a body has an entry");
        let start_point = rw.body.start_of(entry);
        let start = rw.split_block(start_point);
        rw.set_end(entry);
        let created: Vec<ValueId> = results
            .iter()
            .map(|&ty| rw.insert_value(RuntimeCreateOp::build(rw.ctx, location, &[ty])))
            .collect();
        let id = rw.insert_value(CoroIdOp::build(rw.ctx, location, &[]));
        let handle = rw.insert_value(CoroBeginOp::build(rw.ctx, location, id, &[]));
        branch(rw, location, start);

        let cleanup = rw.create_block(region, None, &[]);
        let cleanup_for_destroy = rw.create_block(region, None, &[]);
        let suspend = rw.create_block(region, None, &[]);
        for block in [cleanup, cleanup_for_destroy] {
            rw.set_end(block);
            rw.insert(CoroFreeOp::build(rw.ctx, location, id, handle, &[]));
            branch(rw, location, suspend);
        }
        rw.set_end(suspend);
        rw.insert(CoroEndOp::build(rw.ctx, location, handle, &[]));
        rw.insert(func::ReturnOp::build(rw.ctx, location, &created, &[]));

        let is_stateful = results.first().is_some_and(|ty| ty.is_a(rw.ctx, &TOKEN));
        let (token, values) = match created.split_first() {
            Some((&token, values)) if is_stateful => (Some(token), values.to_vec()),
            _ => (None, created),
        };
        Self {
            token,
            values,
            handle,
            entry,
            start,
            set_error: None,
            error_messages: false,
            cleanup,
            cleanup_for_destroy,
            suspend,
            location,
        }
    }

    /// The coroutine, with whether errors keep the messages of failed assertions.
    pub(super) fn with_error_messages(self, error_messages: bool) -> Self {
        Self { error_messages, ..self }
    }

    /// The block that marks everything returned as an error with the message of an assertion.
    fn failed_assertion_block(&self, rw: &mut Rewriter<'_>, assertion: OpId) -> BlockId {
        let location = rw.location_of(assertion);
        let message = rw
            .ctx
            .str_attr(&error_message::of_assertion(rw.body.op_ref(rw.ctx, assertion)));
        self.error_block(rw, location, |ctx, value| {
            let state = RuntimeSetErrorOp::build(ctx, location, value, &[]);
            state.attr(ctx, error_message::ATTRIBUTE, message)
        })
    }

    /// The block that marks everything returned as an error because what was awaited is one.
    fn failed_await_block(&self, rw: &mut Rewriter<'_>, location: Location, cause: ValueId) -> BlockId {
        self.error_block(rw, location, |ctx, value| {
            RuntimeForwardErrorOp::build(ctx, location, cause, value, &[])
        })
    }

    /// A block that marks everything returned as an error, by an op for each, and leaves through the cleanup.
    fn error_block(
        &self,
        rw: &mut Rewriter<'_>,
        location: Location,
        mark: impl Fn(&Context, ValueId) -> OperationState,
    ) -> BlockId {
        let point = rw.point();
        let region = rw.body.root().expect("a function has a region");
        let block = rw.create_block(region, Some(self.cleanup), &[]);
        for value in self.token.iter().chain(&self.values).copied() {
            rw.insert(mark(rw.ctx, value));
        }
        branch(rw, location, self.cleanup);
        rw.set_point(point);
        block
    }

    /// The block that marks everything returned as an error.
    fn set_error_block(&mut self, rw: &mut Rewriter<'_>) -> BlockId {
        if let Some(block) = self.set_error {
            return block;
        }
        let location = self.location;
        let block = self.error_block(rw, location, |ctx, value| {
            RuntimeSetErrorOp::build(ctx, location, value, &[])
        });
        self.set_error = Some(block);
        block
    }

    /// Suspends the coroutine at the cursor's block until `resume`.
    pub(super) fn suspend_to(&self, rw: &mut Rewriter<'_>, location: Location, state: ValueId, resume: BlockId) {
        let suspend = CoroSuspendOp::build(rw.ctx, location, state, &[]);
        rw.insert(suspend.successors(&[self.suspend, resume, self.cleanup_for_destroy]));
    }

    /// Turns an await into a suspension point; `op` is replaced by what it waits for.
    pub(super) fn lower_await(&mut self, rw: &mut Rewriter<'_>, op: OpId) {
        let location = rw.location_of(op);
        let operand = rw.body.operand(op, 0);
        rw.set_before(op);
        let state = rw.insert_value(CoroSaveOp::build(rw.ctx, location, self.handle, &[]));
        rw.insert(RuntimeAwaitAndResumeOp::build(
            rw.ctx,
            location,
            operand,
            self.handle,
            &[],
        ));
        let suspended = rw.body.parent_block(op).expect("an op in a block");
        let resume = rw.split_block(InsertPoint::Before(op));
        rw.set_end(suspended);
        self.suspend_to(rw, location, state, resume);
        let continuation = rw.split_block(InsertPoint::Before(op));
        rw.set_end(resume);
        let is_error = rw.insert_value(RuntimeIsErrorOp::build(rw.ctx, location, operand, &[]));
        let error = if self.error_messages {
            self.failed_await_block(rw, location, operand)
        } else {
            self.set_error_block(rw)
        };
        cond_branch(rw, location, is_error, error, continuation);
        rw.set_start(continuation);
        replace_await(rw, op, operand);
    }

    /// Stores what is yielded or returned, marks everything as available and leaves through the cleanup.
    pub(super) fn lower_yield(&self, rw: &mut Rewriter<'_>, op: OpId) {
        let location = rw.location_of(op);
        let yielded: Vec<ValueId> = rw.body.operands(op).collect();
        rw.set_before(op);
        for (value, &storage) in yielded.into_iter().zip(&self.values) {
            rw.insert(RuntimeStoreOp::build(rw.ctx, location, value, storage, &[]));
            rw.insert(RuntimeSetAvailableOp::build(rw.ctx, location, storage, &[]));
        }
        if let Some(token) = self.token {
            rw.insert(RuntimeSetAvailableOp::build(rw.ctx, location, token, &[]));
        }
        branch(rw, location, self.cleanup);
        rw.erase(op);
    }

    /// Turns the raising of a failure into a branch to a block that marks everything returned as an error with it.
    pub(super) fn lower_raise(&self, rw: &mut Rewriter<'_>, op: OpId) {
        let location = rw.location_of(op);
        let failure = rw.body.operand(op, 0);
        let before = rw.body.parent_block(op).expect("an op in a block");
        let continuation = rw.split_block(InsertPoint::Before(op));
        let region = rw.body.root().expect("a function has a region");
        let error = rw.create_block(region, Some(self.cleanup), &[]);
        let objects: Vec<ValueId> = self.token.iter().chain(&self.values).copied().collect();
        rw.insert(RuntimeForwardFailureOp::build(rw.ctx, location, failure, &objects, &[]));
        branch(rw, location, self.cleanup);
        rw.set_end(before);
        let mut b = ArithBuilder::new(rw, location);
        let zero = b.constant(Type::I64, 0);
        let failed = b.cmpi("ne", failure, zero);
        cond_branch(rw, location, failed, error, continuation);
        rw.erase(op);
    }

    /// Turns an assertion into a branch to the error block.
    pub(super) fn lower_assert(&mut self, rw: &mut Rewriter<'_>, op: OpId) {
        let location = rw.location_of(op);
        let condition = rw.body.operand(op, 0);
        let before = rw.body.parent_block(op).expect("an op in a block");
        let continuation = rw.split_block(InsertPoint::Before(op));
        rw.set_end(before);
        let error = if self.error_messages {
            self.failed_assertion_block(rw, op)
        } else {
            self.set_error_block(rw)
        };
        cond_branch(rw, location, condition, continuation, error);
        rw.erase(op);
    }
}

/// What is said of an error that nothing else is known of.
pub(super) const IN_ERROR: &str = "Awaited async operand is in error state";

/// Turns an await outside of coroutines into one that blocks the thread, and an assertion that there was no error.
pub(super) fn lower_blocking_await(rw: &mut Rewriter<'_>, op: OpId, error_messages: bool) {
    let location = rw.location_of(op);
    let operand = rw.body.operand(op, 0);
    rw.set_before(op);
    rw.insert(RuntimeAwaitOp::build(rw.ctx, location, operand, &[]));
    if error_messages {
        let message = rw.ctx.str_attr(&error_message::at(rw.ctx, location, IN_ERROR));
        rw.insert(RuntimeCheckOp::build(rw.ctx, location, operand, message, &[]));
    } else {
        assert_no_error(rw, location, operand);
    }
    replace_await(rw, op, operand);
}

fn assert_no_error(rw: &mut Rewriter<'_>, location: Location, operand: ValueId) {
    let is_error = rw.insert_value(RuntimeIsErrorOp::build(rw.ctx, location, operand, &[]));
    let yes = constant(rw, location, Attribute::TRUE);
    let no_error = rw.insert_value(arith::XOrIOp::build(rw.ctx, location, is_error, yes, &[]));
    let message = rw.ctx.str_attr(IN_ERROR);
    rw.insert(cf::AssertOp::build(rw.ctx, location, no_error, message, &[]));
}

/// Replaces an await by the value that it unwraps, if it does.
pub(super) fn replace_await(rw: &mut Rewriter<'_>, op: OpId, operand: ValueId) {
    let location = rw.location_of(op);
    if rw.body.op(op).num_results() == 0 {
        return rw.erase(op);
    }
    let value = rw.insert_value(RuntimeLoadOp::build(rw.ctx, location, operand, &[]));
    rw.replace(op, &[value]);
}

/// Whether an op waits for a token, value or group.
pub(super) fn is_await(op: &Operation) -> bool {
    op.is(AwaitOp::DEF) || op.is(AwaitAllOp::DEF)
}

/// The attribute without which LLVM does not split a coroutine.
pub(super) fn passthrough(ctx: &Context) -> Attribute {
    ctx.array_attr(&[ctx.str_attr("presplitcoroutine")])
}

pub(super) fn branch(rw: &mut Rewriter<'_>, location: Location, dest: BlockId) {
    rw.insert(cf::BranchOp::build(rw.ctx, location, &[], &[]).successors(&[dest]));
}

fn cond_branch(rw: &mut Rewriter<'_>, location: Location, condition: ValueId, yes: BlockId, no: BlockId) {
    let state = cf::CondBranchOp::build(rw.ctx, location, condition, &[], &[], None, &[]);
    rw.insert(state.successors(&[yes, no]));
}
