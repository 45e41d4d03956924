//! The common ground: every format's values in IEEE binary128 bits, and back with one rounding.
//!
//! Computing in binary128 and then rounding to a format of precision `p` gives the correctly
//! rounded sum, difference, product and quotient when `113 >= 2p + 2` (Figueroa, "When is double
//! rounding innocuous?", 1995), which holds for all formats up to `f32`. Where the wide value may
//! itself be inexact in other ways (decimal text, wide integers) the caller rounds to odd: it
//! truncates and sets the lowest bit ([`sticky`]), which makes the second rounding exact.

use rustc_apfloat::ieee::{Quad, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Status, StatusAnd};

use super::{FloatSemantics, Layout, NonFinite};

const FRACTION_BITS: u32 = 112;
const FRACTION_MASK: u128 = (1 << FRACTION_BITS) - 1;
const BIAS: i32 = 16383;
const SIGN: u128 = 1 << 127;
/// Positive infinity.
pub(super) const INFINITY: u128 = 0x7FFF << FRACTION_BITS;
const QUIET: u128 = 1 << (FRACTION_BITS - 1);

/// The bits without the sign.
pub(super) fn magnitude(quad: u128) -> u128 {
    quad & !SIGN
}

/// Whether binary128 bits are a NaN.
pub(super) fn is_nan(quad: u128) -> bool {
    magnitude(quad) > INFINITY
}

/// Makes the result of an operation rounded toward zero one that is rounded to odd.
pub(super) fn sticky(result: StatusAnd<Quad>) -> u128 {
    let bits = result.value.to_bits();
    let inexact = result.status.intersects(Status::INEXACT | Status::UNDERFLOW);
    if inexact && magnitude(bits) < INFINITY {
        bits | 1
    } else {
        bits
    }
}

/// The binary128 bits of a value; exact.
pub(super) fn decode(sem: FloatSemantics, bits: u128) -> u128 {
    match sem {
        FloatSemantics::F128 => bits,
        FloatSemantics::F80 => {
            let wide: Quad = X87DoubleExtended::from_bits(bits).convert(&mut false).value;
            wide.to_bits()
        }
        _ => decode_narrow(sem.layout(), bits),
    }
}

fn decode_narrow(layout: Layout, bits: u128) -> u128 {
    let sign = if bits & layout.sign_bit() != 0 { SIGN } else { 0 };
    let fraction = bits & layout.fraction_mask();
    let field = (bits >> layout.fraction_bits) & layout.max_exponent_field();
    let top = field == layout.max_exponent_field();
    match layout.non_finite {
        NonFinite::Ieee if top => {
            return sign | INFINITY | (fraction << (FRACTION_BITS - layout.fraction_bits));
        }
        NonFinite::NanAllOnes if top && fraction == layout.fraction_mask() => {
            return sign | INFINITY | QUIET;
        }
        NonFinite::NanNegativeZero if bits == layout.sign_bit() => return INFINITY | QUIET,
        NonFinite::ExponentOnly if top => return INFINITY | QUIET,
        _ => {}
    }
    let (significand, exponent) = if field == 0 && layout.non_finite != NonFinite::ExponentOnly {
        (fraction, 1 - layout.bias)
    } else {
        (fraction | (1 << layout.fraction_bits), field as i32 - layout.bias)
    };
    if significand == 0 {
        return sign;
    }
    let top_bit = significand.ilog2();
    let exponent = exponent - layout.fraction_bits as i32 + top_bit as i32;
    let fraction = (significand << (FRACTION_BITS - top_bit)) & FRACTION_MASK;
    sign | (((exponent + BIAS) as u128) << FRACTION_BITS) | fraction
}

/// The value of a format nearest to binary128 bits, ties to even, and whether it differs.
pub(super) fn encode(sem: FloatSemantics, quad: u128) -> (u128, bool) {
    match sem {
        FloatSemantics::F128 => (quad, false),
        FloatSemantics::F80 => {
            let mut loses = false;
            let narrow: X87DoubleExtended = Quad::from_bits(quad).convert(&mut loses).value;
            (narrow.to_bits(), loses)
        }
        _ => encode_narrow(sem, quad),
    }
}

