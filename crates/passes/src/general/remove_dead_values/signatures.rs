//! Which arguments and results of functions are dead, and functions without them.

use asyncir_dialects::r#async::FuncOp as AsyncFuncOp;
use asyncir_ir::def::OpView;
use asyncir_ir::{Attribute, Context, Operation, Type, TypeKind};

use crate::analysis::dataflow::calls::returns_token;
use crate::analysis::dataflow::live_values::LiveValues;
use crate::analysis::dataflow::program::{At, OpAt};

/// A function and what goes.
pub(super) struct Change {
    pub(super) function: OpAt,
    /// Which arguments stay.
    pub(super) arguments: Vec<bool>,
    /// Which results stay.
    pub(super) results: Vec<bool>,
}

/// All functions that change. Results of async functions that must stay become live.
pub(super) fn changes(live: &mut LiveValues<'_, '_, '_>) -> Vec<Change> {
    let program = live.program();
    let owners = program.spaces().filter_map(|space| program.owner(space));
    let functions: Vec<OpAt> = owners.filter(|&function| live.may_change(function)).collect();
    let kept: Vec<Vec<bool>> = functions.iter().map(|&function| kept_results(live, function)).collect();
    functions
        .into_iter()
        .zip(kept)
        .map(|(function, results)| {
            let entry = program.entry(function).map(|entry| {
                let arguments = program.body(entry.space).block_args(entry.id);
                let is_live = |value| live.contains(At::new(entry.space, value));
                arguments.map(is_live).collect()
            });
            Change {
                function,
                arguments: entry.unwrap_or_default(),
                results,
            }
        })
        .collect()
}

/// Which results of a function stay: those that are live at a call. Callers of an async function wait for a result of it,
/// and its token stands for all that it does.
fn kept_results(live: &mut LiveValues<'_, '_, '_>, function: OpAt) -> Vec<bool> {
    let program = live.program();
    let view = program.op_ref(function);
    let mut results = vec![false; num_results(view.ctx, view.data())];
    for &call in live.calls().of(function) {
        let of_call = program.body(call.space).results(call.id);
        for (is_kept, result) in results.iter_mut().zip(of_call) {
            *is_kept |= live.contains(At::new(call.space, result));
        }
    }
    let is_async = view.data().is(AsyncFuncOp::DEF);
    if is_async && (returns_token(view) || !results.contains(&true)) {
        results.fill(true);
        live.need_returned(function);
    }
    results
}

fn num_results(ctx: &Context, function: &Operation) -> usize {
    types(ctx, function).map_or(0, |(_, results)| results.len())
}

/// The types of the arguments and results of a function.
fn types<'c>(ctx: &'c Context, function: &Operation) -> Option<(&'c [Type], &'c [Type])> {
    let ty = function.property(ctx, "function_type")?.as_type(ctx)?;
    match ty.kind(ctx) {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// The elements that stay.
pub(super) fn kept<T: Copy>(values: &[T], keep: &[bool]) -> Vec<T> {
    let pairs = values.iter().zip(keep);
    pairs.filter(|(_, keep)| **keep).map(|(&value, _)| value).collect()
}

/// Takes arguments and results out of the type of a function, and their attributes out of its lists.
pub(super) fn set_signature(ctx: &Context, function: &mut Operation, change: &Change) {
    let Some((inputs, results)) = types(ctx, function) else {
        return;
    };
    let ty = ctx.function_type(&kept(inputs, &change.arguments), &kept(results, &change.results));
    function.set_property(ctx, "function_type", Some(ctx.type_attr(ty)));
    set_lists(ctx, function, &change.arguments, &change.results);
}

/// Takes attributes of arguments and results out of the lists of a function or call.
pub(super) fn set_lists(ctx: &Context, op: &mut Operation, arguments: &[bool], results: &[bool]) {
    for (list, keep) in [("arg_attrs", arguments), ("res_attrs", results)] {
        let attrs = op.property(ctx, list).and_then(|attr| attr.as_array(ctx));
        let Some(attrs) = attrs.map(|attrs| kept(attrs, keep)) else {
            continue;
        };
        // A list that says nothing is left out.
        let says_something = attrs.iter().any(|&attr| attr != Attribute::EMPTY_DICT);
        op.set_property(ctx, list, says_something.then(|| ctx.array_attr(&attrs)));
    }
}
