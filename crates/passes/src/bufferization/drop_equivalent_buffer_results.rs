//! `drop-equivalent-buffer-results`: functions do not give back what they were given. Who calls them has it already.

use asyncir_dialects::func;
use asyncir_dialects::memref::CastOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, Type, ValueId};

use super::calls::{Calls, at_call, functions, in_body, is_public, returns};
use super::signature::Signature;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "drop-equivalent-buffer-results",
    class: "DropEquivalentBufferResultsPass",
    summary: "Remove MemRef return values that are equivalent to a bbArg",
    anchor: Some("builtin.module"),
    options: &[],
    create: |_| Ok(Box::new(DropEquivalentBufferResults)),
};

struct DropEquivalentBufferResults;

impl Pass for DropEquivalentBufferResults {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        if let Some(module) = op.body_mut() {
            run_on_module(cx.ctx, module);
        }
        Ok(())
    }
}

fn run_on_module(ctx: &Context, module: &mut Body) {
    let calls = Calls::of(ctx, module);
    for function in functions(module) {
        let data = module.op(function);
        let (Some(name), Some(body)) = (symbol_name(ctx, data), data.body()) else {
            continue;
        };
        if is_public(ctx, data) || !calls.is_known(ctx, data) {
            continue;
        }
        let given = given_back(body);
        if given.iter().all(Option::is_none) {
            continue;
        }
        drop_results(ctx, module, function, &given);
        for &call in calls.of_function(name) {
            at_call(module, call, |body| {
                replace_call(&mut Rewriter::new(ctx, body), call.op, &given)
            });
        }
    }
}

/// For each result the number of the argument that it is, wherever the function returns.
fn given_back(body: &Body) -> Vec<Option<usize>> {
    let ends = returns(body);
    let argument = |end: OpId, index: usize| {
        let mut value = body.operand(end, index);
        while let Some(op) = body.defining_op(value).filter(|&op| body.op(op).is(CastOp::DEF)) {
            value = body.operand(op, 0);
        }
        body.block_args(body.entry()?).position(|argument| argument == value)
    };
    let count = ends.first().map_or(0, |&end| body.op(end).num_operands());
    let same = |index: usize| {
        let first = argument(*ends.first()?, index)?;
        ends.iter()
            .all(|&end| argument(end, index) == Some(first))
            .then_some(first)
    };
    (0..count).map(same).collect()
}

/// What is not given back.
fn kept<T: Copy>(all: impl Iterator<Item = T>, given: &[Option<usize>]) -> Vec<T> {
    all.zip(given)
        .filter(|(_, given)| given.is_none())
        .map(|(item, _)| item)
        .collect()
}

fn drop_results(ctx: &Context, module: &mut Body, function: OpId, given: &[Option<usize>]) {
    in_body(module, function, |body| {
        for end in returns(body) {
            let values = kept(body.operands(end), given);
            Rewriter::new(ctx, body).modify(end, |body| body.set_operands(end, &values));
        }
    });
    if let Some(mut signature) = Signature::of(ctx, module.op(function)) {
        signature.outputs = kept(signature.outputs.into_iter(), given);
        signature.set(ctx, module.op_mut(function));
    }
}

fn replace_call(rw: &mut Rewriter<'_>, call: OpId, given: &[Option<usize>]) {
    let ctx = rw.ctx;
    let view = rw.body.op_ref(ctx, call);
    let (at, callee, operands) = (view.location(), view.required("callee"), view.operands().to_vec());
    let types: Vec<Type> = view.result_types().to_vec();
    rw.set_before(call);
    let left = kept(types.iter().copied(), given);
    let new = rw.insert(func::build::call(ctx, at, callee, &operands, &left));
    let mut results = rw.body.results(new).collect::<Vec<_>>().into_iter();
    let mut values: Vec<ValueId> = Vec::with_capacity(types.len());
    for (ty, given) in types.into_iter().zip(given) {
        let value = match given {
            None => results.next(),
            Some(argument) => Some(operands[*argument]),
        };
        let Some(value) = value else { return };
        values.push(if rw.body.value_type(value) == ty {
            value
        } else {
            rw.insert_value(CastOp::build(ctx, at, value, &[ty]))
        });
    }
    rw.replace(call, &values);
}
