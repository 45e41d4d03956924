//! Passes that work on one body after the other, whatever op owns it.

use asyncir_dialects::r#async::ExecuteOp;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::FrozenPatternSet;
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_patterns_greedily};
use asyncir_ir::threads::share;
use asyncir_ir::verify::VerifyAhead;
use asyncir_ir::{Body, Diagnostics, Fallible, Location, OpId, OpRef, Operation, OperationState, OwnedOp, WalkOrder};

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
    if let Some(body) = op.body_mut() {
        visit(body, cx, work, &mut diagnostics);
    }
    diagnostics.into_result()
}

/// The innermost task that an op is in.
pub(crate) fn task_around(body: &Body, op: OpId) -> Option<OpId> {
    let mut outer = std::iter::successors(body.parent_op(op), |&outer| body.parent_op(outer));
    outer.find(|&outer| body.op(outer).is(ExecuteOp::DEF))
}

/// Whether a body, or one in it, may start tasks that go on when it is done.
pub(crate) fn has_tasks(body: &Body) -> bool {
    body.walk_all(WalkOrder::Pre).into_iter().any(|op| {
        let data = body.op(op);
        data.is_of("async") || data.body().is_some_and(has_tasks)
    })
}

/// Applies patterns greedily to the body of `op` and to all bodies in it.
///
/// # Errors
/// None so far: patterns that do not come to an end are left where they are.
pub(crate) fn rewrite_greedily(
    op: &mut OwnedOp,
    cx: &PassContext<'_>,
    patterns: &FrozenPatternSet<'_>,
) -> Result<(), Diagnostics> {
    for_each_body(op, cx, &|body| {
        apply_patterns_greedily(cx.ctx, body, patterns, &GreedyConfig::default());
        Ok(())
    })
}

fn visit(body: &mut Body, cx: &PassContext<'_>, work: &Work<'_>, diagnostics: &mut Diagnostics) {
    diagnostics.take(work(body));
    let found = on_inner_bodies(body, cx, |_, own| {
        let mut found = Diagnostics::new();
        visit(own, cx, work, &mut found);
        found
    });
    found.into_iter().for_each(|found| diagnostics.append(found));
}

/// The body of an isolated op, taken out so that it can be worked on beside others.
struct Inner<R> {
    owner: OpId,
    body: Box<Body>,
    result: Option<R>,
}

/// Runs `work` on the body of each isolated op in `body`, which it gets with the op itself; on several threads if the
/// pass may. Gives what `work` gave, in the order of ops. No id of those bodies may be held over it: what is done with
/// is readied for the next pass, and verified, while it is in the cache.
pub(crate) fn on_inner_bodies<R: Send>(
    body: &mut Body,
    cx: &PassContext<'_>,
    work: impl Fn(&Operation, &mut Body) -> R + Sync,
) -> Vec<R> {
    let mut inner: Vec<Inner<R>> = Vec::new();
    for owner in body.owners() {
        if let Some(body) = body.op_mut(owner).take_body() {
            inner.push(Inner {
                owner,
                body,
                result: None,
            });
        }
    }
    let outer = &*body;
    share(
        cx.ctx,
        cx.threads,
        &mut inner,
        |inner| &inner.body,
        |verifier, inner| {
            inner.result = Some(work(outer.op(inner.owner), &mut inner.body));
            finish(verifier, cx, outer.op_ref(cx.ctx, inner.owner), &mut inner.body);
        },
    );
    let mut results = Vec::with_capacity(inner.len());
    for Inner {
        owner,
        body: own,
        result,
    } in inner
    {
        body.op_mut(owner).put_body(own);
        results.extend(result);
    }
    results
}

/// Runs `work` on the body of each module in a module, which it gets with the place of the module, one after the other. The
/// modules in those are left to it.
pub(crate) fn on_inner_modules(module: &mut Body, mut work: impl FnMut(Location, &mut Body)) {
    for owner in module.owners() {
        if !is_module(module.op(owner)) {
            continue;
        }
        let op = module.op_mut(owner);
        let location = op.location();
        if let Some(mut body) = op.take_body() {
            work(location, &mut body);
            module.op_mut(owner).put_body(body);
        }
    }
}

/// Whether an op has symbols of its own, as modules have.
pub(crate) fn is_module(op: &Operation) -> bool {
    op.has_trait(OpTrait::SymbolTable)
}

/// Readies a body that is done with for the next pass, and verifies it while it is in the cache.
pub(crate) fn finish(verifier: &mut VerifyAhead<'_>, cx: &PassContext<'_>, owner: OpRef<'_>, body: &mut Box<Body>) {
    body.tidy();
    if cx.verify {
        verifier.body(owner, body);
    }
}

/// As [`finish`], for the body of an op that is still to be made.
pub(crate) fn finish_new(verifier: &mut VerifyAhead<'_>, cx: &PassContext<'_>, owner: &mut OperationState) {
    let Some(mut body) = owner.body.take() else { return };
    body.tidy();
    if cx.verify {
        verifier.body_of(cx.ctx, owner.clone(), &mut body);
    }
    owner.body = Some(body);
}
