//! The calls of the functions of a module, for passes that change what functions take and give.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::func::{self, FuncOp, ReturnOp};
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::{Visibility, references, symbol_name, visibility};
use asyncir_ir::{Body, Context, Ident, OpId, Operation, WalkOrder};

use crate::bodies::is_module;

/// A call, and the op in whose body it is; `None` if that is the module.
#[derive(Clone, Copy)]
pub(super) struct Call {
    owner: Option<OpId>,
    pub op: OpId,
}

/// What names the functions of a module.
#[derive(Default)]
pub(super) struct Calls {
    by_callee: HashMap<Ident, Vec<Call>>,
    /// Functions that something else than a call names.
    named: HashSet<Ident>,
}

impl Calls {
    pub(super) fn of(ctx: &Context, module: &Body) -> Self {
        let mut calls = Self::default();
        calls.add(ctx, module, None);
        for owner in module.owners() {
            if let Some(body) = module.op(owner).body().filter(|_| !is_module(module.op(owner))) {
                calls.add(ctx, body, Some(owner));
            }
        }
        calls
    }

    fn add(&mut self, ctx: &Context, body: &Body, owner: Option<OpId>) {
        for op in body.walk_all(WalkOrder::Post) {
            let data = body.op(op);
            if let Some(callee) = func::callee(ctx, data) {
                self.by_callee.entry(callee).or_default().push(Call { owner, op });
                continue;
            }
            let names = references(ctx, data).into_iter();
            self.named.extend(names.filter_map(|name| name.as_flat_symbol(ctx)));
        }
    }

    /// The calls of a function.
    pub(super) fn of_function(&self, name: Ident) -> &[Call] {
        self.by_callee.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Whether a function is there, and all that names it is calls.
    pub(super) fn is_known(&self, ctx: &Context, function: &Operation) -> bool {
        let name = symbol_name(ctx, function);
        is_defined(function) && name.is_some_and(|name| !self.named.contains(&name))
    }
}

/// Whether a function is not only declared.
fn is_defined(function: &Operation) -> bool {
    function.body().is_some_and(|body| body.entry().is_some())
}

/// The functions of a module itself.
pub(super) fn functions(module: &Body) -> Vec<OpId> {
    let owners = module.owners().into_iter();
    owners.filter(|&op| module.op(op).is(FuncOp::DEF)).collect()
}

pub(super) fn is_public(ctx: &Context, function: &Operation) -> bool {
    visibility(ctx, function) == Visibility::Public
}

/// The ops that end a function.
pub(super) fn returns(body: &Body) -> Vec<OpId> {
    let blocks = body
        .root_regions()
        .iter()
        .flat_map(|&region| body.region_blocks(region));
    let ends = blocks.filter_map(|block| body.block(block).last_op());
    ends.filter(|&end| body.op(end).is(ReturnOp::DEF)).collect()
}

/// Works on the body that a call is in.
pub(super) fn at_call<R>(module: &mut Body, call: Call, work: impl FnOnce(&mut Body) -> R) -> Option<R> {
    match call.owner {
        None => Some(work(module)),
        Some(owner) => in_body(module, owner, work),
    }
}

/// Works on the body of an op, which is not in the module meanwhile.
pub(super) fn in_body<R>(module: &mut Body, owner: OpId, work: impl FnOnce(&mut Body) -> R) -> Option<R> {
    let mut body = module.op_mut(owner).take_body()?;
    let result = work(&mut body);
    module.op_mut(owner).put_body(body);
    Some(result)
}
