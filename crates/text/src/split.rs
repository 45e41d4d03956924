//! Splitting a file into parts that are processed on their own.

use std::ops::Range;

use crate::diagnostics::render_range;
use crate::source::Source;

/// The default marker between the parts of a file.
pub const SPLIT_MARKER: &str = "// -----";

/// A marker is found by its text without so many characters at the end; if those do not follow, it is a near miss.
const CHECKED: usize = 2;

/// A file that was split.
#[derive(Debug)]
pub struct Split<'t> {
    /// The parts, which know where in the file they start.
    pub parts: Vec<Source<'t>>,
    /// Warnings of what looks like a marker and is none, as text.
    pub warnings: String,
}

/// The parts of a file between markers.
///
/// As in MLIR, what a file starts or ends with is no marker, nor what is right behind another one; the text of these is then
/// part of a program.
pub fn split_input<'t>(source: &Source<'t>, marker: &str) -> Split<'t> {
    let checked = if marker.len() > CHECKED { CHECKED } else { 0 };
    let (prefix, rest) = marker.as_bytes().split_at(marker.len() - checked);
    let mut parts = Vec::new();
    let mut warnings = String::new();
    let mut part = 0..0;
    for piece in between(source.text, prefix) {
        if part.is_empty() {
            part = piece;
        } else if completes(&source.text[piece.clone()], rest) {
            parts.push(part);
            part = piece.start + rest.len()..piece.end;
        } else {
            warn(source, piece.start, &mut warnings);
            part.end = piece.end;
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    Split {
        parts: with_places(source, parts),
        warnings,
    }
}

/// What is between pieces of text that are all the same.
fn between(text: &[u8], separator: &[u8]) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    if !separator.is_empty() {
        for found in memchr::memmem::find_iter(text, separator) {
            pieces.push(start..found);
            start = found + separator.len();
        }
    }
    pieces.push(start..text.len());
    pieces
}

/// Whether what follows the beginning of a marker is the rest of it. MLIR means that it must not be longer, but looks for a
/// zero where a dash was meant.
fn completes(text: &[u8], rest: &[u8]) -> bool {
    rest.is_empty() || text.starts_with(rest) && text.get(rest.len()).is_some_and(|&next| next != b'0')
}

fn warn(source: &Source<'_>, at: usize, warnings: &mut String) {
    let start = memchr::memrchr(b'\n', &source.text[..at]).map_or(0, |end| end + 1);
    let end = memchr::memchr(b'\n', &source.text[at..]).map_or(source.text.len(), |length| at + length);
    let line = source.first_line + memchr::memchr_iter(b'\n', &source.text[..at]).count() as u32;
    let column = (at - start) as u32 + 1;
    let message = "warning: near miss with file split marker";
    warnings.push_str(&format!("{}:{line}:{column}: {message}\n", source.name));
    render_range(&source.text[start..end], column, 1, warnings);
}

/// Parts of a text as texts that know where they start.
fn with_places<'t>(source: &Source<'t>, parts: Vec<Range<usize>>) -> Vec<Source<'t>> {
    let (mut line, mut column, mut at) = (source.first_line, source.first_column, 0);
    let place = |part: Range<usize>| {
        let passed = &source.text[at..part.start];
        line += memchr::memchr_iter(b'\n', passed).count() as u32;
        column = match memchr::memrchr(b'\n', passed) {
            Some(last) => (passed.len() - last) as u32,
            None => column + passed.len() as u32,
        };
        at = part.start;
        Source {
            name: source.name,
            text: &source.text[part],
            first_line: line,
            first_column: column,
        }
    };
    parts.into_iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> (Vec<(&str, u32, u32)>, String) {
        let split = split_input(&Source::new("f", text), SPLIT_MARKER);
        let shown = |part: &Source<'_>| {
            let start = part.text.as_ptr().addr() - text.as_ptr().addr();
            (
                &text[start..start + part.text.len()],
                part.first_line,
                part.first_column,
            )
        };
        (split.parts.iter().map(shown).collect(), split.warnings)
    }

    #[test]
    fn parts_know_their_places() {
        let (parts, warnings) = split("a\n// -----\nb\nc\n  // ------\nd// -----e");
        let expected = [("a\n", 1, 1), ("\nb\nc\n  ", 2, 9), ("-\nd", 5, 11), ("e", 6, 10)];
        assert_eq!(parts, expected);
        assert_eq!(warnings, "");
    }

    #[test]
    fn what_is_no_marker_belongs_to_a_part() {
        assert_eq!(split("// -----\na").0, [("--\na", 1, 7)]);
        assert_eq!(split("").0, []);
        let (parts, warnings) = split("a\n// -----0\nb\n// -----");
        assert_eq!(parts, [("a\n// -----0\nb\n// -----", 1, 1)]);
        let message = "warning: near miss with file split marker";
        assert_eq!(
            warnings,
            format!("f:2:7: {message}\n// -----0\n      ^\nf:4:7: {message}\n// -----\n      ^\n")
        );
    }
}
