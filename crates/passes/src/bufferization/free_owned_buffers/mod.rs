//! `free-owned-buffers`: frees the memory that bufferization allocated, whoever uses it: what functions return, loops and
//! branches pass on, and tasks use and give. MLIR has no such pass: `ownership-based-buffer-deallocation`, whose way through a
//! function this pass takes, refuses tasks, loops of blocks and memory that the program frees itself.
//!
//! Before a function is changed, a plan says which memory it frees: allocations, what called functions give away, and what
//! awaited tasks give. Memory that something keeps of which nothing is known is left out. Memory that a task may still use when
//! the block that owns it ends is freed by the last one that uses it, if it is not passed on. What the program itself allocates
//! carries `bufferization.manual_deallocation` (see `mark-manual-deallocation`), and is left out, too.
//!
//! What is used in one block is freed behind its last use, and the rest by the block that owns it in the end. Functions and
//! tasks give away what they return: memory that is theirs, or a copy. Private functions that may return arguments tell by
//! further results what they give away, and need no copies.

mod counts;
mod payloads;
mod program;
mod sources;
mod switches;
mod tasks;

use asyncir_dialects::r#async;
use asyncir_dialects::func;
use asyncir_dialects::memref::DeallocOp;
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, Diagnostics, Fallible, Operation, OwnedOp, WalkOrder};

use super::mark_manual_deallocation::{MANUAL_DEALLOCATION, returns_memory};
use super::ownership_based_buffer_deallocation::{add_results, free_planned};
use crate::bodies::{on_inner_bodies, on_inner_modules};
use crate::{Pass, PassContext, PassInfo};
use program::{Program, has_known_ways};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "free-owned-buffers",
    class: "FreeOwnedBuffersPass",
    summary: "Frees the memory that bufferization allocated, also in programs with tasks",
    anchor: Some("builtin.module"),
    options: &[],
    create: |_| Ok(Box::new(FreeOwnedBuffers)),
};

struct FreeOwnedBuffers;

impl Pass for FreeOwnedBuffers {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        if let Some(body) = op.body_mut() {
            free_in_module(cx, body, &mut diagnostics);
        }
        diagnostics.into_result()
    }
}

/// Whether a function gives away the memory of the tensors that it returns, once bufferization and this pass have run: it is
/// that of no argument, constant or other result, and callers free it.
pub fn gives_tensors(ctx: &Context, function: &Operation) -> bool {
    is_function(function) && !returns_memory(ctx, function) && has_known_ways(function)
}

fn is_function(op: &Operation) -> bool {
    op.is(func::FuncOp::DEF) || op.is(r#async::FuncOp::DEF)
}

fn free_in_module(cx: &PassContext<'_>, module: &mut Body, diagnostics: &mut Diagnostics) {
    on_inner_modules(module, |_, inner| free_in_module(cx, inner, diagnostics));
    let ctx = cx.ctx;
    let program = Program::new(ctx, module);
    let found = on_inner_bodies(module, cx, |owner, body| {
        if !is_function(owner) {
            return Ok(());
        }
        let freed = free_in_function(ctx, owner, body, &program);
        unmark_all(ctx, body);
        freed
    });
    for outcome in found {
        diagnostics.take(outcome);
    }
    for op in module.owners() {
        if program.tells(ctx, module.op(op)) {
            add_results(ctx, module.op_mut(op));
        }
        module.op_mut(op).set_attr(ctx, MANUAL_DEALLOCATION, None);
    }
}

fn free_in_function(ctx: &Context, function: &Operation, body: &mut Body, program: &Program) -> Fallible {
    if body.entry().is_none() || !program::has_known_branches(body) {
        return Ok(());
    }
    if program.has_tasks() {
        payloads::await_unused(ctx, body, program);
    }
    let found = sources::find(ctx, body, program, function);
    for (memory, last) in found.local {
        let location = body.value_location(memory);
        let free = body.create_op(DeallocOp::build(ctx, location, memory, &[]));
        let behind = body.after(last);
        body.insert_op(free, behind);
    }
    for memory in found.counted {
        memory.free(ctx, body);
    }
    found.plan.map_or(Ok(()), |plan| {
        switches::pass_in_blocks(ctx, body);
        free_planned(ctx, function, body, program.telling(), plan)
    })
}

/// Nothing reads the marks any more.
fn unmark_all(ctx: &Context, body: &mut Body) {
    for op in body.walk_all(WalkOrder::Post) {
        if body.op(op).attr(ctx, MANUAL_DEALLOCATION).is_some() {
            body.op_mut(op).set_attr(ctx, MANUAL_DEALLOCATION, None);
        }
    }
}
