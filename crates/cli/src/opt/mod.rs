//! `asyncir opt`, which is also `mlir-opt`: parses, runs passes, prints.

mod flags;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use asyncir::ir::{Context, Diagnostics, Fallible};
use asyncir::opt::{OptOptions, Process, Sinks};
use asyncir::passes::timing::Timing;
use asyncir::passes::{PassManager, Registry};
use asyncir::text::{self, SPLIT_MARKER, SourceMap, split_input};
use asyncir::{Source, context};
use clap::{ArgMatches, Command};

pub use self::flags::{command, with_passes_in_help};

use crate::args::{self, is_set};
use crate::failure::{Failure, Outcome};
use crate::output::{self, Output};

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
    let asks_for_help = arguments
        .iter()
        .any(|argument| argument == "--help" || argument == "-help");
    let command = if asks_for_help {
        with_passes_in_help(command)
    } else {
        command
    };
    let matches = args::matches(command, arguments)?;
    if let Some(text) = information(&matches) {
        output::write("-", text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    if is_set(&matches, "emit-bytecode") {
        return Err(Failure::message(
            "bytecode is not supported; leave out --emit-bytecode to write text",
        ));
    }
    let flags = PipelineFlags::read(&matches)?;
    let input = matches.get_one::<String>("input").map_or("-", String::as_str);
    let source = Source::read(input).map_err(|error| Failure::message(error.to_string()))?;
    let run = Run {
        options: flags::options(&matches)?,
        pipeline: flags,
        timing: is_set(&matches, "mlir-timing").then(Timing::new),
        matches: &matches,
    };
    let path = matches.get_one::<String>("o").map_or("-", String::as_str);
    let mut output = Output::new(path);
    let ok = run.file(&source, &mut output);
    if let Some(timing) = &run.timing {
        let (display, format) = flags::timing(&matches);
        output::say(&timing.report(display, format));
    }
    output.finish(ok)?;
    if ok {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(Failure::Reported)
    }
}

/// The text that `--list-passes` or `--show-dialects` prints, instead of processing a file.
fn information(matches: &ArgMatches) -> Option<String> {
    if is_set(matches, "list-passes") {
        return Some(Registry::new().help());
    }
    is_set(matches, "show-dialects").then(|| {
        let names = context().dialect_names();
        format!("Available Dialects: {}\n", names.join(","))
    })
}

/// The passes that the arguments name.
struct PipelineFlags<'a> {
    /// The text of `--pass-pipeline`.
    text: Option<&'a str>,
    /// Passes with their options, in the order of their flags.
    passes: Vec<(&'a str, &'a str)>,
}

impl<'a> PipelineFlags<'a> {
    /// Reads the flags, and checks that the pipeline can be built for modules.
    fn read(matches: &'a ArgMatches) -> Result<Self, Failure> {
        let registry = Registry::new();
        let mut flags: Vec<(usize, &str, &str)> = Vec::new();
        let names = registry.passes().into_iter().map(|pass| pass.flag);
        for name in names.chain(registry.pipelines().into_iter().map(|pipeline| pipeline.flag)) {
            let (Some(indices), Some(texts)) = (matches.indices_of(name), matches.get_many::<String>(name)) else {
                continue;
            };
            flags.extend(indices.zip(texts).map(|(index, text)| (index, name, text.as_str())));
        }
        flags.sort_unstable();
        let text = matches.get_one::<String>("pass-pipeline").map(String::as_str);
        if text.is_some() && !flags.is_empty() {
            let message = "'-pass-pipeline' option can't be used with individual pass options";
            return Err(Failure::verbatim(format!("<unknown>:0: error: {message}")));
        }
        let passes = flags.into_iter().map(|(_, name, options)| (name, options)).collect();
        let flags = Self { text, passes };
        flags.make("builtin.module", None).map_err(option_error)?;
        Ok(flags)
    }

