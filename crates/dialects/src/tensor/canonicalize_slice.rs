//! Canonicalisation of parts of tensors.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, OpId, Type, ValueId};

use super::canonicalize::{before_forgetting_cast, replace_as};
use super::canonicalize_fills::insert_of_pad;
use super::slice::{statics, with_shape};
use super::{CastOp, ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp};
use crate::index_list::{self, Entry};
use crate::memref::out_of_bounds;
use crate::memref::reinterpret_cast::Slice;
use crate::memref::subview::dropped_by_sizes;
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `tensor.extract_slice`.
    EXTRACT_SLICE for ExtractSliceOp = [constant_extract, extract_from_cast];
    /// Of `tensor.insert_slice`.
    INSERT_SLICE for InsertSliceOp = [insert_of_pad, constant_insert, insert_of_cast];
    /// Of `tensor.parallel_insert_slice`.
    PARALLEL_INSERT_SLICE for ParallelInsertSliceOp = [constant_insert, insert_of_cast];
}

/// The slice with constants instead of values where they are known, if there are any and it is in the tensor then. Of the
/// three lists, one is changed at a time, so that some are even if all together would leave the tensor.
fn constant_slice(rw: &Rewriter<'_>, slice: &Slice, whole: Type, is_stride: fn(i64) -> bool) -> Option<Slice> {
    let mut slice = Slice {
        offsets: slice.offsets.clone(),
        sizes: slice.sizes.clone(),
        strides: slice.strides.clone(),
    };
    let set_constants = |list: &mut Vec<Entry>, valid| {
        let (entries, changed) = index_list::with_constants(rw.ctx, rw.body, list, valid);
        *list = entries;
        changed
    };
    let changed = set_constants(&mut slice.offsets, index_list::is_size)
        || set_constants(&mut slice.sizes, index_list::is_size)
        || set_constants(&mut slice.strides, is_stride);
    (changed && fits(rw, &slice, whole)).then_some(slice)
}

/// Whether nothing of a slice is known to be outside of a tensor.
fn fits(rw: &Rewriter<'_>, slice: &Slice, whole: Type) -> bool {
    let [offsets, sizes, strides] = statics(slice);
    let shape = whole.shape(rw.ctx).unwrap_or_default();
    out_of_bounds(shape, &offsets, &sizes, &strides).is_none()
}

/// The type of a part with these sizes that lacks the dimensions which `old` lacked.
fn part_type(rw: &Rewriter<'_>, before: &Slice, after: &Slice, old: Type) -> Option<Type> {
    let sizes = |slice: &Slice| index_list::split(&slice.sizes).0;
    let dropped = dropped_by_sizes(&sizes(before), old.shape(rw.ctx)?)?;
    let kept = sizes(after).into_iter().zip(dropped).filter(|&(_, dropped)| !dropped);
    let shape: Vec<i64> = kept.map(|(size, _)| size).collect();
    Some(with_shape(rw.ctx, old, &shape))
}

/// Offsets, sizes and strides that are constants belong to the type.
fn constant_extract(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ExtractSliceOp(rw.body.op_ref(rw.ctx, op));
    let (source, before) = (view.source(), view.slice());
    let Some(slice) = constant_slice(rw, &before, rw.body.value_type(source), |_| true) else {
        return false;
    };
    let Some(ty) = part_type(rw, &before, &slice, rw.body.result_type(op, 0)) else {
        return false;
    };
    let location = rw.location_of(op);
    rw.set_before(op);
    let new = rw.insert_value(ExtractSliceOp::with_slice(rw.ctx, location, source, &slice, ty));
    replace_as(rw, op, new);
    true
}

