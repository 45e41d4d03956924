//! Canonicalisation of `scf.while`.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{Attribute, OpId, Type, ValueDef, ValueId};

use super::WhileOp;
use super::edit::{rebuild, set_operands};
use super::region_branch::{MakeInputsDead, MergeInputs, RegionBranch, RemoveDeadInputs};
use super::while_move_if::move_if_down;
use crate::arith::{self, build};

/// What the loop passes: all of its operands, to all arguments of its regions.
const BRANCH: RegionBranch = RegionBranch {
    def: || WhileOp::DEF,
    first_operand: 0,
    first_argument: 0,
};

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[
    &PropagateCondition,
    &PropagateComparison,
    &AlignResults,
    &MoveIfDown,
    &MakeInputsDead(BRANCH),
    &MergeInputs(BRANCH),
    &RemoveDeadInputs(BRANCH),
];

crate::pattern! {
    /// In the second region the condition is true.
    PropagateCondition on WhileOp, propagate_condition;
    /// In the second region the outcome of the comparison that is the condition is known.
    PropagateComparison on WhileOp, propagate_comparison;
    /// If the values that are passed on are the arguments of the first region, they have the same order.
    AlignResults on WhileOp, align_results;
    /// An if on the condition at the end of the first region belongs to the second region.
    MoveIfDown on WhileOp, move_if_down
}

/// The values of a loop by their places.
pub(super) struct Values {
    pub inits: Vec<ValueId>,
    pub before_args: Vec<ValueId>,
    pub passed: Vec<ValueId>,
    pub after_args: Vec<ValueId>,
    pub results: Vec<ValueId>,
    pub condition: ValueId,
    /// The op `scf.condition`.
    pub condition_op: OpId,
}

pub(super) fn values(rw: &Rewriter<'_>, op: OpId) -> Option<Values> {
    let view = WhileOp(rw.body.op_ref(rw.ctx, op));
    let condition_op = view.condition()?;
    let operands: Vec<ValueId> = rw.body.operands(condition_op).collect();
    let (&condition, passed) = operands.split_first()?;
    Some(Values {
        inits: view.inits().to_vec(),
        before_args: view.arguments(0).to_vec(),
        passed: passed.to_vec(),
        after_args: view.arguments(1).to_vec(),
        results: rw.body.results(op).collect(),
        condition,
        condition_op,
    })
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
            constant = Some(build::constant(rw, rw.location_of(op), Attribute::TRUE));
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
                let (location, known) = (rw.location_of(user), Attribute::bool(known));
                rw.replace_with(user, arith::ConstantOp::build(rw.ctx, location, known, &[Type::I1]));
                changed = true;
            }
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
