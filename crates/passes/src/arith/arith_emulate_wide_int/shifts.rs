//! Shifts. The number of bits is less than the width of the whole, so its low half says it.

use asyncir_dialects::arith::{ExtSIOp, ExtUIOp, OrIOp, ShLIOp, ShRUIOp};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{OpId, Type, ValueId};

use super::code::Code;

/// What both shifts need.
struct Shift {
    halved: Type,
    low: ValueId,
    high: ValueId,
    amount: ValueId,
    zero: ValueId,
    width: ValueId,
    /// Whether the amount is no less than the width of a half.
    is_far: ValueId,
}

impl Shift {
    fn new(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<Self> {
        let halved = c.halved_result(op)?;
        let half = c.half_type(halved);
        let (low, high) = c.halves(operands[0]);
        let amount = c.half(operands[1], 0);
        let zero = c.b().constant(half, 0);
        let width = i64::from(c.types.width);
        let width = c.b().constant(half, width);
        let is_far = c.b().cmpi("uge", amount, width);
        Some(Self {
            halved,
            low,
            high,
            amount,
            zero,
            width,
            is_far,
        })
    }

    /// A half that is shifted by the amount, which is zero if it is too far.
    fn near(&self, c: &mut Code<'_, '_>, def: &'static OpDef, half: ValueId) -> ValueId {
        let shifted = c.b().binary(def, half, self.amount);
        c.b().select(self.is_far, self.zero, shifted)
    }

    /// What goes from one half to the other: first the bits that `def` brings there if the amount is too far for one half,
    /// then those that are shifted out of the half.
    fn across(&self, c: &mut Code<'_, '_>, [far, out]: [&'static OpDef; 2], half: ValueId) -> [ValueId; 2] {
        let amount = c.b().select(self.is_far, self.width, self.amount);
        let rest = c.b().subi(self.width, amount);
        let shifted_out = c.b().binary(out, half, rest);
        let beyond = c.b().subi(self.amount, self.width);
        [c.b().binary(far, half, beyond), shifted_out]
    }
}

pub(super) fn shli(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let shift = Shift::new(c, op, operands)?;
    let low = shift.near(c, ShLIOp::DEF, shift.low);
    let [far, near] = shift.across(c, [ShLIOp::DEF, ShRUIOp::DEF], shift.low);
    let own = shift.near(c, ShLIOp::DEF, shift.high);
    let other = c.b().select(shift.is_far, far, near);
    let high = c.b().binary(OrIOp::DEF, other, own);
    Some(c.join(shift.halved, low, high))
}

pub(super) fn shrui(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let shift = Shift::new(c, op, operands)?;
    let own = shift.near(c, ShRUIOp::DEF, shift.low);
    let high = shift.near(c, ShRUIOp::DEF, shift.high);
    let [far, near] = shift.across(c, [ShRUIOp::DEF, ShLIOp::DEF], shift.high);
    let other = c.b().select(shift.is_far, far, near);
    let low = c.b().binary(OrIOp::DEF, own, other);
    Some(c.join(shift.halved, low, high))
}

/// A shift without sign, and above it bits of the sign that are shifted to the left. Nothing is shifted by zero, for the
/// bits of the sign would be shifted by the whole width. What is not of halves is emulated in turn.
pub(super) fn shrsi(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let ty = c.result_type(op);
    c.halved_result(op)?;
    if !c.keeps_shape(ty) {
        return None;
    }
    let high = c.half(operands[0], 1);
    let amount = c.half(operands[1], 0);
    let half = c.type_of(amount);
    let zero = c.b().constant(half, 0);
    let is_negative = c.b().cmpi("slt", high, zero);
    let is_negative = c.without_last_dim(is_negative);
    let sign = c.b().cast(ExtSIOp::DEF, is_negative, ty);
    let width = 2 * i64::from(c.types.width);
    let width = c.b().constant(half, width);
    let kept = c.b().subi(width, amount);
    let kept = c.without_last_dim(kept);
    let kept = c.b().cast(ExtUIOp::DEF, kept, ty);
    let sign = c.b().shli(sign, kept);
    let (lhs, rhs) = (c.original(op, 0), c.original(op, 1));
    let shifted = c.b().binary(ShRUIOp::DEF, lhs, rhs);
    let shifted = c.b().binary(OrIOp::DEF, shifted, sign);
    let is_zero = c.b().cmpi("eq", amount, zero);
    let is_zero = c.without_last_dim(is_zero);
    Some(c.b().select(is_zero, lhs, shifted))
}
