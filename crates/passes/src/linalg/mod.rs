//! Passes on structured ops.

pub(crate) mod cost;
pub mod linalg_fold_unit_extent_dims;
pub mod linalg_fuse_elementwise_ops;
pub(crate) mod nest;
mod reshape;
