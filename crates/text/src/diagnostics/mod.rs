//! Diagnostics as text: `file:line:column: error: message`, the line of the source and a caret below.

mod style;

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::OnceLock;

use asyncir_ir::verify::verify_op;
use asyncir_ir::{Body, Context, Diagnostic, Diagnostics, Dump, Location, LocationKind, OpId, OpToText, Severity};

use self::style::Palette;
use crate::printer::{PrintOptions, location_to_string};

pub use self::style::RenderOptions;

/// The texts that locations may point into.
#[derive(Clone, Debug, Default)]
pub struct SourceMap<'t> {
    files: Vec<File<'t>>,
}

#[derive(Clone, Debug)]
struct File<'t> {
    name: &'t str,
    text: &'t [u8],
    /// Where its lines start, once one was asked for.
    starts: OnceLock<Vec<usize>>,
}

impl<'t> SourceMap<'t> {
    /// No texts: diagnostics are shown without source lines.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the whole text of a file.
    pub fn add(&mut self, name: &'t str, text: &'t (impl AsRef<[u8]> + ?Sized)) {
        self.files.push(File {
            name,
            text: text.as_ref(),
            starts: OnceLock::new(),
        });
    }

    /// A line of a file, by its number from 1, if `col` is within it.
    pub(crate) fn line(&self, file: &str, line: u32, col: u32) -> Option<&'t [u8]> {
        let File { text, starts, .. } = self.files.iter().find(|known| known.name == file)?;
        let starts = starts.get_or_init(|| {
            let ends = text.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
            std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
        });
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let line = &text[*starts.get(index)?..];
        let line = line.split(|&b| b == b'\n').next()?;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        (col as usize <= line.len() + 1).then_some(line)
    }
}

/// The word that a diagnostic starts with.
pub(crate) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Remark => "remark",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Diagnostics as text, in order, each with its notes.
pub fn render(ctx: &Context, diagnostics: &Diagnostics, sources: &SourceMap<'_>) -> String {
    render_with(ctx, diagnostics, sources, &RenderOptions::default())
}

/// Diagnostics as text, in order, as the options say.
pub fn render_with(
    ctx: &Context,
    diagnostics: &Diagnostics,
    sources: &SourceMap<'_>,
    options: &RenderOptions,
) -> String {
    let mut renderer = Renderer {
        ctx,
        sources,
        palette: Palette::of(options),
        out: String::new(),
    };
    for diagnostic in diagnostics.iter().filter(|shown| shown.severity() >= options.least) {
        renderer.diagnostic(diagnostic, options.notes);
    }
    renderer.out
}

/// What diagnostics are written to.
struct Renderer<'a> {
    ctx: &'a Context,
    sources: &'a SourceMap<'a>,
    palette: Palette,
    out: String,
}

impl Renderer<'_> {
    fn diagnostic(&mut self, diagnostic: &Diagnostic, with_notes: bool) {
        let mut previous = diagnostic.location();
        self.message(previous, diagnostic.severity(), diagnostic.message(), true);
        if !with_notes {
            return;
        }
        for caller in callers(self.ctx, previous) {
            self.message(caller, Severity::Note, "called from", true);
            previous = caller;
        }
        for (location, message) in diagnostic.notes() {
            // The line is not shown again for a note on the same place.
            self.message(*location, Severity::Note, message, *location != previous);
            previous = *location;
        }
    }

    fn message(&mut self, location: Location, severity: Severity, message: &str, show_line: bool) {
        let Some((file, line, col)) = location.file_position(self.ctx) else {
            let place = match location {
                Location::UNKNOWN => String::new(),
                _ => format!("loc({}): ", location_to_string(self.ctx, location)),
            };
            return self.headline("<unknown>:0", severity, &format!("{place}{message}"));
        };
        let file = self.ctx.str(file);
        self.headline(&format!("{file}:{line}:{col}"), severity, message);
        let is_text = |text: &&[u8]| !text.iter().any(|&byte| byte.is_ascii_control() && byte != b'\t');
        if show_line && let Some(text) = self.sources.line(file, line, col).filter(is_text) {
            render_marked(text, col, 1, self.palette, &mut self.out);
        }
    }

    fn headline(&mut self, place: &str, severity: Severity, message: &str) {
        let word = severity_word(severity);
        let (bold, colored) = (self.palette.place(), self.palette.severity(severity));
        let style = self.palette.message(severity);
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.out,
            "{bold}{place}:{bold:#} {colored}{word}:{colored:#} {style}{message}{style:#}"
        );
    }
}

