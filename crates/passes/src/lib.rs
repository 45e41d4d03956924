//! Passes, and the manager that runs them: optimisations of each dialect, and conversions down to the llvm dialect.
//!
//! A pass is a file or folder that is named as its flag, with its [`PassInfo`], in the folder of its dialect, or in
//! [`conversion`] if it leads from one dialect to another. [`registry`] lists them all.
//!
//! ```
//! use asyncir_passes::{PassManager, Registry};
//!
//! let registry = Registry::new();
//! let pipeline = PassManager::parse(&registry, "builtin.module(func.func(cse),canonicalize{top-down=false})");
//! assert_eq!(pipeline.map(|p| p.len()).unwrap_or(0), 2);
//! ```

pub mod affine;
pub mod analysis;
pub mod arith;
pub mod r#async;
mod bodies;
pub mod bufferization;
pub mod conversion;
mod debug;
pub mod failure;
pub mod general;
pub mod gpu;
pub mod instrumentation;
pub mod linalg;
pub mod llvm;
mod manager;
pub mod math;
pub mod memref;
mod options;
mod pass;
mod pipeline;
mod pipelines;
pub mod registry;
pub mod runtime_functions;
pub mod scf;
pub mod statistics;
pub mod tensor;
pub mod timing;
pub mod vector;

pub(crate) use bodies::for_each_body;
pub use manager::{OpPassManager, PassManager, RunConfig, Scope, Step};
pub use options::{OptionInfo, OptionKind, PassOptions, parse_number};
pub use pass::{Pass, PassContext, PassInfo};
pub use registry::{PipelineInfo, Registry};

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
