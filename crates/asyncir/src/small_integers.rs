//! How small integers are passed to C and from it: C's compilers rely on the upper bits of a register being filled.

use asyncir_dialects::func;
use asyncir_ir::def::OpView;
use asyncir_ir::{Attribute, Context, OpId, Operation, OwnedOp, Signedness, Type, TypeKind};

use crate::call::function_type;

/// What is said of a parameter or result of such a type: a bit is a `bool`, and what has no sign in MLIR has one in C.
pub(crate) fn extension(ctx: &Context, ty: Type) -> Option<&'static str> {
    match (ty.int_width(ctx)?, is_unsigned(ctx, ty)) {
        (1, _) | (8 | 16 | 32, true) => Some("llvm.zeroext"),
        (8 | 16 | 32, false) => Some("llvm.signext"),
        _ => None,
    }
}

/// Whether it is an integer type such as `ui8`.
pub(crate) fn is_unsigned(ctx: &Context, ty: Type) -> bool {
    matches!(
        *ty.kind(ctx),
        TypeKind::Integer {
            signedness: Signedness::Unsigned,
            ..
        }
    )
}

/// Says of the functions that are defined elsewhere how small integers are passed to them, unless they say something about
/// their arguments themselves.
pub(crate) fn extend_arguments_of_declared(ctx: &Context, module: &mut OwnedOp) {
    for op in declared(module) {
        let Some(body) = module.body_mut() else { return };
        let data = body.op_mut(op);
        if let Some(attributes) = attributes_of_arguments(ctx, data) {
            data.set_property(ctx, "arg_attrs", Some(attributes));
        }
    }
}

fn declared(module: &OwnedOp) -> Vec<OpId> {
    let Some((body, block)) = module.body().and_then(|body| Some((body, body.entry()?))) else {
        return Vec::new();
    };
    let is_declared =
        |data: &Operation| data.is(func::FuncOp::DEF) && data.body().is_none_or(|body| body.entry().is_none());
    body.block_ops(block).filter(|&op| is_declared(body.op(op))).collect()
}

fn attributes_of_arguments(ctx: &Context, function: &Operation) -> Option<Attribute> {
    let (inputs, _) = function_type(ctx, function)?;
    if function.property(ctx, "arg_attrs").is_some() || !inputs.iter().any(|&ty| extension(ctx, ty).is_some()) {
        return None;
    }
    let attributes = inputs.iter().map(|&ty| match extension(ctx, ty) {
        Some(name) => ctx.dict_with(Attribute::EMPTY_DICT, name, Some(Attribute::UNIT)),
        None => Attribute::EMPTY_DICT,
    });
    Some(ctx.array_attr(&attributes.collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use crate::lowering::{LowerOptions, lower};
    use crate::{Source, context, parse};

    #[test]
    fn functions_defined_elsewhere_get_extended_integers() {
        let text = "func.func private @plain(i8, memref<?xf32>, i1, ui16, i64)
          func.func private @wrapped(i16) attributes {llvm.emit_c_interface}
          func.func private @says_itself(i8 {llvm.zeroext})
          func.func @here(%x: i8) { return }";
        let ctx = context();
        let mut module = parse(&ctx, &Source::new("f.mlir", text)).expect("parses");
        lower(&ctx, &mut module, &LowerOptions::default()).expect("lowers");
        let lowered = asyncir_text::print_file(module.op_ref(&ctx), None, &asyncir_text::PrintOptions::default());
        for declared in [
            "@plain(i8 {llvm.signext}, !llvm.ptr, !llvm.ptr, i64, i64, i64, i1 {llvm.zeroext}, i16 {llvm.zeroext}, i64)",
            "@_mlir_ciface_wrapped(i16 {llvm.signext})",
            "@says_itself(i8 {llvm.zeroext})",
            "@here(%arg0: i8)",
        ] {
            assert!(lowered.contains(declared), "{declared} in {lowered}");
        }
    }
}
