//! Functions of `f64`, computed in `f64`.
//!
//! Their results are at most 1.7 units in the last place away from the exact ones. Only functions are here that are faster so
//! than calls of the C library, which computes most of them with smaller errors.
//!
//! - `exponential`: `math.exp` and `math.expm1`;
//! - `logarithm`: `math.log10` and `math.log1p`;
//! - `hyperbolic`: `math.sinh`, `math.cosh`, `math.tanh` and their inverses;
//! - `angle`: `math.atan`, `math.atan2`, `math.asin` and `math.acos`;
//! - `cube_root`: `math.cbrt`.

mod angle;
mod cube_root;
mod exponential;
mod hyperbolic;
mod logarithm;

use asyncir_dialects::math;
use asyncir_ir::def::{OpDef, OpView};

use super::{Function, doubles};

/// The ops, and what computes them.
pub(super) static FUNCTIONS: [(&OpDef, Function); 15] = [
    (math::AcosOp::DEF, Function::Unary(angle::acos)),
    (math::AcoshOp::DEF, Function::Unary(hyperbolic::acosh)),
    (math::AsinOp::DEF, Function::Unary(angle::asin)),
    (math::AsinhOp::DEF, Function::Unary(hyperbolic::asinh)),
    (math::Atan2Op::DEF, Function::Binary(angle::atan2)),
    (math::AtanOp::DEF, Function::Unary(angle::atan)),
    (math::AtanhOp::DEF, Function::Unary(hyperbolic::atanh)),
    (math::CbrtOp::DEF, Function::Unary(cube_root::cbrt)),
    (math::CoshOp::DEF, Function::Unary(hyperbolic::cosh)),
    (math::ExpM1Op::DEF, Function::Unary(exponential::expm1)),
    (math::ExpOp::DEF, Function::Unary(exponential::exp)),
    (math::Log10Op::DEF, Function::Unary(logarithm::log10)),
    (math::Log1pOp::DEF, Function::Unary(logarithm::log1p)),
    (math::SinhOp::DEF, Function::Unary(hyperbolic::sinh)),
    (math::TanhOp::DEF, Function::Unary(hyperbolic::tanh)),
];
