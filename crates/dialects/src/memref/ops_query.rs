//! Questions about memory.

use super::{constraints as k, fold, names, verify};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Questions about memory.
    pub const QUERY_OPS;

    op DimOp "memref.dim" {
        summary "the size of a dimension";
        operands { source: one c::ANY_NON0_RANKED_OR_UNRANKED_MEMREF, index: one c::INDEX }
        results { result: one c::INDEX }
        format "attr-dict $source `,` $index `:` type($source)";
        hooks { fold: fold::dim, result_names: names::dim }
    }

    op RankOp "memref.rank" {
        summary "the number of dimensions";
        operands { memref: one c::ANY_RANKED_OR_UNRANKED_MEMREF }
        results { result: one c::INDEX }
        traits [Pure]
        format "$memref attr-dict `:` type($memref)";
        hooks { fold: fold::rank }
    }

    op ExtractStridedMetadataOp "memref.extract_strided_metadata" {
        summary "base, offset, sizes and strides of some memory";
        operands { source: one k::STRIDED }
        results {
            base_buffer: one k::STRIDED_RANK_0,
            offset: one c::INDEX,
            sizes: variadic c::INDEX,
            strides: variadic c::INDEX,
        }
        traits [Pure]
        format "$source `:` type($source) `->` type(results) attr-dict";
        hooks { infer: verify::infer_metadata, result_names: names::metadata }
    }

    op ExtractAlignedPointerAsIndexOp "memref.extract_aligned_pointer_as_index" {
        summary "the aligned address of some memory";
        operands { source: one c::ANY_RANKED_OR_UNRANKED_MEMREF }
        results { aligned_pointer: one c::INDEX }
        traits [Pure]
        format "$source `:` type($source) `->` type(results) attr-dict";
        hooks { result_names: names::intptr }
    }

    op AssumeAlignmentOp "memref.assume_alignment" {
        summary "memory whose alignment is known";
        operands { memref: one c::ANY_MEMREF }
        results { result: one c::ANY_MEMREF }
        attributes { alignment: required k::POSITIVE_I32 }
        traits [Pure, SameOperandsAndResultType]
        format "$memref `,` $alignment attr-dict `:` type($memref)";
        hooks { result_names: names::assume_align }
    }

    op DistinctObjectsOp "memref.distinct_objects" {
        summary "memory that is known not to overlap";
        operands { operands: variadic c::ANY_MEMREF }
        results { results: variadic c::ANY_MEMREF }
        traits [Pure]
        format "$operands attr-dict `:` type($operands)";
        hooks { infer: verify::infer_distinct_objects }
    }
}
