//! The `arith` dialect: integers and floats, alone or in vectors and tensors.

mod asm;
pub mod attrs;
pub mod build;
mod canonicalize;
mod canonicalize_int;
mod fold_cast;
pub mod fold_compare;
mod fold_float;
mod fold_int;
mod names;
mod ops_cast;
mod ops_compare;
mod ops_float;
mod ops_int;
mod verify;

use asyncir_ir::def::Dialect;
use asyncir_ir::{Attribute, Context, Location, OperationState, Type};

pub use ops_cast::*;
pub use ops_compare::*;
pub use ops_float::*;
pub use ops_int::*;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [ops_int::INT_OPS, ops_float::FLOAT_OPS, ops_cast::CAST_OPS, ops_compare::COMPARE_OPS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "arith",
    description: "Arithmetic, bit operations, comparisons and conversions of integers, `index` and floats. All ops \
                  work on scalars and, element by element, on vectors and tensors.",
    ops: OPS,
    types: &[],
    attrs: &[&attrs::FASTMATH_DEF, &attrs::OVERFLOW_DEF],
    materialize_constant: Some(materialize_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};

/// `arith.constant` of a number or of a vector or tensor of numbers, or `ub.poison`.
pub fn materialize_constant(ctx: &Context, value: Attribute, ty: Type, location: Location) -> Option<OperationState> {
    if let Some(poison) = crate::ub::materialize_constant(ctx, value, ty, location) {
        return Some(poison);
    }
    let is_number = value.as_int(ctx).is_some()
        || value.as_float(ctx).is_some()
        || (crate::constraints::ELEMENTS_ATTR.check)(ctx, value);
    let fits = is_number && value.ty(ctx) == ty && (!ty.is_int(ctx) || ty.is_signless_int(ctx));
    fits.then(|| ConstantOp::build(ctx, location, value, &[ty]))
}
