//! Memory that a task or an asynchronous function frees where it fails itself.
//!
//! A failed assertion leads out of a coroutine without a way on which something could be done. So memory is freed before what
//! fails, if it does:
//!
//! ```text
//! %m = memref.alloc() : memref<4xf32>          %m = memref.alloc() : memref<4xf32>
//!                                              %failed = arith.xori %fine, %true : i1
//!                                     ──▶      scf.if %failed { memref.dealloc %m }
//! cf.assert %fine, "no"                        cf.assert %fine, "no"
//! memref.dealloc %m                            memref.dealloc %m
//! ```
//!
//! Whether an await fails is not known before, so memory stays that is there then.

use std::collections::{BTreeMap, HashMap};

use asyncir_dialects::arith::XOrIOp;
use asyncir_dialects::arith::build::{ArithBuilder, constant};
use asyncir_dialects::r#async::RuntimeRaiseOp;
use asyncir_dialects::cf;
use asyncir_dialects::memref::{AllocOp, DeallocOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, BlockId, Body, Context, Ident, OpId, ValueId, WalkOrder};

use super::is_failure;
use super::memory::ends;
use crate::bodies::task_around;
use crate::scf::build::if_then;

/// Frees memory in the tasks of a function, and in the function itself if it is a coroutine. Of callees that `keep` memory, or
/// may, nothing is freed that they get.
pub(super) fn free_in_coroutines(ctx: &Context, body: &mut Body, is_coroutine: bool, keep: &dyn Fn(Ident) -> bool) {
    let mut freed: BTreeMap<OpId, Vec<ValueId>> = BTreeMap::new();
    let ops = body.walk_all(WalkOrder::Pre);
    let mut failing: HashMap<Option<OpId>, Vec<OpId>> = HashMap::new();
    for &op in ops.iter().filter(|&&op| fails(body, op)) {
        failing.entry(task_around(body, op)).or_default().push(op);
    }
    for &op in ops.iter().filter(|&&op| body.op(op).is(AllocOp::DEF)) {
        let task = task_around(body, op);
        let Some(failing) = failing.get(&task).filter(|_| is_coroutine || task.is_some()) else {
            continue;
        };
        for site in sites(ctx, body, (op, task), failing, keep).unwrap_or_default() {
            freed.entry(site).or_default().push(body.result(op, 0));
        }
    }
    for (site, memory) in freed {
        free_if_fails(&mut Rewriter::new(ctx, body), site, &memory);
    }
}

/// Whether it can be told before an op whether it fails.
fn fails(body: &Body, op: OpId) -> bool {
    body.op(op).is(cf::AssertOp::DEF) || body.op(op).is(RuntimeRaiseOp::DEF)
}

/// Which of the ops `failing` in a task may fail while memory is there for sure: in the block in which it is allocated, or in an
/// op there, behind the allocation and before all ends.
fn sites(
    ctx: &Context,
    body: &Body,
    (allocation, task): (OpId, Option<OpId>),
    failing: &[OpId],
    keep: &dyn Fn(Ident) -> bool,
) -> Option<Vec<OpId>> {
    let block = body.parent_block(allocation)?;
    let around = |op| around_in(body, op, block);
    let ends = ends(ctx, body, (body.result(allocation, 0), task), &around, keep)?;
    let is_there =
        |op: OpId| body.is_before_in_block(allocation, op) && ends.iter().all(|&end| body.is_before_in_block(op, end));
    let sites = failing.iter().copied();
    Some(sites.filter(|&op| around(op).is_some_and(is_there)).collect())
}

/// The op of a block that is or contains an op.
fn around_in(body: &Body, op: OpId, block: BlockId) -> Option<OpId> {
    let mut outer = std::iter::successors(Some(op), |&op| body.parent_op(op));
    outer.find(|&op| body.parent_block(op) == Some(block))
}

fn free_if_fails(rw: &mut Rewriter<'_>, site: OpId, memory: &[ValueId]) {
    let (ctx, location, operand) = (rw.ctx, rw.location_of(site), rw.body.operand(site, 0));
    let is_assertion = rw.body.op(site).is(cf::AssertOp::DEF);
    rw.set_before(site);
    let failed = if is_assertion {
        let yes = constant(rw, location, Attribute::TRUE);
        ArithBuilder::new(rw, location).binary(XOrIOp::DEF, operand, yes)
    } else {
        is_failure(rw, location, operand)
    };
    if_then(rw, location, failed, |rw| {
        for &memory in memory {
            rw.insert(DeallocOp::build(ctx, location, memory, &[]));
        }
    });
}
