//! Inverse trigonometric functions.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use asyncir_ir::ValueId;

use super::doubles::Doubles;

/// `(atan(t) / t - 1) / t^2` as a polynomial in the square of `t`, for `|t| <= tan(1/2)`: an error of 2^-58.9 beside the angle.
const ATAN_BY_CUBE: [f64; 13] = [
    -0.33333333333333176,
    0.19999999999958265,
    -0.14285714281773038,
    0.11111110923343298,
    -0.09090903800813747,
    0.07692211553367183,
    -0.0666547975451278,
    0.058720851271099245,
    -0.05199869704653171,
    0.044824242453676805,
    -0.03466979755309521,
    0.020393090258491824,
    -0.006443672103010667,
];

/// `(asin(s) / s - 1) / s^2` as a polynomial in the square of `s`, for `|s| <= 1/2`: an error of 2^-59.8 beside the angle.
const ASIN_BY_CUBE: [f64; 13] = [
    0.16666666666666763,
    0.07499999999970174,
    0.04464285717522786,
    0.03038194267746078,
    0.02237221585953349,
    0.017351596107406244,
    0.013981013458747735,
    0.011397319971118435,
    0.010789237000994774,
    0.0036722953822600946,
    0.021790799758602104,
    -0.021117438421991475,
    0.03270288083028534,
];

/// What the double next to a quarter of pi has more or less than that, to be added.
const FRAC_PI_4_LOW: f64 = 3.061616997868383e-17;
/// The same for a half of pi.
const FRAC_PI_2_LOW: f64 = 6.123233995736766e-17;

/// `tan(1/2)`: the difference of coordinates whose quotient is greater is exact, and their angle is large enough for the errors
/// of a quotient that stands for the rest.
const TAN_OF_HALF: f64 = 0.5463024898437905;

/// Coordinates from here on are made smaller, so that their sum is finite.
const LARGE: f64 = f64::from_bits((1000 + 1023) << 52);
const SMALLER: f64 = 1.0 / 16.0;

/// In the place of a zero that would divide a zero.
const TINY: f64 = f64::MIN_POSITIVE;

/// The angle of a point and `(1, 0)`.
pub(super) fn atan2(d: &mut Doubles<'_, '_>, y: ValueId, x: ValueId) -> ValueId {
    let (height, width) = (d.absolute(y), d.absolute(x));
    let is_steep = d.ops().cmpf("ogt", height, width);
    let small = d.ops().select(is_steep, width, height);
    let large = d.ops().select(is_steep, height, width);
    let (small, large) = without_extremes(d, small, large);
    let eighths = Eighths::of_quotient(d, small, large);
    let eighths = eighths.mirrored_where(d, is_steep, 2.0);
    let (bits, zero) = (d.bits_of(x), d.integer(0));
    let is_left = d.ops().cmpi("slt", bits, zero);
    let eighths = eighths.mirrored_where(d, is_left, 4.0);
    let angle = eighths.angle(d);
    d.with_sign_of(angle, y)
}

/// Coordinates that have the same quotient, none of which is infinite or so large that their sum is; the larger one is not zero.
fn without_extremes(d: &mut Doubles<'_, '_>, small: ValueId, large: ValueId) -> (ValueId, ValueId) {
    let (one, least) = (d.constant(1.0), d.constant(TINY));
    // Beside infinity, finite numbers are nothing, and what is no number stays.
    let nothing = d.times(small, 0.0);
    let beside_infinity = d.replaced(("oeq", small, f64::INFINITY), one, nothing);
    let [smaller, larger] = [small, large].map(|size| d.times(size, SMALLER));
    let small = d.replaced(("oge", large, LARGE), smaller, small);
    let small = d.replaced(("oeq", large, f64::INFINITY), beside_infinity, small);
    let finite = d.replaced(("oge", large, LARGE), larger, large);
    let finite = d.replaced(("oeq", large, f64::INFINITY), one, finite);
    (small, d.replaced(("oeq", large, 0.0), least, finite))
}

/// `atan(x)`
pub(super) fn atan(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let (size, one) = (d.absolute(x), d.constant(1.0));
    let is_steep = d.ops().cmpf("ogt", size, one);
    let small = d.ops().select(is_steep, one, size);
    let large = d.ops().select(is_steep, size, one);
    let eighths = Eighths::of_quotient(d, small, large);
    let eighths = eighths.mirrored_where(d, is_steep, 2.0);
    let angle = eighths.angle(d);
    d.with_sign_of(angle, x)
}

/// An angle as a number of eighths of a turn, and the rest.
struct Eighths {
    number: ValueId,
    rest: ValueId,
}

