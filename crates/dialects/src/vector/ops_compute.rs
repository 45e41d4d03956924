//! Computing with vectors.

use super::{asm, attrs, constraints as k, multi_reduction, verify, verify_compute};
use crate::arith::attrs::{FASTMATH, no_fastmath};
use crate::constraints as c;
use crate::result_names::by_slot;

asyncir_ir::ops! {
    /// Computing with vectors.
    pub const COMPUTE_OPS;

    op FMAOp "vector.fma" {
        summary "fused multiply and add";
        operands { lhs: one k::FLOATS, rhs: one k::FLOATS, acc: one k::FLOATS }
        results { result: one k::FLOATS }
        traits [Pure, Elementwise]
        rules [AllTypesMatch(&["lhs", "rhs", "acc", "result"])]
        format "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)";
    }

    op ReductionOp "vector.reduction" {
        summary "combines all elements of a vector";
        operands { vector: one c::ANY_VECTOR, acc: optional c::ANY_TYPE }
        results { dest: one c::ANY_TYPE }
        attributes { kind: required attrs::KIND, fastmath: default FASTMATH = no_fastmath }
        traits [Pure]
        rules [
            SameElementType { what: "source operand and result", slots: ["vector", "dest"] },
            TypesMatchWith {
                summary: "dest and acc have the same type",
                from: "dest",
                to: "acc",
                transform: verify::same,
            },
        ]
        format "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` \
            type($dest)";
        hooks { canonicalize: multi_reduction::REDUCTION, verify: verify::reduction }
    }

    op MultiReductionOp "vector.multi_reduction" {
        summary "combines the elements along some dimensions";
        operands { source: one c::ANY_VECTOR_OF_NON_ZERO_RANK, acc: one c::ANY_TYPE }
        results { dest: one c::ANY_TYPE }
        attributes { kind: required attrs::KIND, reduction_dims: required c::DENSE_I64_ARRAY_ATTR }
        traits [Pure]
        rules [AllTypesMatch(&["dest", "acc"])]
        format "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)";
        hooks { verify: multi_reduction::verify, canonicalize: multi_reduction::MULTI_REDUCTION }
    }

    op OuterproductOp "vector.outerproduct" {
        summary "outer product, optionally added to something";
        operands {
            lhs: one c::ANY_VECTOR_OF_NON_ZERO_RANK,
            rhs: one c::ANY_TYPE,
            acc: optional c::ANY_VECTOR_OF_NON_ZERO_RANK,
        }
        results { result: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        attributes { kind: default attrs::KIND = attrs::add }
        traits [Pure]
        rules [
            SameElementType { what: "lhs operand and result", slots: ["lhs", "result"] },
            SameElementType { what: "rhs operand and result", slots: ["rhs", "result"] },
        ]
        custom asm::parse_outerproduct, asm::print_outerproduct;
        hooks { verify_types: verify_compute::outer_product }
    }

    op ScanOp "vector.scan" {
        summary "combines elements along a dimension, keeping what comes out on the way";
        operands { source: one c::ANY_VECTOR_OF_NON_ZERO_RANK, initial_value: one c::ANY_VECTOR }
        results { dest: one c::ANY_VECTOR_OF_NON_ZERO_RANK, accumulated_value: one c::ANY_VECTOR }
        attributes {
            kind: required attrs::KIND,
            reduction_dim: required c::I64_ATTR,
            inclusive: required c::BOOL_ATTR,
        }
        traits [Pure]
        rules [AllTypesMatch(&["source", "dest"]), AllTypesMatch(&["initial_value", "accumulated_value"])]
        format "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)";
        hooks { result_names: by_slot, verify_types: verify_compute::scan }
    }
}
