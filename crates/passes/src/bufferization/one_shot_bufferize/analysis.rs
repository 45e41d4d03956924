//! Decides for each operand whether its memory is used where it is, or a copy of it. Operands are decided one by one, those of
//! the last op first: one stays in place if this makes no read see what a write leaves there, given what is decided so far.

use std::collections::BTreeSet;

use asyncir_dialects::bufferization::ToTensorOp;
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::scf;
use asyncir_ir::Dominance;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{Body, Context, Fallible, OpId, ValueId, WalkOrder};

use super::annotations::Annotations;
use super::conflicts::{Obstacle, obstacle};
use super::decisions::{Decisions, Use};
use super::options::Heuristic;
use super::tasks;
use super::view::{State, View};

/// Analyses a body, and puts the decisions into the state.
///
/// # Errors
/// If there are copies that must not be made.
pub(super) fn analyze(ctx: &Context, body: &Body, state: &mut State<'_>, notes: &mut Annotations) -> Fallible {
    let dominance = Dominance::new(body);
    let ops = body.walk_all(WalkOrder::Post);
    state.decisions = Some(Decisions::new(ctx, body));
    tasks::note_loops(ctx, body, state, &ops);
    set_fixed(ctx, body, state, &ops);
    unite_shared_results(ctx, body, state, &ops);
    // A function that is left as it is is not analysed. Whatever is rewritten in it works on copies.
    let is_left = state.options.function_boundaries && state.current.is_function();
    if is_left && (View { ctx, body, state }).function_interface().is_none() {
        return Ok(());
    }
    check(View { ctx, body, state }, &dominance, &ops)?;
    decide(ctx, body, state, notes, &dominance);
    unite_equivalents(ctx, body, state, &ops);
    let v = View { ctx, body, state };
    let undefined = undefined_uses(v, &ops);
    if let Some(decisions) = &mut state.decisions {
        undefined
            .into_iter()
            .for_each(|operand| decisions.set_undefined(operand));
    }
    let v = View { ctx, body, state };
    let results = ops
        .iter()
        .filter_map(|&op| v.interface(op).map(|interface| interface.verify(v, op)));
    let errors = results.filter_map(Result::err);
    errors.reduce(|first, next| first.followed_by(next)).map_or(Ok(()), Err)
}

fn set_in_place(ctx: &Context, body: &Body, state: &mut State<'_>, operand: Use) {
    let v = View { ctx, body, state };
    let (value, aliases) = (v.value(operand), v.aliases(operand));
    if let Some(decisions) = &mut state.decisions {
        decisions.set_in_place(operand, value, aliases.into_iter().map(|alias| alias.value));
    }
}

/// What there is nothing to decide about.
fn set_fixed(ctx: &Context, body: &Body, state: &mut State<'_>, ops: &[OpId]) {
    for &op in ops {
        let v = View { ctx, body, state };
        let Some(interface) = v.interface(op) else { continue };
        let fixed: Vec<Use> = v
            .tensor_operands(op)
            .filter(|&operand| interface.must_be_in_place(v, operand))
            .collect();
        for operand in fixed {
            set_in_place(ctx, body, state, operand);
        }
    }
}

/// Notes which results share memory, whatever is decided about operands.
fn unite_shared_results(ctx: &Context, body: &Body, state: &mut State<'_>, ops: &[OpId]) {
    let v = View { ctx, body, state };
    let shares = |&&op: &&OpId| v.interface(op).is_some_and(|interface| interface.shares_results(v, op));
    let mut shared = Vec::new();
    for operand in ops.iter().filter(shares).flat_map(|&op| v.tensor_operands(op)) {
        let aliases = v.aliases(operand);
        shared.extend(aliases.windows(2).map(|pair| (pair[0].value, pair[1].value)));
    }
    if let Some(decisions) = &mut state.decisions {
        shared.into_iter().for_each(|(a, b)| decisions.unite_aliases(a, b));
    }
}

/// Checks what the program must satisfy, before anything is decided.
fn check(v: View<'_>, dominance: &Dominance, ops: &[OpId]) -> Fallible {
    for &op in ops {
        let Some(interface) = v.interface(op) else { continue };
        let mut regions = v.body.op_regions(op).iter().map(|&region| v.body.region(region));
        if !interface.takes_blocks() && regions.any(|region| region.first() != region.last()) {
            return Err(v.op_ref(op).error(
                "op or BufferizableOpInterface implementation does not support unstructured control flow, but at least \
                 one region has multiple blocks",
            ));
        }
    }
    for &op in ops.iter().filter(|&&op| v.interface(op).is_some()) {
        let view = v.op_ref(op);
        let is_to_tensor = view.data().is(ToTensorOp::DEF);
        if is_to_tensor && ToTensorOp(view).restrict().is_none() && v.body.has_uses(view.result(0)) {
            return Err(view.error("to_tensor ops without `restrict` are not supported by One-Shot Analysis"));
        }
        for operand in v.tensor_operands(op) {
            let what = match obstacle(v, dominance, operand, true) {
                None => continue,
                Some(Obstacle::ReadOnly(_)) => "would write to read-only buffer",
                Some(_) => "cannot avoid RaW conflict",
            };
            let message = format!("not bufferizable under the given constraints: {what}");
            return Err(view.error(message));
        }
    }
    Ok(())
}

