//! `async-runtime-policy-based-ref-counting`: drops references by rules about single uses instead of by liveness.
//!
//! A token or group is done with once it was asked for errors, a token or value also once it was added to a group, and a
//! value once it was loaded. The rules fit what the lowerings of this crate make of objects that are awaited once. Where they
//! would drop too many or too few references, as for a value that is awaited twice, or on the error path of one that is
//! loaded otherwise, liveness decides as in `async-runtime-ref-counting`.
//!
//! A function that does neither with one of its arguments borrows it: a call of the function takes no reference over.

use asyncir_dialects::r#async::types::{GROUP, TOKEN, VALUE};
use asyncir_dialects::r#async::{
    RuntimeAddToGroupOp, RuntimeCheckOp, RuntimeDropRefOp, RuntimeIsErrorOp, RuntimeLoadOp,
};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, Diagnostics, Fallible, OpId, OwnedOp, Type, ValueId};

use super::async_runtime_ref_counting::add_ref_counting;
use super::borrowed_arguments::{Arguments, Calls};
use super::ownership::{Usage, users_of_started_loops};
use super::ref_counted::{self, insert};
use super::reference_balance::rules_fit;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "async-runtime-policy-based-ref-counting",
    class: "AsyncRuntimePolicyBasedRefCountingPass",
    summary: "Policy based reference counting for Async runtime operations",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(PolicyBasedRefCounting)),
};

struct PolicyBasedRefCounting;

impl Pass for PolicyBasedRefCounting {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let drops = |body: &Body, value, user| takes_last_reference(cx.ctx, body, user, body.value_type(value));
        let arguments = op.body().map(|module| Arguments::of(cx.ctx, module, drops));
        let arguments = arguments.unwrap_or_default();
        crate::for_each_body(op, cx, &|body| {
            for value in ref_counted::values_of_lowered(cx.ctx, body)? {
                count_references(cx.ctx, body, value, &arguments)?;
            }
            Ok(())
        })
    }
}

fn count_references(ctx: &Context, body: &mut Body, value: ValueId, arguments: &Arguments) -> Fallible {
    let ty = body.value_type(value);
    let droppers: Vec<OpId> = body
        .users(value)
        .filter(|&user| takes_last_reference(ctx, body, user, ty))
        .collect();
    let take = Calls::new(arguments, Usage::Take);
    let fits = |calls| rules_fit(ctx, body, value, &droppers, calls);
    // What nothing is known of may be one or the other.
    let fits = body.has_uses(value)
        && users_of_started_loops(ctx, body, value).is_empty()
        && (fits(take) || !droppers.is_empty() && fits(Calls::new(arguments, Usage::Borrow)));
    if !fits {
        return add_ref_counting(ctx, body, value, take);
    }
    for user in droppers {
        let location = body.op(user).location();
        let state = RuntimeDropRefOp::build(ctx, location, value, ctx.i64_attr(1), &[]);
        let point = body.after(user);
        insert(body, state, point);
    }
    Ok(())
}

/// Whether nothing is done any more with an object of type `ty` after `user`.
fn takes_last_reference(ctx: &Context, body: &Body, user: OpId, ty: Type) -> bool {
    let user = body.op(user);
    let is = |def| ty.is_a(ctx, def);
    let asks = user.is(RuntimeIsErrorOp::DEF) || user.is(RuntimeCheckOp::DEF);
    (asks && (is(&TOKEN) || is(&GROUP)))
        || (user.is(RuntimeLoadOp::DEF) && is(&VALUE))
        || (user.is(RuntimeAddToGroupOp::DEF) && (is(&TOKEN) || is(&VALUE)))
}
