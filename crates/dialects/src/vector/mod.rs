//! The `vector` dialect: vectors of several dimensions, in registers and in memory.

mod asm;
pub mod attrs;
mod canonicalize;
pub mod constraints;
mod effects;
mod fold;
mod fold_memory;
mod fold_slice;
mod names;
mod ops_compute;
mod ops_memory;
mod ops_value;
mod position;
mod transfer;
mod verify;
mod verify_slice;

use asyncir_ir::def::Dialect;

pub use ops_compute::*;
pub use ops_memory::*;
pub use ops_value::*;
pub use verify::inner_type;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [ops_value::VALUE_OPS, ops_compute::COMPUTE_OPS, ops_memory::MEMORY_OPS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "vector",
    description: "Vectors of several dimensions: how they are made, taken apart, combined, read and written, and \
                  printed.",
    ops: OPS,
    types: &[],
    attrs: &[&attrs::KIND_DEF, &attrs::PUNCTUATION_DEF],
    materialize_constant: Some(crate::arith::materialize_constant),
    verify_attr: None,
};
