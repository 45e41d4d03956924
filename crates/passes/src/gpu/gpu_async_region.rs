//! `gpu-async-region`: ops of the device run asynchronously, each after the one before it; the host waits where it has
//! to, and tasks hand their tokens on instead of waiting.
//!
//! Three steps, as in MLIR: tokens are threaded through each block; a wait at the end of an `async.execute` becomes a
//! result, on which those depend who await the task; and results with several uses are repeated.

use asyncir_dialects::r#async::types::{VALUE, value, value_type};
use asyncir_dialects::r#async::{AwaitOp, ExecuteOp};
use asyncir_dialects::gpu::types::{async_token as token_type, is_async_token};
use asyncir_dialects::gpu::{LaunchOp, WaitOp, async_token, depend_on, is_async_op};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{
    BlockId, Body, Context, Diagnostics, Fallible, InsertPoint, Location, OpId, OperationState, OwnedOp, Type, UseId,
    ValueId, WalkOrder,
};

use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "gpu-async-region",
    class: "GpuAsyncRegionPass",
    summary: "Make GPU ops async",
    anchor: Some("func.func"),
    options: &[],
    create: |_| Ok(Box::new(GpuAsyncRegion)),
};

struct GpuAsyncRegion;

impl Pass for GpuAsyncRegion {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let Some(body) = op.body_mut() else { return Ok(()) };
        thread_tokens(cx.ctx, body)?;
        DeferWaits::new(cx.ctx, body).run();
        repeat_shared_tokens(cx.ctx, body);
        Ok(())
    }
}

fn is_terminator(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    data.def().is_none() || data.has_trait(OpTrait::Terminator)
}

fn has_side_effects(ctx: &Context, body: &Body, op: OpId) -> bool {
    !is_memory_effect_free(body.op_ref(ctx, op))
}

/// Where the host has to be in step with the device.
fn needs_host(ctx: &Context, body: &Body, op: OpId) -> bool {
    is_terminator(body, op) || has_side_effects(ctx, body, op)
}

/// All blocks, those of regions within before the blocks around them.
fn blocks_inside_out(body: &Body) -> Vec<BlockId> {
    let ops = body.walk_all(WalkOrder::Post).into_iter();
    let ends = ops.filter_map(|op| Some((op, body.parent_block(op)?)));
    ends.filter(|&(op, block)| body.block(block).last_op() == Some(op))
        .map(|(_, block)| block)
        .collect()
}

fn insert_wait(
    ctx: &Context,
    body: &mut Body,
    location: Location,
    tokens: &[ValueId],
    results: &[Type],
    point: InsertPoint,
) -> OpId {
    let wait = body.create_op(WaitOp::build(ctx, location, tokens, results));
    body.insert_op(wait, point);
    wait
}

/// Lets each op of the device depend on the one before it in its block.
fn thread_tokens(ctx: &Context, body: &mut Body) -> Fallible {
    // The last token; no op before the next wait of the host has another one.
    let mut current = None;
    for block in blocks_inside_out(body) {
        let ops: Vec<OpId> = body.block_ops(block).collect();
        for op in ops {
            current = thread_token(ctx, body, op, current)?;
        }
    }
    Ok(())
}

/// The token after `op`, which comes after `current`.
fn thread_token(ctx: &Context, body: &mut Body, op: OpId, current: Option<ValueId>) -> Fallible<Option<ValueId>> {
    let data = body.op(op);
    if data.is(LaunchOp::DEF) {
        return Err(body.op_ref(ctx, op).error("replace with gpu.launch_func first"));
    }
    if data.is(WaitOp::DEF) {
        if let Some(token) = current {
            depend_on(ctx, body, op, token);
        }
        return Ok(async_token(ctx, body, op));
    }
    if is_async_op(data) {
        return Ok(Some(make_async(ctx, body, op, current)));
    }
    let Some(token) = current else { return Ok(None) };
    if !needs_host(ctx, body, op) {
        return Ok(Some(token));
    }
    let location = body.op(op).location();
    insert_wait(ctx, body, location, &[token], &[], InsertPoint::Before(op));
    Ok(None)
}

