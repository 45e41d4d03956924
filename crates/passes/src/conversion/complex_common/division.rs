//! Division of complex numbers, given by their parts.

use asyncir_ir::ValueId;

use super::{ComplexRange, Emitter, Relation};

/// Real and imaginary part.
pub type Parts = [ValueId; 2];

/// Divides.
pub fn divide(e: &mut Emitter<'_, '_>, range: ComplexRange, lhs: Parts, rhs: Parts) -> Parts {
    match range {
        ComplexRange::Basic => by_formula(e, lhs, rhs),
        ComplexRange::Improved => by_scaling(e, lhs, rhs),
    }
}

/// The product with the conjugate, divided by the squared norm.
fn by_formula(e: &mut Emitter<'_, '_>, [a, b]: Parts, [c, d]: Parts) -> Parts {
    let cc = e.mul(c, c);
    let dd = e.mul(d, d);
    let norm = e.add(cc, dd);
    let ac = e.mul(a, c);
    let bd = e.mul(b, d);
    let real = e.add(ac, bd);
    let bc = e.mul(b, c);
    let ad = e.mul(a, d);
    let imaginary = e.sub(bc, ad);
    [e.div(real, norm), e.div(imaginary, norm)]
}

/// Smith's method (Algorithm 116: Complex division, CACM 1962): the divisor is scaled by its larger part, and what is
/// not a number after that is computed as C's annex G has it.
fn by_scaling(e: &mut Emitter<'_, '_>, lhs: Parts, rhs: Parts) -> Parts {
    let by_imaginary = scaled_by_imaginary(e, lhs, rhs);
    let by_real = scaled_by_real(e, lhs, rhs);
    let cases = special_cases(e, lhs, rhs);

    let real_is_smaller = unflagged(e, |e| e.cmp(Relation::Olt, cases.rhs_abs[0], cases.rhs_abs[1]));
    let real = e.select(real_is_smaller, by_imaginary[0], by_real[0]);
    let imaginary = e.select(real_is_smaller, by_imaginary[1], by_real[1]);
    let usual = [real, imaginary];

    let mut special = usual;
    for (condition, parts) in cases.in_order() {
        special = [
            e.select(condition, parts[0], special[0]),
            e.select(condition, parts[1], special[1]),
        ];
    }
    unflagged(e, |e| {
        let real_is_nan = e.cmp(Relation::Uno, usual[0], cases.zero);
        let imaginary_is_nan = e.cmp(Relation::Uno, usual[1], cases.zero);
        let is_nan = e.and(real_is_nan, imaginary_is_nan);
        [
            e.select(is_nan, special[0], usual[0]),
            e.select(is_nan, special[1], usual[1]),
        ]
    })
}

fn unflagged<R>(e: &mut Emitter<'_, '_>, emit: impl FnOnce(&mut Emitter<'_, '_>) -> R) -> R {
    e.with_flags(0, emit)
}

/// With `r = c / d`: `(a r + b) / (d + r c)` and `(b r - a) / (d + r c)`.
fn scaled_by_imaginary(e: &mut Emitter<'_, '_>, [a, b]: Parts, [c, d]: Parts) -> Parts {
    let ratio = e.div(c, d);
    let product = e.mul(ratio, c);
    let denominator = e.add(d, product);
    let product = e.mul(a, ratio);
    let numerator = e.add(product, b);
    let real = e.div(numerator, denominator);
    let product = e.mul(b, ratio);
    let numerator = e.sub(product, a);
    [real, e.div(numerator, denominator)]
}

/// With `r = d / c`: `(a + b r) / (c + r d)` and `(b - a r) / (c + r d)`.
fn scaled_by_real(e: &mut Emitter<'_, '_>, [a, b]: Parts, [c, d]: Parts) -> Parts {
    let ratio = e.div(d, c);
    let product = e.mul(ratio, d);
    let denominator = e.add(c, product);
    let product = e.mul(b, ratio);
    let numerator = e.add(a, product);
    let real = e.div(numerator, denominator);
    let product = e.mul(a, ratio);
    let numerator = e.sub(b, product);
    [real, e.div(numerator, denominator)]
}

/// A condition, and the parts of the quotient where it holds.
type Case = (ValueId, Parts);

struct SpecialCases {
    zero: ValueId,
    rhs_abs: Parts,
    /// The divisor is zero.
    by_zero: Case,
    /// The dividend is infinite, the divisor is not.
    infinite: Case,
    /// The divisor is infinite, the dividend is not.
    by_infinite: Case,
}

