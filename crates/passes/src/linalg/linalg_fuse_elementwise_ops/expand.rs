//! Splits of dimensions move in front of ops, and merges behind them: their loops are split.

use asyncir_dialects::index_list::Entry;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::linalg::{CopyOp, FillOp, IndexOp, TransposeOp};
use asyncir_dialects::memref::reassociation::Groups;
use asyncir_dialects::tensor::{CollapseShapeOp, ExpandShapeOp};
use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{
    BlockId, Dominance, InsertPoint, Location, Mapping, OpId, OperationState, Type, ValueDef, ValueId, WalkOrder,
};

use super::expansion::{Expansion, known, known_sizes};
use crate::conversion::fold_result::{FoldResult, apply_mixed, materialize};
use crate::linalg::nest::{Nest, copy_block, folded_sizes, generic, has_one_use, index_ops};
use crate::linalg::reshape::collapse;

/// Whether the loops of an op can be split as the dimensions of an operand are.
fn can_split(nest: &Nest, operand: usize) -> bool {
    let is_plain = |map: &AffineMap| map.is_projected_permutation(false);
    nest.is_on_tensors && nest.maps.iter().all(is_plain) && nest.maps[operand].num_results() > 0
}

/// What an op writes is split before it writes it.
pub(super) fn of_result(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    expand_producer(rw, op).is_some()
}

fn expand_producer(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let view = ExpandShapeOp(rw.body.op_ref(rw.ctx, op));
    let (source, groups, sizes, values) = (view.src(), view.groups(), view.sizes(), view.output_shape().to_vec());
    let ValueDef::Result { op: producer, index } = rw.body.value_def(source) else {
        return None;
    };
    let nest = Nest::of(rw, producer).filter(|_| producer != op)?;
    let operand = nest.num_inputs + index as usize;
    if !can_split(&nest, operand) || !has_one_use(rw.body, producer) {
        return None;
    }
    fits(rw, &nest, operand, &groups, &known(&sizes))?;
    move_definitions(rw, &values, producer)?;
    let results = split(rw, &nest, operand, None, &groups, &sizes)?;
    let result = results[index as usize];
    let merge = rw
        .body
        .defining_op(result)
        .filter(|&merge| rw.body.op(merge).is(CollapseShapeOp::DEF));
    let expanded = merge.map_or(result, |merge| rw.body.operand(merge, 0));
    rw.replace(op, &[expanded]);
    rw.replace(producer, &results);
    Some(())
}

/// What an op reads is merged after it reads it.
pub(super) fn of_collapsed_input(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(nest) = Nest::of(rw, op) else {
        return false;
    };
    let found = nest.inputs().iter().enumerate().find_map(|(operand, &input)| {
        let merge = rw.body.defining_op(input)?;
        let view = CollapseShapeOp::cast(rw.body.op_ref(rw.ctx, merge))?;
        let is_fit = can_split(&nest, operand) && has_one_use(rw.body, merge);
        is_fit.then(|| (operand, merge, view.src(), view.groups()))
    });
    let Some((operand, merge, source, groups)) = found else {
        return false;
    };
    if fits(rw, &nest, operand, &groups, &known_sizes(rw, source)).is_none() {
        return false;
    }
    rw.set_before(op);
    let sizes = folded_sizes(rw, rw.location_of(merge), source);
    let Some(results) = split(rw, &nest, operand, Some(source), &groups, &sizes) else {
        return false;
    };
    rw.replace(op, &results);
    true
}

/// Whether all operands can be split so, as far as their types tell.
fn fits(rw: &Rewriter<'_>, nest: &Nest, operand: usize, groups: &Groups, sizes: &[i64]) -> Option<()> {
    let extents = nest.known_loop_sizes(rw);
    let expansion = Expansion::of(&nest.maps[operand], groups, sizes, &extents)?;
    let others = (0..nest.operands.len()).filter(|&other| other != operand || operand >= nest.num_inputs);
    let mut types = others.map(|other| (&nest.maps[other], rw.body.value_type(nest.operands[other])));
    types.all(|(map, ty)| expansion.fits(rw.ctx, map, ty)).then_some(())
}

/// Makes an op whose loops are split as the dimensions of an operand are, which reads `source` instead of the operand, and
/// gives its results, merged.
fn split(
    rw: &mut Rewriter<'_>,
    nest: &Nest,
    operand: usize,
    source: Option<ValueId>,
    groups: &Groups,
    sizes: &[Entry],
) -> Option<Vec<ValueId>> {
    let at = rw.location_of(nest.op);
    rw.set_before(nest.op);
    let extents = nest.loop_sizes(rw, at);
    let expansion = Expansion::of(&nest.maps[operand], groups, sizes, &extents)?;
    let maps: Vec<AffineMap> = nest.maps.iter().map(|map| expansion.map(map)).collect::<Option<_>>()?;
    let mut operands = Vec::with_capacity(nest.operands.len());
    for index in 0..nest.operands.len() {
        operands.push(match source.filter(|_| index == operand) {
            Some(source) => source,
            None => expansion.operand(rw, at, nest, index),
        });
    }
    let new = make(rw, nest, &expansion, &operands, &maps);
    let mut results = Vec::with_capacity(operands.len() - nest.num_inputs);
    let pairs: Vec<(ValueId, ValueId)> = rw.body.results(nest.op).zip(rw.body.results(new)).collect();
    for (number, (old, new)) in pairs.into_iter().enumerate() {
        let ty = rw.body.value_type(old);
        let is_same = rw.body.value_type(new) == ty;
        results.push(if is_same {
            new
        } else {
            let groups = expansion.groups(&nest.maps[nest.num_inputs + number]);
            collapse(rw, at, ty, new, &groups)
        });
    }
    Some(results)
}

