//! `asyncir opt`, which is also `mlir-opt`: parses, runs passes, prints.

use std::ffi::OsString;
use std::process::ExitCode;

use asyncir::ir::{Context, Diagnostics};
use asyncir::opt::{OptOptions, process};
use asyncir::passes::instrumentation::IrPrintConfig;
use asyncir::passes::timing::{Timing, TimingDisplay};
use asyncir::passes::{PassManager, Registry};
use asyncir::text::{self, PrintOptions, SPLIT_MARKER, SourceMap, split_input};
use asyncir::{Source, context};
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::args::{self, flag, is_set, list, value, values};
use crate::failure::{Failure, Outcome};
use crate::output;

/// The flags of the tool, passes included.
pub fn command(name: &'static str) -> Command {
    let registry = Registry::new();
    let command = Command::new(name)
        .about("Parses MLIR, runs passes over it and prints the result")
        .after_long_help(registry.help())
        .arg(args::input())
        .arg(args::output())
        .args(general_flags())
        .args(print_flags())
        .args(debug_flags());
    let flags = registry.passes().into_iter().map(|pass| (pass.flag, pass.summary));
    let flags = flags.chain(
        registry
            .pipelines()
            .into_iter()
            .map(|pipeline| (pipeline.flag, pipeline.summary)),
    );
    flags.fold(command, |command, (flag, summary)| {
        command.arg(pass_flag(flag, summary))
    })
}

fn pass_flag(name: &'static str, summary: &'static str) -> Arg {
    let arg = Arg::new(name).long(name).help(summary).value_name("options").hide(true);
    arg.num_args(0..=1)
        .require_equals(true)
        .default_missing_value("")
        .action(ArgAction::Append)
}

fn general_flags() -> Vec<Arg> {
    vec![
        value(
            "pass-pipeline",
            "pipeline",
            "Passes to run, as 'builtin.module(func.func(cse))'",
        ),
        flag(
            "allow-unregistered-dialect",
            "Take ops of unknown dialects as they come",
        ),
        value(
            "split-input-file",
            "marker",
            "Process the parts of the file between markers one by one",
        )
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value(SPLIT_MARKER),
        flag("verify-diagnostics", "Compare diagnostics with expected-* comments"),
        flag("verify-each", "Verify after each pass (default: true)")
            .default_value("true")
            .hide_default_value(true),
        flag("list-passes", "List all passes"),
        flag("show-dialects", "List all dialects"),
        flag("dump-pass-pipeline", "Print the pipeline that is run"),
        flag("mlir-disable-threading", "Run passes on one thread"),
    ]
}

fn print_flags() -> Vec<Arg> {
    vec![
        flag("mlir-print-op-generic", "Print ops in generic form"),
        flag("mlir-print-debuginfo", "Print locations"),
        flag("mlir-pretty-debuginfo", "Print locations in short form"),
        flag("mlir-print-local-scope", "Print without aliases"),
        flag("mlir-print-skip-regions", "Print regions as '{...}'"),
        value(
            "mlir-elide-elementsattrs-if-larger",
            "n",
            "Leave out dense attributes of more elements",
        ),
        value(
            "mlir-print-elementsattrs-with-hex-if-larger",
            "n",
            "Print dense attributes of more elements in hex",
        ),
    ]
}

