//! Folding and canonicalisation of `scf.if`.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{Attribute, BlockId, Body, Context, InsertPoint, OpId, RegionId, Type, UseId, ValueId};

use super::edit::{inline_region, kept, rebuild, spread};
use super::if_combine::{combine_ifs, combine_nested_ifs};
use super::region_branch::{MakeInputsDead, MergeInputs, RegionBranch, RemoveDeadInputs};
use super::{IfOp, YieldOp, region_end};
use crate::arith::build::{self, ArithBuilder};
use crate::matchers::{constant_bool, constant_int};

/// What the op passes: its regions are entered with nothing.
const BRANCH: RegionBranch = RegionBranch {
    def: || IfOp::DEF,
    first_operand: 1,
    first_argument: 0,
};

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[
    &CombineIfs,
    &CombineNestedIfs,
    &PropagateCondition,
    &ConvertToSelect,
    &RemoveEmptyElse,
    &RemoveConstantCondition,
    &ReplaceWithCondition,
    &MakeInputsDead(BRANCH),
    &MergeInputs(BRANCH),
    &RemoveDeadInputs(BRANCH),
];

crate::pattern! {
    /// Two ifs in a row on the same condition, or on one and its opposite, are one.
    CombineIfs on IfOp, combine_ifs;
    /// An if with nothing but an if inside is one on both conditions.
    CombineNestedIfs on IfOp, combine_nested_ifs;
    /// Inside, the condition is known.
    PropagateCondition on IfOp, propagate_condition;
    /// Results that are values from outside are selected.
    ConvertToSelect on IfOp, convert_to_select;
    /// A region that does nothing can be left out.
    RemoveEmptyElse on IfOp, remove_empty_else;
    /// With a constant condition, one of the regions takes the place of the op.
    RemoveConstantCondition on IfOp, remove_constant_condition;
    /// A result that is the condition, its opposite or the same on both sides is not decided here.
    ReplaceWithCondition on IfOp, replace_with_condition
}

/// The value that `value` is the negation of.
pub(super) fn negated(ctx: &Context, body: &Body, value: ValueId) -> Option<ValueId> {
    let op = body.defining_op(value)?;
    let is_not = body.op(op).name().as_str(ctx) == "arith.xori"
        && constant_int(ctx, body, body.operand(op, 1)).is_some_and(|mask| mask & 1 == 1)
        && body.value_type(value) == Type::I1;
    is_not.then(|| body.operand(op, 0))
}

/// An if on a negation with both regions is one on the negated value with the regions swapped.
pub(super) fn fold(ctx: &Context, body: &mut Body, op: OpId, _constants: &[Option<Attribute>]) -> Folded {
    let view = IfOp(body.op_ref(ctx, op));
    let (then_region, else_region) = (view.then_region(), view.else_region());
    if view.else_block().is_none() {
        return Folded::No;
    }
    let Some(condition) = negated(ctx, body, view.condition()) else {
        return Folded::No;
    };
    body.set_operand(op, 0, condition);
    let first = body.region(then_region).first();
    body.inline_region(else_region, then_region, None);
    if let Some(first) = first {
        body.move_block(first, else_region, None);
    }
    Folded::InPlace
}

/// What the regions yield.
pub(super) fn yields(rw: &Rewriter<'_>, op: OpId) -> Option<(Vec<ValueId>, Vec<ValueId>)> {
    let end = |region| region_end(rw.body, op, region).map(|end| rw.body.operands(end).collect());
    Some((end(0)?, end(1)?))
}

/// Which region of `op` a use is in, if it is in one: 0 or 1.
fn region_of_use(rw: &Rewriter<'_>, slot: UseId, regions: [RegionId; 2]) -> Option<usize> {
    let inner = rw.body.parent_region(rw.body.use_owner(slot))?;
    regions
        .iter()
        .position(|&region| rw.body.region_contains(region, inner))
}

