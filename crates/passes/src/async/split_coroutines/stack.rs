//! Stack memory that stays on the stack, of coroutines and of plain functions.

use asyncir_dialects::llvm::layout::layout_of;
use asyncir_dialects::llvm::{self, AllocaOp, CallOp, InvokeOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{BlockId, Body, Context, OpId, Type, WalkOrder};

use super::allocas::memory_align;
use crate::analysis::cycles::blocks_in_cycles;

/// Moves stack memory of constant size to the entry of a function, unless a loop may allocate it several times: only
/// there LLVM takes it for fixed.
pub(super) fn move_to_entry(ctx: &Context, body: &mut Body) {
    let Some(entry) = body.entry() else { return };
    let blocks: Vec<BlockId> = body
        .root()
        .map(|root| body.region_blocks(root).collect())
        .unwrap_or_default();
    let mut in_cycles = None;
    for block in blocks.into_iter().filter(|&block| block != entry) {
        let is_fixed =
            |&op: &OpId| body.op(op).is(AllocaOp::DEF) && constant_value(ctx, body, body.operand(op, 0)).is_some();
        let allocas: Vec<OpId> = body.block_ops(block).filter(is_fixed).collect();
        if allocas.is_empty() {
            continue;
        }
        if in_cycles
            .get_or_insert_with(|| blocks_in_cycles(body, entry))
            .contains(&block)
        {
            continue;
        }
        for alloca in allocas {
            let size = body.operand(alloca, 0);
            let Some(value) = constant_value(ctx, body, size) else {
                continue;
            };
            let (location, ty) = (body.op(alloca).location(), body.value_type(size));
            let start = body.start_of(entry);
            let constant = body.create_op(llvm::ConstantOp::build(ctx, location, value, &[ty]));
            body.insert_op(constant, start);
            let behind = body.after(constant);
            body.move_op(alloca, behind);
            let size = body.result(constant, 0);
            body.set_operand(alloca, 0, size);
        }
    }
}

/// The alignment of the widest registers, in bytes. Wider vectors are passed in parts.
const MAX_REGISTER: u64 = 64;

/// The alignment of the stack that calls rely on, in bytes.
const STACK_ALIGN: u64 = 16;

/// Aligns stack memory that is not fixed like the vectors that the function passes. At `-O0`, LLVM puts those that have no
/// register where the stack ends at the time, and stores them as if that were aligned for them.
pub(super) fn align_for_arguments(ctx: &Context, body: &mut Body) {
    let ops = body.walk_all(WalkOrder::Pre);
    let is_alloca = |&op: &OpId| body.op(op).is(AllocaOp::DEF);
    let is_fixed =
        |op: OpId| body.parent_block(op) == body.entry() && constant_value(ctx, body, body.operand(op, 0)).is_some();
    let dynamic: Vec<OpId> = ops
        .iter()
        .copied()
        .filter(is_alloca)
        .filter(|&op| !is_fixed(op))
        .collect();
    if dynamic.is_empty() {
        return;
    }
    let calls = ops
        .iter()
        .filter(|&&op| body.op(op).is(CallOp::DEF) || body.op(op).is(InvokeOp::DEF));
    let passed = calls.flat_map(|&op| body.operands(op));
    let aligns = passed.filter_map(|value| Some(layout_of(ctx, body.value_type(value))?.align));
    let align = aligns.max().unwrap_or(1).min(MAX_REGISTER);
    if align <= STACK_ALIGN {
        return;
    }
    for alloca in dynamic {
        let own = memory_align(body.op_ref(ctx, alloca));
        let align = ctx.int_attr(Type::I64, own.max(align).into());
        body.op_mut(alloca).set_property(ctx, "alignment", Some(align));
    }
}
