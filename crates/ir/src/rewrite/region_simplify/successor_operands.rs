//! The operands that a terminator passes to the arguments of its successors.

use std::ops::Range;

use crate::attributes::Attribute;
use crate::body::{Body, OpId, ValueId};
use crate::context::Context;
use crate::def::OpTrait;

/// The operands that a terminator passes to one of its successors.
#[derive(Clone, Debug)]
pub struct SuccessorOperands {
    /// How many of the first block arguments the terminator itself makes.
    pub produced: usize,
    /// The operands of the terminator that are passed to the other block arguments.
    pub range: Range<usize>,
    /// Which successor it is.
    pub successor: usize,
}

/// The operands that `terminator` passes to its successor, if it says.
pub fn successor_operands(ctx: &Context, body: &Body, terminator: OpId, successor: usize) -> Option<SuccessorOperands> {
    let branch = body.op(terminator).def()?.hooks.branch?;
    let (produced, range) = branch(body.op_ref(ctx, terminator), successor);
    Some(SuccessorOperands {
        produced,
        range,
        successor,
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
        self.resize(ctx, body, terminator, operand, -1);
    }

    /// Passes one more value, behind the others.
    pub fn append(&self, ctx: &Context, body: &mut Body, terminator: OpId, values: &[ValueId]) {
        let mut operands: Vec<ValueId> = body.operands(terminator).collect();
        operands.splice(self.range.end..self.range.end, values.iter().copied());
        body.set_operands(terminator, &operands);
        // The values join the segment of the successor, which comes behind those before it even if it is empty.
        self.resize(ctx, body, terminator, self.range.end, values.len() as i32);
    }

    /// Adjusts the segment sizes of the terminator for a change at an operand index.
    fn resize(&self, ctx: &Context, body: &mut Body, terminator: OpId, operand: usize, by: i32) {
        let data = body.op_mut(terminator);
        let sizes = |attr: Option<Attribute>| attr.and_then(|attr| attr.as_dense_ints(ctx));
        // Switches pass the operands of all their cases in their last segment, split by a second list of sizes; so do
        // branches to addresses, which have no default destination.
        let mut is_case = false;
        for (list, first) in [("case_operand_segments", 1), ("indbr_operand_segments", 0)] {
            if let Some(mut cases) = sizes(data.property(ctx, list))
                && let Some(case) = self.successor.checked_sub(first).and_then(|index| cases.get_mut(index))
            {
                is_case = true;
                *case += i64::from(by);
                let cases: Vec<i32> = cases.into_iter().map(|size| size as i32).collect();
                data.set_property(ctx, list, Some(ctx.dense_i32_array(&cases)));
            }
        }
        if data.has_trait(OpTrait::AttrSizedOperandSegments)
            && let Some(mut segments) = sizes(data.property(ctx, "operandSegmentSizes"))
        {
            let segment = if is_case {
                segments.len().checked_sub(1)
            } else {
                self.segment(&segments, operand, by)
            };
            let Some(segment) = segment else { return };
            segments[segment] += i64::from(by);
            let segments: Vec<i32> = segments.into_iter().map(|size| size as i32).collect();
            data.set_property(ctx, "operandSegmentSizes", Some(ctx.dense_i32_array(&segments)));
        }
    }

    /// The operand segment that a change at an operand index is in. Segments of successors come last and in order.
    fn segment(&self, segments: &[i64], operand: usize, by: i32) -> Option<usize> {
        let mut end = 0;
        for (index, &size) in segments.iter().enumerate() {
            end += usize::try_from(size).ok()?;
            if by < 0 && operand < end {
                return Some(index);
            }
        }
        if by < 0 {
            return None;
        }
        let mut end = 0;
        let starts = segments.iter().map(|&size| {
            let start = end;
            end += size as usize;
            (start, end)
        });
        let matching: Vec<usize> = starts
            .enumerate()
            .filter(|(_, (start, end))| *start == self.range.start && *end == self.range.end)
            .map(|(index, _)| index)
            .collect();
        // Among equal (empty) segments, the successor's own is told by its position among them.
        matching
            .get(self.successor.min(matching.len().saturating_sub(1)))
            .or(matching.last())
            .copied()
    }
}
