//! The `affine` dialect: loops, conditions and accesses whose bounds and indices are affine expressions.

mod access;
mod apply;
mod bounds;
mod branches;
mod composition;
mod constant_memory;
mod delinearize;
mod delinearize_rewrites;
mod expressions;
mod for_loop;
mod if_else;
mod min_max;
pub mod operands;
mod parallel;
mod rewrites;
pub mod scope;

use asyncir_ir::def::Dialect;
use asyncir_ir::{Attribute, Context, Location, OperationState, Type};

use crate::constant_fold::materialize_arith_constant;

pub use access::{LoadOp, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp, indices, memref_index};
pub use apply::{ApplyOp, MaxOp, MinOp, applied, apply_each, map_attr};
pub use delinearize::{DelinearizeIndexOp, LinearizeIndexOp};
pub use for_loop::{ForOp, YieldOp, set_bounds};
pub use if_else::IfOp;
pub use operands::Applied;
pub use parallel::{ParallelOp, bounds_of_loop, fits_reduction, parallel_loop, set_parallel_bounds};

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [access::OPS, apply::OPS, delinearize::OPS, for_loop::OPS, if_else::OPS, parallel::OPS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "affine",
    description: "Loops, conditions and accesses whose bounds and indices are affine expressions.",
    ops: OPS,
    types: &[],
    attrs: &[],
    materialize_constant: Some(materialize_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};

fn materialize_constant(ctx: &Context, value: Attribute, ty: Type, at: Location) -> Option<OperationState> {
    // Affine values are indices, whose constants are those of arith.
    if crate::ub::is_poison(ctx, value) {
        return crate::ub::materialize_constant(ctx, value, ty, at);
    }
    materialize_arith_constant(ctx, value, ty, at)
}
