//! The flags of `asyncir opt`, and what they say.

use std::path::PathBuf;

use asyncir::opt::{CrashReproducer, OptOptions};
use asyncir::passes::Registry;
use asyncir::passes::instrumentation::IrPrintConfig;
use asyncir::passes::statistics::StatisticsDisplay;
use asyncir::passes::timing::{TimingDisplay, TimingFormat};
use asyncir::text::{DiagnosticsToVerify, PrintOptions, SPLIT_MARKER};
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::args::{self, flag, is_set, list, value, values};
use crate::failure::Failure;

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
        value(
            "output-split-marker",
            "marker",
            "What stands between the results of parts of the file",
        ),
        value(
            "verify-diagnostics",
            "which",
            "Compare diagnostics with expected-* comments",
        )
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("all")
        .value_parser(["all", "", "only-expected"]),
        flag("verify-each", "Verify after each pass (default: true)")
            .default_value("true")
            .hide_default_value(true),
        flag(
            "verify-roundtrip",
            "Check that what is parsed comes back when it is printed and parsed again",
        ),
        flag(
            "mlir-very-unsafe-disable-verifier-on-parsing",
            "Do not verify what is parsed",
        ),
        flag("emit-bytecode", "Not supported: output is text").hide(true),
        flag(
            "no-implicit-module",
            "Take the only op of the file as it is, without a module around it",
        ),
        flag("run-reproducer", "Run the pipeline that the file says it is for"),
        value(
            "mlir-generate-reproducer",
            "file",
            "Write the result with the pipeline to a file",
        ),
        value(
            "mlir-pass-pipeline-crash-reproducer",
            "file",
            "If a pass fails, write the program with the pipeline to a file, for --run-reproducer",
        ),
        flag(
            "mlir-pass-pipeline-local-reproducer",
            "Write the program as it was before the pass that failed, and only that pass",
        ),
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
        flag("mlir-print-unique-ssa-ids", "Use no number of a value twice in a file"),
        flag(
            "mlir-use-nameloc-as-prefix",
            "Name values as their locations, where these have names",
        ),
        flag(
            "mlir-print-value-users",
            "Show in comments who uses results and arguments",
        ),
        flag(
            "mlir-print-assume-verified",
            "Print ops in custom form without verifying them",
        ),
        flag(
            "mlir-print-op-on-diagnostic",
            "Show the op that an error is about in a note (default: true)",
        )
        .default_value("true")
        .hide_default_value(true),
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
        value(
            "mlir-print-ir-tree-dir",
            "folder",
            "Print the IR to a tree of files in a folder",
        ),
        flag(
            "mlir-print-stacktrace-on-diagnostic",
            "Taken for compatibility; nothing is shown",
        )
        .hide(true),
        flag("mlir-pass-statistics", "Show what each pass counted"),
        value(
            "mlir-pass-statistics-display",
            "mode",
            "How what passes counted is shown",
        )
        .value_parser(["list", "pipeline"]),
        flag("mlir-timing", "Show the time of each pass"),
        value("mlir-timing-display", "mode", "How times are shown").value_parser(["list", "tree"]),
        value("mlir-output-format", "format", "How times are written").value_parser(["text", "json"]),
    ]
}

/// How times are shown.
pub fn timing(matches: &ArgMatches) -> (TimingDisplay, TimingFormat) {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let display = match text("mlir-timing-display") {
        Some("list") => TimingDisplay::List,
        _ => TimingDisplay::Tree,
    };
    let format = match text("mlir-output-format") {
        Some("json") => TimingFormat::Json,
        _ => TimingFormat::Text,
    };
    (display, format)
}

/// Which diagnostics are compared with comments, if they are.
pub fn diagnostics_to_verify(matches: &ArgMatches) -> Option<DiagnosticsToVerify> {
    let which = matches.get_one::<String>("verify-diagnostics")?;
    Some(match which.as_str() {
        "only-expected" => DiagnosticsToVerify::OnlyExpected,
        _ => DiagnosticsToVerify::All,
    })
}

/// How a file is processed.
pub fn options(matches: &ArgMatches) -> Result<OptOptions, Failure> {
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
        unique_ids: is_set(matches, "mlir-print-unique-ssa-ids"),
        names_from_locations: is_set(matches, "mlir-use-nameloc-as-prefix"),
        users: is_set(matches, "mlir-print-value-users"),
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
        verify_parsed: !is_set(matches, "mlir-very-unsafe-disable-verifier-on-parsing"),
        verify_each: is_set(matches, "verify-each"),
        verify_roundtrip: is_set(matches, "verify-roundtrip"),
        assume_verified: is_set(matches, "mlir-print-assume-verified"),
        threads: !is_set(matches, "mlir-disable-threading"),
        no_implicit_module: is_set(matches, "no-implicit-module"),
        run_reproducer: is_set(matches, "run-reproducer"),
        crash_reproducer: crash_reproducer(matches)?,
        reproducer: path(matches, "mlir-generate-reproducer"),
        statistics: is_set(matches, "mlir-pass-statistics").then(|| statistics(matches)),
        dump_pipeline: is_set(matches, "dump-pass-pipeline"),
    })
}

/// The value of a flag that names a file or a folder; an empty one is none.
fn path(matches: &ArgMatches, name: &str) -> Option<PathBuf> {
    let text = matches.get_one::<String>(name).filter(|text| !text.is_empty());
    text.map(PathBuf::from)
}

fn crash_reproducer(matches: &ArgMatches) -> Result<Option<CrashReproducer>, Failure> {
    let local = is_set(matches, "mlir-pass-pipeline-local-reproducer");
    let Some(path) = path(matches, "mlir-pass-pipeline-crash-reproducer") else {
        return Ok(None);
    };
    if local && !is_set(matches, "mlir-disable-threading") {
        return Err(Failure::verbatim(
            "<unknown>:0: error: Local crash reproduction may not be used without disabling mutli-threading first.",
        ));
    }
    Ok(Some(CrashReproducer { path, local }))
}

fn statistics(matches: &ArgMatches) -> StatisticsDisplay {
    match matches
        .get_one::<String>("mlir-pass-statistics-display")
        .map(String::as_str)
    {
        Some("list") => StatisticsDisplay::List,
        _ => StatisticsDisplay::Pipeline,
    }
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
        tree: path(matches, "mlir-print-ir-tree-dir"),
    };
    let registry = Registry::new();
    for name in config.before.iter().chain(&config.after) {
        if registry.pass(name).is_none() {
            return Err(Failure::message(format!("'{name}' does not name a pass")));
        }
    }
    Ok(config)
}
