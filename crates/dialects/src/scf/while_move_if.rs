//! Canonicalisation of `scf.while`: an if on its condition moves into the second region.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, RegionId, Type, ValueId};

use super::edit::{rebuild, set_operands};
use super::while_rewrites::{result_of, values};
use super::{IfOp, WhileOp, region_end};

/// The if right before the condition and on it, whose second region does nothing, and whose results are only passed on.
fn if_before_condition(rw: &Rewriter<'_>, condition_op: OpId, condition: ValueId) -> Option<OpId> {
    let found = rw
        .body
        .prev_op(condition_op)
        .filter(|&prev| rw.body.op(prev).is(IfOp::DEF))?;
    let view = IfOp(rw.body.op_ref(rw.ctx, found));
    let else_is_empty = view
        .else_block()
        .is_none_or(|block| rw.body.block(block).first_op() == rw.body.block(block).last_op());
    let only_passed = rw
        .body
        .results(found)
        .all(|result| rw.body.users(result).all(|user| user == condition_op));
    (view.condition() == condition && else_is_empty && only_passed).then_some(found)
}

/// The values of the first region of the loop that are used in `region`, in order of their first use.
fn values_from_before(rw: &Rewriter<'_>, region: RegionId, before: RegionId) -> Vec<ValueId> {
    let mut found = Vec::new();
    for op in rw.body.walk_region(region, asyncir_ir::WalkOrder::Pre) {
        for value in rw.body.operands(op) {
            let home = rw
                .body
                .value_block(value)
                .and_then(|block| rw.body.block(block).region());
            let from_before = home
                .is_some_and(|home| rw.body.region_contains(before, home) && !rw.body.region_contains(region, home));
            if from_before && !found.contains(&value) {
                found.push(value);
            }
        }
    }
    found
}

pub(super) fn move_if_down(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(old) = values(rw, op) else {
        return false;
    };
    let Some(found) = if_before_condition(rw, old.condition_op, old.condition) else {
        return false;
    };
    let (if_true, if_false) = (region_end(rw.body, found, 0), region_end(rw.body, found, 1));
    let operand = |rw: &Rewriter<'_>, end: Option<OpId>, index| end.and_then(|end| rw.body.operands(end).nth(index));
    // Behind the loop the if was not taken, in the second region it was.
    for (&passed, &arg) in old.passed.iter().zip(&old.after_args) {
        let Some(index) = result_of(rw, passed, found) else {
            continue;
        };
        let (Some(a), Some(b)) = (operand(rw, if_true, index), operand(rw, if_false, index)) else {
            continue;
        };
        rw.replace_value(passed, b);
        rw.replace_value(arg, a);
    }
    let view = WhileOp(rw.body.op_ref(rw.ctx, op));
    let (before, Some(after)) = (view.before(), view.after_block()) else {
        return false;
    };
    let Some(then_block) = IfOp(rw.body.op_ref(rw.ctx, found)).then_block() else {
        return false;
    };
    let then_region = IfOp(rw.body.op_ref(rw.ctx, found)).then_region();
    // The ops of the if move; what they use of the first region is passed on. The second region now may use such
    // values as well.
    let Some(end) = if_true else { return false };
    rw.erase(end);
    let mut extra = values_from_before(rw, then_region, before);
    let Some(after_region) = rw.body.block(after).region() else {
        return false;
    };
    for value in values_from_before(rw, after_region, before) {
        // Values that the if itself defines move along.
        let inside = rw.body.value_block(value) == Some(then_block);
        if !inside && !extra.contains(&value) {
            extra.push(value);
        }
    }
    let start = rw.body.start_of(after);
    rw.inline_block(then_block, start, &[]);
    pass_on(rw, op, after_region, &extra);
    rw.erase(found);
    true
}

/// Rebuilds the loop so that it also passes `extra` to its second region, where these are used directly.
fn pass_on(rw: &mut Rewriter<'_>, op: OpId, after_region: RegionId, extra: &[ValueId]) {
    let Some(old) = values(rw, op) else { return };
    let Some(after) = rw.body.region(after_region).first() else {
        return;
    };
    let location = rw.location_of(op);
    for &value in extra {
        let ty = rw.body.value_type(value);
        let arg = rw.body.add_block_arg(after, ty, location);
        let slots: Vec<_> = rw.body.uses(value).collect();
        for slot in slots {
            let owner = rw.body.use_owner(slot);
            let inside = rw
                .body
                .parent_region(owner)
                .is_some_and(|inner| rw.body.region_contains(after_region, inner));
            if inside {
                rw.modify(owner, |body| body.set_use(slot, arg));
            }
        }
    }
    let mut types: Vec<Type> = rw.body.result_types(op).to_vec();
    types.extend(extra.iter().map(|&value| rw.body.value_type(value)));
    let new = rebuild(rw, op, &old.inits, &types);
    let mut operands = vec![old.condition];
    operands.extend(old.passed);
    operands.extend(extra);
    set_operands(rw, old.condition_op, &operands);
    let results: Vec<ValueId> = rw.body.results(new).take(old.results.len()).collect();
    rw.replace(op, &results);
}
