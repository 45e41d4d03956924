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

/// Where the range with this number is, of ranges of these sizes one behind the other.
fn nth_range(mut sizes: impl Iterator<Item = usize>, number: usize) -> Range<usize> {
    let start: usize = sizes.by_ref().take(number).sum();
    start..start + sizes.next().unwrap_or(0)
}

impl Segments<'_> {
    /// The values of slot number `slot`; none if the op is malformed.
    fn range(&self, slot: usize) -> Range<usize> {
        let range = match self.sizes {
            Some(sizes) => self.sized_range(sizes, slot),
            None => self.even_range(slot),
        };
        if range.end <= self.count { range } else { 0..0 }
    }

    /// With segment sizes, which are `i32` unless the op is malformed.
    fn sized_range(&self, sizes: Option<Attribute>, slot: usize) -> Range<usize> {
        let Some(sizes) = sizes else { return 0..0 };
        let size = |size: i64| usize::try_from(size).unwrap_or(0);
        match sizes.dense_i32s(self.ctx) {
            Some(sizes) => nth_range(sizes.map(|number| size(number.into())), slot),
            None => nth_range(sizes.dense_ints(self.ctx).into_iter().flatten().map(size), slot),
        }
    }

    /// Without segment sizes, all flexible slots have the same number of values.
    fn even_range(&self, slot: usize) -> Range<usize> {
        let is_flexible = |slot: &ValueSlot| usize::from(slot.arity != Arity::One);
        let before: usize = self.slots[..slot].iter().map(is_flexible).sum();
        let all = before + self.slots[slot..].iter().map(is_flexible).sum::<usize>();
        let left = self.count.saturating_sub(self.slots.len() - all);
        // Hardly any op has several such slots and no sizes: there is nothing to divide.
        let each = if all > 1 { left / all } else { left };
        let start = slot - before + before * each;
        let len = if self.slots[slot].arity == Arity::One { 1 } else { each };
        start..start + len
    }
}
