//! Sums, differences and products.

use asyncir_dialects::arith::ExtUIOp;
use asyncir_ir::def::OpView;
use asyncir_ir::{OpId, ValueId};

use super::code::Code;

/// The low halves carry to the high ones.
pub(super) fn addi(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let halved = c.halved_result(op)?;
    let half = c.half_type(halved);
    let (lhs_low, lhs_high) = c.halves(operands[0]);
    let (rhs_low, rhs_high) = c.halves(operands[1]);
    let (low, overflow) = c.b().addui_extended(lhs_low, rhs_low);
    let carry = c.b().cast(ExtUIOp::DEF, overflow, half);
    let high = c.b().addi(carry, lhs_high);
    let high = c.b().addi(high, rhs_high);
    Some(c.join(halved, low, high))
}

/// The low halves borrow from the high ones.
pub(super) fn subi(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let halved = c.halved_result(op)?;
    let half = c.half_type(halved);
    let (lhs_low, lhs_high) = c.halves(operands[0]);
    let (rhs_low, rhs_high) = c.halves(operands[1]);
    let low = c.b().subi(lhs_low, rhs_low);
    let borrows = c.b().cmpi("ult", lhs_low, rhs_low);
    let borrow = c.b().cast(ExtUIOp::DEF, borrows, half);
    let high = c.b().subi(lhs_high, borrow);
    let high = c.b().subi(high, rhs_high);
    Some(c.join(halved, low, high))
}

/// The product of the low halves has two halves. Those of a low and a high half count for the high one.
pub(super) fn muli(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let halved = c.halved_result(op)?;
    let (lhs_low, lhs_high) = c.halves(operands[0]);
    let (rhs_low, rhs_high) = c.halves(operands[1]);
    let (low, high) = c.b().mului_extended(lhs_low, rhs_low);
    let low_high = c.b().muli(lhs_low, rhs_high);
    let high_low = c.b().muli(lhs_high, rhs_low);
    let high = c.b().addi(high, low_high);
    let high = c.b().addi(high, high_low);
    Some(c.join(halved, low, high))
}
