//! Float literals: reading them, and printing values as MLIR does.

use rustc_apfloat::ieee::{Quad, X87DoubleExtended};
use rustc_apfloat::{Float, Round};

use super::{FloatSemantics, convert, is_finite, quad};

/// Reads a hexadecimal literal (`0x7FC00000`) as the bits of a value. `None` when it is not one
/// or has more bits than the format.
pub fn parse_hex(sem: FloatSemantics, text: &str) -> Option<u128> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let significant = digits.trim_start_matches('0');
    let bits = if significant.is_empty() {
        0
    } else {
        u128::from_str_radix(significant, 16).ok()?
    };
    (bits & !sem.mask() == 0).then_some(bits)
}

/// Reads a decimal float literal, with or without sign, as MLIR does: to the nearest double, and
/// from there to the format. For formats up to 64 bits that differs from [`parse_decimal`] only
/// by double rounding; `f80` and `f128` literals get no more than a double's precision and range.
pub fn parse_literal(sem: FloatSemantics, text: &str) -> Option<u128> {
    let text = well_formed(text)?;
    let value: f64 = text.parse().ok()?;
    Some(convert(FloatSemantics::F64, value.to_bits().into(), sem).0)
}

/// Reads a decimal float literal, with or without sign, to the nearest value of the format, ties
/// to even. Too large values become what [`convert`] makes of them. `None` when `text` is not a
/// decimal literal.
pub fn parse_decimal(sem: FloatSemantics, text: &str) -> Option<u128> {
    let text = well_formed(text)?;
    let nearest = Round::NearestTiesToEven;
    match sem {
        FloatSemantics::F32 => Some(text.parse::<f32>().ok()?.to_bits().into()),
        FloatSemantics::F64 => Some(text.parse::<f64>().ok()?.to_bits().into()),
        FloatSemantics::F80 => Some(X87DoubleExtended::from_str_r(text, nearest).ok()?.value.to_bits()),
        FloatSemantics::F128 => Some(Quad::from_str_r(text, nearest).ok()?.value.to_bits()),
        _ => {
            let wide = Quad::from_str_r(text, Round::TowardZero).ok()?;
            Some(quad::encode(sem, quad::sticky(wide)).0)
        }
    }
}

/// `text` if it is `[+-]? digits [. digits*] [(e|E) [+-]? digits]`. The parsers below accept
/// more than that, such as `nan`.
fn well_formed(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['+', '-']).unwrap_or(text);
    let rest = skip_digits(rest)?;
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => rest,
    };
    let rest = match rest.strip_prefix(['e', 'E']) {
        Some(exponent) => skip_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))?,
        None => rest,
    };
    rest.is_empty().then_some(text)
}

fn skip_digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

/// Prints a value as MLIR prints a float attribute, without the type.
///
/// That is scientific notation of six significant digits (the seventh printed one is zero) if it
/// reads back as the same value; else enough digits to tell apart all values of the format, in
/// positional notation where that is short; and the bits in hexadecimal for infinities, NaNs and
/// whole numbers that the second form would write without a point.
pub fn print(sem: FloatSemantics, bits: u128) -> String {
    if is_finite(sem, bits) {
        if let Some(text) = print_short_double(sem, bits) {
            return text;
        }
        let value = Quad::from_bits(quad::decode(sem, bits));
        let text = scientific(value);
        if parse_decimal(sem, &text) == Some(bits) {
            return text;
        }
        // Enough digits to tell all values of a precision apart, as Steele and White show:
        // 196/59 is slightly more than the binary logarithm of ten.
        let precision = 2 + sem.precision() as usize * 59 / 196;
        let text = format!("{value:.precision$}");
        if text.contains('.') {
            return text;
        }
    }
    format!("0x{:X}", canonical(sem, bits))
}

/// Six significant digits, padding to seven.
fn scientific(value: Quad) -> String {
    let (width, precision) = (0, 6);
    format!("{value:#width$.precision$}")
}

/// The first form of [`print`], fast, for normal `f32` and `f64` values whose shortest decimal
/// has at most six digits. In these formats six digits survive the way through binary, so the
/// shortest decimal is the one that rounding to six digits gives. The slow way may truncate
/// instead of rounding, which is the same where the decimal is not above the value.
fn print_short_double(sem: FloatSemantics, bits: u128) -> Option<String> {
    let (shortest, magnitude) = match sem {
        FloatSemantics::F32 if f32::from_bits(bits as u32).is_normal() => {
            let value = f32::from_bits(bits as u32);
            (format!("{value:e}"), f64::from(value.abs()))
        }
        FloatSemantics::F64 if f64::from_bits(bits as u64).is_normal() => {
            let value = f64::from_bits(bits as u64);
            (format!("{value:e}"), value.abs())
        }
        _ => return None,
    };
    let (digits, exponent) = shortest.split_once('e')?;
    let (integer, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent: i32 = exponent.parse().ok()?;
    if fraction.len() > 5 {
        return None;
    }
    let number: u128 = format!("{}{fraction}", integer.trim_start_matches('-')).parse().ok()?;
    let is_short = is_at_most(number, exponent - fraction.len() as i32, magnitude)?;
    is_short.then(|| format!("{integer}.{fraction:0<6}e{exponent:+03}"))
}

/// Whether `number * 10^exponent <= value`, for a number of six digits and a normal value;
/// `None` where 128 bits do not suffice to tell.
fn is_at_most(number: u128, exponent: i32, value: f64) -> Option<bool> {
    const MIN_BITS_LEFT: i32 = 128 - 20;
    let significand = u128::from((value.to_bits() & ((1 << 52) - 1)) | (1 << 52));
    let unit = (value.to_bits() >> 52) as i32 - 1075;
    if !(-22..=22).contains(&exponent) || !(-MIN_BITS_LEFT..=70).contains(&unit) {
        return None;
    }
    let power = 10u128.pow(exponent.unsigned_abs());
    let (mut decimal, mut binary) = (number, significand);
    if exponent < 0 {
        binary = binary.checked_mul(power)?;
    } else {
        decimal *= power;
    }
    if unit < 0 {
        decimal = decimal.checked_mul(1 << -unit)?;
    } else {
        binary = binary.checked_mul(1 << unit)?;
    }
    Some(decimal <= binary)
}

/// The encoding that a value is written back as: `f80` patterns that no hardware produces are
/// read as NaN.
fn canonical(sem: FloatSemantics, bits: u128) -> u128 {
    match sem {
        FloatSemantics::F80 => X87DoubleExtended::from_bits(bits).to_bits(),
        _ => bits,
    }
}
