//! Memory that tasks may still use when the block that owns it ends: tasks and block count their references to it, and the
//! last one frees it.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::r#async::ExecuteOp;
use asyncir_dialects::memref::{AllocOp, AtomicRMWOp, DeallocOp, StoreOp};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Location, OpId, Type, ValueId};

use crate::scf::build::if_then;

/// The number of `addi` among the kinds of `memref.atomic_rmw`.
const ADD: i64 = 1;

/// Memory that is used in one block, and in tasks that are started there.
pub(super) struct Counted {
    pub(super) memory: ValueId,
    /// The tasks that may still use it when the block ends, in the order of ops.
    pub(super) tasks: Vec<OpId>,
    /// The end of the block. The other tasks that use the memory are done there.
    pub(super) end: OpId,
}

impl Counted {
    /// Adds a count: one for the block, until its end, and one for each task, from its start to its end. A task that is
    /// not executed, because one that it waits for fails, keeps its reference for ever.
    pub(super) fn free(&self, ctx: &Context, body: &mut Body) {
        let mut rw = Rewriter::new(ctx, body);
        let at = rw.body.value_location(self.memory);
        let count = self.start(&mut rw, at);
        for &task in &self.tasks {
            rw.set_before(task);
            add(&mut rw, at, count, 1);
            let block = ExecuteOp(rw.body.op_ref(ctx, task)).block();
            if let Some(end) = block.and_then(|block| rw.body.terminator(block)) {
                rw.set_before(end);
                self.release(&mut rw, at, count);
            }
        }
        rw.set_before(self.end);
        self.release(&mut rw, at, count);
    }

    /// The count, which is one.
    fn start(&self, rw: &mut Rewriter<'_>, at: Location) -> ValueId {
        match (rw.body.defining_op(self.memory), rw.body.value_block(self.memory)) {
            (Some(op), _) => rw.set_after(op),
            (None, Some(block)) => rw.set_start(block),
            (None, None) => {}
        }
        let ctx = rw.ctx;
        let ty = ctx.memref_type(&[], Type::I64);
        let count = rw.insert_value(AllocOp::build(ctx, at, &[], &[], None, &[ty]));
        let one = ArithBuilder::new(rw, at).constant(Type::I64, 1);
        rw.insert(StoreOp::build(ctx, at, one, count, &[], None, None, &[]));
        count
    }

    /// Gives up a reference, and frees the memory if it was the last one.
    fn release(&self, rw: &mut Rewriter<'_>, at: Location, count: ValueId) {
        let before = add(rw, at, count, -1);
        let one = ArithBuilder::new(rw, at).constant(Type::I64, 1);
        let was_last = ArithBuilder::new(rw, at).cmpi("eq", before, one);
        if_then(rw, at, was_last, |rw| {
            for memory in [self.memory, count] {
                rw.insert(DeallocOp::build(rw.ctx, at, memory, &[]));
            }
        });
    }
}

/// Adds to a count; gives what it was before.
fn add(rw: &mut Rewriter<'_>, at: Location, count: ValueId, number: i64) -> ValueId {
    let ctx = rw.ctx;
    let number = ArithBuilder::new(rw, at).constant(Type::I64, number);
    let kind = ctx.i64_attr(ADD);
    rw.insert_value(AtomicRMWOp::build(ctx, at, number, count, &[], kind, &[Type::I64]))
}
