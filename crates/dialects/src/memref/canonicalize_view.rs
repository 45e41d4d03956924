//! Canonicalisation of ops that read, write and view memory.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, OpId, Type, ValueId};

use super::reinterpret_cast::Slice;
use super::strides::{MemRef, strided_layout, strides_and_offset};
use super::{
    AllocOp, CastOp, CopyOp, DimOp, ExtractStridedMetadataOp, LoadOp, ReinterpretCastOp, ReshapeOp, SubViewOp, ViewOp,
    subview,
};
use crate::arith;
use crate::index_list::{self, Entry};
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `memref.copy`.
    COPY for CopyOp = [copy_to_itself, copy_of_nothing];
    /// Of `memref.dim`.
    DIM for DimOp = [dim_of_reshape];
    /// Of `memref.reinterpret_cast`.
    REINTERPRET_CAST for ReinterpretCastOp = [cast_from_metadata, constant_cast];
    /// Of `memref.subview`.
    SUBVIEW for SubViewOp = [constant_subview, subview_of_cast, whole_subview];
    /// Of `memref.view`.
    VIEW for ViewOp = [constant_view, view_of_cast];
}

/// Replaces `op` by a cast of `value` to its type.
pub(super) fn replace_by_cast(rw: &mut Rewriter<'_>, op: OpId, value: ValueId) {
    let state = CastOp::build(rw.ctx, rw.location_of(op), value, &[rw.body.result_type(op, 0)]);
    rw.replace_with(op, state);
}

/// A copy from memory to itself does nothing.
fn copy_to_itself(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let same = rw.body.operand(op, 0) == rw.body.operand(op, 1);
    if same {
        rw.erase(op);
    }
    same
}

/// A copy of no element does nothing.
fn copy_of_nothing(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let is_empty = |value| {
        rw.body
            .value_type(value)
            .shape(rw.ctx)
            .is_some_and(|shape| shape.contains(&0))
    };
    let nothing = rw.body.operands(op).any(is_empty);
    if nothing {
        rw.erase(op);
    }
    nothing
}

/// The size of a dimension of a `memref.reshape` stands in the memory that holds its shape.
fn dim_of_reshape(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (source, index) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let Some(reshape) = rw
        .body
        .defining_op(source)
        .filter(|&source| rw.body.op(source).is(ReshapeOp::DEF))
    else {
        return false;
    };
    if !is_available_at(rw, index, reshape) {
        return false;
    }
    let location = rw.location_of(op);
    let shape = rw.body.operand(reshape, 1);
    let element = rw.body.value_type(shape).element_or_self(rw.ctx);
    rw.set_after(reshape);
    let mut size = rw.insert_value(LoadOp::build(rw.ctx, location, shape, &[index], None, None, &[element]));
    if element != Type::INDEX {
        size = rw.insert_value(arith::IndexCastOp::build(rw.ctx, location, size, &[Type::INDEX]));
    }
    rw.replace(op, &[size]);
    true
}

/// Whether a value is there where `op` stands: defined before it, or outside of what is around it. The memory that
/// holds a shape is read right behind the op that reads it, before anything else is written.
fn is_available_at(rw: &Rewriter<'_>, value: ValueId, op: OpId) -> bool {
    let (Some(block), Some(region)) = (rw.body.value_block(value), rw.body.parent_region(op)) else {
        return false;
    };
    if rw.body.parent_block(op) == Some(block) {
        return rw
            .body
            .defining_op(value)
            .is_none_or(|def| rw.body.is_before_in_block(def, op));
    }
    let defined = rw.body.block(block).region();
    defined.is_some_and(|defined| defined != region && rw.body.region_contains(defined, region))
}

/// Putting together again what a memref was taken apart into gives the memref.
fn cast_from_metadata(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = rw.body.operand(op, 0);
    let Some(metadata) = rw.body.defining_op(source) else {
        return false;
    };
    let Some(view) = ExtractStridedMetadataOp::cast(rw.body.op_ref(rw.ctx, metadata)) else {
        return false;
    };
    let slice = ReinterpretCastOp(rw.body.op_ref(rw.ctx, op)).slice();
    let memref = rw.body.operand(metadata, 0);
    let ty = rw.body.value_type(memref);
    let (Some(shape), Some((strides, offset))) = (ty.shape(rw.ctx), strides_and_offset(rw.ctx, ty)) else {
        return false;
    };
    let same = |entries: &[Entry], values: &[ValueId], known: &[i64]| {
        let is_same = |(entry, (value, known)): (&Entry, (&ValueId, &i64))| {
            *entry == Entry::Dynamic(*value) || (*known != DYNAMIC && entry.known(rw.ctx, rw.body) == Some(*known))
        };
        entries.len() == values.len() && entries.iter().zip(values.iter().zip(known)).all(is_same)
    };
    let unchanged = same(&slice.offsets, &[view.offset()], &[offset])
        && same(&slice.sizes, &view.sizes(), shape)
        && same(&slice.strides, &view.strides(), &strides);
    if !unchanged {
        // What is taken of the memory does not depend on the view.
        rw.modify(op, |body| body.set_operand(op, 0, memref));
        return true;
    }
    if ty == rw.body.result_type(op, 0) {
        rw.replace(op, &[memref]);
    } else {
        replace_by_cast(rw, op, memref);
    }
    true
}

