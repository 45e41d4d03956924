//! Memory that is filled or copied as a whole: so are its parts.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, OpId, OperationState, ValueId};

use super::place::Parts;
use super::slot::{Form, Slot};
use super::split::PartAddresses;
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::general::mem2reg::memory::length;

fn parts(slot: &Slot) -> Option<&Parts> {
    match &slot.form {
        Form::Aggregate { parts, .. } => Some(parts),
        Form::MemRef { .. } => None,
    }
}

/// Fills the parts that are used as far as an op fills the memory.
pub(super) fn fill_parts(rw: &mut Rewriter<'_>, slot: &Slot, op: OpId, addresses: &PartAddresses) {
    let Some((parts, length)) = parts(slot).zip(length(rw.ctx, rw.body, op)) else {
        return;
    };
    let byte = rw.body.operand(op, 1);
    for (index, part) in parts.iter().enumerate() {
        let Some(&address) = addresses.get(&index) else {
            continue;
        };
        let Some(covered) = length.checked_sub(part.start).filter(|&covered| covered > 0) else {
            break;
        };
        let place = length_location(rw, op);
        insert_like(rw, op, &[address, byte], covered.min(part.size), place);
    }
}

/// Copies the parts that are used from or to the place that an op copies the memory from or to.
pub(super) fn copy_parts(rw: &mut Rewriter<'_>, slot: &Slot, op: OpId, addresses: &PartAddresses) {
    let Form::Aggregate { ty, parts } = &slot.form else {
        return;
    };
    let location = rw.body.op(op).location();
    let (to, from) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let is_to = to == slot.address;
    let other = if is_to { from } else { to };
    let pointer = rw.body.value_type(other);
    for (index, part) in parts.iter().enumerate() {
        let Some(&address) = addresses.get(&index) else {
            continue;
        };
        let indices = [GepIndex::Constant(0), GepIndex::Constant(index as i32)];
        let elsewhere = ops::gep(rw, location, pointer, *ty, other, &indices, None);
        let operands = if is_to {
            [address, elsewhere]
        } else {
            [elsewhere, address]
        };
        insert_like(rw, op, &operands, part.size, location);
    }
}

/// Where the length of an op comes from.
fn length_location(rw: &Rewriter<'_>, op: OpId) -> Location {
    match rw.body.operands(op).nth(2) {
        Some(length) => rw.body.value_location(length),
        None => rw.body.op(op).location(),
    }
}

/// Inserts an op that does the same as another one to `length` bytes. It says nothing else of them.
fn insert_like(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], length: u64, length_location: Location) {
    let ctx = rw.ctx;
    let data = rw.body.op(op);
    let (location, volatile) = (data.location(), data.property(ctx, "isVolatile"));
    let is_inline = [llvm::MemsetInlineIntrOp::DEF, llvm::MemcpyInlineIntrOp::DEF]
        .iter()
        .any(|def| data.is(def));
    let Some(def) = data.def() else { return };
    let mut operands = operands.to_vec();
    let mut properties = vec![("isVolatile", volatile)];
    if is_inline {
        let ty = data
            .property(ctx, "len")
            .and_then(|given| given.as_int(ctx))
            .map(|(ty, _)| ty);
        properties.push(("len", ty.map(|ty| ctx.int_attr(ty, length.into()))));
    } else {
        let ty = rw.body.value_type(rw.body.operand(op, 2));
        let value = ctx.int_attr(ty, length.into());
        operands.push(ops::constant(rw, length_location, ty, value));
    }
    let mut state = OperationState::of(def, location).operands(&operands);
    state.set_properties(ctx, &properties, &[]);
    rw.insert(state);
}
