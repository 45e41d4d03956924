//! Expected diagnostics in comments: `// expected-error @+1 {{message}}`.

use asyncir_ir::{Context, Diagnostics, Location, Severity};
use regex_lite::Regex;

use crate::diagnostics::{SourceMap, render_range, severity_word};
use crate::printer::location_to_string;
use crate::source::Source;

/// Which diagnostics are compared with what comments announce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiagnosticsToVerify {
    /// All: none may come up that is not announced.
    All,
    /// Diagnostics that are announced must come up; others may.
    OnlyExpected,
}

/// A diagnostic that a comment announces.
struct Expected<'t> {
    severity: Severity,
    /// The line it must be on; `None` for one without a place.
    line: Option<u32>,
    /// Where the comment is: line and column.
    at: (u32, u32),
    text: &'t str,
    pattern: Option<Regex>,
    seen: bool,
}

/// Checks that the diagnostics came up that the comments of a text announce, and no others if `which` says so.
///
/// # Errors
/// What was expected and did not come, and what came and was not expected, as text.
pub fn verify_diagnostics(
    ctx: &Context,
    source: &Source<'_>,
    diagnostics: &Diagnostics,
    which: DiagnosticsToVerify,
    sources: &SourceMap<'_>,
) -> Result<(), String> {
    let mut problems = String::new();
    let text = String::from_utf8_lossy(source.text);
    let shown = Shown {
        file: source.name,
        sources,
    };
    let mut expected = find_expected(source, &text, &shown, &mut problems);
    for diagnostic in diagnostics {
        let first = (diagnostic.location(), diagnostic.severity(), diagnostic.message());
        let notes = diagnostic
            .notes()
            .iter()
            .map(|(at, note)| (*at, Severity::Note, note.as_str()));
        for came in std::iter::once(first).chain(notes) {
            let mut unexpected = String::new();
            meet(ctx, &shown, &mut expected, came, &mut unexpected);
            if which == DiagnosticsToVerify::All {
                problems.push_str(&unexpected);
            }
        }
    }
    for missing in expected.iter().filter(|expected| !expected.seen) {
        let message = format!(
            "expected {} \"{}\" was not produced",
            severity_word(missing.severity),
            missing.text
        );
        shown.complain(missing, &message, &mut problems);
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

impl Expected<'_> {
    fn matches(&self, message: &str) -> bool {
        match &self.pattern {
            Some(pattern) => pattern.is_match(message),
            None => message.contains(self.text),
        }
    }
}

/// What errors are shown with.
struct Shown<'a> {
    file: &'a str,
    sources: &'a SourceMap<'a>,
}

impl Shown<'_> {
    /// Appends an error at a comment, unless that is about diagnostics that have no place.
    fn complain(&self, expected: &Expected<'_>, message: &str, problems: &mut String) {
        match expected.line {
            None => problems.push_str(&format!("<unknown>:0: error: {message}\n")),
            Some(_) => self.complain_at(self.file, expected.at, expected.text.len(), message, problems),
        }
    }

    /// Appends an error about so many characters from a place on.
    fn complain_at(&self, file: &str, (line, col): (u32, u32), length: usize, message: &str, problems: &mut String) {
        problems.push_str(&format!("{file}:{line}:{col}: error: {message}\n"));
        if let Some(text) = self.sources.line(file, line, col) {
            render_range(text, col, length, problems);
        }
    }
}

