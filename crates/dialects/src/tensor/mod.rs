//! The `tensor` dialect: tensors as values, their elements, parts and shapes.

mod bitcast;
mod canonicalize;
mod canonicalize_elements;
mod canonicalize_fills;
mod canonicalize_pad;
mod canonicalize_reshape;
mod canonicalize_slice;
mod concat;
mod dim;
mod elements;
mod extract_slice;
mod fold;
mod fold_slice;
mod gather;
mod generate;
mod insert_slice;
mod pad;
mod shape;
mod slice;

pub use bitcast::BitcastOp;
pub(crate) use canonicalize::before_forgetting_cast;
pub use concat::ConcatOp;
pub use dim::{DimOp, RankOp, size_at};
pub use elements::{ExtractOp, FromElementsOp, InsertOp, SplatOp};
pub use extract_slice::ExtractSliceOp;
pub use gather::{GatherOp, ScatterOp};
pub use generate::{EmptyOp, GenerateOp, YieldOp};
pub use insert_slice::{InsertSliceOp, ParallelInsertSliceOp};
pub use pad::{PadOp, Padding};
pub use shape::{CastOp, CollapseShapeOp, ExpandShapeOp, ReshapeOp, are_cast_compatible, merged_shape};

use asyncir_ir::def::Dialect;

use crate::constant_fold::materialize_arith_constant;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [
        bitcast::OPS, concat::OPS, dim::OPS, elements::OPS, extract_slice::OPS, gather::OPS, generate::OPS,
        insert_slice::OPS, pad::OPS, shape::OPS,
    ]
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
