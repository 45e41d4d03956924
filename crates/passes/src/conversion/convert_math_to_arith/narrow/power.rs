//! Powers and roots: `x^y = 2^(y log2(x))`.

use asyncir_ir::ValueId;

use super::doubles::Doubles;
use super::exponential::exp2_of_any_double;
use super::logarithm::log2_of_double;

/// Exponents up to this one, if they are constants, are multiplications.
const MAX_FACTORS: u32 = 8;

/// An even number in the place of infinite exponents: powers of all `f32` but 1 are zero or infinite.
const LARGE_EXPONENT: f64 = (1u64 << 40) as f64;

/// How many bits from the lowest one the sign of a double is.
const SIGN: i64 = 63;

/// `x^y`
pub(super) fn powf(d: &mut Doubles<'_, '_>, x: ValueId, y: ValueId) -> ValueId {
    let constant = d.known(y).and_then(|exponent| of_constant(d, x, exponent));
    constant.unwrap_or_else(|| general(d, x, y))
}

/// `cbrt(x)`
pub(super) fn cbrt(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let wide = d.double_of(x);
    let size = d.absolute(wide);
    let log = log2_of_double(d, size);
    let third = d.times(log, 1.0 / 3.0);
    let value = exp2_of_any_double(d, third);
    let value = d.replaced(("uge", size, f64::INFINITY), size, value);
    let value = d.single_of(value);
    d.with_sign_of(value, x)
}

/// What takes no logarithm: products, square roots, and one divided by them.
fn of_constant(d: &mut Doubles<'_, '_>, x: ValueId, exponent: f64) -> Option<ValueId> {
    let size = exponent.abs();
    let factors = (0..=MAX_FACTORS).find(|&factors| f64::from(factors) == size);
    if factors.is_none() && size != 0.5 {
        return None;
    }
    let wide = d.double_of(x);
    let power = match factors {
        Some(factors) => product(d, wide, factors),
        None => root(d, wide),
    };
    let power = if exponent < 0.0 {
        let one = d.constant(1.0);
        d.div(one, power)
    } else {
        power
    };
    Some(d.single_of(power))
}

/// The power of one half.
fn root(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let root = d.square_root(x);
    // The root of the negative zero is that, unlike its power.
    let root = d.add_to(root, 0.0);
    let infinite = d.constant(f64::INFINITY);
    d.replaced(("oeq", x, f64::NEG_INFINITY), infinite, root)
}

/// The product of a number of equal factors: that of two halves, and of one more factor if their number is odd.
fn product(d: &mut Doubles<'_, '_>, x: ValueId, factors: u32) -> ValueId {
    match factors {
        0 => d.constant(1.0),
        1 => x,
        _ => {
            let half = product(d, x, factors / 2);
            let square = d.mul(half, half);
            if factors.is_multiple_of(2) {
                square
            } else {
                d.mul(square, x)
            }
        }
    }
}

fn general(d: &mut Doubles<'_, '_>, x: ValueId, y: ValueId) -> ValueId {
    let base = d.double_of(x);
    let exponent = d.double_of(y);
    let exponent = d.clamped(exponent, -LARGE_EXPONENT, LARGE_EXPONENT);
    let log = log2_of_size(d, base);
    let product = d.mul(exponent, log);
    let size = exp2_of_any_double(d, product);
    let (integer, low_bits) = d.rounded(exponent);
    let sign = sign_of_power(d, base, exponent, (integer, low_bits));
    let bits = d.bits_of(size);
    let power = d.ops().xori(bits, sign);
    let power = d.double_of_bits(power);
    let power = without_root_of_negative(d, base, (exponent, integer), power);
    let one = d.constant(1.0);
    let power = d.replaced(("oeq", exponent, 0.0), one, power);
    let power = d.replaced(("oeq", base, 1.0), one, power);
    d.single_of(power)
}

/// `log2(|x|)`; infinite for zero and infinity, NaN for NaN.
fn log2_of_size(d: &mut Doubles<'_, '_>, x: ValueId) -> ValueId {
    let size = d.absolute(x);
    let log = log2_of_double(d, size);
    let infinite = d.constant(f64::NEG_INFINITY);
    let log = d.replaced(("oeq", size, 0.0), infinite, log);
    d.replaced(("uge", size, f64::INFINITY), size, log)
}

/// The bit of the sign: that of the base if the exponent is odd. `low_bits` end in the `integer` next to the exponent.
fn sign_of_power(
    d: &mut Doubles<'_, '_>,
    base: ValueId,
    exponent: ValueId,
    (integer, low_bits): (ValueId, ValueId),
) -> ValueId {
    let [width, none] = [SIGN, 0].map(|value| d.integer(value));
    let odd = d.ops().shli(low_bits, width);
    let bits = d.bits_of(base);
    let sign = d.ops().andi(bits, odd);
    let is_integer = d.ops().cmpf("oeq", exponent, integer);
    d.ops().select(is_integer, sign, none)
}

/// NaN where the base is negative and the exponent no integer. An infinite base is not the root of anything, and has no NaN.
fn without_root_of_negative(
    d: &mut Doubles<'_, '_>,
    base: ValueId,
    (exponent, integer): (ValueId, ValueId),
    power: ValueId,
) -> ValueId {
    let invalid = d.invalid(base);
    let is_fraction = d.ops().cmpf("one", exponent, integer);
    let of_negative = d.ops().select(is_fraction, invalid, power);
    let checked = d.replaced(("olt", base, 0.0), of_negative, power);
    d.replaced(("oeq", base, f64::NEG_INFINITY), power, checked)
}
