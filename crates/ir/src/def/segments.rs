//! Which operands and results belong to which slot.

use std::ops::Range;

use smallvec::SmallVec;

use super::{Arity, OpDef, OpTrait, ValueSlot};
use crate::attributes::Attribute;
use crate::body::OpRef;
use crate::context::Context;

impl OpDef {
    /// The operands of each slot, as ranges of operand indices; empty ones if the op is malformed.
    pub fn operand_ranges(&self, op: OpRef<'_>) -> Ranges {
        let data = op.data();
        let sized = self.has(OpTrait::AttrSizedOperandSegments);
        let segments = Segments {
            slots: self.operands,
            count: data.num_operands(),
            sizes: sized.then(|| segment_sizes(op.ctx, data.properties(), OPERAND_SEGMENTS)),
        };
        segments.ranges()
    }

    /// The results of each slot, as ranges of result indices; empty ones if the op is malformed.
    pub fn result_ranges(&self, op: OpRef<'_>) -> Ranges {
        let data = op.data();
        let sized = self.has(OpTrait::AttrSizedResultSegments);
        let segments = Segments {
            slots: self.results,
            count: data.num_results(),
            sizes: sized.then(|| segment_sizes(op.ctx, data.properties(), RESULT_SEGMENTS)),
        };
        segments.ranges()
    }

    /// The operands of slot `slot`, as a range of operand indices; empty if the op is malformed.
    pub fn operand_range(&self, op: OpRef<'_>, slot: usize) -> Range<usize> {
        if self.operands.len() == 1 && !self.has(OpTrait::AttrSizedOperandSegments) {
            return only_range(&self.operands[slot], op.data().num_operands());
        }
        self.operand_ranges(op).swap_remove(slot)
    }

    /// The results of slot `slot`, as a range of result indices; empty if the op is malformed.
    pub fn result_range(&self, op: OpRef<'_>, slot: usize) -> Range<usize> {
        if self.results.len() == 1 && !self.has(OpTrait::AttrSizedResultSegments) {
            return only_range(&self.results[slot], op.data().num_results());
        }
        self.result_ranges(op).swap_remove(slot)
    }

    /// The index of the operand slot of that name.
    pub fn operand_slot(&self, name: &str) -> Option<usize> {
        self.operands.iter().position(|slot| slot.name == name)
    }

    /// The index of the result slot of that name.
    pub fn result_slot(&self, name: &str) -> Option<usize> {
        self.results.iter().position(|slot| slot.name == name)
    }
}

/// The names of the properties that hold segment sizes.
const OPERAND_SEGMENTS: &str = "operandSegmentSizes";
const RESULT_SEGMENTS: &str = "resultSegmentSizes";

/// The range of the only slot of an op.
fn only_range(slot: &ValueSlot, count: usize) -> Range<usize> {
    match slot.arity {
        Arity::One => 0..count.min(1),
        _ => 0..count,
    }
}

/// A range for each slot of an op.
pub type Ranges = SmallVec<[Range<usize>; 4]>;

/// What is known of the values of an op: the slots, how many values there are, and the segment sizes if it keeps them.
struct Segments<'a> {
    slots: &'a [ValueSlot],
    count: usize,
    sizes: Option<SmallVec<[i64; 8]>>,
}

impl Segments<'_> {
    fn ranges(&self) -> Ranges {
        if let Some(sizes) = &self.sizes {
            let mut start = 0;
            return (0..self.slots.len())
                .map(|slot| {
                    let size = sizes.get(slot).map_or(0, |&size| usize::try_from(size).unwrap_or(0));
                    let range = start..start + size;
                    start = range.end;
                    self.clamp(range)
                })
                .collect();
        }
        let flexible = self.slots.iter().filter(|s| s.arity != Arity::One).count();
        // Without segment sizes, all flexible slots have the same number of values.
        let fixed = self.slots.len() - flexible;
        let each = self.count.saturating_sub(fixed).checked_div(flexible).unwrap_or(0);
        let mut start = 0;
        let range = |slot: &ValueSlot| {
            let len = if slot.arity == Arity::One { 1 } else { each };
            start += len;
            self.clamp(start - len..start)
        };
        self.slots.iter().map(range).collect()
    }

    fn clamp(&self, range: Range<usize>) -> Range<usize> {
        if range.end <= self.count { range } else { 0..0 }
    }
}

fn segment_sizes(ctx: &Context, properties: Attribute, name: &str) -> SmallVec<[i64; 8]> {
    let sizes = properties.get(ctx, name).and_then(|attr| attr.dense_ints(ctx));
    sizes.map(Iterator::collect).unwrap_or_default()
}
