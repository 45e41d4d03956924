//! Passes that change affine loops.

pub mod affine_parallelize;
