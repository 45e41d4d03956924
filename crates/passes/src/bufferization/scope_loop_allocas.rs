//! `scope-loop-allocas`: memory on the stack is there for one iteration of the loop that allocates it, as
//! `memref.alloca` promises, not until the function returns.
//!
//! - Memory of a known size is allocated once, before the outermost loop that runs on the same thread; in a function that is
//!   not asynchronous, at its start, where code generators expect it.
//! - Where the size is known only at run time, the stack is restored at the end of the iteration. Iterations that may suspend
//!   keep their memory until the function returns, because the stack does not survive a suspension.
//!
//! `memref.alloca_scope` would say the same, but its region has a single block, and iterations are to become several.

use asyncir_dialects::affine;
use asyncir_dialects::r#async::{AwaitOp, CoroBeginOp, ExecuteOp, ReturnOp as AsyncReturnOp};
use asyncir_dialects::llvm::{StackrestoreIntrOp, StacksaveIntrOp};
use asyncir_dialects::memref::{AllocaOp, CastOp};
use asyncir_dialects::scf::{ForallOp, ParallelOp};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Context, Diagnostics, InsertPoint, OpId, OwnedOp, WalkOrder};

use crate::bodies::for_each_body;
use crate::conversion::llvm_common::{ops, types};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scope-loop-allocas",
    class: "ScopeLoopAllocasPass",
    summary: "Frees memory on the stack at the end of the iteration that allocates it",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ScopeLoopAllocas)),
};

struct ScopeLoopAllocas;

impl Pass for ScopeLoopAllocas {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            scope_allocas(cx.ctx, body);
            Ok(())
        })
    }
}

fn scope_allocas(ctx: &Context, body: &mut Body) {
    let ops = body.walk_all(WalkOrder::Post);
    let in_loops = |body: &Body, op: &OpId| allocates(ctx, body, *op) && loop_of(body, *op).is_some();
    let allocas: Vec<OpId> = ops.iter().copied().filter(|op| in_loops(body, op)).collect();
    if allocas.is_empty() {
        return;
    }
    let is_asynchronous = ops.iter().any(|&op| is_of_coroutine(body, op));
    for &alloca in &allocas {
        if let Some(place) = place_before_loops(ctx, body, alloca, is_asynchronous) {
            body.move_op(alloca, place);
        }
    }
    let in_iterations: Vec<(OpId, OpId)> = allocas
        .into_iter()
        .filter_map(|alloca| Some((loop_of(body, alloca)?, alloca)))
        .collect();
    for &(around, _) in &in_iterations {
        // Of several allocations, the first one has seen to it.
        if restores_stack(body, around) {
            continue;
        }
        let mut own = in_iterations.iter().filter(|(other, _)| *other == around);
        let all_end = own.all(|&(_, alloca)| !is_passed_on(body, alloca, around));
        if all_end && !may_suspend(body, around) {
            restore_stack(ctx, body, around);
        }
    }
}

/// Whether an op takes memory of the stack: it says so, or puts the descriptor of an unranked memref there.
fn allocates(ctx: &Context, body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    let is_unranked = |value| body.value_type(value).shape(ctx).is_none();
    data.is(AllocaOp::DEF)
        || data.is(CastOp::DEF) && is_unranked(body.result(op, 0)) && !is_unranked(body.operand(op, 0))
}

/// Whether the memory may be used by what comes behind the iteration.
fn is_passed_on(body: &Body, alloca: OpId, around: OpId) -> bool {
    let is_behind = |user| {
        let is_end = |(block, end)| body.ancestor_in_block(block, user) == Some(end);
        body.op(user).has_trait(OpTrait::Terminator) || iteration(body, around).is_some_and(is_end)
    };
    body.users(body.result(alloca, 0)).any(is_behind)
}

/// The loop whose iteration frees what an op allocates on the stack; `None` if something else does.
fn loop_of(body: &Body, op: OpId) -> Option<OpId> {
    let mut parent = body.parent_op(op)?;
    while !body.op(parent).has_trait(OpTrait::AutomaticAllocationScope) {
        parent = body.parent_op(parent)?;
    }
    body.op(parent).has_trait(OpTrait::LoopLike).then_some(parent)
}

/// Whether an op is found in coroutines only, or awaits something.
fn is_of_coroutine(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    [AwaitOp::DEF, AsyncReturnOp::DEF, CoroBeginOp::DEF]
        .into_iter()
        .any(|def| data.is(def))
}

/// Where memory of a known size is allocated instead; `None` if it stays.
fn place_before_loops(ctx: &Context, body: &Body, alloca: OpId, is_asynchronous: bool) -> Option<InsertPoint> {
    let size = body.value_type(body.result(alloca, 0)).num_elements(ctx);
    let is_known = size.is_some() && body.operands(alloca).next().is_none();
    let mut before = loop_of(body, alloca).filter(|&around| !runs_elsewhere(body, around))?;
    if !is_known || is_passed_on(body, alloca, before) {
        return None;
    }
    loop {
        match body.parent_op(before) {
            Some(parent) if !runs_elsewhere(body, parent) => before = parent,
            None if !is_asynchronous => return Some(body.start_of(body.entry()?)),
            _ => return Some(InsertPoint::Before(before)),
        }
    }
}

/// Whether the regions of an op may run on other threads, several at a time.
fn runs_elsewhere(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    [ExecuteOp::DEF, ForallOp::DEF, ParallelOp::DEF, affine::ParallelOp::DEF]
        .into_iter()
        .any(|def| data.is(def))
}

/// Whether something in an op may suspend the coroutine around it.
pub(crate) fn may_suspend(body: &Body, around: OpId) -> bool {
    let mut ops = body.walk_op(around, WalkOrder::Pre).into_iter();
    ops.any(|op| body.op(op).is_of("async"))
}

/// Restores the stack at the end of an iteration.
fn restore_stack(ctx: &Context, body: &mut Body, around: OpId) {
    let Some((block, end)) = iteration(body, around) else {
        return;
    };
    let location = body.op(around).location();
    let start = body.start_of(block);
    let mut rw = Rewriter::new(ctx, body);
    rw.set_point(start);
    let stack = ops::simple(&mut rw, StacksaveIntrOp::DEF, location, &[], types::ptr(ctx));
    rw.set_before(end);
    rw.insert(ops::state(ctx, StackrestoreIntrOp::DEF, location, &[stack], &[], &[]));
}

fn restores_stack(body: &Body, around: OpId) -> bool {
    let first = iteration(body, around).and_then(|(block, _)| body.block(block).first_op());
    first.is_some_and(|op| body.op(op).is(StacksaveIntrOp::DEF))
}

/// The block of a loop, and the op at its end.
fn iteration(body: &Body, around: OpId) -> Option<(BlockId, OpId)> {
    let block = body.region(*body.op_regions(around).first()?).first()?;
    Some((block, body.terminator(block)?))
}
