//! The `scf` dialect: structured control flow. Conditions and loops are ops with regions.

mod casts;
mod condition;
pub(crate) mod edit;
mod execute_region;
mod for_loop;
mod for_rewrites;
mod forall;
mod forall_rewrites;
mod if_combine;
mod if_else;
mod if_rewrites;
mod index_switch;
mod index_switch_rewrites;
mod parallel;
mod parallel_rewrites;
mod region_branch;
pub(crate) mod text;
mod while_loop;
mod while_move_if;
mod while_rewrites;

use asyncir_ir::def::Dialect;
use asyncir_ir::{Body, OpId};

use crate::constant_fold::materialize_arith_constant;
use crate::constraints::ANY_TYPE;

pub use condition::ConditionOp;
pub use execute_region::ExecuteRegionOp;
pub use for_loop::ForOp;
pub use forall::{Bound, ForallOp, InParallelOp};
pub use if_else::IfOp;
pub use index_switch::IndexSwitchOp;
pub use parallel::{ParallelOp, ReduceOp, ReduceReturnOp};
pub use while_loop::WhileOp;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [
        condition::OPS, execute_region::OPS, for_loop::OPS, forall::OPS, if_else::OPS, index_switch::OPS,
        parallel::OPS, while_loop::OPS, YIELD_OPS,
    ]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "scf",
    description: "Structured control flow: conditions, loops and parallel loops whose bodies are regions.",
    ops: OPS,
    types: &[],
    attrs: &[],
    materialize_constant: Some(materialize_arith_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};

asyncir_ir::ops! {
    /// The ops of this file.
    const YIELD_OPS;

    /// Ends a region of the dialect and passes values: to the next iteration of a loop, or as results of the op
    /// around it. Where there is nothing to pass, the text may leave it out.
    op YieldOp "scf.yield" {
        summary "loop yield and termination operation";
        operands { results: variadic ANY_TYPE }
        traits [Pure, ReturnLike, Terminator]
        parents ["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"]
        format "attr-dict ($results^ `:` type($results))?";
    }
}

/// The terminator of the only block of a region.
pub fn region_end(body: &Body, op: OpId, region: usize) -> Option<OpId> {
    let region = *body.op_regions(op).get(region)?;
    body.block(body.region(region).first()?).last_op()
}
