//! Canonicalisation of `scf.while`.

use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{Attribute, OpId, Type, ValueDef, ValueId};

use super::WhileOp;
use super::edit::{kept, rebuild, set_operands, spread};
use super::while_move_if::move_if_down;
use crate::arith_ops;
use crate::matchers::is_defined_outside;

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[
    &RemoveInvariantArgs,
    &RemoveInvariantValues,
    &PropagateCondition,
    &PropagateComparison,
    &RemoveUnusedResults,
    &RemoveDuplicateResults,
    &RemoveUnusedArgs,
    &AlignResults,
    &MoveIfDown,
    &MergeArgs,
];

crate::pattern! {
    /// Arguments of the first region that are always what they were at the start need not be carried.
    RemoveInvariantArgs on WhileOp, remove_invariant_args;
    /// Values from outside of the loop need not be passed on.
    RemoveInvariantValues on WhileOp, remove_invariant_values;
    /// In the second region the condition is true.
    PropagateCondition on WhileOp, propagate_condition;
    /// In the second region the outcome of the comparison that is the condition is known.
    PropagateComparison on WhileOp, propagate_comparison;
    /// What neither the second region nor anybody behind the loop uses need not be passed on.
    RemoveUnusedResults on WhileOp, remove_unused_results;
    /// A value need not be passed on twice.
    RemoveDuplicateResults on WhileOp, remove_duplicate_results;
    /// Arguments that the first region does not use need not be carried.
    RemoveUnusedArgs on WhileOp, remove_unused_args;
    /// If the values that are passed on are the arguments of the first region, they have the same order.
    AlignResults on WhileOp, align_results;
    /// An if on the condition at the end of the first region belongs to the second region.
    MoveIfDown on WhileOp, move_if_down;
    /// Arguments of the first region that are always equal are one.
    MergeArgs on WhileOp, merge_args
}

/// The values of a loop by their places.
pub(super) struct Values {
    pub inits: Vec<ValueId>,
    pub before_args: Vec<ValueId>,
    pub passed: Vec<ValueId>,
    pub after_args: Vec<ValueId>,
    pub yielded: Vec<ValueId>,
    pub results: Vec<ValueId>,
    pub condition: ValueId,
    /// The op `scf.condition`.
    pub condition_op: OpId,
    /// The op that ends the second region.
    pub yield_op: OpId,
}

pub(super) fn values(rw: &Rewriter<'_>, op: OpId) -> Option<Values> {
    let view = WhileOp(rw.body.op_ref(rw.ctx, op));
    let (condition_op, yield_op) = (view.condition()?, view.yields()?);
    let operands: Vec<ValueId> = rw.body.operands(condition_op).collect();
    let (&condition, passed) = operands.split_first()?;
    Some(Values {
        inits: view.inits().to_vec(),
        before_args: view.arguments(0).to_vec(),
        passed: passed.to_vec(),
        after_args: view.arguments(1).to_vec(),
        yielded: rw.body.operands(yield_op).collect(),
        results: rw.body.results(op).collect(),
        condition,
        condition_op,
        yield_op,
    })
}

/// Rebuilds the loop without the arguments of the first region for which `keep` does not say so. They have no uses.
fn drop_args(rw: &mut Rewriter<'_>, op: OpId, values: &Values, keep: &[bool]) {
    let block = WhileOp(rw.body.op_ref(rw.ctx, op)).before_block();
    let types = rw.body.result_types(op);
    let new = rebuild(rw, op, &kept(&values.inits, keep), &types);
    if let Some(block) = block {
        (0..keep.len())
            .rev()
            .filter(|&index| !keep[index])
            .for_each(|index| rw.body.erase_block_arg(block, index));
    }
    set_operands(rw, values.yield_op, &kept(&values.yielded, keep));
    let results: Vec<ValueId> = rw.body.results(new).collect();
    rw.replace(op, &results);
}

