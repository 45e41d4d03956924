//! Canonicalisation of ops that allocate.

use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{InsertPoint, OpId, OperationState, ValueId};

use super::strides::MemRef;
use super::{AllocOp, AllocaOp, AllocaScopeOp, CastOp, DeallocOp, ReallocOp, StoreOp};
use crate::index_list;
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `memref.alloc`.
    ALLOC for AllocOp = [constant_sizes, never_read];
    /// Of `memref.alloca`.
    ALLOCA for AllocaOp = [constant_sizes, never_read];
    /// Of `memref.realloc`.
    REALLOC for ReallocOp = [never_read];
    /// Of `memref.alloca_scope`.
    ALLOCA_SCOPE for AllocaScopeOp = [inline_scope];
}

/// Sizes that are constants belong to the type.
fn constant_sizes(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = AllocOp(rw.body.op_ref(rw.ctx, op));
    let (sizes, symbols, alignment) = (view.dynamicSizes(), view.symbolOperands(), view.alignment());
    let ty = view.0.result_type(0);
    let Some(memref) = MemRef::of(rw.ctx, ty) else {
        return false;
    };
    let entries = index_list::join(&memref.shape, &sizes);
    let (entries, changed) = index_list::with_constants(rw.ctx, rw.body, &entries, index_list::is_size);
    if !changed || entries.len() != memref.rank() {
        return false;
    }
    let (shape, sizes) = index_list::split(&entries);
    let new_type = MemRef { shape, ..memref }.ty(rw.ctx);
    let location = rw.location_of(op);
    let mut state: OperationState = AllocOp::build(rw.ctx, location, &sizes, &symbols, alignment, &[new_type]);
    state.name = rw.body.op(op).name();
    rw.set_before(op);
    let new = rw.insert_value(state);
    rw.replace_with(op, CastOp::build(rw.ctx, location, new, &[ty]));
    true
}

/// Memory that is only written to and freed is not needed.
fn never_read(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let memref = rw.body.result(op, 0);
    let mut users: Vec<OpId> = rw.body.users(memref).collect();
    let is_needed = |&user: &OpId| match rw.body.op(user) {
        store if store.is(StoreOp::DEF) => rw.body.operand(user, 0) == memref,
        other => !other.is(DeallocOp::DEF),
    };
    if users.iter().any(is_needed) {
        return false;
    }
    users.dedup();
    for user in users {
        rw.erase(user);
    }
    rw.erase(op);
    true
}

/// A scope in which nothing is allocated, or that ends where the scope around it ends, is not needed.
fn inline_scope(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if allocates(rw, op) && !ends_with_parent(rw, op) {
        return false;
    }
    let Some(block) = AllocaScopeOp(rw.body.op_ref(rw.ctx, op)).block() else {
        return false;
    };
    let Some(end) = rw.body.terminator(block) else {
        return false;
    };
    let results: Vec<ValueId> = rw.body.operands(end).collect();
    rw.erase(end);
    rw.inline_block(block, InsertPoint::Before(op), &[]);
    rw.replace(op, &results);
    true
}

/// Whether something in a scope takes memory of its stack frame, or may do so: of ops without known effects, such as calls,
/// nothing is known.
fn allocates(rw: &Rewriter<'_>, scope: OpId) -> bool {
    let regions = rw.body.op_regions(scope).iter();
    let mut inside = regions
        .flat_map(|&region| rw.body.region_blocks(region))
        .flat_map(|block| rw.body.block_ops(block));
    inside.any(|op| {
        let data = rw.body.op(op);
        let is_alloca = data.is(AllocaOp::DEF) || data.name().as_str(rw.ctx) == "llvm.alloca";
        let is_unknown =
            !data.has_trait(OpTrait::RecursiveMemoryEffects) && effects_of(rw.body.op_ref(rw.ctx, op)).is_none();
        is_alloca || is_unknown || (!data.has_trait(OpTrait::AutomaticAllocationScope) && allocates(rw, op))
    })
}

/// Whether the op is the last thing that the scope around it does.
fn ends_with_parent(rw: &Rewriter<'_>, op: OpId) -> bool {
    let Some(block) = rw.body.parent_block(op) else {
        return false;
    };
    let end = rw.body.terminator(block);
    // At the top of a body stands what a function does; functions delimit allocations, but for asynchronous ones.
    let is_scope = match rw.body.parent_op(op) {
        Some(parent) => rw.body.op(parent).has_trait(OpTrait::AutomaticAllocationScope),
        None => end.is_some_and(|end| !rw.body.op(end).is_of("async")),
    };
    let only_block = rw
        .body
        .parent_region(op)
        .is_some_and(|r| rw.body.region(r).first() == rw.body.region(r).last());
    is_scope && only_block && end.is_some() && rw.body.next_op(op) == end
}