fn encode_narrow(sem: FloatSemantics, quad: u128) -> (u128, bool) {
    let layout = sem.layout();
    let sign = if quad & SIGN != 0 { layout.sign_bit() } else { 0 };
    let loses_sign = quad & SIGN != 0 && !layout.has_sign();
    if is_nan(quad) {
        return encode_nan(sem, quad, sign);
    }
    if magnitude(quad) == INFINITY {
        return (overflow(sem, sign), !sem.has_infinity());
    }
    if magnitude(quad) == 0 {
        let zero = if layout.has_negative_zero() { sign } else { 0 };
        let loses = layout.non_finite == NonFinite::ExponentOnly || zero != sign;
        return (zero, loses);
    }
    let (fields, inexact) = round_to_fields(layout, quad);
    if fields > layout.largest() {
        return (overflow(sem, sign), true);
    }
    let sign = if fields == 0 && !layout.has_negative_zero() {
        0
    } else {
        sign
    };
    (sign | fields, inexact || loses_sign)
}

/// The exponent and fraction fields nearest to a finite nonzero value. They may pass
/// `layout.largest()`, which is an overflow.
fn round_to_fields(layout: Layout, quad: u128) -> (u128, bool) {
    let field = (magnitude(quad) >> FRACTION_BITS) as i32;
    let fraction = quad & FRACTION_MASK;
    let (significand, unit) = if field == 0 {
        (fraction, 1 - BIAS - FRACTION_BITS as i32)
    } else {
        (fraction | (1 << FRACTION_BITS), field - BIAS - FRACTION_BITS as i32)
    };
    let exponent = unit + significand.ilog2() as i32;
    let min_exponent = match layout.non_finite {
        NonFinite::ExponentOnly => -layout.bias,
        _ => 1 - layout.bias,
    };
    let exponent = exponent.max(min_exponent);
    let shift = exponent - layout.fraction_bits as i32 - unit;
    let (rounded, inexact) = shift_right_to_nearest(significand, shift);
    if layout.non_finite == NonFinite::ExponentOnly {
        // A significand of two carries into the exponent; none at all becomes the smallest value.
        let field = exponent + layout.bias + (rounded > 1) as i32;
        return (field as u128, inexact);
    }
    // Adding the significand lets its integer bit (absent when subnormal) and a carry out of
    // rounding advance the exponent field.
    let field = (exponent - min_exponent) as u128;
    ((field << layout.fraction_bits) + rounded, inexact)
}

fn shift_right_to_nearest(value: u128, shift: i32) -> (u128, bool) {
    if shift <= 0 {
        return (value << -shift, false);
    }
    if shift > 120 {
        return (0, value != 0);
    }
    let kept = value >> shift;
    let rest = value & ((1 << shift) - 1);
    let half = 1 << (shift - 1);
    let up = rest > half || (rest == half && kept & 1 == 1);
    (kept + up as u128, rest != 0)
}

/// What stands for a value too large: infinity, NaN or the largest value.
fn overflow(sem: FloatSemantics, sign: u128) -> u128 {
    let negative = sign != 0;
    match sem.layout().non_finite {
        NonFinite::Ieee => sem.infinity(negative).unwrap_or(sign),
        NonFinite::NanAllOnes => sign | sem.nan().unwrap_or(0),
        NonFinite::NanNegativeZero | NonFinite::ExponentOnly => sem.nan().unwrap_or(0),
        NonFinite::FiniteOnly => sem.largest(negative),
    }
}

fn encode_nan(sem: FloatSemantics, quad: u128, sign: u128) -> (u128, bool) {
    let layout = sem.layout();
    match layout.non_finite {
        NonFinite::Ieee => {
            let dropped = FRACTION_BITS - layout.fraction_bits;
            let payload = (quad & FRACTION_MASK) >> dropped;
            let lost = quad & ((1 << dropped) - 1) != 0;
            (sign | sem.nan().unwrap_or(0) | payload, lost)
        }
        // The payload is lost, even if it was the default one.
        NonFinite::NanAllOnes => (sign | sem.nan().unwrap_or(0), true),
        NonFinite::NanNegativeZero | NonFinite::ExponentOnly => (sem.nan().unwrap_or(0), true),
        NonFinite::FiniteOnly => (sem.largest(sign != 0), true),
    }
}
