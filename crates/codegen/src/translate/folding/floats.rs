//! Arithmetic on floats as LLVM does it: which NaN a result is, is specified.

use asyncir_ir::float::{self, FloatSemantics, is_nan};

/// The result of arithmetic on the bits of two floats.
pub(super) fn arithmetic(mnemonic: &str, semantics: FloatSemantics, lhs: u128, rhs: u128) -> Option<u128> {
    // A NaN of the operands is the result, the first one if both are.
    for operand in [lhs, rhs] {
        if is_nan(semantics, operand) {
            return Some(quiet(semantics, operand));
        }
    }
    let result = match mnemonic {
        "fadd" => float::add(semantics, lhs, rhs),
        "fsub" => float::sub(semantics, lhs, rhs),
        "fmul" => float::mul(semantics, lhs, rhs),
        "fdiv" => float::div(semantics, lhs, rhs),
        "frem" => float::rem(semantics, lhs, rhs),
        _ => return None,
    };
    if is_nan(semantics, result) {
        return semantics.nan();
    }
    Some(result)
}

/// The value in another format.
pub(super) fn convert(from: FloatSemantics, bits: u128, to: FloatSemantics) -> u128 {
    if !is_nan(from, bits) {
        return float::convert(from, bits, to).0;
    }
    // A NaN keeps its sign and the high bits of its payload.
    let (narrow, wide) = (fraction_bits(from), fraction_bits(to));
    let payload = bits & ((1 << narrow) - 1);
    let payload = if wide >= narrow {
        payload << (wide - narrow)
    } else {
        payload >> (narrow - wide)
    };
    let infinity = to.infinity(float::is_negative(from, bits)).unwrap_or_default();
    quiet(to, infinity | payload)
}

/// The NaN that does not signal.
fn quiet(semantics: FloatSemantics, bits: u128) -> u128 {
    bits | 1 << (fraction_bits(semantics) - 1)
}

/// The bits behind the leading one of a number.
fn fraction_bits(semantics: FloatSemantics) -> u32 {
    match semantics {
        FloatSemantics::F16 => 10,
        FloatSemantics::BF16 => 7,
        FloatSemantics::F32 => 23,
        FloatSemantics::F64 => 52,
        FloatSemantics::F80 => 63,
        _ => 112,
    }
}

/// Whether a number is so small that it has fewer digits than others.
pub(super) fn is_denormal(semantics: FloatSemantics, bits: u128) -> bool {
    let exponent = match semantics {
        FloatSemantics::F16 => bits >> 10 & 0x1F,
        FloatSemantics::BF16 => bits >> 7 & 0xFF,
        FloatSemantics::F32 => bits >> 23 & 0xFF,
        FloatSemantics::F64 => bits >> 52 & 0x7FF,
        FloatSemantics::F80 => bits >> 64 & 0x7FFF,
        _ => bits >> 112 & 0x7FFF,
    };
    exponent == 0 && !float::is_zero(semantics, bits)
}

/// The number of 80 bits that LLVM takes bits for: the leading bit of the digits follows from the exponent, and what has the
/// wrong one is a NaN, or the number that is meant.
pub(super) fn valid_f80(bits: u128) -> u128 {
    const LEADING: u128 = 1 << 63;
    const EXPONENT: u128 = 0x7FFF << 64;
    match (bits & EXPONENT, bits & LEADING != 0) {
        (0, true) => bits | 1 << 64,
        (1.., false) => bits | EXPONENT,
        _ => bits,
    }
}

/// The integer of a finite number of binary128, cut toward zero: its digits and how far they are shifted to the left.
pub(super) fn digits(bits: u128) -> (u128, i32) {
    const FRACTION: u32 = 112;
    let exponent = (bits >> FRACTION & 0x7FFF) as i32;
    let fraction = bits & ((1 << FRACTION) - 1);
    let shift = exponent - 16383 - FRACTION as i32;
    match exponent {
        0 => (0, 0),
        _ => (fraction | 1 << FRACTION, shift),
    }
}
