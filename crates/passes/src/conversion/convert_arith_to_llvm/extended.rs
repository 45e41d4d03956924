//! Additions that give the carry, and multiplications that give both halves of the product.

use asyncir_dialects::arith::build::int_constant;
use asyncir_dialects::{arith, llvm};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::{OpId, TypeKind, ValueId};

use crate::conversion::llvm_common::{LlvmTypeConverter, ops, types};

pub(super) fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    let llvm = converter.clone();
    patterns.add(
        arith::AddUIExtendedOp::DEF,
        converter.converter(),
        move |rw, op, operands| convert_add(rw, op, operands, &llvm),
    );
    let multiplications = [
        (arith::MulSIExtendedOp::DEF, llvm::SExtOp::DEF),
        (arith::MulUIExtendedOp::DEF, llvm::ZExtOp::DEF),
    ];
    for (source, extension) in multiplications {
        patterns.add(source, converter.converter(), move |rw, op, operands| {
            convert_multiplication(rw, op, operands, extension)
        });
    }
}

fn convert_add(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], converter: &LlvmTypeConverter) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let sum = rw.body.value_type(*operands.first()?);
    if types::array_parts(ctx, sum).is_some() {
        return None;
    }
    let carry = converter.convert(ctx, rw.body.value_type(rw.body.result(op, 1)))?;
    let both = types::literal_struct(ctx, &[sum, carry]);
    let added = ops::simple(rw, llvm::UaddWithOverflowIntrOp::DEF, loc, operands, both);
    let sum = ops::extract_value(rw, loc, added, &[0]);
    let carry = ops::extract_value(rw, loc, added, &[1]);
    rw.replace(op, &[sum, carry]);
    Some(())
}

/// Multiplies at twice the width and cuts the product in two.
fn convert_multiplication(
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
    extension: &'static OpDef,
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let &[lhs, rhs] = operands else { return None };
    let narrow = rw.body.value_type(lhs);
    let width = match narrow.kind(ctx) {
        TypeKind::Vector { element, .. } => element.int_width(ctx)?,
        _ => narrow.int_width(ctx)?,
    };
    let wide = types::with_element(ctx, narrow, ctx.int_type(width.checked_mul(2)?));
    let lhs = ops::simple(rw, extension, loc, &[lhs], wide);
    let rhs = ops::simple(rw, extension, loc, &[rhs], wide);
    let product = ops::binary(rw, llvm::MulOp::DEF, loc, lhs, rhs);
    let low = ops::simple(rw, llvm::TruncOp::DEF, loc, &[product], narrow);
    let shift = ops::constant(rw, loc, wide, int_constant(ctx, wide, width.into()));
    let shifted = ops::binary(rw, llvm::LShrOp::DEF, loc, product, shift);
    let high = ops::simple(rw, llvm::TruncOp::DEF, loc, &[shifted], narrow);
    rw.replace(op, &[low, high]);
    Some(())
}
