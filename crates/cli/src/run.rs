//! `asyncir run`: takes a program at any level, lowers what is left, compiles it and calls its entry point.

#![allow(unsafe_code, reason = "running a program is what the command is for")]

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use asyncir::call::{CallType, Signature};
use asyncir::codegen::cache::Cache;
use asyncir::codegen::llvm::Llvm;
use asyncir::ir::{Context, OwnedOp};
use asyncir::text::{self, SourceMap};
use asyncir::{
    Backend, Coroutines, Engine, EngineOptions, Error, Number, OptLevel, ParallelLoops, Schedule, Source, context,
};
use clap::{Arg, ArgMatches, Command};

use crate::args::{self, flag, is_set, list, value, values};
use crate::failure::{Failure, Outcome};
use crate::output;

/// The flags of the tool.
pub fn command(name: &'static str) -> Command {
    Command::new(name)
        .about("Runs a program: lowers what is left to lower, compiles it, calls its entry point")
        .after_help(
            "ASYNCIR_NUM_WORKERS sets the number of worker threads; the default is one for each core.\n\
             ASYNCIR_CACHE_DIR names the folder of the cache, ASYNCIR_CACHE_SIZE says how many megabytes it may take.",
        )
        .arg(args::input())
        .arg(entry_flag("main"))
        .arg(list(ARGUMENTS, "numbers", "Arguments of the entry point").allow_hyphen_values(true))
        .arg(args::opt_level())
        .arg(backend_flag())
        .args(coroutine_flags())
        .arg(list(
            "shared-libs",
            "file",
            "Libraries with functions that the program calls",
        ))
        .args(loop_flags())
        .args(compile_flags())
}

/// How parallel loops are run.
pub fn loop_flags() -> [Arg; 3] {
    let number = |name, help| value(name, "n", help).value_parser(clap::value_parser!(u32));
    let schedule = value(
        "parallel-loops",
        "schedule",
        "How parallel loops run: split when a worker is idle, one range for each worker, blocks that are tasks \
         (async-parallel-for), or sequentially",
    );
    [
        schedule.value_parser(["lazy", "static", "tasks", "sequential"]),
        number(
            "grain",
            "Iterations of a parallel loop that a thread takes at a time; by default as measured time suggests",
        ),
        number("loop-workers", "Threads that take part in a parallel loop at most"),
    ]
}

/// How the arguments want parallel loops to run.
pub fn loops(matches: &ArgMatches) -> Result<ParallelLoops, Failure> {
    // Tools that take lowered programs do not have the flags.
    let number = |name| matches.try_get_one::<u32>(name).ok().flatten().copied().unwrap_or(0);
    let schedule = matches.try_get_one::<String>("parallel-loops").ok().flatten();
    let schedule = schedule.map_or(Ok(Schedule::Lazy), |text| text.parse());
    Ok(ParallelLoops {
        schedule: schedule.map_err(Failure::message)?,
        grain: number("grain"),
        workers: number("loop-workers"),
    })
}

/// How code is generated.
pub fn compile_flags() -> [Arg; 3] {
    let threads = Arg::new("threads").short('j').long("threads").value_name("n");
    let threads = threads
        .value_parser(clap::value_parser!(NonZeroUsize))
        .overrides_with("threads");
    [
        threads.help("How many threads compile; the result does not depend on it"),
        flag("debug-info", "Let debuggers and profilers see lines of the source"),
        flag("no-cache", "Compile anew, and keep nothing for the next time"),
    ]
}

/// How many threads compile, if the arguments say so.
pub fn threads(matches: &ArgMatches) -> Option<NonZeroUsize> {
    matches.get_one::<NonZeroUsize>("threads").copied()
}