/// Where the place of a diagnostic was called from, innermost first.
fn callers(ctx: &Context, location: Location) -> Vec<Location> {
    const LIMIT: usize = 10;
    let mut callers = Vec::new();
    let mut current = call_site(ctx, location);
    while let Some(caller) = current.filter(|_| callers.len() < LIMIT) {
        callers.push(caller);
        current = call_site(ctx, caller);
    }
    callers
}

/// The caller of a call site, also if it is named or fused with others.
fn call_site(ctx: &Context, location: Location) -> Option<Location> {
    match location.kind(ctx) {
        LocationKind::CallSite { caller, .. } => Some(caller),
        LocationKind::Name { child, .. } => call_site(ctx, child),
        LocationKind::Fused { locations, .. } => locations.iter().find_map(|&part| call_site(ctx, part)),
        _ => None,
    }
}

/// A line that is not too long to be shown, with the column in it: of a longer one, what is around the column.
fn excerpt(text: &[u8], col: u32) -> (Cow<'_, [u8]>, u32) {
    const WIDEST: usize = 1000;
    const CUT: &[u8] = b"...";
    if text.len() <= WIDEST {
        return (Cow::Borrowed(text), col);
    }
    let is_inside_character = |&at: &usize| text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let column = (col as usize).saturating_sub(1).min(text.len());
    let mut begin = column.saturating_sub(WIDEST / 2);
    let mut end = (begin + WIDEST).min(text.len());
    while is_inside_character(&begin) {
        begin += 1;
    }
    while is_inside_character(&end) {
        end -= 1;
    }
    let front = if begin > 0 { CUT } else { &[] };
    let back = if end < text.len() { CUT } else { &[] };
    let shown = [front, &text[begin..end], back].concat();
    // The column is no further away than the line is long.
    let col = col - begin as u32 + front.len() as u32;
    (Cow::Owned(shown), col)
}

/// Appends a line of the source and marks below it for so many characters, without colours.
pub(crate) fn render_range(text: &[u8], col: u32, length: usize, out: &mut String) {
    render_marked(text, col, length, Palette::default(), out);
}

fn render_marked(text: &[u8], col: u32, length: usize, palette: Palette, out: &mut String) {
    const TAB: usize = 8;
    let (text, col) = excerpt(text, col);
    let text = &*text;
    let shown = String::from_utf8_lossy(text);
    let mut caret = String::new();
    let mut width = 0;
    for (index, char) in shown.chars().enumerate() {
        let mark = match (index + 1).checked_sub(col as usize) {
            Some(0) => '^',
            Some(behind) if behind < length => '~',
            _ => ' ',
        };
        if char == '\t' {
            loop {
                out.push(' ');
                caret.push(mark);
                width += 1;
                if width % TAB == 0 {
                    break;
                }
            }
        } else {
            out.push(char);
            caret.push(mark);
            width += 1;
        }
    }
    out.push('\n');
    // Columns are bytes: where characters have several, a caret would point to the wrong place.
    if !text.is_ascii() {
        return;
    }
    if col as usize > text.len() {
        caret.push('^');
    }
    let marks = palette.marks();
    let _ = writeln!(out, "{marks}{}{marks:#}", caret.trim_end());
}

/// Dense attributes of more elements are not shown in messages.
const LARGEST_SHOWN: u64 = 16;

/// Several ops of a body without what is in their regions, aliases and large constants.
pub(crate) fn ops_in_message(ctx: &Context, body: &Body, ops: &[OpId]) -> Vec<String> {
    let options = PrintOptions {
        elide_elements_larger_than: Some(LARGEST_SHOWN),
        skip_regions: true,
        ..PrintOptions::local()
    };
    crate::printer::write_ops(ctx, body, ops, &options)
}

/// How ops are written out in the middle of a run: as `options` say, but without aliases, and in generic form if they are not
/// valid.
pub(crate) fn dump(options: PrintOptions) -> Box<Dump> {
    let custom = PrintOptions {
        local_scope: true,
        ..options
    };
    let generic = PrintOptions {
        generic: true,
        ..custom.clone()
    };
    Box::new(move |op| {
        let is_wrong = !custom.generic && verify_op(op).has_errors();
        crate::print_op(op, if is_wrong { &generic } else { &custom })
    })
}

/// How messages show ops: as `options` say, but without aliases and large constants.
pub(crate) fn op_in_message(options: PrintOptions) -> Box<OpToText> {
    let custom = PrintOptions {
        local_scope: true,
        elide_elements_larger_than: Some(LARGEST_SHOWN),
        ..options
    };
    let generic = PrintOptions {
        generic: true,
        ..custom.clone()
    };
    Box::new(move |op, as_generic| crate::print_op(op, if as_generic { &generic } else { &custom }))
}
