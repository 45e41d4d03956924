//! Functions of one complex number.

use super::constraints::{COMPLEX, element_type};
use super::fold;
use crate::arith::attrs::{FASTMATH, no_fastmath};
use crate::constraints::ANY_FLOAT;

asyncir_ir::ops! {
    /// Ops with one complex number as operand.
    pub const UNARY_OPS;

    op AbsOp "complex.abs" {
        summary "absolute value of a complex number";
        operands { complex: one COMPLEX }
        results { result: one ANY_FLOAT }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, Elementwise]
        rules [TypesMatchWith {
            summary: "complex element type matches result type",
            from: "complex",
            to: "result",
            transform: element_type,
        }]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
    }

    op AngleOp "complex.angle" {
        summary "argument of a complex number, with a branch cut along the negative real axis";
        operands { complex: one COMPLEX }
        results { result: one ANY_FLOAT }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, Elementwise]
        rules [TypesMatchWith {
            summary: "complex element type matches result type",
            from: "complex",
            to: "result",
            transform: element_type,
        }]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
    }

    op ConjOp "complex.conj" {
        summary "complex conjugate";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
        hooks { fold: fold::conj }
    }

    op CosOp "complex.cos" {
        summary "cosine of a complex number";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
    }

    op ExpOp "complex.exp" {
        summary "power of e";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
        hooks { fold: fold::exp }
    }

    op Expm1Op "complex.expm1" {
        summary "power of e, minus one";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
    }

    op ImOp "complex.im" {
        summary "imaginary part of a complex number";
        operands { complex: one COMPLEX }
        results { imaginary: one ANY_FLOAT }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, Elementwise]
        rules [TypesMatchWith {
            summary: "complex element type matches result type",
            from: "complex",
            to: "imaginary",
            transform: element_type,
        }]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
        hooks { fold: fold::im, canonicalize: super::canonicalize::IM }
    }

    op LogOp "complex.log" {
        summary "natural logarithm of a complex number";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
        hooks { fold: fold::log }
    }

    op Log1pOp "complex.log1p" {
        summary "natural logarithm of one plus a complex number";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
    }

    op NegOp "complex.neg" {
        summary "negates a complex number";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
        hooks { fold: fold::neg }
    }

    op ReOp "complex.re" {
        summary "real part of a complex number";
        operands { complex: one COMPLEX }
        results { real: one ANY_FLOAT }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, Elementwise]
        rules [TypesMatchWith {
            summary: "complex element type matches result type",
            from: "complex",
            to: "real",
            transform: element_type,
        }]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
        hooks { fold: fold::re, canonicalize: super::canonicalize::RE }
    }

    op RsqrtOp "complex.rsqrt" {
        summary "reciprocal of the square root of a complex number";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
    }

    op SignOp "complex.sign" {
        summary "a complex number divided by its absolute value, or zero";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
    }

    op SinOp "complex.sin" {
        summary "sine of a complex number";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
    }

    op SqrtOp "complex.sqrt" {
        summary "square root of a complex number";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
    }

    op TanOp "complex.tan" {
        summary "tangent of a complex number";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
    }

    op TanhOp "complex.tanh" {
        summary "hyperbolic tangent of a complex number";
        operands { complex: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
    }
}
