//! Transfers of vectors of several dimensions through a buffer: a loop goes over the slices of the vector, which lie in
//! the buffer one after the other.
//!
//! First the vector is put into the buffer, or taken out of it, as a whole, and the transfer is marked; then one
//! dimension after the other moves from the vector type to the memref type of the buffer.

use asyncir_dialects::arith::build::index;
use asyncir_dialects::{memref, vector};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Location, Mapping, OpId, Type, TypeKind, ValueId};

use super::build;
use super::transfer::{Transfer, Wanted};

/// The op around whose stack memory lives until it ends.
fn allocation_scope(rw: &Rewriter<'_>, op: OpId) -> Option<OpId> {
    let mut op = op;
    while let Some(parent) = rw.body.parent_op(op) {
        if rw.body.op(parent).has_trait(OpTrait::AutomaticAllocationScope) {
            return Some(parent);
        }
        op = parent;
    }
    None
}

/// Goes to where buffers are allocated: the start of the scope around. The body of a function has no op around it.
fn go_to_scope(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let region = match allocation_scope(rw, op) {
        Some(scope) => *rw.body.op_regions(scope).first()?,
        None => rw.body.root()?,
    };
    let block = rw.body.region(region).first()?;
    rw.set_start(block);
    Some(())
}

fn alloca(rw: &mut Rewriter<'_>, loc: Location, content: Type) -> ValueId {
    let ty = rw.ctx.memref_type(&[], content);
    rw.insert_value(memref::AllocaOp::build(rw.ctx, loc, &[], &[], None, &[ty]))
}

/// The transfer, if it is to go through a buffer and does not do so yet.
fn to_prepare(rw: &Rewriter<'_>, op: OpId, wanted: Wanted) -> Option<Transfer> {
    let transfer = Transfer::of(rw, op)?;
    let fits = !transfer.is_labelled(rw) && transfer.outer_size(rw).is_some() && transfer.is_wanted(rw, wanted);
    fits.then_some(transfer)
}

/// Allocates the buffer of the vector, and one for the mask, if there is one, which is put in and taken out again.
fn allocate(rw: &mut Rewriter<'_>, transfer: &Transfer) -> Option<(ValueId, Option<ValueId>)> {
    let loc = transfer.loc;
    go_to_scope(rw, transfer.op)?;
    let data = alloca(rw, loc, transfer.vector);
    let Some(mask) = transfer.mask else {
        rw.set_before(transfer.op);
        return Some((data, None));
    };
    let ty = rw.body.value_type(mask);
    let buffer = alloca(rw, loc, ty);
    rw.set_before(transfer.op);
    build::store_whole(rw, loc, mask, buffer);
    Some((data, Some(build::load_whole(rw, loc, buffer))))
}

fn set_mask(rw: &mut Rewriter<'_>, op: OpId, mask: Option<ValueId>) {
    if let Some(mask) = mask {
        let last = rw.body.op(op).num_operands() - 1;
        rw.modify(op, |body| body.set_operand(op, last, mask));
    }
}

/// Reads into a buffer, and takes the vector out of it.
pub(super) fn prepare_read(rw: &mut Rewriter<'_>, op: OpId, wanted: Wanted) -> Option<()> {
    let transfer = to_prepare(rw, op, wanted)?;
    let loc = transfer.loc;
    let (buffer, mask) = allocate(rw, &transfer)?;
    let copy = rw.body.clone_op(op, &mut Mapping::new());
    rw.insert_copy(copy);
    Transfer::label(rw, copy);
    set_mask(rw, copy, mask);
    let read = rw.body.result(copy, 0);
    build::store_whole(rw, loc, read, buffer);
    let loaded = build::load_whole(rw, loc, buffer);
    rw.replace(op, &[loaded]);
    Some(())
}

/// Puts the vector into a buffer, and writes what comes out of it.
pub(super) fn prepare_write(rw: &mut Rewriter<'_>, op: OpId, wanted: Wanted) -> Option<()> {
    let transfer = to_prepare(rw, op, wanted)?;
    let loc = transfer.loc;
    let (buffer, mask) = allocate(rw, &transfer)?;
    build::store_whole(rw, loc, transfer.value?, buffer);
    let loaded = build::load_whole(rw, loc, buffer);
    rw.modify(op, |body| body.set_operand(op, 0, loaded));
    Transfer::label(rw, op);
    set_mask(rw, op, mask);
    Some(())
}

