//! Passes on arithmetic.

pub mod arith_int_range_narrowing;
pub mod arith_unsigned_when_equivalent;
pub mod int_range_optimizations;
mod ranges;
