//! Memory becomes memory for each part.

use std::collections::HashMap;

use asyncir_dialects::{llvm, memref};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Dominance, OpId, ValueId};

use super::access::{Access, memref_operand};
use super::intrinsics;
use super::place::Place;
use super::plan::Plan;
use super::slot::Form;
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::general::mem2reg::memory::{erase_with_users_first, forget_debug_value};
use crate::general::mem2reg::order::sort;

/// The addresses of the parts that are used.
pub(super) type PartAddresses = HashMap<usize, ValueId>;

/// Splits memory as planned; gives the ops that allocate its parts.
pub(super) fn run(ctx: &Context, body: &mut Body, dominance: &Dominance, plan: &Plan) -> Vec<OpId> {
    let (allocations, addresses) = allocate(ctx, body, plan);
    let mut users: Vec<OpId> = plan.accesses.keys().copied().collect();
    users.extend(&plan.given_up);
    if let Some(region) = body.parent_region(plan.slot.allocation) {
        sort(body, dominance, region, &mut users);
    }
    let mut erase = Vec::new();
    for &op in users.iter().rev() {
        let mut rw = Rewriter::new(ctx, body);
        rw.set_after(op);
        let is_done_with = match plan.accesses.get(&op) {
            Some(access) => rewire(&mut rw, plan, op, access, &addresses),
            None if rw.body.op(op).is(llvm::DbgValueOp::DEF) => {
                forget_debug_value(&mut rw, op);
                false
            }
            None => true,
        };
        if is_done_with {
            erase.push(op);
        }
    }
    erase_with_users_first(body, erase);
    body.erase_op(plan.slot.allocation);
    allocations
}

/// Allocates the parts behind the memory that they are parts of.
fn allocate(ctx: &Context, body: &mut Body, plan: &Plan) -> (Vec<OpId>, PartAddresses) {
    let allocation = plan.slot.allocation;
    let location = body.op(allocation).location();
    let whole = body.value_type(plan.slot.address);
    let mut rw = Rewriter::new(ctx, body);
    rw.set_after(allocation);
    let (mut allocations, mut addresses) = (Vec::new(), PartAddresses::new());
    for &index in &plan.used {
        let alignment = plan.demands.of(index).map(|bytes| bytes as i64);
        let ty = plan.slot.part_type(index);
        let address = match plan.slot.form {
            Form::MemRef { .. } => {
                let alignment = alignment.map(|bytes| ctx.i64_attr(bytes));
                let ty = ctx.memref_type(&[], ty);
                rw.insert_value(memref::AllocaOp::build(ctx, location, &[], &[], alignment, &[ty]))
            }
            Form::Aggregate { .. } => {
                let one = rw.body.operand(allocation, 0);
                ops::alloca(&mut rw, location, whole, ty, one, alignment)
            }
        };
        allocations.extend(rw.body.defining_op(address));
        addresses.insert(index, address);
    }
    (allocations, addresses)
}

/// Lets an op use parts; says whether it is then no longer needed. New ops come behind it.
fn rewire(rw: &mut Rewriter<'_>, plan: &Plan, op: OpId, access: &Access, addresses: &PartAddresses) -> bool {
    match access {
        Access::Part(place) => {
            use_part(rw.body, op, addresses[&place.index]);
            false
        }
        Access::Address(place) => {
            move_address(rw, op, *place, addresses[&place.index]);
            true
        }
        Access::Fill => {
            intrinsics::fill_parts(rw, &plan.slot, op, addresses);
            true
        }
        Access::CopyTo | Access::CopyFrom => {
            intrinsics::copy_parts(rw, &plan.slot, op, addresses);
            true
        }
    }
}

/// Lets a load or store access a part.
fn use_part(body: &mut Body, op: OpId, address: ValueId) {
    let Some(place) = memref_operand(body, op) else {
        let place = usize::from(body.op(op).is(llvm::StoreOp::DEF));
        body.set_operand(op, place, address);
        return;
    };
    let mut operands: Vec<ValueId> = body.operands(op).take(place).collect();
    operands.push(address);
    body.set_operands(op, &operands);
}

/// Replaces the address of a place by one in the part.
fn move_address(rw: &mut Rewriter<'_>, op: OpId, place: Place, part: ValueId) {
    let (result, location) = (rw.body.result(op, 0), rw.body.op(op).location());
    let mut address = part;
    if place.offset > 0 {
        let no_wrap = rw.body.op(op).property(rw.ctx, "noWrapFlags");
        let ty = rw.body.value_type(result);
        let byte = rw.ctx.int_type(8);
        let index = [GepIndex::Constant(place.offset as i32)];
        address = ops::gep(rw, location, ty, byte, part, &index, no_wrap);
    }
    rw.body.replace_all_uses(result, address);
}
