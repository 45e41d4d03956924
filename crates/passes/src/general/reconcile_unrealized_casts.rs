//! `reconcile-unrealized-casts`: removes casts that other casts take back.

use asyncir_ir::rewrite::conversion::reconcile_unrealized_casts;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, WalkOrder};

use crate::bodies::for_each_body;
use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "reconcile-unrealized-casts",
    class: "ReconcileUnrealizedCastsPass",
    summary: "Simplify and eliminate unrealized conversion casts",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ReconcileUnrealizedCasts)),
};

struct ReconcileUnrealizedCasts;

impl Pass for ReconcileUnrealizedCasts {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            reconcile(cx.ctx, body);
            Ok(())
        })
    }
}

fn reconcile(ctx: &Context, body: &mut Body) {
    let mut casts: Vec<OpId> = body.walk_all(WalkOrder::Post);
    casts.retain(|&op| body.op(op).name().as_str(ctx) == "builtin.unrealized_conversion_cast");
    reconcile_unrealized_casts(ctx, body, &casts);
}
