//! Rounding, by conversion to integers and by the bits of floats.

use asyncir_dialects::arith::build::{ArithBuilder, with_element};
use asyncir_dialects::{arith, math};
use asyncir_ir::def::OpView;
use asyncir_ir::float::{FloatSemantics, from_f64};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, OpId, Type, ValueId};

use super::{has_constants, replace_unary};

/// The value without its fraction, plus one if it is less than the value.
pub(super) fn ceil(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let ctx = rw.ctx;
    replace_unary(rw, op, &[0.0, 1.0], |b, x| {
        let ty = b.type_of(x);
        let whole = truncated(ctx, b, x);
        let (zero, one) = (b.float(ty, 0.0), b.float(ty, 1.0));
        let is_more = b.cmpf("ogt", x, whole);
        let rest = b.select(is_more, one, zero);
        b.binary(arith::AddFOp::DEF, whole, rest)
    })
}

/// The value without its fraction, by conversion to `i64`. The sign is copied for the sake of minus zero.
fn truncated(ctx: &Context, b: &mut ArithBuilder<'_, '_>, x: ValueId) -> ValueId {
    let ty = b.type_of(x);
    let integer = b.cast(arith::FPToSIOp::DEF, x, with_element(ctx, ty, Type::I64));
    let whole = b.cast(arith::SIToFPOp::DEF, integer, ty);
    b.binary(math::CopySignOp::DEF, whole, x)
}

/// A half of the same sign is added, and the fraction dropped. Numbers that have no fraction by their exponents stay, as
/// do infinity and NaN. Only `f32` is expanded.
pub(super) fn round(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let ctx = rw.ctx;
    let operand = rw.body.operand(op, 0);
    if rw.body.value_type(operand).element_or_self(ctx) != Type::F32 {
        return false;
    }
    replace_unary(rw, op, &[0.5], |b, x| {
        let ty = b.type_of(x);
        let int = with_element(ctx, ty, Type::I32);
        let half = b.float(ty, 0.5);
        let [fraction_bits, bias, exponent_mask] = [23, 127, 255].map(|value| b.constant(int, value));
        let half = b.binary(math::CopySignOp::DEF, half, x);
        let sum = b.binary(arith::AddFOp::DEF, x, half);
        let rounded = truncated(ctx, b, sum);
        let bits = b.cast(arith::BitcastOp::DEF, x, int);
        let exponent = b.binary(arith::ShRUIOp::DEF, bits, fraction_bits);
        let exponent = b.andi(exponent, exponent_mask);
        let exponent = b.subi(exponent, bias);
        let is_whole = b.cmpi("sge", exponent, fraction_bits);
        b.select(is_whole, x, rounded)
    })
}

/// How a float is made up of bits.
#[derive(Clone, Copy)]
struct Layout {
    width: u32,
    fraction: u32,
    exponent: u32,
    bias: i64,
}

impl Layout {
    /// `None` for formats with an explicit integer bit, with more than 64 bits, or without a fraction.
    fn of(semantics: FloatSemantics) -> Option<Self> {
        let width = semantics.width();
        let fraction = semantics.precision() - 1;
        if width > 64 || fraction == 0 {
            return None;
        }
        Some(Self {
            width,
            fraction,
            exponent: width - fraction - 1,
            bias: i64::try_from(from_f64(semantics, 1.0) >> fraction).ok()?,
        })
    }
}

/// Rounds halves away from zero, and takes the sign off where a half was rounded to an odd number.
pub(super) fn roundeven(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let operand = rw.body.operand(op, 0);
    let ty = rw.body.value_type(operand);
    let layout = Layout::of(ty.element_or_self(rw.ctx).float(rw.ctx)?)?;
    if !has_constants(rw.ctx, ty) {
        return None;
    }
    let int = with_element(rw.ctx, ty, rw.ctx.int_type(layout.width));
    let location = rw.location_of(op);
    let mut b = ArithBuilder::new(rw, location);
    let one = b.float(ty, 1.0);
    let c = Constants::new(&mut b, int, layout);
    let bits = b.cast(arith::BitcastOp::DEF, operand, int);
    let rounded = b.unary(math::RoundOp::DEF, operand);
    let rounded_bits = b.cast(arith::BitcastOp::DEF, rounded, int);
    let exponent = c.exponent_of(&mut b, bits);
    let rounded_exponent = c.exponent_of(&mut b, rounded_bits);
    let is_odd = c.is_odd(&mut b, rounded_bits, rounded_exponent);
    let is_halfway = c.is_halfway(&mut b, bits, exponent);
    let sign = b.binary(math::CopySignOp::DEF, one, operand);
    let other = b.binary(arith::SubFOp::DEF, rounded, sign);
    let is_other = b.andi(is_odd, is_halfway);
    let value = b.select(is_other, other, rounded);
    // One less one has no sign.
    let value = b.binary(math::CopySignOp::DEF, value, operand);
    rw.replace(op, &[value]);
    Some(())
}

