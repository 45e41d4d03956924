//! Comments that are not UTF-8.
//!
//! A program is UTF-8, but a comment may have been written in another encoding. Nobody reads comments, so such bytes become
//! question marks, which leaves everything behind them in its place.

use std::borrow::Cow;

/// The text of a program.
///
/// # Errors
/// The place of the first byte that is not UTF-8 and not in a comment.
pub(crate) fn readable(bytes: &[u8]) -> Result<Cow<'_, str>, usize> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(error) if is_in_comment(bytes, error.valid_up_to()) => without_others(bytes.to_vec()).map(Cow::Owned),
        Err(error) => Err(error.valid_up_to()),
    }
}

/// Replaces what is not ASCII in the rest of comments that are not UTF-8.
fn without_others(mut bytes: Vec<u8>) -> Result<String, usize> {
    let mut valid = 0;
    while let Err(error) = std::str::from_utf8(&bytes[valid..]) {
        let wrong = valid + error.valid_up_to();
        if !is_in_comment(&bytes, wrong) {
            return Err(wrong);
        }
        valid = memchr::memchr(b'\n', &bytes[wrong..]).map_or(bytes.len(), |length| wrong + length);
        let rest = bytes[wrong..valid].iter_mut();
        rest.filter(|byte| !byte.is_ascii()).for_each(|byte| *byte = b'?');
    }
    String::from_utf8(bytes).map_err(|error| error.utf8_error().valid_up_to())
}

/// Whether two slashes stand before a place on its line, and not in a string.
fn is_in_comment(bytes: &[u8], place: usize) -> bool {
    let start = memchr::memrchr(b'\n', &bytes[..place]).map_or(0, |end| end + 1);
    let (mut in_string, mut before) = (false, b' ');
    for &byte in &bytes[start..place] {
        match (in_string, before, byte) {
            (false, b'/', b'/') => return true,
            // An escaped character is none of those that matter.
            (true, b'\\', _) => {
                before = b' ';
                continue;
            }
            (_, _, b'"') => in_string = !in_string,
            _ => {}
        }
        before = byte;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_may_hold_any_bytes() {
        for (bytes, text) in [
            (&b"a // caf\xe9 \xff\xfe\nb // \xe2\x82"[..], "a // caf? ??\nb // ??"),
            (b"\"// \\\"\" // \xff", "\"// \\\"\" // ?"),
            ("// caf\u{e9}".as_bytes(), "// caf\u{e9}"),
        ] {
            assert_eq!(readable(bytes).as_deref(), Ok(text));
        }
    }

    #[test]
    fn programs_may_not() {
        for (bytes, place) in [
            (&b"\xff"[..], 0),
            (b"// x\n\xff", 5),
            (b"// \xff\n\xff", 5),
            (b"\"// \xff", 4),
            (b"a / b \xff", 6),
        ] {
            assert_eq!(readable(bytes), Err(place));
        }
    }
}
