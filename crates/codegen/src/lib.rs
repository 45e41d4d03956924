//! Code generation for the llvm dialect, with LLVM or Cranelift.
//!
//! - [`translate`] translates a module in the llvm dialect to LLVM IR text. It needs no libLLVM.
//! - [`llvm`] compiles LLVM IR text to object files, or to running code. It opens libLLVM at run time.
//! - [`partition`] splits a large module, so that several threads can compile it.
//! - [`cranelift`] compiles a module in the llvm dialect to object files without LLVM.
//! - [`link`](mod@link) loads such object files into this process.
//! - [`cache`] keeps compiled code on disk between runs.
//!
//! ```
//! use asyncir_codegen::translate::translate_module;
//! use asyncir_ir::{Body, Context, Location, OpRef, OperationState};
//!
//! let ctx = Context::new();
//! let mut module = OperationState::new(ctx.op_name("builtin.module"), Location::UNKNOWN);
//! let mut body = Body::new();
//! let region = body.add_root_region();
//! body.append_block(region);
//! module.body = Some(Box::new(body));
//! let mut holder = Body::new();
//! let op = holder.create_op(module);
//! let text = translate_module(OpRef { ctx: &ctx, body: &holder, op }).unwrap();
//! assert!(text.starts_with("; ModuleID = 'LLVMDialectModule'"));
//! ```

pub mod cache;
pub mod cranelift;
mod dialect;
mod error;
mod file_symbols;
mod identity;
pub mod link;
pub mod llvm;
pub mod objects;
pub mod partition;
mod perf_map;
pub mod run;
pub mod translate;

pub use error::{Error, UnknownWord};
pub use file_symbols::{defined_symbols, needed_symbols};
pub use perf_map::PerfMap;

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
