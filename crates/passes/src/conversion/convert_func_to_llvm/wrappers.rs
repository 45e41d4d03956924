//! Functions for C code, `_mlir_ciface_*`, that take memrefs by pointers to their descriptors.

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Context, Ident, InsertPoint, Location, OpId, OperationState, Type, TypeKind, ValueId};

use super::functions::Original;
use crate::conversion::llvm_common::functions::{C_INTERFACE, function_state};
use crate::conversion::llvm_common::{LlvmTypeConverter, MemRefDescriptor, UnrankedMemRefDescriptor, ops, types};

/// The wrapper of a function: its op, not yet inserted, and the struct that it returns through its first argument.
struct Wrapper {
    state: OperationState,
    name: Ident,
    ty: Type,
    returned_struct: Option<Type>,
}

impl Wrapper {
    fn of(ctx: &Context, loc: Location, original: &Original, converter: &LlvmTypeConverter) -> Option<Self> {
        let (ty, returned_struct) = converter.convert_function_type_c_wrapper(ctx, original.ty)?;
        let name = format!("{C_INTERFACE}{}", original.name);
        let mut state = function_state(ctx, loc, &name, ty);
        let kept = original.kept.properties.as_dict(ctx).unwrap_or_default();
        let own = state.properties.as_dict(ctx).unwrap_or_default();
        state.properties = ctx.dict_attr(&[own, kept].concat());
        state.attrs = original.kept.attrs;
        original.set_wrapper_attrs(ctx, &mut state, returned_struct.is_some());
        Some(Self {
            state,
            name: ctx.ident(&name),
            ty,
            returned_struct,
        })
    }
}

/// A body with an entry block that takes `params`.
fn body_with_entry(params: &[Type], loc: Location) -> (Body, BlockId) {
    let mut body = Body::new();
    let region = body.add_root_region();
    let entry = body.append_block(region);
    for &param in params {
        body.add_block_arg(entry, param, loc);
    }
    (body, entry)
}

fn is_memref(ctx: &Context, ty: Type) -> bool {
    matches!(ty.kind(ctx), TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
}

/// Adds behind `function` a wrapper that loads descriptors and calls it.
pub(super) fn make_callable_from_c(
    rw: &mut Rewriter<'_>,
    function: OpId,
    original: &Original,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(function));
    let mut wrapper = Wrapper::of(ctx, loc, original, converter)?;
    let function_type = rw.body.op(function).property(ctx, "function_type")?.as_type(ctx)?;
    let (mut body, entry) = body_with_entry(&types::function_params(ctx, wrapper.ty)?, loc);
    let mut params: Vec<ValueId> = body.block_args(entry).collect();
    let returned = wrapper.returned_struct.map(|_| params.remove(0));
    let mut inner = Rewriter::new(ctx, &mut body);
    inner.set_end(entry);
    let mut args = Vec::new();
    for (&ty, &param) in original.ty.function(ctx)?.0.iter().zip(&params) {
        args.extend(loaded_argument(&mut inner, loc, ty, param, converter)?);
    }
    let result = types::function_result(ctx, function_type);
    let call = ops::call(&mut inner, loc, ctx.ident(&original.name), &args, result);
    let value = inner.body.results(call).next();
    match (returned, value) {
        (Some(pointer), Some(value)) => {
            ops::store(&mut inner, loc, value, pointer, None);
            ops::return_op(&mut inner, loc, None);
        }
        _ => {
            ops::return_op(&mut inner, loc, value);
        }
    }
    wrapper.state.body = Some(Box::new(body));
    rw.insert(wrapper.state);
    Some(())
}

/// What the function takes for a parameter of the wrapper: the fields of a memref, or the parameter itself.
fn loaded_argument(
    rw: &mut Rewriter<'_>,
    loc: Location,
    ty: Type,
    param: ValueId,
    converter: &LlvmTypeConverter,
) -> Option<Vec<ValueId>> {
    if !is_memref(rw.ctx, ty) {
        return Some(vec![param]);
    }
    let descriptor = converter.convert(rw.ctx, ty)?;
    let loaded = ops::load(rw, loc, descriptor, param, None);
    Some(match ty.kind(rw.ctx) {
        TypeKind::MemRef { .. } => MemRefDescriptor::new(loaded).unpack(rw, loc, ty),
        _ => UnrankedMemRefDescriptor::new(loaded).unpack(rw, loc),
    })
}

/// Lets `function`, a declaration, store descriptors and call a function that C code defines; adds its declaration.
pub(super) fn call_implementation_in_c(
    rw: &mut Rewriter<'_>,
    function: OpId,
    original: &Original,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(function));
    let wrapper = Wrapper::of(ctx, loc, original, converter)?;
    let function_type = rw.body.op(function).property(ctx, "function_type")?.as_type(ctx)?;
    let (mut body, entry) = body_with_entry(&types::function_params(ctx, function_type)?, loc);
    let params: Vec<ValueId> = body.block_args(entry).collect();
    let mut inner = Rewriter::new(ctx, &mut body);
    inner.set_point(InsertPoint::End(entry));

    let mut args = Vec::new();
    if let Some(returned) = wrapper.returned_struct {
        args.push(stack_slot(&mut inner, loc, returned, converter));
    }
    let mut params = &params[..];
    for &ty in original.ty.function(ctx)?.0 {
        let (own, rest) = params.split_at_checked(num_params(ctx, ty))?;
        args.push(stored_argument(&mut inner, loc, ty, own, converter)?);
        params = rest;
    }
    let call = ops::call(
        &mut inner,
        loc,
        wrapper.name,
        &args,
        types::function_result(ctx, wrapper.ty),
    );
    let value = match wrapper.returned_struct {
        Some(returned) => Some(ops::load(&mut inner, loc, returned, args[0], None)),
        None => inner.body.results(call).next(),
    };
    ops::return_op(&mut inner, loc, value);
    rw.body.op_mut(function).put_body(Box::new(body));
    rw.insert(wrapper.state);
    Some(())
}

fn num_params(ctx: &Context, ty: Type) -> usize {
    match ty.kind(ctx) {
        TypeKind::MemRef { .. } => MemRefDescriptor::num_unpacked(ctx, ty),
        TypeKind::UnrankedMemRef { .. } => UnrankedMemRefDescriptor::NUM_UNPACKED,
        _ => 1,
    }
}

fn stack_slot(rw: &mut Rewriter<'_>, loc: Location, ty: Type, converter: &LlvmTypeConverter) -> ValueId {
    let (index, ptr) = (converter.index_type(rw.ctx), types::ptr(rw.ctx));
    let one = ops::index_constant(rw, loc, index, 1);
    ops::alloca(rw, loc, ptr, ty, one, None)
}

/// What C code takes for an argument: a pointer to the descriptor of a memref, or the argument itself.
fn stored_argument(
    rw: &mut Rewriter<'_>,
    loc: Location,
    ty: Type,
    fields: &[ValueId],
    converter: &LlvmTypeConverter,
) -> Option<ValueId> {
    let packed = match ty.kind(rw.ctx) {
        TypeKind::MemRef { .. } => MemRefDescriptor::pack(rw, loc, ty, fields)?,
        TypeKind::UnrankedMemRef { .. } => UnrankedMemRefDescriptor::pack(rw, loc, fields)?,
        _ => return fields.first().copied(),
    };
    let descriptor = rw.body.value_type(packed);
    let slot = stack_slot(rw, loc, descriptor, converter);
    ops::store(rw, loc, packed, slot, None);
    Some(slot)
}