    /// Builds the pipeline for ops of the kind `anchor`. The passes of `first`, the pipeline of a reproducer, come first.
    fn make(&self, anchor: &str, first: Option<&str>) -> Fallible<PassManager> {
        let registry = Registry::new();
        if let Some(text) = self.text {
            return PassManager::parse(&registry, text);
        }
        let mut pipeline = match first {
            Some(first) => PassManager::parse(&registry, first)?,
            None => PassManager::new(anchor),
        };
        for (name, options) in &self.passes {
            pipeline.add(&registry, name, options)?;
        }
        Ok(pipeline.finish())
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

/// Writes a further output file, such as a reproducer. It appears complete or not at all.
fn write_file(path: &Path, text: &str) -> Result<(), String> {
    let path = path.to_string_lossy();
    output::write(&path, text.as_bytes()).map_err(Failure::into_message)
}

fn option_error(diagnostic: asyncir::ir::Diagnostic) -> Failure {
    Failure::verbatim(format!("<unknown>:0: error: {}", diagnostic.message()))
}

/// The settings for processing a file.
struct Run<'a> {
    options: OptOptions,
    pipeline: PipelineFlags<'a>,
    timing: Option<Timing>,
    matches: &'a ArgMatches,
}

impl Run<'_> {
    /// Processes the parts of a file; returns whether all of them succeeded.
    fn file(&self, source: &Source, output: &mut Output<'_>) -> bool {
        let whole = text::Source::new(&source.name, &source.text);
        let Some(marker) = self.matches.get_one::<String>("split-input-file") else {
            return self.part(source, &whole, output, true);
        };
        let out_marker = self.matches.get_one::<String>("output-split-marker");
        let out_marker = out_marker.map_or(SPLIT_MARKER, String::as_str);
        let mut ok = true;
        let split = split_input(&whole, marker);
        output::say(&split.warnings);
        for (index, part) in split.parts.iter().enumerate() {
            if index > 0 {
                output.write(format!("{out_marker}\n").as_bytes());
            }
            ok &= self.part(source, part, output, false);
        }
        ok
    }

    /// Processes one program; returns whether this succeeded. If it is the last one, its memory is not freed, because the
    /// process ends.
    fn part(&self, file: &Source, part: &text::Source<'_>, output: &mut Output<'_>, last: bool) -> bool {
        let mut ctx = context();
        ctx.allow_unregistered = is_set(self.matches, "allow-unregistered-dialect");
        ctx.print_op_on_diagnostic =
            is_set(self.matches, "mlir-print-op-on-diagnostic") && flags::diagnostics_to_verify(self.matches).is_none();
        text::install_with(&ctx, self.options.print.clone());
        let pipeline = |anchor: &str, first: Option<&str>| {
            let pipeline = self.pipeline.make(anchor, first);
            pipeline.map_err(|diagnostic| diagnostic.message().to_owned())
        };
        let process = Process {
            pipeline: &pipeline,
            options: &self.options,
            timing: self.timing.as_ref(),
            sinks: Sinks {
                show: &output::say,
                write: &write_file,
            },
        };
        let result = process.run(&ctx, part, &mut |text: &str| output.write(text.as_bytes()));
        let ok = self.judge(&ctx, file, part, &result.diagnostics, result.ok);
        if last {
            // The operating system frees the memory of a process faster than destructors.
            std::mem::forget((result.program, ctx));
        }
        ok
    }

    /// Prints the diagnostics, or compares them with the `expected-*` comments; returns whether the program passes.
    fn judge(&self, ctx: &Context, file: &Source, part: &text::Source<'_>, found: &Diagnostics, done: bool) -> bool {
        let others = other_files(ctx, found, &file.name);
        let mut sources = SourceMap::new();
        sources.add(&file.name, &file.text);
        others.iter().for_each(|(name, text)| sources.add(name, text));
        if let Some(wanted) = flags::diagnostics_to_verify(self.matches) {
            let verdict = text::verify_diagnostics(ctx, part, found, wanted, &sources);
            return verdict.map_err(|unmet| output::say(&unmet)).is_ok();
        }
        output::say(&text::render(ctx, found, &sources));
        done
    }
}
