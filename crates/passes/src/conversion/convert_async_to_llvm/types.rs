//! Async types become pointers and LLVM tokens, in signatures, calls and returns.

use asyncir_dialects::r#async::types::{CORO_HANDLE, CORO_ID, CORO_STATE, GROUP, TOKEN, VALUE};
use asyncir_dialects::{func, llvm};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{Conversion, ConversionPatterns, Rewriter, TypeConverter};
use asyncir_ir::{Context, Location, Type, ValueId};
use smallvec::{SmallVec, smallvec};

use crate::conversion::function_types;
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
        let signature = function_types::convert_type(rw, op, &converter)?;
        rw.convert_body_signature(op, &signature, &converter)
    });
    function_types::add_call_patterns(patterns, &converters.runtime);
}
