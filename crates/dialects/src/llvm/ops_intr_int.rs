//! Intrinsics on integers.

use super::constraints as k;
use crate::constraints as c;

asyncir_ir::ops! {
    /// Intrinsics on integers.
    pub const INT_INTRINSICS;

    op AbsIntrOp "llvm.intr.abs" {
        summary "absolute value";
        operands { r#in: one k::INTEGERS }
        results { res: one k::ANY }
        attributes { is_int_min_poison: required c::I1_ATTR }
        traits [Pure]
    }

    op SmaxIntrOp "llvm.intr.smax" {
        summary "larger signed value";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op SminIntrOp "llvm.intr.smin" {
        summary "smaller signed value";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op UmaxIntrOp "llvm.intr.umax" {
        summary "larger unsigned value";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op UminIntrOp "llvm.intr.umin" {
        summary "smaller unsigned value";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op ScmpIntrOp "llvm.intr.scmp" {
        summary "three-way comparison of signed values";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::INTEGERS }
        traits [Pure, SameTypeOperands]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op UcmpIntrOp "llvm.intr.ucmp" {
        summary "three-way comparison of unsigned values";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::INTEGERS }
        traits [Pure, SameTypeOperands]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op CtlzIntrOp "llvm.intr.ctlz" {
        summary "number of leading zeros";
        operands { r#in: one k::INTEGERS }
        results { res: one k::ANY }
        attributes { is_zero_poison: required c::I1_ATTR }
        traits [Pure, SameOperandsAndResultType]
    }

    op CttzIntrOp "llvm.intr.cttz" {
        summary "number of trailing zeros";
        operands { r#in: one k::INTEGERS }
        results { res: one k::ANY }
        attributes { is_zero_poison: required c::I1_ATTR }
        traits [Pure, SameOperandsAndResultType]
    }

    op CtpopIntrOp "llvm.intr.ctpop" {
        summary "number of ones";
        operands { r#in: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op BitreverseIntrOp "llvm.intr.bitreverse" {
        summary "bits in reverse order";
        operands { r#in: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op BswapIntrOp "llvm.intr.bswap" {
        summary "bytes in reverse order";
        operands { r#in: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op FshlIntrOp "llvm.intr.fshl" {
        summary "high half of two values shifted left";
        operands { a: one k::INTEGERS, b: one k::INTEGERS, c: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op FshrIntrOp "llvm.intr.fshr" {
        summary "low half of two values shifted right";
        operands { a: one k::INTEGERS, b: one k::INTEGERS, c: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op SaddSatIntrOp "llvm.intr.sadd.sat" {
        summary "signed sum, saturating";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op UaddSatIntrOp "llvm.intr.uadd.sat" {
        summary "unsigned sum, saturating";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op SsubSatIntrOp "llvm.intr.ssub.sat" {
        summary "signed difference, saturating";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op UsubSatIntrOp "llvm.intr.usub.sat" {
        summary "unsigned difference, saturating";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op SshlSatIntrOp "llvm.intr.sshl.sat" {
        summary "signed left shift, saturating";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op UshlSatIntrOp "llvm.intr.ushl.sat" {
        summary "unsigned left shift, saturating";
        operands { a: one k::INTEGERS, b: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op SaddWithOverflowIntrOp "llvm.intr.sadd.with.overflow" {
        summary "signed sum, and whether it overflowed";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsElementType]
    }

    op UaddWithOverflowIntrOp "llvm.intr.uadd.with.overflow" {
        summary "unsigned sum, and whether it overflowed";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsElementType]
    }

    op SsubWithOverflowIntrOp "llvm.intr.ssub.with.overflow" {
        summary "signed difference, and whether it overflowed";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsElementType]
    }

    op UsubWithOverflowIntrOp "llvm.intr.usub.with.overflow" {
        summary "unsigned difference, and whether it overflowed";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsElementType]
    }

    op SmulWithOverflowIntrOp "llvm.intr.smul.with.overflow" {
        summary "signed product, and whether it overflowed";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsElementType]
    }

    op UmulWithOverflowIntrOp "llvm.intr.umul.with.overflow" {
        summary "unsigned product, and whether it overflowed";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsElementType]
    }

    op ExpectIntrOp "llvm.intr.expect" {
        summary "a value that is likely another";
        operands { val: one c::SIGNLESS_INTEGER, expected: one c::SIGNLESS_INTEGER }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "$val `,` $expected attr-dict `:` type($val)";
    }

    op ExpectWithProbabilityIntrOp "llvm.intr.expect.with.probability" {
        summary "a value that is another with a probability";
        operands { val: one c::SIGNLESS_INTEGER, expected: one c::SIGNLESS_INTEGER }
        results { res: one k::ANY }
        attributes { prob: required c::F64_ATTR }
        traits [Pure]
        rules [AllTypesMatch(&["val", "expected", "res"])]
        format "$val `,` $expected `,` $prob attr-dict `:` type($val)";
    }

    op IsConstantIntrOp "llvm.intr.is.constant" {
        summary "whether a value is known when compiling";
        operands { val: one k::ANY }
        results { res: one c::I1 }
        traits [Pure]
    }

    op SsaCopyIntrOp "llvm.intr.ssa.copy" {
        summary "the operand under another name";
        operands { operand: one c::ANY_TYPE }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "$operand attr-dict `:` type($operand)";
    }
}
