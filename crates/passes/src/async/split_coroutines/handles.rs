//! What any function may do with the handle of a coroutine.

use std::collections::HashSet;

use asyncir_dialects::llvm::{AddressOfOp, CoroPromiseIntrOp, CoroResumeIntrOp, FuncOp, ReturnOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Body, Context, Ident, OpId, ValueId, WalkOrder};

use super::access;
use super::layout;
use super::recognize::{Coroutine, called_intrinsic, is_resumed_by};
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::conversion::llvm_common::types;

/// Whether a module calls `llvm.coro.destroy`.
pub(super) fn destroys(ctx: &Context, module: &Body) -> bool {
    let calls = |body: &Body| {
        let ops = body.walk_all(WalkOrder::Pre);
        ops.into_iter()
            .any(|op| called_intrinsic(body.op_ref(ctx, op)) == Some("llvm.coro.destroy"))
    };
    module
        .owners()
        .into_iter()
        .filter_map(|op| module.op(op).body())
        .any(calls)
}

/// The functions of a module that resume the coroutine whose handle they get, and do nothing else.
pub(super) struct Wrappers(HashSet<Ident>);

impl Wrappers {
    pub(super) fn of(ctx: &Context, module: &Body) -> Self {
        let owners = module.owners().into_iter();
        let wrappers =
            owners.filter(|&op| module.op(op).is(FuncOp::DEF) && module.op(op).body().is_some_and(only_resumes));
        Self(wrappers.filter_map(|op| symbol_name(ctx, module.op(op))).collect())
    }

    /// Gives the runtime the function that resumes a coroutine itself, where it is given one of these.
    pub(super) fn unwrap(&self, ctx: &Context, body: &mut Body, coroutine: &Coroutine, resume: Ident) {
        let handle = coroutine.handle(body);
        let users: Vec<OpId> = body.users(handle).collect();
        for user in users {
            let callee = body.op(user).symbol_property(ctx, "callee");
            let Some(last) = body.op(user).num_operands().checked_sub(1) else {
                continue;
            };
            let given = body.operand(user, last);
            if !callee.is_some_and(|name| is_resumed_by(ctx.str(name))) || !self.has(ctx, body, given) {
                continue;
            }
            let location = body.op(user).location();
            let mut rw = Rewriter::new(ctx, body);
            rw.set_before(user);
            let ptr = types::ptr(ctx);
            let function = ops::address_of(&mut rw, location, resume, ptr);
            body.set_operand(user, last, function);
        }
    }

    /// Whether a value is the address of one of these functions.
    fn has(&self, ctx: &Context, body: &Body, value: ValueId) -> bool {
        let op = body.defining_op(value).map(|op| body.op(op));
        let name = op
            .filter(|op| op.is(AddressOfOp::DEF))
            .and_then(|op| op.symbol_property(ctx, "global_name"));
        name.is_some_and(|name| self.0.contains(&name))
    }
}

fn only_resumes(body: &Body) -> bool {
    let Some(entry) = body.entry() else { return false };
    let ops: Vec<OpId> = body.block_ops(entry).collect();
    let [resume, end] = ops[..] else { return false };
    let mut arguments = body.block_args(entry);
    body.op(resume).is(CoroResumeIntrOp::DEF)
        && body.op(end).is(ReturnOp::DEF)
        && arguments.next() == Some(body.operand(resume, 0))
}

/// Makes intrinsics that resume, destroy or ask a coroutine, and those that find promises, plain accesses to frames.
pub(super) fn lower(ctx: &Context, body: &mut Body) {
    for op in body.walk_all(WalkOrder::Pre) {
        if body.op(op).is(CoroPromiseIntrOp::DEF) {
            lower_promise(ctx, body, op);
            continue;
        }
        let data = body.op_ref(ctx, op);
        let intrinsic = if data.data().is(CoroResumeIntrOp::DEF) {
            Some("llvm.coro.resume")
        } else {
            called_intrinsic(data)
        };
        let (Some(intrinsic), Some(&handle)) = (intrinsic, data.operands().first()) else {
            continue;
        };
        let (location, result) = (data.location(), body.results(op).next());
        let offset = match intrinsic {
            "llvm.coro.resume" | "llvm.coro.done" => layout::RESUME,
            "llvm.coro.destroy" => layout::DESTROY,
            _ => continue,
        };
        // Only one of them gives anything; what is not of that form is left to whoever reads the program next.
        if result.is_some() != (intrinsic == "llvm.coro.done") {
            continue;
        }
        let mut rw = Rewriter::new(ctx, body);
        rw.set_before(op);
        let function = access::load_function(&mut rw, location, handle, offset);
        match result {
            // A coroutine is done once it is suspended for good, where nothing resumes it.
            Some(result) => {
                let ptr = types::ptr(ctx);
                let null = ops::zero(&mut rw, location, ptr);
                let done = ops::icmp(&mut rw, location, "eq", function, null);
                rw.body.replace_all_uses(result, done);
            }
            None => {
                let call = ops::call_state(ctx, location, None, &[function, handle], &[]);
                rw.insert(call);
            }
        }
        body.erase_op(op);
    }
}

/// `llvm.coro.promise(pointer, align, from)`: the promise of a coroutine, or the coroutine of a promise. One that asks
/// with what is not constant is left to whoever reads the program next.
fn lower_promise(ctx: &Context, body: &mut Body, op: OpId) -> Option<()> {
    let [pointer, align, from] = [0, 1, 2].map(|operand| body.operand(op, operand));
    let align = constant_value(ctx, body, align)?.as_i64(ctx)?;
    let is_promise = constant_value(ctx, body, from)?.as_bool()?;
    let offset = layout::promise_offset(u64::try_from(align).ok()?.max(1))?;
    let offset = i32::try_from(offset).ok()?;
    let location = body.op(op).location();
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(op);
    let (ptr, byte) = (types::ptr(ctx), ctx.int_type(8));
    let offset = GepIndex::Constant(if is_promise { -offset } else { offset });
    let found = ops::gep(&mut rw, location, ptr, byte, pointer, &[offset], None);
    let result = body.result(op, 0);
    body.replace_all_uses(result, found);
    body.erase_op(op);
    Some(())
}