/// Rebuilds the loop without the results for which `keep` does not say so. They and the arguments of the second region
/// have no uses.
fn drop_results(rw: &mut Rewriter<'_>, op: OpId, values: &Values, keep: &[bool]) {
    let block = WhileOp(rw.body.op_ref(rw.ctx, op)).after_block();
    let types = kept(&rw.body.result_types(op), keep);
    let new = rebuild(rw, op, &values.inits, &types);
    if let Some(block) = block {
        (0..keep.len())
            .rev()
            .filter(|&index| !keep[index])
            .for_each(|index| rw.body.erase_block_arg(block, index));
    }
    let mut operands = vec![values.condition];
    operands.extend(kept(&values.passed, keep));
    set_operands(rw, values.condition_op, &operands);
    let results = spread(rw, new, keep, |index| values.passed[index]);
    rw.replace(op, &results);
}

fn remove_invariant_args(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(values) = values(rw, op) else {
        return false;
    };
    let is_invariant = |index: usize| {
        let (init, arg, yielded) = (values.inits[index], values.before_args[index], values.yielded[index]);
        let passed = values
            .after_args
            .iter()
            .position(|&after| after == yielded)
            .map(|k| values.passed[k]);
        init == yielded || passed.is_some_and(|passed| passed == arg || passed == init)
    };
    let keep: Vec<bool> = (0..values.inits.len()).map(|index| !is_invariant(index)).collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    for index in (0..keep.len()).filter(|&index| !keep[index]) {
        rw.replace_value(values.before_args[index], values.inits[index]);
    }
    // What is passed on may have been such an argument.
    if let Some(values) = self::values(rw, op) {
        drop_args(rw, op, &values, &keep);
    }
    true
}

fn remove_invariant_values(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(values) = values(rw, op) else {
        return false;
    };
    let keep: Vec<bool> = values
        .passed
        .iter()
        .map(|&value| !is_defined_outside(rw.body, value, op))
        .collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    for index in (0..keep.len()).filter(|&index| !keep[index]) {
        rw.replace_value(values.after_args[index], values.passed[index]);
        rw.replace_value(values.results[index], values.passed[index]);
    }
    if let Some(values) = self::values(rw, op) {
        drop_results(rw, op, &values, &keep);
    }
    true
}

fn propagate_condition(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(values) = values(rw, op) else {
        return false;
    };
    let mut constant = None;
    for (&passed, &arg) in values.passed.iter().zip(&values.after_args) {
        if passed != values.condition || !rw.body.has_uses(arg) {
            continue;
        }
        if constant.is_none() {
            rw.set_before(op);
            let state = arith_ops::constant(rw.ctx, rw.location_of(op), Attribute::TRUE, Type::I1);
            let Some(state) = state else { return false };
            let made = rw.insert(state);
            constant = Some(rw.body.result(made, 0));
        }
        if let Some(constant) = constant {
            rw.replace_value(arg, constant);
        }
    }
    constant.is_some()
}

/// The predicate of `arith.cmpi` that holds where the given one does not.
fn inverse(predicate: i64) -> Option<i64> {
    // eq ne slt sle sgt sge ult ule ugt uge
    [1, 0, 5, 4, 3, 2, 9, 8, 7, 6]
        .get(usize::try_from(predicate).ok()?)
        .copied()
}

/// The predicate and operands of an integer comparison.
fn comparison(rw: &Rewriter<'_>, op: OpId) -> Option<(i64, [ValueId; 2])> {
    let data = rw.body.op(op);
    let is_comparison = data.name().as_str(rw.ctx) == "arith.cmpi" && data.num_operands() == 2;
    let predicate = data
        .property(rw.ctx, "predicate")
        .filter(|_| is_comparison)?
        .as_i64(rw.ctx)?;
    Some((predicate, [rw.body.operand(op, 0), rw.body.operand(op, 1)]))
}

fn propagate_comparison(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(values) = values(rw, op) else {
        return false;
    };
    let Some(first) = rw
        .body
        .defining_op(values.condition)
        .and_then(|cmp| comparison(rw, cmp))
    else {
        return false;
    };
    let (predicate, operands) = first;
    let mut changed = false;
    for (&passed, &arg) in values.passed.iter().zip(&values.after_args) {
        for side in (0..2).filter(|&side| operands[side] == passed) {
            let users: Vec<OpId> = rw.body.users(arg).collect();
            for user in users {
                let Some((other, found)) = comparison(rw, user) else {
                    continue;
                };
                if found[1 - side] != operands[1 - side] || found[side] != arg {
                    continue;
                }
                let known = match other {
                    other if other == predicate => true,
                    other if Some(other) == inverse(predicate) => false,
                    _ => continue,
                };
                let state = arith_ops::constant(rw.ctx, rw.location_of(user), Attribute::bool(known), Type::I1);
                let Some(state) = state else { return changed };
                rw.replace_with(user, state);
                changed = true;
            }
        }
    }
    changed
}

