//! Which operands and results belong to which slot.

use std::ops::Range;

use super::{Arity, OpDef, OpTrait, ValueSlot};
use crate::attributes::Attribute;
use crate::body::OpRef;
use crate::context::Context;

impl OpDef {
    /// The operands of slot `slot`, as a range of operand indices; empty if the op is malformed.
    pub fn operand_range(&self, op: OpRef<'_>, slot: usize) -> Range<usize> {
        let data = op.data();
        let sized = self
            .has(OpTrait::AttrSizedOperandSegments)
            .then_some("operandSegmentSizes");
        range(
            op.ctx,
            self.operands,
            sized,
            data.properties(),
            data.num_operands(),
            slot,
        )
    }

    /// The results of slot `slot`, as a range of result indices; empty if the op is malformed.
    pub fn result_range(&self, op: OpRef<'_>, slot: usize) -> Range<usize> {
        let data = op.data();
        let sized = self
            .has(OpTrait::AttrSizedResultSegments)
            .then_some("resultSegmentSizes");
        range(op.ctx, self.results, sized, data.properties(), data.num_results(), slot)
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

fn range(
    ctx: &Context,
    slots: &[ValueSlot],
    sized: Option<&str>,
    properties: Attribute,
    count: usize,
    slot: usize,
) -> Range<usize> {
    let clamp = |range: Range<usize>| if range.end <= count { range } else { 0..0 };
    if let Some(name) = sized {
        let sizes = properties
            .get(ctx, name)
            .and_then(|a| a.as_dense_ints(ctx))
            .unwrap_or_default();
        let size = |s: &i64| usize::try_from(*s).unwrap_or(0);
        let start: usize = sizes.iter().take(slot).map(size).sum();
        return clamp(start..start + sizes.get(slot).map_or(0, size));
    }
    let others = slots.len() - slots.iter().filter(|s| s.arity != Arity::One).count();
    let fixed_before = slots[..slot].iter().filter(|s| s.arity == Arity::One).count();
    let flexible = slots.iter().filter(|s| s.arity != Arity::One).count();
    // Without segment sizes, all flexible slots have the same number of values.
    let each = count.saturating_sub(others).checked_div(flexible).unwrap_or(0);
    let start = fixed_before + (slot - fixed_before) * each;
    let len = if slots[slot].arity == Arity::One { 1 } else { each };
    clamp(start..start + len)
}
