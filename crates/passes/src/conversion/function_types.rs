//! Functions, calls and returns, whose types are converted.

use asyncir_dialects::func::{self, CallOp, FuncOp, ReturnOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{ConversionPatterns, ConversionTarget, Rewriter, SignatureConversion, TypeConverter};
use asyncir_ir::{OpId, OpRef};

/// Functions, calls and returns are legal if their types are.
pub(crate) fn add_legality(target: &mut ConversionTarget, converter: &TypeConverter) {
    let types = converter.clone();
    target.dynamic_op(FuncOp::DEF, move |op: OpRef<'_>| {
        let ty = op.property("function_type").and_then(|attr| attr.as_type(op.ctx));
        ty.is_none_or(|ty| types.is_signature_legal(op.ctx, ty))
    });
    for def in [CallOp::DEF, ReturnOp::DEF] {
        let types = converter.clone();
        target.dynamic_op(def, move |op| types.is_legal_op(op));
    }
}

/// Functions whose entry block is converted, calls and returns.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns, converter: &TypeConverter) {
    let types = converter.clone();
    patterns.add(FuncOp::DEF, converter, move |rw, op, _| {
        let signature = convert_type(rw, op, &types)?;
        rw.convert_entry_signature(op, &signature, &types);
        Some(())
    });
    add_call_patterns(patterns, converter);
}

/// Calls and returns.
pub(crate) fn add_call_patterns(patterns: &mut ConversionPatterns, converter: &TypeConverter) {
    let types = converter.clone();
    patterns.add(CallOp::DEF, converter, move |rw, op, operands| {
        let location = rw.location_of(op);
        let results = types.convert_types(rw.ctx, &rw.body.result_types(op))?;
        let callee = rw.body.op(op).property(rw.ctx, "callee")?;
        let call = func::build::call(rw.ctx, location, callee, operands, &results);
        rw.replace_with(op, call);
        Some(())
    });
    patterns.add(ReturnOp::DEF, converter, |rw, op, operands| {
        let location = rw.location_of(op);
        rw.replace_with(op, ReturnOp::build(rw.ctx, location, operands, &[]));
        Some(())
    });
}

/// Gives a function its converted type. The blocks still have the old one; the result says how their arguments follow.
pub(crate) fn convert_type(rw: &mut Rewriter<'_>, op: OpId, converter: &TypeConverter) -> Option<SignatureConversion> {
    let ctx = rw.ctx;
    let ty = rw.body.op(op).property(ctx, "function_type")?.as_type(ctx)?;
    let (inputs, results) = ty.function(ctx)?;
    let signature = converter.convert_signature(ctx, inputs)?;
    let results = converter.convert_types(ctx, results)?;
    let ty = ctx.type_attr(ctx.function_type(signature.types(), &results));
    rw.modify(op, |body| body.op_mut(op).set_property(ctx, "function_type", Some(ty)));
    Some(signature)
}
