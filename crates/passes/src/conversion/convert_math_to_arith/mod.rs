//! `convert-math-to-arith`: transcendental functions of narrow floats become ops of `arith`, which LLVM vectorises. MLIR has
//! no such pass; its `test-math-polynomial-approximation` computes in the type of the operand.
//!
//! The functions compute in `f64`, with polynomials whose error is far below that of rounding to `f32`. So their results are at
//! most 0.51 units in the last place away from the exact ones, and are the same on all processors and in all loops, however
//! these are vectorised. Zeros, infinities, NaNs and subnormal numbers give what the C library gives.
//!
//! - `exponential`: `math.exp`, `math.exp2` and `math.expm1`;
//! - `logarithm`: `math.log`, `math.log2`, `math.log10` and `math.log1p`;
//! - `power`: `math.powf` and `math.cbrt`;
//! - `hyperbolic`: `math.sinh`, `math.cosh`, `math.tanh` and their inverses;
//! - `trigonometric`: `math.sin`, `math.cos`, `math.tan` and `math.sincos`;
//! - `angle`: `math.atan`, `math.atan2`, `math.asin` and `math.acos`;
//! - `error_function`: `math.erf` and `math.erfc`;
//! - `doubles`: what they are written with.
//!
//! The coefficients are minimax: the exchange algorithm of Remez found those of the polynomials, weighted least squares (Lawson)
//! those of the quotient. The test `narrow_math.rs` measures the errors.

mod angle;
mod doubles;
mod error_function;
mod exponential;
mod hyperbolic;
mod logarithm;
mod power;
mod trigonometric;

use asyncir_dialects::math;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, Type, ValueId, WalkOrder};

use self::doubles::Doubles;
use crate::bodies::for_each_body;
use crate::math::math_expand_ops::{has_constants, is_chosen};
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-math-to-arith",
    class: "ConvertMathToArithPass",
    summary: "Convert transcendental functions of floats of at most 32 bits to arith ops",
    anchor: None,
    options: &[OptionInfo::list("ops", "Operations to convert; all by default.")],
    create: |options| {
        Ok(Box::new(ConvertMathToArith {
            ops: options.list("ops")?,
        }))
    },
};

/// Computes values of `f32`, or vectors of them, from such values.
#[derive(Clone, Copy)]
enum Function {
    Unary(fn(&mut Doubles<'_, '_>, ValueId) -> ValueId),
    Binary(fn(&mut Doubles<'_, '_>, ValueId, ValueId) -> ValueId),
    /// Two results.
    Pair(fn(&mut Doubles<'_, '_>, ValueId) -> [ValueId; 2]),
}

/// The ops, and what computes them.
static FUNCTIONS: [(&OpDef, Function); 25] = [
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

/// Whether the pass converts an op.
pub(crate) fn is_converted(ctx: &Context, body: &Body, op: OpId) -> bool {
    function_of(ctx, body, op).is_some()
}

struct ConvertMathToArith {
    /// The ops to convert, without the name of the dialect; all if there are none.
    ops: Vec<String>,
}

impl Pass for ConvertMathToArith {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in body.walk_all(WalkOrder::Pre) {
                let found = function_of(cx.ctx, body, op);
                if let Some((_, function)) = found.filter(|(def, _)| is_chosen(&self.ops, def)) {
                    convert(&mut Rewriter::new(cx.ctx, body), op, function);
                }
            }
            Ok(())
        })
    }
}

/// The definition of an op, and what computes it, if the pass converts it.
fn function_of(ctx: &Context, body: &Body, op: OpId) -> Option<(&'static OpDef, Function)> {
    let data = body.op(op);
    let found = FUNCTIONS.iter().find(|(def, _)| data.is(def));
    found
        .copied()
        .filter(|_| is_narrow(ctx, body.value_type(body.operand(op, 0))))
}

/// Floats that `f32` holds and that the processor, or `arith-expand`, converts to it; and vectors and tensors of a known shape.
fn is_narrow(ctx: &Context, ty: Type) -> bool {
    matches!(ty.element_or_self(ctx), Type::F16 | Type::BF16 | Type::F32) && has_constants(ctx, ty)
}

fn convert(rw: &mut Rewriter<'_>, op: OpId, function: Function) {
    rw.set_before(op);
    let (location, operands): (_, Vec<_>) = (rw.location_of(op), rw.body.operands(op).collect());
    let mut doubles = Doubles::new(rw, location, operands[0]);
    let singles: Vec<_> = operands.into_iter().map(|operand| doubles.widened(operand)).collect();
    let results = match (function, &singles[..]) {
        (Function::Unary(function), &[x]) => vec![function(&mut doubles, x)],
        (Function::Binary(function), &[x, y]) => vec![function(&mut doubles, x, y)],
        (Function::Pair(function), &[x]) => function(&mut doubles, x).to_vec(),
        _ => return,
    };
    let results: Vec<_> = results.into_iter().map(|result| doubles.narrowed(result)).collect();
    rw.replace(op, &results);
}
