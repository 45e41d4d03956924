//! Canonicalisation of `affine.min` and `affine.max`.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpDef;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, OperationState, Type, ValueId};

use super::apply::{applied, map_attr};
use super::operands::Applied;
use super::scope::affine_scope;
use super::{ApplyOp, MaxOp, MinOp};
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Patterns of `affine.min`.
    MIN for MinOp = [apply_single, drop_repeated, merge_producers, simplify, sort_results];
    /// Patterns of `affine.max`.
    MAX for MaxOp = [apply_single, drop_repeated, merge_producers, simplify, sort_results];
}

fn applied_of(rw: &Rewriter<'_>, op: OpId) -> Option<Applied> {
    applied(rw.body.op_ref(rw.ctx, op))
}

/// Replaces the op by one of the same kind, or of another.
fn replace(rw: &mut Rewriter<'_>, op: OpId, def: Option<&'static OpDef>, new: Applied) -> bool {
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let def = def.or_else(|| rw.body.op(op).def());
    let Some(def) = def else { return false };
    let mut state = OperationState::of(def, location)
        .operands(&new.operands)
        .results(&[Type::INDEX]);
    state.set_properties(ctx, &[("map", Some(map_attr(ctx, new.map)))], &[]);
    rw.replace_with(op, state);
    true
}

fn with_results(applied: &Applied, results: Vec<AffineExpr>) -> Option<Applied> {
    let map = AffineMap::new(applied.map.num_dims(), applied.map.num_symbols(), results)?;
    Some(Applied {
        map,
        operands: applied.operands.clone(),
    })
}

/// Of one value there is no choice.
fn apply_single(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match applied_of(rw, op) {
        Some(applied) if applied.map.num_results() == 1 => {
            let apply = <ApplyOp<'static> as asyncir_ir::def::OpView>::DEF;
            replace(rw, op, Some(apply), applied)
        }
        _ => false,
    }
}

/// A value counts once.
fn drop_repeated(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(applied) = applied_of(rw, op) else {
        return false;
    };
    let mut results: Vec<AffineExpr> = Vec::new();
    for result in applied.map.results() {
        if !results.contains(result) {
            results.push(result.clone());
        }
    }
    if results.len() == applied.map.num_results() {
        return false;
    }
    with_results(&applied, results).is_some_and(|new| replace(rw, op, None, new))
}

/// The smallest of the smallest is the smallest of all.
fn merge_producers(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    merge(rw, op).is_some_and(|new| replace(rw, op, None, new))
}

fn merge(rw: &Rewriter<'_>, op: OpId) -> Option<Applied> {
    let outer = applied_of(rw, op)?;
    let num_dims = outer.map.num_dims() as usize;
    let (mut dims, mut symbols) = (outer.operands[..num_dims].to_vec(), outer.operands[num_dims..].to_vec());
    let name = rw.body.op(op).name();
    let producer = |expr: &AffineExpr| {
        let value: ValueId = match expr {
            AffineExpr::Dim(dim) => *outer.operands.get(*dim as usize)?,
            AffineExpr::Symbol(symbol) => *outer.operands.get(num_dims + *symbol as usize)?,
            _ => return None,
        };
        let producer = rw.body.defining_op(value)?;
        (rw.body.op(producer).name() == name).then_some(producer)
    };
    let (mut results, mut producers) = (Vec::new(), Vec::new());
    for expr in outer.map.results() {
        match producer(expr) {
            Some(producer) => producers.push(producer),
            None => results.push(expr.clone()),
        }
    }
    if producers.is_empty() {
        return None;
    }
    for producer in producers {
        let inner = applied_of(rw, producer)?;
        let (shift_dims, shift_symbols) = (dims.len() as u32, symbols.len() as u32);
        let shifted = inner.map.results().iter();
        results.extend(shifted.map(|expr| expr.shift_dims(shift_dims, 0).shift_symbols(shift_symbols, 0)));
        let (inner_dims, inner_symbols) = inner.operands.split_at(inner.map.num_dims() as usize);
        dims.extend(inner_dims);
        symbols.extend(inner_symbols);
    }
    let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, results)?;
    Some(Applied {
        map,
        operands: dims.into_iter().chain(symbols).collect(),
    })
}

/// Composes the map and takes away what it does not need.
fn simplify(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(applied) = applied_of(rw, op) else {
        return false;
    };
    let composed = applied.simplified(rw.ctx, rw.body, affine_scope(rw.body, op));
    if composed.map == applied.map && composed.operands == applied.operands {
        return false;
    }
    replace(rw, op, None, composed)
}

/// Linear results come in the order of their coefficients.
fn sort_results(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(applied) = applied_of(rw, op) else {
        return false;
    };
    let (dims, symbols) = (applied.map.num_dims(), applied.map.num_symbols());
    let rows = applied.map.results().iter().map(|expr| expr.linear_form(dims, symbols));
    let Some(mut rows) = rows.collect::<Option<Vec<_>>>() else {
        return false;
    };
    if rows.is_sorted() {
        return false;
    }
    rows.sort();
    let results = rows.iter().map(|row| AffineExpr::from_linear_form(row, dims, symbols));
    with_results(&applied, results.collect()).is_some_and(|new| replace(rw, op, None, new))
}
