//! Intrinsics on vectors.

use super::{attrs, constraints as k, verify_intr};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Intrinsics on vectors.
    pub const VECTOR_INTRINSICS;

    op VectorReduceAddIntrOp "llvm.intr.vector.reduce.add" {
        summary "sum of all elements";
        operands { r#in: one k::VECTOR_OF_INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultElementType]
    }

    op VectorReduceMulIntrOp "llvm.intr.vector.reduce.mul" {
        summary "product of all elements";
        operands { r#in: one k::VECTOR_OF_INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultElementType]
    }

    op VectorReduceAndIntrOp "llvm.intr.vector.reduce.and" {
        summary "bitwise and of all elements";
        operands { r#in: one k::VECTOR_OF_INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultElementType]
    }

    op VectorReduceOrIntrOp "llvm.intr.vector.reduce.or" {
        summary "bitwise or of all elements";
        operands { r#in: one k::VECTOR_OF_INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultElementType]
    }

    op VectorReduceXorIntrOp "llvm.intr.vector.reduce.xor" {
        summary "bitwise exclusive or of all elements";
        operands { r#in: one k::VECTOR_OF_INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultElementType]
    }

    op VectorReduceSmaxIntrOp "llvm.intr.vector.reduce.smax" {
        summary "largest signed element";
        operands { r#in: one k::VECTOR_OF_INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultElementType]
    }

    op VectorReduceSminIntrOp "llvm.intr.vector.reduce.smin" {
        summary "smallest signed element";
        operands { r#in: one k::VECTOR_OF_INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultElementType]
    }

    op VectorReduceUmaxIntrOp "llvm.intr.vector.reduce.umax" {
        summary "largest unsigned element";
        operands { r#in: one k::VECTOR_OF_INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultElementType]
    }

    op VectorReduceUminIntrOp "llvm.intr.vector.reduce.umin" {
        summary "smallest unsigned element";
        operands { r#in: one k::VECTOR_OF_INTEGERS }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultElementType]
    }

    op VectorReduceFaddIntrOp "llvm.intr.vector.reduce.fadd" {
        summary "sum of all elements, from a start value";
        operands { start_value: one c::ANY_FLOAT, input: one k::VECTOR_OF_FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultElementType]
    }

    op VectorReduceFmulIntrOp "llvm.intr.vector.reduce.fmul" {
        summary "product of all elements, from a start value";
        operands { start_value: one c::ANY_FLOAT, input: one k::VECTOR_OF_FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultElementType]
    }

    op VectorReduceFmaxIntrOp "llvm.intr.vector.reduce.fmax" {
        summary "largest element, ignoring NaN";
        operands { r#in: one k::VECTOR_OF_FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultElementType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op VectorReduceFminIntrOp "llvm.intr.vector.reduce.fmin" {
        summary "smallest element, ignoring NaN";
        operands { r#in: one k::VECTOR_OF_FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultElementType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op VectorReduceFmaximumIntrOp "llvm.intr.vector.reduce.fmaximum" {
        summary "largest element, or NaN";
        operands { r#in: one k::VECTOR_OF_FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultElementType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op VectorReduceFminimumIntrOp "llvm.intr.vector.reduce.fminimum" {
        summary "smallest element, or NaN";
        operands { r#in: one k::VECTOR_OF_FLOATS }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure, SameOperandsAndResultElementType]
        format "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    }

    op VectorExtractIntrOp "llvm.intr.vector.extract" {
        summary "part of a vector";
        operands { srcvec: one k::VECTOR }
        results { res: one k::VECTOR }
        attributes { pos: required c::I64_ATTR }
        traits [Pure]
        format "$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)";
    }

    op VectorInsertIntrOp "llvm.intr.vector.insert" {
        summary "a vector with a part replaced";
        operands { dstvec: one k::VECTOR, srcvec: one k::VECTOR }
        results { res: one k::VECTOR }
        attributes { pos: required c::I64_ATTR }
        traits [Pure]
        rules [AllTypesMatch(&["dstvec", "res"])]
        format "$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)";
    }

    op VectorInterleave2IntrOp "llvm.intr.vector.interleave2" {
        summary "elements of two vectors in turn";
        operands { vec1: one k::VECTOR, vec2: one k::VECTOR }
        results { res: one k::ANY }
        traits [Pure]
        rules [verify_intr::TWICE, AllTypesMatch(&["vec1", "vec2"])]
    }

    op VectorDeinterleave2IntrOp "llvm.intr.vector.deinterleave2" {
        summary "elements at even and at odd places";
        operands { vec: one k::VECTOR }
        results { res: one k::ANY }
        traits [Pure]
    }

    op MaskedLoadIntrOp "llvm.intr.masked.load" {
        summary "reads elements where a mask is set";
        operands { data: one k::POINTER, mask: one k::VECTOR_OF_BITS, pass_thru: optional k::VECTOR }
        results { res: one k::VECTOR }
        attributes { alignment: required c::I32_ATTR, nontemporal: optional c::UNIT_ATTR }
        format "operands attr-dict `:` functional-type(operands, results)";
    }

    op MaskedExpandLoadIntrOp "llvm.intr.masked.expandload" {
        summary "reads consecutive elements to where a mask is set";
        operands { ptr: one c::ANY_TYPE, mask: one c::ANY_TYPE, passthru: one c::ANY_TYPE }
        results { res: one c::ANY_TYPE }
        attributes { arg_attrs: optional c::DICT_ARRAY_ATTR, res_attrs: optional c::DICT_ARRAY_ATTR }
    }

    op MaskedCompressStoreIntrOp "llvm.intr.masked.compressstore" {
        summary "writes elements where a mask is set to consecutive places";
        operands { value: one k::VECTOR, ptr: one k::POINTER, mask: one k::VECTOR_OF_BITS }
        attributes { arg_attrs: optional c::DICT_ARRAY_ATTR, res_attrs: optional c::DICT_ARRAY_ATTR }
    }

    op VScaleIntrOp "llvm.intr.vscale" {
        summary "how many times a scalable vector is longer";
        results { res: one c::SIGNLESS_INTEGER }
        traits [Pure]
    }

    op MaskedStoreIntrOp "llvm.intr.masked.store" {
        summary "writes elements where a mask is set";
        operands { value: one k::VECTOR, data: one k::POINTER, mask: one k::VECTOR_OF_BITS }
        attributes { alignment: required c::I32_ATTR }
        format "$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` qualified(type($data))";
    }

    op MaskedGatherIntrOp "llvm.intr.masked.gather" {
        summary "reads elements from many addresses";
        operands { ptrs: one k::VECTOR_OF_POINTERS, mask: one k::VECTOR_OF_BITS, pass_thru: variadic k::VECTOR }
        results { res: one k::VECTOR }
        attributes { alignment: required c::I32_ATTR }
        format "operands attr-dict `:` functional-type(operands, results)";
        hooks { verify_types: verify_intr::masked_gather }
    }

    op MaskedScatterIntrOp "llvm.intr.masked.scatter" {
        summary "writes elements to many addresses";
        operands { value: one k::VECTOR, ptrs: one k::VECTOR_OF_POINTERS, mask: one k::VECTOR_OF_BITS }
        attributes { alignment: required c::I32_ATTR }
        format "$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($ptrs)";
        hooks { verify_types: verify_intr::masked_scatter }
    }

    op MaskedExpandloadIntrOp "llvm.intr.masked.expandload" {
        summary "reads consecutive elements where a mask is set";
        operands { ptr: one k::POINTER, mask: one k::VECTOR_OF_BITS, passthru: one k::VECTOR }
        results { res: one k::ANY }
        attributes { arg_attrs: optional c::DICT_ARRAY_ATTR, res_attrs: optional c::DICT_ARRAY_ATTR }
    }

    op MaskedCompressstoreIntrOp "llvm.intr.masked.compressstore" {
        summary "writes elements where a mask is set one behind the other";
        operands { value: one k::VECTOR, ptr: one k::POINTER, mask: one k::VECTOR_OF_BITS }
        attributes { arg_attrs: optional c::DICT_ARRAY_ATTR, res_attrs: optional c::DICT_ARRAY_ATTR }
    }

    op VscaleIntrOp "llvm.intr.vscale" {
        summary "how many times a scalable vector is longer";
        results { res: one k::ANY }
    }

    op StepvectorIntrOp "llvm.intr.stepvector" {
        summary "0, 1, 2 and so on";
        results { res: one k::VECTOR_OF_INTEGERS }
        traits [Pure]
        format "attr-dict `:` type($res)";
    }

    op GetActiveLaneMaskIntrOp "llvm.intr.get.active.lane.mask" {
        summary "which lanes are below a bound";
        operands { base: one c::SIGNLESS_INTEGER, n: one c::SIGNLESS_INTEGER }
        results { res: one k::ANY }
        traits [Pure]
        format "$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)";
    }
}
