//! The `vector` dialect: vectors of several dimensions, in registers and in memory.

mod asm;
pub mod attrs;
mod canonicalize;
mod canonicalize_elements;
mod canonicalize_extract;
mod canonicalize_shape;
mod canonicalize_slice;
mod canonicalize_transfer;
pub mod combine;
pub mod constraints;
pub mod contract;
mod effects;
mod fold;
mod fold_extract;
mod fold_memory;
mod fold_slice;
pub mod mask;
pub mod multi_reduction;
mod names;
mod ops_compute;
mod ops_memory;
mod ops_value;
mod position;
pub(crate) mod shapes;
mod transfer;
mod transfer_view;
mod verify;
mod verify_compute;
mod verify_memory;
mod verify_slice;

use asyncir_ir::def::Dialect;
use asyncir_ir::{Attribute, Context, Location, OperationState, Type};

pub(crate) use asm::{parse_from_elements, print_from_elements};
pub use contract::ContractionOp;
pub use mask::{MaskOp, YieldOp};
pub use ops_compute::*;
pub use ops_memory::*;
pub use ops_value::*;
pub use position::gives_inner_type;
pub use shapes::{inner_type, shape_and_scalable_dims, without_outer_dims};
pub use transfer_view::minor_permutation;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [
        ops_value::VALUE_OPS,
        ops_compute::COMPUTE_OPS,
        ops_memory::MEMORY_OPS,
        contract::CONTRACT_OPS,
        mask::MASK_OPS,
    ]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "vector",
    description: "Vectors of several dimensions: how they are made, taken apart, combined, read and written, and \
                  printed.",
    ops: OPS,
    types: &[],
    attrs: &[&attrs::ITERATOR_DEF, &attrs::KIND_DEF, &attrs::PUNCTUATION_DEF],
    materialize_constant: Some(materialize_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};

fn materialize_constant(ctx: &Context, value: Attribute, ty: Type, location: Location) -> Option<OperationState> {
    if crate::ub::is_poison(ctx, value) {
        Some(crate::ub::PoisonOp::build(ctx, location, Some(value), &[ty]))
    } else {
        crate::arith::materialize_constant(ctx, value, ty, location)
    }
}
