//! Compile and run MLIR programs with async regions: parse text, run passes, generate code, call the result.
//!
//! The steps one by one are [`parse`], [`lower_to_llvm_dialect`] or a pipeline of one's own ([`passes`]),
//! [`to_llvm_ir`], and [`Engine::compile`], which does all that is left; [`build`](mod@build) makes files. [`mod@reference`] documents the dialects. The
//! crates behind them are re-exported: [`ir`], [`text`], [`dialects`], [`passes`], [`codegen`], [`runtime`].
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

mod backend;
pub mod build;
pub mod call;
mod engine;
mod entry_points;
mod error;
mod leftovers;
mod loops;
mod lowering;
pub mod opt;
mod program;
pub mod reference;
mod source;

pub use asyncir_codegen as codegen;
pub use asyncir_dialects as dialects;
pub use asyncir_ir as ir;
pub use asyncir_passes as passes;
pub use asyncir_runtime as runtime;
pub use asyncir_text as text;

pub use asyncir_codegen::llvm::OptLevel;
pub use asyncir_codegen::run::{EntryResult, EntryValue};
pub use backend::Backend;
pub use call::{Function, MemRef, Number};
pub use engine::{Engine, EngineOptions};
pub use error::{Error, ProgramError};
pub use loops::{ParallelLoops, Schedule};
pub use lowering::{Coroutines, LowerOptions, lower, lower_to_llvm_dialect, lowering_pipeline, split_coroutines};
pub use source::Source;

use asyncir_ir::verify::verify_op;
use asyncir_ir::{Context, OwnedOp};

/// A context with all dialects.
pub fn context() -> Context {
    Context::with_dialects(asyncir_dialects::all())
}

/// Parses and verifies a program.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse(ctx: &Context, source: &Source) -> Result<OwnedOp, Error> {
    let wrong = |found| Error::program(ctx, Some(source), found);
    let text = asyncir_text::Source::new(&source.name, &source.text);
    let parsed = asyncir_text::parse_source(ctx, &text).map_err(wrong)?;
    let found = verify_op(parsed.op.op_ref(ctx));
    if found.has_errors() {
        Err(wrong(found))
    } else {
        Ok(parsed.op)
    }
}

/// Writes a module in the llvm dialect as LLVM IR text. Needs no LLVM.
///
/// # Errors
/// If an op in it is not of the llvm dialect.
pub fn to_llvm_ir(ctx: &Context, module: &OwnedOp) -> Result<String, Error> {
    asyncir_codegen::translate::translate_module(module.op_ref(ctx)).map_err(|found| Error::program(ctx, None, found))
}

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The programs of the guide are right.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding.md")]
struct Embedding;
