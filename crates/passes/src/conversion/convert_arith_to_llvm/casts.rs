//! Casts between `index` and integers, and floats cut to a narrower format.

use asyncir_dialects::{arith, llvm};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::{Location, OpId, OpName, Type, ValueId};

use super::one_to_one::converted_attributes;
use crate::conversion::llvm_common::rewrites::{has_unsupported_floats, vector_one_to_one};
use crate::conversion::llvm_common::{LlvmTypeConverter, ops, types, vectors};

const CONSTRAINED_TRUNC: &str = "llvm.intr.experimental.constrained.fptrunc";

pub(super) fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    let index_casts = [
        (arith::IndexCastOp::DEF, llvm::SExtOp::DEF),
        (arith::IndexCastUIOp::DEF, llvm::ZExtOp::DEF),
    ];
    for (source, extension) in index_casts {
        let llvm = converter.clone();
        patterns.add(source, converter.converter(), move |rw, op, operands| {
            convert_index_cast(rw, op, operands[0], extension, &llvm)
        });
    }
    let llvm = converter.clone();
    patterns.add(arith::TruncFOp::DEF, converter.converter(), move |rw, op, operands| {
        convert_truncf(rw, op, operands, &llvm)
    });
}

fn convert_index_cast(
    rw: &mut Rewriter<'_>,
    op: OpId,
    operand: ValueId,
    extension: &'static OpDef,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let result = rw.body.value_type(rw.body.result(op, 0));
    let original = rw.body.value_type(rw.body.operand(op, 0));
    let bits = |ty: Type| converter.convert(ctx, ty.element_or_self(ctx))?.int_width(ctx);
    let (from, to) = (bits(original)?, bits(result)?);
    if from == to {
        rw.replace(op, &[operand]);
        return Some(());
    }
    let target = if to < from { llvm::TruncOp::DEF } else { extension };
    let cast = |rw: &mut Rewriter<'_>, loc: Location, ty: Type, value: ValueId| {
        rw.insert_value(ops::state(ctx, target, loc, &[value], &[], &[ty]))
    };
    let value = if types::array_parts(ctx, rw.body.value_type(operand)).is_some() {
        vectors::for_each_innermost(rw, loc, converter, result, &[operand], &mut |rw, ty, parts| {
            cast(rw, loc, ty, parts[0])
        })?
    } else {
        cast(rw, loc, converter.convert(ctx, result)?, operand)
    };
    rw.replace(op, &[value]);
    Some(())
}

fn convert_truncf(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], converter: &LlvmTypeConverter) -> Option<()> {
    if has_unsupported_floats(rw, op, converter) {
        return None;
    }
    let ctx = rw.ctx;
    let Some(mode) = rw.body.op(op).property(ctx, "roundingmode") else {
        let attributes = converted_attributes(ctx, rw.body.op(op), llvm::FPTruncOp::DEF);
        return vector_one_to_one(rw, op, llvm::FPTruncOp::DEF, operands, attributes, converter);
    };
    let OpName::Registered(target) = ctx.op_name(CONSTRAINED_TRUNC) else {
        return None;
    };
    let mode = ctx.i64_attr(llvm_rounding_mode(mode.as_i64(ctx)?)?);
    let mut attributes = converted_attributes(ctx, rw.body.op(op), target);
    attributes.attrs = ctx.dict_with(attributes.attrs, "roundingmode", None);
    attributes.properties = ctx.dict_with(attributes.properties, "roundingmode", Some(mode));
    let ignore = ctx.i64_attr(FP_EXCEPTIONS_IGNORED);
    let attributes = attributes.with(ctx, "fpExceptionBehavior", ignore);
    vector_one_to_one(rw, op, target, operands, attributes, converter)
}

const FP_EXCEPTIONS_IGNORED: i64 = 0;

/// LLVM's number of a rounding mode of `arith`.
fn llvm_rounding_mode(mode: i64) -> Option<i64> {
    const TO_NEAREST: i64 = 1;
    const DOWNWARD: i64 = 3;
    const UPWARD: i64 = 2;
    const TOWARD_ZERO: i64 = 0;
    const NEAREST_AWAY: i64 = 4;
    [TO_NEAREST, DOWNWARD, UPWARD, TOWARD_ZERO, NEAREST_AWAY]
        .get(usize::try_from(mode).ok()?)
        .copied()
}
