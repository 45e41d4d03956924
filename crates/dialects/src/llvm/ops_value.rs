//! Parts of values, and choices between values.

use super::{aggregate, attrs, constraints as k, fold};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Parts of values, and choices between values.
    pub const VALUE_OPS;

    op ExtractValueOp "llvm.extractvalue" {
        summary "a field of an aggregate";
        operands { container: one k::AGGREGATE }
        results { res: one k::ANY }
        attributes { position: required c::DENSE_I64_ARRAY_ATTR }
        traits [Pure]
        format "$container `` $position attr-dict `:` type($container) custom<FieldType>(type($res), \
            ref(type($container)), ref($position))";
        directives ["FieldType" => aggregate::parse_extracted, aggregate::print_nothing]
        hooks { verify_types: aggregate::verify_extract, infer: aggregate::infer_extract, fold: fold::extractvalue }
    }

    op InsertValueOp "llvm.insertvalue" {
        summary "an aggregate with one field replaced";
        operands { container: one k::AGGREGATE, value: one k::PRIMITIVE }
        results { res: one k::AGGREGATE }
        attributes { position: required c::DENSE_I64_ARRAY_ATTR }
        traits [Pure]
        rules [AllTypesMatch(&["container", "res"])]
        format "$value `,` $container `` $position attr-dict `:` type($container) custom<FieldType>(type($value), \
            ref(type($container)), ref($position))";
        directives ["FieldType" => aggregate::parse_inserted, aggregate::print_nothing]
        hooks { verify_types: aggregate::verify_insert }
    }

    op ExtractElementOp "llvm.extractelement" {
        summary "an element of a vector";
        operands { vector: one k::VECTOR, position: one c::SIGNLESS_INTEGER }
        results { res: one k::ANY }
        traits [Pure]
        rules [
            TypesMatchWith {
                summary: "result type matches vector element type",
                from: "vector",
                to: "res",
                transform: aggregate::element,
            },
        ]
        format "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)";
        hooks { infer: aggregate::infer_element }
    }

    op InsertElementOp "llvm.insertelement" {
        summary "a vector with one element replaced";
        operands { vector: one k::VECTOR, value: one k::PRIMITIVE, position: one c::SIGNLESS_INTEGER }
        results { res: one k::VECTOR }
        traits [Pure]
        rules [
            TypesMatchWith {
                summary: "argument type matches vector element type",
                from: "vector",
                to: "value",
                transform: aggregate::element,
            },
            AllTypesMatch(&["res", "vector"]),
        ]
        format "$value `,` $vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)";
    }

    op ShuffleVectorOp "llvm.shufflevector" {
        summary "elements of two vectors in another order";
        operands { v1: one k::VECTOR, v2: one k::VECTOR }
        results { res: one k::VECTOR }
        attributes { mask: required c::DENSE_I32_ARRAY_ATTR }
        traits [Pure]
        rules [AllTypesMatch(&["v1", "v2"])]
        format "$v1 `,` $v2 $mask attr-dict `:` type($v1) custom<ShuffleType>(ref(type($v1)), type($res), \
            ref($mask))";
        directives ["ShuffleType" => aggregate::parse_shuffled, aggregate::print_nothing]
        hooks {
            verify_types: aggregate::verify_shuffle,
            infer: aggregate::infer_shuffle,
            fold: fold::shufflevector,
        }
    }

    op SelectOp "llvm.select" {
        summary "chooses one of two values";
        operands { condition: one k::BITS, trueValue: one k::ANY, falseValue: one k::ANY }
        results { res: one k::ANY }
        attributes { fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath }
        traits [Pure]
        rules [AllTypesMatch(&["trueValue", "falseValue", "res"])]
        format "operands attr-dict `:` type($condition) `,` type($res)";
    }

    op FreezeOp "llvm.freeze" {
        summary "replaces poison and undef by some fixed value";
        operands { val: one k::ANY }
        results { res: one k::ANY }
        traits [Pure, SameOperandsAndResultType]
        format "$val attr-dict `:` type($val)";
    }
}