/// A buffer type with one dimension moved from its vectors to the memref: `memref<5xvector<4x3xf32>>` becomes
/// `memref<5x4xvector<3xf32>>`.
fn unpacked(ctx: &Context, buffer: Type) -> Option<Type> {
    let vector = buffer.element_or_self(ctx);
    let TypeKind::Vector { shape, scalable, .. } = vector.kind(ctx) else {
        return None;
    };
    if *scalable.first()? {
        return None;
    }
    let sizes = [buffer.shape(ctx)?, &shape[..1]].concat();
    Some(ctx.memref_type(&sizes, vector::without_outer_dims(ctx, vector, 1)?))
}

fn cast(rw: &mut Rewriter<'_>, loc: Location, buffer: ValueId) -> Option<ValueId> {
    let ty = unpacked(rw.ctx, rw.body.value_type(buffer))?;
    Some(rw.insert_value(vector::TypeCastOp::build(rw.ctx, loc, buffer, &[ty])))
}

/// A place in a buffer.
struct Slot {
    buffer: ValueId,
    indices: Vec<ValueId>,
}

/// Where a load takes a value from.
fn loaded_from(rw: &Rewriter<'_>, value: ValueId) -> Option<Slot> {
    let load = memref::LoadOp::cast(rw.body.op_ref(rw.ctx, rw.body.defining_op(value)?))?;
    Some(Slot {
        buffer: load.memref(),
        indices: load.indices().to_vec(),
    })
}

/// A marked transfer while it is unpacked.
struct Unpacking {
    transfer: Transfer,
    /// The buffer of the vector with one dimension more, and where in it the slices of this vector start.
    data: ValueId,
    start: Vec<ValueId>,
    /// The buffer of the mask, and where in it the slices start.
    mask: Option<Slot>,
    wanted: Wanted,
}

impl Unpacking {
    fn place(&self, number: ValueId) -> Vec<ValueId> {
        [&self.start[..], &[number]].concat()
    }

    /// The transfer of a slice. It is marked if it is to be unpacked itself.
    fn insert(&self, rw: &mut Rewriter<'_>, number: ValueId, slice: Transfer) -> OpId {
        let mask = self.mask.as_ref().map(|slot| {
            let mut indices = slot.indices.clone();
            indices.extend(self.transfer.outer_dim().map(|_| number));
            build::load(rw, self.transfer.loc, slot.buffer, &indices)
        });
        let state = Transfer { mask, ..slice }.state(rw);
        let op = rw.insert(state);
        if Transfer::of(rw, op).is_some_and(|slice| slice.rank(rw) > self.wanted.target_rank) {
            Transfer::label(rw, op);
        }
        op
    }
}

/// The mask of the slices of a transfer.
fn unpack_mask(rw: &mut Rewriter<'_>, transfer: &Transfer) -> Option<Option<Slot>> {
    let Some(mask) = transfer.mask else {
        return Some(None);
    };
    let slot = loaded_from(rw, mask)?;
    let stays = transfer.outer_dim().is_none() || transfer.mask_rank(rw) == 1;
    let buffer = if stays {
        slot.buffer
    } else {
        cast(rw, transfer.loc, slot.buffer)?
    };
    Some(transfer.has_mask_for_slices(rw).then_some(Slot { buffer, ..slot }))
}

