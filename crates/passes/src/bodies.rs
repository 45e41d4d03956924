//! Passes that treat every body alike, whatever op owns it.

use asyncir_ir::threads::are_worth_sharing;
use asyncir_ir::{Body, Diagnostics, Fallible, OpId, Operation, OwnedOp, WalkOrder};
use rayon::prelude::*;

use crate::PassContext;

/// What is done to a body.
type Work<'a> = dyn Fn(&mut Body) -> Fallible + Sync + 'a;

/// Runs `work` on the body of `op` and on all bodies in it, on several threads if the pass may. Outer bodies come
/// before those in them; all errors are collected, in the order of ops.
///
/// # Errors
/// If `work` fails on any of them.
pub(crate) fn for_each_body(op: &mut OwnedOp, cx: &PassContext<'_>, work: &Work<'_>) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    visit_owner(op.operation_mut(), cx.threads, work, &mut diagnostics);
    if diagnostics.has_errors() {
        Err(diagnostics)
    } else {
        Ok(())
    }
}

fn visit_owner(op: &mut Operation, threads: bool, work: &Work<'_>, diagnostics: &mut Diagnostics) {
    if let Some(body) = op.body_mut() {
        visit(body, threads, work, diagnostics);
    }
}

fn visit(body: &mut Body, threads: bool, work: &Work<'_>, diagnostics: &mut Diagnostics) {
    diagnostics.take(work(body));
    let mut inner: Vec<(OpId, Box<Body>, Diagnostics)> = Vec::new();
    for op in body.walk_all(WalkOrder::Pre) {
        if let Some(own) = body.op_mut(op).take_body() {
            inner.push((op, own, Diagnostics::new()));
        }
    }
    let visit_inner = |(_, own, found): &mut (OpId, Box<Body>, Diagnostics)| visit(own, threads, work, found);
    if threads && are_worth_sharing(inner.iter().map(|(_, own, _)| &**own)) {
        inner.par_iter_mut().for_each(visit_inner);
    } else {
        inner.iter_mut().for_each(visit_inner);
    }
    for (op, own, found) in inner {
        body.op_mut(op).put_body(own);
        diagnostics.append(found);
    }
}
