//! Intrinsics on floats.

use super::{attrs, constraints as k, verify_intr};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Intrinsics on floats.
    pub const MATH_INTRINSICS;

    op AcosIntrOp "llvm.intr.acos" {
        summary "arc cosine";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op AsinIntrOp "llvm.intr.asin" {
        summary "arc sine";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op AtanIntrOp "llvm.intr.atan" {
        summary "arc tangent";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op Atan2IntrOp "llvm.intr.atan2" {
        summary "arc tangent of a quotient";
        operands { a: one k::FLOATS, b: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op CosIntrOp "llvm.intr.cos" {
        summary "cosine";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op CoshIntrOp "llvm.intr.cosh" {
        summary "hyperbolic cosine";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op SinIntrOp "llvm.intr.sin" {
        summary "sine";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op SinhIntrOp "llvm.intr.sinh" {
        summary "hyperbolic sine";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op TanIntrOp "llvm.intr.tan" {
        summary "tangent";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op TanhIntrOp "llvm.intr.tanh" {
        summary "hyperbolic tangent";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op ExpIntrOp "llvm.intr.exp" {
        summary "natural exponential";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op Exp2IntrOp "llvm.intr.exp2" {
        summary "power of two";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op Exp10IntrOp "llvm.intr.exp10" {
        summary "power of ten";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op LogIntrOp "llvm.intr.log" {
        summary "natural logarithm";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op Log2IntrOp "llvm.intr.log2" {
        summary "logarithm to base 2";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op Log10IntrOp "llvm.intr.log10" {
        summary "logarithm to base 10";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op SqrtIntrOp "llvm.intr.sqrt" {
        summary "square root";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op PowIntrOp "llvm.intr.pow" {
        summary "power";
        operands { a: one k::FLOATS, b: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op PowiIntrOp "llvm.intr.powi" {
        summary "power with an integer exponent";
        operands { val: one k::FLOATS, power: one c::SIGNLESS_INTEGER }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op LdexpIntrOp "llvm.intr.ldexp" {
        summary "product with a power of two";
        operands { val: one k::FLOATS, power: one c::SIGNLESS_INTEGER }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op FrexpIntrOp "llvm.intr.frexp" {
        summary "fraction and exponent";
        operands { val: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op SincosIntrOp "llvm.intr.sincos" {
        summary "sine and cosine";
        operands { val: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
        hooks { verify_types: verify_intr::sincos }
    }

    op FabsIntrOp "llvm.intr.fabs" {
        summary "absolute value";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op CeilIntrOp "llvm.intr.ceil" {
        summary "rounds up";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op FloorIntrOp "llvm.intr.floor" {
        summary "rounds down";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op TruncIntrOp "llvm.intr.trunc" {
        summary "rounds toward zero";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op RintIntrOp "llvm.intr.rint" {
        summary "rounds to an integer, telling if inexact";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op NearbyintIntrOp "llvm.intr.nearbyint" {
        summary "rounds to an integer";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op RoundIntrOp "llvm.intr.round" {
        summary "rounds to an integer, ties away from zero";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op RoundevenIntrOp "llvm.intr.roundeven" {
        summary "rounds to an integer, ties to even";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op LrintIntrOp "llvm.intr.lrint" {
        summary "rounds to an integer type";
        operands { val: one k::FLOATS }
        results { res: one k::ANY }
        traits [Pure]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op LlrintIntrOp "llvm.intr.llrint" {
        summary "rounds to an integer type";
        operands { val: one k::FLOATS }
        results { res: one k::ANY }
        traits [Pure]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op LroundIntrOp "llvm.intr.lround" {
        summary "rounds to an integer type, ties away from zero";
        operands { val: one k::FLOATS }
        results { res: one k::ANY }
        traits [Pure]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op LlroundIntrOp "llvm.intr.llround" {
        summary "rounds to an integer type, ties away from zero";
        operands { val: one k::FLOAT }
        results { res: one k::ANY }
        traits [Pure]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op CopysignIntrOp "llvm.intr.copysign" {
        summary "magnitude of one value with the sign of another";
        operands { a: one k::FLOATS, b: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op FmaIntrOp "llvm.intr.fma" {
        summary "fused multiply and add";
        operands { a: one k::FLOATS, b: one k::FLOATS, c: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op FmuladdIntrOp "llvm.intr.fmuladd" {
        summary "multiply and add, fused where that is fast";
        operands { a: one k::FLOATS, b: one k::FLOATS, c: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op MaxnumIntrOp "llvm.intr.maxnum" {
        summary "larger value, ignoring NaN";
        operands { a: one k::FLOATS, b: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op MinnumIntrOp "llvm.intr.minnum" {
        summary "smaller value, ignoring NaN";
        operands { a: one k::FLOATS, b: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op MaximumIntrOp "llvm.intr.maximum" {
        summary "larger value, or NaN";
        operands { a: one k::FLOATS, b: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op MinimumIntrOp "llvm.intr.minimum" {
        summary "smaller value, or NaN";
        operands { a: one k::FLOATS, b: one k::FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op IsFpclassIntrOp "llvm.intr.is.fpclass" {
        summary "whether a float is of one of the given classes";
        operands { r#in: one k::FLOATS }
        results { res: one k::ANY }
        attributes { bit: required c::I32_ATTR }
        traits [Pure]
    }
}
