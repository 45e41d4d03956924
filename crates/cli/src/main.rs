//! The command `asyncir` with its subcommands `opt`, `run`, `build`, `translate` and `doc`. If it is started through a link
//! named `mlir-opt`, `mlir-runner`, `mlir-cpu-runner` or `mlir-translate`, it accepts the flags of that tool.

// `print!`, `eprint!` and the like panic when the pipe is closed or the disk is full. The module `output` reports such
// errors.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod build;
mod call_arguments;
#[cfg(unix)]
mod crash;
mod doc;
mod failure;
mod opt;
mod output;
mod parts;
mod process;
mod response_files;
mod run;
mod runner;
mod target;
mod translate;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::Command;
use clap::error::ErrorKind;

use crate::failure::{Failure, Outcome};

/// Compiling makes many small allocations. With the system's allocator, these take a tenth of the time of parsing.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The MLIR tool that a program name stands for, if it is the name of one.
fn tool_of(program: &str) -> Option<&'static str> {
    // Debian's packages append the version: mlir-opt-22.
    let name = program
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end_matches('-');
    ["mlir-opt", "mlir-runner", "mlir-cpu-runner", "mlir-translate"]
        .into_iter()
        .find(|tool| *tool == name)
}

fn main() -> ExitCode {
    process::begin();
    let mut arguments = std::env::args_os();
    let program = arguments.next().unwrap_or_default();
    let name = Path::new(&program)
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let outcome = response_files::expanded(arguments).and_then(|arguments| match tool_of(&name) {
        Some("mlir-opt") => opt::main(opt::command("mlir-opt"), arguments),
        Some("mlir-translate") => translate::main(translate::command("mlir-translate"), arguments),
        Some(tool) => runner::main(runner::command(tool), arguments),
        None => asyncir(arguments),
    });
    match outcome {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn asyncir(arguments: Vec<OsString>) -> Outcome {
    let first = arguments.first().map(|first| first.to_string_lossy().into_owned());
    let rest = || arguments.get(1..).unwrap_or_default().to_vec();
    match first.as_deref() {
        Some("opt") => opt::main(opt::command("asyncir opt"), rest()),
        Some("run") => run::main(run::command("asyncir run"), rest()),
        Some("build") => build::main(build::command("asyncir build"), rest()),
        Some("doc") => doc::main(doc::command("asyncir doc"), rest()),
        Some("translate") => translate::main(translate::command("asyncir translate"), rest()),
        _ => top_level(arguments),
    }
}

/// Handles command lines without a known subcommand in front: help, version, and usage errors.
fn top_level(arguments: Vec<OsString>) -> Outcome {
    let command = Command::new("asyncir")
        .about("Compiles and runs MLIR programs with async regions")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(opt::with_passes_in_help(opt::command("opt")))
        .subcommand(run::command("run"))
        .subcommand(build::command("build"))
        .subcommand(translate::command("translate"))
        .subcommand(doc::command("doc"));
    let matches = args::matches(command, arguments)
        .map_err(|failure| args::with_tip(failure, ErrorKind::InvalidSubcommand, tip_for_command))?;
    debug_assert!(matches.subcommand_name().is_some(), "clap asks for a subcommand");
    Err(Failure::message("the subcommand comes first"))
}

/// What to write in place of a word that is no command.
fn tip_for_command(word: &str) -> String {
    if word.ends_with(".mlir") || Path::new(word).is_file() {
        format!("to run a program, write 'asyncir run {word}'")
    } else {
        "the commands are 'opt', 'run', 'build', 'translate' and 'doc'; 'asyncir run file.mlir' runs a program"
            .to_owned()
    }
}
