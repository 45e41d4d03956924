//! Ops on floats.

use super::{attrs, canonicalize, fold_float};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Ops on floats.
    pub const FLOAT_OPS;

    op NegFOp "arith.negf" {
        summary "negates a float";
        operands { operand: one c::FLOAT_LIKE }
        results { result: one c::FLOAT_LIKE }
        attributes { fastmath: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold_float::negf }
    }

    op AddFOp "arith.addf" {
        summary "adds floats";
        operands { lhs: one c::FLOAT_LIKE, rhs: one c::FLOAT_LIKE }
        results { result: one c::FLOAT_LIKE }
        attributes { fastmath: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold_float::addf }
    }

    op SubFOp "arith.subf" {
        summary "subtracts floats";
        operands { lhs: one c::FLOAT_LIKE, rhs: one c::FLOAT_LIKE }
        results { result: one c::FLOAT_LIKE }
        attributes { fastmath: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold_float::subf }
    }

    op MulFOp "arith.mulf" {
        summary "multiplies floats";
        operands { lhs: one c::FLOAT_LIKE, rhs: one c::FLOAT_LIKE }
        results { result: one c::FLOAT_LIKE }
        attributes { fastmath: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold_float::mulf, canonicalize: canonicalize::MULF }
    }

    op DivFOp "arith.divf" {
        summary "divides floats";
        operands { lhs: one c::FLOAT_LIKE, rhs: one c::FLOAT_LIKE }
        results { result: one c::FLOAT_LIKE }
        attributes { fastmath: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold_float::divf, canonicalize: canonicalize::DIVF }
    }

    /// The sign is that of the dividend, as in C's `fmod`.
    op RemFOp "arith.remf" {
        summary "remainder of float division";
        operands { lhs: one c::FLOAT_LIKE, rhs: one c::FLOAT_LIKE }
        results { result: one c::FLOAT_LIKE }
        attributes { fastmath: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold_float::remf }
    }

    /// NaN if either operand is NaN; minus zero is below plus zero.
    op MaximumFOp "arith.maximumf" {
        summary "larger of two floats, or NaN";
        operands { lhs: one c::FLOAT_LIKE, rhs: one c::FLOAT_LIKE }
        results { result: one c::FLOAT_LIKE }
        attributes { fastmath: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold_float::maximumf }
    }

    /// If one operand is NaN, the result is the other.
    op MaxNumFOp "arith.maxnumf" {
        summary "larger of two floats, ignoring NaN";
        operands { lhs: one c::FLOAT_LIKE, rhs: one c::FLOAT_LIKE }
        results { result: one c::FLOAT_LIKE }
        attributes { fastmath: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold_float::maxnumf }
    }

    /// NaN if either operand is NaN; minus zero is below plus zero.
    op MinimumFOp "arith.minimumf" {
        summary "smaller of two floats, or NaN";
        operands { lhs: one c::FLOAT_LIKE, rhs: one c::FLOAT_LIKE }
        results { result: one c::FLOAT_LIKE }
        attributes { fastmath: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold_float::minimumf }
    }

    /// If one operand is NaN, the result is the other.
    op MinNumFOp "arith.minnumf" {
        summary "smaller of two floats, ignoring NaN";
        operands { lhs: one c::FLOAT_LIKE, rhs: one c::FLOAT_LIKE }
        results { result: one c::FLOAT_LIKE }
        attributes { fastmath: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
        hooks { fold: fold_float::minnumf }
    }
}
