//! `mlir-runner`: does the same as `asyncir run`, with the flags of MLIR's tool. The program is already in the llvm dialect.

use std::ffi::OsString;
use std::process::ExitCode;

use asyncir::build::{BuildOptions, Emit, build};
use asyncir::call::{CallType, ScalarType, Signature};
use asyncir::codegen::llvm::Cpu;
use asyncir::dialects::builtin::ModuleOp;
use asyncir::ir::def::OpView;
use asyncir::text::{self, ParseOptions};
use asyncir::{Engine, Source, parse_part_with};
use clap::builder::PossibleValue;
use clap::{ArgMatches, Command, ValueEnum, value_parser};

use crate::args::{self, flag, is_set, list, value};
use crate::failure::{Failure, Outcome};
use crate::{output, process, run};

/// The command line of the tool.
pub fn command(name: &'static str) -> Command {
    Command::new(name)
        .about("Compiles and runs a module in the llvm dialect")
        .arg(args::input())
        .arg(run::entry_flag("main"))
        .arg(args::opt_level().default_value("0"))
        .args(run::coroutine_flags())
        .arg(
            value("entry-point-result", "type", "Result type of the entry point")
                .value_parser(value_parser!(EntryResult))
                .default_value("f32"),
        )
        .arg(list(
            "shared-libs",
            "file",
            "Shared libraries that define functions which the program calls",
        ))
        .arg(flag(
            "host-supports-jit",
            "Say whether programs can be run on this machine, and exit",
        ))
        .arg(flag(
            "no-implicit-module",
            "Do not put a module around the top-level op of the file, which must be the only one",
        ))
        .arg(flag(
            "dump-object-file",
            "Also write the program as an object file, before it is run",
        ))
        .arg(value(
            "object-filename",
            "file",
            "Name of the object file; by default, that of the input file with .o behind it",
        ))
        .args(run::compile_flags())
}

/// Runs the tool.
pub fn main(command: Command, arguments: Vec<OsString>) -> Outcome {
    let matches = args::matches(command, arguments)?;
    if is_set(&matches, "host-supports-jit") {
        output::write("-", b"true\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    let wanted = matches.get_one("entry-point-result").copied().unwrap_or_default();
    let object_file = object_file(&matches)?;
    let source = args::source(&matches)?;
    if is_set(&matches, "no-implicit-module") {
        check_top_level(&source)?;
    }
    let engine = run::compile(&matches, &source).map_err(|failure| match failure {
        Failure::Entry(_) => Failure::verbatim("Error: entry point not found"),
        other => other,
    })?;
    let error = |error: asyncir::Error| Failure::verbatim(format!("Error: {error}"));
    let name = run::entry_name(&matches);
    if let Some(reason) = refusal(engine.signature(&name), wanted) {
        return Err(Failure::verbatim(format!("Error: {reason}")));
    }
    if let Some(path) = object_file {
        write_object(&matches, &source, &path)?;
    }
    process::begin_program(run::verifies_at_runtime(&matches));
    let result = wanted.call(&engine, &name).map_err(error)?;
    output::write("-", result.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses a file whose only op is no module, as what follows would put one around it.
fn check_top_level(source: &Source) -> Result<(), Failure> {
    let ctx = run::lenient_context();
    let options = ParseOptions {
        no_implicit_module: true,
        ..ParseOptions::default()
    };
    let part = text::Source::new(&source.name, &source.text);
    let op = parse_part_with(&ctx, &part, &options).map_err(|found| run::show_diagnostics(&ctx, source, &found))?;
    if op.op_ref(&ctx).data().is(ModuleOp::DEF) {
        Ok(())
    } else {
        Err(Failure::verbatim("Error: top-level op must be a symbol table."))
    }
}

/// The result type of an entry point, as the flag names it.
#[derive(Clone, Copy, Debug, Default)]
enum EntryResult {
    Void,
    I32,
    I64,
    #[default]
    F32,
}

impl ValueEnum for EntryResult {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Void, Self::I32, Self::I64, Self::F32]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Void => "void",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "f32",
        }))
    }
}

