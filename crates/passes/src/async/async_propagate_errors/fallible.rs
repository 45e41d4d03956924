//! Functions that return failures.

use std::collections::HashMap;

use asyncir_dialects::arith::build::{ArithBuilder, index};
use asyncir_dialects::r#async::types::{GROUP, TOKEN, VALUE};
use asyncir_dialects::r#async::{
    RuntimeAwaitOp, RuntimeCreateGroupOp, RuntimeCreateOp, RuntimeFailureOfOp, RuntimeFailureOp, RuntimeIsErrorOp,
    RuntimeRaiseOp, RuntimeSetErrorOp,
};
use asyncir_dialects::memref::DeallocOp;
use asyncir_dialects::{cf, func, ub};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Context, Fallible, Ident, InsertPoint, Location, OpId, Type, ValueId};

use super::memory::Memory;
use super::{Names, call_fallible, facts, loop_with_failure};
use crate::r#async::coroutine::{IN_ERROR, is_await, replace_await};
use crate::r#async::error_message;
use crate::conversion::convert_scf_to_cf;

/// Lets a function with these results return a failure in front of them: zero, or what failed, and then nothing of use. Of
/// callees that `keep` memory, or may, nothing is freed that they get.
///
/// # Errors
/// If something may fail in an op that cannot become branches.
pub(super) fn return_failures(
    ctx: &Context,
    body: &mut Body,
    results: &[Type],
    names: &Names,
    keep: &dyn Fn(Ident) -> bool,
) -> Fallible {
    let mut rw = Rewriter::new(ctx, body);
    branch_around(&mut rw, names)?;
    for op in facts::own_ops(rw.body) {
        if rw.body.op(op).is(func::ReturnOp::DEF) {
            return_zero(&mut rw, op);
        }
    }
    let sites = sites(ctx, rw.body, names);
    let Some(&first) = sites.first() else {
        return Ok(());
    };
    let memory = Memory::of(ctx, rw.body, &sites, keep);
    let Some(exit) = exit_block(&mut rw, first, results) else {
        return Ok(());
    };
    let mut exits = Exits {
        last: exit,
        freeing: HashMap::new(),
    };
    for op in sites {
        let exit = exits.freeing(&mut rw, op, memory.at(op));
        exit.leave_if_failed(&mut rw, op, names);
    }
    Ok(())
}

/// What may fail in the function itself, not in its tasks.
fn sites(ctx: &Context, body: &Body, names: &Names) -> Vec<OpId> {
    let mut ops = facts::own_ops(body);
    let fails = |name| names.contains_key(&name);
    ops.retain(|&op| {
        facts::can_fail(body, op)
            || func::callee(ctx, body.op(op)).is_some_and(fails)
            || facts::loop_callee(ctx, body, op).is_some_and(fails) && body.op(op).num_results() == 0
    });
    ops
}

/// Turns structured ops in which something may fail into branches, from the outside to the inside.
fn branch_around(rw: &mut Rewriter<'_>, names: &Names) -> Fallible {
    loop {
        let nested = sites(rw.ctx, rw.body, names).into_iter().filter_map(|site| {
            let outer = std::iter::successors(rw.body.parent_op(site), |&op| rw.body.parent_op(op));
            outer.last()
        });
        let mut outermost: Vec<OpId> = nested.collect();
        outermost.dedup();
        if outermost.is_empty() {
            return Ok(());
        }
        for op in outermost {
            rw.set_before(op);
            if !convert_scf_to_cf::lower(rw, op) {
                let op = rw.body.op_ref(rw.ctx, op);
                return Err(op.error("an error in this op cannot leave the function around it"));
            }
        }
    }
}

fn return_zero(rw: &mut Rewriter<'_>, op: OpId) {
    let location = rw.location_of(op);
    rw.set_before(op);
    let mut values = vec![ArithBuilder::new(rw, location).constant(Type::I64, 0)];
    values.extend(rw.body.operands(op));
    rw.replace_with(op, func::ReturnOp::build(rw.ctx, location, &values, &[]));
}

/// A block at the end of the function that returns the failure it is given.
fn exit_block(rw: &mut Rewriter<'_>, site: OpId, results: &[Type]) -> Option<BlockId> {
    let location = rw.location_of(site);
    let region = rw.body.root()?;
    let block = rw.create_block(region, None, &[(Type::I64, location)]);
    rw.set_end(block);
    let mut values: Vec<ValueId> = rw.body.block_args(block).collect();
    for &ty in results {
        values.push(nothing(rw, location, ty));
    }
    rw.insert(func::ReturnOp::build(rw.ctx, location, &values, &[]));
    Some(block)
}

/// A value that nobody looks at. References to tokens, values and groups are counted all the same.
fn nothing(rw: &mut Rewriter<'_>, location: Location, ty: Type) -> ValueId {
    let ctx = rw.ctx;
    if ty.is_a(ctx, &GROUP) {
        let zero = index(rw, location, 0);
        return rw.insert_value(RuntimeCreateGroupOp::build(ctx, location, zero, &[ty]));
    }
    if !ty.is_a(ctx, &TOKEN) && !ty.is_a(ctx, &VALUE) {
        let poison = ub::poison(ctx);
        return rw.insert_value(ub::PoisonOp::build(ctx, location, Some(poison), &[ty]));
    }
    let object = rw.insert_value(RuntimeCreateOp::build(ctx, location, &[ty]));
    rw.insert(RuntimeSetErrorOp::build(ctx, location, object, &[]));
    object
}

