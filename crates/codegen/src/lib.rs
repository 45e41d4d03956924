//! LLVM IR text, optimisation, JIT execution and object files for the llvm dialect.
//!
//! [`translate`] writes a module of the llvm dialect as LLVM IR text; [`llvm`] takes such text through LLVM, opened at
//! run time, to object files and running code. Neither needs the other. [`cranelift`] makes object files of the module
//! itself, which [`link`](mod@link) puts into this process.
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
pub mod link;
pub mod llvm;
pub mod objects;
pub mod partition;
pub mod run;
pub mod translate;

pub use error::Error;

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
