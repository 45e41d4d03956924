//! The `linalg` dialect: computations on all elements of memory, as loop nests given by affine maps.

pub mod attrs;
mod generic;
mod map;
mod named;
mod payload;
mod reduce;
mod reorder;
mod rewrites;
mod short_form;
pub mod structured;
mod text;
mod windows;

use asyncir_ir::def::Dialect;

pub use generic::{GenericOp, IndexOp, YieldOp};
pub use map::MapOp;
pub use named::{
    AbsOp, AddOp, BatchMatmulOp, BatchMatvecOp, BatchVecmatOp, CeilOp, CopyOp, DivOp, DivUnsignedOp, DotOp, ErfOp,
    ExpOp, FillOp, FloorOp, LogOp, MatmulOp, MatvecOp, MaxOp, MinOp, MulOp, NegFOp, PowFOp, ReciprocalOp, RoundOp,
    RsqrtOp, SelectOp, SqrtOp, SquareOp, SubOp, TanhOp, VecmatOp,
};
pub use reduce::ReduceOp;
pub use reorder::{BroadcastOp, TransposeOp};
pub use structured::Structured;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [generic::OPS, map::OPS, named::OPS, reduce::OPS, reorder::OPS, windows::OPS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "linalg",
    description: "Computations on all elements of memory: loop nests given by an affine map for each operand and a \
                  computation on single elements.",
    ops: OPS,
    types: &[],
    attrs: &[&attrs::ITERATOR_DEF, &attrs::TYPE_FN_DEF],
    materialize_constant: None,
    verify_attr: None,
};
