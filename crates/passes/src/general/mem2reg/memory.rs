//! What ops do with memory that is to become a value.

use asyncir_dialects::{llvm, memref};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{Attribute, Body, Context, OpId, Operation, OperationState, UseId, ValueId};

use super::convert;
use super::slot::Slot;

/// Whether an op is one of some kinds.
pub(in crate::general) fn is_one_of(op: &Operation, defs: &[&'static OpDef]) -> bool {
    defs.iter().any(|def| op.is(def))
}

/// Whether the results of an op are an address that it is given, so that what uses them must give it up, too.
pub(in crate::general) fn passes_address_on(ctx: &Context, body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    if data.is(llvm::GEPOp::DEF) {
        let indices = llvm::gep::indices(body.op_ref(ctx, op));
        return indices
            .iter()
            .all(|index| matches!(index, llvm::gep::GepIndex::Constant(0)));
    }
    is_one_of(
        data,
        &[
            llvm::BitcastOp::DEF,
            llvm::AddrSpaceCastOp::DEF,
            llvm::LaunderInvariantGroupIntrOp::DEF,
            llvm::StripInvariantGroupIntrOp::DEF,
        ],
    )
}

/// Whether an op only says something about memory.
pub(in crate::general) fn is_marker(op: &Operation) -> bool {
    is_one_of(
        op,
        &[
            llvm::LifetimeStartIntrOp::DEF,
            llvm::LifetimeEndIntrOp::DEF,
            llvm::InvariantStartIntrOp::DEF,
            llvm::InvariantEndIntrOp::DEF,
            llvm::DbgDeclareOp::DEF,
        ],
    )
}

/// An access of the memory.
#[derive(Clone, Copy)]
pub(super) enum Access {
    Load,
    /// Of a value.
    Store(ValueId),
    /// All bytes become this one.
    Fill(ValueId),
    /// All bytes are copied from an address.
    CopyFrom(ValueId),
    /// All bytes are copied to an address.
    CopyTo(ValueId),
}

impl Access {
    /// Whether the memory changes.
    pub(super) fn stores(self) -> bool {
        !matches!(self, Self::Load | Self::CopyTo(_))
    }
}

/// The ops that fill memory.
pub(in crate::general) const FILLS: [&OpDef; 2] = [llvm::MemsetIntrOp::DEF, llvm::MemsetInlineIntrOp::DEF];
/// The ops that copy memory that is their second operand to that which is their first one.
pub(in crate::general) const COPIES: [&OpDef; 3] = [
    llvm::MemcpyIntrOp::DEF,
    llvm::MemcpyInlineIntrOp::DEF,
    llvm::MemmoveIntrOp::DEF,
];

/// How an op accesses the memory, if it does.
pub(super) fn access(body: &Body, op: OpId, slot: &Slot) -> Option<Access> {
    let data = body.op(op);
    if is_one_of(data, &[memref::LoadOp::DEF, llvm::LoadOp::DEF]) {
        return (body.operand(op, 0) == slot.address).then_some(Access::Load);
    }
    if is_one_of(data, &FILLS) {
        return (body.operand(op, 0) == slot.address).then(|| Access::Fill(body.operand(op, 1)));
    }
    if is_one_of(data, &COPIES) {
        let (to, from) = (body.operand(op, 0), body.operand(op, 1));
        return match slot.address {
            address if address == to => Some(Access::CopyFrom(from)),
            address if address == from => Some(Access::CopyTo(to)),
            _ => None,
        };
    }
    let is_store = is_one_of(data, &[memref::StoreOp::DEF, llvm::StoreOp::DEF]);
    (is_store && body.operand(op, 1) == slot.address).then(|| Access::Store(body.operand(op, 0)))
}

/// Whether an op can do without the address, which it has in some operands. `is_user` says which other ops give it up.
pub(super) fn can_give_up(
    ctx: &Context,
    body: &Body,
    op: OpId,
    slot: &Slot,
    uses: &[UseId],
    is_user: &dyn Fn(OpId) -> bool,
) -> bool {
    let data = body.op(op);
    let [only] = uses else {
        // Ops on the memory take the address once.
        return is_marker(data);
    };
    if passes_address_on(ctx, body, op) {
        return true;
    }
    if is_marker(data) {
        return body.results(op).flat_map(|result| body.users(result)).all(is_user);
    }
    if data.is(llvm::DbgValueOp::DEF) {
        return true;
    }
    let Some(access) = access(body, op, slot).filter(|_| !is_volatile(ctx, data)) else {
        return false;
    };
    let is_in_memref = is_one_of(data, &[memref::LoadOp::DEF, memref::StoreOp::DEF]);
    match access {
        Access::Load => {
            let ty = body.value_type(body.result(op, 0));
            ty == slot.ty || (!is_in_memref && convert::is_readable(ctx, ty, slot.ty))
        }
        Access::Store(value) => {
            let ty = body.value_type(value);
            // The address may be what is stored.
            let is_address = body.use_index(*only) == 1;
            is_address && (ty == slot.ty || (!is_in_memref && convert::is_storable(ctx, slot.ty, ty)))
        }
        Access::Fill(_) => convert::is_fillable(ctx, slot.ty) && has_all_bytes(ctx, body, op, slot),
        Access::CopyFrom(_) | Access::CopyTo(_) => has_all_bytes(ctx, body, op, slot),
    }
}

/// Whether an access must stay as it is.
pub(in crate::general) fn is_volatile(ctx: &Context, op: &Operation) -> bool {
    op.property(ctx, "volatile_").is_some() || op.property(ctx, "isVolatile").and_then(Attribute::as_bool) == Some(true)
}

/// How many bytes an op fills or copies, if that is known.
pub(in crate::general) fn length(ctx: &Context, body: &Body, op: OpId) -> Option<u64> {
    let given = body.op(op).property(ctx, "len");
    let length = given.or_else(|| constant_value(ctx, body, body.operand(op, 2)))?;
    length.as_int(ctx)?.1.to_u64()
}

/// Whether an op fills or copies as many bytes as the memory has.
fn has_all_bytes(ctx: &Context, body: &Body, op: OpId, slot: &Slot) -> bool {
    let length = length(ctx, body, op);
    length.is_some() && length == convert::bytes(ctx, slot.ty)
}

/// Erases ops that have to go before the ops whose results they use. In blocks that nothing leads to, an address may be used
/// before it is passed on.
pub(in crate::general) fn erase_with_users_first(body: &mut Body, mut ops: Vec<OpId>) {
    while !ops.is_empty() {
        ops.retain(|&op| {
            let is_used = body.results(op).any(|result| body.has_uses(result));
            if !is_used {
                body.erase_op(op);
            }
            is_used
        });
    }
}

/// The op that says which value the variable of a declaration has.
pub(super) fn debug_value(body: &Body, declaration: OpId, value: ValueId) -> OperationState {
    let data = body.op(declaration);
    let mut state = OperationState::of(llvm::DbgValueOp::DEF, data.location()).operands(&[value]);
    state.properties = data.properties();
    state
}

/// A `llvm.intr.dbg.value` of the address no longer knows the value.
pub(in crate::general) fn forget_debug_value(rw: &mut Rewriter<'_>, op: OpId) {
    let value = rw.body.operand(op, 0);
    let (ty, location) = (rw.body.value_type(value), rw.body.value_location(value));
    rw.set_before(op);
    let undef = rw.insert_value(llvm::UndefOp::build(rw.ctx, location, &[ty]));
    rw.body.set_operand(op, 0, undef);
}
