//! `math.cbrt`: `x` is `2^k z`, where `z` is from `sqrt(1/2)` to `sqrt(2)`, and `k` is `3 q + n`, where `n` is -1, 0 or 1. A
//! polynomial gives the root of `z` with half of the bits, and one step of Halley's method the others.

use asyncir_ir::ValueId;

use super::doubles::Doubles;

/// The cube root of `1 + f`, for `1 + f` in that range: an error of 2^-25.3.
const ROOT: [f64; 8] = [
    1.0000000138505536,
    0.3333338038859598,
    -0.11111476658232748,
    0.0616891705923812,
    -0.04097627464954592,
    0.030933480051180733,
    -0.026461841250346656,
    0.016032727268048264,
];

/// The cube roots of a half and of two.
const ROOT_OF_HALF: f64 = 0.7937005259840998;
const ROOT_OF_TWO: f64 = 1.2599210498948732;

/// `cbrt(x)`
pub(super) fn cbrt(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let size = d.absolute(x);
    let (normal, lifted) = d.normalized(size);
    let (exponent, z) = d.split(normal);
    let k = d.exponent_value(exponent);
    let third = d.times(k, 1.0 / 3.0);
    let (q, _) = d.rounded(third);
    let multiple = d.times(q, 3.0);
    let n = d.sub(k, multiple);
    let (z, guess) = guess(d, z, n);
    let root = improved(d, z, guess);
    // What was lifted was lifted by the cube of a power of two.
    let third = d.times(lifted, 1.0 / 3.0);
    let power = d.sub(q, third);
    let (_, bits) = d.rounded(power);
    let scale = d.power_of_two(bits);
    let value = d.mul(root, scale);
    let value = d.replaced(("oeq", size, 0.0), size, value);
    let value = d.replaced(("uge", size, f64::INFINITY), size, value);
    d.with_sign_of(value, x)
}

/// `2^n z`, and its root with some 20 bits.
fn guess(d: &mut Doubles<'_, '_>, z: ValueId, n: ValueId) -> (ValueId, ValueId) {
    let f = d.add_to(z, -1.0);
    let root = d.polynomial(f, &ROOT);
    let by_sign = |d: &mut Doubles<'_, '_>, [negative, zero, positive]: [f64; 3]| {
        let [negative, zero, positive] = [negative, zero, positive].map(|number| d.constant(number));
        let other = d.replaced(("olt", n, 0.0), negative, zero);
        d.replaced(("ogt", n, 0.0), positive, other)
    };
    let scale = by_sign(d, [0.5, 1.0, 2.0]);
    let scale_of_root = by_sign(d, [ROOT_OF_HALF, 1.0, ROOT_OF_TWO]);
    let root = d.mul(root, scale_of_root);
    (d.mul(z, scale), d.high_part(root))
}

/// A root after one more step, from one whose square is exact.
fn improved(d: &mut Doubles<'_, '_>, z: ValueId, root: ValueId) -> ValueId {
    let square = d.mul(root, root);
    let quotient = d.div(z, square);
    let difference = d.sub(quotient, root);
    let twice = d.add(root, root);
    let sum = d.add(twice, quotient);
    let relative = d.div(difference, sum);
    let more = d.mul(root, relative);
    d.add(root, more)
}
