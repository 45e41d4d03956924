//! Conversions.

use super::{attrs, canonicalize, fold_cast, verify};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Conversions.
    pub const CAST_OPS;

    op ExtUIOp "arith.extui" {
        summary "extends an integer with zeros";
        operands { r#in: one attrs::FIXED_WIDTH_INTEGER_LIKE }
        results { out: one attrs::FIXED_WIDTH_INTEGER_LIKE }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::extui, verify_types: verify::wider }
    }

    op ExtSIOp "arith.extsi" {
        summary "extends an integer with its sign";
        operands { r#in: one attrs::FIXED_WIDTH_INTEGER_LIKE }
        results { out: one attrs::FIXED_WIDTH_INTEGER_LIKE }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::extsi, canonicalize: canonicalize::EXTSI, verify_types: verify::wider }
    }

    op ExtFOp "arith.extf" {
        summary "converts a float to a wider format";
        operands { r#in: one c::FLOAT_LIKE }
        results { out: one c::FLOAT_LIKE }
        attributes { fastmath: optional attrs::FASTMATH }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::extf, verify_types: verify::wider_float }
    }

    op TruncIOp "arith.trunci" {
        summary "drops the high bits of an integer";
        operands { r#in: one attrs::FIXED_WIDTH_INTEGER_LIKE }
        results { out: one attrs::FIXED_WIDTH_INTEGER_LIKE }
        attributes { overflowFlags: default attrs::OVERFLOW = attrs::no_overflow }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::trunci, canonicalize: canonicalize::TRUNCI, verify_types: verify::narrower }
    }

    /// Rounds to nearest even unless a rounding mode is given.
    op TruncFOp "arith.truncf" {
        summary "converts a float to a narrower format";
        operands { r#in: one c::FLOAT_LIKE }
        results { out: one c::FLOAT_LIKE }
        attributes { roundingmode: optional attrs::ROUNDING_MODE, fastmath: optional attrs::FASTMATH }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::truncf, canonicalize: canonicalize::TRUNCF, verify_types: verify::narrower_float }
    }

    op ScalingExtFOp "arith.scaling_extf" {
        summary "scales and widens floats of the OCP microscaling formats";
        operands { r#in: one c::FLOAT_LIKE, scale: one c::FLOAT_LIKE }
        results { out: one c::FLOAT_LIKE }
        attributes { fastmath: optional attrs::FASTMATH }
        traits [Pure, Elementwise]
        format "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)";
        hooks { verify_types: verify::wider_float }
    }

    op ScalingTruncFOp "arith.scaling_truncf" {
        summary "scales and narrows floats to the OCP microscaling formats";
        operands { r#in: one c::FLOAT_LIKE, scale: one c::FLOAT_LIKE }
        results { out: one c::FLOAT_LIKE }
        attributes { roundingmode: optional attrs::ROUNDING_MODE, fastmath: optional attrs::FASTMATH }
        traits [Pure, Elementwise]
        format "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` \
            type($scale) `to` type($out)";
        hooks { verify_types: verify::narrower_float }
    }

    op SIToFPOp "arith.sitofp" {
        summary "converts a signed integer to a float";
        operands { r#in: one attrs::FIXED_WIDTH_INTEGER_LIKE }
        results { out: one c::FLOAT_LIKE }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::sitofp, verify_types: verify::int_to_float }
    }

    op UIToFPOp "arith.uitofp" {
        summary "converts an unsigned integer to a float";
        operands { r#in: one attrs::FIXED_WIDTH_INTEGER_LIKE }
        results { out: one c::FLOAT_LIKE }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::uitofp, verify_types: verify::int_to_float }
    }

    /// Poison if the value does not fit.
    op FPToSIOp "arith.fptosi" {
        summary "converts a float to a signed integer, rounding toward zero";
        operands { r#in: one c::FLOAT_LIKE }
        results { out: one attrs::FIXED_WIDTH_INTEGER_LIKE }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::fptosi, verify_types: verify::float_to_int }
    }

    /// Poison if the value does not fit.
    op FPToUIOp "arith.fptoui" {
        summary "converts a float to an unsigned integer, rounding toward zero";
        operands { r#in: one c::FLOAT_LIKE }
        results { out: one attrs::FIXED_WIDTH_INTEGER_LIKE }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::fptoui, verify_types: verify::float_to_int }
    }

    op IndexCastOp "arith.index_cast" {
        summary "converts between `index` and integers, keeping the sign";
        operands { r#in: one attrs::INDEX_CASTABLE }
        results { out: one attrs::INDEX_CASTABLE }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::index_cast, canonicalize: canonicalize::INDEX_CAST, verify_types: verify::index_cast }
    }

    op IndexCastUIOp "arith.index_castui" {
        summary "converts between `index` and integers, filling with zeros";
        operands { r#in: one attrs::INDEX_CASTABLE }
        results { out: one attrs::INDEX_CASTABLE }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::index_castui, canonicalize: canonicalize::INDEX_CASTUI, verify_types: verify::index_cast }
    }

    op BitcastOp "arith.bitcast" {
        summary "reads the bits of a value as another type of the same width";
        operands { r#in: one attrs::BITCASTABLE }
        results { out: one attrs::BITCASTABLE }
        traits [Pure, SameOperandsAndResultShape, Elementwise]
        rules [verify::SAME_TENSOR_SIZES]
        format "$in attr-dict `:` type($in) `to` type($out)";
        hooks { fold: fold_cast::bitcast, canonicalize: canonicalize::BITCAST, verify_types: verify::bitcast }
    }
}
