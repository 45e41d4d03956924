//! `asyncir translate`, which is also `mlir-translate`: writes a module of the llvm dialect as LLVM IR text.

use std::ffi::OsString;
use std::process::ExitCode;

use asyncir::codegen::translate::translate_module;
use asyncir::dialects::builtin::ModuleOp;
use asyncir::ir::def::OpView;
use asyncir::ir::{Context, Diagnostics, OpRef};
use asyncir::text::{self, ParseOptions, PrintOptions};
use asyncir::{context, parse_part_with};
use clap::{ArgMatches, Command};

use crate::args::{self, flag, is_set};
use crate::failure::{Failure, Outcome};
use crate::output::{self, Output};
use crate::parts::{self, Part};

/// The command line of the tool.
pub fn command(name: &'static str) -> Command {
    Command::new(name)
        .about("Translates a module in the llvm dialect to LLVM IR text; needs no libLLVM")
        .arg(args::input())
        .arg(args::output())
        .arg(flag(
            "mlir-to-llvmir",
            "Translate MLIR to LLVM IR; required, as no other translation is supported",
        ))
        .arg(flag("allow-unregistered-dialect", "Accept ops of unknown dialects"))
        .arg(flag(
            "no-implicit-module",
            "Do not put a module around the top-level op of the file, which must be the only one",
        ))
        .arg(flag(
            "mlir-print-op-generic",
            "Print the ops of error messages in generic form",
        ))
        .arg(
            flag(
                "mlir-disable-threading",
                "Accepted for compatibility; translation uses one thread",
            )
            .hide(true),
        )
        .arg(parts::errors_only_flag())
        .args(parts::flags())
}

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
    let matches = args::matches(command, arguments)?;
    if !is_set(&matches, "mlir-to-llvmir") {
        return Err(Failure::message("say what to translate to: --mlir-to-llvmir"));
    }
    let source = args::source(&matches)?;
    let mut output = Output::new(matches.get_one::<String>("o").map_or("-", String::as_str));
    let ok = parts::for_each(&matches, &source, "", &mut output, |part, output| {
        translate(&matches, part, output)
    });
    output.finish(ok)?;
    if ok {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(Failure::Reported)
    }
}

/// Translates one program; returns whether this succeeded.
fn translate(matches: &ArgMatches, part: &Part<'_>, output: &mut Output<'_>) -> bool {
    let mut ctx = context();
    ctx.print_op_on_diagnostic = parts::diagnostics_to_verify(matches).is_none();
    ctx.allow_unregistered = is_set(matches, "allow-unregistered-dialect");
    let generic = is_set(matches, "mlir-print-op-generic");
    text::install_with(
        &ctx,
        PrintOptions {
            generic,
            ..PrintOptions::default()
        },
    );
    let options = ParseOptions {
        no_implicit_module: is_set(matches, "no-implicit-module"),
        ..ParseOptions::default()
    };
    let parsed = parse_part_with(&ctx, &part.source, &options);
    match parsed.and_then(|op| translated(op.op_ref(&ctx))) {
        Ok(ir) => {
            output.write(ir.as_bytes());
            part.judge(matches, &ctx, &Diagnostics::default(), true)
        }
        Err(found) => {
            let ok = part.judge(matches, &ctx, &found, false);
            if !ok && parts::diagnostics_to_verify(matches).is_none() && is_too_high(&ctx, &found) {
                output::say(
                    "note: only the llvm dialect is translated; 'asyncir build -o x.ll' also lowers the program\n",
                );
            }
            ok
        }
    }
}

fn translated(op: OpRef<'_>) -> Result<String, Diagnostics> {
    if !op.data().is(ModuleOp::DEF) {
        let message = format!("'{}' op can not be translated to an LLVMIR module", op.name());
        return Err(op.bare_error(message).into());
    }
    translate_module(op)
}

/// Whether translation stopped at an op that may be lowered first.
fn is_too_high(ctx: &Context, found: &Diagnostics) -> bool {
    let is_known_op = |message: &str| {
        let name = message.strip_prefix("cannot be converted to LLVM IR: missing")?;
        ctx.op_def(name.rsplit_once(": ")?.1)
    };
    found
        .iter()
        .any(|diagnostic| is_known_op(diagnostic.message()).is_some())
}