/// The op with split loops. Some ops keep their names, others become `linalg.generic`.
fn make(
    rw: &mut Rewriter<'_>,
    nest: &Nest,
    expansion: &Expansion<Entry>,
    operands: &[ValueId],
    maps: &[AffineMap],
) -> OpId {
    let (inputs, inits) = operands.split_at(nest.num_inputs);
    let types: Vec<Type> = inits.iter().map(|&init| rw.body.value_type(init)).collect();
    let (ctx, at, old) = (rw.ctx, rw.location_of(nest.op), rw.body.op(nest.op));
    if old.is(TransposeOp::DEF) {
        let permutation = ctx.dense_i64_array(&permutation(rw, nest, expansion));
        let state = TransposeOp::build(ctx, at, inputs[0], inits[0], permutation, &types);
        return insert_with_region(rw, nest, state);
    }
    if old.is(FillOp::DEF) || old.is(CopyOp::DEF) {
        let state = OperationState::like(old).operands(operands).results(&types);
        return insert_with_region(rw, nest, state);
    }
    let iterators = nest.iterators.iter().enumerate();
    let iterators: Vec<Iteration> = iterators
        .flat_map(|(dim, &iteration)| expansion.loops(dim).iter().map(move |_| iteration))
        .collect();
    let (state, region) = generic(rw, at, (inputs, inits), maps, &iterators, &types);
    let new = rw.insert(state);
    let block = copy_block(rw, nest.block, region, &[]);
    split_indices(rw, block, at, expansion);
    rw.set_after(new);
    new
}

/// Inserts an op with a copy of the region.
fn insert_with_region(rw: &mut Rewriter<'_>, nest: &Nest, mut state: OperationState) -> OpId {
    if let Some(&from) = rw.body.op_regions(nest.op).first() {
        let to = rw.body.create_region();
        rw.body.clone_region(from, to, None, &mut Mapping::new());
        state.regions.clear();
        state.regions.push(to);
    }
    rw.insert(state)
}

/// The permutation of the dimensions of a transposed tensor that is split.
fn permutation(rw: &Rewriter<'_>, nest: &Nest, expansion: &Expansion<Entry>) -> Vec<i64> {
    let view = TransposeOp(rw.body.op_ref(rw.ctx, nest.op));
    let old = view
        .permutation()
        .and_then(|attr| attr.as_dense_ints(rw.ctx))
        .unwrap_or_default();
    let inverse = |list: &[i64]| -> Vec<i64> {
        let place = |number| list.iter().position(|&other| other == number);
        (0..list.len() as i64)
            .filter_map(|number| place(number).map(|place| place as i64))
            .collect()
    };
    let dims = inverse(&old).into_iter().filter_map(|dim| usize::try_from(dim).ok());
    let split: Vec<i64> = dims
        .flat_map(|dim| expansion.loops(dim).iter().map(|&dim| i64::from(dim)))
        .collect();
    inverse(&split)
}

/// Computes the indices of the old loops from those of the new ones.
fn split_indices(rw: &mut Rewriter<'_>, block: BlockId, at: Location, expansion: &Expansion<Entry>) {
    for (op, dim) in index_ops(rw, block) {
        let loops = expansion.loops(dim).to_vec();
        let Some((&first, rest)) = loops.split_first() else {
            continue;
        };
        if rest.is_empty() && first as usize == dim {
            continue;
        }
        rw.set_after(op);
        let ctx = rw.ctx;
        let mut ask = |dim: u32| {
            let dim = ctx.i64_attr(i64::from(dim));
            FoldResult::Value(rw.insert_value(IndexOp::build(ctx, at, dim, &[Type::INDEX])))
        };
        let indices: Vec<FoldResult> = rest.iter().map(|&dim| ask(dim)).collect();
        let mut index = ask(first);
        let own = rw.location_of(op);
        let step = AffineExpr::binary(AffineKind::Mul, AffineExpr::Dim(1), AffineExpr::Symbol(0));
        let step = AffineExpr::binary(AffineKind::Add, AffineExpr::Dim(0), step);
        for (next, &size) in indices.into_iter().zip(&expansion.sizes(dim)[1..]) {
            index = apply_mixed(rw, own, &step, &[next, index], &[size.into()]).unwrap_or(index);
        }
        let index = materialize(rw, own, index);
        rw.replace(op, &[index]);
    }
}

/// Moves what computes some values in front of an op, if they are not there and can be.
fn move_definitions(rw: &mut Rewriter<'_>, values: &[ValueId], before: OpId) -> Option<()> {
    if values.is_empty() {
        return Some(());
    }
    let dominance = Dominance::new(rw.body);
    let block = rw.body.parent_block(before)?;
    let mut pending: Vec<OpId> = Vec::new();
    for &value in values {
        if !dominance.value_dominates(rw.body, value, before) {
            pending.push(rw.body.defining_op(value)?);
        }
    }
    let mut needed: Vec<OpId> = Vec::new();
    while let Some(op) = pending.pop() {
        if op == before || rw.body.parent_block(op) != Some(block) {
            return None;
        }
        if needed.contains(&op) {
            continue;
        }
        needed.push(op);
        for inner in rw.body.walk_op(op, WalkOrder::Pre) {
            for operand in rw.body.operands(inner) {
                let Some(maker) = rw.body.defining_op(operand) else {
                    continue;
                };
                let is_inside = rw.body.is_ancestor(op, maker);
                if !is_inside && !dominance.value_dominates(rw.body, operand, before) {
                    pending.push(maker);
                }
            }
        }
    }
    needed.sort_by(|&a, &b| rw.body.order_in_block(a, b));
    for op in needed {
        rw.move_op(op, InsertPoint::Before(before));
    }
    Some(())
}
