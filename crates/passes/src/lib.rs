//! Passes and lowerings from the async dialect to the llvm dialect, and the manager that runs them.
//!
//! A pass is a file named as its flag, with its [`PassInfo`] and tests; [`registry`] lists them all.
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
pub mod failure;
pub mod general;
pub mod gpu;
pub mod instrumentation;
pub mod linalg;
pub mod llvm;
mod manager;
mod options;
mod pass;
mod pipeline;
mod pipelines;
pub mod registry;
pub mod runtime_functions;
pub mod scf;
pub mod statistics;
pub mod timing;

pub(crate) use bodies::for_each_body;
pub use manager::{OpPassManager, PassManager, RunConfig, Scope, Step};
pub use options::{OptionInfo, OptionKind, PassOptions};
pub use pass::{Pass, PassContext, PassInfo};
pub use registry::{PipelineInfo, Registry};

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
