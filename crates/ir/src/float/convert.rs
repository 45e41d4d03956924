//! Conversions between float formats, and to and from integers.

use rustc_apfloat::ieee::{Quad, X87DoubleExtended};
use rustc_apfloat::{Float, Round, Status};

use super::{FloatSemantics, quad};

/// Converts to another format, to nearest with ties to even, and tells whether the value changed.
///
/// What the target cannot express becomes what it has instead: too large values and infinity
/// become infinity, else NaN, else the largest value; NaN becomes the largest value in formats
/// without NaN; zero and minus signs are dropped by `f8E8M0FNU`.
#[must_use]
pub fn convert(from: FloatSemantics, bits: u128, to: FloatSemantics) -> (u128, bool) {
    if from == to {
        return (bits, false);
    }
    quad::encode(to, quad::decode(from, bits))
}

/// The value nearest to a double.
#[must_use]
pub fn from_f64(sem: FloatSemantics, value: f64) -> u128 {
    convert(FloatSemantics::F64, value.to_bits().into(), sem).0
}

/// The double nearest to the value; exact for formats up to 64 bits.
#[must_use]
pub fn to_f64(sem: FloatSemantics, bits: u128) -> f64 {
    f64::from_bits(convert(sem, bits, FloatSemantics::F64).0 as u64)
}

/// The value nearest to an integer; `value`'s bits are those of a `u128` when not `is_signed`.
#[must_use]
pub fn from_int(sem: FloatSemantics, value: i128, is_signed: bool) -> u128 {
    match sem {
        FloatSemantics::F128 => round_int::<Quad>(value, is_signed, Round::NearestTiesToEven)
            .value
            .to_bits(),
        FloatSemantics::F80 => round_int::<X87DoubleExtended>(value, is_signed, Round::NearestTiesToEven)
            .value
            .to_bits(),
        _ => {
            let wide = round_int::<Quad>(value, is_signed, Round::TowardZero);
            quad::encode(sem, quad::sticky(wide)).0
        }
    }
}

fn round_int<F: Float>(value: i128, is_signed: bool, round: Round) -> rustc_apfloat::StatusAnd<F> {
    if is_signed {
        F::from_i128_r(value, round)
    } else {
        F::from_u128_r(value as u128, round)
    }
}

/// The value rounded toward zero as an integer of `width` bits (1 to 128), and whether that
/// overflows, as NaN always does. The result is sign extended when `is_signed`, else zero
/// extended; on overflow it is the nearest bound, zero for NaN.
#[must_use]
pub fn to_int(sem: FloatSemantics, bits: u128, width: u32, is_signed: bool) -> (i128, bool) {
    if is_signed && width <= 1 {
        // -1 and 0, which the conversion below has no room for.
        let (value, overflows) = to_int(sem, bits, 2, true);
        return (value.clamp(-1, 0), overflows || !(-1..=0).contains(&value));
    }
    let value = Quad::from_bits(quad::decode(sem, bits));
    let width = width.clamp(1, 128) as usize;
    let mut exact = false;
    let (result, status) = if is_signed {
        let result = value.to_i128_r(width, Round::TowardZero, &mut exact);
        (result.value, result.status)
    } else {
        let result = value.to_u128_r(width, Round::TowardZero, &mut exact);
        (result.value as i128, result.status)
    };
    (result, status.contains(Status::INVALID_OP))
}
