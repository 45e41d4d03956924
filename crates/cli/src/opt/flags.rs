//! The flags of `asyncir opt`, and the options that they set.

use std::path::PathBuf;

use asyncir::bytecode::{NEWEST_VERSION, WriteOptions};
use asyncir::opt::{CrashReproducer, OptOptions};
use asyncir::passes::instrumentation::IrPrintConfig;
use asyncir::passes::statistics::StatisticsDisplay;
use asyncir::passes::timing::{TimingDisplay, TimingFormat};
use asyncir::passes::{Registry, parse_number};
use asyncir::text::PrintOptions;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::args::{self, flag, is_set, list, value, values};
use crate::failure::Failure;
use crate::parts;

/// The command line of the tool, with a flag for each pass.
pub fn command(name: &'static str) -> Command {
    let registry = Registry::new();
    let command = Command::new(name)
        .about("Parses an MLIR program, runs passes on it and prints the result; accepts the flags of mlir-opt")
        .arg(args::input())
        .arg(args::output())
        .args(general_flags())
        .args(parts::flags())
        .args(parts::filter_flags())
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

/// The command with the passes and their options at the end of its long help. To write these takes a tenth of the time of
/// a run of a small program.
pub fn with_passes_in_help(command: Command) -> Command {
    command.after_long_help(Registry::new().help())
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
            "Pass pipeline to run, such as 'builtin.module(func.func(cse))'",
        ),
        flag("allow-unregistered-dialect", "Accept ops of unknown dialects"),
        flag("verify-each", "Verify the IR after each pass (default: true)")
            .default_value("true")
            .hide_default_value(true),
        flag(
            "verify-roundtrip",
            "Print the parsed program, parse this text again, and check that the result is the same program",
        ),
        flag(
            "mlir-very-unsafe-disable-verifier-on-parsing",
            "Do not verify the program after parsing it",
        ),
        flag("emit-bytecode", "Write MLIR's bytecode instead of text"),
        value(
            "emit-bytecode-version",
            "version",
            "Version of the bytecode that is written (default: 6, the newest)",
        ),
        flag(
            "elide-resource-data-from-bytecode",
            "Write the keys of resources to bytecode, but not their data",
        ),
        flag(
            "no-implicit-module",
            "Do not put a module around the top-level op of the file, which must be the only one",
        ),
        flag(
            "run-reproducer",
            "Run the pass pipeline that a reproducer file contains, with its settings",
        ),
        value(
            "mlir-generate-reproducer",
            "file",
            "Write the result of the passes, together with the pass pipeline, to this file as a reproducer",
        ),
        value(
            "mlir-pass-pipeline-crash-reproducer",
            "file",
            "If a pass fails, write a reproducer to this file: the program before the first pass, and the pass pipeline",
        ),
        flag(
            "mlir-pass-pipeline-local-reproducer",
            "In a crash reproducer, write the program before the pass that failed, and only this pass",
        ),
        flag("list-passes", "List all passes with their options, and exit"),
        flag("show-dialects", "List all dialects, and exit"),
        flag("dump-pass-pipeline", "Print the pass pipeline before it is run"),
        flag("mlir-disable-threading", "Run all passes on one thread"),
    ]
}

fn print_flags() -> Vec<Arg> {
    vec![
        flag("mlir-print-op-generic", "Print ops in generic form"),
        flag("mlir-print-debuginfo", "Print the locations of ops"),
        flag("mlir-pretty-debuginfo", "Print locations in short form"),
        flag(
            "mlir-print-local-scope",
            "Print attributes, types and locations in full, without aliases",
        ),
        flag("mlir-print-skip-regions", "Print each region as '{...}'"),
        flag(
            "mlir-print-unique-ssa-ids",
            "Number values so that no two values of the file have the same number",
        ),
        flag(
            "mlir-use-nameloc-as-prefix",
            "Name each value after its location, if the location has a name",
        ),
        flag(
            "mlir-print-value-users",
            "Print comments that list the users of each result and block argument",
        ),
        flag(
            "mlir-print-assume-verified",
            "Print ops in custom form without verifying them first",
        ),
        flag(
            "mlir-print-op-on-diagnostic",
            "Add a note to each error about an op that shows this op (default: true)",
        )
        .default_value("true")
        .hide_default_value(true),
        value(
            "mlir-elide-elementsattrs-if-larger",
            "n",
            "Print elements attributes with more than n elements without their contents",
        ),
        value(
            "mlir-elide-resource-strings-if-larger",
            "n",
            "Leave out resources whose text has more than n characters",
        ),
        value(
            "mlir-print-elementsattrs-with-hex-if-larger",
            "n",
            "Print dense elements attributes with more than n elements in hexadecimal",
        )
        .allow_negative_numbers(true),
    ]
}

