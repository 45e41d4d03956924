//! Canonicalisation of structured ops on tensors: ops whose results other values are, and chains of ops that move elements.

use asyncir_ir::def::{Folded, OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Body, Context, DYNAMIC, Location, Mapping, OpId, RegionId, Type, ValueId};

use super::generic::YieldOp;
use super::named::FillOp;
use super::reorder::{BroadcastOp, TransposeOp, numbers};
use super::structured::{Structured, entry_block, shape_of};
use crate::arith::build;
use crate::tensor::{CastOp, DimOp, EmptyOp, are_cast_compatible};

/// The op of that kind that gives the first operand.
fn producer(rw: &Rewriter<'_>, op: OpId, def: &'static OpDef) -> Option<OpId> {
    let input = rw.body.operand(op, 0);
    rw.body
        .defining_op(input)
        .filter(|&producer| producer != op && rw.body.op(producer).is(def))
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
    let fits = |(&value, &ty): (&ValueId, &Type)| are_cast_compatible(rw.ctx, rw.body.value_type(value), ty);
    // In a graph, an op may be given its own results.
    let is_own = |&value: &ValueId| rw.body.defining_op(value) == Some(op);
    if given.len() != types.len() || !given.iter().zip(&types).all(fits) || given.iter().any(is_own) {
        return false;
    }
    let location = rw.location_of(op);
    rw.set_before(op);
    let mut values = Vec::with_capacity(given.len());
    for (value, &ty) in given.into_iter().zip(&types) {
        // Sizes may be known of one tensor, but not of the other one.
        let is_same = rw.body.value_type(value) == ty;
        values.push(if is_same {
            value
        } else {
            rw.insert_value(CastOp::build(rw.ctx, location, value, &[ty]))
        });
    }
    rw.replace(op, &values);
    true
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
    replace_by_fill(rw, op, fill, output);
    true
}

/// What a tensor was filled with does not matter when all of it is written.
pub(super) fn copy_over_fill(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let output = rw.body.defining_op(rw.body.operand(op, 1));
    let Some(fill) = output.filter(|&fill| fill != op && rw.body.op(fill).is(FillOp::DEF)) else {
        return false;
    };
    let before = rw.body.operand(fill, 1);
    rw.modify(op, |body| {
        body.set_operand(op, 1, before);
        body.op_mut(op).set_attrs(Attribute::EMPTY_DICT);
    });
    true
}

/// Replaces `op` by what `fill` does, to another tensor.
pub(crate) fn replace_by_fill(rw: &mut Rewriter<'_>, op: OpId, fill: OpId, output: ValueId) {
    let value = rw.body.operand(fill, 0);
    let (location, result) = (rw.location_of(op), rw.body.value_type(output));
    let region = copy_region(rw, fill);
    let mut state = FillOp::build(rw.ctx, location, &[value], &[output], &[result]);
    state.regions.extend(region);
    rw.replace_with(op, state);
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

/// What is broadcast and transposed then can be transposed before, when it is smaller.
pub(super) fn transpose_before_broadcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let input = rw.body.operand(op, 0);
    let Some(broadcast) = producer(rw, op, BroadcastOp::DEF).filter(|_| rw.body.has_one_use(input)) else {
        return false;
    };
    let (added, permutation) = (numbers_of(rw, broadcast), numbers_of(rw, op));
    let kept: Vec<i64> = (0..permutation.len() as i64)
        .filter(|dim| !added.contains(dim))
        .collect();
    let rank_among_kept = |dim: &i64| kept.iter().position(|other| other == dim).map(|place| place as i64);
    let inner: Vec<i64> = permutation.iter().filter_map(rank_among_kept).collect();
    let place = |dim: &i64| {
        permutation
            .iter()
            .position(|other| other == dim)
            .map(|place| place as i64)
    };
    let Some(outer) = added.iter().map(place).collect::<Option<Vec<i64>>>() else {
        return false;
    };
    let (source, location) = (rw.body.operand(broadcast, 0), rw.location_of(op));
    rw.set_before(op);
    let init = empty_transposed(rw, location, source, &inner);
    let (ty, region) = (rw.body.value_type(init), copy_region(rw, op));
    let numbers = rw.ctx.dense_i64_array(&inner);
    let mut state = TransposeOp::build(rw.ctx, location, source, init, numbers, &[ty]);
    state.regions.extend(region);
    let transposed = rw.insert_value(state);
    let (init, types) = (rw.body.operand(op, 1), rw.body.result_types(op));
    let numbers = rw.ctx.dense_i64_array(&outer);
    let mut state = BroadcastOp::build(rw.ctx, location, transposed, init, numbers, &types);
    state.regions.extend(copy_region(rw, op));
    rw.replace_with(op, state);
    true
}

/// A new tensor with the dimensions of another one in another order.
fn empty_transposed(rw: &mut Rewriter<'_>, location: Location, source: ValueId, order: &[i64]) -> ValueId {
    let ty = rw.body.value_type(source);
    let shape = shape_of(rw.ctx, ty).to_vec();
    let mut sizes: Vec<Option<ValueId>> = Vec::with_capacity(shape.len());
    for (dim, &size) in shape.iter().enumerate() {
        sizes.push((size == DYNAMIC).then(|| {
            let dim = build::index(rw, location, dim as i64);
            rw.insert_or_fold(DimOp::build(rw.ctx, location, source, dim, &[Type::INDEX]))
        }));
    }
    let dims = order.iter().filter_map(|&dim| usize::try_from(dim).ok());
    let transposed: Vec<i64> = dims.clone().map(|dim| shape[dim]).collect();
    let values: Vec<ValueId> = dims.filter_map(|dim| sizes[dim]).collect();
    let ty = rw.ctx.tensor_type(&transposed, ty.element_or_self(rw.ctx));
    rw.insert_value(EmptyOp::build(rw.ctx, location, &values, &[ty]))
}
