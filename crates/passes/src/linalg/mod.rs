//! Passes on structured ops.

pub mod linalg_fold_unit_extent_dims;
pub mod linalg_fuse_elementwise_ops;
mod nest;
mod reshape;
