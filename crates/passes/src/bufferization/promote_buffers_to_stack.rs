//! `promote-buffers-to-stack`: small memory on the heap that nothing frees and that does not leave its scope is allocated on
//! the stack. MLIR looks only for what frees it by the name that the allocation gave it, and not for `bufferization.dealloc`.

use std::collections::BTreeSet;

use asyncir_dialects::bufferization::DeallocOp;
use asyncir_dialects::memref::strides::MemRef;
use asyncir_dialects::memref::{AllocaOp, RankOp};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OperationState, OwnedOp, Type, TypeKind, ValueId};

use super::aliases::{Aliases, leaves};
use super::{Callees, allocations, frees, has_known_flow, is_loop, may_be_used_by_tasks};
use crate::bodies::for_each_body;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "promote-buffers-to-stack",
    class: "PromoteBuffersToStackPass",
    summary: "Promotes heap-based allocations to automatically managed stack-based allocations",
    anchor: Some("func.func"),
    options: &[
        OptionInfo::uint(
            "max-alloc-size-in-bytes",
            "Maximal size in bytes to promote allocations to stack.",
            "1024",
        ),
        OptionInfo::uint(
            "max-rank-of-allocated-memref",
            "Maximal memref rank to promote dynamic buffers.",
            "1",
        ),
    ],
    create: |options| {
        Ok(Box::new(PromoteBuffersToStack {
            max_bytes: options.int("max-alloc-size-in-bytes")?,
            max_rank: options.int("max-rank-of-allocated-memref")?,
        }))
    },
};

struct PromoteBuffersToStack {
    max_bytes: i64,
    max_rank: i64,
}

impl Pass for PromoteBuffersToStack {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn follows_calls(&self) -> bool {
        true
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let callees = Callees::of(op, cx);
        for_each_body(op, cx, &|body| {
            self.promote(cx.ctx, body, callees);
            Ok(())
        })
    }
}

impl PromoteBuffersToStack {
    fn promote(&self, ctx: &Context, body: &mut Body, callees: Callees) {
        let aliases = Aliases::new(ctx, body);
        for (op, _) in allocations(ctx, body) {
            let names = aliases.of(body.result(op, 0));
            let is_freed = names.iter().any(|&name| may_be_freed(ctx, body, name));
            // What a task uses may be needed when the scope has ended. MLIR does not look at tasks.
            let may_leave = || may_be_used_by_tasks(body, &names, body.parent_op(op), callees);
            if !is_freed && self.is_small(ctx, body, op) && stays_in_scope(body, op, &names) && !may_leave() {
                let (data, operands) = (body.op(op), body.operands(op).collect::<Vec<_>>());
                let mut state = OperationState::of(AllocaOp::DEF, data.location())
                    .operands(&operands)
                    .results(&body.result_types(op));
                state.properties = data.properties();
                state.attrs = data.attrs();
                Rewriter::new(ctx, body).replace_with(op, state);
            }
        }
    }

    /// Whether memory is small: of known size, or with sizes that are ranks.
    fn is_small(&self, ctx: &Context, body: &Body, op: OpId) -> bool {
        let Some(memref) = MemRef::of(ctx, body.value_type(body.result(op, 0))) else {
            return false;
        };
        if !memref.is_static() {
            let is_rank = |value| body.defining_op(value).is_some_and(|op| body.op(op).is(RankOp::DEF));
            return memref.rank() as i64 <= self.max_rank && body.operands(op).all(is_rank);
        }
        let mut sizes = memref.shape.iter().map(|size| size.unsigned_abs());
        let elements = sizes.try_fold(1u64, u64::checked_mul);
        let bits = bits(ctx, memref.element).and_then(|bits| elements?.checked_mul(bits));
        bits.is_some_and(|bits| bits <= self.max_bytes.unsigned_abs() * 8)
    }
}

/// How many bits of memory a value of a type takes.
fn bits(ctx: &Context, ty: Type) -> Option<u64> {
    let bytes = |ty| Some(bits(ctx, ty)?.div_ceil(8));
    match ty.kind(ctx) {
        TypeKind::Index => Some(64),
        TypeKind::Complex(element) => {
            let size = bytes(*element)?;
            (size.checked_next_multiple_of(size.next_power_of_two())? + size).checked_mul(8)
        }
        TypeKind::Vector { shape, element, .. } => {
            let (last, lead) = shape.split_last().map_or((1, &[][..]), |(&last, lead)| (last, lead));
            let last = last.unsigned_abs().next_power_of_two();
            let lead = lead
                .iter()
                .try_fold(1u64, |all, &size| all.checked_mul(size.unsigned_abs()));
            lead?.checked_mul(last)?.checked_mul(bytes(*element)?)?.checked_mul(8)
        }
        _ => match ty.int_width(ctx) {
            Some(width) => Some(width.into()),
            None => ty.float(ctx).map(|float| float.width().into()),
        },
    }
}

/// Whether an op may free memory by one of its names.
fn may_be_freed(ctx: &Context, body: &Body, name: ValueId) -> bool {
    body.users(name).any(|user| {
        let dealloc = DeallocOp::cast(body.op_ref(ctx, user));
        let is_listed = dealloc.is_some_and(|dealloc| dealloc.memrefs().contains(&name));
        is_listed || frees(ctx, body, user, name)
    })
}

/// Whether no alias of memory leaves the scope around it at whose end memory on the stack is freed.
fn stays_in_scope(body: &Body, op: OpId, aliases: &BTreeSet<ValueId>) -> bool {
    let mut region = body.parent_region(op);
    while let Some(current) = region {
        let Some(parent) = body.region(current).parent() else {
            // The region of the function.
            return !leaves(body, aliases, current);
        };
        if body.op(parent).has_trait(OpTrait::AutomaticAllocationScope) && !leaves(body, aliases, current) {
            return true;
        }
        if is_loop(body, parent) || !has_known_flow(body, parent) {
            return false;
        }
        region = body.parent_region(parent);
    }
    false
}