/// What a cast forgets about a tensor does not matter to its parts.
fn extract_from_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ExtractSliceOp(rw.body.op_ref(rw.ctx, op));
    let (source, slice) = (view.source(), view.slice());
    let Some(origin) = before_forgetting_cast(rw, source) else {
        return false;
    };
    if has_constants(rw, &slice) || !fits(rw, &slice, rw.body.value_type(origin)) {
        return false;
    }
    let state = ExtractSliceOp::with_slice(rw.ctx, rw.location_of(op), origin, &slice, rw.body.result_type(op, 0));
    rw.replace_with(op, state);
    true
}

fn has_constants(rw: &Rewriter<'_>, slice: &Slice) -> bool {
    let lists = [&slice.offsets, &slice.sizes, &slice.strides];
    let is_constant = |entry: &&Entry| matches!(entry, Entry::Dynamic(_)) && entry.known(rw.ctx, rw.body).is_some();
    lists.into_iter().flatten().any(|entry| is_constant(&entry))
}

/// Writes a part again, in another way. Both ops that write parts have the same operands and attributes.
fn replace_insert(rw: &mut Rewriter<'_>, op: OpId, source: ValueId, dest: ValueId, slice: &Slice) {
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let part = [&slice.offsets[..], &slice.sizes, &slice.strides];
    let results: Vec<Type> = rw.body.results(op).map(|_| rw.body.value_type(dest)).collect();
    let mut state = InsertSliceOp::of_part(ctx, location, source, dest, part, &results);
    state.name = rw.body.op(op).name();
    if results.is_empty() {
        rw.replace_with(op, state);
        return;
    }
    rw.set_before(op);
    let new = rw.insert_value(state);
    replace_as(rw, op, new);
}

/// Offsets, sizes and strides that are constants belong to the op, and what is written has these sizes.
fn constant_insert(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = InsertSliceOp(rw.body.op_ref(rw.ctx, op));
    let (source, dest, before) = (view.source(), view.dest(), view.slice());
    let old = rw.body.value_type(source);
    let Some(slice) = constant_slice(rw, &before, rw.body.value_type(dest), |stride| stride != 0) else {
        return false;
    };
    let Some(ty) = part_type(rw, &before, &slice, old) else {
        return false;
    };
    let mut new_source = source;
    if ty != old {
        let location = rw.location_of(op);
        // A cast cannot stand among the ops that write to shared tensors.
        let is_parallel = rw.body.op(op).is(ParallelInsertSliceOp::DEF);
        let place = if is_parallel {
            rw.body.parent_op(op).unwrap_or(op)
        } else {
            op
        };
        rw.set_before(place);
        new_source = rw.insert_value(CastOp::build(rw.ctx, location, source, &[ty]));
    }
    replace_insert(rw, op, new_source, dest, &slice);
    true
}

/// What casts forget about either tensor need not be forgotten.
fn insert_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = InsertSliceOp(rw.body.op_ref(rw.ctx, op));
    let (source, dest, mut slice) = (view.source(), view.dest(), view.slice());
    let origins = [source, dest].map(|value| before_forgetting_cast(rw, value));
    if origins == [None, None] || has_constants(rw, &slice) {
        return false;
    }
    let (new_source, new_dest) = (origins[0].unwrap_or(source), origins[1].unwrap_or(dest));
    let known = rw.body.value_type(new_source).shape(rw.ctx).unwrap_or_default();
    let shape = rw.body.value_type(source).shape(rw.ctx).unwrap_or_default();
    let Some(dropped) = dropped_by_sizes(&index_list::split(&slice.sizes).0, shape) else {
        return false;
    };
    let mut known = known.iter();
    for (entry, _) in slice.sizes.iter_mut().zip(dropped).filter(|(_, dropped)| !dropped) {
        if let Some(&size) = known.next().filter(|&&size| size != DYNAMIC) {
            *entry = Entry::Static(size);
        }
    }
    if !fits(rw, &slice, rw.body.value_type(new_dest)) {
        return false;
    }
    // Iterations share tensors of the type that the loop gives them.
    replace_insert(rw, op, new_source, new_dest, &slice);
    true
}
