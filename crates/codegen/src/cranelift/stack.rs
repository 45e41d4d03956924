//! Stack memory: a place in the frame of the function.

use std::collections::HashSet;

use asyncir_dialects::llvm::layout::layout_of;
use asyncir_dialects::llvm::{StackrestoreIntrOp, StacksaveIntrOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Dominance, Fallible, OpId, OpRef};
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, types};

use super::function::{Leaves, Translator};
use super::refused_for;
use crate::dialect::{attr, integer, type_attr};

/// The alignment that a function's frame has anyway.
const FRAME_ALIGN: u64 = 16;

/// Stack memory of a size that is known, of which there is one for each call of the function.
pub(super) fn alloca<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<Leaves> {
    if !is_freed_before_the_next(op) {
        return Err(refused_for(op, "stack memory that a loop keeps"));
    }
    let element = type_attr(op, "elem_type").and_then(|ty| layout_of(op.ctx, ty));
    let count = constant_operand(to, op, 0);
    let (Some(element), Some(count)) = (element, count) else {
        return Err(refused_for(op, "stack memory of unknown size"));
    };
    let requested = integer(op, "alignment").and_then(|align| u64::try_from(align).ok());
    let align = requested.filter(|&align| align > 0).unwrap_or(element.align);
    if !align.is_power_of_two() {
        return Err(refused_for(op, "alignment"));
    }
    let size = u64::try_from(count)
        .ok()
        .and_then(|count| count.checked_mul(element.size));
    let slack = if align > FRAME_ALIGN { align } else { 0 };
    let size = size.and_then(|size| u32::try_from(size.max(1).checked_add(slack)?).ok());
    let size = size.ok_or_else(|| refused_for(op, "size of stack memory"))?;
    to.take_stack(op, size)?;
    let shift = align.min(FRAME_ALIGN).trailing_zeros() as u8;
    let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, size, shift);
    let slot = to.builder.create_sized_stack_slot(slot);
    let mut address = to.builder.ins().stack_addr(types::I64, slot, 0);
    if slack > 0 {
        address = to.builder.ins().iadd_imm_s(address, (align - 1).cast_signed());
        address = to.builder.ins().band_imm_s(address, -align.cast_signed());
    }
    Ok(Leaves::from_slice(&[address]))
}

fn constant_operand<'m>(to: &Translator<'_, '_, 'm>, op: OpRef<'m>, index: usize) -> Option<i64> {
    let value = *op.operands().get(index)?;
    let definition = to.at(op.body.defining_op(value)?);
    (definition.name() == "llvm.mlir.constant").then_some(())?;
    attr(definition, "value")?.as_i64(op.ctx)
}

/// Whether no call of the function executes an `llvm.alloca` a second time before it has freed what the first one gave. Then both
/// may have the same place.
fn is_freed_before_the_next(alloca: OpRef<'_>) -> bool {
    let body = alloca.body;
    let Some(block) = body.parent_block(alloca.op) else {
        return false;
    };
    if body
        .block(block)
        .region()
        .and_then(|region| body.region(region).first())
        == Some(block)
    {
        // Nothing leads back to the beginning of a function.
        return true;
    }
    let mut scopes = Scopes {
        alloca,
        dominance: None,
    };
    let mut seen: HashSet<BlockId> = HashSet::new();
    let behind = body.block_ops(block).skip_while(|&op| op != alloca.op).skip(1);
    let mut pending: Vec<Vec<OpId>> = vec![behind.collect()];
    while let Some(ops) = pending.pop() {
        for op in ops {
            if op == alloca.op || scopes.is_begun_by(op) {
                return false;
            }
            if scopes.is_ended_by(op) {
                break;
            }
            let next = body.successors(op).filter(|&next| seen.insert(next));
            pending.extend(next.map(|next| body.block_ops(next).collect()));
        }
    }
    true
}

/// The scopes of stack memory around an `llvm.alloca`.
struct Scopes<'m> {
    alloca: OpRef<'m>,
    dominance: Option<Dominance>,
}

impl Scopes<'_> {
    /// Whether an op begins a scope of which the `llvm.alloca` is always a part.
    fn is_begun_by(&mut self, op: OpId) -> bool {
        let body = self.alloca.body;
        let dominance = || Dominance::new(body);
        body.op(op).is(StacksaveIntrOp::DEF)
            && self
                .dominance
                .get_or_insert_with(dominance)
                .properly_dominates(body, op, self.alloca.op)
    }

    /// Whether an op ends such a scope.
    fn is_ended_by(&mut self, op: OpId) -> bool {
        let body = self.alloca.body;
        let restored = body.op(op).is(StackrestoreIntrOp::DEF).then(|| body.operand(op, 0));
        let save = restored.and_then(|value| body.defining_op(value));
        save.is_some_and(|save| self.is_begun_by(save))
    }
}
