//! Canonicalisation of `affine.delinearize_index` and `affine.linearize_index`: dimensions of size one go, and what one
//! of them does and the other undoes.

use std::collections::HashMap;

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, OpId, Type, ValueDef, ValueId};

use super::delinearize::{DelinearizeIndexOp, LinearizeIndexOp, Sizes};
use super::{ApplyOp, map_attr};
use crate::arith::build;
use crate::index_list::Entry;
use crate::matchers::constant_int;
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Patterns of `affine.delinearize_index`.
    DELINEARIZE for DelinearizeIndexOp = [of_linearized, without_unit_sizes, of_last_linearized];
    /// Patterns of `affine.linearize_index`.
    LINEARIZE for LinearizeIndexOp = [of_delinearized, without_unit_indices, without_leading_zero];
}

/// What such an op does.
struct Delinearize {
    index: ValueId,
    sizes: Sizes,
    location: Location,
}

impl Delinearize {
    fn of(rw: &Rewriter<'_>, op: OpId) -> Self {
        let view = DelinearizeIndexOp(rw.body.op_ref(rw.ctx, op));
        Self {
            index: view.linear_index(),
            sizes: view.sizes(),
            location: rw.location_of(op),
        }
    }

    /// Inserts one at the cursor; gives its results.
    fn insert(rw: &mut Rewriter<'_>, at: Location, index: ValueId, sizes: &[Option<Entry>]) -> Vec<ValueId> {
        let op = rw.insert(DelinearizeIndexOp::of(rw.ctx, at, index, sizes));
        rw.body.results(op).collect()
    }
}

/// What such an op does.
struct Linearize {
    indices: Vec<ValueId>,
    sizes: Sizes,
    disjoint: bool,
    location: Location,
}

impl Linearize {
    fn of(rw: &Rewriter<'_>, op: OpId) -> Self {
        let view = LinearizeIndexOp(rw.body.op_ref(rw.ctx, op));
        Self {
            indices: view.multi_index().to_vec(),
            sizes: view.sizes(),
            disjoint: view.is_disjoint(),
            location: rw.location_of(op),
        }
    }

    /// The disjoint one that defines a value.
    fn disjoint_of(rw: &Rewriter<'_>, value: ValueId) -> Option<Self> {
        let op = rw.body.defining_op(value)?;
        if !rw.body.op(op).is(LinearizeIndexOp::DEF) {
            return None;
        }
        Some(Self::of(rw, op)).filter(|linearize| linearize.disjoint)
    }

    /// Inserts the same of the first `count` indices at the cursor.
    fn insert_front(&self, rw: &mut Rewriter<'_>, count: usize) -> ValueId {
        let (indices, sizes) = (&self.indices[..count], &self.sizes[..count]);
        rw.insert_value(LinearizeIndexOp::of(
            rw.ctx,
            self.location,
            indices,
            sizes,
            self.disjoint,
        ))
    }

    fn replace(&self, rw: &mut Rewriter<'_>, op: OpId, indices: &[ValueId], sizes: &[Option<Entry>]) {
        let state = LinearizeIndexOp::of(rw.ctx, self.location, indices, sizes, self.disjoint);
        rw.replace_with(op, state);
    }
}

/// Dimensions that were put together with the same sizes need not be taken apart.
fn of_linearized(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let to = Delinearize::of(rw, op);
    let Some(from) = Linearize::disjoint_of(rw, to.index) else {
        return false;
    };
    let pairs = from.sizes.iter().rev().zip(to.sizes.iter().rev());
    let same = pairs.take_while(|(a, b)| a.is_some() && a == b).count();
    if same == 0 {
        return false;
    }
    if from.indices.len() == to.sizes.len() && from.sizes.iter().flatten().count() == same && from.sizes == to.sizes {
        rw.replace(op, &from.indices);
        return true;
    }
    let (front, left) = (from.indices.len() - same, to.sizes.len() - same);
    rw.set_before(op);
    let index = from.insert_front(rw, front);
    let mut results = Delinearize::insert(rw, to.location, index, &to.sizes[..left]);
    results.extend(&from.indices[front..]);
    rw.replace(op, &results);
    true
}

