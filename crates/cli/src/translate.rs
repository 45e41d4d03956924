//! `asyncir translate`, which is also `mlir-translate`: writes a module of the llvm dialect as LLVM IR text.

use std::ffi::OsString;
use std::process::ExitCode;

use asyncir::{Source, context, to_llvm_ir};
use clap::Command;

use crate::args::{self, flag, is_set};
use crate::failure::{Failure, Outcome};
use crate::{output, run};

/// The flags of the tool.
pub fn command(name: &'static str) -> Command {
    Command::new(name)
        .about("Writes a module in the llvm dialect as LLVM IR text; needs no LLVM")
        .arg(args::input())
        .arg(args::output())
        .arg(flag("mlir-to-llvmir", "From MLIR to LLVM IR"))
        .arg(flag(
            "allow-unregistered-dialect",
            "Take ops of unknown dialects as they come",
        ))
}

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
    let matches = args::matches(command, arguments)?;
    if !is_set(&matches, "mlir-to-llvmir") {
        return Err(Failure::message("say what to translate to: --mlir-to-llvmir"));
    }
    let input = matches.get_one::<String>("input").map_or("-", String::as_str);
    let source = Source::read(input).map_err(|error| Failure::message(error.to_string()))?;
    let mut ctx = context();
    ctx.print_op_on_diagnostic = true;
    ctx.allow_unregistered = is_set(&matches, "allow-unregistered-dialect");
    let module = run::parse(&ctx, &source)?;
    let ir = to_llvm_ir(&ctx, &module).map_err(|error| run::show(&ctx, &source, error))?;
    output::write(
        matches.get_one::<String>("o").map_or("-", String::as_str),
        ir.as_bytes(),
    )?;
    Ok(ExitCode::SUCCESS)
}
