//! The dialects of asyncir: every op, type and attribute is declared in one place, in the folder of its dialect.
//!
//! ```
//! let ctx = asyncir_ir::Context::with_dialects(asyncir_dialects::all());
//! assert!(ctx.op_def("async.execute").is_some());
//! ```

#[macro_use]
mod pattern;

pub mod affine;
pub mod arith;
pub mod r#async;
pub mod bufferization;
pub mod builtin;
pub mod call;
pub mod cf;
pub mod complex;
pub mod constant_fold;
pub mod constraints;
mod destination_style;
pub mod dlti;
pub mod enum_attrs;
pub mod func;
pub mod function_like;
pub mod gpu;
pub mod index;
pub mod index_list;
pub mod linalg;
mod lists;
pub mod llvm;
pub mod matchers;
pub mod math;
pub mod memref;
mod op_patterns;
pub mod region_flow;
pub mod result_names;
pub mod scf;
pub mod sparse_elements;
pub mod speculation;
pub mod symbol;
pub mod tensor;
pub mod ub;
pub mod vector;

use asyncir_ir::def::Dialect;

/// All dialects.
pub fn all() -> &'static [&'static Dialect] {
    static ALL: &[&Dialect] = &[
        &affine::DIALECT,
        &arith::DIALECT,
        &r#async::DIALECT,
        &bufferization::DIALECT,
        &builtin::DIALECT,
        &cf::DIALECT,
        &complex::DIALECT,
        &dlti::DIALECT,
        &func::DIALECT,
        &gpu::DIALECT,
        &index::DIALECT,
        &linalg::DIALECT,
        &llvm::DIALECT,
        &math::DIALECT,
        &memref::DIALECT,
        &scf::DIALECT,
        &tensor::DIALECT,
        &ub::DIALECT,
        &vector::DIALECT,
    ];
    ALL
}

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
