//! The `tensor` dialect, as far as the lowering of other dialects makes its ops: rank and sizes.

mod dim;

pub use dim::{DimOp, RankOp};

use asyncir_ir::def::Dialect;

use crate::constant_fold::materialize_arith_constant;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "tensor",
    description: "Tensors: what vector code on tensors of dynamic sizes asks of them.",
    ops: dim::OPS,
    types: &[],
    attrs: &[],
    materialize_constant: Some(materialize_arith_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};