/// Takes a diagnostic that came up.
fn meet(
    ctx: &Context,
    shown: &Shown<'_>,
    expected: &mut [Expected<'_>],
    (location, severity, message): (Location, Severity, &str),
    problems: &mut String,
) {
    let place = location.file_position(ctx);
    let line = place.map(|(_, line, _)| line);
    let mut near = None;
    for (index, candidate) in expected.iter_mut().enumerate() {
        if candidate.line == line && candidate.matches(message) {
            if candidate.severity == severity {
                candidate.seen = true;
                return;
            }
            near = Some(index);
        }
    }
    let word = severity_word(severity);
    if let Some(near) = near.and_then(|index| expected.get(index)) {
        let wanted = severity_word(near.severity);
        let message = format!("'{word}' diagnostic emitted when expecting a '{wanted}'");
        return shown.complain(near, &message, problems);
    }
    match place {
        Some((file, line, col)) => {
            let message = format!("unexpected {word}: {message}");
            shown.complain_at(ctx.str(file), (line, col), 1, &message, problems);
        }
        None => {
            let at = match location {
                Location::UNKNOWN => String::new(),
                _ => format!("loc({}): ", location_to_string(ctx, location)),
            };
            problems.push_str(&format!("<unknown>:0: error: {at}unexpected {word}: {message}\n"));
        }
    }
}

/// The lines that a comment speaks of.
#[derive(Clone, Copy)]
enum Designator {
    /// The line so many lines behind that of the comment; before it if negative.
    Offset(i64),
    /// The last line in front that announces nothing.
    Above,
    /// The next line that announces nothing.
    Below,
    /// None: the diagnostic has no place.
    Unknown,
}

/// A comment, taken apart.
struct Comment<'t> {
    start: usize,
    severity: Severity,
    is_regex: bool,
    designator: Designator,
    text: &'t str,
}

/// The comment on a line that announces a diagnostic. As in MLIR, what is not well-formed announces nothing.
fn comment(line: &str) -> Option<Comment<'_>> {
    let line = line.trim_end_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    line.match_indices(ANNOUNCES)
        .find_map(|(start, _)| comment_at(line, start))
}

const ANNOUNCES: &str = "expected-";

fn comment_at(line: &str, start: usize) -> Option<Comment<'_>> {
    let mut rest = &line[start + ANNOUNCES.len()..];
    let kinds = [Severity::Error, Severity::Note, Severity::Remark, Severity::Warning];
    let severity = kinds.into_iter().find(|&kind| rest.starts_with(severity_word(kind)))?;
    rest = &rest[severity_word(severity).len()..];
    let is_regex = rest.starts_with("-re");
    rest = rest.strip_prefix("-re").unwrap_or(rest).trim_start_matches(' ');
    let mut about = Designator::Offset(0);
    if let Some(behind) = rest.strip_prefix('@') {
        (about, rest) = designator(behind)?;
        rest = rest.trim_start_matches(' ');
    }
    let text = rest.strip_prefix("{{")?.strip_suffix("}}")?;
    Some(Comment {
        start,
        severity,
        is_regex,
        designator: about,
        text,
    })
}

/// A designator behind its `@`, and what follows it.
fn designator(text: &str) -> Option<(Designator, &str)> {
    let words = [
        ("above", Designator::Above),
        ("below", Designator::Below),
        ("unknown", Designator::Unknown),
    ];
    for (word, designator) in words {
        if let Some(rest) = text.strip_prefix(word) {
            return Some((designator, rest));
        }
    }
    let digits = text.strip_prefix(['+', '-'])?;
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = digits.split_at(length);
    // As in C, a number with a zero in front is octal; what is no number that fits counts as none.
    let radix = if digits.starts_with('0') { 8 } else { 10 };
    let offset = i64::from(i32::from_str_radix(digits, radix).unwrap_or(0));
    let offset = if text.starts_with('-') { -offset } else { offset };
    (length > 0).then_some((Designator::Offset(offset), rest))
}

fn find_expected<'t>(
    source: &Source<'_>,
    text: &'t str,
    shown: &Shown<'_>,
    problems: &mut String,
) -> Vec<Expected<'t>> {
    let mut all: Vec<Expected<'t>> = Vec::new();
    // Comments that speak of the next line without a comment.
    let mut waiting: Vec<usize> = Vec::new();
    let mut last_plain = source.first_line;
    for (number, line) in (source.first_line..).zip(text.lines()) {
        let Some(comment) = comment(line) else {
            waiting.drain(..).for_each(|index| all[index].line = Some(number));
            last_plain = number;
            continue;
        };
        let about = match comment.designator {
            Designator::Offset(offset) => Some(u32::try_from(i64::from(number) + offset).unwrap_or(0)),
            Designator::Above => Some(last_plain),
            Designator::Below => {
                waiting.push(all.len());
                Some(u32::MAX)
            }
            Designator::Unknown => None,
        };
        let first_column = if number == source.first_line {
            source.first_column
        } else {
            1
        };
        let mut expected = Expected {
            severity: comment.severity,
            line: about,
            at: (number, comment.start as u32 + first_column),
            text: comment.text,
            pattern: None,
            seen: false,
        };
        if comment.is_regex {
            match pattern(comment.text) {
                Ok(pattern) => expected.pattern = Some(pattern),
                Err(message) => {
                    shown.complain(&expected, &message, problems);
                    continue;
                }
            }
        }
        all.push(expected);
    }
    all
}

