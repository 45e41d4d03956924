//! Functions that await all tasks that they start, so that their callers need not wait for any.
//!
//! A task counts as awaited if its token or one of its values is, for certain, behind the op that starts it: in the same
//! block, or in the region of another task that starts there and is awaited itself. Awaiting a group awaits its members, and
//! awaiting a task awaits those that it depends on. What a callee starts counts as well.
//!
//! This holds where nothing fails. A call that fails waits in any case.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::r#async::{
    AddToGroupOp, AwaitAllOp, AwaitOp, CallOp, CreateGroupOp, ExecuteOp, FuncOp as AsyncFuncOp,
};
use asyncir_dialects::func;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{BlockId, Body, Context, Ident, OpId, Operation, OwnedOp, ValueId, WalkOrder};
use asyncir_passes::analysis::callers::Callers;

use crate::lowering::PRINTERS;

/// Finds these functions in a module that is not lowered yet.
pub(crate) fn functions_that_await(ctx: &Context, module: &OwnedOp) -> HashSet<Ident> {
    let Some((body, block)) = module.body().and_then(|body| Some((body, body.entry()?))) else {
        return HashSet::new();
    };
    let functions = body.block_ops(block).map(|op| body.op(op));
    let functions = functions.filter(|op| op.is(func::FuncOp::DEF) || op.is(AsyncFuncOp::DEF));
    let functions: Vec<&Operation> = functions.collect();
    let printers = functions.iter().filter(|op| is_declared_printer(ctx, op));
    let printers: HashSet<Ident> = printers.filter_map(|op| symbol_name(ctx, op)).collect();
    let callees: HashMap<Ident, Vec<Ident>> = functions
        .into_iter()
        .filter_map(|op| Some((symbol_name(ctx, op)?, callees_if_awaited(ctx, op.body()?)?)))
        .collect();
    let calls = || {
        let calls = callees.iter();
        calls.flat_map(|(&caller, called)| called.iter().map(move |&callee| (caller, callee)))
    };
    let is_unknown = |callee: &Ident| !callees.contains_key(callee) && !printers.contains(callee);
    let unknown = calls().map(|(_, callee)| callee).filter(is_unknown);
    // Functions that call one another await their tasks if none of them says otherwise.
    let leaving = Callers::of(calls()).leading_to(unknown);
    callees.keys().copied().filter(|name| !leaving.contains(name)).collect()
}

/// Whether a function is one of the runtime's that print, which start no tasks.
fn is_declared_printer(ctx: &Context, function: &Operation) -> bool {
    let is_declared = function.body().is_none_or(|body| body.entry().is_none());
    let name = symbol_name(ctx, function);
    is_declared && name.is_some_and(|name| PRINTERS.contains(&ctx.str(name)))
}

/// What a function calls, if it awaits the tasks that it starts itself and calls nothing that is not known.
fn callees_if_awaited(ctx: &Context, body: &Body) -> Option<Vec<Ident>> {
    body.entry()?;
    let mut callees = Vec::new();
    for op in body.walk_all(WalkOrder::Pre) {
        let data = body.op(op);
        let name = data.name().as_str(ctx);
        if data.is(func::CallOp::DEF) || data.is(CallOp::DEF) {
            callees.push(data.symbol_property(ctx, "callee")?);
        }
        let starts = data.is(ExecuteOp::DEF) || data.is(CallOp::DEF);
        let is_known = data.def().is_some() && data.body().is_none() && !is_opaque(name);
        if !is_known || starts && !is_awaited(body, op) {
            return None;
        }
    }
    Some(callees)
}

/// Whether an op may start tasks in a way that is not seen here.
fn is_opaque(name: &str) -> bool {
    let lowered = ["async.runtime.", "async.coro.", "llvm.intr.coro."];
    let calls = [
        "func.call_indirect",
        "llvm.call",
        "llvm.call_intrinsic",
        "llvm.inline_asm",
        "llvm.invoke",
    ];
    lowered.iter().any(|prefix| name.starts_with(prefix)) || calls.contains(&name)
}

/// Whether what an op starts is awaited for certain.
fn is_awaited(body: &Body, starter: OpId) -> bool {
    let Some(block) = body.parent_block(starter) else {
        return false;
    };
    let awaits = |user: OpId| {
        let data = body.op(user);
        let is_await = data.is(AwaitOp::DEF) || data.is(ExecuteOp::DEF);
        let joins = || data.is(AddToGroupOp::DEF) && is_group_awaited(body, body.operand(user, 1));
        (is_await || joins()) && is_certain(body, user, block)
    };
    body.results(starter).any(|result| body.users(result).any(awaits))
}

fn is_group_awaited(body: &Body, group: ValueId) -> bool {
    let creator = body.defining_op(group).filter(|&op| body.op(op).is(CreateGroupOp::DEF));
    let Some(block) = creator.and_then(|op| body.parent_block(op)) else {
        return false;
    };
    let mut users = body.users(group);
    users.any(|user| body.op(user).is(AwaitAllOp::DEF) && is_certain(body, user, block))
}

