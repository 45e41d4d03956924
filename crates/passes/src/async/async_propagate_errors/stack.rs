//! Memory on a function's stack that tasks may use.

use std::collections::HashSet;

use crate::bodies::task_around;
use asyncir_dialects::r#async::{AwaitOp, RuntimeParallelForOp};
use asyncir_dialects::llvm;
use asyncir_dialects::memref::{self, LoadOp, StoreOp};
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::SymbolTable;
use asyncir_ir::{Body, Context, Ident, OpId, Type, ValueId};

/// A module, with its functions by their names.
pub(super) struct Stacks<'a> {
    ctx: &'a Context,
    module: &'a Body,
    functions: SymbolTable,
}

impl<'a> Stacks<'a> {
    pub(super) fn of(ctx: &'a Context, module: &'a Body) -> Self {
        let functions = SymbolTable::of(ctx, module);
        Self { ctx, module, functions }
    }

    /// Whether an op allocates memory on the stack that tasks may use. They do not if only the task or function that allocates
    /// it loads from it and stores to it, by itself or in loops that are complete before the next op runs.
    pub(super) fn may_reach_tasks(&self, body: &Body, op: OpId) -> bool {
        let data = body.op(op);
        let is_memref = data.is(memref::AllocaOp::DEF);
        data.is(llvm::AllocaOp::DEF)
            || is_memref && self.reaches(body, body.result(op, 0), task_around(body, op), &mut HashSet::new())
    }

    /// Whether memory is used by other tasks than `home`, or in a way that is not known.
    fn reaches(&self, body: &Body, memory: ValueId, home: Option<OpId>, seen: &mut HashSet<(Ident, usize)>) -> bool {
        body.users(memory).any(|user| {
            let data = body.op(user);
            let stores_to = data.is(StoreOp::DEF) && body.operand(user, 0) != memory;
            let is_access = data.is(LoadOp::DEF) || stores_to;
            task_around(body, user) != home || !is_access && self.reaches_by_op(body, user, memory, seen)
        })
    }

    /// Whether memory reaches tasks by an op that takes it: always, unless the op is a loop that is complete before the next
    /// op, and whose function does not let it.
    fn reaches_by_op(&self, body: &Body, op: OpId, memory: ValueId, seen: &mut HashSet<(Ident, usize)>) -> bool {
        const TRIP_AND_FIRST: usize = 2;
        let is_loop = body.op(op).is(RuntimeParallelForOp::DEF) && !goes_on(body, op);
        let callee = body.op(op).symbol_property(self.ctx, "callee").filter(|_| is_loop);
        let function = callee.and_then(|callee| Some((callee, self.functions.get(callee)?)));
        let Some((name, inner)) = function.and_then(|(name, op)| Some((name, self.module.op(op).body()?))) else {
            return true;
        };
        let Some(entry) = inner.entry() else { return true };
        let arguments: Vec<ValueId> = inner.block_args(entry).collect();
        let passed = body.operands(op).enumerate().filter(|&(_, operand)| operand == memory);
        let mut numbers = passed.map(|(number, _)| number);
        numbers.any(|number| match arguments.get(number) {
            Some(&argument) if number >= TRIP_AND_FIRST => {
                seen.insert((name, number)) && self.reaches(inner, argument, None, seen)
            }
            _ => true,
        })
    }
}

/// Whether an op is a loop that may go on when the next op runs: it gives a token, and that is not what the next op awaits.
pub(super) fn goes_on(body: &Body, op: OpId) -> bool {
    let token = body
        .results(op)
        .next()
        .filter(|&result| body.value_type(result) != Type::I64);
    let awaiting = body.next_op(op).filter(|&next| body.op(next).is(AwaitOp::DEF));
    body.op(op).is(RuntimeParallelForOp::DEF)
        && token.is_some_and(|token| awaiting.is_none_or(|awaiting| body.operand(awaiting, 0) != token))
}
