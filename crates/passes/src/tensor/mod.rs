//! Passes on ops of tensor.

pub mod decompose_tensor_ops;
