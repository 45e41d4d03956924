//! Passes on arithmetic.

pub mod int_range_optimizations;
