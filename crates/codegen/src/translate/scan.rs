//! What a piece of LLVM IR text refers to.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use memchr::{memchr, memchr3};

use super::text::name;

/// Something that a text refers to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reference<'t> {
    /// A global symbol, with the place of sigil and name.
    Symbol { name: Cow<'t, str>, range: Range<usize> },
    /// A metadata node, with the place of sigil and number.
    Metadata { number: usize, range: Range<usize> },
}

/// The references of a text in their order. Strings are skipped: what stands in them only looks like one.
pub(crate) fn references(text: &str) -> impl Iterator<Item = Reference<'_>> {
    let mut position = 0;
    std::iter::from_fn(move || {
        loop {
            let (reference, end) = next(text, position)?;
            position = end;
            if reference.is_some() {
                return reference;
            }
        }
    })
}

/// The next sigil or string behind `from`: the reference, if it is one, and where it ends.
fn next(text: &str, from: usize) -> Option<(Option<Reference<'_>>, usize)> {
    let bytes = text.as_bytes();
    let start = from + memchr3(b'@', b'!', b'"', bytes.get(from..)?)?;
    let rest = start + 1;
    Some(match bytes[start] {
        b'"' => (None, string_end(bytes, rest)),
        b'@' if bytes.get(rest) == Some(&b'"') => {
            let end = string_end(bytes, rest + 1);
            let name = unescaped(&text[rest + 1..end.saturating_sub(1).max(rest + 1)]);
            let range = start..end;
            (Some(Reference::Symbol { name, range }), end)
        }
        b'@' => {
            let end = rest + run(&bytes[rest..], is_name_byte);
            let name = Cow::Borrowed(&text[rest..end]);
            let range = start..end;
            (Some(Reference::Symbol { name, range }), end)
        }
        _ => {
            let end = rest + run(&bytes[rest..], |byte| byte.is_ascii_digit());
            let number = text[rest..end].parse().ok();
            let range = start..end;
            (number.map(|number| Reference::Metadata { number, range }), end)
        }
    })
}

/// Where a string ends that begins at `from`, behind its closing quote; LLVM escapes quotes in hexadecimal.
fn string_end(bytes: &[u8], from: usize) -> usize {
    memchr(b'"', &bytes[from..]).map_or(bytes.len(), |length| from + length + 1)
}

fn run(bytes: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| !belongs(byte)).unwrap_or(bytes.len())
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// `a\22b` as `a"b`.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut position = 0;
    while position < bytes.len() {
        let code = bytes
            .get(position + 1..position + 3)
            .filter(|_| bytes[position] == b'\\')
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        out.push(code.unwrap_or(bytes[position]));
        position += if code.is_some() { 3 } else { 1 };
    }
    Cow::Owned(String::from_utf8_lossy(&out).into_owned())
}

/// Where the metadata begins that is attached to an instruction, `, !tbaa !3`; the end if there is none.
pub(crate) fn attachments(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut position = 0;
    while let Some(found) = memchr::memchr2(b'"', b'!', &bytes[position..]) {
        let at = position + found;
        if bytes[at] == b'"' {
            position = string_end(bytes, at + 1);
        } else if bytes[..at].ends_with(b", ") && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase) {
            return at - 2;
        } else {
            position = at + 1;
        }
    }
    bytes.len()
}

/// The text with symbols renamed.
pub(crate) fn renamed<'t>(text: &'t str, new_names: &HashMap<&str, String>) -> Cow<'t, str> {
    if new_names.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut copied = 0;
    for reference in references(text) {
        let Reference::Symbol { name: symbol, range } = reference else {
            continue;
        };
        if let Some(new) = new_names.get(&*symbol) {
            out.push_str(&text[copied..range.start]);
            out.push_str(&name('@', new));
            copied = range.end;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        references(text)
            .map(|reference| match reference {
                Reference::Symbol { name, .. } => name.into_owned(),
                Reference::Metadata { number, .. } => format!("!{number}"),
            })
            .collect()
    }

    #[test]
    fn symbols_and_nodes_are_found_outside_of_strings() {
        let text = "call void @f.1(ptr @\"two words\\22\"), !prof !12, !srcloc !{!\"@no\", !3}\n c\"@not \\22 !4\" @g";
        assert_eq!(names(text), ["f.1", "two words\"", "!12", "!3", "g"]);
        assert_eq!(names("\"unclosed @x"), [""; 0]);
        assert_eq!(names("@"), [""]);
    }

    #[test]
    fn symbols_are_renamed_wherever_they_stand() {
        let new = HashMap::from([("main", "two words".to_owned())]);
        let text = "@main = alias ptr, ptr @mainly ; \"@main\" @\"main\"";
        let want = "@\"two words\" = alias ptr, ptr @mainly ; \"@main\" @\"two words\"";
        assert_eq!(renamed(text, &new), want);
    }
}
