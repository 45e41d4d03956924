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

pub use self::flags::command;

use crate::args::{self, is_set};
use crate::failure::{Failure, Outcome};
use crate::output::{self, Output};

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
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

/// What is asked instead of processing a file.
fn information(matches: &ArgMatches) -> Option<String> {
    if is_set(matches, "list-passes") {
        return Some(Registry::new().help());
    }
    is_set(matches, "show-dialects").then(|| {
        let names = context().dialect_names();
        format!("Available Dialects: {}\n", names.join(","))
    })
}

/// Which passes are asked for.
struct PipelineFlags<'a> {
    /// A pipeline as text.
    text: Option<&'a str>,
    /// Passes with their options, in the order of their flags.
    passes: Vec<(&'a str, &'a str)>,
}

impl<'a> PipelineFlags<'a> {
    /// Reads the flags. What they ask for can be made, for modules.
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

    /// The pipeline for a kind of op, behind the one that a file is for.
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

/// The most bytes of a file whose lines are shown.
const LARGEST_FILE: u64 = 1 << 28;

/// The files other than `known` that diagnostics are about and that can be read: those that a program says it is from.
///
/// Where a file is larger than any source, lines are not shown.
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
            // Only files: what else has a name, such as a pipe, is not there to be read for a line.
            let is_file = std::fs::metadata(name).is_ok_and(|data| data.is_file() && data.len() < LARGEST_FILE);
            let text = is_file.then(|| std::fs::read(name).unwrap_or_default());
            files.push((name.to_owned(), text.unwrap_or_default()));
        }
    }
    files
}

/// Writes a file next to the result, whole or not at all; the error says why not.
fn write_file(path: &Path, text: &str) -> Result<(), String> {
    let path = path.to_string_lossy();
    output::write(&path, text.as_bytes()).map_err(Failure::into_message)
}

fn option_error(diagnostic: asyncir::ir::Diagnostic) -> Failure {
    Failure::verbatim(format!("<unknown>:0: error: {}", diagnostic.message()))
}

/// A run over a file.
struct Run<'a> {
    options: OptOptions,
    pipeline: PipelineFlags<'a>,
    timing: Option<Timing>,
    matches: &'a ArgMatches,
}

impl Run<'_> {
    /// Processes the parts of a file; says whether all went well.
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

    /// Processes a program; says whether all went well. Behind the last one the process ends.
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
            // The system frees the memory of a process at once.
            std::mem::forget((result.program, ctx));
        }
        ok
    }

    /// Shows the diagnostics, or compares them with what the text expects.
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
