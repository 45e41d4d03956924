//! Stack memory that lives across suspension points: it moves to the frame.

use std::collections::BTreeSet;

use asyncir_dialects::llvm::layout::{Layout, layout_of};
use asyncir_dialects::llvm::{
    AllocaOp, ICmpOp, LifetimeEndIntrOp, LifetimeStartIntrOp, LoadOp, MemcpyIntrOp, MemmoveIntrOp, MemsetIntrOp,
    StackrestoreIntrOp, StacksaveIntrOp, StoreOp,
};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, Body, Context, Diagnostic, Diagnostics, Dominance, Fallible, OpId, OpRef, UseId, ValueId};

use super::liveness::Crossing;
use super::recognize::Coroutine;

/// An alloca whose memory is in the frame.
pub(super) struct FrameAlloca {
    pub(super) address: ValueId,
    pub(super) layout: Layout,
}

/// What becomes of an address.
#[derive(Default)]
pub(super) struct Addresses {
    /// The address itself, and everything computed from it.
    pub(super) derived: BTreeSet<ValueId>,
    /// The ops that use one of those.
    pub(super) users: BTreeSet<OpId>,
    /// Whether it gets to where its uses are not seen.
    escapes: bool,
    /// Whether it is stored, or passed to a block.
    outlives_iterations: bool,
}

/// Finds the allocas whose memory lives across suspension points.
///
/// # Errors
/// If one of them cannot move to the frame.
pub(super) fn in_frame(
    ctx: &Context,
    body: &Body,
    coroutine: &Coroutine,
    crossing: &Crossing,
) -> Result<Vec<FrameAlloca>, Diagnostics> {
    let allocas = wanted(ctx, body, coroutine, crossing);
    if allocas.is_empty() {
        return Ok(Vec::new());
    }
    let dominance = Dominance::new(body);
    let (mut found, mut errors) = (Vec::new(), Diagnostics::new());
    for (alloca, addresses) in allocas {
        let checked = check(ctx, body, coroutine, &dominance, alloca, &addresses);
        found.extend(errors.take(checked));
    }
    if errors.is_empty() { Ok(found) } else { Err(errors) }
}

/// The allocas that have to be in the frame, with what becomes of their addresses.
pub(super) fn wanted(ctx: &Context, body: &Body, coroutine: &Coroutine, crossing: &Crossing) -> Vec<(OpId, Addresses)> {
    let ops = body.walk_all(asyncir_ir::WalkOrder::Pre).into_iter();
    let allocas = ops.filter(|&op| body.op(op).is(AllocaOp::DEF));
    let allocas = allocas.filter(|&op| !coroutine.copied.contains(&body.result(op, 0)));
    let found = allocas.map(|alloca| (alloca, Addresses::of(ctx, body, body.result(alloca, 0))));
    let lives_on = |(alloca, addresses): &(OpId, Addresses)| {
        coroutine.promise == Some(body.result(*alloca, 0))
            || addresses.derived.iter().any(|value| crossing.all.contains(value))
            || (addresses.escapes
                && !is_freed_behind(body, coroutine, *alloca)
                && reaches_suspension(body, coroutine, *alloca))
    };
    found.filter(lives_on).collect()
}

impl Addresses {
    fn of(ctx: &Context, body: &Body, address: ValueId) -> Self {
        let mut found = Self::default();
        let mut pending = vec![address];
        while let Some(value) = pending.pop() {
            if !found.derived.insert(value) {
                continue;
            }
            for slot in body.uses(value) {
                found.users.insert(body.use_owner(slot));
                found.follow(ctx, body, slot, &mut pending);
            }
        }
        found
    }

