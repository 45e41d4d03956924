//! Input files whose parts are programs of their own (`--split-input-file`), and diagnostics that are compared with
//! `expected-*` comments (`--verify-diagnostics`).

use asyncir::Source;
use asyncir::bytecode::is_bytecode;
use asyncir::ir::{Context, Diagnostics, Severity};
use asyncir::text::{self, DiagnosticsToVerify, RenderOptions, SPLIT_MARKER, SourceMap, split_input};
use clap::{Arg, ArgMatches};

use crate::args::{flag, value};
use crate::output::{self, Output};

/// The flags for parts and for their diagnostics.
pub fn flags() -> [Arg; 3] {
    [
        value(
            "split-input-file",
            "marker",
            "Split the input at lines with a marker, and process each part as a program of its own",
        )
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value(SPLIT_MARKER),
        value(
            "output-split-marker",
            "marker",
            "Line to print between the results of the parts of a split input",
        ),
        value(
            "verify-diagnostics",
            "which",
            "Compare diagnostics with the expected-* comments in the input, instead of printing them",
        )
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("all")
        .value_parser(["all", "", "only-expected"]),
    ]
}

/// The diagnostics that are compared with `expected-*` comments; `None` if diagnostics are printed instead.
pub fn diagnostics_to_verify(matches: &ArgMatches) -> Option<DiagnosticsToVerify> {
    let which = matches.get_one::<String>("verify-diagnostics")?;
    Some(match which.as_str() {
        "only-expected" => DiagnosticsToVerify::OnlyExpected,
        _ => DiagnosticsToVerify::All,
    })
}

/// The flag of `mlir-translate` that leaves out everything but errors.
const ERRORS_ONLY: &str = "error-diagnostics-only";

/// The flags of `mlir-opt` that leave out some diagnostics.
pub fn filter_flags() -> [Arg; 2] {
    [
        flag("mlir-disable-diagnostic-notes", "Do not print the notes of diagnostics"),
        value(
            "mlir-diagnostic-verbosity-level",
            "level",
            "Print only diagnostics that are at least so severe",
        )
        .value_parser(["errors", "warnings", "remarks"]),
    ]
}

/// The flag of `mlir-translate` that leaves out some diagnostics.
pub fn errors_only_flag() -> Arg {
    flag(ERRORS_ONLY, "Print errors with their notes, and nothing else")
}

/// How diagnostics are shown where no flag leaves out some.
pub fn shown() -> RenderOptions {
    RenderOptions {
        color: output::is_colored(),
        ..RenderOptions::default()
    }
}

/// How diagnostics are shown by a command with one of the flags that leave out some.
fn shown_with(matches: &ArgMatches) -> RenderOptions {
    let is_set = |name| matches.try_get_one::<bool>(name).ok().flatten() == Some(&true);
    let level = matches.try_get_one::<String>("mlir-diagnostic-verbosity-level");
    let only_errors = is_set(ERRORS_ONLY);
    let least = match level.ok().flatten().map(String::as_str) {
        _ if only_errors => Severity::Error,
        Some("errors") => Severity::Error,
        Some("warnings") => Severity::Warning,
        _ => Severity::Note,
    };
    RenderOptions {
        notes: !is_set("mlir-disable-diagnostic-notes"),
        least,
        ..shown()
    }
}

/// One of the programs of a file.
pub struct Part<'a> {
    /// The whole file.
    pub file: &'a Source,
    /// The text of the program.
    pub source: text::Source<'a>,
    /// Whether it is the whole file, so that no other follows.
    pub is_all: bool,
}

/// Processes the parts of a file. The line between their results is `marker`, unless a flag says otherwise. Returns whether
/// `process` returned true for all of them.
pub fn for_each(
    matches: &ArgMatches,
    file: &Source,
    marker: &str,
    output: &mut Output<'_>,
    mut process: impl FnMut(&Part<'_>, &mut Output<'_>) -> bool,
) -> bool {
    let source = text::Source::new(&file.name, &file.text);
    // Bytecode is a single program.
    let wanted = matches.get_one::<String>("split-input-file");
    let Some(wanted) = wanted.filter(|_| !is_bytecode(&file.text)) else {
        let is_all = true;
        return process(&Part { file, source, is_all }, output);
    };
    let marker = matches
        .get_one::<String>("output-split-marker")
        .map_or(marker, String::as_str);
    let split = split_input(&source, wanted);
    output::say(&split.warnings);
    let mut ok = true;
    for (index, source) in split.parts.into_iter().enumerate() {
        if index > 0 {
            output.write(format!("{marker}\n").as_bytes());
        }
        let is_all = false;
        ok &= process(&Part { file, source, is_all }, output);
    }
    ok
}

impl Part<'_> {
    /// Prints the diagnostics, or compares them with the `expected-*` comments. Returns whether the program passes, which is
    /// `done` if nothing is compared.
    pub fn judge(&self, matches: &ArgMatches, ctx: &Context, found: &Diagnostics, done: bool) -> bool {
        let others = other_files(ctx, found, &self.file.name);
        let mut sources = SourceMap::new();
        sources.add(&self.file.name, &self.file.text);
        others.iter().for_each(|(name, text)| sources.add(name, text));
        if let Some(wanted) = diagnostics_to_verify(matches) {
            let verdict = text::verify_diagnostics(ctx, &self.source, found, wanted, &sources);
            return verdict.map_err(|unmet| output::say(&unmet)).is_ok();
        }
        output::say(&text::render_with(ctx, found, &sources, &shown_with(matches)));
        done
    }
}

/// Files of this size in bytes, and larger ones, are not read to show lines of them.
const LARGEST_FILE: u64 = 1 << 28;

/// The contents of files, other than `known`, that the locations of diagnostics name. A program can name any file in its
/// locations.
///
/// A file that cannot be read, or is too large to be a source file, counts as empty, so no lines of it are shown.
fn other_files(ctx: &Context, found: &Diagnostics, known: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for diagnostic in found.iter() {
        let notes = diagnostic.notes().iter().map(|(location, _)| *location);
        for location in std::iter::once(diagnostic.location()).chain(notes) {
            let Some((name, ..)) = location.file_position(ctx) else {
                continue;
            };
            let name = ctx.str(name);
            if name == known || files.iter().any(|(other, _)| other == name) {
                continue;
            }
            // Only regular files are read: reading from a pipe might block, or take data from another reader.
            let is_file = std::fs::metadata(name).is_ok_and(|data| data.is_file() && data.len() < LARGEST_FILE);
            let text = is_file.then(|| std::fs::read(name).unwrap_or_default());
            files.push((name.to_owned(), text.unwrap_or_default()));
        }
    }
    files
}