fn debug_flags() -> Vec<Arg> {
    vec![
        list("mlir-print-ir-before", "pass", "Print the IR before passes"),
        list("mlir-print-ir-after", "pass", "Print the IR after passes"),
        flag("mlir-print-ir-before-all", "Print the IR before each pass"),
        flag("mlir-print-ir-after-all", "Print the IR after each pass"),
        flag(
            "mlir-print-ir-after-change",
            "Print the IR after a pass only if it changed",
        ),
        flag(
            "mlir-print-ir-after-failure",
            "Print the IR after a pass only if it failed",
        ),
        flag(
            "mlir-print-ir-module-scope",
            "Print the whole module, not only the op that a pass ran on",
        ),
        flag("mlir-timing", "Show the time of each pass"),
        value("mlir-timing-display", "mode", "How times are shown").value_parser(["list", "tree"]),
    ]
}

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
    let matches = args::matches(command, arguments)?;
    if let Some(text) = information(&matches) {
        output::write("-", text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let pipeline = pipeline(&matches)?;
    if is_set(&matches, "dump-pass-pipeline") {
        eprintln!("{}", pipeline.to_pretty_text());
    }
    let input = matches.get_one::<String>("input").map_or("-", String::as_str);
    let source = Source::read(input).map_err(|error| Failure::message(error.to_string()))?;
    let run = Run {
        options: options(&matches)?,
        pipeline,
        timing: timing(&matches),
        matches: &matches,
    };
    let (text, ok) = run.file(&source);
    if let Some((timing, display)) = &run.timing {
        eprint!("{}", timing.report(*display));
    }
    let path = matches.get_one::<String>("o").map_or("-", String::as_str);
    if ok || path == "-" {
        output::write(path, text.as_bytes())?;
    }
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

fn timing(matches: &ArgMatches) -> Option<(Timing, TimingDisplay)> {
    let display = match matches.get_one::<String>("mlir-timing-display").map(String::as_str) {
        Some("list") => TimingDisplay::List,
        _ => TimingDisplay::Tree,
    };
    is_set(matches, "mlir-timing").then(|| (Timing::new(), display))
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
    let mut pipeline = PassManager::new("any");
    for (_, name, options) in flags {
        pipeline.add(&registry, name, options).map_err(option_error)?;
    }
    Ok(pipeline.finish())
}

fn option_error(diagnostic: asyncir::ir::Diagnostic) -> Failure {
    Failure::message(format!("<unknown>:0: error: {}", diagnostic.message()))
}

fn options(matches: &ArgMatches) -> Result<OptOptions, Failure> {
    let number = |name: &str| -> Result<Option<i64>, Failure> {
        let text = matches.get_one::<String>(name);
        let parsed = text.map(|text| text.parse::<i64>().map_err(|_| not_a_number(name, text)));
        parsed.transpose()
    };
    let mut print = PrintOptions {
        generic: is_set(matches, "mlir-print-op-generic"),
        debug_info: is_set(matches, "mlir-print-debuginfo"),
        pretty_debug_info: is_set(matches, "mlir-pretty-debuginfo"),
        local_scope: is_set(matches, "mlir-print-local-scope"),
        skip_regions: is_set(matches, "mlir-print-skip-regions"),
        ..PrintOptions::default()
    };
    if let Some(limit) = number("mlir-elide-elementsattrs-if-larger")? {
        print.elide_elements_larger_than = u64::try_from(limit).ok();
    }
    if let Some(limit) = number("mlir-print-elementsattrs-with-hex-if-larger")? {
        print.hex_elements_larger_than = u64::try_from(limit).ok();
    }
    Ok(OptOptions {
        print,
        ir_printing: ir_printing(matches)?,
        verify_each: is_set(matches, "verify-each"),
        threads: !is_set(matches, "mlir-disable-threading"),
    })
}

fn not_a_number(name: &str, text: &str) -> Failure {
    Failure::message(format!(
        "for the --{name} option: '{text}' value invalid for integer argument!"
    ))
}

fn ir_printing(matches: &ArgMatches) -> Result<IrPrintConfig, Failure> {
    let config = IrPrintConfig {
        before: values(matches, "mlir-print-ir-before"),
        before_all: is_set(matches, "mlir-print-ir-before-all"),
        after: values(matches, "mlir-print-ir-after"),
        after_all: is_set(matches, "mlir-print-ir-after-all"),
        after_change: is_set(matches, "mlir-print-ir-after-change"),
        after_failure: is_set(matches, "mlir-print-ir-after-failure"),
        module_scope: is_set(matches, "mlir-print-ir-module-scope"),
    };
    let registry = Registry::new();
    for name in config.before.iter().chain(&config.after) {
        if registry.pass(name).is_none() {
            return Err(Failure::message(format!("error: '{name}' does not name a pass")));
        }
    }
    Ok(config)
}

/// A run over a file.
struct Run<'a> {
    options: OptOptions,
    pipeline: PassManager,
    timing: Option<(Timing, TimingDisplay)>,
    matches: &'a ArgMatches,
}

impl Run<'_> {
    /// Processes the parts of a file; gives what is to be written and whether all went well.
    fn file(&self, source: &Source) -> (String, bool) {
        let whole = text::Source::new(&source.name, &source.text);
        let Some(marker) = self.matches.get_one::<String>("split-input-file") else {
            return self.part(source, &whole);
        };
        let mut all = String::new();
        let mut ok = true;
        for (index, part) in split_input(&whole, marker).iter().enumerate() {
            if index > 0 {
                all.push_str(SPLIT_MARKER);
                all.push('\n');
            }
            let (text, part_ok) = self.part(source, part);
            all.push_str(&text);
            ok &= part_ok;
        }
        (all, ok)
    }

    fn part(&self, file: &Source, part: &text::Source<'_>) -> (String, bool) {
        let mut ctx = context();
        ctx.allow_unregistered = is_set(self.matches, "allow-unregistered-dialect");
        let timing = self.timing.as_ref().map(|(timing, _)| timing);
        let dump = |text: &str| eprint!("{text}");
        let result = process(&ctx, part, &self.pipeline, &self.options, timing, &dump);
        let ok = self.judge(&ctx, file, part, &result.diagnostics, result.output.is_some());
        (result.output.unwrap_or_default(), ok)
    }

    /// Shows the diagnostics, or compares them with what the text expects.
    fn judge(&self, ctx: &Context, file: &Source, part: &text::Source<'_>, found: &Diagnostics, done: bool) -> bool {
        if is_set(self.matches, "verify-diagnostics") {
            let verdict = text::verify_diagnostics(ctx, part, found);
            return verdict.map_err(|unmet| eprint!("{unmet}")).is_ok();
        }
        let mut sources = SourceMap::new();
        sources.add(&file.name, &file.text);
        eprint!("{}", text::render(ctx, found, &sources));
        done
    }
}
