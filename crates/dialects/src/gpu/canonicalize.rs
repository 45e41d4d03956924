//! Canonicalisation patterns.

use asyncir_ir::def::{EffectKind, OpView};
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{Body, Context, OpId, TypeKind, ValueId};

use super::{AllocOp, LaunchOp, MemcpyOp, WaitOp, async_dependencies};
use crate::arith;
use crate::matchers::constant_int;
use crate::memref::DimOp;

pub(super) static WAIT: &[&dyn RewritePattern] = &[&EraseRedundantGpuWaitOpPairs, &SimplifyGpuWaitOp];
pub(super) static ALLOC: &[&dyn RewritePattern] = &[&SimplifyDimOfAllocOp];
pub(super) static MEMCPY: &[&dyn RewritePattern] = &[&EraseTrivialCopyOp];
pub(super) static LAUNCH: &[&dyn RewritePattern] = &[&FoldLaunchArguments];

crate::pattern! {
    /// A wait for a wait that waits for nothing need not wait for that.
    EraseRedundantGpuWaitOpPairs on WaitOp, erase_wait_pair;
    /// Waits for nothing or for one thing only, and such that nobody asks for, are not needed.
    SimplifyGpuWaitOp on WaitOp, simplify_wait;
    /// The size of memory that was allocated with it.
    SimplifyDimOfAllocOp on DimOp, simplify_dim;
    /// A copy to memory that nobody reads is not needed.
    EraseTrivialCopyOp on MemcpyOp, erase_copy;
    /// The number of the only block or thread is zero.
    FoldLaunchArguments on LaunchOp, fold_launch_arguments
}

fn erase_wait_pair(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let waits_for_nothing = |value: &ValueId| {
        let def = rw.body.defining_op(*value).map(|def| rw.body.op(def));
        def.is_some_and(|def| def.is(WaitOp::DEF) && def.num_operands() == 0)
    };
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    let kept: Vec<ValueId> = operands
        .iter()
        .copied()
        .filter(|value| !waits_for_nothing(value))
        .collect();
    if kept.len() == operands.len() {
        return false;
    }
    rw.modify(op, |body| body.set_operands(op, &kept));
    true
}

fn simplify_wait(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let token = async_dependencies::async_token(rw.ctx, rw.body, op);
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    match (token, operands.len()) {
        (None, 0) => rw.erase(op),
        (Some(_), 1) => rw.replace(op, &operands),
        (Some(token), _) if !rw.body.has_uses(token) => rw.erase(op),
        _ => return false,
    }
    true
}

fn simplify_dim(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = rw.body.operand(op, 0);
    let index = constant_int(rw.ctx, rw.body, rw.body.operand(op, 1));
    let TypeKind::MemRef { shape, .. } = rw.body.value_type(source).kind(rw.ctx) else {
        return false;
    };
    let index = index.and_then(|index| usize::try_from(index).ok());
    let Some(index) = index.filter(|&index| shape.get(index) == Some(&asyncir_ir::DYNAMIC)) else {
        return false;
    };
    let Some(alloc) = rw
        .body
        .defining_op(source)
        .filter(|&alloc| rw.body.op(alloc).is(AllocOp::DEF))
    else {
        return false;
    };
    let nth = shape[..index]
        .iter()
        .filter(|&&size| size == asyncir_ir::DYNAMIC)
        .count();
    let Some(&size) = AllocOp(rw.body.op_ref(rw.ctx, alloc)).dynamicSizes().get(nth) else {
        return false;
    };
    rw.replace(op, &[size]);
    true
}

/// Whether the only effect of an op is one of `kind`, on `value`.
fn only_does(ctx: &Context, body: &Body, op: OpId, kind: EffectKind, value: ValueId) -> bool {
    let effects = effects_of(body.op_ref(ctx, op)).unwrap_or_default();
    matches!(&effects[..], [effect] if effect.kind == kind && effect.value == Some(value))
}

fn erase_copy(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let dst = MemcpyOp(rw.body.op_ref(rw.ctx, op)).dst();
    let allocated = rw.body.defining_op(dst);
    if !allocated.is_some_and(|def| only_does(rw.ctx, rw.body, def, EffectKind::Allocate, dst)) {
        return false;
    }
    let frees = |user| only_does(rw.ctx, rw.body, user, EffectKind::Free, dst);
    if rw.body.users(dst).any(|user| user != op && !frees(user)) {
        return false;
    }
    let dependencies = async_dependencies::dependencies(rw.body.op_ref(rw.ctx, op));
    let is_async = async_dependencies::async_token(rw.ctx, rw.body, op).is_some();
    if dependencies.len() > 1 || dependencies.is_empty() == is_async {
        return false;
    }
    rw.replace(op, &dependencies);
    true
}

fn fold_launch_arguments(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let first = async_dependencies::dependencies(rw.body.op_ref(rw.ctx, op)).len();
    let region = rw.body.op_regions(op)[0];
    let Some(entry) = rw.body.region(region).first() else {
        return false;
    };
    let args: Vec<ValueId> = rw.body.block_args(entry).take(6).collect();
    let mut zero = None;
    for (index, &arg) in args.iter().enumerate() {
        let size = rw.body.operand(op, first + index);
        let size = constant_int(rw.ctx, rw.body, size);
        if size != Some(1) || !rw.body.has_uses(arg) {
            continue;
        }
        let zero = *zero.get_or_insert_with(|| {
            rw.set_start(entry);
            arith::build::index(rw, rw.location_of(op), 0)
        });
        rw.replace_value(arg, zero);
    }
    zero.is_some()
}
