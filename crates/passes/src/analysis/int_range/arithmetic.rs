//! Ranges of sums, products, quotients and remainders.

use asyncir_ir::ApInt;

use super::range::Range;

/// How results are known not to wrap around.
#[derive(Clone, Copy, Default)]
pub(super) struct NoWrap {
    pub(super) signed: bool,
    pub(super) unsigned: bool,
}

impl NoWrap {
    fn of(self, is_signed: bool) -> bool {
        if is_signed { self.signed } else { self.unsigned }
    }
}

/// An operation on two numbers; `None` where it is not defined or wraps around.
type Operation<'a> = &'a dyn Fn(&ApInt, &ApInt) -> Option<ApInt>;

/// The range of what an operation gives for the bounds.
pub(super) fn of_bounds(operation: Operation<'_>, lhs: (&ApInt, &ApInt), rhs: (&ApInt, &ApInt), signed: bool) -> Range {
    let mut found: Option<(ApInt, ApInt)> = None;
    for a in [lhs.0, lhs.1] {
        for b in [rhs.0, rhs.1] {
            let Some(result) = operation(a, b) else {
                return Range::full(lhs.0.width());
            };
            found = Some(match found {
                None => (result.clone(), result),
                Some((min, max)) if signed => (min.smin(&result), max.smax(&result)),
                Some((min, max)) => (min.umin(&result), max.umax(&result)),
            });
        }
    }
    let (min, max) = found.unwrap_or_else(|| (lhs.0.clone(), lhs.1.clone()));
    Range::between(min, max, signed)
}

/// Computes with more bits, and comes back: if that loses something, to the nearest number if it cannot wrap.
fn exact(a: &ApInt, b: &ApInt, is_signed: bool, no_wrap: bool, compute: fn(&ApInt, &ApInt) -> ApInt) -> Option<ApInt> {
    let width = a.width();
    let wider = 2 * width + 1;
    let extend = |value: &ApInt| {
        if is_signed {
            value.sext(wider)
        } else {
            value.zext(wider)
        }
    };
    let result = compute(&extend(a), &extend(b));
    let narrow = result.trunc(width);
    if extend(&narrow) == result {
        return Some(narrow);
    }
    no_wrap.then(|| match (is_signed, result.is_negative()) {
        (true, true) => ApInt::signed_min(width),
        (true, false) => ApInt::signed_max(width),
        (false, true) => ApInt::zero(width),
        (false, false) => ApInt::all_ones(width),
    })
}

/// The range of a sum or difference: of the first operand with that end of the second one.
fn monotone(
    lhs: &Range,
    rhs: &Range,
    no_wrap: NoWrap,
    compute: fn(&ApInt, &ApInt) -> ApInt,
    is_difference: bool,
) -> Range {
    let of = |is_signed: bool| {
        let ((min, max), (mut least, mut most)) = (lhs.bounds(is_signed), rhs.bounds(is_signed));
        if is_difference {
            (least, most) = (most, least);
        }
        let exact = |a, b| exact(a, b, is_signed, no_wrap.of(is_signed), compute);
        match (exact(min, least), exact(max, most)) {
            (Some(min), Some(max)) => Range::between(min, max, is_signed),
            _ => Range::full(lhs.width()),
        }
    };
    of(false).intersection(&of(true))
}

pub(super) fn add(lhs: &Range, rhs: &Range, no_wrap: NoWrap) -> Range {
    monotone(lhs, rhs, no_wrap, ApInt::add, false)
}

pub(super) fn sub(lhs: &Range, rhs: &Range, no_wrap: NoWrap) -> Range {
    monotone(lhs, rhs, no_wrap, ApInt::sub, true)
}

pub(super) fn mul(lhs: &Range, rhs: &Range, no_wrap: NoWrap) -> Range {
    let of = |is_signed: bool| {
        let operation = |a: &ApInt, b: &ApInt| exact(a, b, is_signed, no_wrap.of(is_signed), ApInt::mul);
        of_bounds(&operation, lhs.bounds(is_signed), rhs.bounds(is_signed), is_signed)
    };
    of(false).intersection(&of(true))
}

fn unsigned_quotient(lhs: &Range, rhs: &Range, operation: Operation<'_>) -> Range {
    if !rhs.umin.is_zero() && !rhs.umax.is_zero() {
        return of_bounds(operation, lhs.bounds(false), rhs.bounds(false), false);
    }
    let least = (lhs.umin.ucmp(&rhs.umax).is_ge()).then(|| lhs.umin.udiv(&rhs.umax));
    let least = least.flatten().unwrap_or_else(|| ApInt::zero(lhs.width()));
    Range::unsigned(least, lhs.umax.clone())
}

