//! `mlir-runner`: as `asyncir run`, with that tool's flags. The program is in the llvm dialect already.

use std::ffi::OsString;
use std::process::ExitCode;

use asyncir::{EntryResult, EntryValue};
use clap::Command;

use crate::args::{self, list, value};
use crate::failure::{Failure, Outcome};
use crate::{output, run};

/// The flags of the tool.
pub fn command(name: &'static str) -> Command {
    Command::new(name)
        .about("Runs a module in the llvm dialect")
        .arg(args::input())
        .arg(run::entry_flag("main"))
        .arg(args::opt_level().default_value("0"))
        .args(run::coroutine_flags())
        .arg(
            value("entry-point-result", "type", "What the entry point returns")
                .value_parser(["void", "i32", "i64", "f32"])
                .default_value("f32"),
        )
        .arg(list(
            "shared-libs",
            "file",
            "Libraries with functions that the program calls",
        ))
        .args(run::compile_flags())
}

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
    let matches = args::matches(command, arguments)?;
    let wanted = matches
        .get_one::<String>("entry-point-result")
        .map_or("f32", String::as_str);
    let wanted: EntryResult = wanted.parse().map_err(Failure::message)?;
    let engine = run::compile(&matches)?;
    let error = |error: asyncir::Error| Failure::verbatim(format!("Error: {error}"));
    let result = match engine.call(&run::entry_name(&matches), wanted).map_err(error)? {
        EntryValue::Void => return Ok(ExitCode::SUCCESS),
        EntryValue::I32(value) => format!("{value}\n"),
        EntryValue::I64(value) => format!("{value}\n"),
        EntryValue::F32(value) => format!("{value:.6e}\n"),
    };
    output::write("-", result.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
