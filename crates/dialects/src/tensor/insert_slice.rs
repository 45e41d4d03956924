//! Writing parts of tensors.

use asyncir_ir::def::OpView;
use asyncir_ir::{Context, Fallible, Location, OpRef, OperationState, Type, ValueId};

use super::slice::{Statics, slice_accessors, verify_part};
use super::{canonicalize_slice, fold_slice};
use crate::constraints::{ANY_RANKED_TENSOR, DENSE_I64_ARRAY_ATTR, INDEX};
use crate::index_list::{self, Entry, index_list_directive};
use crate::memref::reinterpret_cast::Slice;
use crate::scf::{ForallOp, InParallelOp};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// The second tensor with the first one in the place of a part: offsets, sizes and strides, in elements, for each
    /// dimension. The first tensor may lack dimensions of size 1.
    ///
    /// ```mlir
    /// %u = tensor.insert_slice %p into %t[%i, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
    /// ```
    op InsertSliceOp "tensor.insert_slice" {
        summary "insert_slice operation";
        operands {
            source: one ANY_RANKED_TENSOR,
            dest: one ANY_RANKED_TENSOR,
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
        rules [TypesMatchWith {
            summary: "expected result type to match dest type",
            from: "dest",
            to: "result",
            transform: |_, ty| Some(ty),
        }]
        format "$source `into` $dest `` custom<Offsets>($offsets, $static_offsets) custom<Sizes>($sizes, $static_sizes) \
                custom<Strides>($strides, $static_strides) attr-dict `:` type($source) `into` type($dest)";
        directives [
            "Offsets" => parse_offsets, print_offsets;
            "Sizes" => parse_sizes, print_sizes;
            "Strides" => parse_strides, print_strides;
        ]
        hooks {
            verify: verify_insert_slice,
            fold: fold_slice::insert_slice,
            canonicalize: canonicalize_slice::INSERT_SLICE,
            result_names: |op, name| name(op.result(0), "inserted_slice"),
        }
    }

    /// Writes a part of a tensor that the iterations of an `scf.forall` share.
    ///
    /// ```mlir
    /// scf.forall.in_parallel {
    ///   tensor.parallel_insert_slice %p into %shared[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
    /// }
    /// ```
    op ParallelInsertSliceOp "tensor.parallel_insert_slice" {
        summary "writes a part of a tensor that iterations share";
        operands {
            source: one ANY_RANKED_TENSOR,
            dest: one ANY_RANKED_TENSOR,
            offsets: variadic INDEX,
            sizes: variadic INDEX,
            strides: variadic INDEX,
        }
        attributes {
            static_offsets: required DENSE_I64_ARRAY_ATTR,
            static_sizes: required DENSE_I64_ARRAY_ATTR,
            static_strides: required DENSE_I64_ARRAY_ATTR,
        }
        traits [AttrSizedOperandSegments]
        format "$source `into` $dest `` custom<Offsets>($offsets, $static_offsets) custom<Sizes>($sizes, $static_sizes) \
                custom<Strides>($strides, $static_strides) attr-dict `:` type($source) `into` type($dest)";
        directives [
            "Offsets" => parse_offsets, print_offsets;
            "Sizes" => parse_sizes, print_sizes;
            "Strides" => parse_strides, print_strides;
        ]
        hooks {
            verify: verify_parallel_insert_slice,
            canonicalize: canonicalize_slice::PARALLEL_INSERT_SLICE,
        }
    }
}

// Both ops have the same operands and attributes.
index_list_directive! {
    parse_offsets, print_offsets: InsertSliceOp, offsets, static_offsets;
    parse_sizes, print_sizes: InsertSliceOp, sizes, static_sizes;
    parse_strides, print_strides: InsertSliceOp, strides, static_strides;
}

slice_accessors!(InsertSliceOp);

impl InsertSliceOp<'_> {
    /// The state of such an op that writes to the part with these offsets, sizes and strides. The op that writes to shared
    /// tensors has the same operands and attributes, and no result.
    pub fn of_part(
        ctx: &Context,
        location: Location,
        source: ValueId,
        dest: ValueId,
        [offsets, sizes, strides]: [&[Entry]; 3],
        results: &[Type],
    ) -> OperationState {
        let [offsets, sizes, strides] = [offsets, sizes, strides].map(index_list::split);
        Self::build(
            ctx,
            location,
            source,
            dest,
            &offsets.1,
            &sizes.1,
            &strides.1,
            ctx.dense_i64_array(&offsets.0),
            ctx.dense_i64_array(&sizes.0),
            ctx.dense_i64_array(&strides.0),
            results,
        )
    }
}

fn verify_insert_slice(op: OpRef<'_>) -> Fallible {
    verify_part(op, op.operand_type(1), op.operand_type(0), &InsertSliceOp(op).statics())
}

fn verify_parallel_insert_slice(op: OpRef<'_>) -> Fallible {
    let parent = op.parent();
    let Some(parent) = parent.filter(|parent| parent.data().is(InParallelOp::DEF)) else {
        let parent = parent.map(|parent| op.ctx.show_op_generic(parent)).unwrap_or_default();
        return Err(op.bare_error(format!("expected InParallelOpInterface parent, got:{parent}")));
    };
    if !is_shared(parent, op.operand(1)) {
        return Err(op.error("may only insert into an output block argument"));
    }
    verify_part(op, op.operand_type(1), op.operand_type(0), &InsertSliceOp(op).statics())
}

/// Whether a value is one of the tensors that the iterations of the loop share which `end` ends.
fn is_shared(end: OpRef<'_>, value: ValueId) -> bool {
    let Some(forall) = end.parent().and_then(ForallOp::cast) else {
        return false;
    };
    let region = forall.0.body.op_regions(forall.0.op).first();
    let block = region.and_then(|&region| forall.0.body.region(region).first());
    let shared = forall.outputs().len();
    block.is_some_and(|block| {
        let arguments = forall.0.body.block_args(block);
        let first = arguments.len().saturating_sub(shared);
        forall
            .0
            .body
            .block_args(block)
            .skip(first)
            .any(|argument| argument == value)
    })
}
