//! What a memref knows about its memory: sizes, strides, offset, address.

use asyncir_ir::def::{InferCx, NameSink};
use asyncir_ir::verify::unlike_inferred;
use asyncir_ir::{Context, Fallible, OpRef, Type};
use smallvec::SmallVec;

use super::strides::MemRef;
use super::types::{STRIDED_MEMREF, STRIDED_SCALAR_MEMREF};
use super::{canonicalize_view, fold};
use crate::constraints::{ANY_NON0_RANKED_OR_UNRANKED_MEMREF, ANY_RANKED_OR_UNRANKED_MEMREF, INDEX};
use crate::matchers::constant_int;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// The size of a dimension. If there is no such dimension, behaviour is undefined.
    ///
    /// ```mlir
    /// %n = memref.dim %a, %c1 : memref<4x?xf32>
    /// ```
    op DimOp "memref.dim" {
        summary "dimension index operation";
        operands { source: one ANY_NON0_RANKED_OR_UNRANKED_MEMREF, index: one INDEX }
        results { result: one INDEX }
        traits [NoMemoryEffect]
        format "attr-dict $source `,` $index `:` type($source)";
        hooks {
            fold: fold::dim,
            speculatable: has_dimension,
            canonicalize: canonicalize_view::DIM,
            result_names: |op, name| name(op.result(0), "dim"),
        }
    }

    /// How many dimensions a memref has.
    op RankOp "memref.rank" {
        summary "rank operation";
        operands { memref: one ANY_RANKED_OR_UNRANKED_MEMREF }
        results { result: one INDEX }
        traits [Pure]
        format "$memref attr-dict `:` type($memref)";
        hooks { fold: fold::rank }
    }

    /// The memory without its shape, and offset, sizes and strides of the shape.
    ///
    /// ```mlir
    /// %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
    ///   : memref<10x?xf32> -> memref<f32>, index, index, index, index, index
    /// ```
    op ExtractStridedMetadataOp "memref.extract_strided_metadata" {
        summary "Extracts a buffer base with offset and strides";
        operands { source: one STRIDED_MEMREF }
        results {
            base_buffer: one STRIDED_SCALAR_MEMREF,
            offset: one INDEX,
            sizes: variadic INDEX,
            strides: variadic INDEX,
        }
        traits [Pure]
        format "$source `:` type($source) `->` type(results) attr-dict";
        hooks {
            verify: verify_metadata,
            infer: infer_metadata,
            fold: fold::extract_strided_metadata,
            result_names: name_metadata,
        }
    }

    /// The address of the first element, offset not included, as an integer.
    op ExtractAlignedPointerAsIndexOp "memref.extract_aligned_pointer_as_index" {
        summary "Extracts a memref's underlying aligned pointer as an index";
        operands { source: one ANY_RANKED_OR_UNRANKED_MEMREF }
        results { aligned_pointer: one INDEX }
        traits [Pure]
        format "$source `:` type($source) `->` type(results) attr-dict";
        hooks { result_names: |op, name| name(op.result(0), "intptr") }
    }
}

fn metadata_types(ctx: &Context, source: Type) -> SmallVec<[Type; 2]> {
    let Some(source) = MemRef::of(ctx, source) else {
        return SmallVec::new();
    };
    let base = MemRef {
        shape: Vec::new(),
        layout: None,
        ..source.clone()
    };
    let indices = std::iter::repeat_n(Type::INDEX, 1 + 2 * source.rank());
    std::iter::once(base.ty(ctx)).chain(indices).collect()
}

fn infer_metadata(cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
    Ok(cx
        .operands
        .first()
        .map_or_else(SmallVec::new, |&source| metadata_types(cx.ctx, source)))
}

fn verify_metadata(op: OpRef<'_>) -> Fallible {
    let inferred = metadata_types(op.ctx, op.operand_type(0));
    if inferred == op.result_types() {
        return Ok(());
    }
    Err(unlike_inferred(op, &inferred))
}

/// Whether the dimension that is asked for is known to be there.
fn has_dimension(op: OpRef<'_>) -> bool {
    let index = constant_int(op.ctx, op.body, op.operand(1));
    let rank = MemRef::of(op.ctx, op.operand_type(0)).map(|memref| memref.shape.len());
    let index = index.and_then(|index| usize::try_from(index).ok());
    index.zip(rank).is_some_and(|(index, rank)| index < rank)
}

fn name_metadata(op: OpRef<'_>, name: NameSink<'_>) {
    let view = ExtractStridedMetadataOp(op);
    name(view.base_buffer(), "base_buffer");
    name(view.offset(), "offset");
    if let (Some(&size), Some(&stride)) = (view.sizes().first(), view.strides().first()) {
        name(size, "sizes");
        name(stride, "strides");
    }
}
