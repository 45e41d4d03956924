//! Reductions of vectors under a mask.

use super::constraints as k;
use crate::constraints as c;

asyncir_ir::ops! {
    /// Reductions of vectors under a mask.
    pub const MASKED_REDUCTIONS;

    op VPReduceAddOp "llvm.intr.vp.reduce.add" {
        summary "sum of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_INTEGER, val: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceMulOp "llvm.intr.vp.reduce.mul" {
        summary "product of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_INTEGER, val: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceAndOp "llvm.intr.vp.reduce.and" {
        summary "bitwise and of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_INTEGER, val: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceOrOp "llvm.intr.vp.reduce.or" {
        summary "bitwise or of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_INTEGER, val: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceXorOp "llvm.intr.vp.reduce.xor" {
        summary "bitwise exclusive or of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_INTEGER, val: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceSMaxOp "llvm.intr.vp.reduce.smax" {
        summary "largest signed one of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_INTEGER, val: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceSMinOp "llvm.intr.vp.reduce.smin" {
        summary "smallest signed one of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_INTEGER, val: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceUMaxOp "llvm.intr.vp.reduce.umax" {
        summary "largest unsigned one of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_INTEGER, val: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceUMinOp "llvm.intr.vp.reduce.umin" {
        summary "smallest unsigned one of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_INTEGER, val: one k::VECTOR_OF_INTEGERS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceFAddOp "llvm.intr.vp.reduce.fadd" {
        summary "sum of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_FLOAT, val: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceFMulOp "llvm.intr.vp.reduce.fmul" {
        summary "product of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_FLOAT, val: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceFMaxOp "llvm.intr.vp.reduce.fmax" {
        summary "largest one, ignoring NaN, of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_FLOAT, val: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }

    op VPReduceFMinOp "llvm.intr.vp.reduce.fmin" {
        summary "smallest one, ignoring NaN, of a start value and the elements that a mask leaves";
        operands { satrt_value: one c::ANY_FLOAT, val: one k::VECTOR_OF_FLOATS, mask: one k::VECTOR_OF_BITS, evl: one c::I32 }
        results { res: one k::ANY }
        traits [Pure]
    }
}
