//! Conversions from and to floats.

use asyncir_dialects::arith::build::with_element;
use asyncir_dialects::arith::{AddFOp, DivFOp, FPToUIOp, MulFOp, NegFOp, RemFOp, UIToFPOp};
use asyncir_ir::def::OpView;
use asyncir_ir::float::{FloatSemantics, from_f64, is_finite, mul};
use asyncir_ir::{OpId, ValueId};

use super::code::Code;

/// The magnitude is converted, and the sign put back. What is wide is emulated in turn.
pub(super) fn sitofp(c: &mut Code<'_, '_>, op: OpId, _: &[ValueId]) -> Option<ValueId> {
    let operand = c.original(op, 0);
    let (from, to) = (c.type_of(operand), c.result_type(op));
    c.types.halved(c.ctx(), from)?;
    let zero = c.b().constant(from, 0);
    let is_negative = c.b().cmpi("slt", operand, zero);
    let opposite = c.b().subi(zero, operand);
    let magnitude = c.b().select(is_negative, opposite, operand);
    let positive = c.b().cast(UIToFPOp::DEF, magnitude, to);
    let negative = c.b().unary(NegFOp::DEF, positive);
    Some(c.b().select(is_negative, negative, positive))
}

/// `low + high * 2^n`, or just `low` if the high half is zero.
pub(super) fn uitofp(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let (from, to) = (c.type_of(c.original(op, 0)), c.result_type(op));
    c.types.halved(c.ctx(), from)?;
    let semantics = to.element_or_self(c.ctx()).float(c.ctx())?;
    if !c.keeps_shape(from) {
        return None;
    }
    let (low, high) = c.halves(operands[0]);
    let (low, high) = (c.without_last_dim(low), c.without_last_dim(high));
    let half = c.type_of(high);
    let zero = c.b().constant(half, 0);
    let is_small = c.b().cmpi("eq", high, zero);
    let low = c.b().cast(UIToFPOp::DEF, low, to);
    let high = c.b().cast(UIToFPOp::DEF, high, to);
    let factor = power_of_two(semantics, c.types.width);
    let factor = c.b().float_bits(to, factor);
    let high = c.b().binary(MulFOp::DEF, high, factor);
    let sum = c.b().binary(AddFOp::DEF, low, high);
    Some(c.b().select(is_small, low, sum))
}

/// `2` to a power that is a power of two itself; what the format has instead if that is too large.
fn power_of_two(semantics: FloatSemantics, exponent: u32) -> u128 {
    (0..exponent.trailing_zeros()).fold(from_f64(semantics, 2.0), |power, _| mul(semantics, power, power))
}

/// The magnitude is converted, and the sign put back. What is wide is emulated in turn.
pub(super) fn fptosi(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let (operand, to) = (operands[0], c.result_type(op));
    c.halved_result(op)?;
    if !c.keeps_shape(to) {
        return None;
    }
    let from = c.type_of(operand);
    let zero = c.b().float(from, 0.0);
    let int_zero = c.b().constant(to, 0);
    let is_negative = c.b().cmpf("olt", operand, zero);
    let opposite = c.b().unary(NegFOp::DEF, operand);
    let magnitude = c.b().select(is_negative, opposite, operand);
    let positive = c.b().cast(FPToUIOp::DEF, magnitude, to);
    let negative = c.b().subi(int_zero, positive);
    Some(c.b().select(is_negative, negative, positive))
}

/// The high half is the quotient by `2^n`, and the low one the remainder. In formats whose numbers are all less, the high
/// half is zero: division by infinity gives it, and where there is no infinity, it is taken to be.
pub(super) fn fptoui(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let (operand, halved) = (operands[0], c.halved_result(op)?);
    let from = c.type_of(operand);
    let semantics = from.element_or_self(c.ctx()).float(c.ctx())?;
    if !c.keeps_shape(from) {
        return None;
    }
    let half = with_element(c.ctx(), from, c.ctx().int_type(c.types.width));
    let power = power_of_two(semantics, c.types.width);
    let has_power = is_finite(semantics, power) && power != semantics.largest(false);
    let (low, high) = if has_power || semantics.has_infinity() {
        let divisor = c.b().float_bits(from, power);
        let quotient = c.b().binary(DivFOp::DEF, operand, divisor);
        let high = c.b().cast(FPToUIOp::DEF, quotient, half);
        let rest = c.b().binary(RemFOp::DEF, operand, divisor);
        (c.b().cast(FPToUIOp::DEF, rest, half), high)
    } else {
        let low = c.b().cast(FPToUIOp::DEF, operand, half);
        (low, c.b().constant(half, 0))
    };
    let high = c.with_last_dim(high);
    let low = c.with_last_dim(low);
    Some(c.join(halved, low, high))
}
