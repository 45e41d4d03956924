//! The `complex` dialect: complex numbers with float parts.

mod binary;
mod canonicalize;
mod constant;
pub mod constraints;
mod fold;
mod number;
mod unary;

use asyncir_ir::def::Dialect;

pub use binary::*;
pub use constant::*;
pub use number::NUMBER_DEF;
pub use unary::*;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [binary::BINARY_OPS, constant::VALUE_OPS, unary::UNARY_OPS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "complex",
    description: "Complex numbers whose parts are floats: making them and taking them apart, arithmetic, comparisons \
                  and functions.",
    ops: OPS,
    types: &[],
    attrs: &[&NUMBER_DEF],
    materialize_constant: Some(materialize_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};
