//! Loops that run once.

use asyncir_dialects::arith::build::index;
use asyncir_dialects::linalg::IndexOp;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::linalg::structured::shape_of;
use asyncir_dialects::memref::reassociation::Groups;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, OpId, Type, ValueId};

use super::strategy::{Strategy, can_collapse};
use crate::linalg::nest::{Nest, copy_block, generic, index_ops, tell_all_loops};

/// Which loops go, and what becomes of the others.
struct Loops {
    is_dropped: Vec<bool>,
    /// What each loop is in the new ones.
    replacements: Vec<AffineExpr>,
    count: u32,
}

impl Loops {
    fn of(rw: &Rewriter<'_>, nest: &Nest) -> Self {
        let is_dropped: Vec<bool> = nest.known_loop_sizes(rw).iter().map(|&size| size == 1).collect();
        let mut count = 0;
        let replacement = |&is_dropped: &bool| {
            if is_dropped {
                return AffineExpr::Constant(0);
            }
            count += 1;
            AffineExpr::Dim(count - 1)
        };
        let replacements = is_dropped.iter().map(replacement).collect();
        Self {
            is_dropped,
            replacements,
            count,
        }
    }
}

/// An operand without dimensions of one element.
struct Reduced {
    map: AffineMap,
    shape: Vec<i64>,
    groups: Groups,
}

impl Reduced {
    fn of(loops: &Loops, map: &AffineMap, shape: &[i64]) -> Option<Self> {
        let new: Vec<AffineExpr> = map
            .results()
            .iter()
            .map(|result| result.replace_dims(&loops.replacements))
            .collect();
        let is_unit = |dim: usize| match map.results().get(dim) {
            _ if shape[dim] != 1 => false,
            Some(AffineExpr::Dim(position)) => loops.is_dropped.get(*position as usize) == Some(&true),
            _ => new[dim] == AffineExpr::Constant(0),
        };
        let (mut results, mut kept, mut groups) = (Vec::new(), Vec::new(), Groups::new());
        let mut dim = 0;
        let mut group: Vec<i64> = Vec::new();
        let take_units = |group: &mut Vec<i64>, dim: &mut usize| {
            while *dim < shape.len() && is_unit(*dim) {
                group.push(*dim as i64);
                *dim += 1;
            }
        };
        take_units(&mut group, &mut dim);
        while dim < shape.len() {
            group.push(dim as i64);
            results.push(new[dim].clone());
            kept.push(shape[dim]);
            dim += 1;
            take_units(&mut group, &mut dim);
            groups.push(std::mem::take(&mut group));
        }
        Some(Self {
            map: AffineMap::new(loops.count, 0, results)?,
            shape: kept,
            groups,
        })
    }
}

/// Takes loops that run once from an op, and the dimensions that they stand for from its operands.
pub(super) fn drop_loops(rw: &mut Rewriter<'_>, op: OpId, strategy: Strategy) {
    if let Some(nest) = Nest::of_generic(rw, op) {
        replace(rw, &nest, strategy);
    }
}

fn replace(rw: &mut Rewriter<'_>, nest: &Nest, strategy: Strategy) -> Option<()> {
    if nest.iterators.is_empty() {
        return None;
    }
    let loops = Loops::of(rw, nest);
    let mut reduced = Vec::with_capacity(nest.operands.len());
    for (map, &operand) in nest.maps.iter().zip(&nest.operands) {
        let shape = shape_of(rw.ctx, rw.body.value_type(operand));
        reduced.push(Reduced::of(&loops, map, shape)?);
    }
    let maps: Vec<AffineMap> = reduced.iter().map(|one| one.map.clone()).collect();
    let is_collapsed: Vec<bool> = maps
        .iter()
        .zip(&nest.maps)
        .map(|(new, old)| new.num_results() != old.num_results())
        .collect();
    let told: Vec<&AffineMap> = maps.iter().collect();
    let fits = |(&operand, &is_collapsed): (&ValueId, &bool)| !is_collapsed || can_collapse(rw, operand);
    if maps == nest.maps || !tell_all_loops(&told) || !nest.operands.iter().zip(&is_collapsed).all(fits) {
        return None;
    }
    let at = rw.location_of(nest.op);
    rw.set_before(nest.op);
    let mut operands = nest.operands.clone();
    for (index, operand) in operands.iter_mut().enumerate() {
        if is_collapsed[index] {
            *operand = strategy.collapse(rw, at, *operand, &reduced[index].shape, &reduced[index].groups)?;
        }
    }
    let kept = nest.iterators.iter().zip(&loops.is_dropped);
    let iterators: Vec<Iteration> = kept
        .filter(|&(_, &is_dropped)| !is_dropped)
        .map(|(&iterator, _)| iterator)
        .collect();
    let (inputs, inits) = operands.split_at(nest.num_inputs);
    let results = rw.body.op(nest.op).num_results();
    let types: Vec<Type> = inits
        .iter()
        .take(results)
        .map(|&init| rw.body.value_type(init))
        .collect();
    let (state, region) = generic(rw, at, (inputs, inits), &maps, &iterators, &types);
    let new = rw.insert(state);
    let block = copy_block(rw, nest.block, region, &[]);
    drop_indices(rw, block, &loops);
    rw.set_before(nest.op);
    let mut values: Vec<ValueId> = Vec::with_capacity(results);
    for (number, value) in rw.body.results(new).enumerate() {
        let operand = nest.num_inputs + number;
        let groups = &reduced[operand].groups;
        values.push(if is_collapsed[operand] {
            strategy.expand(rw, at, value, nest.operands[operand], groups)?
        } else {
            value
        });
    }
    rw.replace(nest.op, &values);
    Some(())
}

/// Adapts the indices of loops that are asked for.
fn drop_indices(rw: &mut Rewriter<'_>, block: BlockId, loops: &Loops) {
    for (op, dim) in index_ops(rw, block) {
        let at = rw.location_of(op);
        rw.set_before(op);
        let new = match &loops.replacements[dim] {
            AffineExpr::Dim(new) if *new as usize == dim => continue,
            AffineExpr::Dim(new) => {
                let new = rw.ctx.i64_attr(i64::from(*new));
                rw.insert_value(IndexOp::build(rw.ctx, at, new, &[Type::INDEX]))
            }
            _ => index(rw, at, 0),
        };
        rw.replace(op, &[new]);
    }
}
