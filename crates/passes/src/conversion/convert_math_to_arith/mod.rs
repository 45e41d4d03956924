//! `convert-math-to-arith`: transcendental functions of floats become ops of `arith`, which LLVM vectorises. MLIR has no such
//! pass; its `test-math-polynomial-approximation` computes in the type of the operand.
//!
//! - `narrow`: functions of floats that `f32` holds. They compute in `f64`, with polynomials whose error is far below that of
//!   rounding to `f32`. So their results are at most 0.51 units in the last place away from the exact ones.
//! - `wide`: some functions of `f64`, whose results are at most 1.7 units away.
//! - `doubles`: what both are written with.
//!
//! Results are the same on all processors and in all loops, however these are vectorised. Zeros, infinities, NaNs and subnormal
//! numbers give what the C library gives.
//!
//! The coefficients are minimax: the exchange algorithm of Remez found those of the polynomials, weighted least squares (Lawson)
//! those of the quotient. The tests `narrow_math.rs` and `wide_math.rs` measure the errors.

mod doubles;
mod narrow;
mod wide;

use asyncir_ir::def::OpDef;
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
    summary: "Convert transcendental functions of floats to arith ops",
    anchor: None,
    options: &[OptionInfo::list("ops", "Operations to convert; all by default.")],
    create: |options| {
        Ok(Box::new(ConvertMathToArith {
            ops: options.list("ops")?,
        }))
    },
};

/// Computes values of `f32` or `f64`, or vectors of them, from such values.
#[derive(Clone, Copy)]
enum Function {
    Unary(fn(&mut Doubles<'_, '_>, ValueId) -> ValueId),
    Binary(fn(&mut Doubles<'_, '_>, ValueId, ValueId) -> ValueId),
    /// Two results.
    Pair(fn(&mut Doubles<'_, '_>, ValueId) -> [ValueId; 2]),
}

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
    if !data.is_of("math") {
        return None;
    }
    let functions = functions_of(ctx, body.value_type(body.operands(op).next()?));
    functions.iter().find(|(def, _)| data.is(def)).copied()
}

/// The functions of floats that `f32` holds and that the processor, or `arith-expand`, converts to it, and those of `f64`; and
/// of vectors and tensors of a known shape.
fn functions_of(ctx: &Context, ty: Type) -> &'static [(&'static OpDef, Function)] {
    match ty.element_or_self(ctx) {
        _ if !has_constants(ctx, ty) => &[],
        Type::F16 | Type::BF16 | Type::F32 => &narrow::FUNCTIONS,
        Type::F64 => &wide::FUNCTIONS,
        _ => &[],
    }
}

fn convert(rw: &mut Rewriter<'_>, op: OpId, function: Function) {
    rw.set_before(op);
    let (location, operands): (_, Vec<_>) = (rw.location_of(op), rw.body.operands(op).collect());
    let mut doubles = Doubles::new(rw, location, operands[0]);
    let operands: Vec<_> = operands.into_iter().map(|operand| doubles.widened(operand)).collect();
    let results = match (function, &operands[..]) {
        (Function::Unary(function), &[x]) => vec![function(&mut doubles, x)],
        (Function::Binary(function), &[x, y]) => vec![function(&mut doubles, x, y)],
        (Function::Pair(function), &[x]) => function(&mut doubles, x).to_vec(),
        _ => return,
    };
    let results: Vec<_> = results.into_iter().map(|result| doubles.narrowed(result)).collect();
    rw.replace(op, &results);
}