impl SpecialCases {
    /// The last one that holds counts.
    fn in_order(&self) -> [Case; 3] {
        [self.by_infinite, self.infinite, self.by_zero]
    }
}

fn special_cases(e: &mut Emitter<'_, '_>, [a, b]: Parts, [c, d]: Parts) -> SpecialCases {
    let zero = e.constant(0.0);
    let real_abs = e.abs(c);
    let real_is_zero = unflagged(e, |e| e.cmp(Relation::Oeq, real_abs, zero));
    let imaginary_abs = e.abs(d);
    let rhs_abs = [real_abs, imaginary_abs];
    let (is_by_zero, infinity, signed) = unflagged(e, |e| {
        let imaginary_is_zero = e.cmp(Relation::Oeq, imaginary_abs, zero);
        let real_is_number = e.cmp(Relation::Ord, a, zero);
        let imaginary_is_number = e.cmp(Relation::Ord, b, zero);
        let some_number = e.or(real_is_number, imaginary_is_number);
        let is_zero = e.and(real_is_zero, imaginary_is_zero);
        let is_by_zero = e.and(some_number, is_zero);
        let infinity = e.constant(f64::INFINITY);
        (is_by_zero, infinity, e.copysign(infinity, c))
    });
    let by_zero = (is_by_zero, [e.mul(signed, a), e.mul(signed, b)]);

    let rhs_is_finite = both_differ(e, rhs_abs, infinity);
    let (lhs_abs, lhs_is_infinite) = infinite_parts(e, [a, b], infinity);
    let some_infinite = e.or(lhs_is_infinite[0], lhs_is_infinite[1]);
    let is_infinite = e.and(some_infinite, rhs_is_finite);
    let one = e.constant(1.0);
    let [a1, b1] = unit_parts(e, [a, b], lhs_is_infinite, one, zero);
    let (ac, bd) = (e.mul(a1, c), e.mul(b1, d));
    let sum = e.add(ac, bd);
    let real = e.mul(infinity, sum);
    let (ad, bc) = (e.mul(a1, d), e.mul(b1, c));
    let difference = e.sub(bc, ad);
    let infinite = (is_infinite, [real, e.mul(infinity, difference)]);

    let lhs_is_finite = both_differ(e, lhs_abs, infinity);
    let rhs_is_infinite = unflagged(e, |e| rhs_abs.map(|abs| e.cmp(Relation::Oeq, abs, infinity)));
    let some_infinite = e.or(rhs_is_infinite[0], rhs_is_infinite[1]);
    let is_by_infinite = e.and(lhs_is_finite, some_infinite);
    let [c1, d1] = unit_parts(e, [c, d], rhs_is_infinite, one, zero);
    let (ac, bd) = (e.mul(a, c1), e.mul(b, d1));
    let sum = e.add(ac, bd);
    let real = e.mul(zero, sum);
    let (bc, ad) = (e.mul(b, c1), e.mul(a, d1));
    let difference = e.sub(bc, ad);
    let by_infinite = (is_by_infinite, [real, e.mul(zero, difference)]);
    SpecialCases {
        zero,
        rhs_abs,
        by_zero,
        infinite,
        by_infinite,
    }
}

/// Whether both values are ordered and differ from `other`.
fn both_differ(e: &mut Emitter<'_, '_>, [first, second]: Parts, other: ValueId) -> ValueId {
    unflagged(e, |e| {
        let first = e.cmp(Relation::One, first, other);
        let second = e.cmp(Relation::One, second, other);
        e.and(first, second)
    })
}

/// The absolute values of both parts, and whether they are infinite.
fn infinite_parts(e: &mut Emitter<'_, '_>, parts: Parts, infinity: ValueId) -> (Parts, Parts) {
    let both = parts.map(|part| {
        let abs = e.abs(part);
        (abs, unflagged(e, |e| e.cmp(Relation::Oeq, abs, infinity)))
    });
    (both.map(|(abs, _)| abs), both.map(|(_, is_infinite)| is_infinite))
}

/// Infinite parts become 1, others 0, with their signs.
fn unit_parts(e: &mut Emitter<'_, '_>, parts: Parts, is_infinite: Parts, one: ValueId, zero: ValueId) -> Parts {
    unflagged(e, |e| {
        [0, 1].map(|part| {
            let unit = e.select(is_infinite[part], one, zero);
            e.copysign(unit, parts[part])
        })
    })
}
