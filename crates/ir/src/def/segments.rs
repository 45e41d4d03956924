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
        let segments = self.operand_segments(op);
        (0..self.operands.len()).map(|slot| segments.range(slot)).collect()
    }

    /// The results of each slot, as ranges of result indices; empty ones if the op is malformed.
    pub fn result_ranges(&self, op: OpRef<'_>) -> Ranges {
        let segments = self.result_segments(op);
        (0..self.results.len()).map(|slot| segments.range(slot)).collect()
    }

    /// The operands of slot `slot`, as a range of operand indices; empty if the op is malformed.
    pub fn operand_range(&self, op: OpRef<'_>, slot: usize) -> Range<usize> {
        self.operand_segments(op).range(slot)
    }

    /// The results of slot `slot`, as a range of result indices; empty if the op is malformed.
    pub fn result_range(&self, op: OpRef<'_>, slot: usize) -> Range<usize> {
        self.result_segments(op).range(slot)
    }

    fn operand_segments(&self, op: OpRef<'_>) -> Segments<'_> {
        let (data, sized) = (op.data(), self.has(OpTrait::AttrSizedOperandSegments));
        Segments {
            slots: self.operands,
            count: data.num_operands(),
            sizes: sized.then(|| segment_sizes(op.ctx, data.properties(), OPERAND_SEGMENTS)),
        }
    }

    fn result_segments(&self, op: OpRef<'_>) -> Segments<'_> {
        let (data, sized) = (op.data(), self.has(OpTrait::AttrSizedResultSegments));
        Segments {
            slots: self.results,
            count: data.num_results(),
            sizes: sized.then(|| segment_sizes(op.ctx, data.properties(), RESULT_SEGMENTS)),
        }
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

/// A range for each slot of an op.
pub type Ranges = SmallVec<[Range<usize>; 4]>;

/// What is known of the values of an op: the slots, how many values there are, and the segment sizes if it keeps them.
struct Segments<'a> {
    slots: &'a [ValueSlot],
    count: usize,
    sizes: Option<SmallVec<[i64; 8]>>,
}

impl Segments<'_> {
    /// The values of slot number `slot`; none if the op is malformed.
    fn range(&self, slot: usize) -> Range<usize> {
        let range = match &self.sizes {
            Some(sizes) => {
                let size = |&size: &i64| usize::try_from(size).unwrap_or(0);
                let start: usize = sizes.iter().take(slot).map(size).sum();
                start..start + sizes.get(slot).map_or(0, size)
            }
            None => self.even_range(slot),
        };
        if range.end <= self.count { range } else { 0..0 }
    }

    /// Without segment sizes, all flexible slots have the same number of values.
    fn even_range(&self, slot: usize) -> Range<usize> {
        let flexible = |slots: &[ValueSlot]| slots.iter().filter(|slot| slot.arity != Arity::One).count();
        let (before, all) = (flexible(&self.slots[..slot]), flexible(self.slots));
        let fixed = self.slots.len() - all;
        let each = self.count.saturating_sub(fixed).checked_div(all).unwrap_or(0);
        let start = slot - before + before * each;
        let len = if self.slots[slot].arity == Arity::One { 1 } else { each };
        start..start + len
    }
}

fn segment_sizes(ctx: &Context, properties: Attribute, name: &'static str) -> SmallVec<[i64; 8]> {
    let sizes = properties.get_static(ctx, name).and_then(|attr| attr.dense_ints(ctx));
    sizes.map(Iterator::collect).unwrap_or_default()
}
