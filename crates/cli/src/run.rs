//! `asyncir run`: lowers a program from any level to the llvm dialect, compiles it, and calls its entry point.

#![allow(unsafe_code, reason = "running a program is what the command is for")]

use std::ffi::OsString;
use std::num::{NonZeroU16, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use asyncir::codegen::cache::Cache;
use asyncir::codegen::llvm::Llvm;
use asyncir::ir::{Context, Diagnostics, OwnedOp};
use asyncir::runtime::runner_utils;
use asyncir::text::{self, SourceMap};
use asyncir::{
    Backend, CallError, Coroutines, Engine, EngineOptions, Error, OptLevel, ParallelLoops, Schedule, Source,
    UnknownWord, context,
};
use clap::{Arg, ArgMatches, Command};

use crate::args::{self, flag, is_set, list, value, values};
use crate::failure::{Failure, Outcome};
use crate::{call_arguments, output, parts, process};

/// The command line of the tool.
pub fn command(name: &'static str) -> Command {
    Command::new(name)
        .about(
            "Runs a program: lowers it to the llvm dialect, compiles it, calls its entry point and prints the results",
        )
        .after_help(
            "Environment variables:\n  \
               ASYNCIR_NUM_WORKERS  number of worker threads; by default, one for each processor\n  \
               ASYNCIR_CACHE_DIR    folder of the cache of compiled programs\n  \
               ASYNCIR_CACHE_SIZE   size of the cache in megabytes, 1000 by default; 0 turns the cache off\n  \
               ASYNCIR_LIBLLVM      libLLVM to open; by default, one of the system's\n  \
               ASYNCIR_TRACE        file for a trace of the tasks, in the format of Chrome and Perfetto\n\
             docs/environment.md has all of them.",
        )
        .arg(args::input())
        .arg(
            entry_flag("main").help(
                "Function to call; its results are printed: numbers, tensors, and the numbers in values, which are awaited. \
                 A function without results prints the memrefs that were passed to it",
            ),
        )
        .arg(
            list(
                call_arguments::FLAG,
                "arguments",
                "Arguments of the entry point, separated by commas: numbers, and for memrefs and tensors nested lists, such as \
                 [[1,2],[3,4]]; complex numbers are (1,-2), i1 is true or false",
            )
            // Commas separate the elements of lists, too.
            .value_delimiter(None)
            .allow_hyphen_values(true),
        )
        .arg(args::opt_level())
        .arg(backend_flag())
        .args(coroutine_flags())
        .arg(verification_flag())
        .arg(perf_flag())
        .arg(list(
            "shared-libs",
            "file",
            "Shared libraries that define functions which the program calls, separated by commas; may be repeated",
        ))
        .args(loop_flags())
        .args(compile_flags())
}

/// The failure for a value of a flag that it cannot have.
pub fn unknown(word: UnknownWord) -> Failure {
    Failure::message(word.to_string())
}

/// The flags that control how parallel loops are run.
pub fn loop_flags() -> [Arg; 3] {
    let number = |name, help| {
        let number = value(name, "n", help).value_parser(|text: &str| {
            text.parse::<u32>()
                .map_err(|_| "expected a number from 0 to 4294967295")
        });
        number.allow_negative_numbers(true)
    };
    let schedule = value(
        "parallel-loops",
        "schedule",
        "How iterations of parallel loops are distributed: 'lazy', the default, splits a range whenever a worker is idle; \
         'static' gives each worker one range of the same length; 'tasks' makes a task of each block of iterations, as \
         async-parallel-for does; 'sequential' runs them in order on one thread",
    );
    [
        schedule.value_parser(["lazy", "static", "tasks", "sequential"]),
        number(
            "grain",
            "Number of iterations of a parallel loop that a thread takes at a time; 0, the default, stands for 1000 with \
             --parallel-loops=tasks, otherwise for a number derived from the measured time of iterations",
        ),
        number(
            "loop-workers",
            "Maximum number of threads that run a parallel loop; 0, the default, stands for all worker threads",
        ),
    ]
}

/// Reads the flags of [`loop_flags`].
pub fn loops(matches: &ArgMatches) -> Result<ParallelLoops, Failure> {
    // mlir-runner does not have these flags, because its input has no parallel loops.
    let number = |name| matches.try_get_one::<u32>(name).ok().flatten().copied().unwrap_or(0);
    let schedule = matches.try_get_one::<String>("parallel-loops").ok().flatten();
    let schedule = schedule.map_or(Ok(Schedule::Lazy), |text| text.parse());
    Ok(ParallelLoops {
        schedule: schedule.map_err(unknown)?,
        grain: number("grain"),
        workers: number("loop-workers"),
    })
}

/// The flags that control the compilation: `--threads`, `--debug-info`, `--no-cache`.
pub fn compile_flags() -> [Arg; 3] {
    let threads = Arg::new("threads").short('j').long("threads").value_name("n");
    let threads = threads
        .value_parser(|text: &str| {
            text.parse::<NonZeroU16>()
                .map_err(|_| "expected a number from 1 to 65535")
        })
        .allow_negative_numbers(true)
        .overrides_with("threads");
    [
        threads.help(
            "Number of threads that compile; by default, one for each core; the generated code does not depend on it",
        ),
        flag(
            "debug-info",
            "Generate debug information, so that debuggers and profilers show lines of the MLIR source",
        )
        .short('g'),
        flag("no-cache", "Neither read nor write the cache of compiled programs"),
    ]
}

/// The number of threads that compile, if the arguments set it.
pub fn threads(matches: &ArgMatches) -> Option<NonZeroUsize> {
    matches
        .get_one::<NonZeroU16>("threads")
        .copied()
        .map(NonZeroUsize::from)
}

/// The cache of compiled programs, unless it is turned off.
pub fn cache(matches: &ArgMatches) -> Result<Option<Arc<Cache>>, Failure> {
    if is_set(matches, "no-cache") {
        return Ok(None);
    }
    let cache = Cache::of_user().map_err(Failure::message)?;
    if let Some(problem) = Cache::problem_of_user().filter(|_| cache.is_some()) {
        output::say(&format!("note: no compiled program is kept: {problem}\n"));
    }
    Ok(cache.map(Arc::new))
}

/// The flag for the entry point: `-e name`.
pub fn entry_flag(default: &'static str) -> Arg {
    let arg = Arg::new("e")
        .short('e')
        .long("entry-point")
        .value_name("function")
        .default_value(default);
    arg.help("Function to call").overrides_with("e")
}

/// The flag that turns off the inline execution of tasks.
pub const KEEP_TASKS: &str = "keep-tasks";

/// The flags for coroutines and tasks: `--coroutines=split|llvm`, `--check-frames`, `--keep-tasks`.
pub fn coroutine_flags() -> [Arg; 3] {
    let way = value(
        "coroutines",
        "way",
        "How coroutines are split into plain functions: by asyncir's pass split-coroutines ('split'), or by LLVM's \
         coroutine passes ('llvm'), as MLIR's tools do it",
    );
    [
        way.value_parser(["split", "llvm"]).default_value("split"),
        flag(
            "check-frames",
            "Check every coroutine frame while the program runs, and end the program with a message at the first invalid \
             use; slow",
        ),
        flag(
            KEEP_TASKS,
            "Start every task, even one that the code awaits immediately; by default, the awaiting thread executes the \
             region of such a task itself",
        ),
    ]
}

/// Reads `--coroutines` and `--check-frames`.
pub fn coroutines(matches: &ArgMatches) -> Result<Coroutines, Failure> {
    let way = matches.get_one::<String>("coroutines").map_or("split", String::as_str);
    match (way.parse().map_err(unknown)?, is_set(matches, "check-frames")) {
        (Coroutines::Llvm, true) => Err(Failure::message("--check-frames is for coroutines that asyncir splits")),
        (Coroutines::Split, true) => Ok(Coroutines::Checked),
        (way, _) => Ok(way),
    }
}

/// Whether programs check their accesses of memory.
pub fn verifies_at_runtime(matches: &ArgMatches) -> bool {
    is_set_where_it_is(matches, RUNTIME_VERIFICATION)
}

/// Whether a flag is set that mlir-runner does not have.
fn is_set_where_it_is(matches: &ArgMatches, name: &str) -> bool {
    let is_set = matches.try_get_one::<bool>(name).ok().flatten();
    is_set.copied().unwrap_or(false)
}

/// The flag that tells `perf` of the program's functions.
const PERF_MAP: &str = "perf-map";

/// The flag for profiles: `--perf-map`.
pub fn perf_flag() -> Arg {
    flag(
        PERF_MAP,
        "Write the addresses and names of the program's functions to /tmp/perf-PID.map, where Linux's perf looks for them",
    )
}

/// The flag that makes programs check their accesses of memory.
const RUNTIME_VERIFICATION: &str = "runtime-verification";

/// The flag for checks of accesses of memory: `--runtime-verification`.
pub fn verification_flag() -> Arg {
    flag(
        RUNTIME_VERIFICATION,
        "Check indices, sizes, casts, shapes and allocations while the program runs, and end the program with a message at \
         the first one that is wrong, as the pass generate-runtime-verification does; slow",
    )
}

/// The flag for the code generator: `--backend=auto|cranelift|llvm`.
pub fn backend_flag() -> Arg {
    let backend = value(
        "backend",
        "name",
        "Code generator: 'cranelift' compiles fast and needs no libLLVM; 'llvm' generates faster code; 'auto', the default, \
         uses Cranelift at -O0 if it supports all of the program, LLVM otherwise, and Cranelift at every level if no \
         libLLVM is found",
    );
    backend.value_parser(["auto", "cranelift", "llvm"])
}

/// Reads `--backend`.
pub fn backend(matches: &ArgMatches) -> Result<Backend, Failure> {
    // mlir-runner does not have this flag.
    let name = matches.try_get_one::<String>("backend").ok().flatten();
    name.map_or(Ok(Backend::Auto), |name| name.parse()).map_err(unknown)
}

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
    let matches = args::matches(command, arguments)?;
    let name = entry_name(&matches);
    let engine = compile(&matches, &args::source(&matches)?)?;
    let function = engine.function(&name);
    let function = function.map_err(|error| not_callable(error).with_library_flag(LIBRARY_FLAG))?;
    let mut arguments = call_arguments::read(function.signature(), &values(&matches, call_arguments::FLAG))?;
    process::begin_program(verifies_at_runtime(&matches));
    let results = function.call_with(&mut arguments)?;
    let printed = call_arguments::printed(function.signature(), &arguments, &results);
    output::write("-", printed.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The failure; if the function is C's `main`, it says what calls that.
fn not_callable(error: Error) -> Failure {
    match &error {
        Error::Call(CallError::Unsupported { signature, .. }) if signature.to_string() == C_MAIN => Failure::Entry(
            format!("{error}\nnote: `asyncir build` makes an executable of it, whose main it is"),
        ),
        _ => error.into(),
    }
}

/// The flag that names libraries with functions that the program calls.
const LIBRARY_FLAG: &str = "--shared-libs";

/// The type of C's `main`.
const C_MAIN: &str = "(i32, !llvm.ptr) -> (i32)";

/// The name of the entry point.
pub fn entry_name(matches: &ArgMatches) -> String {
    matches
        .get_one::<String>("e")
        .cloned()
        .unwrap_or_else(|| "main".to_owned())
}

/// The path of a shared library. The loader looks for a bare name in its own folders only, but a file of that name in the
/// current folder is meant, as by mlir-runner.
fn library(file: &str) -> PathBuf {
    let path = PathBuf::from(file);
    if path.is_file() {
        std::path::absolute(&path).unwrap_or(path)
    } else {
        path
    }
}

/// Lowers and compiles a program as the arguments say.
pub fn compile(matches: &ArgMatches, source: &Source) -> Result<Engine, Failure> {
    let options = EngineOptions {
        opt_level: opt_level(matches)?,
        shared_libs: values(matches, "shared-libs")
            .iter()
            .map(|file| library(file))
            .collect(),
        entry_points: Some(vec![entry_name(matches)]),
        loops: loops(matches)?,
        coroutines: coroutines(matches)?,
        keep_tasks: is_set(matches, KEEP_TASKS),
        runtime_verification: verifies_at_runtime(matches),
        debug_info: is_set(matches, "debug-info"),
        perf_map: is_set_where_it_is(matches, PERF_MAP),
        threads: threads(matches),
        cache: cache(matches)?,
        exits_on_failure: true,
        backend: backend(matches)?,
        ..EngineOptions::default()
    };
    if options.begins_with_llvm() {
        Llvm::open_early();
    }
    runner_utils::warn_of_stuck_waits();
    let ctx = lenient_context();
    // SAFETY: whoever runs a program with this command trusts it, as they do programs that they start otherwise.
    let engine = unsafe { Engine::load(&ctx, source, &options) };
    if engine.is_ok() && options.replaces_llvm() {
        note_missing_llvm();
    }
    engine.map_err(|error| show(&ctx, source, error).with_library_flag(LIBRARY_FLAG))
}

/// Prints a note that Cranelift replaces a missing libLLVM, and that the code is slower for this reason.
pub fn note_missing_llvm() {
    let what = match Llvm::why_missing() {
        Some(reason) => format!("no libLLVM could be opened ({reason})"),
        None => "no libLLVM was found".to_owned(),
    };
    let remedy = match Llvm::path_from_environment() {
        Some(path) => format!("ASYNCIR_LIBLLVM names {}", path.display()),
        None => "Debian: apt-get install libllvm22; elsewhere ASYNCIR_LIBLLVM names one".to_owned(),
    };
    output::say(&format!(
        "note: {what}, so Cranelift makes the code, which is slower than LLVM's ({remedy})\n"
    ));
}

/// A context that accepts ops of unknown dialects. The lowering then reports each of them, with its location, as an op that
/// it cannot lower.
pub fn lenient_context() -> Context {
    let mut ctx = context();
    ctx.allow_unregistered = true;
    ctx
}

/// Reads the optimisation level.
pub fn opt_level(matches: &ArgMatches) -> Result<OptLevel, Failure> {
    let level = matches.get_one::<String>("O").map_or("2", String::as_str);
    level.parse().map_err(unknown)
}

/// Parses and verifies a program, and prints its errors.
pub fn parse(ctx: &Context, source: &Source) -> Result<OwnedOp, Failure> {
    asyncir::parse(ctx, source).map_err(|error| show(ctx, source, error))
}

/// Prints an error. Errors of the program are printed with the source lines that they refer to.
pub fn show(ctx: &Context, source: &Source, error: Error) -> Failure {
    let found = match error {
        Error::Program(found) | Error::NeedsLlvm(found, _) => found,
        Error::Call(error) => return Failure::Entry(error.to_string()),
        error => return error.into(),
    };
    show_diagnostics(ctx, source, found.diagnostics())
}

/// Prints the errors of a program with the source lines that they refer to.
pub fn show_diagnostics(ctx: &Context, source: &Source, found: &Diagnostics) -> Failure {
    let mut sources = SourceMap::new();
    sources.add(&source.name, &source.text);
    output::say(&text::render_with(ctx, found, &sources, &parts::shown()));
    Failure::Reported
}
