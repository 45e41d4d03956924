//! `async-runtime-policy-based-ref-counting`: drops references by rules about single uses instead of by liveness.
//!
//! The rules hold for what the lowerings of this crate produce, where each object is awaited once: a token or group is
//! done with once it was asked for errors, a token also once it was added to a group, and a value once it was loaded.

use asyncir_dialects::r#async::types::{GROUP, TOKEN, VALUE};
use asyncir_dialects::r#async::{RuntimeAddToGroupOp, RuntimeDropRefOp, RuntimeIsErrorOp, RuntimeLoadOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, Type, ValueId};

use super::ref_counted::{self, insert, insert_drop_ref};
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
        crate::for_each_body(op, cx, &|body| {
            for value in ref_counted::values(cx.ctx, body)? {
                count_references(cx.ctx, body, value);
            }
            Ok(())
        })
    }
}

fn count_references(ctx: &Context, body: &mut Body, value: ValueId) {
    if !body.has_uses(value) {
        let point = body.after_value(value);
        return insert_drop_ref(ctx, body, value, point);
    }
    let ty = body.value_type(value);
    let users: Vec<OpId> = body.users(value).collect();
    for user in users {
        if takes_last_reference(ctx, body, user, ty) {
            let location = body.op(user).location();
            let state = RuntimeDropRefOp::build(ctx, location, value, ctx.i64_attr(1), &[]);
            let point = body.after(user);
            insert(body, state, point);
        }
    }
}

/// Whether nothing is done any more with an object of type `ty` after `user`.
fn takes_last_reference(ctx: &Context, body: &Body, user: OpId, ty: Type) -> bool {
    let user = body.op(user);
    let is = |def| ty.is_a(ctx, def);
    (user.is(RuntimeIsErrorOp::DEF) && (is(&TOKEN) || is(&GROUP)))
        || (user.is(RuntimeLoadOp::DEF) && is(&VALUE))
        || (user.is(RuntimeAddToGroupOp::DEF) && is(&TOKEN))
}
