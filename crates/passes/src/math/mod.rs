//! Passes on ops of math.

pub mod math_expand_ops;
pub mod math_extend_to_supported_types;
pub mod math_sincos_fusion;
pub mod math_uplift_to_fma;
