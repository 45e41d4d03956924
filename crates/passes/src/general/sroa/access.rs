//! What ops do with memory that is to be split.

use asyncir_dialects::{llvm, memref};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{Body, Context, OpId, Type, UseId};

use super::place::{Parts, Place, byte_offset};
use super::slot::{Form, Slot};
use crate::general::mem2reg::convert::bytes;
use crate::general::mem2reg::memory::{COPIES, FILLS, is_one_of, is_volatile, length};

/// What an op does with the memory.
pub(super) enum Access {
    /// Loads or stores a part, or a piece of it.
    Part(Place),
    /// Computes the address of a part, or of a byte in it.
    Address(Place),
    /// Fills the first bytes.
    Fill,
    /// All is copied to it.
    CopyTo,
    /// All is copied from it.
    CopyFrom,
}

/// What the user of the memory's address does with it, if it can do so with the parts alone.
pub(super) fn access(ctx: &Context, body: &Body, slot: &Slot, address: UseId) -> Option<Access> {
    match &slot.form {
        Form::MemRef { shape, .. } => element(ctx, body, shape, address).map(|index| {
            Access::Part(Place {
                index,
                offset: 0,
                left: 0,
            })
        }),
        Form::Aggregate { parts, .. } => part(ctx, body, parts, address),
    }
}

/// The element of a memref that an op loads or stores, if its indices are constants.
fn element(ctx: &Context, body: &Body, shape: &[i64], address: UseId) -> Option<usize> {
    let op = body.use_owner(address);
    let place = memref_operand(body, op)?;
    (body.use_index(address) == place).then_some(())?;
    let mut element = 0;
    for (index, &size) in body.operands(op).skip(place + 1).zip(shape) {
        let index = constant_value(ctx, body, index)?.as_int(ctx)?.1.to_u64()?;
        let size = u64::try_from(size).ok().filter(|&size| index < size)?;
        element = element * size + index;
    }
    usize::try_from(element).ok()
}

/// Which operand of a load or store is the memref.
pub(super) fn memref_operand(body: &Body, op: OpId) -> Option<usize> {
    let data = body.op(op);
    if data.is(memref::LoadOp::DEF) {
        return Some(0);
    }
    data.is(memref::StoreOp::DEF).then_some(1)
}

fn part(ctx: &Context, body: &Body, parts: &Parts, address: UseId) -> Option<Access> {
    let (op, operand) = (body.use_owner(address), body.use_index(address));
    let data = body.op(op);
    if data.is(llvm::GEPOp::DEF) {
        let place = parts.place(byte_offset(ctx, body, op)?)?;
        // The offset is to be an index.
        return i32::try_from(place.offset).is_ok().then_some(Access::Address(place));
    }
    if is_volatile(ctx, data) {
        return None;
    }
    if let Some(ty) = accessed_type(body, op, operand) {
        // The address is that of the first part.
        let first = parts.iter().next()?;
        let place = Place {
            index: 0,
            offset: 0,
            left: first.size,
        };
        return (bytes(ctx, ty)? <= first.size).then_some(Access::Part(place));
    }
    if is_one_of(data, &FILLS) {
        return (length(ctx, body, op)? <= parts.size).then_some(Access::Fill);
    }
    let is_whole_copy = is_one_of(data, &COPIES) && length(ctx, body, op)? == parts.size;
    if !is_whole_copy || body.operand(op, 0) == body.operand(op, 1) {
        return None;
    }
    match operand {
        0 => Some(Access::CopyTo),
        _ => Some(Access::CopyFrom),
    }
}

/// The type that a load or store reads or writes at the address that is an operand of it.
pub(super) fn accessed_type(body: &Body, op: OpId, operand: usize) -> Option<Type> {
    let is = |def: &'static OpDef| body.op(op).is(def);
    if is(llvm::LoadOp::DEF) {
        return Some(body.value_type(body.result(op, 0)));
    }
    (is(llvm::StoreOp::DEF) && operand == 1).then(|| body.value_type(body.operand(op, 0)))
}

/// Whether an op only accesses the `left` bytes from an address on, or computes the address of one of them, which `found`
/// gets with the distance.
pub(super) fn stays_within(
    ctx: &Context,
    body: &Body,
    left: u64,
    address: UseId,
    found: &mut dyn FnMut(OpId, u64),
) -> bool {
    let (op, operand) = (body.use_owner(address), body.use_index(address));
    let data = body.op(op);
    if data.is(llvm::GEPOp::DEF) {
        let offset = byte_offset(ctx, body, op).filter(|&offset| offset < left);
        if let Some(offset) = offset {
            found(op, offset);
        }
        return offset.is_some();
    }
    if let Some(ty) = accessed_type(body, op, operand) {
        return bytes(ctx, ty).is_some_and(|size| size <= left);
    }
    let writes = operand == 0 && (is_one_of(data, &FILLS) || is_one_of(data, &COPIES));
    writes && length(ctx, body, op).is_some_and(|length| length <= left)
}