impl Eighths {
    /// The angle of `(large, small)` for `0 <= small <= large`, up to an eighth of a turn.
    fn of_quotient(d: &mut Doubles<'_, '_>, small: ValueId, large: ValueId) -> Self {
        // Those of subnormal numbers are about right, too.
        let (twice, limit) = (d.add(small, small), d.times(large, 2.0 * TAN_OF_HALF));
        let is_near = d.ops().cmpf("ogt", twice, limit);
        let (difference, sum) = (d.sub(small, large), d.add(small, large));
        let dividend = d.ops().select(is_near, difference, small);
        let divisor = d.ops().select(is_near, sum, large);
        let t = d.div(dividend, divisor);
        let square = d.mul(t, t);
        let factor = d.polynomial(square, &ATAN_BY_CUBE);
        let cube = d.mul(square, t);
        let more = d.mul(cube, factor);
        let [none, one] = [0.0, 1.0].map(|number| d.constant(number));
        Self {
            number: d.ops().select(is_near, one, none),
            rest: d.add(t, more),
        }
    }

    /// The difference of a number of eighths and the angle, where a condition holds.
    fn mirrored_where(self, d: &mut Doubles<'_, '_>, condition: ValueId, eighths: f64) -> Self {
        let (eighths, zero) = (d.constant(eighths), d.constant(0.0));
        let (number, rest) = (d.sub(eighths, self.number), d.sub(zero, self.rest));
        Self {
            number: d.ops().select(condition, number, self.number),
            rest: d.ops().select(condition, rest, self.rest),
        }
    }

    /// The angle in radians.
    fn angle(&self, d: &mut Doubles<'_, '_>) -> ValueId {
        let (high, low) = (d.times(self.number, FRAC_PI_4), d.times(self.number, FRAC_PI_4_LOW));
        let rest = d.add(low, self.rest);
        d.add(high, rest)
    }
}

/// `asin(x)`, which is `pi/2 - 2 asin(sqrt((1 - x) / 2))` for large `x`.
pub(super) fn asin(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let arc = Arc::of(d, x);
    let small = d.add(arc.sine, arc.more);
    let twice = d.add(arc.more, arc.more);
    let lost = d.add(arc.lost, arc.lost);
    let low = d.constant(FRAC_PI_2_LOW);
    let low = d.sub(low, lost);
    let low = d.sub(twice, low);
    let high = d.add(arc.high, arc.high);
    let quarter = d.constant(FRAC_PI_4);
    let high = d.sub(quarter, high);
    let difference = d.sub(low, high);
    let large = d.sub(quarter, difference);
    let value = d.ops().select(arc.is_large, large, small);
    d.with_sign_of(value, x)
}

/// `acos(x)`, which is `2 asin(sqrt((1 - x) / 2))` for large `x`, and the difference of `pi` and that for `-x`.
pub(super) fn acos(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let arc = Arc::of(d, x);
    let sum = d.add(arc.lost, arc.more);
    let half = d.add(arc.high, sum);
    let near_one = d.add(half, half);
    let rest = d.add_to(arc.more, -FRAC_PI_2_LOW);
    let rest = d.add(arc.sine, rest);
    let right = d.constant(FRAC_PI_2);
    let near_minus_one = d.sub(right, rest);
    let near_minus_one = d.add(near_minus_one, near_minus_one);
    let large = d.replaced(("olt", x, 0.0), near_minus_one, near_one);
    // `arc.more` has no sign.
    let more = d.with_sign_of(arc.more, x);
    let rest = d.add_to(more, -FRAC_PI_2_LOW);
    let rest = d.add(x, rest);
    let small = d.sub(right, rest);
    d.ops().select(arc.is_large, large, small)
}

/// What the inverse sine and cosine are made of: `asin(sine) = sine + more`.
struct Arc {
    /// Whether `|x|` is above 1/2. The sine is `sqrt((1 - |x|) / 2)` then, otherwise `|x|`.
    is_large: ValueId,
    sine: ValueId,
    more: ValueId,
    /// Of a root, the bits that can be doubled and added without an error.
    high: ValueId,
    /// What `high` has less than the exact root.
    lost: ValueId,
}

impl Arc {
    fn of(d: &mut Doubles<'_, '_>, x: ValueId) -> Self {
        let (size, half, one) = (d.absolute(x), d.constant(0.5), d.constant(1.0));
        let is_large = d.ops().cmpf("ogt", size, half);
        let distance = d.sub(one, size);
        let of_large = d.times(distance, 0.5);
        let of_small = d.mul(size, size);
        let square = d.ops().select(is_large, of_large, of_small);
        let root = d.square_root(of_large);
        let sine = d.ops().select(is_large, root, size);
        let factor = d.polynomial(square, &ASIN_BY_CUBE);
        let factor = d.mul(square, factor);
        let none = d.constant(0.0);
        let (high, lost) = d.parts_of_root(of_large, none, root);
        Self {
            is_large,
            sine,
            more: d.mul(sine, factor),
            high,
            lost,
        }
    }
}
