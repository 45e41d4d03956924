//! What functions cost that iterations of parallel loops call, as far as it is known before the program runs.

use std::collections::HashMap;

use asyncir_dialects::func;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Body, Context, Ident, OpId, WalkOrder};

use super::cost::work_of_function;
use super::outermost_loops;
use crate::r#async::failing::callee;

/// How many rounds are made over the functions: at least this many calls deep, work is known.
const ROUNDS: usize = 8;

/// The work in functions of one block that is the same in each call, in 32nds of a nanosecond.
#[derive(Default)]
pub(super) struct Calls {
    known: HashMap<Ident, u64>,
}

impl Calls {
    /// The functions that the parallel loops of a module lead to.
    pub(super) fn of(ctx: &Context, module: &Body) -> Self {
        let functions = called_by_loops(ctx, module);
        let mut calls = Self::default();
        for _ in 0..ROUNDS {
            let before = calls.known.len();
            // What is called was mostly found later than what calls it.
            for &(name, body) in functions.iter().rev() {
                if calls.known.contains_key(&name) {
                    continue;
                }
                if let Some(work) = work_of_function(ctx, body, &calls) {
                    calls.known.insert(name, work);
                }
            }
            if calls.known.len() == before {
                break;
            }
        }
        calls
    }

    /// The work in a call, if it is known.
    pub(super) fn work(&self, ctx: &Context, body: &Body, op: OpId) -> Option<u64> {
        self.known.get(&callee(ctx, body, op)?).copied()
    }
}

/// The functions that the parallel loops of a module call, and those that such functions call.
fn called_by_loops<'m>(ctx: &Context, module: &'m Body) -> Vec<(Ident, &'m Body)> {
    let bodies = || module.owners().into_iter().filter_map(|op| module.op(op).body());
    let mut pending: Vec<Ident> = bodies().flat_map(|body| called_in_loops(ctx, body)).collect();
    if pending.is_empty() {
        return Vec::new();
    }
    let mut functions: HashMap<Ident, &Body> = module
        .owners()
        .into_iter()
        .filter(|&op| module.op(op).is(func::FuncOp::DEF))
        .filter_map(|op| symbol_name(ctx, module.op(op)).zip(module.op(op).body()))
        .collect();
    let mut found = Vec::new();
    while let Some(name) = pending.pop() {
        if let Some(body) = functions.remove(&name) {
            found.push((name, body));
            pending.extend(called_by(ctx, body, &body.walk_all(WalkOrder::Pre)));
        }
    }
    found
}

fn called_in_loops(ctx: &Context, body: &Body) -> Vec<Ident> {
    let loops = outermost_loops(ctx, body).into_iter();
    loops
        .flat_map(|op| called_by(ctx, body, &body.walk_op(op, WalkOrder::Pre)))
        .collect()
}

fn called_by(ctx: &Context, body: &Body, ops: &[OpId]) -> Vec<Ident> {
    let calls = ops.iter().filter(|&&op| body.op(op).is(func::CallOp::DEF));
    calls.filter_map(|&op| callee(ctx, body, op)).collect()
}