/// The index in a dimension of size one is zero.
fn without_unit_sizes(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Delinearize { index, sizes, location } = Delinearize::of(rw, op);
    let is_unit = |size: &Option<Entry>| size.and_then(|size| size.known(rw.ctx, rw.body)) == Some(1);
    let units: Vec<bool> = sizes.iter().map(is_unit).collect();
    if !units.contains(&true) {
        return false;
    }
    rw.set_before(op);
    let zero = build::index(rw, location, 0);
    let others: Sizes = sizes
        .iter()
        .zip(&units)
        .filter(|(_, unit)| !**unit)
        .map(|(size, _)| *size)
        .collect();
    // An op without results would be of no use.
    let others = match &others[..] {
        [] => Vec::new(),
        sizes => Delinearize::insert(rw, location, index, sizes),
    };
    let mut others = others.into_iter();
    let result = |&unit: &bool| if unit { zero } else { others.next().unwrap_or(zero) };
    let results: Vec<ValueId> = units.iter().map(result).collect();
    rw.replace(op, &results);
    true
}

/// Dimensions whose sizes have the product that the last index was put in with are taken from that index.
fn of_last_linearized(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let to = Delinearize::of(rw, op);
    let Some(from) = Linearize::disjoint_of(rw, to.index) else {
        return false;
    };
    let (Some(Some(Entry::Static(target))), Some(&last)) = (from.sizes.last(), from.indices.last()) else {
        return false;
    };
    let Some(count) = count_with_product(&to.sizes, *target).filter(|&count| count > 1) else {
        return false;
    };
    rw.set_before(op);
    let front = from.insert_front(rw, from.indices.len() - 1);
    let (left, split) = to.sizes.split_at(to.sizes.len() - count);
    let mut results = Delinearize::insert(rw, to.location, front, left);
    results.extend(Delinearize::insert(rw, to.location, last, split));
    rw.replace(op, &results);
    true
}

/// How many of the last sizes have the product `target`, if they are known.
fn count_with_product(sizes: &[Option<Entry>], target: i64) -> Option<usize> {
    let mut product = 1i64;
    for (index, size) in sizes.iter().rev().enumerate() {
        let Some(Entry::Static(size)) = size else {
            return None;
        };
        product = product.checked_mul(*size).filter(|&product| product <= target)?;
        if product == target {
            return Some(index + 1);
        }
    }
    None
}

/// The index in a dimension of size one counts for nothing if it is zero, or known to be within its size.
fn without_unit_indices(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let linearize = Linearize::of(rw, op);
    let is_one = |size: &Option<Entry>| size.and_then(|size| size.known(rw.ctx, rw.body)) == Some(1);
    let is_zero = |index: ValueId| constant_int(rw.ctx, rw.body, index) == Some(0);
    let dims = linearize.indices.iter().zip(&linearize.sizes);
    let kept = dims.filter(|&(&index, size)| !(is_one(size) && (linearize.disjoint || is_zero(index))));
    let (indices, sizes): (Vec<ValueId>, Sizes) = kept.map(|(index, size)| (*index, *size)).unzip();
    if indices.len() == linearize.indices.len() {
        return false;
    }
    if indices.is_empty() {
        rw.set_before(op);
        let zero = build::index(rw, linearize.location, 0);
        rw.replace(op, &[zero]);
    } else {
        linearize.replace(rw, op, &indices, &sizes);
    }
    true
}

/// A first index that is zero counts for nothing.
fn without_leading_zero(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let linearize = Linearize::of(rw, op);
    let Some((&first, rest)) = linearize.indices.split_first() else {
        return false;
    };
    if constant_int(rw.ctx, rw.body, first) != Some(0) {
        return false;
    }
    if rest.is_empty() {
        rw.replace(op, &[first]);
    } else {
        linearize.replace(rw, op, rest, &linearize.sizes[1..]);
    }
    true
}

/// Indices in a row that one op takes apart and another puts together again.
struct Run {
    delinearize: OpId,
    /// The first of them among the results.
    result: usize,
    /// The first of them among the indices that are put together.
    index: usize,
    count: usize,
}

/// Finds runs of two or more, at most one from each op.
fn runs(rw: &Rewriter<'_>, linearize: &Linearize) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut sizes = HashMap::new();
    let mut index = 0;
    while index < linearize.indices.len() {
        let run = run_at(rw, linearize, index, &mut sizes);
        match run.filter(|run| runs.iter().all(|other| other.delinearize != run.delinearize)) {
            Some(run) => {
                index += run.count;
                runs.push(run);
            }
            None => index += 1,
        }
    }
    runs
}

