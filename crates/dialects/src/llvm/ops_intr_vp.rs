//! Intrinsics on the elements of vectors that a mask leaves and that stand before an explicit vector length.

use super::constraints as k;
use crate::constraints as c;

asyncir_ir::ops! {
    /// Intrinsics under a mask and a length.
    pub const VP_INTRINSICS;

    op VPAddOp "llvm.intr.vp.add" {
        summary "sum of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPSubOp "llvm.intr.vp.sub" {
        summary "difference of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPMulOp "llvm.intr.vp.mul" {
        summary "product of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPSDivOp "llvm.intr.vp.sdiv" {
        summary "signed quotient of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPUDivOp "llvm.intr.vp.udiv" {
        summary "unsigned quotient of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPSRemOp "llvm.intr.vp.srem" {
        summary "signed remainder of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPURemOp "llvm.intr.vp.urem" {
        summary "unsigned remainder of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPAndOp "llvm.intr.vp.and" {
        summary "bitwise and of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPOrOp "llvm.intr.vp.or" {
        summary "bitwise or of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPXorOp "llvm.intr.vp.xor" {
        summary "bitwise exclusive or of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPShlOp "llvm.intr.vp.shl" {
        summary "shift to the left of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPLShrOp "llvm.intr.vp.lshr" {
        summary "logical shift to the right of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPAShrOp "llvm.intr.vp.ashr" {
        summary "arithmetic shift to the right of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPSMaxOp "llvm.intr.vp.smax" {
        summary "larger signed one of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPSMinOp "llvm.intr.vp.smin" {
        summary "smaller signed one of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPUMaxOp "llvm.intr.vp.umax" {
        summary "larger unsigned one of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPUMinOp "llvm.intr.vp.umin" {
        summary "smaller unsigned one of each two elements";
        operands { lhs: one k::VECTOR_OF_INTEGERS, rhs: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFAddOp "llvm.intr.vp.fadd" {
        summary "sum of each two elements";
        operands { lhs: one k::VECTOR_OF_FLOATS, rhs: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFSubOp "llvm.intr.vp.fsub" {
        summary "difference of each two elements";
        operands { lhs: one k::VECTOR_OF_FLOATS, rhs: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFMulOp "llvm.intr.vp.fmul" {
        summary "product of each two elements";
        operands { lhs: one k::VECTOR_OF_FLOATS, rhs: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFDivOp "llvm.intr.vp.fdiv" {
        summary "quotient of each two elements";
        operands { lhs: one k::VECTOR_OF_FLOATS, rhs: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFRemOp "llvm.intr.vp.frem" {
        summary "remainder of each two elements";
        operands { lhs: one k::VECTOR_OF_FLOATS, rhs: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFNegOp "llvm.intr.vp.fneg" {
        summary "elements with the opposite sign";
        operands { op: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFmaOp "llvm.intr.vp.fma" {
        summary "product of each two elements, added to a third without rounding in between";
        operands { op1: one k::VECTOR_OF_FLOATS, op2: one k::VECTOR_OF_FLOATS, op3: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFMulAddOp "llvm.intr.vp.fmuladd" {
        summary "product of each two elements, added to a third";
        operands { op1: one k::VECTOR_OF_FLOATS, op2: one k::VECTOR_OF_FLOATS, op3: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFPExtOp "llvm.intr.vp.fpext" {
        summary "elements as wider floats";
        operands { src: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFPTruncOp "llvm.intr.vp.fptrunc" {
        summary "elements as narrower floats";
        operands { src: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFPToSIOp "llvm.intr.vp.fptosi" {
        summary "elements as signed integers";
        operands { src: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPFPToUIOp "llvm.intr.vp.fptoui" {
        summary "elements as unsigned integers";
        operands { src: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPSIToFPOp "llvm.intr.vp.sitofp" {
        summary "signed elements as floats";
        operands { src: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPUIToFPOp "llvm.intr.vp.uitofp" {
        summary "unsigned elements as floats";
        operands { src: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPSExtOp "llvm.intr.vp.sext" {
        summary "signed elements as wider integers";
        operands { src: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPZExtOp "llvm.intr.vp.zext" {
        summary "unsigned elements as wider integers";
        operands { src: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPTruncOp "llvm.intr.vp.trunc" {
        summary "elements as narrower integers";
        operands { src: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPIntToPtrOp "llvm.intr.vp.inttoptr" {
        summary "integers as pointers";
        operands { src: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPPtrToIntOp "llvm.intr.vp.ptrtoint" {
        summary "pointers as integers";
        operands { src: one k::VECTOR_OF_POINTERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPSelectMinOp "llvm.intr.vp.select" {
        summary "elements of one vector or the other, by a condition";
        operands { cond: one k::VECTOR_OF_BITS, true_val: one k::VECTOR, false_val: one k::VECTOR, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPMergeMinOp "llvm.intr.vp.merge" {
        summary "elements of one vector or the other, by a condition; of the second one behind the length";
        operands { cond: one k::VECTOR_OF_BITS, true_val: one k::VECTOR, false_val: one k::VECTOR, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPLoadOp "llvm.intr.vp.load" {
        summary "reads elements";
        operands { ptr: one k::POINTER, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
    }

    op VPStoreOp "llvm.intr.vp.store" {
        summary "writes elements";
        operands { val: one k::VECTOR, ptr: one k::POINTER, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
    }

    op VPStridedLoadOp "llvm.intr.experimental.vp.strided.load" {
        summary "reads elements that lie apart";
        operands { ptr: one k::POINTER, stride: one c::SIGNLESS_INTEGER, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
    }

    op VPStridedStoreOp "llvm.intr.experimental.vp.strided.store" {
        summary "writes elements that lie apart";
        operands { val: one k::VECTOR, ptr: one k::POINTER, stride: one c::SIGNLESS_INTEGER, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
    }
}
