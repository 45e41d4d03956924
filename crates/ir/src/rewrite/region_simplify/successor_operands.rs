//! The operands that a terminator passes to the arguments of its successors.

use std::ops::Range;

use crate::body::{Body, OpId, ValueId};
use crate::context::Context;
use crate::def::{ForwardedOperands, OpTrait};

/// The operands that a terminator passes to one of its successors.
#[derive(Clone, Debug)]
pub struct SuccessorOperands {
    /// How many of the first block arguments the terminator itself makes.
    pub produced: usize,
    /// The operands of the terminator that are passed to the other block arguments.
    pub range: Range<usize>,
    /// Which successor it is.
    pub successor: usize,
    /// The operand slot of the terminator that they belong to.
    pub slot: usize,
}

/// The operands that `terminator` passes to its successor, if it says.
pub fn successor_operands(ctx: &Context, body: &Body, terminator: OpId, successor: usize) -> Option<SuccessorOperands> {
    let branch = body.op(terminator).def()?.hooks.branch?;
    let ForwardedOperands { produced, range, slot } = branch(body.op_ref(ctx, terminator), successor);
    Some(SuccessorOperands {
        produced,
        range,
        successor,
        slot,
    })
}

impl SuccessorOperands {
    /// How many block arguments get a value.
    pub fn len(&self) -> usize {
        self.produced + self.range.len()
    }

    /// Whether no block argument gets a value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The block argument that an operand of the terminator is passed to.
    pub fn argument_of(&self, operand: usize) -> Option<usize> {
        self.range
            .contains(&operand)
            .then(|| operand - self.range.start + self.produced)
    }

    /// The value passed to a block argument; `None` if the terminator makes it itself.
    pub fn value(&self, body: &Body, terminator: OpId, argument: usize) -> Option<ValueId> {
        let index = argument.checked_sub(self.produced)?;
        (index < self.range.len()).then(|| body.operand(terminator, self.range.start + index))
    }

    /// Drops the operand passed to a block argument.
    pub fn erase(&self, ctx: &Context, body: &mut Body, terminator: OpId, argument: usize) {
        let operand = self.range.start + argument - self.produced;
        let mut operands: Vec<ValueId> = body.operands(terminator).collect();
        operands.remove(operand);
        body.set_operands(terminator, &operands);
        self.resize(ctx, body, terminator, -1);
    }

    /// Passes one more value, behind the others.
    pub fn append(&self, ctx: &Context, body: &mut Body, terminator: OpId, values: &[ValueId]) {
        let mut operands: Vec<ValueId> = body.operands(terminator).collect();
        operands.splice(self.range.end..self.range.end, values.iter().copied());
        body.set_operands(terminator, &operands);
        self.resize(ctx, body, terminator, values.len() as i32);
    }

    /// Passes other values instead, of which there may be more or fewer.
    pub fn assign(&self, ctx: &Context, body: &mut Body, terminator: OpId, values: &[ValueId]) {
        let mut operands: Vec<ValueId> = body.operands(terminator).collect();
        operands.splice(self.range.clone(), values.iter().copied());
        body.set_operands(terminator, &operands);
        let by = values.len() as i32 - self.range.len() as i32;
        self.resize(ctx, body, terminator, by);
    }

    /// Adjusts the sizes of the terminator's segments for operands of the successor that come or go.
    fn resize(&self, ctx: &Context, body: &mut Body, terminator: OpId, by: i32) {
        let data = body.op_mut(terminator);
        let has_segments = data.has_trait(OpTrait::AttrSizedOperandSegments);
        let mut change = |list: &'static str, index: usize| {
            let sizes = data.property(ctx, list).and_then(|attr| attr.as_dense_ints(ctx));
            let mut sizes: Vec<i32> = sizes.into_iter().flatten().map(|size| size as i32).collect();
            if let Some(size) = sizes.get_mut(index) {
                *size += by;
                data.set_property(ctx, list, Some(ctx.dense_i32_array(&sizes)));
            }
        };
        // Switches pass the operands of all their cases in one slot, split by a second list of sizes; so do branches to
        // addresses, which have no default destination.
        for (list, first) in [("case_operand_segments", 1), ("indbr_operand_segments", 0)] {
            if let Some(case) = self.successor.checked_sub(first) {
                change(list, case);
            }
        }
        if has_segments {
            change("operandSegmentSizes", self.slot);
        }
    }
}
