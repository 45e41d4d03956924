//! Compiles and runs MLIR programs with async regions.
//!
//! - [`parse`] reads and verifies MLIR text.
//! - [`run_passes`] runs a pipeline of passes, and [`lower_to_llvm_dialect`] the one that lowers a program from any level to the
//!   llvm dialect.
//! - [`to_llvm_ir`] translates the llvm dialect to LLVM IR text.
//! - [`Engine::compile`] lowers and compiles a program in this process. The [`Engine`] calls its functions.
//! - [`build`](mod@build) compiles a program to a file, such as an object file or an executable.
//! - [`opt`] does what `asyncir opt` does: it reads a program, runs passes and prints the result.
//! - [`call`] has the types of arguments and results of compiled functions.
//! - [`mod@reference`] writes the reference page of a dialect.
//!
//! The crates that asyncir consists of are re-exported: [`ir`], [`text`], [`bytecode`], [`dialects`], [`passes`], [`codegen`]
//! and [`runtime`].
//!
//! ```
//! use asyncir::{ParallelLoops, Source, context, lower_to_llvm_dialect, parse, to_llvm_ir};
//!
//! let ctx = context();
//! let text = "func.func @twice(%x: i32) -> i32 { %y = arith.addi %x, %x : i32  return %y : i32 }";
//! let mut module = parse(&ctx, &Source::new("twice.mlir", text))?;
//! lower_to_llvm_dialect(&ctx, &mut module, ParallelLoops::default())?;
//! assert!(to_llvm_ir(&ctx, &module)?.contains("define i32 @twice(i32 %0)"));
//! # Ok::<(), asyncir::Error>(())
//! ```

mod awaited_tasks;
mod backend;
pub mod build;
pub mod call;
mod code_in_use;
mod declarations;
mod engine;
mod entry_points;
mod error;
mod escaping;
mod illegal_ops;
mod library_functions;
mod loops;
mod lowering;
pub mod opt;
mod program;
pub mod reference;
mod resources;
mod small_integers;
mod source;
mod unreachable_functions;

pub use asyncir_bytecode as bytecode;
pub use asyncir_codegen as codegen;
pub use asyncir_dialects as dialects;
pub use asyncir_ir as ir;
pub use asyncir_passes as passes;
pub use asyncir_runtime as runtime;
pub use asyncir_text as text;

pub use {half, num_complex};

pub use asyncir_codegen::UnknownWord;
pub use asyncir_codegen::llvm::OptLevel;
pub use backend::Backend;
pub use call::{AnyTensor, CallError, CallValue, Function, MemRef, Number, OwnedFunction, Tensor, TensorRef};
pub use engine::{Engine, EngineOptions};
pub use error::{Error, ProgramError, UndefinedSymbol};
pub use loops::{ParallelLoops, Schedule};
pub use lowering::{Coroutines, LowerOptions, lower, lower_to_llvm_dialect, lowering_pipeline, split_coroutines};
pub use source::Source;

use asyncir_ir::verify::verify_op;
use asyncir_ir::{Context, Diagnostics, OwnedOp};
use asyncir_passes::{PassManager, Registry, RunConfig};
use asyncir_text::ParseOptions;

/// Creates a context in which all of asyncir's dialects are registered.
pub fn context() -> Context {
    Context::with_dialects(asyncir_dialects::all())
}

/// Parses and verifies a program. The data of the file's resource sections are put into the attributes that refer to them.
///
/// # Errors
/// If the text does not parse, or the program is not valid. The error contains all diagnostics.
pub fn parse(ctx: &Context, source: &Source) -> Result<OwnedOp, Error> {
    let text = asyncir_text::Source::new(&source.name, &source.text);
    parse_part(ctx, &text).map_err(|found| Error::program(ctx, Some(source), found))
}

/// Parses and verifies a program that is part of a file.
///
/// # Errors
/// As [`parse`]. The diagnostics are those of the part; their locations are in the file.
pub fn parse_part(ctx: &Context, part: &asyncir_text::Source<'_>) -> Result<OwnedOp, Diagnostics> {
    parse_part_with(ctx, part, &ParseOptions::default())
}

/// As [`parse_part`], with options for the parser.
///
/// # Errors
/// As [`parse_part`].
pub fn parse_part_with(
    ctx: &Context,
    part: &asyncir_text::Source<'_>,
    options: &ParseOptions,
) -> Result<OwnedOp, Diagnostics> {
    let mut parsed = asyncir_bytecode::parse_source(ctx, part, options)?;
    let mut found = verify_op(parsed.op.op_ref(ctx));
    if !found.has_errors() {
        found = resources::put_into_attributes(ctx, &mut parsed.op, &parsed.resources);
    }
    if found.has_errors() { Err(found) } else { Ok(parsed.op) }
}

/// Runs a pipeline of passes, such as `builtin.module(func.func(canonicalize,cse))`, and gives warnings and remarks.
///
/// The program is verified after every pass. [`passes`] has what this is made of, for passes of your own and other ways to run.
///
/// # Errors
/// - [`Error::Options`] if the pipeline is malformed, or names a pass or option that is not known.
/// - [`Error::Program`] if a pass fails, or the program is not valid after it.
pub fn run_passes(ctx: &Context, module: &mut OwnedOp, pipeline: &str) -> Result<Diagnostics, Error> {
    let found = parse_pipeline(pipeline)?.run(ctx, module, &RunConfig::default());
    found.map_err(|found| Error::program(ctx, None, found))
}

/// Reads a pipeline of the passes that there are.
fn parse_pipeline(text: &str) -> Result<PassManager, Error> {
    let pipeline = PassManager::parse(&Registry::new(), text);
    pipeline.map_err(|diagnostic| Error::Options(diagnostic.message().to_owned()))
}

/// Translates a module in the llvm dialect to LLVM IR text. This needs no libLLVM.
///
/// # Errors
/// If the module contains an op of another dialect.
pub fn to_llvm_ir(ctx: &Context, module: &OwnedOp) -> Result<String, Error> {
    asyncir_codegen::translate::translate_module(module.op_ref(ctx)).map_err(|found| Error::program(ctx, None, found))
}

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The programs of the guide are right.
#[cfg(doctest)]
#[doc = include_str!("../EMBEDDING.md")]
struct Embedding;
