//! Conversions.

use super::{attrs, constraints as k, flags, fold, struct_attrs, verify};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Conversions.
    pub const CAST_OPS;

    op BitcastOp "llvm.bitcast" {
        summary "reads the bits of a value as another type";
        operands { arg: one k::NON_AGGREGATE }
        results { res: one k::NON_AGGREGATE }
        traits [Pure]
        format "$arg attr-dict `:` type($arg) `to` type($res)";
        hooks { verify_types: verify::bitcast, fold: fold::same_type }
    }

    op AddrSpaceCastOp "llvm.addrspacecast" {
        summary "converts a pointer to another address space";
        operands { arg: one k::POINTERS }
        results { res: one k::POINTERS }
        traits [Pure]
        format "$arg attr-dict `:` type($arg) `to` type($res)";
        hooks { fold: fold::same_type }
    }

    op IntToPtrOp "llvm.inttoptr" {
        summary "makes an integer a pointer";
        operands { arg: one k::INTEGERS }
        results { res: one k::POINTERS }
        attributes { dereferenceable: optional struct_attrs::DEREFERENCEABLE }
        traits [Pure]
        format "$arg (`dereferenceable` `` $dereferenceable^)? attr-dict `:` type($arg) `to` type($res)";
    }

    op PtrToIntOp "llvm.ptrtoint" {
        summary "makes a pointer an integer";
        operands { arg: one k::POINTERS }
        results { res: one k::INTEGERS }
        traits [Pure]
        format "$arg attr-dict `:` type($arg) `to` type($res)";
    }

    op SExtOp "llvm.sext" {
        summary "extends an integer with its sign";
        operands { arg: one k::INTEGERS }
        results { res: one k::INTEGERS }
        traits [Pure]
        format "$arg attr-dict `:` type($arg) `to` type($res)";
        hooks { verify_types: verify::extension }
    }

    /// With `nneg`, a negative operand makes the result poison.
    op ZExtOp "llvm.zext" {
        summary "extends an integer with zeros";
        operands { arg: one k::INTEGERS }
        results { res: one k::INTEGERS }
        attributes { nonNeg: optional c::UNIT_ATTR }
        traits [Pure]
        format "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)";
        hooks { verify_types: verify::extension, fold: fold::zext }
    }

    op TruncOp "llvm.trunc" {
        summary "drops the high bits of an integer";
        operands { arg: one k::INTEGERS }
        results { res: one k::INTEGERS }
        attributes { overflowFlags: default k::FLAGS_I32 = attrs::zero_i32 }
        traits [Pure]
        format "$arg `` custom<Overflow>($overflowFlags) attr-dict `:` type($arg) `to` type($res)";
        directives ["Overflow" => flags::parse_overflow, flags::print_overflow]
    }

    op SIToFPOp "llvm.sitofp" {
        summary "converts a signed integer to a float";
        operands { arg: one k::INTEGERS }
        results { res: one k::FLOATS }
        traits [Pure]
        format "$arg attr-dict `:` type($arg) `to` type($res)";
    }

    op UIToFPOp "llvm.uitofp" {
        summary "converts an unsigned integer to a float";
        operands { arg: one k::INTEGERS }
        results { res: one k::FLOATS }
        attributes { nonNeg: optional c::UNIT_ATTR }
        traits [Pure]
        format "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)";
    }

    op FPToSIOp "llvm.fptosi" {
        summary "converts a float to a signed integer";
        operands { arg: one k::FLOATS }
        results { res: one k::INTEGERS }
        traits [Pure]
        format "$arg attr-dict `:` type($arg) `to` type($res)";
    }

    op FPToUIOp "llvm.fptoui" {
        summary "converts a float to an unsigned integer";
        operands { arg: one k::FLOATS }
        results { res: one k::INTEGERS }
        traits [Pure]
        format "$arg attr-dict `:` type($arg) `to` type($res)";
    }

    op FPExtOp "llvm.fpext" {
        summary "converts a float to a wider format";
        operands { arg: one k::FLOATS }
        results { res: one k::FLOATS }
        traits [Pure]
        format "$arg attr-dict `:` type($arg) `to` type($res)";
    }

    op FPTruncOp "llvm.fptrunc" {
        summary "converts a float to a narrower format";
        operands { arg: one k::FLOATS }
        results { res: one k::FLOATS }
        traits [Pure]
        format "$arg attr-dict `:` type($arg) `to` type($res)";
    }
}
