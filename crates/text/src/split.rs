//! Splitting a file into parts that are processed on their own.

use crate::source::Source;

/// The default marker between the parts of a file.
pub const SPLIT_MARKER: &str = "// -----";

/// The parts of a file between lines that hold the marker; each knows the number of its first line.
pub fn split_input<'t>(source: &Source<'t>, marker: &str) -> Vec<Source<'t>> {
    let (text, marker) = (source.text, marker.as_bytes());
    let mut parts = Vec::new();
    let (mut start, mut first_line) = (0, source.first_line);
    let mut from = 0;
    while let Some(found) = find(&text[from..], marker) {
        let at = from + found;
        let behind = at + marker.len();
        from = behind;
        // A longer row of dashes is a comment.
        if marker.is_empty() || text.get(behind) == Some(&b'-') {
            if marker.is_empty() {
                break;
            }
            continue;
        }
        parts.push(Source {
            name: source.name,
            text: &text[start..at],
            first_line,
        });
        first_line += text[start..behind].iter().filter(|&&b| b == b'\n').count() as u32;
        start = behind;
    }
    parts.push(Source {
        name: source.name,
        text: &text[start..],
        first_line,
    });
    parts
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len().max(1)).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_know_their_lines() {
        let text = "a\n// -----\nb\nc\n// ------ no\n// -----\nd";
        let parts = split_input(&Source::new("f", text), SPLIT_MARKER);
        let shown: Vec<(&str, u32)> = parts
            .iter()
            .map(|p| (std::str::from_utf8(p.text).expect("text"), p.first_line))
            .collect();
        assert_eq!(shown, [("a\n", 1), ("\nb\nc\n// ------ no\n", 2), ("\nd", 6)]);
    }
}
