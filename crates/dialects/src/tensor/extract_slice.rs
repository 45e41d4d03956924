//! Reading parts of tensors.

use asyncir_ir::{Context, Fallible, Location, OpRef, OperationState, Type, ValueId};

use super::slice::{Statics, verify_part};
use super::{canonicalize_slice, fold_slice};
use crate::constraints::{ANY_RANKED_TENSOR, DENSE_I64_ARRAY_ATTR, INDEX};
use crate::index_list::{self, index_list_directive};
use crate::memref::reinterpret_cast::Slice;

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

impl ExtractSliceOp<'_> {
    pub(super) fn slice(self) -> Slice {
        let join = |statics, values: &[ValueId]| index_list::join(&index_list::ints(self.0.ctx, statics), values);
        Slice {
            offsets: join(self.static_offsets(), &self.offsets()),
            sizes: join(self.static_sizes(), &self.sizes()),
            strides: join(self.static_strides(), &self.strides()),
        }
    }

    fn statics(self) -> Statics {
        let ints = |attr| index_list::ints(self.0.ctx, attr);
        Statics {
            offsets: ints(self.static_offsets()),
            sizes: ints(self.static_sizes()),
            strides: ints(self.static_strides()),
            values: [self.offsets().len(), self.sizes().len(), self.strides().len()],
        }
    }

    /// The state of such an op.
    pub(super) fn with_slice(
        ctx: &Context,
        location: Location,
        source: ValueId,
        slice: &Slice,
        ty: Type,
    ) -> OperationState {
        let (offsets, sizes, strides) = (
            index_list::split(&slice.offsets),
            index_list::split(&slice.sizes),
            index_list::split(&slice.strides),
        );
        Self::build(
            ctx,
            location,
            source,
            &offsets.1,
            &sizes.1,
            &strides.1,
            ctx.dense_i64_array(&offsets.0),
            ctx.dense_i64_array(&sizes.0),
            ctx.dense_i64_array(&strides.0),
            &[ty],
        )
    }
}

fn verify_extract_slice(op: OpRef<'_>) -> Fallible {
    verify_part(op, op.operand_type(0), op.result_type(0), &ExtractSliceOp(op).statics())
}
