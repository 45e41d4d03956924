//! Canonicalisation of `scf.if`: two of them become one.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, InsertPoint, OpId, OperationState, Type, ValueDef, ValueId};

use super::edit::{set_operands, take_region};
use super::if_rewrites::{negated, yields};
use super::{IfOp, YieldOp, region_end};
use crate::arith::build::ArithBuilder;

/// Appends the ops of `block` to the region with the terminator `end`, whose operands and those of the terminator of
/// `block` are passed together.
fn append(rw: &mut Rewriter<'_>, end: OpId, block: BlockId) {
    let (Some(into), Some(other)) = (rw.body.parent_block(end), rw.body.terminator(block)) else {
        return;
    };
    let operands: Vec<ValueId> = rw.body.operands(end).chain(rw.body.operands(other)).collect();
    rw.merge_blocks(block, into, &[]);
    rw.set_end(into);
    rw.insert(YieldOp::build(rw.ctx, rw.location_of(other), &operands, &[]));
    rw.erase(end);
    rw.erase(other);
}

/// The blocks of `next` that run when `prev` runs its first and its second region.
fn matching_blocks(rw: &Rewriter<'_>, prev: IfOp<'_>, next: IfOp<'_>) -> Option<(Option<BlockId>, Option<BlockId>)> {
    let (a, b) = (prev.condition(), next.condition());
    let blocks = (next.then_block(), next.else_block());
    if a == b {
        return Some(blocks);
    }
    let opposite = negated(rw.ctx, rw.body, b) == Some(a) || negated(rw.ctx, rw.body, a) == Some(b);
    opposite.then_some((blocks.1, blocks.0))
}

pub(super) fn combine_ifs(rw: &mut Rewriter<'_>, next: OpId) -> bool {
    let Some(prev) = rw.body.prev_op(next).filter(|&prev| rw.body.op(prev).is(IfOp::DEF)) else {
        return false;
    };
    let (prev_view, next_view) = (IfOp(rw.body.op_ref(rw.ctx, prev)), IfOp(rw.body.op_ref(rw.ctx, next)));
    let Some((next_then, next_else)) = matching_blocks(rw, prev_view, next_view) else {
        return false;
    };
    let condition = prev_view.condition();
    let regions = (prev_view.then_region(), prev_view.else_region());
    // Inside, the results of the first one are what it yields there.
    if let Some((if_true, if_false)) = yields(rw, prev) {
        for (block, yielded) in [(next_then, if_true), (next_else, if_false)] {
            replace_results_in(rw, prev, block, &yielded);
        }
    }
    let mut types: Vec<Type> = rw.body.result_types(prev).to_vec();
    types.extend(rw.body.result_types(next));
    let location = rw.location_of(next);
    let mut state = OperationState::of(IfOp::DEF, location)
        .operands(&[condition])
        .results(&types);
    state.regions.push(take_region(rw, regions.0));
    state.regions.push(take_region(rw, regions.1));
    rw.set_before(next);
    let combined = rw.insert(state);
    if let (Some(block), Some(end)) = (next_then, region_end(rw.body, combined, 0)) {
        append(rw, end, block);
    }
    match (next_else, region_end(rw.body, combined, 1)) {
        (Some(block), Some(end)) => append(rw, end, block),
        (Some(block), None) => {
            let region = rw.body.op_regions(combined)[1];
            rw.body.move_block(block, region, None);
        }
        (None, _) => {}
    }
    let results: Vec<ValueId> = rw.body.results(combined).collect();
    let split = rw.body.op(prev).num_results();
    rw.replace(prev, &results[..split]);
    rw.replace(next, &results[split..]);
    true
}

fn replace_results_in(rw: &mut Rewriter<'_>, op: OpId, block: Option<BlockId>, with: &[ValueId]) {
    let Some(region) = block.and_then(|block| rw.body.block(block).region()) else {
        return;
    };
    let results: Vec<ValueId> = rw.body.results(op).collect();
    for (result, &value) in results.into_iter().zip(with) {
        let slots: Vec<_> = rw.body.uses(result).collect();
        for slot in slots {
            let owner = rw.body.use_owner(slot);
            let inside = rw
                .body
                .parent_region(owner)
                .is_some_and(|inner| rw.body.region_contains(region, inner));
            if inside {
                rw.modify(owner, |body| body.set_use(slot, value));
            }
        }
    }
}