fn propagate_condition(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = IfOp(rw.body.op_ref(rw.ctx, op));
    let condition = view.condition();
    let regions = [view.then_region(), view.else_region()];
    if constant_bool(rw.ctx, rw.body, condition).is_some() {
        return false;
    }
    let uses: Vec<UseId> = rw.body.uses(condition).collect();
    let mut constants = [None; 2];
    for slot in uses {
        let Some(region) = region_of_use(rw, slot, regions) else {
            continue;
        };
        if constants[region].is_none() {
            rw.set_before(op);
            let value = Attribute::bool(region == 0);
            constants[region] = Some(build::constant(rw, rw.location_of(op), value));
        }
        if let Some(constant) = constants[region] {
            let owner = rw.body.use_owner(slot);
            rw.modify(owner, |body| body.set_use(slot, constant));
        }
    }
    constants.iter().any(Option::is_some)
}

fn convert_to_select(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if rw.body.op(op).num_results() == 0 {
        return false;
    }
    let Some((if_true, if_false)) = yields(rw, op) else {
        return false;
    };
    let view = IfOp(rw.body.op_ref(rw.ctx, op));
    let condition = view.condition();
    let inside = |value: ValueId, block: Option<BlockId>| rw.body.value_block(value) == block;
    let keep: Vec<bool> = if_true
        .iter()
        .zip(&if_false)
        .map(|(&a, &b)| inside(a, view.then_block()) || inside(b, view.else_block()))
        .collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    let (types, location) = (rw.body.result_types(op), rw.location_of(op));
    let ends = [region_end(rw.body, op, 0), region_end(rw.body, op, 1)];
    let new = rebuild(rw, op, &[condition], &kept(&types, &keep));
    rw.set_before(new);
    let mut selected = if_true.clone();
    for index in (0..keep.len()).filter(|&index| !keep[index] && if_true[index] != if_false[index]) {
        selected[index] = ArithBuilder::new(rw, location).select(condition, if_true[index], if_false[index]);
    }
    // The ends are made anew, as in MLIR: so the driver looks at what they do not pass any more.
    for (end, values) in ends.into_iter().zip([&if_true, &if_false]) {
        if let Some(end) = end {
            let state = YieldOp::build(rw.ctx, rw.location_of(end), &kept(values, &keep), &[]);
            rw.replace_with(end, state);
        }
    }
    let results = spread(rw, new, &keep, |index| selected[index]);
    rw.replace(op, &results);
    true
}

fn remove_empty_else(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(block) = IfOp(rw.body.op_ref(rw.ctx, op)).else_block() else {
        return false;
    };
    let only_yield = rw.body.block(block).first_op() == rw.body.block(block).last_op();
    if rw.body.op(op).num_results() > 0 || !only_yield {
        return false;
    }
    rw.erase_block(block);
    // The op is made anew, as in MLIR: so the driver looks at the condition again.
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    rebuild(rw, op, &operands, &[]);
    rw.erase(op);
    true
}

fn remove_constant_condition(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = IfOp(rw.body.op_ref(rw.ctx, op));
    let (then_region, else_region, has_else) = (view.then_region(), view.else_region(), view.else_block().is_some());
    match constant_bool(rw.ctx, rw.body, view.condition()) {
        None => false,
        Some(true) => inline_region(rw, op, then_region, &[]),
        Some(false) if has_else => inline_region(rw, op, else_region, &[]),
        Some(false) => {
            rw.erase(op);
            true
        }
    }
}

fn replace_with_condition(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if rw.body.op(op).num_results() == 0 {
        return false;
    }
    let Some((if_true, if_false)) = yields(rw, op) else {
        return false;
    };
    let (condition, location) = (rw.body.operand(op, 0), rw.location_of(op));
    let results: Vec<ValueId> = rw.body.results(op).collect();
    let mut changed = false;
    for (result, (a, b)) in results.into_iter().zip(if_true.into_iter().zip(if_false)) {
        if !rw.body.has_uses(result) {
            continue;
        }
        let known = |value| constant_bool(rw.ctx, rw.body, value);
        let with = match (known(a), known(b)) {
            _ if a == b => a,
            (Some(true), Some(false)) => condition,
            (Some(false), Some(true)) => {
                rw.set_point(InsertPoint::Before(op));
                let one = build::constant(rw, location, Attribute::TRUE);
                ArithBuilder::new(rw, location).xori(condition, one)
            }
            _ => continue,
        };
        rw.replace_value(result, with);
        changed = true;
    }
    changed
}
