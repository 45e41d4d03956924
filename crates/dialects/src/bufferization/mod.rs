//! The `bufferization` dialect: where tensors meet memory.

mod alloc;
mod attrs;
mod canonicalize;
mod canonicalize_dealloc;
mod clone;
mod convert;
mod dealloc;
mod materialize;

pub use alloc::{AllocTensorOp, DeallocTensorOp};
pub use clone::CloneOp;
pub use convert::{ToBufferOp, ToTensorOp};
pub use dealloc::{DeallocOp, insert_dealloc, set_frees};
pub use materialize::MaterializeInDestinationOp;

use asyncir_ir::def::Dialect;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [alloc::OPS, clone::OPS, convert::OPS, dealloc::OPS, materialize::OPS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "bufferization",
    description: "Where tensors meet memory: memory taken as a tensor, tensors in memory, and memory for tensors.",
    ops: OPS,
    types: &[],
    attrs: &[],
    materialize_constant: None,
    verify_attr: Some(attrs::verify_attr),
    allows_unknown_ops: false,
};
