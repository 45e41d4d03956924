//! Passes on structured ops, and their lowering to loops.

pub mod convert_elementwise_to_linalg;
pub mod convert_linalg_to_affine_loops;
pub mod convert_linalg_to_loops;
pub mod convert_linalg_to_parallel_loops;
pub mod convert_linalg_to_tiled_loops;
pub(crate) mod cost;
pub mod linalg_collapse_contiguous_dims;
pub mod linalg_fold_unit_extent_dims;
pub mod linalg_fuse_elementwise_ops;
pub mod linalg_generalize_named_ops;
pub mod linalg_inline_scalar_operands;
mod linalg_to_loops;
pub(crate) mod nest;
mod reshape;