/// Makes an op of the device depend on a token, and give one.
fn make_async(ctx: &Context, body: &mut Body, op: OpId, current: Option<ValueId>) -> ValueId {
    let token = current.unwrap_or_else(|| {
        let location = body.op(op).location();
        let wait = insert_wait(ctx, body, location, &[], &[token_type(ctx)], InsertPoint::Before(op));
        body.result(wait, 0)
    });
    depend_on(ctx, body, op, token);
    if let Some(token) = async_token(ctx, body, op) {
        return token;
    }
    let data = body.op(op);
    let mut state = OperationState::new(data.name(), data.location());
    (state.properties, state.attrs) = (data.properties(), data.attrs());
    state.operands = body.operands(op).collect();
    state.results = body.result_types(op);
    state.results.push(token_type(ctx));
    let results: Vec<ValueId> = body.results(op).collect();
    let new = body.create_op(state);
    body.insert_op(new, InsertPoint::Before(op));
    for (index, result) in results.into_iter().enumerate() {
        body.replace_all_uses(result, body.result(new, index));
    }
    body.erase_op(op);
    body.result(new, body.op(new).num_results() - 1)
}

/// Puts an `async.execute` that yields more values in the place of `op`, around the same region.
fn add_results(ctx: &Context, body: &mut Body, op: OpId, values: &[ValueId]) -> OpId {
    let view = ExecuteOp(body.op_ref(ctx, op));
    let (block, region) = (view.block(), view.region());
    let (dependencies, operands) = (view.dependencies(), view.bodyOperands());
    let results: Vec<ValueId> = body.results(op).collect();
    let mut types: Vec<Type> = body.result_types(op)[1..].to_vec();
    types.extend(values.iter().map(|&v| value(ctx, body.value_type(v))));
    if let Some(end) = block.and_then(|block| body.terminator(block)) {
        let yielded: Vec<ValueId> = body.operands(end).chain(values.iter().copied()).collect();
        body.set_operands(end, &yielded);
    }
    let location = body.op(op).location();
    let to = body.create_region();
    let state = ExecuteOp::with_region(ctx, location, &dependencies, &operands, &types, to);
    let new = body.create_op(state);
    body.insert_op(new, InsertPoint::Before(op));
    body.inline_region(region, to, None);
    // MLIR copies the region, which makes its uses the newest ones.
    for inner in body.walk_region(to, WalkOrder::Pre) {
        let operands: Vec<ValueId> = body.operands(inner).collect();
        body.set_operands(inner, &operands);
    }
    for (index, result) in results.into_iter().enumerate() {
        body.replace_all_uses(result, body.result(new, index));
    }
    body.erase_op(op);
    new
}

/// Waits at the ends of tasks that those can do instead who await the task.
struct DeferWaits<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    waits: Vec<OpId>,
}

impl<'a> DeferWaits<'a> {
    fn new(ctx: &'a Context, body: &'a mut Body) -> Self {
        Self {
            ctx,
            body,
            waits: Vec::new(),
        }
    }

    fn run(mut self) {
        for op in self.body.walk_all(WalkOrder::Post) {
            if self.body.op(op).is(ExecuteOp::DEF) {
                self.waits.extend(self.last_wait(op));
            }
        }
        let mut next = 0;
        while let Some(&wait) = self.waits.get(next) {
            self.defer(wait);
            next += 1;
        }
    }

    /// The wait of the host behind which a task does nothing that is seen from outside.
    fn last_wait(&self, execute: OpId) -> Option<OpId> {
        if !self.is_only_awaited(execute) {
            return None;
        }
        let block = ExecuteOp(self.body.op_ref(self.ctx, execute)).block()?;
        let mut op = self.body.prev_op(self.body.terminator(block)?);
        while let Some(current) = op {
            if self.body.op(current).is(WaitOp::DEF) {
                let gives_token = async_token(self.ctx, self.body, current).is_some();
                return (!gives_token).then_some(current);
            }
            if has_side_effects(self.ctx, self.body, current) {
                return None;
            }
            op = self.body.prev_op(current);
        }
        None
    }

    /// Whether all users of a task's token await it. Others, such as terminators, would have to hand tokens on.
    fn is_only_awaited(&self, execute: OpId) -> bool {
        let token = self.body.result(execute, 0);
        let awaits = |user| self.body.op(user).is(ExecuteOp::DEF) || self.body.op(user).is(AwaitOp::DEF);
        self.body.has_uses(token) && self.body.users(token).all(awaits)
    }

    fn defer(&mut self, wait: OpId) {
        let tokens: Vec<ValueId> = self.body.operands(wait).collect();
        let mut parent = self.body.parent_op(wait);
        while let Some(op) = parent.filter(|&op| !self.body.op(op).is(ExecuteOp::DEF)) {
            parent = self.body.parent_op(op);
        }
        let Some(execute) = parent else { return };
        self.body.erase_op(wait);
        let execute = add_results(self.ctx, self.body, execute, &tokens);
        let first = self.body.op(execute).num_results() - tokens.len();
        let results: Vec<ValueId> = self.body.results(execute).skip(first).collect();
        let users: Vec<OpId> = self.body.users(self.body.result(execute, 0)).collect();
        for user in users {
            self.wait_after(user, &results);
        }
    }

