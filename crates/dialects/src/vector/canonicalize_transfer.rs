//! Canonicalisation of transfers to and from tensors.

use asyncir_ir::rewrite::{CycleGuard, Rewriter};
use asyncir_ir::{OpId, Type, TypeKind, ValueId};

use super::shapes::dims;
use super::transfer_view::{Transfer, minor_permutation};
use super::{BroadcastOp, TransferReadOp, TransferWriteOp, TransposeOp};
use crate::op_patterns::op_patterns;
use asyncir_ir::affine::{AffineExpr, AffineMap};

op_patterns! {
    /// Of `vector.transfer_read`.
    READ for TransferReadOp = [read_what_was_written];
    /// Of `vector.transfer_write`.
    WRITE for TransferWriteOp = [drop_overwritten];
}

fn transfer(rw: &Rewriter<'_>, op: OpId) -> Option<Transfer> {
    Transfer::of(rw.body.op_ref(rw.ctx, op))
}

/// The op that makes a tensor, if it writes to another one.
fn writer(rw: &Rewriter<'_>, tensor: ValueId) -> Option<(OpId, Transfer)> {
    let maker = rw.body.defining_op(tensor)?;
    let write = transfer(rw, maker).filter(|write| write.padding.is_none())?;
    Some((maker, write))
}

/// A write to elements that are written again is left out. Writes in between are of other elements.
fn drop_overwritten(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match overwritten(rw, op) {
        Some((user, slot, tensor)) => {
            rw.modify(user, |body| body.set_operand(user, slot, tensor));
            true
        }
        None => false,
    }
}

/// The write that takes the tensor with the superfluous elements, its operand, and the tensor without them.
fn overwritten(rw: &Rewriter<'_>, op: OpId) -> Option<(OpId, usize, ValueId)> {
    let view = rw.body.op_ref(rw.ctx, op);
    let last = transfer(rw, op).filter(|last| last.is_of_tensor(view))?;
    let (mut user, mut base) = (op, last.base);
    let mut guard = CycleGuard::new();
    loop {
        let (maker, write) = writer(rw, base).filter(|&(maker, _)| guard.advance(maker))?;
        if last.is_of_same_place(&write) && last.mask == write.mask {
            return Some((user, 1, write.base));
        }
        if !write.is_disjoint(&last, view) || !rw.body.has_one_use(base) {
            return None;
        }
        (user, base) = (maker, write.base);
    }
}

/// The map without dimensions that it does not use, and which ones these are.
fn compressed(map: &AffineMap) -> Option<(AffineMap, Vec<bool>)> {
    let used: Vec<bool> = (0..map.num_dims()).map(|dim| map.is_function_of_dim(dim)).collect();
    let place = |dim: u32| used[..dim as usize].iter().filter(|&&used| used).count() as u32;
    let rename = |result: &AffineExpr| match result {
        AffineExpr::Dim(dim) => Some(AffineExpr::Dim(place(*dim))),
        AffineExpr::Constant(value) => Some(AffineExpr::Constant(*value)),
        _ => None,
    };
    let results = map.results().iter().map(rename).collect::<Option<Vec<_>>>()?;
    let dims = used.iter().filter(|&&used| used).count() as u32;
    Some((AffineMap::new(dims, 0, results)?, used))
}

/// A read of just what was written gives that vector, repeated where the read repeats it.
fn read_what_was_written(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((vector, repeated, order, result)) = repetition(rw, op) else {
        return false;
    };
    let loc = rw.location_of(op);
    rw.set_before(op);
    let repeated = rw.insert_value(BroadcastOp::build(rw.ctx, loc, vector, &[repeated]));
    let order = rw.ctx.dense_i64_array(&order);
    rw.replace_with(op, TransposeOp::build(rw.ctx, loc, repeated, order, &[result]));
    true
}

/// The vector that was written, the type that it is broadcast to, the transposition behind that, and the type that this
/// gives.
fn repetition(rw: &Rewriter<'_>, op: OpId) -> Option<(ValueId, Type, Vec<i64>, Type)> {
    let view = rw.body.op_ref(rw.ctx, op);
    let read = transfer(rw, op).filter(|read| read.is_of_tensor(view))?;
    let (_, write) = writer(rw, read.base)?;
    let is_whole = read.is_in_bounds() && write.is_in_bounds() && read.mask.is_none() && write.mask.is_none();
    if !is_whole || read.chunk(view) != write.chunk(view) || read.indices != write.indices {
        return None;
    }
    let ((read_map, read_dims), (write_map, write_dims)) = (compressed(&read.map)?, compressed(&write.map)?);
    let repeats = read_map.results().contains(&AffineExpr::Constant(0));
    if read_dims != write_dims || !repeats {
        return None;
    }
    // From the dimensions of the vector that was written to those of the one that is read.
    let map = read_map.compose(&write_map).filter(|map| map.num_results() > 0)?;
    let places = minor_permutation(&map)?;
    let to = dims(rw.ctx, read.ty);
    let mut repeated = to.clone();
    for (&place, &dim) in places.iter().zip(&to) {
        *repeated.get_mut(place)? = dim;
    }
    let repeated = rw.ctx.ty(TypeKind::Vector {
        shape: repeated.iter().map(|dim| dim.0).collect(),
        scalable: repeated.iter().map(|dim| dim.1).collect(),
        element: read.ty.element_or_self(rw.ctx),
    });
    let order = places.into_iter().map(|place| place as i64).collect();
    Some((write.vector, repeated, order, read.ty))
}
