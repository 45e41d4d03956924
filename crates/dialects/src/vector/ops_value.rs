//! Making vectors and taking them apart.

use super::{
    asm, canonicalize, canonicalize_elements, canonicalize_extract, canonicalize_shape, canonicalize_slice,
    constraints as k, fold, fold_extract, fold_slice, names, verify, verify_compute, verify_slice,
};
use crate::constraints as c;
use crate::result_names::by_slot;

asyncir_ir::ops! {
    /// Making vectors and taking them apart.
    pub const VALUE_OPS;

    op BroadcastOp "vector.broadcast" {
        summary "repeats a value to fill a vector";
        operands { source: one c::ANY_TYPE }
        results { vector: one c::ANY_VECTOR }
        traits [Pure]
        format "$source attr-dict `:` type($source) `to` type($vector)";
        hooks { verify: verify::broadcast, fold: fold::broadcast, canonicalize: canonicalize_shape::BROADCAST }
    }

    /// The position may be shorter than the rank; then a vector is taken out.
    op ExtractOp "vector.extract" {
        summary "a part of a vector";
        operands { source: one c::ANY_VECTOR, dynamic_position: variadic c::INDEX }
        results { result: one c::ANY_TYPE }
        attributes { static_position: required c::DENSE_I64_ARRAY_ATTR }
        traits [Pure]
        rules [SameElementType { what: "operand and result", slots: ["source", "result"] }]
        format "$source `` custom<Position>($dynamic_position, $static_position) attr-dict `:` type($result) \
            `from` type($source)";
        directives ["Position" => asm::parse_position, asm::print_position]
        hooks { verify: verify::extract, fold: fold_extract::extract, canonicalize: canonicalize_extract::EXTRACT }
    }

    op InsertOp "vector.insert" {
        summary "a vector with a part replaced";
        operands { valueToStore: one c::ANY_TYPE, dest: one c::ANY_VECTOR, dynamic_position: variadic c::INDEX }
        results { result: one c::ANY_VECTOR }
        attributes { static_position: required c::DENSE_I64_ARRAY_ATTR }
        traits [Pure]
        rules [
            SameElementType { what: "source operand and result", slots: ["valueToStore", "result"] },
            AllTypesMatch(&["dest", "result"]),
        ]
        format "$valueToStore `,` $dest custom<Position>($dynamic_position, $static_position) attr-dict `:` \
            type($valueToStore) `into` type($dest)";
        directives ["Position" => asm::parse_position, asm::print_position]
        hooks { verify: verify::insert, fold: fold::insert, canonicalize: canonicalize_elements::INSERT }
    }

    op FromElementsOp "vector.from_elements" {
        summary "a vector of the given elements";
        operands { elements: variadic c::ANY_TYPE }
        results { dest: one c::ANY_FIXED_VECTOR }
        traits [Pure]
        rules [
            Holds {
                summary: "shaped type 'dest' matches 'elements' element count and types",
                predicate: |op| verify::has_elements(op.ctx, op.result_type(0), &op.operand_types()),
            },
        ]
        custom asm::parse_from_elements, asm::print_from_elements;
        hooks {
            fold: fold::from_elements,
            canonicalize: canonicalize_elements::FROM_ELEMENTS,
        }
    }

    op ToElementsOp "vector.to_elements" {
        summary "all elements of a vector";
        operands { source: one c::ANY_VECTOR }
        results { elements: variadic c::ANY_TYPE }
        traits [Pure]
        rules [
            Holds {
                summary: "shaped type 'source' matches 'elements' element count and types",
                predicate: |op| verify::has_elements(op.ctx, op.operand_type(0), &op.result_types()),
            },
        ]
        format "$source attr-dict `:` type($source)";
        hooks {
            infer: verify::infer_to_elements,
            fold: fold::to_elements,
            canonicalize: canonicalize_elements::TO_ELEMENTS,
        }
    }

    op ShapeCastOp "vector.shape_cast" {
        summary "the elements of the operand under another shape";
        operands { source: one c::ANY_VECTOR }
        results { result: one c::ANY_VECTOR }
        traits [Pure]
        format "$source attr-dict `:` type($source) `to` type($result)";
        hooks { verify: verify::shape_cast, fold: fold::shape_cast, canonicalize: canonicalize_shape::SHAPE_CAST }
    }

    op BitcastOp "vector.bitcast" {
        summary "reads the bits of a vector as another vector type";
        operands { source: one c::ANY_VECTOR }
        results { result: one c::ANY_VECTOR }
        traits [Pure]
        format "$source attr-dict `:` type($source) `to` type($result)";
        hooks { verify: verify::bitcast, fold: fold::bitcast }
    }

    op ShuffleOp "vector.shuffle" {
        summary "elements of two vectors in another order";
        operands { v1: one c::ANY_FIXED_VECTOR, v2: one c::ANY_FIXED_VECTOR }
        results { vector: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        attributes { mask: required c::DENSE_I64_ARRAY_ATTR }
        traits [Pure]
        rules [
            SameElementType { what: "first operand v1 and result", slots: ["v1", "vector"] },
            SameElementType { what: "second operand v2 and result", slots: ["v2", "vector"] },
        ]
        format "operands $mask attr-dict `:` type(operands)";
        hooks {
            fold: fold::shuffle,
            infer: verify::infer_shuffle,
            verify: verify::shuffle,
            canonicalize: canonicalize_shape::SHUFFLE,
        }
    }

    op TransposeOp "vector.transpose" {
        summary "dimensions in another order";
        operands { vector: one c::ANY_VECTOR }
        results { result: one c::ANY_VECTOR }
        attributes { permutation: required c::DENSE_I64_ARRAY_ATTR }
        traits [Pure]
        rules [SameElementType { what: "operand and result", slots: ["vector", "result"] }]
        format "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)";
        hooks { verify: verify::transpose, fold: fold::transpose, canonicalize: canonicalize_shape::TRANSPOSE }
    }

    op ExtractStridedSliceOp "vector.extract_strided_slice" {
        summary "a rectangular part of a vector";
        operands { source: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        results { result: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        attributes {
            offsets: required c::I64_ARRAY_ATTR,
            sizes: required c::I64_ARRAY_ATTR,
            strides: required c::I64_ARRAY_ATTR,
        }
        traits [Pure]
        rules [SameElementType { what: "operand and result", slots: ["source", "result"] }]
        format "$source attr-dict `:` type($source) `to` type(results)";
        hooks {
            verify: verify_slice::extract_strided_slice,
            fold: fold_slice::extract_strided_slice,
            canonicalize: canonicalize_slice::STRIDED_SLICE,
        }
    }

    op InsertStridedSliceOp "vector.insert_strided_slice" {
        summary "a vector with a rectangular part replaced";
        operands { valueToStore: one c::ANY_VECTOR_OF_NON_ZERO_RANK, dest: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        results { result: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        attributes { offsets: required c::I64_ARRAY_ATTR, strides: required c::I64_ARRAY_ATTR }
        traits [Pure]
        rules [
            SameElementType { what: "operand #0 and result", slots: ["valueToStore", "result"] },
            AllTypesMatch(&["dest", "result"]),
        ]
        format "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)";
        hooks {
            verify: verify_slice::insert_strided_slice,
            fold: fold_slice::insert_strided_slice,
            canonicalize: canonicalize_shape::INSERT_SLICE,
        }
    }

    op InterleaveOp "vector.interleave" {
        summary "elements of two vectors in turn";
        operands { lhs: one c::ANY_VECTOR, rhs: one c::ANY_VECTOR }
        results { result: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        traits [Pure]
        rules [
            AllTypesMatch(&["lhs", "rhs"]),
            TypesMatchWith {
                summary: "type of 'result' is double the width of the inputs",
                from: "lhs",
                to: "result",
                transform: verify::twice,
            },
        ]
        format "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
    }

    op DeinterleaveOp "vector.deinterleave" {
        summary "elements at even and at odd places";
        operands { source: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        results { res1: one c::ANY_VECTOR_OF_NON_ZERO_RANK, res2: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        traits [Pure]
        rules [
            TypesMatchWith {
                summary: "the trailing dimension of the results is half the width of source trailing dimension",
                from: "source",
                to: "res1",
                transform: verify::half,
            },
            AllTypesMatch(&["res1", "res2"]),
        ]
        format "$source attr-dict `:` type($source) `->` type($res1)";
        hooks { verify_types: verify::deinterleave, result_names: by_slot }
    }

    op ScalableExtractOp "vector.scalable.extract" {
        summary "a part of a scalable vector";
        operands { source: one k::SCALABLE_RANK_1 }
        results { result: one k::RANK_1 }
        attributes { pos: required c::I64_ATTR }
        traits [Pure]
        rules [AllElementTypesMatch(&["source", "result"])]
        format "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)";
        hooks { verify_types: verify::scalable_extract }
    }

    op ScalableInsertOp "vector.scalable.insert" {
        summary "a scalable vector with a part replaced";
        operands { valueToStore: one k::RANK_1, dest: one k::SCALABLE_RANK_1 }
        results { result: one k::SCALABLE_RANK_1 }
        attributes { pos: required c::I64_ATTR }
        traits [Pure]
        rules [AllElementTypesMatch(&["valueToStore", "dest"]), AllTypesMatch(&["dest", "result"])]
        format "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)";
        hooks { verify_types: verify::scalable_insert }
    }

    op StepOp "vector.step" {
        summary "0, 1, 2 and so on";
        results { result: one k::INDEX_RANK_1 }
        traits [Pure]
        format "attr-dict `:` type($result)";
        hooks { canonicalize: canonicalize_shape::STEP }
    }

    op VectorScaleOp "vector.vscale" {
        summary "how many times a scalable vector is longer";
        results { res: one c::INDEX }
        traits [Pure]
        format "attr-dict";
        hooks { result_names: names::vscale }
    }

    op CreateMaskOp "vector.create_mask" {
        summary "a mask with as many bits set as the operands say";
        operands { operands: variadic c::INDEX }
        results { result: one k::BITS_OF_ANY_RANK }
        traits [Pure]
        format "$operands attr-dict `:` type(results)";
        hooks { verify_types: verify_compute::create_mask, canonicalize: canonicalize::CREATE_MASK }
    }

    op ConstantMaskOp "vector.constant_mask" {
        summary "a mask with so many bits set";
        results { result: one k::BITS_OF_ANY_RANK }
        attributes { mask_dim_sizes: required c::DENSE_I64_ARRAY_ATTR }
        traits [Pure]
        format "$mask_dim_sizes attr-dict `:` type(results)";
        hooks { verify_types: verify_compute::constant_mask, fold: fold::constant_mask }
    }
}