/// The blocks that lead out of a function.
struct Exits {
    /// Returns the failure it is given.
    last: BlockId,
    /// Those that free memory before, each by what it frees and by where it leads.
    freeing: HashMap<(ValueId, BlockId), BlockId>,
}

impl Exits {
    /// The way out at `site`, on which memory is freed. Sites that free some of the same memory share the blocks that do:
    /// where functions allocate one memory after the other, and each time something may fail, the program would else grow with
    /// the square of that.
    fn freeing(&mut self, rw: &mut Rewriter<'_>, site: OpId, memory: &[ValueId]) -> Exit {
        let (ctx, location) = (rw.ctx, rw.location_of(site));
        let Some(region) = rw.body.root() else {
            return Exit(self.last);
        };
        let mut next = self.last;
        for &memory in memory {
            next = *self.freeing.entry((memory, next)).or_insert_with(|| {
                let block = rw.create_block(region, Some(next), &[(Type::I64, location)]);
                rw.set_end(block);
                rw.insert(DeallocOp::build(ctx, location, memory, &[]));
                let failure = rw.body.block_arg(block, 0);
                rw.insert(cf::BranchOp::to(ctx, location, next, &[failure]));
                block
            });
        }
        Exit(next)
    }
}

/// The block to which a failure goes.
struct Exit(BlockId);

impl Exit {
    /// Lets the function return where something failed.
    fn leave_if_failed(&self, rw: &mut Rewriter<'_>, op: OpId, names: &Names) {
        let (ctx, location) = (rw.ctx, rw.location_of(op));
        if rw.body.op(op).is(cf::AssertOp::DEF) {
            let condition = rw.body.operand(op, 0);
            let message = ctx.str_attr(&error_message::of_assertion(rw.body.op_ref(ctx, op)));
            rw.set_before(op);
            self.branch(rw, location, (condition, true), |rw| {
                rw.insert_value(RuntimeFailureOp::build(ctx, location, message, &[Type::I64]))
            });
            return rw.erase(op);
        }
        if is_await(rw.body.op(op)) {
            return self.leave_if_awaited_error(rw, op);
        }
        let failure = if rw.body.op(op).is(RuntimeRaiseOp::DEF) {
            let failure = rw.body.operand(op, 0);
            rw.set_before(op);
            self.leave_with(rw, location, failure);
            return rw.erase(op);
        } else if let Some(&name) = func::callee(ctx, rw.body.op(op)).and_then(|name| names.get(&name)) {
            call_fallible(rw, op, name)
        } else {
            loop_with_failure(rw, op)
        };
        self.leave_with(rw, location, failure);
    }

    /// Waits, and leaves if what was awaited is an error.
    fn leave_if_awaited_error(&self, rw: &mut Rewriter<'_>, op: OpId) {
        let (ctx, location) = (rw.ctx, rw.location_of(op));
        let operand = rw.body.operand(op, 0);
        let message = ctx.str_attr(&error_message::at(ctx, location, IN_ERROR));
        rw.set_before(op);
        rw.insert(RuntimeAwaitOp::build(ctx, location, operand, &[]));
        let is_error = rw.insert_value(RuntimeIsErrorOp::build(ctx, location, operand, &[Type::I1]));
        self.branch(rw, location, (is_error, false), |rw| {
            rw.insert_value(RuntimeFailureOfOp::build(ctx, location, operand, message, &[Type::I64]))
        });
        rw.set_before(op);
        replace_await(rw, op, operand);
    }

    /// Leaves at the cursor if the failure is not zero.
    fn leave_with(&self, rw: &mut Rewriter<'_>, location: Location, failure: ValueId) {
        let mut b = ArithBuilder::new(rw, location);
        let zero = b.constant(Type::I64, 0);
        let is_fine = b.cmpi("eq", failure, zero);
        let Some((before, rest)) = split(rw) else { return };
        rw.set_end(before);
        let failed = (self.0, &[failure][..]);
        rw.insert(cf::CondBranchOp::to(rw.ctx, location, is_fine, (rest, &[]), failed));
        rw.set_start(rest);
    }

    /// Leaves at the cursor, with the failure that `make` makes, if the condition is not as it is when all is fine.
    fn branch(
        &self,
        rw: &mut Rewriter<'_>,
        location: Location,
        (condition, fine): (ValueId, bool),
        make: impl FnOnce(&mut Rewriter<'_>) -> ValueId,
    ) {
        let Some((before, rest)) = split(rw) else { return };
        let Some(region) = rw.body.block(rest).region() else {
            return;
        };
        let failed = rw.create_block(region, Some(self.0), &[]);
        rw.set_end(failed);
        let failure = make(rw);
        rw.insert(cf::BranchOp::to(rw.ctx, location, self.0, &[failure]));
        rw.set_end(before);
        let (yes, no) = if fine { (rest, failed) } else { (failed, rest) };
        rw.insert(cf::CondBranchOp::to(rw.ctx, location, condition, (yes, &[]), (no, &[])));
        rw.set_start(rest);
    }
}

/// Splits the block at the cursor: gives the block that ends there and the one that starts with what follows.
fn split(rw: &mut Rewriter<'_>) -> Option<(BlockId, BlockId)> {
    let point = rw.point();
    let before = match point {
        InsertPoint::Before(op) => rw.body.parent_block(op),
        InsertPoint::End(block) => Some(block),
    };
    Some((before?, rw.split_block(point)))
}
