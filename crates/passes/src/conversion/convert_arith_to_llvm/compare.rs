//! Comparisons. The relations of `arith` have the numbers of those of llvm.

use asyncir_dialects::{arith, llvm};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::{Attribute, OpId, OperationState, Type, TypeKind, ValueId};

use super::one_to_one::llvm_fastmath;
use crate::conversion::llvm_common::rewrites::has_unsupported_floats;
use crate::conversion::llvm_common::{LlvmTypeConverter, ops, types, vectors};

pub(super) fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    let llvm = converter.clone();
    patterns.add(arith::CmpIOp::DEF, converter.converter(), move |rw, op, operands| {
        let predicate = rw.body.op(op).property(rw.ctx, "predicate")?;
        convert(
            rw,
            op,
            operands,
            llvm::ICmpOp::DEF,
            &[("predicate", Some(predicate))],
            &llvm,
        )
    });
    let llvm = converter.clone();
    patterns.add(arith::CmpFOp::DEF, converter.converter(), move |rw, op, operands| {
        if has_unsupported_floats(rw, op, &llvm) {
            return None;
        }
        let data = rw.body.op(op);
        let predicate = data.property(rw.ctx, "predicate")?;
        let fastmath = data
            .property(rw.ctx, "fastmath")
            .and_then(|attr| llvm_fastmath(rw.ctx, attr));
        let properties = [("predicate", Some(predicate)), ("fastmathFlags", fastmath)];
        convert(rw, op, operands, llvm::FCmpOp::DEF, &properties, &llvm)
    });
}

fn convert(
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
    target: &'static OpDef,
    properties: &[(&'static str, Option<Attribute>)],
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let result = rw.body.value_type(rw.body.result(op, 0));
    let compare = |ty: Type, operands: &[ValueId]| -> OperationState {
        ops::state(ctx, target, loc, operands, properties, &[ty])
    };
    let value = if types::array_parts(ctx, rw.body.value_type(*operands.first()?)).is_none() {
        let ty = converter.convert(ctx, result)?;
        rw.insert_value(compare(ty, operands))
    } else if matches!(result.kind(ctx), TypeKind::Vector { .. }) {
        vectors::for_each_innermost(rw, loc, converter, result, operands, &mut |rw, ty, parts| {
            rw.insert_value(compare(ty, parts))
        })?
    } else {
        return None;
    };
    rw.replace(op, &[value]);
    Some(())
}