/// The slice with constants instead of values where they are known, if there are any in those of its lists, offsets, sizes and
/// strides, that are `changed`.
fn constant_slice(rw: &Rewriter<'_>, slice: &Slice, changed: [bool; 3]) -> Option<Slice> {
    let fold = |entries: &[Entry], is_changed: bool, valid| {
        if is_changed {
            return index_list::with_constants(rw.ctx, rw.body, entries, valid);
        }
        (entries.to_vec(), false)
    };
    let (offsets, a) = fold(&slice.offsets, changed[0], index_list::is_size);
    let (sizes, b) = fold(&slice.sizes, changed[1], index_list::is_size);
    let (strides, c) = fold(&slice.strides, changed[2], |_| true);
    (a || b || c).then_some(Slice {
        offsets,
        sizes,
        strides,
    })
}

fn has_no_zero_strides(slice: &Slice) -> bool {
    !index_list::split(&slice.strides).0.contains(&0)
}

/// Offset, sizes and strides that are constants belong to the type.
fn constant_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let old = rw.body.result_type(op, 0);
    let Some(slice) = constant_slice(rw, &ReinterpretCastOp(rw.body.op_ref(rw.ctx, op)).slice(), [true; 3]) else {
        return false;
    };
    let statics = |entries: &[Entry]| index_list::split(entries).0;
    let Some(memref) = MemRef::of(rw.ctx, old) else {
        return false;
    };
    let offset = statics(&slice.offsets).first().copied().unwrap_or_default();
    let layout = Some(strided_layout(rw.ctx, &statics(&slice.strides), offset));
    let ty = MemRef {
        shape: statics(&slice.sizes),
        layout,
        ..memref
    }
    .ty(rw.ctx);
    let location = rw.location_of(op);
    let source = rw.body.operand(op, 0);
    rw.set_before(op);
    let new = rw.insert_value(ReinterpretCastOp::with_slice(rw.ctx, location, source, &slice, ty));
    replace_by_cast(rw, op, new);
    true
}

/// Replaces a part of memory by one of `source`, cast to the type it had.
fn replace_subview(rw: &mut Rewriter<'_>, op: OpId, source: ValueId, slice: &Slice) -> bool {
    let old = rw.body.result_type(op, 0);
    let dropped = SubViewOp(rw.body.op_ref(rw.ctx, op)).dropped_dims();
    let statics = |entries: &[Entry]| index_list::split(entries).0;
    let source_type = rw.body.value_type(source);
    let (offsets, sizes, strides) = (statics(&slice.offsets), statics(&slice.sizes), statics(&slice.strides));
    let full = subview::result_type(rw.ctx, source_type, &offsets, &sizes, &strides);
    let (Some(full), Some(dropped)) = (full, dropped) else {
        return false;
    };
    let Some(ty) = without_dims(rw, full, &dropped) else {
        return false;
    };
    let location = rw.location_of(op);
    rw.set_before(op);
    let new = rw.insert_value(SubViewOp::with_slice(rw.ctx, location, source, slice, ty));
    if ty == old {
        rw.replace(op, &[new]);
    } else {
        replace_by_cast(rw, op, new);
    }
    true
}

fn without_dims(rw: &Rewriter<'_>, full: Type, dropped: &[bool]) -> Option<Type> {
    let memref = MemRef::of(rw.ctx, full)?;
    let (strides, offset) = strides_and_offset(rw.ctx, full)?;
    let keep = |list: &[i64]| -> Vec<i64> {
        list.iter()
            .zip(dropped)
            .filter(|(_, dropped)| !**dropped)
            .map(|(&value, _)| value)
            .collect()
    };
    let layout = Some(strided_layout(rw.ctx, &keep(&strides), offset));
    Some(
        MemRef {
            shape: keep(&memref.shape),
            layout,
            ..memref
        }
        .ty(rw.ctx),
    )
}

/// Offsets, sizes and strides that are constants belong to the type, unless the slice would be outside of memory then.
fn constant_subview(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let slice = SubViewOp(rw.body.op_ref(rw.ctx, op)).slice();
    let source = rw.body.operand(op, 0);
    // Of the three lists, one is changed at a time.
    let of_offsets = constant_slice(rw, &slice, [true, false, false]);
    let of_sizes = || constant_slice(rw, &slice, [false, true, false]);
    let of_strides = || constant_slice(rw, &slice, [false, false, true]).filter(has_no_zero_strides);
    let Some(slice) = of_offsets.or_else(of_sizes).or_else(of_strides) else {
        return false;
    };
    if leaves(rw, source, &slice) {
        return false;
    }
    replace_subview(rw, op, source, &slice)
}