fn remove_unused_results(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(values) = values(rw, op) else {
        return false;
    };
    let used = |(&arg, &result): (&ValueId, &ValueId)| rw.body.has_uses(arg) || rw.body.has_uses(result);
    let keep: Vec<bool> = values.after_args.iter().zip(&values.results).map(used).collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    drop_results(rw, op, &values, &keep);
    true
}

fn remove_duplicate_results(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(values) = values(rw, op) else {
        return false;
    };
    let first = |value: &ValueId| values.passed.iter().position(|other| other == value);
    let keep: Vec<bool> = values
        .passed
        .iter()
        .enumerate()
        .map(|(index, value)| first(value) == Some(index))
        .collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    for (index, value) in values.passed.iter().enumerate().filter(|(index, _)| !keep[*index]) {
        let Some(first) = first(value) else { continue };
        rw.replace_value(values.after_args[index], values.after_args[first]);
        rw.replace_value(values.results[index], values.results[first]);
    }
    drop_results_after_merge(rw, op, &keep);
    true
}

fn drop_results_after_merge(rw: &mut Rewriter<'_>, op: OpId, keep: &[bool]) {
    if let Some(values) = values(rw, op) {
        drop_results(rw, op, &values, keep);
    }
}

fn remove_unused_args(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(values) = values(rw, op) else {
        return false;
    };
    let keep: Vec<bool> = values.before_args.iter().map(|&arg| rw.body.has_uses(arg)).collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    drop_args(rw, op, &values, &keep);
    true
}

fn merge_args(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(values) = values(rw, op) else {
        return false;
    };
    let incoming = |index: usize| (values.inits[index], values.yielded[index]);
    let mut changed = false;
    for index in 1..values.before_args.len() {
        let first = (0..index).find(|&first| incoming(first) == incoming(index));
        let arg = values.before_args[index];
        if let Some(first) = first.filter(|_| rw.body.has_uses(arg)) {
            rw.replace_value(arg, values.before_args[first]);
            changed = true;
        }
    }
    changed
}

fn align_results(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(values) = values(rw, op) else {
        return false;
    };
    if values.passed == values.before_args || values.passed.len() != values.before_args.len() {
        return false;
    }
    // For each argument of the first region, where it is passed on.
    let order: Option<Vec<usize>> = values
        .before_args
        .iter()
        .map(|arg| values.passed.iter().position(|passed| passed == arg))
        .collect();
    let Some(order) = order else { return false };
    let Some(block) = WhileOp(rw.body.op_ref(rw.ctx, op)).after_block() else {
        return false;
    };
    let types: Vec<Type> = values.before_args.iter().map(|&arg| rw.body.value_type(arg)).collect();
    let new = rebuild(rw, op, &values.inits, &types);
    let mut operands = vec![values.condition];
    operands.extend(&values.before_args);
    set_operands(rw, values.condition_op, &operands);
    // New arguments in the new order, then the old ones go.
    let locations: Vec<_> = rw.body.block(block).args().iter().map(|arg| arg.location).collect();
    let count = types.len();
    let args: Vec<ValueId> = order
        .iter()
        .zip(&types)
        .map(|(&from, &ty)| rw.body.add_block_arg(block, ty, locations[from]))
        .collect();
    let results: Vec<ValueId> = rw.body.results(new).collect();
    let mut replacements = values.results.clone();
    for (index, &from) in order.iter().enumerate() {
        rw.replace_value(values.after_args[from], args[index]);
        replacements[from] = results[index];
    }
    (0..count).rev().for_each(|index| rw.body.erase_block_arg(block, index));
    rw.replace(op, &replacements);
    true
}

/// The index of the result of `op` that a value is.
pub(super) fn result_of(rw: &Rewriter<'_>, value: ValueId, op: OpId) -> Option<usize> {
    match rw.body.value_def(value) {
        ValueDef::Result { op: def, index } if def == op => Some(index as usize),
        _ => None,
    }
}
