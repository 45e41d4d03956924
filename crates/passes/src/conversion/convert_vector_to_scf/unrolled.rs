//! Transfers of vectors of several dimensions slice by slice, without loops and buffers.

use asyncir_dialects::arith::build::index;
use asyncir_dialects::vector;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, OpId, Type, ValueId};

use super::build::{self, Place};
use super::transfer::{Transfer, Wanted};

fn to_unroll(rw: &Rewriter<'_>, op: OpId, wanted: Wanted) -> Option<(Transfer, i64)> {
    let transfer = Transfer::of(rw, op)?;
    let size = transfer.outer_size(rw)?;
    transfer.is_wanted(rw, wanted).then_some((transfer, size))
}

/// The position of a `vector.extract` or `vector.insert`.
fn places_of(rw: &Rewriter<'_>, op: OpId, first: usize) -> Option<Vec<Place>> {
    let numbers = rw.body.op(op).property(rw.ctx, "static_position")?;
    let AttrKind::DenseArray { .. } = numbers.kind(rw.ctx) else {
        return None;
    };
    let mut values = rw.body.operands(op).skip(first);
    let place = |number: i64| match number {
        i64::MIN => values.next().map(Place::Value),
        number => Some(Place::Known(number)),
    };
    numbers.as_dense_ints(rw.ctx)?.into_iter().map(place).collect()
}

/// The transfer of slice number `number`, with its part of the mask.
fn with_mask(rw: &mut Rewriter<'_>, whole: &Transfer, slice: Transfer, number: i64) -> Transfer {
    let mask = whole.mask.filter(|_| whole.has_mask_for_slices(rw));
    let mask = mask.map(|mask| {
        if whole.outer_dim().is_none() {
            return mask;
        }
        let ty = vector::without_outer_dims(rw.ctx, rw.body.value_type(mask), 1);
        let ty = ty.unwrap_or(rw.body.value_type(mask));
        build::extract(rw, whole.loc, mask, &[Place::Known(number)], ty)
    });
    Transfer { mask, ..slice }
}

/// The only op that uses the vector, if it puts it into another one.
fn inserting_user(rw: &Rewriter<'_>, op: OpId) -> Option<OpId> {
    let mut uses = rw.body.users(rw.body.result(op, 0));
    let user = uses.next()?;
    (uses.next().is_none() && rw.body.op(user).is(vector::InsertOp::DEF)).then_some(user)
}

/// Reads slice by slice into the vector that this one is part of.
pub(super) fn read(rw: &mut Rewriter<'_>, op: OpId, wanted: Wanted) -> Option<()> {
    let (transfer, size) = to_unroll(rw, op, wanted)?;
    let loc = transfer.loc;
    let user = inserting_user(rw, op);
    rw.set_before(op);
    let (mut whole, start) = match user {
        Some(user) => (rw.body.operand(user, 1), places_of(rw, user, 2)?),
        None => (
            build::broadcast(rw, loc, transfer.padding?, transfer.vector),
            Vec::new(),
        ),
    };
    let ty = rw.body.value_type(whole);
    for number in 0..size {
        let index = index(rw, loc, number);
        let before = whole;
        let places = [&start[..], &[Place::Known(number)]].concat();
        let values = transfer.if_there(
            rw,
            index,
            &[ty],
            &mut |rw| {
                let value = read_slice(rw, &transfer, index, number).unwrap_or(before);
                vec![build::insert(rw, loc, value, before, &places)]
            },
            &mut |_| vec![before],
        );
        whole = *values.first()?;
    }
    match user {
        Some(user) => {
            rw.replace(user, &[whole]);
            rw.erase(op);
        }
        None => rw.replace(op, &[whole]),
    }
    Some(())
}

fn read_slice(rw: &mut Rewriter<'_>, transfer: &Transfer, index: ValueId, number: i64) -> Option<ValueId> {
    let indices = transfer.slice_indices(rw, index);
    let slice = transfer.slice(rw, indices, None)?;
    let slice = with_mask(rw, transfer, slice, number);
    let state = slice.state(rw);
    let value = rw.insert_value(state);
    let element = slice.vector.element_or_self(rw.ctx);
    Some(match slice.rank(rw) {
        // A vector without dimensions is put in as the scalar that it holds.
        0 => build::extract(rw, transfer.loc, value, &[], element),
        _ => value,
    })
}

/// Writes slice by slice, out of the vector that this one is part of.
pub(super) fn write(rw: &mut Rewriter<'_>, op: OpId, wanted: Wanted) -> Option<()> {
    let (transfer, size) = to_unroll(rw, op, wanted)?;
    let loc = transfer.loc;
    let value = transfer.value?;
    let extract = rw.body.defining_op(value);
    let is_part = |extract| {
        let view = rw.body.op_ref(rw.ctx, extract);
        view.data().is(vector::ExtractOp::DEF) && vector::gives_inner_type(view)
    };
    let extract = extract.filter(|&extract| is_part(extract));
    let (whole, start) = match extract {
        Some(extract) => (rw.body.operand(extract, 0), places_of(rw, extract, 1)?),
        None => (value, Vec::new()),
    };
    rw.set_before(op);
    // The tensor that comes of the writes so far.
    let mut tensor: Vec<ValueId> = transfer.written_tensor(rw).into_iter().collect();
    let types: Vec<Type> = tensor.iter().map(|&tensor| rw.body.value_type(tensor)).collect();
    for number in 0..size {
        let index = index(rw, loc, number);
        let places = [&start[..], &[Place::Known(number)]].concat();
        let before = tensor.clone();
        let base = before.first().copied().unwrap_or(transfer.base);
        let mut inside = |rw: &mut Rewriter<'_>| {
            let slice = write_slice(rw, &transfer, whole, &places, index, number);
            let write = slice.map(|slice| Transfer { base, ..slice }.state(rw));
            let write = write.map(|state| rw.insert(state));
            write.map_or_else(|| before.clone(), |write| rw.body.results(write).collect())
        };
        tensor = transfer.if_there(rw, index, &types, &mut inside, &mut |_| before.clone());
    }
    rw.replace(op, &tensor);
    Some(())
}

/// The write of slice number `number`.
fn write_slice(
    rw: &mut Rewriter<'_>,
    transfer: &Transfer,
    whole: ValueId,
    places: &[Place],
    index: ValueId,
    number: i64,
) -> Option<Transfer> {
    let indices = transfer.slice_indices(rw, index);
    let inner = vector::without_outer_dims(rw.ctx, transfer.vector, 1)?;
    let is_scalar = transfer.rank(rw) == 1;
    let part = if is_scalar {
        inner.element_or_self(rw.ctx)
    } else {
        inner
    };
    let mut value = build::extract(rw, transfer.loc, whole, places, part);
    if is_scalar {
        value = build::broadcast(rw, transfer.loc, value, inner);
    }
    let slice = transfer.slice(rw, indices, Some(value))?;
    Some(with_mask(rw, transfer, slice, number))
}
