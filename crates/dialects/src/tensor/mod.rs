//! The `tensor` dialect: tensors as values, their elements, parts and shapes.

mod canonicalize;
mod canonicalize_elements;
mod canonicalize_reshape;
mod canonicalize_slice;
mod dim;
mod elements;
mod extract_slice;
mod fold;
mod fold_slice;
mod generate;
mod insert_slice;
mod shape;
mod slice;

pub(crate) use canonicalize::before_forgetting_cast;
pub use dim::{DimOp, RankOp};
pub use elements::{ExtractOp, FromElementsOp, InsertOp, SplatOp};
pub use extract_slice::ExtractSliceOp;
pub use generate::{EmptyOp, GenerateOp, YieldOp};
pub use insert_slice::{InsertSliceOp, ParallelInsertSliceOp};
pub use shape::{CastOp, CollapseShapeOp, ExpandShapeOp, ReshapeOp, are_cast_compatible};

use asyncir_ir::def::Dialect;

use crate::constant_fold::materialize_arith_constant;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [dim::OPS, elements::OPS, extract_slice::OPS, generate::OPS, insert_slice::OPS, shape::OPS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "tensor",
    description: "Tensors as values: an op that changes elements gives a new tensor.",
    ops: OPS,
    types: &[],
    attrs: &[],
    materialize_constant: Some(materialize_arith_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};