/// A pattern in which `{{...}}` is a regular expression and the rest is text.
fn pattern(text: &str) -> Result<Regex, String> {
    let mut pattern = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("{{") {
        pattern.push_str(&regex_lite::escape(&rest[..start]));
        rest = &rest[start + 2..];
        let end = rest.find("}}").ok_or("found start of regex with no end '}}'")?;
        Regex::new(&rest[..end]).map_err(|error| invalid_regex(&error))?;
        pattern.push('(');
        pattern.push_str(&rest[..end]);
        pattern.push(')');
        rest = &rest[end + 2..];
    }
    pattern.push_str(&regex_lite::escape(rest));
    Regex::new(&pattern).map_err(|error| invalid_regex(&error))
}

/// What is wrong with a regular expression, in LLVM's words where there are some.
fn invalid_regex(error: &regex_lite::Error) -> String {
    let error = error.to_string();
    let words = [
        ("group", "parentheses not balanced"),
        ("character class", "brackets ([ ]) not balanced"),
        ("sub-expression", "repetition-operator operand invalid"),
        ("repetition", "invalid repetition count(s)"),
    ];
    let known = words.into_iter().find(|(about, _)| error.contains(about));
    format!("invalid regex: {}", known.map_or(&*error, |(_, words)| words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use asyncir_ir::Diagnostic;

    fn check(text: &str, came: &[(Severity, u32, &str)]) -> Result<(), String> {
        verify(text, came, DiagnosticsToVerify::All)
    }

    fn verify(text: &str, came: &[(Severity, u32, &str)], which: DiagnosticsToVerify) -> Result<(), String> {
        let ctx = Context::new();
        let file = ctx.ident("t");
        let mut diagnostics = Diagnostics::new();
        for &(severity, line, message) in came {
            let at = Location::file_line_col(&ctx, file, line, 1);
            diagnostics.push(Diagnostic::new(severity, at, message));
        }
        let mut sources = SourceMap::new();
        sources.add("t", text);
        verify_diagnostics(&ctx, &Source::new("t", text), &diagnostics, which, &sources)
    }

    #[test]
    fn designators_choose_the_line() {
        let text = "// expected-error @+1 {{one}}\nx\n// expected-warning@above {{two}}\n\
                    // expected-note @below {{three}}\n// expected-remark-re @below {{fo{{u+}}r}}\ny\n\
                    z // expected-error {{five}}\n";
        let came = [
            (Severity::Error, 2, "the one"),
            (Severity::Warning, 2, "two"),
            (Severity::Note, 6, "three"),
            (Severity::Remark, 6, "fouur"),
            (Severity::Error, 7, "five"),
        ];
        assert_eq!(check(text, &came), Ok(()));
    }

    #[test]
    fn what_is_missing_or_unexpected_is_told() {
        let missing = check("// expected-error {{one}}\n", &[]).expect_err("missing");
        assert_eq!(
            missing,
            "t:1:4: error: expected error \"one\" was not produced\n// expected-error {{one}}\n   ^~~\n"
        );
        let unexpected = check("x\n", &[(Severity::Error, 1, "boo")]).expect_err("unexpected");
        assert_eq!(unexpected, "t:1:1: error: unexpected error: boo\nx\n^\n");
        let kind = check("// expected-error {{one}}\n", &[(Severity::Warning, 1, "one")]).expect_err("kind");
        assert!(kind.starts_with("t:1:4: error: 'warning' diagnostic emitted when expecting a 'error'\n"));
    }

    #[test]
    fn what_is_not_announced_may_be_let_pass() {
        let came = [(Severity::Error, 2, "one"), (Severity::Error, 2, "two")];
        let only = |text: &str| verify(text, &came, DiagnosticsToVerify::OnlyExpected);
        assert_eq!(only("// expected-error @+1 {{one}}\nx\n"), Ok(()));
        assert!(only("// expected-error @+1 {{three}}\nx\n").is_err());
    }
}