/// The constants for [`roundeven`].
struct Constants {
    zero: ValueId,
    one: ValueId,
    minus_one: ValueId,
    fraction_bits: ValueId,
    last_bit: ValueId,
    bias: ValueId,
    first_of_fraction: ValueId,
    fraction_mask: ValueId,
    exponent_mask: ValueId,
}

impl Constants {
    fn new(b: &mut ArithBuilder<'_, '_>, int: Type, layout: Layout) -> Self {
        let mut int = |value: i64| b.constant(int, value);
        Self {
            zero: int(0),
            one: int(1),
            minus_one: int(-1),
            fraction_bits: int(layout.fraction.into()),
            last_bit: int(i64::from(layout.width) - 1),
            bias: int(layout.bias),
            first_of_fraction: int(1 << (layout.fraction - 1)),
            fraction_mask: int((1 << layout.fraction) - 1),
            exponent_mask: int((1 << layout.exponent) - 1),
        }
    }

    /// The exponent in the bits of a float.
    fn exponent_of(&self, b: &mut ArithBuilder<'_, '_>, bits: ValueId) -> ValueId {
        let exponent = b.binary(arith::ShRUIOp::DEF, bits, self.fraction_bits);
        let exponent = b.andi(exponent, self.exponent_mask);
        b.subi(exponent, self.bias)
    }

    /// Shifts to the right, by no less than zero and no more than there are bits.
    fn shift(&self, b: &mut ArithBuilder<'_, '_>, value: ValueId, amount: ValueId) -> ValueId {
        let amount = b.binary(arith::MaxSIOp::DEF, amount, self.zero);
        let amount = b.binary(arith::MinSIOp::DEF, amount, self.last_bit);
        b.binary(arith::ShRUIOp::DEF, value, amount)
    }

    /// The lower bits of the fraction, without a number of upper ones.
    fn lower_fraction(&self, b: &mut ArithBuilder<'_, '_>, bits: ValueId, dropped: ValueId) -> ValueId {
        let mask = self.shift(b, self.fraction_mask, dropped);
        b.andi(bits, mask)
    }

    /// Whether a whole number is odd: the last bit before the point is the last one of the fraction that is set. For one,
    /// it is not in the fraction, which the exponent of zero shows.
    fn is_odd(&self, b: &mut ArithBuilder<'_, '_>, bits: ValueId, exponent: ValueId) -> ValueId {
        let is_one = b.cmpi("eq", exponent, self.zero);
        let before = b.subi(exponent, self.one);
        let rest = self.lower_fraction(b, bits, before);
        let has_rest = b.cmpi("ne", rest, self.zero);
        b.binary(arith::OrIOp::DEF, has_rest, is_one)
    }

    /// Whether a number is halfway between two whole numbers: the first bit behind the point is the only one there. For
    /// one half, it is not in the fraction.
    fn is_halfway(&self, b: &mut ArithBuilder<'_, '_>, bits: ValueId, exponent: ValueId) -> ValueId {
        let is_below_one = b.cmpi("eq", exponent, self.minus_one);
        let first = self.shift(b, self.first_of_fraction, exponent);
        let expected = b.select(is_below_one, self.zero, first);
        let behind = self.lower_fraction(b, bits, exponent);
        let is_half = b.cmpi("eq", behind, expected);
        let is_large_enough = b.cmpi("sge", exponent, self.minus_one);
        let has_fraction = b.cmpi("slt", exponent, self.fraction_bits);
        let is_half = b.andi(is_half, has_fraction);
        b.andi(is_half, is_large_enough)
    }
}
