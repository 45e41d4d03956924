//! Stack memory that is used before the coroutine begins and lives across suspension points: there is no frame yet, so it
//! is on the stack until then, and copied to the frame where the coroutine begins.
//!
//! A function that got the address before must not have kept it, as for LLVM.

use std::collections::BTreeSet;

use asyncir_dialects::llvm::{MemcpyIntrOp, StoreOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Body, Context, Dominance, InsertPoint, Mapping, OpId, Type, UseId, ValueId};

use super::allocas::{self, Addresses, blocks_behind, memory_of};
use super::liveness::Crossing;
use super::recognize::Coroutine;
use crate::conversion::llvm_common::ops;

/// Gives what is used on both sides of the beginning another alloca behind it. Says whether there is such memory.
///
/// Where control may get to an early use from behind the beginning, or the address was stored before, nothing is done:
/// that cannot be split.
pub(super) fn copy(ctx: &Context, body: &mut Body, coroutine: &mut Coroutine, crossing: &Crossing) -> bool {
    let mut any = false;
    for (alloca, addresses) in allocas::wanted(ctx, body, coroutine, crossing) {
        let dominance = Dominance::new(body);
        let begin = coroutine.begin;
        let is_late = |body: &Body, user: OpId| dominance.properly_dominates(body, begin, user);
        let users = addresses.users.iter().copied();
        let early: Vec<OpId> = users.filter(|&user| !is_late(body, user)).collect();
        let size = memory_of(body.op_ref(ctx, alloca)).map(|layout| layout.size);
        let Some(size) = size.filter(|_| !early.is_empty() && is_over(body, begin, &addresses, &early)) else {
            continue;
        };
        let mut late = Vec::new();
        for &value in &addresses.derived {
            if body.defining_op(value).is_some_and(|op| !is_late(body, op)) {
                late.extend(body.uses(value).filter(|&slot| is_late(body, body.use_owner(slot))));
            }
        }
        let new = move_late(ctx, body, begin, alloca, &addresses.derived, &late, size);
        let old = body.result(alloca, 0);
        if coroutine.promise == Some(old) {
            coroutine.promise = Some(new);
        }
        coroutine.copied.push(old);
        any = true;
    }
    any
}

/// Whether early uses are over where the coroutine begins.
fn is_over(body: &Body, begin: OpId, addresses: &Addresses, early: &[OpId]) -> bool {
    let Some(home) = body.parent_block(begin) else {
        return false;
    };
    let behind = blocks_behind(body, [home]);
    early.iter().all(|&user| {
        let op = body.op(user);
        let keeps = op.is(StoreOp::DEF) && addresses.derived.contains(&body.operand(user, 0));
        let is_behind = body.parent_block(user).is_none_or(|block| behind.contains(&block));
        op.num_successors() == 0 && !keeps && !is_behind
    })
}

/// Copies memory behind the beginning of the coroutine, and has late uses find it there. Gives its address.
fn move_late(
    ctx: &Context,
    body: &mut Body,
    begin: OpId,
    alloca: OpId,
    derived: &BTreeSet<ValueId>,
    late: &[UseId],
    size: u64,
) -> ValueId {
    let (old, location) = (body.result(alloca, 0), body.op(alloca).location());
    let mut behind = Behind {
        derived,
        map: Mapping::new(),
        place: body.after(begin),
    };
    let new = behind.copy(body, alloca);
    let mut rw = Rewriter::new(ctx, body);
    rw.set_point(behind.place);
    let bytes = rw.ctx.int_attr(Type::I64, size.into());
    let bytes = ops::constant(&mut rw, location, Type::I64, bytes);
    let properties = [("isVolatile", Some(Attribute::FALSE))];
    let copied = ops::state(ctx, MemcpyIntrOp::DEF, location, &[new, old, bytes], &properties, &[]);
    let copied = rw.insert(copied);
    behind.place = body.after(copied);
    for &slot in late {
        let value = behind.value(body, body.operand(body.use_owner(slot), body.use_index(slot)));
        body.set_use(slot, value);
    }
    new
}

/// Values computed anew behind the beginning.
struct Behind<'a> {
    derived: &'a BTreeSet<ValueId>,
    map: Mapping,
    place: InsertPoint,
}

impl Behind<'_> {
    fn value(&mut self, body: &mut Body, value: ValueId) -> ValueId {
        if let Some(known) = self.map.get(value) {
            return known;
        }
        let Some(op) = body.defining_op(value).filter(|_| self.derived.contains(&value)) else {
            return value;
        };
        let operands: Vec<ValueId> = body.operands(op).collect();
        for operand in operands {
            let operand_behind = self.value(body, operand);
            self.map.map_value(operand, operand_behind);
        }
        self.copy(body, op);
        self.map.value(value)
    }

    /// Copies an op; gives its first result.
    fn copy(&mut self, body: &mut Body, op: OpId) -> ValueId {
        let copy = body.clone_op(op, &mut self.map);
        body.insert_op(copy, self.place);
        self.place = body.after(copy);
        body.result(copy, 0)
    }
}
