//! The `linalg` dialect: computations on all elements of memory, as loop nests given by affine maps.

pub mod attrs;
mod casts;
mod contract;
mod contraction;
mod elementwise;
mod generic;
mod map;
mod matmul;
mod named;
mod payload;
mod reduce;
mod reorder;
mod rewrites;
mod rewrites_tensors;
mod short_form;
mod softmax;
pub mod structured;
mod text;
mod windows;

use asyncir_ir::def::Dialect;

pub(crate) use casts::{fold_cast_of_result, fold_casts_of_operands};
pub use contract::ContractOp;
pub use elementwise::ElementwiseOp;
pub use generic::{GenericOp, IndexOp, YieldOp};
pub use map::MapOp;
pub use matmul::{BatchMatmulOp, BatchReduceMatmulOp, MatmulOp};
pub use named::{
    AbsOp, AddOp, BatchMatvecOp, BatchVecmatOp, CeilOp, CopyOp, DivOp, DivUnsignedOp, DotOp, ErfOp, ExpOp, FillOp,
    FloorOp, LogOp, MEMOIZED, MatvecOp, MaxOp, MinOp, MulOp, NegFOp, PowFOp, ReciprocalOp, RoundOp, RsqrtOp, SelectOp,
    SqrtOp, SquareOp, SubOp, TanhOp, VecmatOp,
};
pub use reduce::ReduceOp;
pub use reorder::{BroadcastOp, TransposeOp};
pub use rewrites::dialect_patterns;
pub(crate) use rewrites_tensors::replace_by_fill;
pub use softmax::SoftmaxOp;
pub use structured::Structured;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [
        contract::OPS, elementwise::OPS, generic::OPS, map::OPS, matmul::OPS, named::OPS, reduce::OPS, reorder::OPS,
        softmax::OPS, windows::OPS,
    ]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "linalg",
    description: "Computations on all elements of memory: loop nests given by an affine map for each operand and a \
                  computation on single elements.",
    ops: OPS,
    types: &[],
    attrs: &[&attrs::ELEMENTWISE_DEF, &attrs::ITERATOR_DEF, &attrs::TYPE_FN_DEF],
    materialize_constant: Some(crate::constant_fold::materialize_arith_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};
