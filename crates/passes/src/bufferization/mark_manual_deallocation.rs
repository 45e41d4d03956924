//! `mark-manual-deallocation`: marks what a program itself allocates, before bufferization allocates more: memory, and what
//! functions return that is not tensors. `free-local-buffers` and `free-owned-buffers` leave alone what is marked. MLIR has no
//! such pass, but knows the mark.

use asyncir_dialects::r#async::types::value_type;
use asyncir_dialects::bufferization::CloneOp;
use asyncir_dialects::constraints::is_any_memref;
use asyncir_dialects::memref::AllocOp;
use asyncir_dialects::{r#async, func};
use asyncir_ir::def::OpView;
use asyncir_ir::{Attribute, Body, Context, Diagnostics, Operation, OwnedOp, Type, WalkOrder};

use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// Marks what is allocated and freed without passes that free memory. On a function, it is said of what the function returns.
pub(super) const MANUAL_DEALLOCATION: &str = "bufferization.manual_deallocation";

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "mark-manual-deallocation",
    class: "MarkManualDeallocationPass",
    summary: "Marks memory that a program itself allocates, so that no pass frees it",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(MarkManualDeallocation)),
};

struct MarkManualDeallocation;

impl Pass for MarkManualDeallocation {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            mark(cx.ctx, body);
            Ok(())
        })
    }
}

fn mark(ctx: &Context, body: &mut Body) {
    for op in body.walk_all(WalkOrder::Post) {
        let data = body.op(op);
        if data.is(AllocOp::DEF) || data.is(CloneOp::DEF) || returns_memory(ctx, data) {
            body.op_mut(op)
                .set_attr(ctx, MANUAL_DEALLOCATION, Some(Attribute::UNIT));
        }
    }
}

/// Whether an op is a function that returns memory, or promises of some.
pub(super) fn returns_memory(ctx: &Context, op: &Operation) -> bool {
    if !op.is(func::FuncOp::DEF) && !op.is(r#async::FuncOp::DEF) {
        return false;
    }
    let ty = op.property(ctx, "function_type").and_then(|attr| attr.as_type(ctx));
    let is_memory = |&ty: &Type| is_any_memref(ctx, value_type(ctx, ty).unwrap_or(ty));
    ty.and_then(|ty| ty.function(ctx))
        .is_some_and(|(_, results)| results.iter().any(is_memory))
}
