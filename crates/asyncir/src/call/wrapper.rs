//! Wrappers through which compiled functions are called.
//!
//! The wrapper of a function `f` is `asyncir.call.f(pointers)`: it loads arguments from where the first pointers lead to, calls
//! `f`, and stores the results where the pointers behind those lead to. So Rust need not know in which registers
//! compiled code passes what.

use std::collections::HashMap;

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Body, Context, Location, OpId, OwnedOp, ValueId};
use asyncir_passes::conversion::llvm_common::functions::function_state;
use asyncir_passes::conversion::llvm_common::ops::{self, GepIndex};
use asyncir_passes::conversion::llvm_common::types;

use super::signature::function_type;
use crate::entry_points::Entry;

/// The name of a function's wrapper.
pub(crate) fn wrapper_name(function: &str) -> String {
    format!("asyncir.call.{function}")
}

/// Adds wrappers for these functions to a module of the llvm dialect, and says which ones.
pub(crate) fn add_wrappers(ctx: &Context, module: &mut OwnedOp, entries: &[Entry]) -> Vec<OpId> {
    let Some((body, block)) = module
        .body_mut()
        .and_then(|body| body.entry().map(|block| (body, block)))
    else {
        return Vec::new();
    };
    // How many results each function has, of which several are returned as one struct.
    let wrapped: HashMap<&str, usize> = entries
        .iter()
        .filter(|entry| entry.is_wrapped())
        .filter_map(|entry| Some((&*entry.name, entry.signature.as_ref()?.results.len())))
        .collect();
    let functions: Vec<OpId> = body.block_ops(block).collect();
    let results = |body: &Body, function: OpId| {
        let name = symbol_name(ctx, body.op(function))?;
        wrapped.get(ctx.str(name)).copied()
    };
    functions
        .into_iter()
        .filter_map(|function| add_wrapper(ctx, body, function, results(body, function)?))
        .collect()
}

/// Removes wrappers that [`add_wrappers`] added.
pub(crate) fn remove_wrappers(module: &mut OwnedOp, wrappers: &[OpId]) {
    let Some(body) = module.body_mut() else { return };
    for &wrapper in wrappers {
        body.erase_op(wrapper);
    }
}

fn add_wrapper(ctx: &Context, module: &mut Body, function: OpId, count: usize) -> Option<OpId> {
    let data = module.op(function);
    let (location, callee) = (data.location(), symbol_name(ctx, data)?);
    let convention = data.property(ctx, "CConv");
    let (parameters, results) = function_type(ctx, data)?;
    let ptr = types::ptr(ctx);
    let ty = types::function(ctx, types::void(ctx), &[ptr], false);
    let mut state = function_state(ctx, location, &wrapper_name(ctx.str(callee)), ty);
    let mut body = Body::new();
    let region = body.add_root_region();
    let entry = body.append_block(region);
    let pointers = body.add_block_arg(entry, ptr, location);
    let mut rw = Rewriter::new(ctx, &mut body);
    rw.set_end(entry);
    let pointer = |rw: &mut Rewriter<'_>, number: usize| {
        // Types of functions have far fewer parameters.
        let index = GepIndex::Constant(i32::try_from(number).unwrap_or(i32::MAX));
        let place = ops::gep(rw, location, ptr, ptr, pointers, &[index], None);
        ops::load(rw, location, ptr, place, None)
    };
    let arguments: Vec<ValueId> = parameters
        .iter()
        .enumerate()
        .map(|(number, &ty)| {
            let from = pointer(&mut rw, number);
            ops::load(&mut rw, location, ty, from, None)
        })
        .collect();
    let call = ops::call(&mut rw, location, callee, &arguments, results.first().copied());
    rw.body.op_mut(call).set_property(ctx, "CConv", convention);
    let result = rw.body.results(call).next();
    for (number, value) in parts(&mut rw, location, result, count).into_iter().enumerate() {
        let to = pointer(&mut rw, parameters.len() + number);
        ops::store(&mut rw, location, value, to, None);
    }
    ops::return_op(&mut rw, location, None);
    state.body = Some(Box::new(body));
    let mut rw = Rewriter::new(ctx, module);
    rw.set_after(function);
    Some(rw.insert(state))
}

/// The `count` results of a function, of which several are returned as one struct.
fn parts(rw: &mut Rewriter<'_>, location: Location, returned: Option<ValueId>, count: usize) -> Vec<ValueId> {
    match (returned, count) {
        (None, _) => Vec::new(),
        (Some(value), 1) => vec![value],
        (Some(value), count) => (0..count as i64)
            .map(|position| ops::extract_value(rw, location, value, &[position]))
            .collect(),
    }
}
