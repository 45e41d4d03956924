//! Passes that change affine loops.

pub mod affine_loop_normalize;
pub mod affine_parallelize;
mod loops;
