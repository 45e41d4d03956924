//! The same memory under other types.

use super::{asm, canonicalize, constraints as k, fold, indices, names, verify};
use crate::constraints as c;

asyncir_ir::ops! {
    /// The same memory under other types.
    pub const VIEW_OPS;

    /// Static sizes, strides and offsets may become dynamic or the other way round.
    op CastOp "memref.cast" {
        summary "the same memory under another type";
        operands { source: one c::ANY_RANKED_OR_UNRANKED_MEMREF }
        results { dest: one c::ANY_RANKED_OR_UNRANKED_MEMREF }
        traits [Pure, SameOperandsAndResultShape]
        format "$source attr-dict `:` type($source) `to` type($dest)";
        hooks { verify: verify::cast, fold: fold::cast, result_names: names::cast }
    }

    op MemorySpaceCastOp "memref.memory_space_cast" {
        summary "the same memory in another memory space";
        operands { source: one c::ANY_RANKED_OR_UNRANKED_MEMREF }
        results { dest: one c::ANY_RANKED_OR_UNRANKED_MEMREF }
        traits [Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape]
        format "$source attr-dict `:` type($source) `to` type($dest)";
        hooks { fold: fold::memory_space_cast, result_names: names::memspacecast }
    }

    /// Offsets, sizes and strides are numbers or operands; in the static lists the smallest number stands for an operand.
    op SubViewOp "memref.subview" {
        summary "a part of some memory";
        operands {
            source: one c::ANY_MEMREF,
            offsets: variadic c::INDEX,
            sizes: variadic c::INDEX,
            strides: variadic c::INDEX,
        }
        results { result: one c::ANY_MEMREF }
        attributes {
            static_offsets: required c::DENSE_I64_ARRAY_ATTR,
            static_sizes: required c::DENSE_I64_ARRAY_ATTR,
            static_strides: required c::DENSE_I64_ARRAY_ATTR,
        }
        traits [Pure, AttrSizedOperandSegments]
        format "$source `` custom<Offsets>($offsets, $static_offsets) custom<Sizes>($sizes, $static_sizes) custom<Strides>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)";
        directives ["Offsets" => indices::parse_offsets, indices::print_offsets; "Sizes" => indices::parse_sizes, indices::print_sizes; "Strides" => indices::parse_strides, indices::print_strides]
        hooks {
            verify: verify::subview,
            fold: fold::subview,
            canonicalize: canonicalize::SUBVIEW,
            result_names: names::subview,
        }
    }

    /// Nothing of the source but its base is used.
    op ReinterpretCastOp "memref.reinterpret_cast" {
        summary "memory with another offset, other sizes and strides";
        operands {
            source: one c::ANY_RANKED_OR_UNRANKED_MEMREF,
            offsets: variadic c::INDEX,
            sizes: variadic c::INDEX,
            strides: variadic c::INDEX,
        }
        results { result: one k::STRIDED }
        attributes {
            static_offsets: required c::DENSE_I64_ARRAY_ATTR,
            static_sizes: required c::DENSE_I64_ARRAY_ATTR,
            static_strides: required c::DENSE_I64_ARRAY_ATTR,
        }
        traits [Pure, AttrSizedOperandSegments]
        format "$source `to` `offset` `` `:` custom<Offsets>($offsets, $static_offsets) `` `,` `sizes` `` `:` custom<Sizes>($sizes, $static_sizes) `` `,` `strides` `` `:` custom<Strides>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)";
        directives ["Offsets" => indices::parse_offsets, indices::print_offsets; "Sizes" => indices::parse_sizes, indices::print_sizes; "Strides" => indices::parse_strides, indices::print_strides]
        hooks {
            verify: verify::reinterpret_cast,
            fold: fold::reinterpret_cast,
            result_names: names::reinterpret_cast,
        }
    }

    op ReshapeOp "memref.reshape" {
        summary "memory with a shape that is read from other memory";
        operands { source: one c::ANY_RANKED_OR_UNRANKED_MEMREF, shape: one k::SHAPE }
        results { result: one c::ANY_RANKED_OR_UNRANKED_MEMREF }
        traits [Pure]
        format "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)";
        hooks { result_names: names::reshape }
    }

    op ExpandShapeOp "memref.expand_shape" {
        summary "memory with dimensions split";
        operands { src: one k::STRIDED, output_shape: variadic c::INDEX }
        results { result: one k::STRIDED }
        attributes {
            reassociation: required c::INDEX_LIST_ARRAY_ATTR,
            static_output_shape: required c::DENSE_I64_ARRAY_ATTR,
        }
        traits [Pure]
        format "$src $reassociation `output_shape` custom<OutputShape>($output_shape, $static_output_shape) attr-dict `:` type($src) `into` type($result)";
        directives ["OutputShape" => indices::parse_output_shape, indices::print_output_shape]
        hooks { verify: verify::expand_shape, result_names: names::expand_shape }
    }

    op CollapseShapeOp "memref.collapse_shape" {
        summary "memory with dimensions joined";
        operands { src: one k::STRIDED }
        results { result: one k::STRIDED }
        attributes { reassociation: required c::INDEX_LIST_ARRAY_ATTR }
        traits [Pure]
        format "$src $reassociation attr-dict `:` type($src) `into` type($result)";
        hooks { verify: verify::collapse_shape, result_names: names::collapse_shape }
    }

    op ViewOp "memref.view" {
        summary "memory of bytes as memory of another type";
        operands { source: one k::BYTES, byte_shift: one c::INDEX, sizes: variadic c::INDEX }
        results { result: one c::ANY_MEMREF }
        traits [Pure]
        format "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)";
        hooks { verify: verify::view, result_names: names::view }
    }

    op TransposeOp "memref.transpose" {
        summary "memory with its dimensions in another order";
        operands { r#in: one k::STRIDED }
        results { result: one k::STRIDED }
        attributes { permutation: required c::AFFINE_MAP_ATTR }
        traits [Pure]
        custom asm::parse_transpose, asm::print_transpose;
        hooks { verify: verify::transpose, result_names: names::transpose }
    }
}
