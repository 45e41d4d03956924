//! Values in the block of the task that completes them.

use asyncir_dialects::llvm::gep::{self, GepIndex};
use asyncir_dialects::llvm::layout::layout_of;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Location, OpId, OpRef, Type, ValueId};

use super::task::callee;
use crate::conversion::llvm_common::functions::Prototype;
use crate::conversion::llvm_common::{ops, types};
use crate::runtime_functions::{ADD_TASK_VALUE, CREATE_VALUE, GET_VALUE_STORAGE};

/// What a value takes in front of its payload, in bytes: `ASYNCIR_TASK_VALUE` of the runtime's C header.
const HEADER: u64 = 48;

/// A value that may stand in the block of its task.
#[derive(Clone, Copy)]
pub(super) struct TaskValue {
    pub(super) value: ValueId,
    /// The size of its payload, in bytes.
    size: u64,
}

impl TaskValue {
    /// The value that an op makes, if its size is known.
    pub(super) fn made_by(ctx: &Context, body: &Body, op: OpId) -> Option<Self> {
        if callee(ctx, body, op) != Some(CREATE_VALUE) {
            return None;
        }
        let size = body.defining_op(body.operand(op, 0))?;
        Some(Self {
            value: body.result(op, 0),
            size: bytes(body.op_ref(ctx, size))?,
        })
    }

    /// The alignment of the payload, as the runtime has it: that which the size implies.
    fn align(self) -> u64 {
        1 << self.size.trailing_zeros().clamp(3, 6)
    }

    /// How far behind the value its payload stands.
    fn payload(self) -> u64 {
        HEADER.next_multiple_of(self.align())
    }
}

/// The number of bytes that an op gives: a constant, or the address behind an element at address zero.
fn bytes(op: OpRef<'_>) -> Option<u64> {
    match op.name() {
        "llvm.mlir.constant" => u64::try_from(op.property("value")?.as_i64(op.ctx)?).ok(),
        "llvm.ptrtoint" => {
            let address = defining(op).filter(|op| op.name() == "llvm.getelementptr")?;
            let is_one = gep::indices(address) == [GepIndex::Constant(1)];
            let is_from_zero = defining(address)?.name() == "llvm.mlir.zero";
            let element = address.property("elem_type")?.as_type(op.ctx)?;
            let layout = layout_of(op.ctx, element).filter(|_| is_one && is_from_zero)?;
            Some(layout.size)
        }
        _ => None,
    }
}

/// The op that makes the operand of another one.
fn defining(op: OpRef<'_>) -> Option<OpRef<'_>> {
    let defining = op.body.defining_op(op.operand(0))?;
    Some(OpRef { op: defining, ..op })
}

/// Where values stand behind a frame of so many bytes, and the size of all; nothing if it is beyond measure.
pub(super) fn lay_out(values: &[TaskValue], frame: u64) -> Option<(Vec<u64>, u64)> {
    let mut end = frame;
    let offsets = values.iter().map(|value| {
        let offset = end.checked_next_multiple_of(value.align())?;
        end = offset.checked_add(value.payload())?.checked_add(value.size)?;
        Some(offset)
    });
    let offsets: Option<Vec<u64>> = offsets.collect();
    Some((offsets?, end))
}

/// Whether an op asks for the address of a payload.
pub(super) fn is_storage(ctx: &Context, body: &Body, op: OpId) -> bool {
    callee(ctx, body, op) == Some(GET_VALUE_STORAGE)
}

/// Finds the payloads of values without asking the runtime.
pub(super) fn find_payloads(ctx: &Context, body: &mut Body, values: &[TaskValue]) {
    for value in values {
        let users = body.users(value.value).filter(|&user| is_storage(ctx, body, user));
        for user in users.collect::<Vec<OpId>>() {
            let location = body.op(user).location();
            let mut rw = Rewriter::new(ctx, body);
            rw.set_before(user);
            let offset = ops::GepIndex::Constant(value.payload() as i32);
            let (ptr, byte) = (types::ptr(ctx), ctx.int_type(8));
            let address = ops::gep(&mut rw, location, ptr, byte, value.value, &[offset], None);
            rw.replace(user, &[address]);
        }
    }
}

/// The function that [`add`] calls.
pub(super) fn function(ctx: &Context) -> Prototype {
    let ptr = types::ptr(ctx);
    Prototype {
        name: ADD_TASK_VALUE,
        params: vec![ptr, Type::I64, Type::I64],
        result: ptr,
    }
}

/// Makes a value part of a task, in front of where it was made before.
pub(super) fn add(ctx: &Context, body: &mut Body, frame: ValueId, value: TaskValue, offset: u64) {
    let Some(creation) = body.defining_op(value.value) else {
        return;
    };
    let (location, size): (Location, ValueId) = (body.op(creation).location(), body.operand(creation, 0));
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(creation);
    let offset = ctx.int_attr(Type::I64, offset.into());
    let offset = ops::constant(&mut rw, location, Type::I64, offset);
    let callee = ctx.ident(ADD_TASK_VALUE);
    ops::call(&mut rw, location, callee, &[frame, offset, size], Some(types::ptr(ctx)));
}
