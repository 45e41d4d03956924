//! Passes on arithmetic.

pub mod arith_emulate_unsupported_floats;
pub mod arith_emulate_wide_int;
pub mod arith_expand;
pub mod arith_int_range_narrowing;
pub mod arith_unsigned_when_equivalent;
pub(crate) mod associative;
pub mod int_range_optimizations;
mod ranges;
