//! Arithmetic and comparisons of two complex numbers.

use super::constraints::COMPLEX;
use super::fold;
use crate::arith::attrs::{FASTMATH, no_fastmath};
use crate::constraints::{I1, SIGNLESS_INTEGER};

asyncir_ir::ops! {
    /// Ops with two operands.
    pub const BINARY_OPS;

    op AddOp "complex.add" {
        summary "adds complex numbers";
        operands { lhs: one COMPLEX, rhs: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::add }
    }

    op Atan2Op "complex.atan2" {
        summary "arc tangent of a quotient";
        operands { lhs: one COMPLEX, rhs: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
    }

    op DivOp "complex.div" {
        summary "divides complex numbers";
        operands { lhs: one COMPLEX, rhs: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::div }
    }

    op MulOp "complex.mul" {
        summary "multiplies complex numbers";
        operands { lhs: one COMPLEX, rhs: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::mul }
    }

    op PowOp "complex.pow" {
        summary "power of complex numbers";
        operands { lhs: one COMPLEX, rhs: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
    }

    op SubOp "complex.sub" {
        summary "subtracts complex numbers";
        operands { lhs: one COMPLEX, rhs: one COMPLEX }
        results { result: one COMPLEX }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::sub }
    }

    op PowiOp "complex.powi" {
        summary "power of a complex number and a signed integer";
        operands { lhs: one COMPLEX, rhs: one SIGNLESS_INTEGER }
        results { result: one COMPLEX }
        attributes { fastmath: optional_default FASTMATH = no_fastmath }
        traits [Pure, Elementwise]
        rules [AllTypesMatch(&["lhs", "result"])]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)";
    }

    op EqualOp "complex.eq" {
        summary "whether two complex numbers are equal";
        operands { lhs: one COMPLEX, rhs: one COMPLEX }
        results { result: one I1 }
        traits [Pure, Elementwise]
        rules [AllTypesMatch(&["lhs", "rhs"])]
        format "$lhs `,` $rhs attr-dict `:` type($lhs)";
    }

    op NotEqualOp "complex.neq" {
        summary "whether two complex numbers are not equal";
        operands { lhs: one COMPLEX, rhs: one COMPLEX }
        results { result: one I1 }
        traits [Pure, Elementwise]
        rules [AllTypesMatch(&["lhs", "rhs"])]
        format "$lhs `,` $rhs attr-dict `:` type($lhs)";
    }
}
