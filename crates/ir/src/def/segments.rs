//! Which operands and results belong to which slot.

use std::ops::Range;

use smallvec::SmallVec;

use super::{Arity, OpDef, OpTrait, ValueSlot};
use crate::attributes::Attribute;
use crate::body::OpRef;
use crate::context::{Context, Ident};

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

    fn operand_segments<'a>(&'a self, op: OpRef<'a>) -> Segments<'a> {
        let sized = self.has(OpTrait::AttrSizedOperandSegments);
        Segments {
            ctx: op.ctx,
            slots: self.operands,
            count: op.data().num_operands(),
            sizes: sized.then(|| op.data().properties().get_ident(op.ctx, Ident::OPERAND_SEGMENT_SIZES)),
        }
    }

    fn result_segments<'a>(&'a self, op: OpRef<'a>) -> Segments<'a> {
        let sized = self.has(OpTrait::AttrSizedResultSegments);
        Segments {
            ctx: op.ctx,
            slots: self.results,
            count: op.data().num_results(),
            sizes: sized.then(|| op.data().properties().get_ident(op.ctx, Ident::RESULT_SEGMENT_SIZES)),
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

/// A range for each slot of an op.
pub type Ranges = SmallVec<[Range<usize>; 4]>;

/// What is known of the values of an op: the slots, how many values there are, and the segment sizes if it keeps them.
struct Segments<'a> {
    ctx: &'a Context,
    slots: &'a [ValueSlot],
    count: usize,
    /// For an op that keeps them: the property, which a malformed one may lack.
    sizes: Option<Option<Attribute>>,
}

impl Segments<'_> {
    /// The values of slot number `slot`; none if the op is malformed.
    fn range(&self, slot: usize) -> Range<usize> {
        let range = match self.sizes {
            Some(sizes) => {
                let sizes = sizes.and_then(|sizes| sizes.dense_ints(self.ctx));
                let mut sizes = sizes
                    .into_iter()
                    .flatten()
                    .map(|size| usize::try_from(size).unwrap_or(0));
                let start: usize = sizes.by_ref().take(slot).sum();
                start..start + sizes.next().unwrap_or(0)
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
