//! Ops with several operands, with integers as operands, and questions about floats.

use super::fold;
use crate::arith::attrs::{FASTMATH, i1_of_same_shape, no_fastmath};
use crate::constraints::{BOOL_LIKE, FLOAT_LIKE, SIGNLESS_INTEGER_OR_INDEX_LIKE};
use crate::result_names::by_slot;

asyncir_ir::ops! {
    /// Ops with several operands, with integers as operands, and questions about floats.
    pub const OTHER_OPS;

    op AbsIOp "math.absi" {
        summary "absolute value of a signed integer";
        operands { operand: one SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand attr-dict `:` type($result)";
        hooks { fold: fold::absi }
    }

    op CountLeadingZerosOp "math.ctlz" {
        summary "number of zero bits above the highest one";
        operands { operand: one SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand attr-dict `:` type($result)";
        hooks { fold: fold::ctlz }
    }

    op CountTrailingZerosOp "math.cttz" {
        summary "number of zero bits below the lowest one";
        operands { operand: one SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand attr-dict `:` type($result)";
        hooks { fold: fold::cttz }
    }

    op CtPopOp "math.ctpop" {
        summary "number of ones among the bits";
        operands { operand: one SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand attr-dict `:` type($result)";
        hooks { fold: fold::ctpop }
    }

    op IsFiniteOp "math.isfinite" {
        summary "whether a float is finite";
        operands { operand: one FLOAT_LIKE }
        results { result: one BOOL_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, Elementwise]
        rules [TypesMatchWith {
            summary: "result type has i1 element type and same shape as operands",
            from: "operand",
            to: "result",
            transform: i1_of_same_shape,
        }]
        format "$operand attr-dict `:` type($operand)";
        hooks { fold: fold::isfinite }
    }

    op IsInfOp "math.isinf" {
        summary "whether a float is infinite";
        operands { operand: one FLOAT_LIKE }
        results { result: one BOOL_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, Elementwise]
        rules [TypesMatchWith {
            summary: "result type has i1 element type and same shape as operands",
            from: "operand",
            to: "result",
            transform: i1_of_same_shape,
        }]
        format "$operand attr-dict `:` type($operand)";
        hooks { fold: fold::isinf }
    }

    op IsNaNOp "math.isnan" {
        summary "whether a float is no number";
        operands { operand: one FLOAT_LIKE }
        results { result: one BOOL_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, Elementwise]
        rules [TypesMatchWith {
            summary: "result type has i1 element type and same shape as operands",
            from: "operand",
            to: "result",
            transform: i1_of_same_shape,
        }]
        format "$operand attr-dict `:` type($operand)";
        hooks { fold: fold::isnan }
    }

    op IsNormalOp "math.isnormal" {
        summary "whether a float is normal: neither zero, subnormal, infinite nor NaN";
        operands { operand: one FLOAT_LIKE }
        results { result: one BOOL_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, Elementwise]
        rules [TypesMatchWith {
            summary: "result type has i1 element type and same shape as operands",
            from: "operand",
            to: "result",
            transform: i1_of_same_shape,
        }]
        format "$operand attr-dict `:` type($operand)";
        hooks { fold: fold::isnormal }
    }

    op Atan2Op "math.atan2" {
        summary "angle of a point, given by its second and its first coordinate";
        operands { lhs: one FLOAT_LIKE, rhs: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::atan2 }
    }

    op CopySignOp "math.copysign" {
        summary "the first value with the sign of the second";
        operands { lhs: one FLOAT_LIKE, rhs: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::copysign }
    }

    op PowFOp "math.powf" {
        summary "power of a float";
        operands { lhs: one FLOAT_LIKE, rhs: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold::powf }
    }

    /// If the power is negative, the result is that of a division that rounds toward zero.
    op IPowIOp "math.ipowi" {
        summary "power of a signed integer";
        operands { lhs: one SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { fold: fold::ipowi }
    }

    op FPowIOp "math.fpowi" {
        summary "power of a float, by a signed integer";
        operands { lhs: one FLOAT_LIKE, rhs: one SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [AllTypesMatch(&["lhs", "result"])]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)";
    }

    /// `a * b + c`, rounded once.
    op FmaOp "math.fma" {
        summary "fused multiply-add";
        operands { a: one FLOAT_LIKE, b: one FLOAT_LIKE, c: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
    }

    /// ```mlir
    /// %0 = math.clampf %x to [%low, %high] : f32
    /// ```
    op ClampFOp "math.clampf" {
        summary "the value, or the limit that it is beyond";
        operands { value: one FLOAT_LIKE, min: one FLOAT_LIKE, max: one FLOAT_LIKE }
        results { result: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
    }

    op SincosOp "math.sincos" {
        summary "sine and cosine";
        operands { operand: one FLOAT_LIKE }
        results { sin: one FLOAT_LIKE, cos: one FLOAT_LIKE }
        attributes { fastmath: default FASTMATH = no_fastmath }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [AllTypesMatch(&["operand", "sin", "cos"])]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)";
        hooks { result_names: by_slot }
    }
}
