//! Stack memory of an inlined LLVM function: it must neither be allocated anew in each iteration of a loop around the
//! call, nor live longer than the call did.

use asyncir_dialects::llvm::{
    self, AllocaOp, BitcastOp, LifetimeEndIntrOp, LifetimeStartIntrOp, StackrestoreIntrOp, StacksaveIntrOp,
};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{Attribute, BlockId, Body, Context, InsertPoint, OpId, Operation, OperationState, ValueId};

/// An alloca of constant size.
struct StaticAlloca {
    op: OpId,
    size: Attribute,
    /// Whether its lifetime has to be marked.
    marks: bool,
}

/// Moves the allocas of constant size to the entry of what is around the call, marks their lifetimes, and frees the
/// others at the end of the inlined blocks.
pub(super) fn move_allocas(ctx: &Context, body: &mut Body, caller: &Operation, call: OpId, blocks: &[BlockId]) {
    let Some(target) = allocation_block(body, caller, call) else {
        return;
    };
    let statics = static_allocas(ctx, body, blocks[0]);
    let is_dynamic = |op: &OpId| {
        let data = body.op(*op);
        data.is(AllocaOp::DEF) && constant_value(ctx, body, body.operand(*op, 0)).is_none()
    };
    let has_dynamic = blocks
        .iter()
        .any(|&block| body.block_ops(block).any(|op| is_dynamic(&op)));
    if statics.is_empty() && !has_dynamic {
        return;
    }
    let location = body.op(call).location();
    let saved = has_dynamic.then(|| {
        let state = StacksaveIntrOp::build(ctx, location, &[llvm::types::make::ptr(ctx)]);
        let start = body.start_of(blocks[0]);
        let save = insert(body, state, start);
        body.result(save, 0)
    });
    let start = body.start_of(target);
    for alloca in &statics {
        move_alloca(ctx, body, alloca, start);
    }
    if !has_dynamic && statics.iter().all(|alloca| !alloca.marks) {
        return;
    }
    for &block in blocks {
        let Some(end) = body
            .block(block)
            .last_op()
            .filter(|&op| body.op(op).has_trait(OpTrait::ReturnLike))
        else {
            continue;
        };
        if let Some(saved) = saved {
            let state = StackrestoreIntrOp::build(ctx, location, saved, &[]);
            insert(body, state, InsertPoint::Before(end));
        }
        for alloca in statics.iter().filter(|alloca| alloca.marks) {
            let location = body.op(alloca.op).location();
            let state = LifetimeEndIntrOp::build(ctx, location, body.result(alloca.op, 0), &[]);
            insert(body, state, InsertPoint::Before(end));
        }
    }
}

fn insert(body: &mut Body, state: OperationState, point: InsertPoint) -> OpId {
    let op = body.create_op(state);
    body.insert_op(op, point);
    op
}

/// The entry block of the next region around the call in which stack memory lives until the end.
fn allocation_block(body: &Body, caller: &Operation, call: OpId) -> Option<BlockId> {
    let ends_lifetime =
        |op: &Operation| op.has_trait(OpTrait::IsolatedFromAbove) || op.has_trait(OpTrait::AutomaticAllocationScope);
    let mut current = call;
    loop {
        let region = body.parent_region(current)?;
        match body.region(region).parent() {
            Some(parent) if ends_lifetime(body.op(parent)) => return body.region(region).first(),
            Some(parent) => current = parent,
            None if ends_lifetime(caller) => return body.region(region).first(),
            None => return None,
        }
    }
}

fn static_allocas(ctx: &Context, body: &Body, block: BlockId) -> Vec<StaticAlloca> {
    let allocas = body.block_ops(block).filter(|&op| body.op(op).is(AllocaOp::DEF));
    allocas
        .filter_map(|op| {
            let size = constant_value(ctx, body, body.operand(op, 0))?;
            Some(StaticAlloca {
                op,
                size,
                marks: size.as_i64(ctx) != Some(0) && !has_lifetime_marks(body, op),
            })
        })
        .collect()
}

fn has_lifetime_marks(body: &Body, alloca: OpId) -> bool {
    let users = |value: ValueId| body.users(value).collect::<Vec<OpId>>();
    let mut stack = users(body.result(alloca, 0));
    while let Some(user) = stack.pop() {
        let data = body.op(user);
        if data.is(LifetimeStartIntrOp::DEF) || data.is(LifetimeEndIntrOp::DEF) {
            return true;
        }
        if data.is(BitcastOp::DEF) {
            stack.extend(users(body.result(user, 0)));
        }
    }
    false
}

fn move_alloca(ctx: &Context, body: &mut Body, alloca: &StaticAlloca, start: InsertPoint) {
    let location = body.op(alloca.op).location();
    let ty = body.value_type(body.operand(alloca.op, 0));
    let constant = insert(body, llvm::ConstantOp::build(ctx, location, alloca.size, &[ty]), start);
    if alloca.marks {
        let state = LifetimeStartIntrOp::build(ctx, location, body.result(alloca.op, 0), &[]);
        insert(body, state, InsertPoint::Before(alloca.op));
    }
    let behind = body.after(constant);
    body.move_op(alloca.op, behind);
    let size = body.result(constant, 0);
    body.set_operand(alloca.op, 0, size);
}
