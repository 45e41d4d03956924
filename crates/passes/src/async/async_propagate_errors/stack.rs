//! Memory on a function's stack that tasks may use.

use std::collections::HashSet;

use asyncir_dialects::r#async::{AwaitOp, RuntimeParallelForOp};
use asyncir_dialects::memref::{self, LoadOp, StoreOp};
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::SymbolTable;
use asyncir_ir::{Body, Context, Ident, OpId, ValueId};

use super::facts::task_around;

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

    /// Whether an op allocates memory on the stack that tasks may use. None does if its part of the function alone loads and
    /// stores, itself and by loops that end before it goes on.
    pub(super) fn may_reach_tasks(&self, body: &Body, op: OpId) -> bool {
        let data = body.op(op);
        if !data.is(memref::AllocaOp::DEF) {
            return data.name().as_str(self.ctx) == "llvm.alloca";
        }
        self.reaches(body, body.result(op, 0), task_around(body, op), &mut HashSet::new())
    }

    /// Whether memory is used by other tasks than the one around, or in a way that is not known.
    fn reaches(&self, body: &Body, memory: ValueId, home: Option<OpId>, seen: &mut HashSet<(Ident, usize)>) -> bool {
        body.users(memory).any(|user| {
            let data = body.op(user);
            let loads = data.is(LoadOp::DEF);
            let stores = || data.is(StoreOp::DEF) && body.operand(user, 0) != memory;
            let is_used_here = task_around(body, user) == home && (loads || stores());
            !is_used_here && (task_around(body, user) != home || self.reaches_by_loop(body, user, memory, seen))
        })
    }

    /// Whether memory that an op takes reaches tasks by it: it does unless the op is a loop that ends before what is behind it.
    fn reaches_by_loop(&self, body: &Body, op: OpId, memory: ValueId, seen: &mut HashSet<(Ident, usize)>) -> bool {
        const TRIP_AND_FIRST: usize = 2;
        let is_loop = body.op(op).is(RuntimeParallelForOp::DEF) && ends_at_once(body, op);
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

/// Whether a loop is over when what is behind it runs: it gives no token, or one that the next op awaits.
fn ends_at_once(body: &Body, op: OpId) -> bool {
    let tokens: Vec<ValueId> = body
        .results(op)
        .filter(|&result| body.value_type(result) != asyncir_ir::Type::I64)
        .collect();
    let awaiting = body.next_op(op).filter(|&next| body.op(next).is(AwaitOp::DEF));
    tokens
        .iter()
        .all(|&token| awaiting.is_some_and(|awaiting| body.operand(awaiting, 0) == token))
}
