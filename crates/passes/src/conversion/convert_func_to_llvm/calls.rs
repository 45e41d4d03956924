//! Calls, returns and references to functions.

use asyncir_dialects::func::{CallIndirectOp, CallOp, ConstantOp, ReturnOp};
use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::rewrite::{Rewriter, ValueVec};
use asyncir_ir::smallvec::smallvec;
use asyncir_ir::{Attribute, NamedAttribute, OpId, OperationState, Type, TypeKind, ValueId};

use super::unranked_copies::{Destination, copy_unranked};
use crate::conversion::llvm_common::rewrites::NewAttributes;
use crate::conversion::llvm_common::{LlvmTypeConverter, MemRefDescriptor, ops, types};

pub(super) fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    for def in [CallOp::DEF, CallIndirectOp::DEF] {
        let llvm = converter.clone();
        patterns.add(def, converter.converter(), move |rw, op, operands| {
            convert_call(rw, op, operands, &llvm)
        });
    }
    let llvm = converter.clone();
    patterns.add(ConstantOp::DEF, converter.converter(), move |rw, op, _| {
        convert_constant(rw, op, &llvm)
    });
    let llvm = converter.clone();
    patterns.add_ranges(ReturnOp::DEF, converter.converter(), move |rw, op, operands| {
        convert_return(rw, op, operands, &llvm)
    });
}

fn convert_constant(rw: &mut Rewriter<'_>, op: OpId, converter: &LlvmTypeConverter) -> Option<()> {
    let (ctx, loc, data) = (rw.ctx, rw.location_of(op), rw.body.op(op));
    let ty = converter.convert(ctx, rw.body.value_type(rw.body.result(op, 0)))?;
    let (value, attrs) = (data.property(ctx, "value")?, data.attrs());
    let def = llvm::AddressOfOp::DEF;
    let mut state = ops::state(ctx, def, loc, &[], &[("global_name", Some(value))], &[ty]);
    state.attrs = attrs;
    rw.replace_with(op, state);
    Some(())
}

/// All attributes of an op, inherent ones too.
fn all_attrs(rw: &Rewriter<'_>, op: OpId) -> Vec<NamedAttribute> {
    let data = rw.body.op(op);
    let entries = |dict: Attribute| dict.as_dict(rw.ctx).unwrap_or_default();
    [entries(data.properties()), entries(data.attrs())].concat()
}

fn convert_call(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], converter: &LlvmTypeConverter) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let result_types = rw.body.result_types(op);
    let packed = match &result_types[..] {
        [] => None,
        types => Some(converter.pack_function_results(ctx, types)?),
    };
    let operand_types: Vec<Type> = rw.body.operands(op).map(|value| rw.body.value_type(value)).collect();
    let is_bare = converter.options().bare_pointers;
    let is_unranked = |&ty: &Type| matches!(ty.kind(ctx), TypeKind::UnrankedMemRef { .. });
    // There is no bare pointer for such a memref.
    if is_bare && operand_types.iter().any(is_unranked) {
        return None;
    }
    let promoted = converter.promote_operands(rw, loc, &operand_types, operands);

    let mut state: OperationState = ops::call_state(ctx, loc, None, &promoted, &[]);
    state.results.extend(packed.as_ref().map(|packed| packed.ty));
    let kept = NewAttributes::split(ctx, llvm::CallOp::DEF, &all_attrs(rw, op));
    for &(name, attr) in kept.properties.as_dict(ctx).unwrap_or_default() {
        state.properties = ctx.dict_with(state.properties, ctx.str(name), Some(attr));
    }
    state.attrs = kept.attrs;
    let call = rw.insert(state);

    let mut results: Vec<ValueVec> = Vec::new();
    if let Some(packed) = packed {
        let result = rw.body.result(call, 0);
        let is_single = packed.num_converted() == 1;
        let mut fields = 0..;
        for group in &packed.groups {
            let part = |_: &Type| match fields.next() {
                Some(index) if !is_single => ops::extract_value(rw, loc, result, &[index]),
                _ => result,
            };
            results.push(group.iter().map(part).collect());
        }
    }
    for (&ty, values) in result_types.iter().zip(&mut results) {
        if let (TypeKind::MemRef { .. }, &[ptr], true) = (ty.kind(ctx), &values[..], is_bare) {
            let descriptor = converter.convert(ctx, ty)?;
            let descriptor = MemRefDescriptor::from_static_shape(rw, loc, descriptor, ty, ptr, ptr)?;
            *values = smallvec![descriptor.value()];
        }
        if let (TypeKind::UnrankedMemRef { .. }, &[value]) = (ty.kind(ctx), &values[..]) {
            *values = smallvec![copy_unranked(rw, loc, value, Destination::Stack, converter)?];
        }
    }
    rw.replace_many(op, &results);
    Some(())
}

fn convert_return(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueVec], converter: &LlvmTypeConverter) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let original_types: Vec<Type> = rw.body.operands(op).map(|value| rw.body.value_type(value)).collect();
    let mut returned = Vec::new();
    let is_bare = converter.options().bare_pointers;
    for (&ty, values) in original_types.iter().zip(operands) {
        match (ty.kind(ctx), &values[..]) {
            (TypeKind::MemRef { .. }, &[value]) if is_bare && converter.bare_pointer(ctx, ty).is_some() => {
                returned.push(MemRefDescriptor::new(value).allocated_ptr(rw, loc));
            }
            (TypeKind::UnrankedMemRef { .. }, _) if is_bare => return None,
            (TypeKind::UnrankedMemRef { .. }, &[value]) => {
                returned.push(copy_unranked(rw, loc, value, Destination::Heap, converter)?);
            }
            _ => returned.extend_from_slice(values),
        }
    }
    let value = match *returned {
        [] => None,
        [single] => Some(single),
        _ => {
            let ty = converter.pack_function_results(ctx, &original_types)?.ty;
            Some(pack(rw, op, ty, &returned))
        }
    };
    let mut state = ops::state(ctx, llvm::ReturnOp::DEF, loc, value.as_slice(), &[], &[]);
    state.attrs = rw.body.op(op).attrs();
    rw.replace_with(op, state);
    Some(())
}

/// A struct of the values that a function returns.
fn pack(rw: &mut Rewriter<'_>, op: OpId, ty: Type, values: &[ValueId]) -> ValueId {
    debug_assert!(
        types::struct_elements(rw.ctx, ty).is_some(),
        "several results are packed into a struct"
    );
    let loc = rw.location_of(op);
    let mut packed = ops::poison(rw, loc, ty);
    for (index, &value) in (0..).zip(values) {
        packed = ops::insert_value(rw, loc, packed, value, &[index]);
    }
    packed
}
