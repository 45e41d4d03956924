//! The `math` dialect: functions of floats and integers.

mod float;
mod fold;
mod inverse_hyperbolic;
mod other;

use asyncir_ir::def::Dialect;

use crate::constant_fold::materialize_arith_constant;

pub use float::*;
pub use other::*;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [float::FLOAT_OPS, other::OTHER_OPS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "math",
    description: "Mathematical functions of floats and integers. All ops work on scalars and, element by element, on \
                  vectors and tensors.",
    ops: OPS,
    types: &[],
    attrs: &[],
    materialize_constant: Some(materialize_arith_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};