/// The run that starts at an index. `sizes` keeps those of the ops that were looked at.
fn run_at(rw: &Rewriter<'_>, linearize: &Linearize, index: usize, sizes: &mut HashMap<OpId, Sizes>) -> Option<Run> {
    let ValueDef::Result { op, index: result } = rw.body.value_def(linearize.indices[index]) else {
        return None;
    };
    if !rw.body.op(op).is(DelinearizeIndexOp::DEF) {
        return None;
    }
    let result = result as usize;
    let taken = sizes.entry(op).or_insert_with(|| Delinearize::of(rw, op).sizes);
    let same_size = taken[result] == linearize.sizes[index];
    let both_first = result == 0 && index == 0;
    let known = linearize.disjoint && result == 0 && taken[0].is_none();
    if !same_size && !both_first && !known {
        return None;
    }
    let goes_on = |&step: &usize| {
        linearize.indices[index + step] == rw.body.result(op, result + step)
            && linearize.sizes[index + step] == taken[result + step]
    };
    let longest = (linearize.indices.len() - index).min(taken.len() - result);
    let count = 1 + (1..longest).take_while(goes_on).count();
    (count > 1).then_some(Run {
        delinearize: op,
        result,
        index,
        count,
    })
}

/// Dimensions that were taken apart with the same sizes need not be put together.
fn of_delinearized(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let linearize = Linearize::of(rw, op);
    let runs = runs(rw, &linearize);
    if runs.is_empty() {
        return false;
    }
    let (mut indices, mut sizes) = (Vec::new(), Vec::new());
    let mut replaced = Vec::new();
    let mut done = 0;
    for run in &runs {
        indices.extend(&linearize.indices[done..run.index]);
        sizes.extend(&linearize.sizes[done..run.index]);
        done = run.index + run.count;
        rw.set_before(run.delinearize);
        let merged = &linearize.sizes[run.index..done];
        let size = product(rw, linearize.location, merged);
        sizes.push(size);
        indices.push(merge(rw, run, merged, size, &mut replaced));
    }
    indices.extend(&linearize.indices[done..]);
    sizes.extend(&linearize.sizes[done..]);
    linearize.replace(rw, op, &indices, &sizes);
    for (delinearize, results) in replaced {
        rw.replace(delinearize, &results);
    }
    true
}

/// The index of the dimensions of a run as one. For those that are used on their own, it is taken apart.
fn merge(
    rw: &mut Rewriter<'_>,
    run: &Run,
    merged: &[Option<Entry>],
    size: Option<Entry>,
    replaced: &mut Vec<(OpId, Vec<ValueId>)>,
) -> ValueId {
    let Delinearize {
        index,
        mut sizes,
        location,
    } = Delinearize::of(rw, run.delinearize);
    if run.count == sizes.len() {
        return index;
    }
    sizes.splice(run.result..run.result + run.count, [size]);
    let mut results = Delinearize::insert(rw, location, index, &sizes);
    let whole = results[run.result];
    let parts = Delinearize::insert(rw, location, whole, merged);
    results.splice(run.result..=run.result, parts);
    replaced.push((run.delinearize, results));
    whole
}

/// The product of sizes, if all are given.
fn product(rw: &mut Rewriter<'_>, at: Location, sizes: &[Option<Entry>]) -> Option<Entry> {
    let mut values = Vec::new();
    let mut product = AffineExpr::Constant(1);
    for &size in sizes {
        let size = match size? {
            Entry::Static(size) => AffineExpr::Constant(size),
            Entry::Dynamic(value) => {
                values.push(value);
                AffineExpr::Symbol(values.len() as u32 - 1)
            }
        };
        product = product * size;
    }
    if let AffineExpr::Constant(product) = product {
        return Some(Entry::Static(product));
    }
    let map = map_attr(rw.ctx, AffineMap::new(0, values.len() as u32, vec![product])?);
    let apply = ApplyOp::build(rw.ctx, at, &values, map, &[Type::INDEX]);
    Some(Entry::Dynamic(rw.insert_value(apply)))
}