/// Where compiled code is kept between runs.
pub fn cache(matches: &ArgMatches) -> Result<Option<Arc<Cache>>, Failure> {
    if is_set(matches, "no-cache") {
        return Ok(None);
    }
    let cache = Cache::of_user().map_err(Failure::message)?;
    Ok(cache.map(Arc::new))
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

/// The flag for tasks that are awaited at once.
pub const KEEP_TASKS: &str = "keep-tasks";

/// `--coroutines=split|llvm`, `--check-frames`, `--keep-tasks`.
pub fn coroutine_flags() -> [Arg; 3] {
    let way = value(
        "coroutines",
        "way",
        "Who splits coroutines: asyncir, or LLVM as in MLIR",
    );
    [
        way.value_parser(["split", "llvm"]).default_value("split"),
        flag(
            "check-frames",
            "Check how frames of coroutines are used: slow; what breaks their rules ends the program with a message",
        ),
        flag(
            KEEP_TASKS,
            "Start tasks that are awaited at once, too, instead of doing their work on the spot",
        ),
    ]
}

/// Who splits coroutines, as the arguments want it.
pub fn coroutines(matches: &ArgMatches) -> Result<Coroutines, Failure> {
    let way = matches.get_one::<String>("coroutines").map_or("split", String::as_str);
    match (way.parse().map_err(Failure::message)?, is_set(matches, "check-frames")) {
        (Coroutines::Llvm, true) => Err(Failure::message("--check-frames is for coroutines that asyncir splits")),
        (Coroutines::Split, true) => Ok(Coroutines::Checked),
        (way, _) => Ok(way),
    }
}

/// `--backend=auto|cranelift|llvm`.
pub fn backend_flag() -> Arg {
    let backend = value(
        "backend",
        "name",
        "Which code generator to use: cranelift (compiles fast, needs no libLLVM) or llvm (makes fast code); auto, the \
         default, uses Cranelift at -O0 and where there is no libLLVM, if it supports all of the program",
    );
    backend.value_parser(["auto", "cranelift", "llvm"])
}

/// Who makes machine code, as the arguments want it.
pub fn backend(matches: &ArgMatches) -> Result<Backend, Failure> {
    // Tools with MLIR's flags do not have this one.
    let name = matches.try_get_one::<String>("backend").ok().flatten();
    name.map_or(Ok(Backend::Auto), |name| name.parse())
        .map_err(Failure::message)
}

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
    let matches = args::matches(command, arguments)?;
    let name = entry_name(&matches);
    let engine = compile(&matches)?;
    let function = engine.function(&name)?;
    let arguments = numbers(function.signature(), &values(&matches, ARGUMENTS))?;
    let results: String = function
        .call_with(&arguments)?
        .iter()
        .map(|number| format!("{number}\n"))
        .collect();
    output::write("-", results.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The flag for arguments of the entry point.
const ARGUMENTS: &str = "args";

/// The arguments of a function, as the command line names them.
fn numbers(signature: &Signature, texts: &[String]) -> Result<Vec<Number>, Failure> {
    if texts.len() != signature.parameters.len() {
        return Err(Failure::message(format!(
            "the entry point is {signature}, so it takes {} arguments, not {}: name them as --{ARGUMENTS}=1,2.5",
            signature.parameters.len(),
            texts.len()
        )));
    }
    let number = |(ty, text): (&CallType, &String)| match ty {
        CallType::Scalar(ty) => Number::parse(*ty, text).ok_or_else(|| {
            Failure::message(format!(
                "argument '{text}' of the entry point is not a number of type {ty}"
            ))
        }),
        _ => Err(Failure::message(format!(
            "the entry point is {signature}: only numbers can be passed to it here"
        ))),
    };
    signature.parameters.iter().zip(texts).map(number).collect()
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
    let options = EngineOptions {
        opt_level: opt_level(matches)?,
        shared_libs: values(matches, "shared-libs").into_iter().map(PathBuf::from).collect(),
        entry_points: Some(vec![entry_name(matches)]),
        loops: loops(matches)?,
        coroutines: coroutines(matches)?,
        keep_tasks: is_set(matches, KEEP_TASKS),
        debug_info: is_set(matches, "debug-info"),
        threads: threads(matches),
        cache: cache(matches)?,
        exits_on_failure: true,
        backend: backend(matches)?,
    };
    if options.begins_with_llvm() {
        Llvm::open_early();
    }
    let source = read(matches)?;
    let ctx = lenient_context();
    // SAFETY: whoever runs a program with this command trusts it, as they do programs that they start otherwise.
    let engine = unsafe { Engine::load(&ctx, &source, &options) };
    if engine.is_ok() && options.replaces_llvm() {
        note_missing_llvm();
    }
    engine.map_err(|error| show(&ctx, &source, error))
}

/// Says that code is slower than it could be.
pub fn note_missing_llvm() {
    output::say(
        "note: no libLLVM was found, so Cranelift makes the code, which is slower than LLVM's (Debian: apt-get install \
         libllvm22; elsewhere ASYNCIR_LIBLLVM names one)\n",
    );
}

/// A context that takes ops of unknown dialects as they come: that they cannot be lowered is said of each, with its place.
pub fn lenient_context() -> Context {
    let mut ctx = context();
    ctx.allow_unregistered = true;
    ctx
}

/// Reads the program that the arguments name.
pub fn read(matches: &ArgMatches) -> Result<Source, Failure> {
    let input = matches.get_one::<String>("input").map_or("-", String::as_str);
    Source::read(input).map_err(|error| Failure::message(error.to_string()))
}

/// The level of optimisation.
pub fn opt_level(matches: &ArgMatches) -> Result<OptLevel, Failure> {
    let level = matches.get_one::<String>("O").map_or("2", String::as_str);
    level.parse().map_err(Failure::message)
}

/// Parses and verifies a program, and shows what is wrong with it.
pub fn parse(ctx: &Context, source: &Source) -> Result<OwnedOp, Failure> {
    asyncir::parse(ctx, source).map_err(|error| show(ctx, source, error))
}

/// Shows errors of the program with their lines.
pub fn show(ctx: &Context, source: &Source, error: Error) -> Failure {
    let found = match error {
        Error::Program(found) | Error::NeedsLlvm(found, _) => found,
        error => return error.into(),
    };
    let mut sources = SourceMap::new();
    sources.add(&source.name, &source.text);
    output::say(&text::render(ctx, found.diagnostics(), &sources));
    Failure::Reported
}
