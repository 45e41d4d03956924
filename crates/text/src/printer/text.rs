//! Small pieces of text.

use super::Printer;

/// Whether a name needs no quotes.
pub(super) fn is_bare_identifier(name: &str) -> bool {
    let bytes = name.as_bytes();
    let starts = bytes.first().is_some_and(|&b| b.is_ascii_alphabetic() || b == b'_');
    starts
        && bytes
            .iter()
            .all(|&b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'))
}

/// The numbers below a hundred, two digits each.
const PAIRS: &str = "\
    0001020304050607080910111213141516171819\
    2021222324252627282930313233343536373839\
    4041424344454647484950515253545556575859\
    6061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899";

/// Appends two digits.
#[inline]
fn push_pair(out: &mut String, number: usize) {
    out.push_str(&PAIRS[2 * number..2 * number + 2]);
}

/// Appends a decimal number.
pub(super) fn push_u64(out: &mut String, number: u64) {
    match number {
        0..10 => out.push(char::from(b'0' + number as u8)),
        10..100 => push_pair(out, number as usize),
        _ => {
            push_u64(out, number / 100);
            push_pair(out, (number % 100) as usize);
        }
    }
}

/// Appends a decimal number.
pub(super) fn push_i64(out: &mut String, number: i64) {
    if number < 0 {
        out.push('-');
    }
    push_u64(out, number.unsigned_abs());
}

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Appends two hexadecimal digits.
pub(super) fn push_hex(out: &mut String, byte: u8) {
    out.push(char::from(HEX[usize::from(byte >> 4)]));
    out.push(char::from(HEX[usize::from(byte & 15)]));
}

impl Printer<'_> {
    /// Writes a string literal.
    pub(super) fn print_string(&mut self, bytes: &[u8]) {
        self.out.push('"');
        for &byte in bytes {
            match byte {
                b'\\' => self.out.push_str("\\\\"),
                b'"' => self.out.push_str("\\22"),
                b' '..=b'~' => self.out.push(char::from(byte)),
                _ => {
                    self.out.push('\\');
                    push_hex(&mut self.out, byte);
                }
            }
        }
        self.out.push('"');
    }

    /// Writes a name, quoted if need be.
    pub(super) fn print_keyword_or_string(&mut self, name: &str) {
        if is_bare_identifier(name) {
            self.push(name)
        } else {
            self.print_string(name.as_bytes())
        }
    }

    /// Writes `@name`.
    pub(super) fn print_symbol_name(&mut self, name: &str) {
        if name.is_empty() {
            return self.push("@<<INVALID EMPTY SYMBOL>>");
        }
        self.push("@");
        self.print_keyword_or_string(name);
    }

    /// Starts a line of an op or block label.
    pub(super) fn print_indent(&mut self, spaces: usize) {
        const SPACES: &str = "                                                                ";
        let mut left = spaces;
        while left > 0 {
            let part = left.min(SPACES.len());
            self.out.push_str(&SPACES[..part]);
            left -= part;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let mut out = String::new();
        for number in [0, 7, 10, 99, 100, 907, 1042, -1, i64::MIN, i64::MAX] {
            push_i64(&mut out, number);
            out.push(' ');
        }
        assert_eq!(
            out,
            "0 7 10 99 100 907 1042 -1 -9223372036854775808 9223372036854775807 "
        );
    }
}
