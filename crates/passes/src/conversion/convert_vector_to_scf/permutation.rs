//! Transfers whose dimensions are in another order than memory's, or repeat elements, by those that are not.

use asyncir_dialects::vector::{minor_permutation, shape_and_scalable_dims, without_outer_dims};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Location, OpId, Type, TypeKind, ValueId};

use super::build;
use super::transfer::{Transfer, Wanted};

/// Whether the results are the last dimensions, or zeros in their place.
fn is_minor_identity_with_broadcasts(map: &AffineMap) -> bool {
    let Some(first) = (map.num_dims() as usize).checked_sub(map.num_results()) else {
        return false;
    };
    let mut results = map.results().iter().enumerate();
    results.all(|(index, result)| match result {
        AffineExpr::Constant(0) => true,
        AffineExpr::Dim(dim) => *dim as usize == first + index,
        _ => false,
    })
}

/// Puts element `i` at place `places[i]`.
fn permuted<T: Clone>(items: &[T], places: &[usize]) -> Vec<T> {
    let mut new = items.to_vec();
    for (item, &place) in items.iter().zip(places) {
        new[place] = item.clone();
    }
    new
}

fn vector_with_shape(ctx: &Context, ty: Type, shape: &[i64], scalable: &[bool]) -> Type {
    ctx.ty(TypeKind::Vector {
        shape: shape.into(),
        scalable: scalable.into(),
        element: ty.element_or_self(ctx),
    })
}

/// Reads in memory's order, and brings the vector into its own.
pub(super) fn transpose_read(rw: &mut Rewriter<'_>, op: OpId, _: Wanted) -> Option<()> {
    let read = Transfer::of(rw, op).filter(|read| read.map.num_results() > 0)?;
    let places = minor_permutation(&read.map).filter(|places| !places.is_sorted())?;
    read_in_order(rw, read, &places)
}

/// The same where the dimensions are not memory's last ones, if there is a mask: its dimensions are in memory's order.
pub(super) fn order_masked_read(rw: &mut Rewriter<'_>, op: OpId, _: Wanted) -> Option<()> {
    let read = Transfer::of(rw, op).filter(|read| read.mask.is_some() && minor_permutation(&read.map).is_none())?;
    let mut order: Vec<usize> = (0..read.map.num_results()).collect();
    order.sort_by_key(|&index| match read.map.results()[index] {
        AffineExpr::Dim(dim) => Some(dim),
        _ => None,
    });
    let mut places = order.clone();
    order
        .iter()
        .enumerate()
        .for_each(|(place, &index)| places[index] = place);
    (!places.is_sorted()).then(|| read_in_order(rw, read, &places))?
}

/// Reads a vector whose dimensions are in other places, and brings it into its own order.
fn read_in_order(rw: &mut Rewriter<'_>, read: Transfer, places: &[usize]) -> Option<()> {
    let (ctx, op) = (rw.ctx, read.op);
    let (shape, scalable) = shape_and_scalable_dims(ctx, read.vector);
    let new = Transfer {
        vector: vector_with_shape(ctx, read.vector, &permuted(shape, places), &permuted(scalable, places)),
        map: AffineMap::new(read.map.num_dims(), 0, permuted(read.map.results(), places))?,
        in_bounds: permuted(&read.in_bounds, places),
        ..read.clone()
    };
    rw.set_before(op);
    let state = new.state(rw);
    let value = rw.insert_value(state);
    let places: Vec<i64> = places.iter().map(|&place| place as i64).collect();
    let state = build::transpose(rw, read.loc, value, &places);
    rw.replace_with(op, state);
    Some(())
}

/// Brings the vector into memory's order, and writes it.
pub(super) fn transpose_write(rw: &mut Rewriter<'_>, op: OpId, _: Wanted) -> Option<()> {
    let write = Transfer::of(rw, op).filter(|write| write.map.num_results() > 0)?;
    if write.map.is_minor_identity() {
        return None;
    }
    let places = minor_permutation(&write.map)?;
    let mut order: Vec<i64> = (0..places.len() as i64).collect();
    order.sort_by_key(|&index| places[index as usize]);
    rw.set_before(op);
    let state = build::transpose(rw, write.loc, write.value?, &order);
    let value = rw.insert_value(state);
    let new = Transfer {
        vector: rw.body.value_type(value),
        map: AffineMap::minor_identity(write.map.num_dims(), write.map.num_results() as u32)?,
        in_bounds: permuted(&write.in_bounds, &places),
        value: Some(value),
        ..write
    };
    let state = new.state(rw);
    rw.replace_with(op, state);
    Some(())
}

