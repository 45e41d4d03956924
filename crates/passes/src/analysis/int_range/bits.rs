//! Ranges of bitwise operations, shifts, conversions, minima and maxima, and comparisons.

use asyncir_dialects::arith::fold_compare::{negated, predicate};
use asyncir_ir::ApInt;

use super::arithmetic::{NoWrap, of_bounds};
use super::range::Range;

/// The bits that may differ between numbers of a range.
fn varying(range: &Range) -> ApInt {
    let differing = range.width() - range.umin.xor(&range.umax).leading_zeros();
    match range.width() - differing {
        0 => ApInt::all_ones(range.width()),
        same => ApInt::all_ones(range.width()).lshr(same),
    }
}

/// The bounds with the bits that may differ cleared and set.
fn widened(range: &Range) -> (ApInt, ApInt) {
    let varying = varying(range);
    (range.umin.and(&varying.not()), range.umax.or(&varying))
}

fn bitwise(lhs: &Range, rhs: &Range, operation: fn(&ApInt, &ApInt) -> ApInt) -> Range {
    let ((a, b), (c, d)) = (widened(lhs), widened(rhs));
    of_bounds(&|a, b| Some(operation(a, b)), (&a, &b), (&c, &d), false)
}

pub(super) fn and(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    bitwise(lhs, rhs, ApInt::and)
}

pub(super) fn or(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    bitwise(lhs, rhs, ApInt::or)
}

pub(super) fn xor(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    let varying = varying(lhs).or(&varying(rhs));
    let result = lhs.umin.xor(&rhs.umin);
    Range::unsigned(result.and(&varying.not()), result.or(&varying))
}

fn shifted_left(value: &ApInt, by: &ApInt, is_signed: bool, no_wrap: bool) -> Option<ApInt> {
    let room = match (is_signed, value.is_negative()) {
        (false, _) => value.leading_zeros(),
        (true, false) => value.leading_zeros().saturating_sub(1),
        (true, true) => value.not().leading_zeros().saturating_sub(1),
    };
    match by.shift_amount() {
        Some(by) if by <= room => Some(value.shl(by)),
        _ if !no_wrap => None,
        _ if !is_signed => Some(ApInt::all_ones(value.width())),
        _ if value.is_negative() => Some(ApInt::signed_min(value.width())),
        _ => Some(ApInt::signed_max(value.width())),
    }
}

pub(super) fn shl(lhs: &Range, rhs: &Range, no_wrap: NoWrap) -> Range {
    let by = rhs.bounds(false);
    let unsigned = |a: &ApInt, b: &ApInt| shifted_left(a, b, false, no_wrap.unsigned);
    let signed = |a: &ApInt, b: &ApInt| shifted_left(a, b, true, no_wrap.signed);
    let unsigned = of_bounds(&unsigned, lhs.bounds(false), by, false);
    unsigned.intersection(&of_bounds(&signed, lhs.bounds(true), by, true))
}

pub(super) fn shrs(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    of_bounds(
        &|a, b| Some(a.ashr(b.shift_amount()?)),
        lhs.bounds(true),
        rhs.bounds(false),
        true,
    )
}

pub(super) fn shru(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    of_bounds(
        &|a, b| Some(a.lshr(b.shift_amount()?)),
        lhs.bounds(false),
        rhs.bounds(false),
        false,
    )
}

pub(super) fn maxs(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    Range::signed(lhs.smin.smax(&rhs.smin), lhs.smax.smax(&rhs.smax))
}

pub(super) fn maxu(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    Range::unsigned(lhs.umin.umax(&rhs.umin), lhs.umax.umax(&rhs.umax))
}

pub(super) fn mins(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    Range::signed(lhs.smin.smin(&rhs.smin), lhs.smax.smin(&rhs.smax))
}

pub(super) fn minu(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    Range::unsigned(lhs.umin.umin(&rhs.umin), lhs.umax.umin(&rhs.umax))
}

/// Extends each pair of bounds in its own way.
pub(super) fn extended(range: &Range, width: u32) -> Range {
    Range {
        umin: range.umin.zext(width),
        umax: range.umax.zext(width),
        smin: range.smin.sext(width),
        smax: range.smax.sext(width),
    }
}

pub(super) fn zero_extended(range: &Range, width: u32) -> Range {
    Range::unsigned(range.umin.zext(width), range.umax.zext(width))
}

pub(super) fn sign_extended(range: &Range, width: u32) -> Range {
    Range::signed(range.smin.sext(width), range.smax.sext(width))
}

/// The low bits.
pub(super) fn truncated(range: &Range, width: u32) -> Range {
    let mut result = Range::full(width);
    if range.umin.lshr(width) == range.umax.lshr(width) {
        result.umin = range.umin.trunc(width);
        result.umax = range.umax.trunc(width);
    }
    let (low, high) = (range.smin.ashr(width - 1), range.smax.ashr(width - 1));
    if low == high || (low.is_all_ones() && high.is_zero()) {
        result.smin = range.smin.trunc(width);
        result.smax = range.smax.trunc(width);
    }
    result
}

/// A range in another width.
pub(super) fn cast(range: &Range, width: u32, is_signed: bool) -> Range {
    match range.width().cmp(&width) {
        std::cmp::Ordering::Less if is_signed => sign_extended(range, width),
        std::cmp::Ordering::Less => zero_extended(range, width),
        std::cmp::Ordering::Greater => truncated(range, width),
        std::cmp::Ordering::Equal => range.clone(),
    }
}

/// Whether a relation holds between all numbers of two ranges.
fn always(relation: i64, lhs: &Range, rhs: &Range) -> bool {
    use predicate::*;
    let before = |a: &ApInt, b: &ApInt, is_signed: bool, or_equal: bool| {
        let order = if is_signed { a.scmp(b) } else { a.ucmp(b) };
        order.is_lt() || (or_equal && order.is_eq())
    };
    match relation {
        SLT | SLE => before(&lhs.smax, &rhs.smin, true, relation == SLE),
        SGT | SGE => before(&rhs.smax, &lhs.smin, true, relation == SGE),
        ULT | ULE => before(&lhs.umax, &rhs.umin, false, relation == ULE),
        UGT | UGE => before(&rhs.umax, &lhs.umin, false, relation == UGE),
        EQ => lhs.constant().is_some_and(|number| Some(number) == rhs.constant()),
        _ => {
            let differ = |less, more| always(less, lhs, rhs) || always(more, lhs, rhs);
            differ(SLT, SGT) && differ(ULT, UGT)
        }
    }
}

/// Whether a relation holds, if that is known.
pub(super) fn holds(relation: i64, lhs: &Range, rhs: &Range) -> Option<bool> {
    if always(relation, lhs, rhs) {
        return Some(true);
    }
    always(negated(relation), lhs, rhs).then_some(false)
}
