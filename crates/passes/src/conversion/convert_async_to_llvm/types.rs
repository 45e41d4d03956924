//! Async types become pointers and LLVM tokens, in signatures, calls and returns.

use asyncir_dialects::r#async::types::{CORO_HANDLE, CORO_ID, CORO_STATE, GROUP, TOKEN, VALUE};
use asyncir_dialects::{func, llvm};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{Conversion, ConversionPatterns, Rewriter, TypeConverter};
use asyncir_ir::{Context, Location, OpId, Type, ValueId};
use smallvec::{SmallVec, smallvec};

use crate::conversion::llvm_common::{LlvmTypeConverter, LowerToLlvmOptions, ops, types};

/// The two converters: one for async types alone, one that turns payloads into types of LLVM as well.
pub(super) struct Converters {
    pub(super) runtime: TypeConverter,
    pub(super) llvm: TypeConverter,
}

impl Converters {
    pub(super) fn new() -> Self {
        let mut runtime = TypeConverter::new();
        runtime.add_conversion(|_, _, ty| Some(Conversion::One(ty)));
        runtime.add_conversion(|_, ctx, ty| convert_async_type(ctx, ty).map(Conversion::One));
        runtime.add_source_materialization(cast);
        runtime.add_target_materialization(|rw, types, inputs, location, _| cast(rw, types, inputs, location));
        let mut llvm = LlvmTypeConverter::new(LowerToLlvmOptions::default());
        llvm.converter_mut()
            .add_conversion(|_, ctx, ty| convert_async_type(ctx, ty).map(Conversion::One));
        Self {
            runtime,
            llvm: llvm.converter().clone(),
        }
    }
}

/// What is not lowered here is bridged by casts.
fn cast(
    rw: &mut Rewriter<'_>,
    types: &[Type],
    inputs: &[ValueId],
    location: Location,
) -> Option<SmallVec<[ValueId; 1]>> {
    let &[ty] = types else { return None };
    Some(smallvec![ops::unrealized_cast(rw, location, ty, inputs)])
}

fn convert_async_type(ctx: &Context, ty: Type) -> Option<Type> {
    let (def, _) = ty.dialect(ctx)?;
    if [&TOKEN, &VALUE, &GROUP, &CORO_HANDLE].contains(&def) {
        return Some(types::ptr(ctx));
    }
    [&CORO_ID, &CORO_STATE]
        .contains(&def)
        .then(|| llvm::types::make::token(ctx))
}

/// Signatures of functions, calls and returns.
pub(super) fn add_patterns(patterns: &mut ConversionPatterns, converters: &Converters) {
    let converter = converters.runtime.clone();
    patterns.add(func::FuncOp::DEF, &converters.runtime, move |rw, op, _| {
        convert_function(rw, op, &converter)
    });
    let converter = converters.runtime.clone();
    patterns.add(func::CallOp::DEF, &converters.runtime, move |rw, op, operands| {
        convert_call(rw, op, operands, &converter)
    });
    patterns.add(func::ReturnOp::DEF, &converters.runtime, |rw, op, operands| {
        let location = rw.location_of(op);
        rw.replace_with(op, func::ReturnOp::build(rw.ctx, location, operands, &[]));
        Some(())
    });
}

fn convert_function(rw: &mut Rewriter<'_>, op: OpId, converter: &TypeConverter) -> Option<()> {
    let ty = rw.body.op(op).property(rw.ctx, "function_type")?.as_type(rw.ctx)?;
    let (inputs, results) = ty.function(rw.ctx)?;
    let signature = converter.convert_signature(rw.ctx, inputs)?;
    let results = converter.convert_types(rw.ctx, results)?;
    let inputs = converter.convert_types(rw.ctx, inputs)?;
    let ty = rw.ctx.type_attr(rw.ctx.function_type(&inputs, &results));
    rw.convert_body_signature(op, &signature, converter);
    let ctx = rw.ctx;
    rw.modify(op, |body| body.op_mut(op).set_property(ctx, "function_type", Some(ty)));
    Some(())
}

fn convert_call(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], converter: &TypeConverter) -> Option<()> {
    let location = rw.location_of(op);
    let results = converter.convert_types(rw.ctx, &rw.body.result_types(op))?;
    let callee = rw.body.op(op).property(rw.ctx, "callee")?;
    rw.replace_with(
        op,
        func::CallOp::build(rw.ctx, location, operands, callee, None, None, None, &results),
    );
    Some(())
}