    /// Waits for tokens after `user`, which has awaited the task that gives them: as late as can be.
    fn wait_after(&mut self, user: OpId, results: &[ValueId]) {
        let location = self.body.op(user).location();
        let is_execute = self.body.op(user).is(ExecuteOp::DEF);
        let (tokens, start) = if is_execute {
            let tokens = self.pass_in(user, results);
            let block = ExecuteOp(self.body.op_ref(self.ctx, user)).block();
            (tokens, block.and_then(|block| self.body.block(block).first_op()))
        } else {
            self.await_all(user, results)
        };
        let mut at = start;
        while let Some(op) = at.filter(|&op| !needs_host(self.ctx, self.body, op)) {
            at = self.body.next_op(op);
        }
        let Some(at) = at else { return };
        if is_async_op(self.body.op(at)) {
            for token in tokens {
                depend_on(self.ctx, self.body, at, token);
            }
            return;
        }
        let wait = insert_wait(self.ctx, self.body, location, &tokens, &[], InsertPoint::Before(at));
        let around = self
            .body
            .parent_op(at)
            .filter(|&op| self.body.op(op).is(ExecuteOp::DEF));
        if around.is_some_and(|execute| self.is_only_awaited(execute)) && self.body.next_op(at).is_none() {
            self.waits.push(wait);
        }
    }

    /// Adds operands to a task; the arguments that it gets for them.
    fn pass_in(&mut self, execute: OpId, results: &[ValueId]) -> Vec<ValueId> {
        let view = ExecuteOp(self.body.op_ref(self.ctx, execute));
        let sizes = [view.dependencies().len(), view.bodyOperands().len() + results.len()];
        let block = view.block();
        let operands: Vec<ValueId> = self.body.operands(execute).chain(results.iter().copied()).collect();
        self.body.set_operands(execute, &operands);
        let sizes = self.ctx.dense_i32_array(&sizes.map(|size| size as i32));
        let data = self.body.op_mut(execute);
        data.set_property(self.ctx, "operandSegmentSizes", Some(sizes));
        let location = data.location();
        let Some(block) = block else { return Vec::new() };
        let ty = token_type(self.ctx);
        let argument = |_: &ValueId| self.body.add_block_arg(block, ty, location);
        results.iter().map(argument).collect()
    }

    /// Awaits the values behind `after`; their payloads, and what comes next.
    fn await_all(&mut self, after: OpId, results: &[ValueId]) -> (Vec<ValueId>, Option<OpId>) {
        let location = self.body.op(after).location();
        let ty = token_type(self.ctx);
        let next = self.body.next_op(after);
        let mut tokens = Vec::new();
        for &result in results {
            let point = match next {
                Some(next) => InsertPoint::Before(next),
                None => self.body.after(after),
            };
            let op = self.body.create_op(AwaitOp::build(self.ctx, location, result, &[ty]));
            self.body.insert_op(op, point);
            tokens.push(self.body.result(op, 0));
        }
        (tokens, next)
    }
}

/// Repeats tokens that tasks give to several users.
fn repeat_shared_tokens(ctx: &Context, body: &mut Body) {
    for op in body.walk_all(WalkOrder::Post) {
        if !body.op(op).is(ExecuteOp::DEF) {
            continue;
        }
        let is_shared = |body: &Body, index: usize| {
            let result = body.result(op, index);
            let payload = value_type(ctx, body.value_type(result));
            let is_token =
                body.value_type(result).is_a(ctx, &VALUE) && payload.is_some_and(|ty| is_async_token(ctx, ty));
            is_token && body.has_uses(result) && !body.has_one_use(result)
        };
        let shared: Vec<usize> = (1..body.op(op).num_results())
            .filter(|&index| is_shared(body, index))
            .collect();
        let mut execute = op;
        for index in shared {
            execute = repeat_token(ctx, body, execute, index);
        }
    }
}

/// Gives a token once more for each use after the first one.
fn repeat_token(ctx: &Context, body: &mut Body, execute: OpId, index: usize) -> OpId {
    let count = body.uses(body.result(execute, index)).count() - 1;
    let block = ExecuteOp(body.op_ref(ctx, execute)).block();
    let Some(end) = block.and_then(|block| body.terminator(block)) else {
        return execute;
    };
    let token = body.operand(end, index - 1);
    let execute = add_results(ctx, body, execute, &vec![token; count]);
    let first = body.op(execute).num_results() - count;
    // MLIR walks the uses while it changes them, and gets no further than the first one that it changes.
    let second: Option<UseId> = body.uses(body.result(execute, index)).nth(1);
    if let Some(second) = second {
        body.set_use(second, body.result(execute, first));
    }
    execute
}
