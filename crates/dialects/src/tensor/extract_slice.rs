//! Reading parts of tensors.

use asyncir_ir::{Context, Fallible, Location, OpRef, OperationState, Type, ValueId};

use super::slice::{Statics, slice_accessors, verify_part};
use super::{canonicalize_slice, fold_slice};
use crate::constraints::{ANY_RANKED_TENSOR, DENSE_I64_ARRAY_ATTR, INDEX};
use crate::index_list::{self, Entry, index_list_directive};
use crate::memref::reinterpret_cast::{Slice, slice_builder};
use crate::memref::subview::dropped_by_sizes;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// A part of a tensor: offsets, sizes and strides, in elements, for each dimension. Dimensions of size 1 may be left
    /// out of the result.
    ///
    /// ```mlir
    /// %p = tensor.extract_slice %t[%i, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
    /// ```
    op ExtractSliceOp "tensor.extract_slice" {
        summary "extract slice operation";
        operands {
            source: one ANY_RANKED_TENSOR,
            offsets: variadic INDEX,
            sizes: variadic INDEX,
            strides: variadic INDEX,
        }
        results { result: one ANY_RANKED_TENSOR }
        attributes {
            static_offsets: required DENSE_I64_ARRAY_ATTR,
            static_sizes: required DENSE_I64_ARRAY_ATTR,
            static_strides: required DENSE_I64_ARRAY_ATTR,
        }
        traits [AttrSizedOperandSegments, Pure]
        format "$source `` custom<Offsets>($offsets, $static_offsets) custom<Sizes>($sizes, $static_sizes) \
                custom<Strides>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)";
        directives [
            "Offsets" => parse_offsets, print_offsets;
            "Sizes" => parse_sizes, print_sizes;
            "Strides" => parse_strides, print_strides;
        ]
        hooks {
            verify: verify_extract_slice,
            fold: fold_slice::extract_slice,
            canonicalize: canonicalize_slice::EXTRACT_SLICE,
            result_names: |op, name| name(op.result(0), "extracted_slice"),
        }
    }
}

index_list_directive! {
    parse_offsets, print_offsets: ExtractSliceOp, offsets, static_offsets;
    parse_sizes, print_sizes: ExtractSliceOp, sizes, static_sizes;
    parse_strides, print_strides: ExtractSliceOp, strides, static_strides;
}

slice_accessors!(ExtractSliceOp);

slice_builder!(ExtractSliceOp);

impl ExtractSliceOp<'_> {
    /// Offsets, sizes and strides.
    pub fn part(self) -> [Vec<Entry>; 3] {
        let slice = self.slice();
        [slice.offsets, slice.sizes, slice.strides]
    }

    /// The sizes of the result.
    pub fn result_sizes(self) -> Option<Vec<Entry>> {
        let sizes = self.slice().sizes;
        let dropped = dropped_by_sizes(&index_list::split(&sizes).0, self.0.result_type(0).shape(self.0.ctx)?)?;
        let kept = sizes.into_iter().zip(dropped).filter(|(_, dropped)| !dropped);
        Some(kept.map(|(size, _)| size).collect())
    }
}

fn verify_extract_slice(op: OpRef<'_>) -> Fallible {
    verify_part(op, op.operand_type(0), op.result_type(0), &ExtractSliceOp(op).statics())
}
