//! The flags of `asyncir opt`, and what they say.

use asyncir::opt::OptOptions;
use asyncir::passes::Registry;
use asyncir::passes::instrumentation::IrPrintConfig;
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
        flag(
            "mlir-print-stacktrace-on-diagnostic",
            "Taken for compatibility; nothing is shown",
        )
        .hide(true),
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
