//! Trigonometric functions: `x` is `n` quarters of a turn and `r` of another one, where `n` is an integer and `|r| <= 1/2`.
//!
//! For `n` and `r`, `x` is multiplied by `2 / pi`. Of this, a large `x` takes more bits than a double has (Payne and Hanek), but
//! not those whose product with it is a number of whole turns. The rest is the sum of three parts: two that are so short that
//! their products with `x` are exact, and one that takes what a double has. So `r` has a relative error of at most 2^-30, for all
//! `f32`, without a branch.

use asyncir_ir::ValueId;

use super::doubles::Doubles;

/// `sin(pi/2 r) / r` as a polynomial in the square of `r`, with a relative error of 2^-37.7.
const SIN_BY_R: [f64; 5] = [
    1.57079632678775,
    -0.6459640961024209,
    0.07969258184291998,
    -0.004681260627654506,
    0.00015819507429245977,
];

/// `cos(pi/2 r)` as a polynomial in the square of `r`, with a relative error of 2^-34.1.
const COS: [f64; 5] = [
    0.9999999999439376,
    -1.2337005395647638,
    0.253669182596069,
    -0.020859936027770348,
    0.0009033629753815414,
];

/// The bits of `2 / pi`, from that of 1/2 on.
const BITS: [u64; 4] = [
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
];

/// The exponents from which other bits of `2 / pi` are taken.
const EXPONENTS: [u32; 4] = [48, 72, 96, 120];

/// A bit of `2 / pi` that is that many places before the exponent of `x` makes a product of whole turns: 24 bits are those of
/// `x`, and two those of four quarters.
const TURNS: u32 = 25;

/// As many bits as can be multiplied by the 24 of `x` without an error, twice, and as many as a double has.
const PARTS: [u32; 3] = [29, 29, 53];

/// The sine.
pub(super) fn sin(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let value = Quarters::of(d, x).sin(d);
    d.single_of(value)
}

/// The cosine.
pub(super) fn cos(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let value = Quarters::of(d, x).cos(d);
    d.single_of(value)
}

/// The tangent.
pub(super) fn tan(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let quarters = Quarters::of(d, x);
    let (sin, cos) = (quarters.sin(d), quarters.cos(d));
    let value = d.div(sin, cos);
    d.single_of(value)
}

/// The sine and the cosine.
pub(super) fn sincos(d: &mut Doubles<'_, '_>, x: ValueId) -> [ValueId; 2] {
    let quarters = Quarters::of(d, x);
    [quarters.sin(d), quarters.cos(d)].map(|value| d.single_of(value))
}

/// An angle in quarters of a turn.
struct Quarters {
    /// Bits that end in `n`.
    n: ValueId,
    /// The sine and cosine of `r` quarters.
    sin: ValueId,
    cos: ValueId,
}

impl Quarters {
    fn of(d: &mut Doubles<'_, '_>, x: ValueId) -> Self {
        let wide = d.double_of(x);
        let [first, second, third] = products(d, wide);
        let (whole, n) = d.rounded(first);
        let rest = d.sub(first, whole);
        let rest = d.add(rest, second);
        let (whole, more) = d.rounded(rest);
        let rest = d.sub(rest, whole);
        let r = d.add(rest, third);
        let square = d.mul(r, r);
        let factor = d.polynomial(square, &SIN_BY_R);
        Self {
            n: d.ops().addi(n, more),
            sin: d.mul(r, factor),
            cos: d.polynomial(square, &COS),
        }
    }

    fn sin(&self, d: &mut Doubles<'_, '_>) -> ValueId {
        self.after(d, self.n)
    }

    /// The sine of an angle that is one quarter larger.
    fn cos(&self, d: &mut Doubles<'_, '_>) -> ValueId {
        let one = d.integer(1);
        let n = d.ops().addi(self.n, one);
        self.after(d, n)
    }

    /// The sine of `r` quarters that follow `n` others: the sine or cosine of `r`, with the sign of the half of the turn.
    fn after(&self, d: &mut Doubles<'_, '_>, n: ValueId) -> ValueId {
        let [one, two, none, width] = [1, 2, 0, 62].map(|value| d.integer(value));
        let odd = d.ops().andi(n, one);
        let is_even = d.ops().cmpi("eq", odd, none);
        let size = d.ops().select(is_even, self.sin, self.cos);
        let half = d.ops().andi(n, two);
        let sign = d.ops().shli(half, width);
        let bits = d.bits_of(size);
        let bits = d.ops().xori(bits, sign);
        d.double_of_bits(bits)
    }
}

/// The products of `x` and the parts of `2 / pi`.
fn products(d: &mut Doubles<'_, '_>, x: ValueId) -> [ValueId; 3] {
    let size = d.absolute(x);
    let mut factors = parts(1).map(|part| d.constant(part));
    for exponent in EXPONENTS {
        let from = f64::from(exponent).exp2();
        for (factor, part) in factors.iter_mut().zip(parts(exponent - TURNS + 1)) {
            let part = d.constant(part);
            *factor = d.replaced(("oge", size, from), part, *factor);
        }
    }
    factors.map(|factor| d.mul(x, factor))
}

/// The parts of `2 / pi` from one of its bits on, where the first one stands for 1/2.
fn parts(first: u32) -> [f64; 3] {
    let mut first = first;
    PARTS.map(|count| {
        let part = bits(first, count);
        first += count;
        part
    })
}

/// What bits of `2 / pi` stand for.
fn bits(first: u32, count: u32) -> f64 {
    let bits = (first..first + count).fold(0u64, |bits, place| bits << 1 | bit(place));
    let unit = -f64::from(first + count - 1);
    bits as f64 * unit.exp2()
}

/// A bit of `2 / pi`.
fn bit(place: u32) -> u64 {
    let (word, place) = ((place - 1) / u64::BITS, (place - 1) % u64::BITS);
    BITS[word as usize] >> (u64::BITS - 1 - place) & 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_those_of_two_by_pi() {
        assert_eq!(parts(1).iter().rev().sum::<f64>(), std::f64::consts::FRAC_2_PI);
        // A turn has four quarters, and a double 53 bits.
        let [first, ..] = parts(24);
        assert!(first < (-23f64).exp2() && (first * (52f64).exp2()).fract() == 0.0);
    }
}