pub(super) fn divu(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    unsigned_quotient(lhs, rhs, &ApInt::udiv)
}

pub(super) fn ceildivu(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    unsigned_quotient(lhs, rhs, &|a, b| {
        let quotient = a.udiv(b)?;
        if a.urem(b)?.is_zero() {
            return Some(quotient);
        }
        exact(&quotient, &ApInt::one(a.width()), false, false, ApInt::add)
    })
}

/// Whether the signed range of a divisor is on one side of zero.
fn is_never_zero(divisor: &Range) -> bool {
    is_positive(&divisor.smin) || divisor.smax.is_negative()
}

fn is_positive(value: &ApInt) -> bool {
    !value.is_negative() && !value.is_zero()
}

fn signed_quotient(lhs: &Range, rhs: &Range, round: fn(&ApInt, &ApInt, ApInt) -> Option<ApInt>) -> Range {
    if !is_never_zero(rhs) {
        return Range::full(lhs.width());
    }
    let operation = |a: &ApInt, b: &ApInt| {
        let overflows = a.is_signed_min() && b.is_all_ones();
        let quotient = if overflows { None } else { a.sdiv(b) };
        round(a, b, quotient?)
    };
    of_bounds(&operation, lhs.bounds(true), rhs.bounds(true), true)
}

pub(super) fn divs(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    signed_quotient(lhs, rhs, |_, _, quotient| Some(quotient))
}

pub(super) fn floordivs(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    signed_quotient(lhs, rhs, |a, b, quotient| {
        if a.srem(b)?.is_zero() || a.is_negative() == b.is_negative() {
            return Some(quotient);
        }
        exact(&quotient, &ApInt::one(a.width()), true, false, ApInt::sub)
    })
}

/// Folding takes the least number divided by more than one to be positive, so ranges do too.
fn round_up(a: &ApInt, b: &ApInt, quotient: ApInt) -> Option<ApInt> {
    let one = ApInt::one(a.width());
    if !a.srem(b)?.is_zero() && a.is_negative() == b.is_negative() {
        return exact(&quotient, &one, true, false, ApInt::add);
    }
    let is_odd_one = a.is_signed_min() && b.scmp(&one).is_gt();
    Some(if is_odd_one { quotient.neg() } else { quotient })
}

pub(super) fn ceildivs(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    let result = signed_quotient(lhs, rhs, round_up);
    if !lhs.smin.is_signed_min() || lhs.smin == lhs.smax {
        return result;
    }
    let next = lhs.smin.add(&ApInt::one(lhs.width()));
    let others = Range::signed(next, lhs.smax.clone());
    result.union(&signed_quotient(&others, rhs, round_up))
}

pub(super) fn rems(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    let width = lhs.width();
    if !is_never_zero(rhs) {
        return Range::full(width);
    }
    let divisor = if is_positive(&rhs.smin) {
        rhs.smax.clone()
    } else {
        rhs.smin.neg()
    };
    let is_narrow = lhs.smax.sub(&lhs.smin).ucmp(&divisor).is_lt();
    if rhs.smin == rhs.smax
        && is_narrow
        && let (Some(min), Some(max)) = (lhs.smin.srem(&divisor), lhs.smax.srem(&divisor))
        && min.scmp(&max).is_le()
    {
        return Range::signed(min, max);
    }
    let (zero, most) = (ApInt::zero(width), divisor.sub(&ApInt::one(width)));
    let least = if lhs.smin.is_negative() {
        most.neg()
    } else {
        zero.clone()
    };
    let most = if is_positive(&lhs.smax) { most } else { zero };
    Range::signed(least, most)
}

pub(super) fn remu(lhs: &Range, rhs: &Range, _: NoWrap) -> Range {
    let width = lhs.width();
    let is_narrow = lhs.umax.sub(&lhs.umin).ucmp(&rhs.umax).is_lt();
    if !rhs.umin.is_zero()
        && rhs.umin == rhs.umax
        && is_narrow
        && let (Some(min), Some(max)) = (lhs.umin.urem(&rhs.umax), lhs.umax.urem(&rhs.umax))
        && min.ucmp(&max).is_le()
    {
        return Range::unsigned(min, max);
    }
    let most = rhs.umax.sub(&ApInt::one(width)).umin(&lhs.umax);
    Range::unsigned(ApInt::zero(width), most)
}