fn debug_flags() -> Vec<Arg> {
    vec![
        list("mlir-print-ir-before", "pass", "Print the IR before these passes"),
        list("mlir-print-ir-after", "pass", "Print the IR after these passes"),
        flag("mlir-print-ir-before-all", "Print the IR before each pass"),
        flag("mlir-print-ir-after-all", "Print the IR after each pass"),
        flag(
            "mlir-print-ir-after-change",
            "With --mlir-print-ir-after or -after-all, print the IR only if the pass changed it",
        ),
        flag(
            "mlir-print-ir-after-failure",
            "Print the IR after a pass only if the pass failed",
        ),
        flag(
            "mlir-print-ir-module-scope",
            "Print the whole module, not only the op that the pass ran on",
        ),
        value(
            "mlir-print-ir-tree-dir",
            "folder",
            "Print the IR before and after passes to a tree of files in this folder, not to standard error",
        ),
        flag(
            "mlir-print-stacktrace-on-diagnostic",
            "Accepted for compatibility; has no effect",
        )
        .hide(true),
        flag("mlir-pass-statistics", "Print the statistics of each pass"),
        value(
            "mlir-pass-statistics-display",
            "mode",
            "Layout of the statistics: one list, or the structure of the pass pipeline",
        )
        .value_parser(["list", "pipeline"]),
        flag("mlir-timing", "Print the execution time of each pass"),
        value(
            "mlir-timing-display",
            "mode",
            "Layout of the execution times: one list, or a tree of passes",
        )
        .value_parser(["list", "tree"]),
        value("mlir-output-format", "format", "Format of the execution times").value_parser(["text", "json"]),
    ]
}

/// Reads the layout and the format of the execution times.
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

/// Reads the options that control how a file is processed.
pub fn options(matches: &ArgMatches) -> Result<OptOptions, Failure> {
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
    let uint = |name| number::<u32>(matches, name, "uint").map(|limit| limit.map(u64::from));
    print.elide_elements_larger_than = uint("mlir-elide-elementsattrs-if-larger")?;
    print.elide_resources_longer_than = uint("mlir-elide-resource-strings-if-larger")?;
    if let Some(limit) = number::<i64>(matches, "mlir-print-elementsattrs-with-hex-if-larger", "long")? {
        // Only -1 turns it off; other negative numbers are less than any.
        print.hex_elements_larger_than = (limit != -1).then(|| u64::try_from(limit).unwrap_or(0));
    }
    Ok(OptOptions {
        print,
        bytecode: bytecode(matches)?,
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

/// How bytecode is written, if it is.
fn bytecode(matches: &ArgMatches) -> Result<Option<WriteOptions>, Failure> {
    let version = number::<u64>(matches, "emit-bytecode-version", "long")?;
    let options = WriteOptions {
        version: version.unwrap_or(NEWEST_VERSION),
        elide_resources: is_set(matches, "elide-resource-data-from-bytecode"),
    };
    Ok(is_set(matches, "emit-bytecode").then_some(options))
}

/// The value of a flag that names a file or a folder; `None` if it is empty.
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

/// The value of a flag that is a number; `kind` is MLIR's word for its type.
fn number<T: TryFrom<i64>>(matches: &ArgMatches, name: &str, kind: &str) -> Result<Option<T>, Failure> {
    let Some(text) = matches.get_one::<String>(name) else {
        return Ok(None);
    };
    let number = parse_number(text).and_then(|number| T::try_from(number).ok());
    let invalid = || format!("for the --{name} option: '{text}' value invalid for {kind} argument!");
    Ok(Some(number.ok_or_else(|| Failure::message(invalid()))?))
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
