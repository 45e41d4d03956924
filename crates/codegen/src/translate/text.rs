//! LLVM's spelling of names, strings and floats.

use std::fmt::Write;

/// Appends formatted text; writing to a string cannot fail.
macro_rules! put {
    ($out:expr, $($argument:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($out, $($argument)*);
    }};
}
pub(super) use put;

/// `@name`, `%name` or `$name`, quoted if need be. A module has at most one symbol with an empty name, which LLVM gives a
/// number.
pub(crate) fn name(sigil: char, name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_');
    let plain = name.bytes().all(is_plain) && name.bytes().next().is_some_and(|first| !first.is_ascii_digit());
    if sigil == '@' && name.is_empty() {
        format!("{sigil}0")
    } else if plain {
        format!("{sigil}{name}")
    } else {
        format!("{sigil}{}", quoted(name.as_bytes()))
    }
}

/// `"text"`, with everything but printable ASCII escaped.
pub(super) fn quoted(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |four_bits: u8| DIGITS[usize::from(four_bits)];
    let mut out = Vec::with_capacity(bytes.len() + 2);
    out.push(b'"');
    for &byte in bytes {
        match byte {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b' '..=b'~' if byte != b'"' => out.push(byte),
            _ => out.extend_from_slice(&[b'\\', digit(byte >> 4), digit(byte & 15)]),
        }
    }
    out.push(b'"');
    String::from_utf8(out).expect("all of it is ASCII")
}

/// The constant of a float type, given by LLVM's keyword, from its bits.
pub(super) fn float(keyword: &str, bits: u128) -> String {
    match keyword {
        "half" => format!("0xH{bits:04X}"),
        "bfloat" => format!("0xR{bits:04X}"),
        "float" => double(widen(bits as u32)),
        "double" => double(bits as u64),
        "x86_fp80" => format!("0xK{bits:020X}"),
        // Both formats of two words are written low word first.
        "ppc_fp128" => format!("0xM{:016X}{:016X}", bits as u64, (bits >> 64) as u64),
        _ => format!("0xL{:016X}{:016X}", bits as u64, (bits >> 64) as u64),
    }
}

/// The bits of a `double` with the value of a `float`. NaNs keep their payload, which a cast might quieten.
fn widen(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if !value.is_nan() {
        return f64::from(value).to_bits();
    }
    let sign = u64::from(bits >> 31) << 63;
    sign | 0x7FF0_0000_0000_0000 | u64::from(bits & 0x007F_FFFF) << 29
}

/// Decimal where six digits are the very value, as LLVM prints it, with a zero behind them; else the bits in hexadecimal.
fn double(bits: u64) -> String {
    let value = f64::from_bits(bits);
    let decimal = Some(value).filter(|value| value.is_finite()).and_then(six_digits);
    decimal.unwrap_or_else(|| format!("0x{bits:X}"))
}

/// The six digits, if LLVM finds them. It cuts off most digits, but rounds if more than six are left.
fn six_digits(value: f64) -> Option<String> {
    let is_value = |text: &str| {
        text.parse::<f64>()
            .is_ok_and(|parsed| parsed.to_bits() == value.to_bits())
    };
    let rounded = format!("{value:.5e}");
    if !value.is_subnormal() && !is_value(&rounded) {
        return None;
    }
    let exact = format!("{value:.40e}");
    let (digits, exponent) = exact.split_once('e')?;
    let (six, rest) = digits.split_at(digits.find('.')? + 6);
    let cut = format!("{six}e{exponent}");
    if !is_value(&rounded) && !is_value(&cut) {
        return None;
    }
    let is_cut = rest.bytes().any(|digit| digit != b'0') && !has_seven_left(value, exponent.parse().ok()?);
    let decimal = if is_cut { cut } else { rounded };
    is_value(&decimal).then(|| with_c_exponent(&decimal.replace('e', "0e")))
}

/// Whether LLVM rounds a value to six digits, because at least seven are left when it has divided the digits of the value by
/// the power of ten that it estimates from their bits.
fn has_seven_left(value: f64, exponent: i64) -> bool {
    /// The bits of six digits.
    const SIX_DIGITS: i64 = 20;
    const FRACTION: u32 = 52;
    let bits = value.to_bits() & (u64::MAX >> 1);
    let (fraction, field) = (bits & ((1 << FRACTION) - 1), (bits >> FRACTION) as i64);
    let number = if field == 0 { fraction } else { fraction | 1 << FRACTION };
    let zeros = number.trailing_zeros();
    // The value is an odd number, shifted to the left. If it is shifted to the right, its digits are those of the number times a
    // power of five.
    let (odd, shift) = (number >> zeros, field.max(1) - 1075 + i64::from(zeros));
    let (digits, bits) = if shift >= 0 {
        (exponent + 1, i64::from(64 - odd.leading_zeros()) + shift)
    } else {
        let bits = (odd as f64).log2() - shift as f64 * 5f64.log2();
        (exponent + 1 - shift, bits as i64 + 1)
    };
    let removed = (bits - SIX_DIGITS).max(0) * 59 / 196;
    digits - removed > 6
}

/// Rust's `1.5e0` as C's `1.5e+00`, which LLVM's lexer asks for.
fn with_c_exponent(decimal: &str) -> String {
    let (mantissa, exponent) = decimal.split_once('e').unwrap_or((decimal, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// A list with separators.
pub(super) fn joined<T: std::fmt::Display>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    let mut out = String::new();
    for (index, item) in items.into_iter().enumerate() {
        let _ = write!(out, "{}{item}", if index == 0 { "" } else { separator });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_when_they_must_be() {
        assert_eq!(name('@', "main"), "@main");
        assert_eq!(name('%', "a.b-c$_1"), "%a.b-c$_1");
        assert_eq!(name('@', "1a"), "@\"1a\"");
        assert_eq!(name('@', "two words\"\n"), "@\"two words\\22\\0A\"");
        assert_eq!(name('@', ""), "@0");
    }

    #[test]
    fn floats_are_exact() {
        assert_eq!(float("double", 1.0f64.to_bits().into()), "1.000000e+00");
        assert_eq!(float("float", 1.5f32.to_bits().into()), "1.500000e+00");
        assert_eq!(float("double", 0.1f64.to_bits().into()), "1.000000e-01");
        assert_eq!(float("float", 0.1f32.to_bits().into()), "0x3FB99999A0000000");
        assert_eq!(float("float", f32::INFINITY.to_bits().into()), "0x7FF0000000000000");
        assert_eq!(float("float", 0x7F80_0001), "0x7FF0000020000000");
        assert_eq!(float("double", (-0.0f64).to_bits().into()), "-0.000000e+00");
        assert_eq!(float("double", 8_388_608f64.to_bits().into()), "0x4160000000000000");
        assert_eq!(float("double", 838_861f64.to_bits().into()), "8.388610e+05");
        assert_eq!(float("double", 1), "4.940660e-324");
        assert_eq!(float("double", 14), "6.916910e-323");
        assert_eq!(float("double", 0.6f64.to_bits().into()), "6.000000e-01");
        assert_eq!(float("double", 1e22f64.to_bits().into()), "1.000000e+22");
        assert_eq!(float("double", 0), "0.000000e+00");
        assert_eq!(float("double", 0x000F_52F3_584A_7132), "0xF52F3584A7132");
        assert_eq!(float("bfloat", 0x3FC0), "0xR3FC0");
        assert_eq!(float("half", 0x3C00), "0xH3C00");
    }
}
