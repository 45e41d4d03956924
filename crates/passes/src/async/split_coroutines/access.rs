//! Ops that reach into a frame.

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Ident, Location, Mapping, Type, ValueId};

use super::plan::{Plan, Slot, Source};
use super::task;
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::conversion::llvm_common::types;

/// The address of a place in the frame.
fn address(rw: &mut Rewriter<'_>, loc: Location, frame: ValueId, offset: u64) -> ValueId {
    if offset == 0 {
        return frame;
    }
    let ptr = types::ptr(rw.ctx);
    let byte = rw.ctx.int_type(8);
    match i32::try_from(offset) {
        Ok(offset) => ops::gep(rw, loc, ptr, byte, frame, &[GepIndex::Constant(offset)], None),
        Err(_) => {
            let value = rw.ctx.int_attr(Type::I64, offset.into());
            let offset = ops::constant(rw, loc, Type::I64, value);
            ops::gep(rw, loc, ptr, byte, frame, &[GepIndex::Value(offset)], None)
        }
    }
}

/// The alignment that an access names: LLVM assumes the natural one of a type, which is the slot's.
fn alignment(slot: &Slot) -> Option<i64> {
    i64::try_from(slot.layout.align).ok()
}

/// Stores a value that lives across suspension points.
pub(super) fn store(rw: &mut Rewriter<'_>, loc: Location, frame: ValueId, slot: &Slot) {
    let address = address(rw, loc, frame, slot.offset);
    ops::store(rw, loc, slot.value, address, alignment(slot));
}

/// Stores the address of a function, or null, in the header.
pub(super) fn store_function(rw: &mut Rewriter<'_>, loc: Location, frame: ValueId, offset: u64, name: Option<Ident>) {
    let ptr = types::ptr(rw.ctx);
    let function = match name {
        Some(name) => ops::address_of(rw, loc, name, ptr),
        None => ops::zero(rw, loc, ptr),
    };
    let address = address(rw, loc, frame, offset);
    ops::store(rw, loc, function, address, None);
}

/// Reads the address of a function in the header.
pub(super) fn load_function(rw: &mut Rewriter<'_>, loc: Location, frame: ValueId, offset: u64) -> ValueId {
    let ptr = types::ptr(rw.ctx);
    let address = address(rw, loc, frame, offset);
    ops::load(rw, loc, ptr, address, None)
}

/// Notes in the header at which point the coroutine is suspended.
pub(super) fn store_index(rw: &mut Rewriter<'_>, loc: Location, frame: ValueId, plan: &Plan, point: usize) {
    let Some(bits) = plan.frame.index_bits else { return };
    let ty = rw.ctx.int_type(bits);
    let value = rw.ctx.int_attr(ty, point as i128);
    let index = ops::constant(rw, loc, ty, value);
    let address = address(rw, loc, frame, plan.frame.index);
    ops::store(rw, loc, index, address, None);
}

/// Reads at which point the coroutine is suspended.
pub(super) fn load_index(rw: &mut Rewriter<'_>, loc: Location, frame: ValueId, plan: &Plan, bits: u32) -> ValueId {
    let ty = rw.ctx.int_type(bits);
    let address = address(rw, loc, frame, plan.frame.index);
    ops::load(rw, loc, ty, address, None)
}

/// Makes a value that lives across suspension points where the rewriter stands; nothing for a value that does not.
pub(super) fn restore(rw: &mut Rewriter<'_>, plan: &Plan, frame: ValueId, value: ValueId) -> Option<ValueId> {
    let op = rw.body.defining_op(value);
    let loc = op.map_or(Location::UNKNOWN, |op| rw.body.op(op).location());
    match *plan.sources.get(&value)? {
        Source::InFrame(offset) => Some(address(rw, loc, frame, offset)),
        Source::Token => {
            let (ptr, byte) = (types::ptr(rw.ctx), rw.ctx.int_type(8));
            let offset = GepIndex::Constant(task::TOKEN_OFFSET);
            Some(ops::gep(rw, loc, ptr, byte, frame, &[offset], None))
        }
        Source::Slot(slot) => {
            let slot = &plan.slots[slot];
            let address = address(rw, loc, frame, slot.offset);
            let ty = rw.body.value_type(value);
            Some(ops::load(rw, loc, ty, address, alignment(slot)))
        }
        Source::Recomputed(op) => {
            let operands: Vec<ValueId> = rw.body.operands(op).collect();
            let mut map = Mapping::new();
            for operand in operands {
                let restored = restore(rw, plan, frame, operand)?;
                map.map_value(operand, restored);
            }
            let copy = rw.body.clone_op(op, &mut map);
            rw.insert_existing(copy);
            Some(rw.body.result(copy, 0))
        }
    }
}
