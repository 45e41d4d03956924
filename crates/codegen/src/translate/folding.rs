//! Instructions that are constants when their operands are: addresses of parts of globals, and sizes of types, which
//! the lowerings compute as the address behind an element at address zero.

use asyncir_ir::{Context, Fallible, OpRef, Type, ValueId};

use super::instructions::gep_flags;
use super::numbering::{Numbering, Slot};
use super::state::{ModuleState, failed};
use crate::dialect::{DYNAMIC_INDEX, LlvmType, integers, llvm_type, type_attr};

/// The constant that `op` gives, if it is of these instructions and its operands are constants.
pub(super) fn fold(numbering: &Numbering, state: &mut ModuleState<'_>, op: OpRef<'_>) -> Fallible<Option<String>> {
    let constant = |value: &ValueId| match numbering.slot(*value) {
        Slot::Constant(text) => Some(&**text),
        _ => None,
    };
    let operands = op.operands();
    let Some(texts) = operands.iter().map(constant).collect::<Option<Vec<&str>>>() else {
        return Ok(None);
    };
    match (op.name(), &texts[..]) {
        ("llvm.getelementptr", [base, indices @ ..]) => address(state, op, base, indices),
        ("llvm.ptrtoint", [_]) => size(state, op),
        _ => Ok(None),
    }
}

/// A `getelementptr` whose indices are all constant.
fn address(state: &mut ModuleState<'_>, op: OpRef<'_>, base: &str, dynamic: &[&str]) -> Fallible<Option<String>> {
    let is_pointer = |ty| matches!(llvm_type(op.ctx, ty), Some(LlvmType::Pointer(_)));
    if !op.result_types().iter().all(|&ty| is_pointer(ty)) {
        return Ok(None);
    }
    let indices = integers(op, "rawConstantIndices");
    let mut dynamic = (1..).zip(dynamic);
    let mut texts = Vec::with_capacity(indices.len());
    for index in indices {
        texts.push(match index {
            DYNAMIC_INDEX => {
                let (number, text) = dynamic.next().ok_or_else(|| failed(op))?;
                let ty = op.operand_type(number);
                // What is not an integer, such as a vector of them, LLVM computes when it runs.
                let Some(LlvmType::Integer(_)) = llvm_type(op.ctx, ty) else {
                    return Ok(None);
                };
                (state.ty(ty, op.location())?, (*text).to_owned())
            }
            index => ("i32".to_owned(), index.to_string()),
        });
    }
    if texts.iter().all(|(_, index)| index == "0") {
        return Ok(Some(base.to_owned()));
    }
    let element = type_attr(op, "elem_type").ok_or_else(|| failed(op))?;
    let (element, base_type) = (
        state.ty(element, op.location())?,
        state.ty(op.operand_type(0), op.location())?,
    );
    let indices: String = texts.iter().map(|(ty, index)| format!(", {ty} {index}")).collect();
    Ok(Some(format!(
        "getelementptr {}({element}, {base_type} {base}{indices})",
        gep_flags(op)
    )))
}

/// The integer of an address that counts elements of one type from zero.
fn size(state: &ModuleState<'_>, op: OpRef<'_>) -> Fallible<Option<String>> {
    let Some(address) = op.body.defining_op(op.operand(0)) else {
        return Ok(None);
    };
    let address = OpRef { op: address, ..op };
    if address.name() != "llvm.getelementptr" || !is_null(address) {
        return Ok(None);
    }
    let ([count], Some(element), [ty]) = (
        &integers(address, "rawConstantIndices")[..],
        type_attr(address, "elem_type"),
        &op.result_types()[..],
    ) else {
        return Ok(None);
    };
    // How many an operand says, LLVM computes.
    if *count == DYNAMIC_INDEX {
        return Ok(None);
    }
    let LlvmType::Integer(width @ 32..=64) = state.types.kind(*ty, op.location())? else {
        return Ok(None);
    };
    let bytes = array_bytes(op.ctx, element).and_then(|bytes| bytes.checked_mul(*count));
    Ok(bytes
        .filter(|bytes| bytes.unsigned_abs() < 1 << (width - 1))
        .map(|bytes| bytes.to_string()))
}

/// Whether the base of a `getelementptr` is the null pointer of the default address space.
fn is_null(address: OpRef<'_>) -> bool {
    let Some(&base) = address.operands().first() else {
        return false;
    };
    let is_zero = |op| address.body.op(op).name().as_str(address.ctx) == "llvm.mlir.zero";
    matches!(
        llvm_type(address.ctx, address.body.value_type(base)),
        Some(LlvmType::Pointer(0))
    ) && address.body.defining_op(base).is_some_and(is_zero)
}

/// The size of types whose size no data layout changes: without padding, and without pointers.
fn array_bytes(ctx: &Context, ty: Type) -> Option<i64> {
    match llvm_type(ctx, ty)? {
        LlvmType::Integer(bits @ (8 | 16 | 32 | 64)) => Some(i64::from(bits) / 8),
        LlvmType::Float("half" | "bfloat") => Some(2),
        LlvmType::Float("float") => Some(4),
        LlvmType::Float("double") => Some(8),
        LlvmType::Array(size, element) => array_bytes(ctx, element)?.checked_mul(i64::try_from(size).ok()?),
        _ => None,
    }
}