fn decide(ctx: &Context, body: &Body, state: &mut State<'_>, notes: &mut Annotations, dominance: &Dominance) {
    let v = View { ctx, body, state };
    let is_of_tensors = |&op: &OpId| v.tensor_operands(op).next().is_some();
    let mut ops = match state.options.heuristic {
        Heuristic::TopDown => body.walk_all(WalkOrder::Post),
        Heuristic::BottomUp => body.walk_all(WalkOrder::Post).into_iter().rev().collect(),
        Heuristic::BottomUpFromTerminators => {
            let (mut ops, found) = yielded(v);
            let others = body.walk_all(WalkOrder::Pre).into_iter().rev();
            ops.extend(others.filter(|op| !found.contains(op)));
            ops
        }
    };
    ops.retain(is_of_tensors);
    for op in ops {
        let v = View { ctx, body, state };
        let operands: Vec<Use> = v.tensor_operands(op).collect();
        for operand in operands {
            let v = View { ctx, body, state };
            match obstacle(v, dominance, operand, false) {
                None => set_in_place(ctx, body, state, operand),
                Some(found) if state.options.print_conflicts => notes.add_obstacle(v, &found),
                Some(_) => {}
            }
        }
    }
}

/// The terminators of regions, each with the ops that what it yields comes from, as long as these are in the same region. Gives
/// them in their order, and as a set.
fn yielded(v: View<'_>) -> (Vec<OpId>, BTreeSet<OpId>) {
    let (mut ops, mut found) = (Vec::new(), BTreeSet::new());
    let is_end = |&op: &OpId| {
        let data = v.body.op(op);
        data.has_trait(OpTrait::ReturnLike) || data.is(scf::ConditionOp::DEF)
    };
    for end in v.body.walk_all(WalkOrder::Post).into_iter().filter(is_end) {
        let Some(region) = v.body.parent_region(end) else {
            continue;
        };
        let made = |operand: Use| Some(v.value(operand)).filter(|&value| v.is_result(value));
        ops.push(end);
        found.insert(end);
        let mut open: Vec<ValueId> = v.tensor_operands(end).filter_map(made).collect();
        while let Some(value) = open.pop() {
            let Some(maker) = v.owner(value).filter(|&maker| found.insert(maker)) else {
                continue;
            };
            ops.push(maker);
            if v.body.ancestor_in_region(region, maker).is_some() {
                let sources = v.sources(value).into_iter().map(|source| source.operand);
                open.extend(sources.filter_map(made));
            }
        }
    }
    (ops, found)
}

/// Notes which results are the same memory as operands that are in place.
fn unite_equivalents(ctx: &Context, body: &Body, state: &mut State<'_>, ops: &[OpId]) {
    let results = ops.iter().flat_map(|&op| body.results(op));
    for result in results.filter(|&result| is_tensor(ctx, body.value_type(result))) {
        let v = View { ctx, body, state };
        let same = same_memory(v, result);
        if let (Some(same), Some(decisions)) = (same, &mut state.decisions) {
            decisions.unite_equivalents(result, same);
        }
    }
}

/// A value that is the same memory as a result: that of an operand, or that of several which are the same memory.
fn same_memory(v: View<'_>, result: ValueId) -> Option<ValueId> {
    let interface = v.interface_of_value(result)?;
    let sources = v.sources(result);
    let first = v.value(sources.first()?.operand);
    let is_same = |source: &&super::view::Source| source.is_equivalent && v.is_in_place(source.operand);
    if let Some(source) = sources.iter().find(|source| source.is_definite && is_same(source)) {
        return Some(v.value(source.operand));
    }
    let mut all = sources.iter();
    let are_same = all.all(|source| is_same(&source) && v.are_equivalent(v.value(source.operand), first));
    (are_same && !interface.allocates(v, result)).then_some(first)
}

/// The uses of results whose contents nothing defines.
fn undefined_uses(v: View<'_>, ops: &[OpId]) -> Vec<Use> {
    let known = ops.iter().filter(|&&op| v.interface(op).is_some());
    let results = known.flat_map(|&op| v.tensor_results(op));
    let undefined = results.filter(|&result| v.definitions(result).is_empty());
    undefined.flat_map(|result| v.uses(result)).collect()
}
