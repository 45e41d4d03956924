//! Counts of leading zeros.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_ir::OpId;
use asyncir_ir::rewrite::Rewriter;

use super::has_constants;

/// The bits are halved again and again: if the upper half is zero, it is counted, and the lower one takes its place. Where
/// bits are left over, the first half is that of the next power of two, as no bit that counts may be passed over.
pub(super) fn ctlz(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let operand = rw.body.operand(op, 0);
    let ty = rw.body.value_type(operand);
    let width = match ty.element_or_self(rw.ctx).int_width(rw.ctx) {
        Some(width @ 1..=64) if has_constants(rw.ctx, ty) => width,
        _ => return false,
    };
    let location = rw.location_of(op);
    let mut b = ArithBuilder::new(rw, location);
    let all = u64::MAX >> (64 - width);
    let (mut rest, mut count, mut bits) = (operand, b.constant(ty, 0), width.next_power_of_two());
    while bits > 1 {
        let half = bits / 2;
        let zeros = b.constant(ty, half.into());
        let lower = b.constant(ty, (all >> half).cast_signed());
        let is_zero = b.cmpi("ule", rest, lower);
        let more = b.addi(count, zeros);
        let shifted = b.shli(rest, zeros);
        rest = b.select(is_zero, shifted, rest);
        count = b.select(is_zero, more, count);
        bits = half;
    }
    let zero = b.constant(ty, 0);
    let is_zero = b.cmpi("eq", operand, zero);
    let width = b.constant(ty, width.into());
    let count = b.select(is_zero, width, count);
    rw.replace(op, &[count]);
    true
}