impl EntryResult {
    /// Calls a function with this result. The text that shows the result.
    fn call(self, engine: &Engine, name: &str) -> Result<String, asyncir::Error> {
        Ok(match self {
            Self::Void => {
                engine.call::<()>(name, ())?;
                String::new()
            }
            Self::I32 => format!("{}\n", engine.call::<i32>(name, ())?),
            Self::I64 => format!("{}\n", engine.call::<i64>(name, ())?),
            Self::F32 => format!("{}\n", as_c_prints(engine.call(name, ())?)),
        })
    }
}

/// The name of the object file that is wanted besides a run.
fn object_file(matches: &ArgMatches) -> Result<Option<String>, Failure> {
    if !is_set(matches, "dump-object-file") {
        return Ok(None);
    }
    let input = matches.get_one::<String>("input").map_or("-", String::as_str);
    match matches.get_one::<String>("object-filename") {
        Some(name) if name == input => Err(Failure::message(format!("object file '{name}' is the input file"))),
        Some(name) => Ok(Some(name.clone())),
        None if input == "-" => Err(Failure::message(
            "standard input has no name to call the object file after: --object-filename",
        )),
        None => Ok(Some(format!("{input}.o"))),
    }
}

/// Compiles the program for this machine once more, to an object file.
fn write_object(matches: &ArgMatches, source: &Source, path: &str) -> Result<(), Failure> {
    let ctx = run::lenient_context();
    let mut module = run::parse(&ctx, source)?;
    let options = BuildOptions {
        opt_level: run::opt_level(matches)?,
        cpu: Cpu::Host,
        coroutines: run::coroutines(matches)?,
        keep_tasks: is_set(matches, run::KEEP_TASKS),
        debug_info: is_set(matches, "debug-info"),
        threads: run::threads(matches),
        cache: run::cache(matches)?,
        ..BuildOptions::new(Emit::Object)
    };
    let object = build(&ctx, &mut module, &options).map_err(|error| run::show(&ctx, source, error))?;
    output::write(path, &object)
}

/// Why an entry point cannot be called for such a result, in MLIR's words.
fn refusal(entry: Option<&Signature>, wanted: EntryResult) -> Option<&'static str> {
    let Some(Signature { parameters, results }) = entry else {
        return Some("entry point not found");
    };
    if !parameters.is_empty() {
        return Some("JIT can't invoke a main function expecting arguments");
    }
    let (ty, otherwise) = match wanted {
        EntryResult::Void => return (!results.is_empty()).then_some("expected void function"),
        EntryResult::I32 => (ScalarType::I32, "only single i32 function result supported"),
        EntryResult::I64 => (ScalarType::I64, "only single i64 function result supported"),
        EntryResult::F32 => (ScalarType::F32, "only single f32 function result supported"),
    };
    (*results != [CallType::Scalar(ty)]).then_some(otherwise)
}

/// A number as C's `%e` prints it, with LLVM's words for what is not finite.
fn as_c_prints(value: f32) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "INF" } else { "-INF" }.to_owned();
    }
    let text = format!("{value:.6e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let (sign, digits) = match exponent.strip_prefix('-') {
                Some(digits) => ('-', digits),
                None => ('+', exponent),
            };
            format!("{mantissa}e{sign}{digits:0>2}")
        }
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::as_c_prints;

    #[test]
    fn floats_have_two_digits_of_exponent() {
        for (value, text) in [
            (4.25, "4.250000e+00"),
            (0.1, "1.000000e-01"),
            (-1e20, "-1.000000e+20"),
            (-0.0, "-0.000000e+00"),
            (f32::INFINITY, "INF"),
            (f32::NEG_INFINITY, "-INF"),
            (f32::NAN, "nan"),
        ] {
            assert_eq!(as_c_prints(value), text);
        }
    }
}
