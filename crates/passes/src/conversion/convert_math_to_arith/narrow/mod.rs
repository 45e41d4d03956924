//! Functions of floats that `f32` holds. They come in as `f32`, are computed in `f64`, and go out as `f32`.
//!
//! - `exponential`: `math.exp`, `math.exp2` and `math.expm1`;
//! - `logarithm`: `math.log`, `math.log2`, `math.log10` and `math.log1p`;
//! - `power`: `math.powf` and `math.cbrt`;
//! - `hyperbolic`: `math.sinh`, `math.cosh`, `math.tanh` and their inverses;
//! - `trigonometric`: `math.sin`, `math.cos`, `math.tan` and `math.sincos`;
//! - `angle`: `math.atan`, `math.atan2`, `math.asin` and `math.acos`;
//! - `error_function`: `math.erf` and `math.erfc`.

mod angle;
mod error_function;
mod exponential;
mod hyperbolic;
mod logarithm;
mod power;
mod trigonometric;

use asyncir_dialects::math;
use asyncir_ir::def::{OpDef, OpView};

use super::{Function, doubles};

/// The ops, and what computes them.
pub(super) static FUNCTIONS: [(&OpDef, Function); 25] = [
    (math::AcosOp::DEF, Function::Unary(angle::acos)),
    (math::AcoshOp::DEF, Function::Unary(hyperbolic::acosh)),
    (math::AsinOp::DEF, Function::Unary(angle::asin)),
    (math::AsinhOp::DEF, Function::Unary(hyperbolic::asinh)),
    (math::Atan2Op::DEF, Function::Binary(angle::atan2)),
    (math::AtanOp::DEF, Function::Unary(angle::atan)),
    (math::AtanhOp::DEF, Function::Unary(hyperbolic::atanh)),
    (math::CbrtOp::DEF, Function::Unary(power::cbrt)),
    (math::CosOp::DEF, Function::Unary(trigonometric::cos)),
    (math::CoshOp::DEF, Function::Unary(hyperbolic::cosh)),
    (math::ErfOp::DEF, Function::Unary(error_function::erf)),
    (math::ErfcOp::DEF, Function::Unary(error_function::erfc)),
    (math::Exp2Op::DEF, Function::Unary(exponential::exp2)),
    (math::ExpM1Op::DEF, Function::Unary(exponential::expm1)),
    (math::ExpOp::DEF, Function::Unary(exponential::exp)),
    (math::Log10Op::DEF, Function::Unary(logarithm::log10)),
    (math::Log1pOp::DEF, Function::Unary(logarithm::log1p)),
    (math::Log2Op::DEF, Function::Unary(logarithm::log2)),
    (math::LogOp::DEF, Function::Unary(logarithm::log)),
    (math::PowFOp::DEF, Function::Binary(power::powf)),
    (math::SinOp::DEF, Function::Unary(trigonometric::sin)),
    (math::SincosOp::DEF, Function::Pair(trigonometric::sincos)),
    (math::SinhOp::DEF, Function::Unary(hyperbolic::sinh)),
    (math::TanOp::DEF, Function::Unary(trigonometric::tan)),
    (math::TanhOp::DEF, Function::Unary(hyperbolic::tanh)),
];
