//! Functions that no entry point leads to. A program is compiled without them if one of them cannot be.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::r#async::FuncOp as AsyncFuncOp;
use asyncir_dialects::func::FuncOp;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::{references, symbol_name, visit_symbol_users};
use asyncir_ir::{AttrKind, Attribute, Body, Context, Ident, OpId, OwnedOp};

use crate::{Error, Source, parse};

/// Parses and compiles a source text. What cannot be compiled is no error if no entry point leads to it.
pub(crate) fn compile_reached<T>(
    ctx: &Context,
    source: &Source,
    entry_points: &[String],
    mut compile: impl FnMut(&mut OwnedOp) -> Result<T, Error>,
) -> Result<T, Error> {
    let error = match compile(&mut parse(ctx, source)?) {
        Err(error @ (Error::Program(_) | Error::NeedsLlvm(..))) => error,
        made => return made,
    };
    if entry_points.is_empty() {
        return Err(error);
    }
    let mut module = parse(ctx, source)?;
    if !remove_unreached(ctx, &mut module, entry_points) {
        return Err(error);
    }
    // Messages are those of the whole program.
    compile(&mut module).map_err(|_| error)
}

/// Removes these functions from a module that is not lowered yet; gives whether there were some. Everything else stays, with
/// the functions that it names.
fn remove_unreached(ctx: &Context, module: &mut OwnedOp, entry_points: &[String]) -> bool {
    let Some(body) = module.body_mut() else { return false };
    let Some(unreached) = unreached(ctx, body, entry_points) else {
        return false;
    };
    for &op in &unreached {
        body.erase_op(op);
    }
    !unreached.is_empty()
}

/// None if it is not known what a function or another op names.
fn unreached(ctx: &Context, body: &Body, entry_points: &[String]) -> Option<Vec<OpId>> {
    let is_function = |op: &OpId| body.op(*op).is(FuncOp::DEF) || body.op(*op).is(AsyncFuncOp::DEF);
    let (functions, others): (Vec<OpId>, Vec<OpId>) = body.block_ops(body.entry()?).partition(is_function);
    let by_name = functions
        .iter()
        .filter_map(|&op| Some((symbol_name(ctx, body.op(op))?, op)));
    let by_name: HashMap<Ident, OpId> = by_name.collect();
    let entries = entry_points
        .iter()
        .filter_map(|name| by_name.get(&ctx.ident(name)).copied());
    let mut pending: Vec<OpId> = others.into_iter().chain(entries).collect();
    let mut reached: HashSet<OpId> = pending.iter().copied().collect();
    while let Some(op) = pending.pop() {
        let mut named = Vec::new();
        let known = visit_symbol_users(body.op_ref(ctx, op), &mut |user| {
            named.extend(references(ctx, user.data()))
        });
        known.ok()?;
        let named = named
            .into_iter()
            .filter_map(|name| by_name.get(&root(ctx, name)?).copied());
        pending.extend(named.filter(|&function| reached.insert(function)));
    }
    Some(functions.into_iter().filter(|op| !reached.contains(op)).collect())
}

/// The outermost symbol that a reference names.
fn root(ctx: &Context, reference: Attribute) -> Option<Ident> {
    match reference.kind(ctx) {
        AttrKind::SymbolRef { root, .. } => Some(*root),
        _ => None,
    }
}
