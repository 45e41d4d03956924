//! Which functions may fail or wait: themselves, or through what they call.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::cf;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Body, Context, Ident, OpId, WalkOrder};

use crate::analysis::callers::Callers;

/// Whether an op other than an await may suspend its coroutine, or make it an error; or becomes one that may.
pub(super) fn may_suspend_or_fail(ctx: &Context, body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    let name = data.name().as_str(ctx);
    let parallel = ["scf.parallel", "scf.forall", "affine.parallel", "async.await_all"];
    let dialects = ["async.coro.", "async.runtime.", "linalg.", "gpu."];
    data.is(cf::AssertOp::DEF)
        || parallel.contains(&name)
        || dialects.iter().any(|&prefix| name.starts_with(prefix))
        || data.def().is_none()
}

/// Whether an op may fail or wait, leaving out what the function that it calls does; or is not known.
pub(super) fn may_fail(ctx: &Context, body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    let name = data.name().as_str(ctx);
    let calls_anything =
        matches!(name, "func.call_indirect" | "llvm.call" | "llvm.invoke") && callee(ctx, body, op).is_none();
    data.is_of("async") || calls_anything || may_suspend_or_fail(ctx, body, op)
}

/// The function that an op calls.
pub(super) fn callee(ctx: &Context, body: &Body, op: OpId) -> Option<Ident> {
    body.op(op).symbol_property(ctx, "callee")
}

/// What is known of a function.
struct Facts {
    may_fail: bool,
    callees: Vec<Ident>,
}

/// The functions of a module that have a body.
pub(super) struct Functions {
    facts: HashMap<Ident, Facts>,
}

impl Functions {
    pub(super) fn of(ctx: &Context, module: &Body) -> Self {
        let mut functions = Self { facts: HashMap::new() };
        for op in module.owners() {
            let data = module.op(op);
            let body = data.body().filter(|body| body.entry().is_some());
            if let Some((name, body)) = symbol_name(ctx, data).zip(body) {
                functions.facts.insert(name, facts(ctx, body));
            }
        }
        functions
    }

    /// Whether calls of these functions neither fail nor lead to a function of this name, nor to one that is not known.
    pub(super) fn never_fail_nor_reach(&self, callees: Vec<Ident>, name: Option<Ident>) -> bool {
        self.reached(callees)
            .all(|(callee, facts)| Some(callee) != name && facts.is_some_and(|facts| !facts.may_fail))
    }

    /// The functions that may fail or wait, and those that call such a one. Those that are defined elsewhere cannot say
    /// that they failed.
    pub(super) fn failing(&self) -> HashSet<Ident> {
        let facts = || self.facts.iter();
        let calls = facts().flat_map(|(&caller, facts)| facts.callees.iter().map(move |&callee| (caller, callee)));
        let fail = facts().filter_map(|(&name, facts)| facts.may_fail.then_some(name));
        Callers::of(calls).leading_to(fail)
    }

    /// The functions `callees` and all that they lead to, with what is known of them.
    fn reached(&self, callees: Vec<Ident>) -> impl Iterator<Item = (Ident, Option<&Facts>)> {
        let mut seen: HashSet<Ident> = callees.iter().copied().collect();
        let mut pending = callees;
        std::iter::from_fn(move || {
            let callee = pending.pop()?;
            let facts = self.facts.get(&callee);
            let next = facts.into_iter().flat_map(|facts| facts.callees.iter().copied());
            pending.extend(next.filter(|&next| seen.insert(next)));
            Some((callee, facts))
        })
    }
}

fn facts(ctx: &Context, body: &Body) -> Facts {
    let all = body.walk_all(WalkOrder::Pre);
    Facts {
        may_fail: all.iter().any(|&op| may_fail(ctx, body, op)),
        callees: all.iter().filter_map(|&op| callee(ctx, body, op)).collect(),
    }
}
