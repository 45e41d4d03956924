//! Ops on integers.

use super::{attrs, canonicalize_int, fold_int, verify};
use crate::constraints as c;
use crate::result_names::by_slot;
use crate::speculation;

asyncir_ir::ops! {
    /// Ops on integers.
    pub const INT_OPS;

    op AddIOp "arith.addi" {
        summary "adds integers";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        attributes { overflowFlags: default attrs::OVERFLOW = attrs::no_overflow }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)";
        hooks { fold: fold_int::addi, canonicalize: canonicalize_int::ADDI }
    }

    /// The second result tells whether the sum does not fit.
    op AddUIExtendedOp "arith.addui_extended" {
        summary "adds unsigned integers with carry";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { sum: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, overflow: one c::BOOL_LIKE }
        traits [Pure, Commutative, Elementwise]
        rules [AllTypesMatch(&["lhs", "rhs", "sum"])]
        format "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)";
        hooks {
            fold: fold_int::addui_extended,
            canonicalize: canonicalize_int::ADDUI_EXTENDED,
            infer: verify::infer_addui_extended,
            verify_types: verify::addui_extended,
            result_names: by_slot,
        }
    }

    op SubIOp "arith.subi" {
        summary "subtracts integers";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        attributes { overflowFlags: default attrs::OVERFLOW = attrs::no_overflow }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)";
        hooks { fold: fold_int::subi, canonicalize: canonicalize_int::SUBI }
    }

    op MulIOp "arith.muli" {
        summary "multiplies integers";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        attributes { overflowFlags: default attrs::OVERFLOW = attrs::no_overflow }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)";
        hooks { result_names: super::names::product, fold: fold_int::muli, canonicalize: canonicalize_int::MULI }
    }

    /// The results are the low and the high half of the product.
    op MulSIExtendedOp "arith.mulsi_extended" {
        summary "multiplies signed integers to twice the width";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { low: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, high: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, Commutative, Elementwise]
        rules [AllTypesMatch(&["lhs", "rhs", "low", "high"])]
        format "$lhs `,` $rhs attr-dict `:` type($lhs)";
        hooks {
            fold: fold_int::mulsi_extended,
            canonicalize: canonicalize_int::MULSI_EXTENDED,
            result_names: by_slot,
        }
    }

    /// The results are the low and the high half of the product.
    op MulUIExtendedOp "arith.mului_extended" {
        summary "multiplies unsigned integers to twice the width";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { low: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, high: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, Commutative, Elementwise]
        rules [AllTypesMatch(&["lhs", "rhs", "low", "high"])]
        format "$lhs `,` $rhs attr-dict `:` type($lhs)";
        hooks {
            fold: fold_int::mului_extended,
            canonicalize: canonicalize_int::MULUI_EXTENDED,
            result_names: by_slot,
        }
    }

    /// Division by zero is undefined behaviour. With `exact`, a remainder makes the result poison.
    op DivUIOp "arith.divui" {
        summary "divides unsigned integers";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        attributes { isExact: optional c::UNIT_ATTR }
        traits [NoMemoryEffect, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)";
        hooks { speculatable: speculation::unsigned_division, fold: fold_int::divui }
    }

    /// Division by zero and overflow are undefined behaviour. With `exact`, a remainder makes the result poison.
    op DivSIOp "arith.divsi" {
        summary "divides signed integers, rounding toward zero";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        attributes { isExact: optional c::UNIT_ATTR }
        traits [NoMemoryEffect, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)";
        hooks { speculatable: speculation::signed_division, fold: fold_int::divsi }
    }

    /// Division by zero is undefined behaviour.
    op CeilDivUIOp "arith.ceildivui" {
        summary "divides unsigned integers, rounding up";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [NoMemoryEffect, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { speculatable: speculation::unsigned_division, fold: fold_int::ceildivui }
    }

    /// Division by zero and overflow are undefined behaviour.
    op CeilDivSIOp "arith.ceildivsi" {
        summary "divides signed integers, rounding toward plus infinity";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [NoMemoryEffect, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { speculatable: speculation::signed_division, fold: fold_int::ceildivsi }
    }

    /// Division by zero and overflow are undefined behaviour.
    op FloorDivSIOp "arith.floordivsi" {
        summary "divides signed integers, rounding toward minus infinity";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { speculatable: speculation::signed_division, fold: fold_int::floordivsi }
    }

    /// Division by zero is undefined behaviour.
    op RemUIOp "arith.remui" {
        summary "remainder of unsigned division";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { speculatable: speculation::unsigned_division, fold: fold_int::remui }
    }

    /// Division by zero is undefined behaviour.
    op RemSIOp "arith.remsi" {
        summary "remainder of signed division, with the sign of the dividend";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { speculatable: speculation::signed_division, fold: fold_int::remsi }
    }

    op AndIOp "arith.andi" {
        summary "bitwise and";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, Commutative, Idempotent, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { fold: fold_int::andi, canonicalize: canonicalize_int::ANDI }
    }

    op OrIOp "arith.ori" {
        summary "bitwise or";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, Commutative, Idempotent, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { fold: fold_int::ori, canonicalize: canonicalize_int::ORI }
    }

    op XOrIOp "arith.xori" {
        summary "bitwise exclusive or";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { fold: fold_int::xori, canonicalize: canonicalize_int::XORI }
    }

    /// A shift by the width or more gives poison.
    op ShLIOp "arith.shli" {
        summary "shifts bits to the left";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        attributes { overflowFlags: default attrs::OVERFLOW = attrs::no_overflow }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)";
        hooks { fold: fold_int::shli }
    }

    /// A shift by the width or more gives poison.
    op ShRUIOp "arith.shrui" {
        summary "shifts bits to the right, filling with zeros";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        attributes { isExact: optional c::UNIT_ATTR }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)";
        hooks { fold: fold_int::shrui }
    }

    /// A shift by the width or more gives poison.
    op ShRSIOp "arith.shrsi" {
        summary "shifts bits to the right, filling with the sign";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        attributes { isExact: optional c::UNIT_ATTR }
        traits [Pure, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)";
        hooks { fold: fold_int::shrsi }
    }

    op MaxSIOp "arith.maxsi" {
        summary "larger of two signed integers";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { fold: fold_int::maxsi }
    }

    op MaxUIOp "arith.maxui" {
        summary "larger of two unsigned integers";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { fold: fold_int::maxui }
    }

    op MinSIOp "arith.minsi" {
        summary "smaller of two signed integers";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { fold: fold_int::minsi }
    }

    op MinUIOp "arith.minui" {
        summary "smaller of two unsigned integers";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        traits [Pure, Commutative, SameOperandsAndResultType, Elementwise]
        format "$lhs `,` $rhs attr-dict `:` type($result)";
        hooks { fold: fold_int::minui }
    }
}
