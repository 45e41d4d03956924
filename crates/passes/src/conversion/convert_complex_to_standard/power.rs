//! Powers: `(a + i b)^(c + i d)` is `|z|^c exp(-d φ) (cos(q) + i sin(q))` with `φ = atan2(b, a)` and
//! `q = c φ + d log |z|`, but for zeros, ones and infinities, where it is what W. Kahan asks for in "Branch Cuts for
//! Complex Elementary Functions".

use asyncir_dialects::{arith, complex, math};
use asyncir_ir::ValueId;
use asyncir_ir::def::OpView;

use super::super::complex_common::division::Parts;
use super::super::complex_common::{Emitter, Relation};
use super::Site;

pub(super) fn powi(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let element = site.e.element;
    let exponent = site.e.plain(arith::SIToFPOp::DEF, &operands[1..], element);
    let zero = site.e.constant(0.0);
    let exponent = site.create([exponent, zero]);
    site.complex(complex::PowOp::DEF, &[operands[0], exponent])
}

pub(super) fn pow(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let exponent = site.parts(operands[1]);
    let [a, b] = site.parts(operands[0]);
    let abs = site.e.float(complex::AbsOp::DEF, &operands[..1]);
    let usual = polar(&mut site.e, [a, b], abs, exponent);
    let numbers = Numbers::new(site);
    special_cases(site, &numbers, [a, b], abs, exponent, usual)
}

/// What the two parts of the usual result are products of: a length and a cosine or sine.
struct Polar {
    length: ValueId,
    cos: ValueId,
    sin: ValueId,
}

fn polar(e: &mut Emitter<'_, '_>, [a, b]: Parts, abs: ValueId, [c, d]: Parts) -> Polar {
    let power = e.float(math::PowFOp::DEF, &[abs, c]);
    let minus_d = e.float(arith::NegFOp::DEF, &[d]);
    let angle = e.float(math::Atan2Op::DEF, &[b, a]);
    let product = e.mul(minus_d, angle);
    let exp = e.float(math::ExpOp::DEF, &[product]);
    let length = e.mul(power, exp);
    let log = e.float(math::LogOp::DEF, &[abs]);
    let turn = e.mul(c, angle);
    let more = e.mul(d, log);
    let angle = e.add(turn, more);
    Polar {
        length,
        cos: e.float(math::CosOp::DEF, &[angle]),
        sin: e.float(math::SinOp::DEF, &[angle]),
    }
}

/// Real numbers, and the complex numbers that they are.
struct Numbers {
    infinity: ValueId,
    zero: ValueId,
    one: ValueId,
    complex_one: ValueId,
    complex_zero: ValueId,
    complex_infinity: ValueId,
}

impl Numbers {
    fn new(site: &mut Site<'_, '_>) -> Self {
        let infinity = site.e.constant(f64::INFINITY);
        let zero = site.e.constant(0.0);
        let one = site.e.constant(1.0);
        Self {
            infinity,
            zero,
            one,
            complex_one: site.create([one, zero]),
            complex_zero: site.create([zero, zero]),
            complex_infinity: site.create([infinity, zero]),
        }
    }
}

fn special_cases(
    site: &mut Site<'_, '_>,
    n: &Numbers,
    [a, b]: Parts,
    abs: ValueId,
    [c, d]: Parts,
    usual: Polar,
) -> ValueId {
    let e = &mut site.e;
    let [abs_is_zero, d_is_zero, c_is_zero, b_is_zero] =
        [abs, d, c, b].map(|value| e.cmp(Relation::Oeq, value, n.zero));
    let c_is_positive_or_zero = e.cmp(Relation::Ole, n.zero, c);
    let parts = [e.mul(usual.length, usual.cos), e.mul(usual.length, usual.sin)];
    let of_zero = e.select(c_is_zero, n.complex_one, n.complex_zero);
    let usual = site.create(parts);

    // Zero to the power of a real number that is not negative.
    let e = &mut site.e;
    let is_zero_to_real = e.and(abs_is_zero, d_is_zero);
    let is_zero = e.and(is_zero_to_real, c_is_positive_or_zero);
    let result = e.select(is_zero, of_zero, usual);
    // Anything to the power of zero.
    let exponent_is_zero = e.and(c_is_zero, d_is_zero);
    let result = e.select(exponent_is_zero, n.complex_one, result);
    // One to any power.
    let a_is_one = e.cmp(Relation::Oeq, a, n.one);
    let is_one = e.and(a_is_one, b_is_zero);
    let result = e.select(is_one, n.complex_one, result);
    // Infinity to the power of a positive real number.
    let a_is_infinite = e.cmp(Relation::Oeq, a, n.infinity);
    let is_infinite = e.and(a_is_infinite, b_is_zero);
    let c_is_positive = e.cmp(Relation::Ogt, c, n.zero);
    let is_positive = e.and(d_is_zero, c_is_positive);
    let grows = e.and(is_infinite, is_positive);
    let result = e.select(grows, n.complex_infinity, result);
    // Infinity to the power of a negative real number.
    let c_is_negative = e.cmp(Relation::Olt, c, n.zero);
    let is_negative = e.and(d_is_zero, c_is_negative);
    let vanishes = e.and(is_infinite, is_negative);
    e.select(vanishes, n.complex_zero, result)
}
