//! Transfers of vectors of one dimension whose elements do not follow one another in memory: element by element.

use asyncir_dialects::arith::build::{ArithBuilder, index};
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_dialects::vector;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, Type, TypeKind, ValueId};

use super::build::{self, Place};
use super::transfer::{Transfer, Wanted};

/// The transfer, if no load or store of a vector does it.
fn to_lower(rw: &Rewriter<'_>, op: OpId) -> Option<Transfer> {
    let transfer = Transfer::of(rw, op)?;
    let memory = rw.body.value_type(transfer.base);
    if transfer.map.num_results() == 0 || transfer.rank(rw) != 1 {
        return None;
    }
    if !matches!(memory.kind(rw.ctx), TypeKind::MemRef { .. }) {
        return None;
    }
    let is_unit_stride =
        strides_and_offset(rw.ctx, memory).is_some_and(|(strides, _)| strides.last().is_none_or(|&stride| stride == 1));
    (!(transfer.map.is_minor_identity() && is_unit_stride)).then_some(transfer)
}

/// From 0 to the number of elements.
fn bounds(rw: &mut Rewriter<'_>, transfer: &Transfer) -> Option<(ValueId, ValueId, ValueId)> {
    let loc = transfer.loc;
    let TypeKind::Vector { shape, scalable, .. } = transfer.vector.kind(rw.ctx) else {
        return None;
    };
    let (size, is_scalable) = (*shape.first()?, *scalable.first()?);
    let lower = index(rw, loc, 0);
    let mut upper = index(rw, loc, size);
    if is_scalable {
        let scale = rw.insert_value(vector::VectorScaleOp::build(rw.ctx, loc, &[Type::INDEX]));
        upper = ArithBuilder::new(rw, loc).muli(upper, scale);
    }
    Some((lower, upper, index(rw, loc, 1)))
}

/// Reads element by element.
pub(super) fn read(rw: &mut Rewriter<'_>, op: OpId, _: Wanted) -> Option<()> {
    let transfer = to_lower(rw, op)?;
    let (loc, ty) = (transfer.loc, transfer.vector);
    rw.set_before(op);
    let bounds = bounds(rw, &transfer)?;
    let init = build::broadcast(rw, loc, transfer.padding?, ty);
    let state = build::for_loop(rw, loc, bounds, &[init], |rw, number, carried| {
        let indices = transfer.slice_indices(rw, number);
        let before = carried[0];
        let mut inside = |rw: &mut Rewriter<'_>| {
            let value = build::load(rw, loc, transfer.base, &indices);
            vec![build::insert(rw, loc, value, before, &[Place::Value(number)])]
        };
        transfer.if_there(rw, number, &[ty], &mut inside, &mut |_| vec![before])
    });
    rw.replace_with(op, state);
    Some(())
}

/// Writes element by element.
pub(super) fn write(rw: &mut Rewriter<'_>, op: OpId, _: Wanted) -> Option<()> {
    let transfer = to_lower(rw, op)?;
    let (loc, value) = (transfer.loc, transfer.value?);
    let element = transfer.vector.element_or_self(rw.ctx);
    rw.set_before(op);
    let bounds = bounds(rw, &transfer)?;
    let state = build::for_loop(rw, loc, bounds, &[], |rw, number, _| {
        let indices = transfer.slice_indices(rw, number);
        let mut inside = |rw: &mut Rewriter<'_>| {
            let part = build::extract(rw, loc, value, &[Place::Value(number)], element);
            build::store(rw, loc, part, transfer.base, &indices);
            Vec::new()
        };
        transfer.if_there(rw, number, &[], &mut inside, &mut |_| Vec::new())
    });
    rw.insert(state);
    rw.erase(op);
    Some(())
}
