//! Arithmetic, bit operations and comparisons.

use super::{attrs, compare, constraints as k, flags, fold};
use crate::constraints as c;
use crate::speculation;

asyncir_ir::ops! {
    /// Arithmetic, bit operations and comparisons.
    pub const ARITH_OPS;

    op AddOp "llvm.add" {
        summary "adds integers";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        attributes { overflowFlags: default k::FLAGS_I32 = attrs::zero_i32 }
        traits [Pure, SameOperandsAndResultType, Commutative]
        format "$lhs `,` $rhs `` custom<Overflow>($overflowFlags) attr-dict `:` type($res)";
        directives ["Overflow" => flags::parse_overflow, flags::print_overflow]
    }

    op SubOp "llvm.sub" {
        summary "subtracts integers";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        attributes { overflowFlags: default k::FLAGS_I32 = attrs::zero_i32 }
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs `` custom<Overflow>($overflowFlags) attr-dict `:` type($res)";
        directives ["Overflow" => flags::parse_overflow, flags::print_overflow]
    }

    op MulOp "llvm.mul" {
        summary "multiplies integers";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        attributes { overflowFlags: default k::FLAGS_I32 = attrs::zero_i32 }
        traits [Pure, SameOperandsAndResultType, Commutative]
        format "$lhs `,` $rhs `` custom<Overflow>($overflowFlags) attr-dict `:` type($res)";
        directives ["Overflow" => flags::parse_overflow, flags::print_overflow]
    }

    op UDivOp "llvm.udiv" {
        summary "divides unsigned integers";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        attributes { isExact: optional c::UNIT_ATTR }
        traits [NoMemoryEffect, SameOperandsAndResultType]
        format "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)";
        hooks { speculatable: speculation::unsigned_division }
    }

    op SDivOp "llvm.sdiv" {
        summary "divides signed integers";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        attributes { isExact: optional c::UNIT_ATTR }
        traits [NoMemoryEffect, SameOperandsAndResultType]
        format "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)";
        hooks { speculatable: speculation::signed_division }
    }

    op URemOp "llvm.urem" {
        summary "remainder of unsigned division";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` type($res)";
        hooks { speculatable: speculation::unsigned_division }
    }

    op SRemOp "llvm.srem" {
        summary "remainder of signed division";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` type($res)";
        hooks { speculatable: speculation::signed_division }
    }

    op AndOp "llvm.and" {
        summary "bitwise and";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` type($res)";
    }

    /// With `disjoint`, a bit set in both operands makes the result poison.
    op OrOp "llvm.or" {
        summary "bitwise or";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        attributes { isDisjoint: optional c::UNIT_ATTR }
        traits [Pure, SameOperandsAndResultType]
        format "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)";
        hooks { fold: fold::or }
    }

    op XOrOp "llvm.xor" {
        summary "bitwise exclusive or";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` type($res)";
    }

    op ShlOp "llvm.shl" {
        summary "shifts bits to the left";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        attributes { overflowFlags: default k::FLAGS_I32 = attrs::zero_i32 }
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs `` custom<Overflow>($overflowFlags) attr-dict `:` type($res)";
        directives ["Overflow" => flags::parse_overflow, flags::print_overflow]
        hooks { fold: fold::shl }
    }

    op LShrOp "llvm.lshr" {
        summary "shifts bits to the right, filling with zeros";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        attributes { isExact: optional c::UNIT_ATTR }
        traits [Pure, SameOperandsAndResultType]
        format "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)";
    }

    op AShrOp "llvm.ashr" {
        summary "shifts bits to the right, filling with the sign";
        operands { lhs: one k::INTEGERS, rhs: one k::INTEGERS }
        results { res: one k::INTEGERS }
        attributes { isExact: optional c::UNIT_ATTR }
        traits [Pure, SameOperandsAndResultType]
        format "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)";
    }

    op FAddOp "llvm.fadd" {
        summary "adds floats";
        operands { lhs: one k::FLOATS, rhs: one k::FLOATS }
        results { res: one k::FLOATS }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` type($res)";
    }

    op FSubOp "llvm.fsub" {
        summary "subtracts floats";
        operands { lhs: one k::FLOATS, rhs: one k::FLOATS }
        results { res: one k::FLOATS }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` type($res)";
    }

    op FMulOp "llvm.fmul" {
        summary "multiplies floats";
        operands { lhs: one k::FLOATS, rhs: one k::FLOATS }
        results { res: one k::FLOATS }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` type($res)";
    }

    op FDivOp "llvm.fdiv" {
        summary "divides floats";
        operands { lhs: one k::FLOATS, rhs: one k::FLOATS }
        results { res: one k::FLOATS }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` type($res)";
    }

    op FRemOp "llvm.frem" {
        summary "remainder of float division";
        operands { lhs: one k::FLOATS, rhs: one k::FLOATS }
        results { res: one k::FLOATS }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` type($res)";
    }

    op FNegOp "llvm.fneg" {
        summary "negates a float";
        operands { operand: one k::FLOATS }
        results { res: one k::FLOATS }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultType]
        format "$operand attr-dict `:` type($res)";
    }

    op ICmpOp "llvm.icmp" {
        summary "compares integers or pointers";
        operands { lhs: one k::COMPARABLE, rhs: one k::COMPARABLE }
        results { res: one k::BITS }
        attributes { predicate: required attrs::ICMP_PREDICATE }
        traits [Pure, SameTypeOperands]
        rules [
            TypesMatchWith {
                summary: "result type has i1 element type and same shape as operands",
                from: "lhs",
                to: "res",
                transform: crate::arith::attrs::i1_of_same_shape,
            },
        ]
        custom compare::parse_icmp, compare::print;
        hooks { fold: fold::icmp }
    }

    op FCmpOp "llvm.fcmp" {
        summary "compares floats";
        operands { lhs: one k::FLOATS, rhs: one k::FLOATS }
        results { res: one k::BITS }
        attributes {
            predicate: required attrs::FCMP_PREDICATE,
            fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath,
        }
        traits [Pure, SameTypeOperands]
        rules [
            TypesMatchWith {
                summary: "result type has i1 element type and same shape as operands",
                from: "lhs",
                to: "res",
                transform: crate::arith::attrs::i1_of_same_shape,
            },
        ]
        custom compare::parse_fcmp, compare::print;
    }
}
