//! Canonicalisation of structured ops on tensors: ops whose results other values are, and chains of ops that move elements.

use asyncir_ir::def::{Folded, OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Body, Context, Mapping, OpId, RegionId, ValueId};

use super::generic::YieldOp;
use super::named::FillOp;
use super::reorder::{BroadcastOp, TransposeOp, numbers};
use super::structured::{Structured, entry_block, shape_of};

/// The op of that kind that gives the first operand.
fn producer(rw: &Rewriter<'_>, op: OpId, def: &'static OpDef) -> Option<OpId> {
    let input = rw.body.operand(op, 0);
    rw.body
        .defining_op(input)
        .filter(|&producer| rw.body.op(producer).is(def))
}

fn numbers_of(rw: &Rewriter<'_>, op: OpId) -> Vec<i64> {
    numbers(rw.body.op_ref(rw.ctx, op))
}

/// A tensor whose dimensions stay in their order is as it was.
pub(super) fn fold_transpose(ctx: &Context, body: &mut Body, op: OpId, _consts: &[Option<Attribute>]) -> Folded {
    let view = body.op_ref(ctx, op);
    let in_order = numbers(view).into_iter().eq(0..numbers(view).len() as i64);
    let input = body.operand(op, 0);
    let is_same = view.result_types().first() == Some(&body.value_type(input));
    if in_order && is_same {
        Folded::value(input)
    } else {
        Folded::No
    }
}

/// What is only yielded as it was given is there already, under the names of the operands.
pub(super) fn replace_identity(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let Some(nest) = Structured::of(view).filter(Structured::is_on_tensors) else {
        return false;
    };
    let all_equal = nest.maps.windows(2).all(|maps| maps[0] == maps[1]);
    let (Some(given), true) = (yielded_operands(rw, op), all_equal) else {
        return false;
    };
    let types = view.result_types();
    let fits = given
        .iter()
        .map(|&value| rw.body.value_type(value))
        .eq(types.iter().copied());
    if fits {
        rw.replace(op, &given);
    }
    fits
}

/// The operands whose elements an op yields, if it does nothing else.
fn yielded_operands(rw: &Rewriter<'_>, op: OpId) -> Option<Vec<ValueId>> {
    let block = entry_block(rw.body, op)?;
    let end = rw
        .body
        .block(block)
        .first_op()
        .filter(|&first| rw.body.op(first).is(YieldOp::DEF))?;
    let operand = |value| {
        let number = rw.body.block_args(block).position(|arg| arg == value)?;
        Some(rw.body.operand(op, number))
    };
    rw.body.operands(end).map(operand).collect()
}

/// Copying a tensor to itself gives that tensor.
pub(super) fn replace_self_copy(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (input, output) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    if input != output || rw.body.op(op).num_results() != 1 {
        return false;
    }
    rw.replace(op, &[input]);
    true
}

/// Copies and transpositions of what holds one number everywhere hold that number everywhere.
pub(super) fn move_fill(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(fill) = producer(rw, op, FillOp::DEF) else {
        return false;
    };
    let (value, output) = (rw.body.operand(fill, 0), rw.body.operand(op, 1));
    // A copy that converts elements does not hold the same number.
    if rw.body.value_type(value) != rw.body.value_type(output).element_or_self(rw.ctx) {
        return false;
    }
    let (location, result) = (rw.location_of(op), rw.body.value_type(output));
    let region = copy_region(rw, fill);
    let mut state = FillOp::build(rw.ctx, location, &[value], &[output], &[result]);
    state.regions.extend(region);
    rw.replace_with(op, state);
    true
}

/// A copy of what an op computes.
fn copy_region(rw: &mut Rewriter<'_>, op: OpId) -> Option<RegionId> {
    let from = *rw.body.op_regions(op).first()?;
    let to = rw.body.create_region();
    rw.body.clone_region(from, to, None, &mut Mapping::new());
    Some(to)
}

/// Replaces an op that moves elements by one of the same kind from `input`, with other numbers.
fn replace_move(rw: &mut Rewriter<'_>, op: OpId, input: ValueId, numbers: &[i64]) {
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let (init, types) = (rw.body.operand(op, 1), rw.body.result_types(op));
    let numbers = ctx.dense_i64_array(numbers);
    let mut state = if rw.body.op(op).is(TransposeOp::DEF) {
        TransposeOp::build(ctx, location, input, init, numbers, &types)
    } else {
        BroadcastOp::build(ctx, location, input, init, numbers, &types)
    };
    state.regions.extend(copy_region(rw, op));
    rw.replace_with(op, state);
}

/// Two transpositions are one.
pub(super) fn merge_transposes(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(first) = producer(rw, op, TransposeOp::DEF) else {
        return false;
    };
    let (inner, outer) = (numbers_of(rw, first), numbers_of(rw, op));
    let numbers: Option<Vec<i64>> = outer.iter().map(|&dim| inner.get(dim as usize).copied()).collect();
    let Some(numbers) = numbers else {
        return false;
    };
    let input = rw.body.operand(first, 0);
    replace_move(rw, op, input, &numbers);
    true
}

/// Two broadcasts are one, which adds the dimensions of both.
pub(super) fn merge_broadcasts(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(first) = producer(rw, op, BroadcastOp::DEF) else {
        return false;
    };
    let (inner, outer) = (numbers_of(rw, first), numbers_of(rw, op));
    let rank = shape_of(rw.ctx, rw.body.value_type(rw.body.operand(op, 1))).len() as i64;
    let kept: Vec<i64> = (0..rank).filter(|dim| !outer.contains(dim)).collect();
    let added = inner.iter().map(|&dim| kept.get(dim as usize).copied());
    let Some(mut numbers) = added.collect::<Option<Vec<i64>>>() else {
        return false;
    };
    numbers.extend(outer);
    numbers.sort_unstable();
    let input = rw.body.operand(first, 0);
    replace_move(rw, op, input, &numbers);
    true
}
