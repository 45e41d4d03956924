//! Ops with one float as operand.

use super::fold;
use crate::arith::attrs::{FASTMATH, no_fastmath};
use crate::constraints::FLOAT_LIKE;

asyncir_ir::ops! {
    /// Ops with one float as operand.
    pub const FLOAT_OPS;

    op AbsFOp "math.absf" {
        summary "absolute value of a float";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::absf }
    }

    op AcoshOp "math.acosh" {
        summary "hyperbolic arc cosine";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::acosh }
    }

    op AcosOp "math.acos" {
        summary "arc cosine";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::acos }
    }

    op AsinOp "math.asin" {
        summary "arc sine";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::asin }
    }

    op AsinhOp "math.asinh" {
        summary "hyperbolic arc sine";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::asinh }
    }

    op AtanOp "math.atan" {
        summary "arc tangent";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::atan }
    }

    op AtanhOp "math.atanh" {
        summary "hyperbolic arc tangent";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::atanh }
    }

    op CbrtOp "math.cbrt" {
        summary "cube root";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
    }

    op CeilOp "math.ceil" {
        summary "smallest integer not below the value";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::ceil }
    }

    op CosOp "math.cos" {
        summary "cosine";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::cos }
    }

    op CoshOp "math.cosh" {
        summary "hyperbolic cosine";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::cosh }
    }

    op SinOp "math.sin" {
        summary "sine";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::sin }
    }

    op SinhOp "math.sinh" {
        summary "hyperbolic sine";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::sinh }
    }

    op ErfOp "math.erf" {
        summary "error function";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::erf }
    }

    op ErfcOp "math.erfc" {
        summary "complementary error function";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::erfc }
    }

    op ExpOp "math.exp" {
        summary "power of e";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::exp }
    }

    op Exp2Op "math.exp2" {
        summary "power of two";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::exp2 }
    }

    op ExpM1Op "math.expm1" {
        summary "power of e, minus one";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::expm1 }
    }

    op FloorOp "math.floor" {
        summary "largest integer not above the value";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::floor }
    }

    op LogOp "math.log" {
        summary "natural logarithm";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::log }
    }

    op Log10Op "math.log10" {
        summary "logarithm to base ten";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::log10 }
    }

    op Log1pOp "math.log1p" {
        summary "natural logarithm of one plus the value";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::log1p }
    }

    op Log2Op "math.log2" {
        summary "logarithm to base two";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::log2 }
    }

    op RsqrtOp "math.rsqrt" {
        summary "reciprocal of the square root";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
    }

    op SqrtOp "math.sqrt" {
        summary "square root";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::sqrt }
    }

    op TanOp "math.tan" {
        summary "tangent";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::tan }
    }

    op TanhOp "math.tanh" {
        summary "hyperbolic tangent";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::tanh }
    }

    op RoundEvenOp "math.roundeven" {
        summary "nearest integer, the even one of two";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::roundeven }
    }

    op RoundOp "math.round" {
        summary "nearest integer, the one away from zero of two";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::round }
    }

    op TruncOp "math.trunc" {
        summary "integer part";
        operands { operand: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::trunc }
    }
}
