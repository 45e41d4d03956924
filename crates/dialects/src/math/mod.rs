//! The `math` dialect: functions of floats and integers.

mod float;
mod fold;
mod inverse_hyperbolic;
mod other;

use asyncir_ir::def::Dialect;
use asyncir_ir::{Attribute, Context, Location, OperationState, Type};

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
    materialize_constant: Some(materialize_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};

fn materialize_constant(ctx: &Context, value: Attribute, ty: Type, at: Location) -> Option<OperationState> {
    // Constants of this dialect are those of arith.
    ctx.dialect("arith")?.materialize_constant?(ctx, value, ty, at)
}