    fn follow(&mut self, ctx: &Context, body: &Body, slot: UseId, pending: &mut Vec<ValueId>) {
        let (user, operand) = (body.use_owner(slot), body.use_index(slot));
        let op = body.op(user);
        let is = |defs: &[&'static asyncir_ir::def::OpDef]| defs.iter().any(|&def| op.is(def));
        let accesses = [MemcpyIntrOp::DEF, MemmoveIntrOp::DEF, MemsetIntrOp::DEF];
        let marks = [
            LifetimeStartIntrOp::DEF,
            LifetimeEndIntrOp::DEF,
            ICmpOp::DEF,
            LoadOp::DEF,
        ];
        if is(&accesses) || is(&marks) || (op.is(StoreOp::DEF) && operand == 1) {
            return;
        }
        if op.num_successors() > 0 {
            self.outlives_iterations = true;
            for successor in 0..op.num_successors() {
                let passed = successor_operands(ctx, body, user, successor);
                let argument = passed.and_then(|passed| passed.argument_of(operand));
                pending.extend(argument.map(|index| body.block_arg(body.successor(user, successor), index)));
            }
        } else if op.has_trait(OpTrait::Pure) && op.num_results() > 0 {
            pending.extend(body.results(user));
        } else {
            self.escapes = true;
            self.outlives_iterations |= op.is(StoreOp::DEF);
        }
    }
}

/// The blocks that control may get to from the ends of blocks.
pub(super) fn blocks_behind(body: &Body, blocks: impl IntoIterator<Item = BlockId>) -> BTreeSet<BlockId> {
    let successors = |block: BlockId| body.terminator(block).map(|op| body.successors(op));
    let mut reached = BTreeSet::new();
    let mut pending: Vec<BlockId> = blocks.into_iter().filter_map(successors).flatten().collect();
    while let Some(block) = pending.pop() {
        if reached.insert(block) {
            pending.extend(successors(block).into_iter().flatten());
        }
    }
    reached
}

/// Whether the block of an alloca frees its memory, by going back to how the stack was before, and is not suspended before
/// that. So is the memory of the descriptors that copies of memory pass.
fn is_freed_behind(body: &Body, coroutine: &Coroutine, alloca: OpId) -> bool {
    let is_suspension = |op: OpId| coroutine.points.iter().any(|point| point.suspend == op);
    let restores_to_before = |op: OpId| {
        let saved = body.op(op).is(StackrestoreIntrOp::DEF).then(|| body.operand(op, 0));
        saved.and_then(|saved| body.defining_op(saved)).is_some_and(|save| {
            body.parent_block(save) == body.parent_block(alloca) && body.is_before_in_block(save, alloca)
        })
    };
    std::iter::successors(body.next_op(alloca), |&op| body.next_op(op))
        .take_while(|&op| !is_suspension(op))
        .any(restores_to_before)
}

/// Whether the coroutine may be suspended after an op.
fn reaches_suspension(body: &Body, coroutine: &Coroutine, op: OpId) -> bool {
    let Some(block) = body.parent_block(op) else {
        return false;
    };
    let behind = blocks_behind(body, [block]);
    coroutine.points.iter().any(|point| {
        let suspended = body.parent_block(point.suspend);
        let is_behind = suspended.is_some_and(|block| behind.contains(&block));
        is_behind || (suspended == Some(block) && body.is_before_in_block(op, point.suspend))
    })
}

fn check(
    ctx: &Context,
    body: &Body,
    coroutine: &Coroutine,
    dominance: &Dominance,
    alloca: OpId,
    addresses: &Addresses,
) -> Fallible<FrameAlloca> {
    let op = body.op_ref(ctx, alloca);
    let refuse = |why: &str| -> Diagnostic { op.error(format!("lives across a suspension point, but {why}")) };
    if constant_value(ctx, body, op.operand(0)).is_none() {
        return Err(refuse("its size is not constant"));
    }
    let layout = memory_of(op).ok_or_else(|| refuse("its size is not known"))?;
    let is_in_cycle = body
        .parent_block(alloca)
        .is_some_and(|block| blocks_behind(body, [block]).contains(&block));
    if is_in_cycle && addresses.outlives_iterations {
        return Err(refuse(
            "is allocated anew in each iteration of a loop that keeps its address",
        ));
    }
    let dominated = |&user: &OpId| dominance.properly_dominates(body, coroutine.begin, user);
    if !addresses.users.iter().all(dominated) {
        return Err(refuse("is used before the coroutine begins"));
    }
    Ok(FrameAlloca {
        address: op.result(0),
        layout,
    })
}

/// The memory that an alloca takes, if that is known.
pub(super) fn memory_of(alloca: OpRef<'_>) -> Option<Layout> {
    let ctx = alloca.ctx;
    let count = constant_value(ctx, alloca.body, alloca.operand(0)).and_then(|count| count.as_i64(ctx))?;
    let element = layout_of(ctx, alloca.property("elem_type")?.as_type(ctx)?)?;
    Some(Layout {
        size: element.size.checked_mul(u64::try_from(count).ok()?)?,
        align: element.align.max(memory_align(alloca)),
    })
}

/// Takes away marks of lifetimes: the memory is not on the stack any more.
pub(super) fn erase_marks(body: &mut Body, allocas: &[FrameAlloca]) {
    for alloca in allocas {
        let users: Vec<OpId> = body.users(alloca.address).collect();
        for user in users {
            let op = body.op(user);
            if op.is(LifetimeStartIntrOp::DEF) || op.is(LifetimeEndIntrOp::DEF) {
                body.erase_op(user);
            }
        }
    }
}

/// Takes away what frees the stack down to a place that was noted before a suspension: it is another stack by then.
pub(super) fn erase_stack_marks(body: &mut Body, crossing: &mut Crossing) {
    for value in crossing.all.clone() {
        let Some(op) = body
            .defining_op(value)
            .filter(|&op| body.op(op).is(StacksaveIntrOp::DEF))
        else {
            continue;
        };
        let users: Vec<OpId> = body.users(value).collect();
        if users.iter().all(|&user| body.op(user).is(StackrestoreIntrOp::DEF)) {
            users.into_iter().for_each(|user| body.erase_op(user));
            body.erase_op(op);
            crossing.forget(value);
        }
    }
}

/// The alignment that an alloca asks for.
pub(super) fn memory_align(alloca: OpRef<'_>) -> u64 {
    let wanted = alloca.property("alignment").and_then(|align| align.as_i64(alloca.ctx));
    u64::try_from(wanted.unwrap_or(0)).unwrap_or(0)
}
