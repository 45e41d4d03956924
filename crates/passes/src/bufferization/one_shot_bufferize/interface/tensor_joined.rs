//! `tensor`: tensors that are made of others, with more elements.

use asyncir_dialects::affine::{ApplyOp, map_attr};
use asyncir_dialects::arith::build;
use asyncir_dialects::bufferization::ToBufferOp;
use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::memref::{SubViewOp, reduced_subview_type, strides::memory_space};
use asyncir_dialects::tensor::{ConcatOp, DimOp, InsertSliceOp, PadOp, size_at};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{DYNAMIC, Fallible, Location, OpId, Type, ValueId};

use super::Bufferizable;
use super::tensor_elements::fill_by_region;
use crate::bufferization::one_shot_bufferize::copies::new_tensor;
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::types;
use crate::bufferization::one_shot_bufferize::view::View;
use crate::conversion::fold_result::{FoldResult, apply, materialize};
use crate::linalg::nest::{folded_size, folded_sizes};
use crate::tensor::begins_behind;

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    if def == ConcatOp::DEF {
        Some(&Concat)
    } else if def == PadOp::DEF {
        Some(&Pad)
    } else {
        None
    }
}

/// A tensor with elements around it. All elements are computed as those of the padding are; then the tensor is put in.
struct Pad;

impl Bufferizable for Pad {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn allocates(&self, _v: View<'_>, _value: ValueId) -> bool {
        true
    }

    fn is_repetitive(&self, _v: View<'_>, _op: OpId, _region: usize) -> bool {
        true
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let ty = v.body.value_type(value);
        let Some(op) = v.owner(value).filter(|_| v.is_result(value)) else {
            return Ok(ty);
        };
        let source = v.buffer_type_within(v.body.operand(op, 0), stack)?;
        Ok(types::identity(v.ctx, ty, memory_space(v.ctx, source)))
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let (ctx, location) = (b.rw.ctx, b.rw.location_of(op));
        let (source, result) = (b.rw.body.operand(op, 0), b.rw.body.result(op, 0));
        let low = PadOp(b.view().op_ref(op)).known_padding().low;
        compute_sizes(b, op);
        let tensor = new_tensor(&mut b.rw, b.state, location, result, false)?;
        let Some(padded) = fill_by_region(b, op, tensor) else {
            return Ok(());
        };
        let ty = b.rw.body.value_type(result);
        if begins_behind(ctx, ty, &low) {
            b.rw.replace(op, &[padded]);
            return Ok(());
        }
        let sizes: Vec<Entry> = (0..low.len())
            .map(|dim| size_at(&mut b.rw, location, source, dim))
            .collect();
        let strides = vec![Entry::Static(1); low.len()];
        let state = InsertSliceOp::of_part(ctx, location, source, padded, [&low, &sizes, &strides], &[ty]);
        b.rw.replace_with(op, state);
        Ok(())
    }
}

/// Computes the open sizes of a padded tensor. Like MLIR's, this code is dead: the memory is given sizes of its own.
fn compute_sizes(b: &mut Bufferizer<'_>, op: OpId) {
    let (ctx, location) = (b.rw.ctx, b.rw.location_of(op));
    let pad = PadOp(b.view().op_ref(op));
    let (source, padding) = (pad.source(), pad.known_padding());
    let [s0, s1, s2] = [0, 1, 2].map(AffineExpr::Symbol);
    let Some(map) = AffineMap::new(0, 3, vec![s0 + s1 + s2]).filter(|_| ctx.op_def("affine.apply").is_some()) else {
        return;
    };
    let map = map_attr(ctx, map);
    let shape = pad.0.result_type(0).shape(ctx).unwrap_or_default();
    for dim in (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC) {
        let index = build::index(&mut b.rw, location, dim as i64);
        let own =
            b.rw.insert_value(DimOp::build(ctx, location, source, index, &[Type::INDEX]));
        let [low, high] = [&padding.low, &padding.high].map(|list| materialize(&mut b.rw, location, list[dim].into()));
        b.rw.insert(ApplyOp::build(ctx, location, &[own, low, high], map, &[Type::INDEX]));
    }
}

/// Tensors one behind the other, each of which is copied to its place.
struct Concat;

impl Bufferizable for Concat {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn allocates(&self, _v: View<'_>, _value: ValueId) -> bool {
        true
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let (ctx, location) = (b.rw.ctx, b.rw.location_of(op));
        let concat = ConcatOp(b.view().op_ref(op));
        let (inputs, dim) = (concat.inputs().to_vec(), concat.dim().and_then(|dim| dim.as_i64(ctx)));
        let result = b.rw.body.result(op, 0);
        let ty = b.rw.body.value_type(result);
        let along = dim.and_then(|dim| usize::try_from(dim).ok()).unwrap_or(0);
        b.view().default_space(location)?;
        let tensor = new_tensor(&mut b.rw, b.state, location, result, false)?;
        let buffer = types::identity(ctx, ty, None);
        let memory =
            b.rw.insert_value(ToBufferOp::build(ctx, location, tensor, None, &[buffer]));
        let sizes = folded_sizes(&mut b.rw, location, memory);
        let mut sizes: Vec<FoldResult> = sizes.into_iter().map(FoldResult::from).collect();
        let mut offset = FoldResult::Known(0);
        for input in inputs {
            let source = b.buffer(input)?;
            sizes[along] = folded_size(&mut b.rw, location, source, along).into();
            let mut offsets = vec![FoldResult::Known(0); sizes.len()];
            offsets[along] = offset;
            let place: Vec<Entry> = offsets.iter().map(|&offset| offset.into()).collect();
            if !begins_behind(ctx, ty, &place) {
                let part = part_of(b, location, memory, &offsets, &sizes);
                b.copy(location, source, part);
            }
            let next = AffineExpr::Symbol(0) + AffineExpr::Symbol(1);
            offset = apply(&mut b.rw, location, &next, &[offset, sizes[along]]).unwrap_or(offset);
        }
        b.replace(op, &[memory]);
        Ok(())
    }
}

/// A part of memory without gaps.
fn part_of(
    b: &mut Bufferizer<'_>,
    location: Location,
    memory: ValueId,
    offsets: &[FoldResult],
    sizes: &[FoldResult],
) -> ValueId {
    let ctx = b.rw.ctx;
    let lists = [offsets, sizes].map(|list| list.iter().map(|&number| number.into()).collect::<Vec<Entry>>());
    let [(offsets, open_offsets), (sizes, open_sizes)] = lists.map(|list| index_list::split(&list));
    let strides = vec![1; sizes.len()];
    let from = b.rw.body.value_type(memory);
    let ty = reduced_subview_type(ctx, from, &sizes, [&offsets, &sizes, &strides]).unwrap_or(from);
    let [offsets, sizes, strides] = [&offsets, &sizes, &strides].map(|list| ctx.dense_i64_array(list));
    b.rw.insert_value(SubViewOp::build(
        ctx,
        location,
        memory,
        &open_offsets,
        &open_sizes,
        &[],
        offsets,
        sizes,
        strides,
        &[ty],
    ))
}
