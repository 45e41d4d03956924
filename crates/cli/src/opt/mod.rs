//! `asyncir opt`, which is also `mlir-opt`: parses, runs passes, prints.

mod flags;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use asyncir::ir::Fallible;
use asyncir::opt::{OptOptions, Process, Sinks};
use asyncir::passes::timing::Timing;
use asyncir::passes::{PassManager, Registry};
use asyncir::text::{self, SPLIT_MARKER};
use asyncir::{Source, context};
use clap::error::ErrorKind;
use clap::{ArgMatches, Command};

pub use self::flags::{command, with_passes_in_help};

use crate::args::{self, is_set};
use crate::failure::{Failure, Outcome};
use crate::output::{self, Output};
use crate::parts::{self, Part};

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
    let matches = args::matches(command, arguments).map_err(|failure| {
        args::with_tip(failure, ErrorKind::UnknownArgument, |_| {
            "asyncir has no flag and no pass of this name; --list-passes lists the passes, and docs/coverage.md \
             those of MLIR 22 that are not here"
                .to_owned()
        })
    })?;
    if let Some(text) = information(&matches) {
        output::write("-", text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let flags = PipelineFlags::read(&matches)?;
    let source = args::source(&matches)?;
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
        Ok(pipeline)
    }
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
        parts::for_each(self.matches, source, SPLIT_MARKER, output, |part, output| {
            self.part(part, output)
        })
    }

    /// Processes one program; returns whether this succeeded. If it is the last one, its memory is not freed, because the
    /// process ends.
    fn part(&self, part: &Part<'_>, output: &mut Output<'_>) -> bool {
        let mut ctx = context();
        ctx.allow_unregistered = is_set(self.matches, "allow-unregistered-dialect");
        ctx.print_op_on_diagnostic =
            is_set(self.matches, "mlir-print-op-on-diagnostic") && parts::diagnostics_to_verify(self.matches).is_none();
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
        let result = process.run(&ctx, &part.source, &mut |piece: &[u8]| output.write(piece));
        let ok = part.judge(self.matches, &ctx, &result.diagnostics, result.ok);
        if part.is_all {
            // The operating system frees the memory of a process faster than destructors.
            std::mem::forget((result.program, ctx));
        }
        ok
    }
}
