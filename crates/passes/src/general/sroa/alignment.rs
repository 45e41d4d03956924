//! What parts of memory have to be aligned to, if that is more than their types ask for: ops may rely on the alignment of
//! the memory that is split.

use std::collections::HashMap;

use asyncir_dialects::llvm::layout::{POINTER, layout_of};
use asyncir_ir::{Body, Context, OpId, Type, UseId};

use super::access::accessed_type;
use super::slot::{Form, Slot};

/// The alignments of parts, by their numbers.
#[derive(Default)]
pub(super) struct Demands(HashMap<usize, u64>);

impl Demands {
    /// The alignment of a part, if its type does not ask for it.
    pub(super) fn of(&self, index: usize) -> Option<u64> {
        self.0.get(&index).copied()
    }

    /// Notes what an op asks for at an address, which is `offset` bytes behind the start of a part; `None` if memory of the
    /// part alone cannot give it.
    pub(super) fn add(
        &mut self,
        ctx: &Context,
        body: &Body,
        slot: &Slot,
        address: UseId,
        index: usize,
        offset: u64,
    ) -> Option<()> {
        let op = body.use_owner(address);
        let ty = accessed_type(body, op, body.use_index(address));
        let natural = ty.and_then(|ty| layout_of(ctx, ty)).map(|layout| layout.align);
        let Some(demand) = stated(ctx, body, op)
            .or(natural)
            .filter(|demand| demand.is_power_of_two())
        else {
            return Some(());
        };
        if demand <= natural_of(ctx, slot.part_type(index)) || demand > known(ctx, body, slot, index, offset) {
            return Some(());
        }
        if !offset.is_multiple_of(demand) {
            return None;
        }
        let own = self.0.entry(index).or_default();
        *own = demand.max(*own);
        Some(())
    }
}

/// The alignment that an op says an address has.
fn stated(ctx: &Context, body: &Body, op: OpId) -> Option<u64> {
    let data = body.op(op);
    let of_argument = || {
        let arguments = data.property(ctx, "arg_attrs")?.as_array(ctx)?;
        arguments.first()?.get(ctx, "llvm.align")
    };
    let stated = data.property(ctx, "alignment").or_else(of_argument)?;
    u64::try_from(stated.as_i64(ctx)?).ok()
}

/// The alignment that memory of a type has anyway.
fn natural_of(ctx: &Context, ty: Type) -> u64 {
    if ty == Type::INDEX {
        return POINTER.align;
    }
    layout_of(ctx, ty).map_or(1, |layout| layout.align)
}

/// The alignment that the address has in the memory that is split.
fn known(ctx: &Context, body: &Body, slot: &Slot, index: usize, offset: u64) -> u64 {
    let stated = stated(ctx, body, slot.allocation);
    match &slot.form {
        Form::MemRef { .. } => stated.unwrap_or_default(),
        Form::Aggregate { ty, parts } => {
            let whole = natural_of(ctx, *ty).max(stated.unwrap_or_default());
            match parts.part(index).start + offset {
                0 => whole,
                distance => whole.min(1 << distance.trailing_zeros()),
            }
        }
    }
}
