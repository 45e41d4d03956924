//! `asyncir opt`, which is also `mlir-opt`: parses, runs passes, prints.

mod flags;

use std::ffi::OsString;
use std::process::ExitCode;

use asyncir::ir::{Context, Diagnostics};
use asyncir::opt::{OptOptions, process};
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
            "error: bytecode is not supported; leave out --emit-bytecode to write text",
        ));
    }
    let pipeline = pipeline(&matches)?;
    if is_set(&matches, "dump-pass-pipeline") {
        output::say(&format!("{}\n", pipeline.to_pretty_text()));
    }
    let input = matches.get_one::<String>("input").map_or("-", String::as_str);
    let source = Source::read(input).map_err(|error| Failure::message(error.to_string()))?;
    let run = Run {
        options: flags::options(&matches)?,
        pipeline,
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

/// The passes, in the order of their flags.
fn pipeline(matches: &ArgMatches) -> Result<PassManager, Failure> {
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
    if let Some(text) = matches.get_one::<String>("pass-pipeline") {
        if !flags.is_empty() {
            let message = "'-pass-pipeline' option can't be used with individual pass options";
            return Err(Failure::message(format!("<unknown>:0: error: {message}")));
        }
        return PassManager::parse(&registry, text).map_err(option_error);
    }
    let mut pipeline = PassManager::new("builtin.module");
    for (_, name, options) in flags {
        pipeline.add(&registry, name, options).map_err(option_error)?;
    }
    Ok(pipeline.finish())
}

fn option_error(diagnostic: asyncir::ir::Diagnostic) -> Failure {
    Failure::message(format!("<unknown>:0: error: {}", diagnostic.message()))
}

/// A run over a file.
struct Run<'a> {
    options: OptOptions,
    pipeline: PassManager,
    timing: Option<Timing>,
    matches: &'a ArgMatches,
}

impl Run<'_> {
    /// Processes the parts of a file; says whether all went well.
    fn file(&self, source: &Source, output: &mut Output<'_>) -> bool {
        let whole = text::Source::new(&source.name, &source.text);
        let Some(marker) = self.matches.get_one::<String>("split-input-file") else {
            return self.part(source, &whole, output);
        };
        let out_marker = self.matches.get_one::<String>("output-split-marker");
        let out_marker = out_marker.map_or(SPLIT_MARKER, String::as_str);
        let mut ok = true;
        for (index, part) in split_input(&whole, marker).iter().enumerate() {
            if index > 0 {
                output.write(format!("{out_marker}\n").as_bytes());
            }
            ok &= self.part(source, part, output);
        }
        ok
    }

    fn part(&self, file: &Source, part: &text::Source<'_>, output: &mut Output<'_>) -> bool {
        let mut ctx = context();
        ctx.allow_unregistered = is_set(self.matches, "allow-unregistered-dialect");
        ctx.print_op_on_diagnostic =
            is_set(self.matches, "mlir-print-op-on-diagnostic") && flags::diagnostics_to_verify(self.matches).is_none();
        text::install_with(&ctx, self.options.print.clone());
        let (pipeline, options, timing) = (&self.pipeline, &self.options, self.timing.as_ref());
        let mut write = |text: &str| output.write(text.as_bytes());
        let result = process(&ctx, part, pipeline, options, timing, &mut write, &output::say);
        self.judge(&ctx, file, part, &result.diagnostics, result.ok)
    }

    /// Shows the diagnostics, or compares them with what the text expects.
    fn judge(&self, ctx: &Context, file: &Source, part: &text::Source<'_>, found: &Diagnostics, done: bool) -> bool {
        if let Some(wanted) = flags::diagnostics_to_verify(self.matches) {
            let verdict = text::verify_diagnostics(ctx, part, found, wanted);
            return verdict.map_err(|unmet| output::say(&unmet)).is_ok();
        }
        let mut sources = SourceMap::new();
        sources.add(&file.name, &file.text);
        output::say(&text::render(ctx, found, &sources));
        done
    }
}