/// What a cast forgets about memory, its parts need not forget.
fn subview_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let cast = rw
        .body
        .defining_op(rw.body.operand(op, 0))
        .filter(|&cast| rw.body.op(cast).is(CastOp::DEF));
    let Some(cast) = cast.filter(|&cast| is_forgetting_cast(rw, cast)) else {
        return false;
    };
    let slice = SubViewOp(rw.body.op_ref(rw.ctx, op)).slice();
    let origin = rw.body.operand(cast, 0);
    // Constants belong to the type first. A slice that is outside of what the cast hides is never reached.
    let is_constant = |entry: &Entry| matches!(entry, Entry::Dynamic(_)) && entry.known(rw.ctx, rw.body).is_some();
    let mut entries = slice.offsets.iter().chain(&slice.sizes).chain(&slice.strides);
    if entries.any(is_constant) || leaves(rw, origin, &slice) {
        return false;
    }
    replace_subview(rw, op, origin, &slice)
}

/// Whether a part of memory is known to be outside of it.
fn leaves(rw: &Rewriter<'_>, source: ValueId, slice: &Slice) -> bool {
    let statics = |entries: &[Entry]| index_list::split(entries).0;
    let (offsets, sizes, strides) = (statics(&slice.offsets), statics(&slice.sizes), statics(&slice.strides));
    let shape = rw.body.value_type(source).shape(rw.ctx).unwrap_or_default();
    subview::out_of_bounds(shape, &offsets, &sizes, &strides).is_some()
}

/// Whether a cast goes between ranked types to one that says no more than the other.
pub(super) fn is_forgetting_cast(rw: &Rewriter<'_>, cast: OpId) -> bool {
    let (from, to) = (
        rw.body.value_type(rw.body.operand(cast, 0)),
        rw.body.result_type(cast, 0),
    );
    let (Some(a), Some(b)) = (MemRef::of(rw.ctx, from), MemRef::of(rw.ctx, to)) else {
        return false;
    };
    let (Some((s, o)), Some((t, p))) = (strides_and_offset(rw.ctx, from), strides_and_offset(rw.ctx, to)) else {
        return false;
    };
    let forgets = |a: i64, b: i64| a == b || a != DYNAMIC || b == DYNAMIC;
    let all = |a: &[i64], b: &[i64]| a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| forgets(a, b));
    a.element == b.element && all(&a.shape, &b.shape) && forgets(o, p) && all(&s, &t)
}

/// The whole memory is no part of it.
fn whole_subview(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = rw.body.operand(op, 0);
    let slice = SubViewOp(rw.body.op_ref(rw.ctx, op)).slice();
    let shape = rw.body.value_type(source).shape(rw.ctx).unwrap_or_default();
    let all = |entries: &[Entry], value| entries.iter().all(|entry| entry.known(rw.ctx, rw.body) == Some(value));
    let rank = rw.body.result_type(op, 0).shape(rw.ctx).map_or(0, <[i64]>::len);
    let whole = shape.len() == rank
        && all(&slice.offsets, 0)
        && all(&slice.strides, 1)
        && slice
            .sizes
            .iter()
            .zip(shape)
            .all(|(entry, &size)| entry.known(rw.ctx, rw.body) == Some(size));
    if !whole {
        return false;
    }
    if rw.body.value_type(source) == rw.body.result_type(op, 0) {
        rw.replace(op, &[source]);
    } else {
        replace_by_cast(rw, op, source);
    }
    true
}

/// Sizes that are constants belong to the type.
fn constant_view(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ViewOp(rw.body.op_ref(rw.ctx, op));
    let (source, shift, sizes) = (view.source(), view.byte_shift(), view.sizes());
    let Some(memref) = MemRef::of(rw.ctx, rw.body.result_type(op, 0)) else {
        return false;
    };
    let entries = index_list::join(&memref.shape, &sizes);
    let (entries, changed) = index_list::with_constants(rw.ctx, rw.body, &entries, index_list::is_size);
    if !changed || entries.len() != memref.rank() {
        return false;
    }
    let (shape, sizes) = index_list::split(&entries);
    let ty = MemRef { shape, ..memref }.ty(rw.ctx);
    let location = rw.location_of(op);
    rw.set_before(op);
    let new = rw.insert_value(ViewOp::build(rw.ctx, location, source, shift, &sizes, &[ty]));
    replace_by_cast(rw, op, new);
    true
}

/// A view of cast memory is one of the memory that was allocated.
fn view_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let defines = |value: ValueId, def| rw.body.defining_op(value).filter(|&op| rw.body.op(op).is(def));
    let Some(cast) = defines(rw.body.operand(op, 0), CastOp::DEF) else {
        return false;
    };
    let origin = rw.body.operand(cast, 0);
    if defines(origin, AllocOp::DEF).is_none() {
        return false;
    }
    rw.modify(op, |body| body.set_operand(op, 0, origin));
    true
}