/// Reads once what the outermost dimensions repeat.
pub(super) fn broadcast_read(rw: &mut Rewriter<'_>, op: OpId, _: Wanted) -> Option<()> {
    let ctx = rw.ctx;
    let read = Transfer::of(rw, op).filter(|read| read.map.num_results() > 0)?;
    let is_repeated = |result: &&AffineExpr| **result == AffineExpr::Constant(0);
    let count = read.map.results().iter().take_while(is_repeated).count();
    let rest = AffineMap::new(read.map.num_dims(), 0, read.map.results()[count..].to_vec())?;
    if count == 0 || !is_minor_identity_with_broadcasts(&rest) {
        return None;
    }
    rw.set_before(op);
    if rest.num_results() == 0 && read.mask.is_some() {
        return None;
    }
    let new = Transfer {
        vector: without_outer_dims(ctx, read.vector, count)?,
        map: rest,
        in_bounds: read.in_bounds[count..].to_vec(),
        ..read.clone()
    };
    let state = new.state(rw);
    let value = rw.insert_value(state);
    let state = asyncir_dialects::vector::BroadcastOp::build(ctx, read.loc, value, &[read.vector]);
    rw.replace_with(op, state);
    Some(())
}

/// Gives a vector `count` dimensions of size 1 around it.
fn extended(rw: &mut Rewriter<'_>, loc: Location, value: ValueId, count: usize) -> ValueId {
    let ty = rw.body.value_type(value);
    let (shape, scalable) = shape_and_scalable_dims(rw.ctx, ty);
    let shape = [&vec![1; count], shape].concat();
    let scalable = [&vec![false; count], scalable].concat();
    let ty = vector_with_shape(rw.ctx, ty, &shape, &scalable);
    build::broadcast(rw, loc, value, ty)
}

/// Gives a mask, which has these dimensions of memory, further ones of size 1.
fn with_dims(rw: &mut Rewriter<'_>, loc: Location, mask: ValueId, dims: &[u32], missing: &[u32]) -> ValueId {
    let mask = extended(rw, loc, mask, missing.len());
    let mut dims = dims.to_vec();
    dims.sort_unstable();
    let there = [missing, &dims].concat();
    let mut order: Vec<usize> = (0..there.len()).collect();
    order.sort_by_key(|&place| there[place]);
    let order: Vec<i64> = order.into_iter().map(|place| place as i64).collect();
    let state = build::transpose(rw, loc, mask, &order);
    rw.insert_value(state)
}

/// Writes a vector that leaves out inner dimensions of memory with a size of 1 in them.
pub(super) fn extend_write(rw: &mut Rewriter<'_>, op: OpId, _: Wanted) -> Option<()> {
    let write = Transfer::of(rw, op).filter(|write| write.map.num_results() > 0)?;
    if minor_permutation(&write.map).is_some() {
        return None;
    }
    let dims = write.map.dim_positions()?;
    let first = *dims.iter().min()?;
    let missing: Vec<u32> = (first..write.map.num_dims())
        .filter(|dim| !dims.contains(dim))
        .collect();
    let results = missing.iter().map(|&dim| AffineExpr::Dim(dim));
    let results = results.chain(write.map.results().iter().cloned()).collect();
    rw.set_before(op);
    let value = extended(rw, write.loc, write.value?, missing.len());
    let mask = write.mask.map(|mask| with_dims(rw, write.loc, mask, &dims, &missing));
    let new = Transfer {
        vector: rw.body.value_type(value),
        map: AffineMap::new(write.map.num_dims(), 0, results)?,
        in_bounds: [&vec![true; missing.len()], &write.in_bounds[..]].concat(),
        mask,
        value: Some(value),
        ..write
    };
    let state = new.state(rw);
    rw.replace_with(op, state);
    Some(())
}