/// Whether an op is executed whenever what is before it in a block is: it stands there, or in a task that does, whose region has
/// one block.
fn is_certain(body: &Body, op: OpId, block: BlockId) -> bool {
    if body.parent_block(op) == Some(block) {
        return true;
    }
    let task = body.parent_op(op).filter(|&parent| body.op(parent).is(ExecuteOp::DEF));
    task.is_some_and(|task| is_certain(body, task, block))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::{Source, context, parse};

    /// The functions of a program that await all tasks, in alphabetical order.
    fn awaiting(text: &str) -> Vec<String> {
        let ctx = context();
        let module = parse(&ctx, &Source::new("f.mlir", text)).expect("parses");
        let found = functions_that_await(&ctx, &module);
        let mut names: Vec<String> = found.iter().map(|&name| ctx.str(name).to_owned()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn tasks_are_awaited_where_they_start() {
        let text = "
          func.func @token() { %t = async.execute { async.yield } async.await %t : !async.token return }
          func.func @value(%x: i32) -> i32 {
            %t, %v = async.execute -> !async.value<i32> { async.yield %x : i32 }
            %y = async.await %v : !async.value<i32>
            return %y : i32
          }
          func.func @left() { %t = async.execute { async.yield } return }
          func.func @given() -> !async.token { %t = async.execute { async.yield } return %t : !async.token }
          func.func @chain() {
            %t = async.execute { async.yield }
            %u = async.execute [%t] { async.yield }
            async.await %u : !async.token
            return
          }
          func.func @chain_left() {
            %t = async.execute { async.yield }
            %u = async.execute [%t] { async.yield }
            return
          }
          func.func @within() {
            %t = async.execute { async.yield }
            %u = async.execute { async.await %t : !async.token async.yield }
            async.await %u : !async.token
            return
          }
          func.func @left_within() {
            %u = async.execute { %t = async.execute { async.yield } async.yield }
            async.await %u : !async.token
            return
          }
          func.func @perhaps(%c: i1) {
            %t = async.execute { async.yield }
            scf.if %c { async.await %t : !async.token }
            return
          }
          func.func @branch(%c: i1) {
            %t = async.execute { async.yield }
            cf.cond_br %c, ^bb1, ^bb2
          ^bb1:
            async.await %t : !async.token
            return
          ^bb2:
            return
          }";
        assert_eq!(awaiting(text), ["chain", "token", "value", "within"]);
    }

    #[test]
    fn groups_are_awaited_with_their_members() {
        let text = "
          func.func @all(%n: index) {
            %c0 = arith.constant 0 : index
            %c1 = arith.constant 1 : index
            %g = async.create_group %n : !async.group
            scf.for %i = %c0 to %n step %c1 {
              %t = async.execute { async.yield }
              %r = async.add_to_group %t, %g : !async.token
            }
            async.await_all %g
            return
          }
          func.func @some(%n: index, %c: i1) {
            %g = async.create_group %n : !async.group
            %t = async.execute { async.yield }
            scf.if %c { %r = async.add_to_group %t, %g : !async.token }
            async.await_all %g
            return
          }
          func.func @none(%n: index, %c: i1) {
            %g = async.create_group %n : !async.group
            %t = async.execute { async.yield }
            %r = async.add_to_group %t, %g : !async.token
            scf.if %c { async.await_all %g }
            return
          }";
        assert_eq!(awaiting(text), ["all"]);
    }

    #[test]
    fn long_chains_of_calls_take_time_in_proportion() {
        const COUNT: usize = 30_000;
        let mut text = "func.func private @f0()\n".to_owned();
        for number in 1..COUNT {
            let callee = number - 1;
            text += &format!("func.func private @f{number}() {{ call @f{callee}() : () -> () return }}\n");
        }
        let ctx = context();
        let module = parse(&ctx, &Source::new("f.mlir", text)).expect("parses");
        let start = Instant::now();
        assert!(functions_that_await(&ctx, &module).is_empty());
        // With a quadratic step, it would be minutes.
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    }

    #[test]
    fn what_callees_start_counts() {
        let text = "
          func.func private @somewhere()
          func.func private @printNewline()
          func.func private @printElsewhere()
          func.func @printI64(%x: i64) { %t = async.execute { async.yield } return }
          func.func @leaves() { %t = async.execute { async.yield } return }
          async.func @later() -> !async.token { return }
          async.func @leaves_later() -> !async.token { func.call @leaves() : () -> () return }
          func.func @shows() { call @printNewline() : () -> () return }
          func.func @shows_elsewhere() { call @printElsewhere() : () -> () return }
          func.func @shows_itself(%x: i64) { call @printI64(%x) : (i64) -> () return }
          func.func @calls_leaving() { call @shows() : () -> () call @leaves() : () -> () return }
          func.func @calls_unknown() { call @somewhere() : () -> () return }
          func.func @calls_value(%f: () -> ()) { call_indirect %f() : () -> () return }
          func.func @awaits() { %t = async.call @later() : () -> !async.token async.await %t : !async.token return }
          func.func @awaits_leaving() {
            %t = async.call @leaves_later() : () -> !async.token
            async.await %t : !async.token
            return
          }
          func.func @calls_left() { %t = async.call @later() : () -> !async.token return }
          func.func @even(%n: i32) { call @odd(%n) : (i32) -> () return }
          func.func @odd(%n: i32) { call @even(%n) : (i32) -> () return }";
        assert_eq!(awaiting(text), ["awaits", "even", "later", "odd", "shows"]);
    }
}