/// What is done for a slice of a number, given the tensor that is written, if any; gives the one that comes of it.
type Slicing = fn(&Unpacking, &mut Rewriter<'_>, ValueId, &[ValueId]) -> Vec<ValueId>;

/// Makes the loop over the slices.
fn unpack(
    rw: &mut Rewriter<'_>,
    transfer: Transfer,
    slot: Slot,
    wanted: Wanted,
    inside: Slicing,
    outside: Slicing,
) -> Option<OpId> {
    let (loc, op, size) = (transfer.loc, transfer.op, transfer.outer_size(rw)?);
    unpacked(rw.ctx, rw.body.value_type(slot.buffer))?;
    rw.set_before(op);
    let data = cast(rw, loc, slot.buffer)?;
    let mask = unpack_mask(rw, &transfer)?;
    let unpacking = Unpacking {
        transfer,
        data,
        start: slot.indices,
        mask,
        wanted,
    };
    let bounds = (index(rw, loc, 0), index(rw, loc, size), index(rw, loc, 1));
    let written: Vec<ValueId> = unpacking.transfer.written_tensor(rw).into_iter().collect();
    let types: Vec<Type> = written.iter().map(|&tensor| rw.body.value_type(tensor)).collect();
    let state = build::for_loop(rw, loc, bounds, &written, |rw, number, carried| {
        unpacking.transfer.if_there(
            rw,
            number,
            &types,
            &mut |rw| inside(&unpacking, rw, number, carried),
            &mut |rw| outside(&unpacking, rw, number, carried),
        )
    });
    Some(rw.insert(state))
}

/// Reads slice by slice.
pub(super) fn unpack_read(rw: &mut Rewriter<'_>, op: OpId, wanted: Wanted) -> Option<()> {
    let transfer = Transfer::of(rw, op).filter(|transfer| transfer.is_labelled(rw))?;
    let store_op = rw.body.users(rw.body.result(op, 0)).next()?;
    let store = memref::StoreOp::cast(rw.body.op_ref(rw.ctx, store_op))?;
    let slot = Slot {
        buffer: store.memref(),
        indices: store.indices().to_vec(),
    };
    let inside = |unpacking: &Unpacking, rw: &mut Rewriter<'_>, number: ValueId, _: &[ValueId]| {
        let indices = unpacking.transfer.slice_indices(rw, number);
        if let Some(slice) = unpacking.transfer.slice(rw, indices, None) {
            let op = unpacking.insert(rw, number, slice);
            let value = rw.body.result(op, 0);
            build::store(
                rw,
                unpacking.transfer.loc,
                value,
                unpacking.data,
                &unpacking.place(number),
            );
        }
        Vec::new()
    };
    let outside = |unpacking: &Unpacking, rw: &mut Rewriter<'_>, number: ValueId, _: &[ValueId]| {
        let slice = vector::without_outer_dims(rw.ctx, unpacking.transfer.vector, 1);
        if let (Some(slice), Some(padding)) = (slice, unpacking.transfer.padding) {
            let value = build::broadcast(rw, unpacking.transfer.loc, padding, slice);
            build::store(
                rw,
                unpacking.transfer.loc,
                value,
                unpacking.data,
                &unpacking.place(number),
            );
        }
        Vec::new()
    };
    unpack(rw, transfer, slot, wanted, inside, outside)?;
    rw.erase(store_op);
    rw.erase(op);
    Some(())
}

/// Writes slice by slice.
pub(super) fn unpack_write(rw: &mut Rewriter<'_>, op: OpId, wanted: Wanted) -> Option<()> {
    let transfer = Transfer::of(rw, op).filter(|transfer| transfer.is_labelled(rw))?;
    let slot = loaded_from(rw, transfer.value?)?;
    let inside = |unpacking: &Unpacking, rw: &mut Rewriter<'_>, number: ValueId, carried: &[ValueId]| {
        let indices = unpacking.transfer.slice_indices(rw, number);
        let value = build::load(rw, unpacking.transfer.loc, unpacking.data, &unpacking.place(number));
        let Some(slice) = unpacking.transfer.slice(rw, indices, Some(value)) else {
            return carried.to_vec();
        };
        let base = carried.first().copied().unwrap_or(slice.base);
        let op = unpacking.insert(rw, number, Transfer { base, ..slice });
        rw.body.results(op).collect()
    };
    let new = unpack(rw, transfer, slot, wanted, inside, |_, _, _, carried| carried.to_vec())?;
    let results: Vec<ValueId> = rw.body.results(new).collect();
    rw.replace(op, &results);
    Some(())
}
