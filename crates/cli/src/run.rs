//! `asyncir run`: takes a program at any level, lowers what is left, compiles it and calls its entry point.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use asyncir::ir::{Context, OwnedOp};
use asyncir::text::{self, SourceMap};
use asyncir::{Coroutines, Engine, EngineOptions, EntryValue, Error, OptLevel, Source, context};
use clap::{Arg, ArgMatches, Command};

use crate::args::{self, list, value, values};
use crate::failure::{Failure, Outcome};
use crate::output;

/// The flags of the tool.
pub fn command(name: &'static str) -> Command {
    Command::new(name)
        .about("Runs a program: lowers what is left to lower, compiles it, calls its entry point")
        .after_help("ASYNCIR_NUM_WORKERS sets the number of worker threads; the default is one for each core.")
        .arg(args::input())
        .arg(entry_flag("main"))
        .arg(args::opt_level())
        .arg(coroutines_flag())
        .arg(list(
            "shared-libs",
            "file",
            "Libraries with functions that the program calls",
        ))
}

/// `-e name`.
pub fn entry_flag(default: &'static str) -> Arg {
    let arg = Arg::new("e")
        .short('e')
        .long("entry-point")
        .value_name("function")
        .default_value(default);
    arg.help("Function to call").overrides_with("e")
}

/// `--coroutines=split|llvm`.
pub fn coroutines_flag() -> Arg {
    let arg = value(
        "coroutines",
        "way",
        "Who splits coroutines: asyncir, or LLVM as in MLIR",
    );
    arg.value_parser(["split", "llvm"]).default_value("split")
}

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
    let matches = args::matches(command, arguments)?;
    let name = entry_name(&matches);
    let engine = compile(&matches)?;
    let result = match engine.call(&name, engine.entry(&name)?)? {
        EntryValue::Void => return Ok(ExitCode::SUCCESS),
        EntryValue::I32(value) => format!("{value}\n"),
        EntryValue::I64(value) => format!("{value}\n"),
        EntryValue::F32(value) => format!("{value:?}\n"),
    };
    output::write("-", result.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The name of the entry point.
pub fn entry_name(matches: &ArgMatches) -> String {
    matches
        .get_one::<String>("e")
        .cloned()
        .unwrap_or_else(|| "main".to_owned())
}

/// Reads, lowers and compiles the program that the arguments name.
pub fn compile(matches: &ArgMatches) -> Result<Engine, Failure> {
    let input = matches.get_one::<String>("input").map_or("-", String::as_str);
    let source = Source::read(input).map_err(|error| Failure::message(error.to_string()))?;
    let level = matches.get_one::<String>("O").map_or("2", String::as_str);
    let opt_level: OptLevel = level.parse().map_err(Failure::message)?;
    let shared_libs = values(matches, "shared-libs").into_iter().map(PathBuf::from).collect();
    let ctx = context();
    let mut module = parse(&ctx, &source)?;
    let coroutines = matches.get_one::<String>("coroutines").map_or("split", String::as_str);
    let coroutines: Coroutines = coroutines.parse().map_err(Failure::message)?;
    let options = EngineOptions {
        opt_level,
        shared_libs,
        coroutines,
    };
    Engine::compile(&ctx, &mut module, &options).map_err(|error| show(&ctx, &source, error))
}

/// Parses and verifies a program, and shows what is wrong with it.
pub fn parse(ctx: &Context, source: &Source) -> Result<OwnedOp, Failure> {
    asyncir::parse(ctx, source).map_err(|error| show(ctx, source, error))
}

/// Shows errors of the program with their lines.
pub fn show(ctx: &Context, source: &Source, error: Error) -> Failure {
    let Error::Program(diagnostics) = error else {
        return error.into();
    };
    let mut sources = SourceMap::new();
    sources.add(&source.name, &source.text);
    output::say(&text::render(ctx, &diagnostics, &sources));
    Failure::Reported
}
