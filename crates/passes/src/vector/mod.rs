//! Passes on ops of vector.

pub mod lower_vector_mask;
pub mod lower_vector_multi_reduction;
