//! Constants, comparisons and selection.

use super::{asm, attrs, canonicalize, fold_compare, names, verify};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Constants, comparisons and selection.
    pub const COMPARE_OPS;

    /// The attribute is an integer, a float, or a vector or tensor of them.
    op ConstantOp "arith.constant" {
        summary "a constant";
        results { result: one c::ANY_TYPE }
        attributes { value: required attrs::TYPED_ATTR }
        traits [Pure, ConstantLike]
        rules [AllTypesMatch(&["value", "result"])]
        custom asm::parse_constant, asm::print_constant;
        hooks {
            fold: fold_compare::constant,
            verify_types: verify::constant,
            infer: verify::infer_constant,
            result_names: names::constant,
        }
    }

    /// The predicate tells the relation and whether the operands are read as signed or unsigned.
    op CmpIOp "arith.cmpi" {
        summary "compares integers";
        operands { lhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE, rhs: one c::SIGNLESS_INTEGER_OR_INDEX_LIKE }
        results { result: one c::BOOL_LIKE }
        attributes { predicate: required attrs::CMPI_PREDICATE }
        traits [Pure, SameTypeOperands, Elementwise]
        rules [
            TypesMatchWith {
                summary: "result type has i1 element type and same shape as operands",
                from: "lhs",
                to: "result",
                transform: attrs::i1_of_same_shape,
            },
        ]
        format "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)";
        hooks { fold: fold_compare::cmpi, canonicalize: canonicalize::CMPI }
    }

    /// Predicates starting with `o` are false if an operand is NaN, those starting with `u` are true.
    op CmpFOp "arith.cmpf" {
        summary "compares floats";
        operands { lhs: one c::FLOAT_LIKE, rhs: one c::FLOAT_LIKE }
        results { result: one c::BOOL_LIKE }
        attributes {
            predicate: required attrs::CMPF_PREDICATE,
            fastmath: default attrs::FASTMATH = attrs::no_fastmath,
        }
        traits [Pure, SameTypeOperands, Elementwise]
        rules [
            TypesMatchWith {
                summary: "result type has i1 element type and same shape as operands",
                from: "lhs",
                to: "result",
                transform: attrs::i1_of_same_shape,
            },
        ]
        format "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)";
        hooks { fold: fold_compare::cmpf, canonicalize: canonicalize::CMPF }
    }

    /// The condition is one bit for all, or a vector or tensor of one bit for each element.
    op SelectOp "arith.select" {
        summary "chooses one of two values";
        operands { condition: one c::BOOL_LIKE, true_value: one c::ANY_TYPE, false_value: one c::ANY_TYPE }
        results { result: one c::ANY_TYPE }
        traits [Pure, Elementwise]
        rules [
            Holds { summary: "condition is signless i1 or has matching shape", predicate: verify::condition_fits },
            AllTypesMatch(&["true_value", "false_value", "result"]),
        ]
        custom asm::parse_select, asm::print_select;
        hooks { fold: fold_compare::select, canonicalize: canonicalize::SELECT, verify_types: verify::select }
    }
}
