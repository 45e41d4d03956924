//! The `memref` dialect: memory with a shape.

mod access;
pub(crate) mod alloc;
mod alloca_scope;
mod atomic;
mod canonicalize_alloc;
pub(crate) mod canonicalize_reshape;
mod canonicalize_view;
mod cast;
mod dma;
pub mod effects;
pub(crate) mod fold;
mod global;
pub(crate) mod merged_sizes;
mod metadata;
pub mod reassociation;
pub(crate) mod reinterpret_cast;
pub(crate) mod reshape;
pub mod strides;
pub(crate) mod subview;
mod transpose;
pub mod types;
mod view;

use asyncir_ir::def::Dialect;

use crate::constant_fold::materialize_arith_constant;

pub use access::{CopyOp, LoadOp, PrefetchOp, StoreOp};
pub use alloc::{AllocOp, AllocaOp, DeallocOp, ReallocOp};
pub use alloca_scope::{AllocaScopeOp, AllocaScopeReturnOp};
pub use atomic::{AtomicRMWOp, AtomicYieldOp, GenericAtomicRMWOp};
pub use cast::{AssumeAlignmentOp, CastOp, DistinctObjectsOp, MemorySpaceCastOp, are_cast_compatible};
pub use dma::{DmaStartOp, DmaWaitOp};
pub(crate) use fold::any_cast as fold_any_cast;
pub use global::{GetGlobalOp, GlobalOp};
pub use metadata::{DimOp, ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, RankOp};
pub use reinterpret_cast::ReinterpretCastOp;
pub use reshape::{CollapseShapeOp, ExpandShapeOp, ReshapeOp};
pub use subview::{SubViewOp, out_of_bounds, reduced_type as reduced_subview_type, result_type as subview_type};
pub use transpose::TransposeOp;
pub use view::ViewOp;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [
        access::OPS,
        alloc::OPS,
        alloca_scope::OPS,
        atomic::OPS,
        cast::OPS,
        dma::OPS,
        global::OPS,
        metadata::OPS,
        reinterpret_cast::OPS,
        reshape::OPS,
        subview::OPS,
        transpose::OPS,
        view::OPS,
    ]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "memref",
    description: "Memory with a shape: allocating and freeing it, reading and writing it, and other views of it.",
    ops: OPS,
    types: &[],
    attrs: &[],
    materialize_constant: Some(materialize_arith_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};