/// Whether a block has nothing but its terminator.
fn only_yields(rw: &Rewriter<'_>, block: Option<BlockId>) -> bool {
    block.is_none_or(|block| rw.body.block(block).first_op() == rw.body.block(block).last_op())
}

/// What an if on both conditions yields.
struct Nested {
    if_true: Vec<ValueId>,
    if_false: Vec<ValueId>,
    /// Results that depend on the outer condition alone.
    by_outer: Vec<usize>,
}

/// What the outer if yields once the inner one is part of it; nothing if that is not the same in all cases.
fn nested_yields(rw: &Rewriter<'_>, outer: OpId, inner: OpId) -> Option<Nested> {
    let end = |op, region| region_end(rw.body, op, region).map(|end| rw.body.operands(end).collect::<Vec<_>>());
    let mut if_true = end(outer, 0)?;
    let if_false = end(outer, 1).unwrap_or_default();
    let (inner_true, inner_false) = (end(inner, 0)?, end(inner, 1).unwrap_or_default());
    let then_block = IfOp(rw.body.op_ref(rw.ctx, outer)).then_block();
    let mut by_outer = Vec::new();
    for (index, value) in if_true.iter_mut().enumerate() {
        match rw.body.value_def(*value) {
            ValueDef::Result { op, index: result } if op == inner => {
                let result = result as usize;
                if inner_false.get(result) != if_false.get(index) {
                    return None;
                }
                *value = *inner_true.get(result)?;
            }
            _ if rw.body.value_block(*value) == then_block => return None,
            _ => by_outer.push(index),
        }
    }
    Some(Nested {
        if_true,
        if_false,
        by_outer,
    })
}

/// The if that is all that an if does.
fn nested_if(rw: &Rewriter<'_>, op: OpId) -> Option<OpId> {
    let view = IfOp(rw.body.op_ref(rw.ctx, op));
    let block = view.then_block()?;
    let first = rw.body.block(block).first_op();
    let inner = first.filter(|&first| rw.body.op(first).is(IfOp::DEF))?;
    let is_only = rw
        .body
        .next_op(inner)
        .is_some_and(|next| rw.body.next_op(next).is_none());
    let inner_view = IfOp(rw.body.op_ref(rw.ctx, inner));
    if !is_only || !only_yields(rw, view.else_block()) || !only_yields(rw, inner_view.else_block()) {
        return None;
    }
    // The inner condition must be there before the outer if.
    (rw.body.value_block(inner_view.condition()) != Some(block)).then_some(inner)
}

pub(super) fn combine_nested_ifs(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(inner) = nested_if(rw, op) else {
        return false;
    };
    let inner_view = IfOp(rw.body.op_ref(rw.ctx, inner));
    let (inner_condition, inner_region) = (inner_view.condition(), inner_view.then_region());
    let outer_condition = IfOp(rw.body.op_ref(rw.ctx, op)).condition();
    let Some(Nested {
        if_true,
        if_false,
        by_outer,
    }) = nested_yields(rw, op, inner)
    else {
        return false;
    };
    let location = rw.location_of(op);
    rw.set_before(op);
    let condition = ArithBuilder::new(rw, location).andi(outer_condition, inner_condition);
    let types = rw.body.result_types(op);
    let mut state = OperationState::of(IfOp::DEF, location)
        .operands(&[condition])
        .results(&types);
    state.regions.push(take_region(rw, inner_region));
    let else_region = rw.body.create_region();
    state.regions.push(else_region);
    let new = rw.insert(state);
    if let Some(end) = region_end(rw.body, new, 0) {
        set_operands(rw, end, &if_true);
    }
    if !if_false.is_empty() {
        rw.create_block(else_region, None, &[]);
        rw.insert(YieldOp::build(rw.ctx, location, &if_false, &[]));
    }
    let mut results: Vec<ValueId> = rw.body.results(new).collect();
    rw.set_point(InsertPoint::Before(new));
    for index in by_outer {
        let (a, b) = (if_true[index], if_false[index]);
        results[index] = ArithBuilder::new(rw, location).select(outer_condition, a, b);
    }
    rw.replace(op, &results);
    true
}
