//! Constants of a module.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::{AttrKind, Attribute, Body, Context, Ident, Location, OperationState, Type};

use super::types;

/// `llvm.mlir.global private constant @name(dense<...>)`: an array of integers of `element` type, whose bytes are given
/// with the lowest one first. There is at least one.
pub fn constant_array(ctx: &Context, loc: Location, name: Ident, element: Type, bytes: &[u8]) -> OperationState {
    let width = element.int_width(ctx).map_or(1, |bits| bits.div_ceil(8) as usize);
    let (first, count) = (&bytes[..width], bytes.len() / width);
    let splat = bytes.chunks(width).all(|chunk| chunk == first);
    let value = ctx.attr(AttrKind::DenseElements {
        ty: ctx.tensor_type(&[count as i64], element),
        splat,
        data: if splat { first } else { bytes }.into(),
    });
    let array = types::array(ctx, element, count as u64);
    let mut state = OperationState::of(llvm::GlobalOp::DEF, loc);
    let given = [
        ("global_type", Some(ctx.type_attr(array))),
        ("constant", Some(Attribute::UNIT)),
        ("sym_name", Some(ctx.str_attr(ctx.str(name)))),
        ("linkage", Some(types::linkage(ctx, "private"))),
        ("value", Some(value)),
    ];
    state.set_properties(ctx, &given, &[]);
    let mut body = Body::new();
    body.add_root_region();
    state.body = Some(Box::new(body));
    state
}
