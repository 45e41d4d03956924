//! Canonicalisation of what is done to filled tensors.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, OpId, Type, ValueId};

use super::canonicalize::replace_as;
use super::canonicalize_pad::sum;
use super::dim::size_at;
use super::{ConcatOp, EmptyOp, InsertSliceOp, PadOp};
use crate::arith::build::ArithBuilder;
use crate::index_list::Entry;
use crate::linalg::{FillOp, replace_by_fill};
use crate::memref::reinterpret_cast::Slice;

fn shape_of<'a>(rw: &Rewriter<'a>, value: ValueId) -> &'a [i64] {
    rw.body.value_type(value).shape(rw.ctx).unwrap_or_default()
}

/// A filled tensor with more of the same around it is a larger filled tensor.
pub(super) fn pad_of_fill(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(fill) = rw.body.defining_op_of_operand(op, 0, FillOp::DEF) else {
        return false;
    };
    let view = PadOp(rw.body.op_ref(rw.ctx, op));
    if view.value() != Some(rw.body.operand(fill, 0)) {
        return false;
    }
    let (source, padding, ty) = (view.source(), view.padding(), rw.body.result_type(op, 0));
    let location = rw.location_of(op);
    rw.set_before(op);
    let mut sizes = Vec::new();
    for (dim, &known) in ty.shape(rw.ctx).unwrap_or_default().iter().enumerate() {
        if known != DYNAMIC {
            continue;
        }
        let source = size_at(rw, location, source, dim);
        match sum(rw, location, &[source, padding.low[dim], padding.high[dim]]) {
            Some(Entry::Dynamic(size)) => sizes.push(size),
            Some(Entry::Static(size)) => sizes.push(ArithBuilder::new(rw, location).constant(Type::INDEX, size)),
            None => return false,
        }
    }
    let empty = rw.insert_value(EmptyOp::build(rw.ctx, location, &sizes, &[ty]));
    replace_by_fill(rw, op, fill, empty);
    true
}

/// Tensors that are filled with one value are filled when they stand one behind the other.
pub(super) fn concat_of_fills(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let inputs: Vec<ValueId> = rw.body.operands(op).collect();
    let fills: Option<Vec<OpId>> = (0..inputs.len())
        .map(|index| rw.body.defining_op_of_operand(op, index, FillOp::DEF))
        .collect();
    let Some((first, fills)) = fills.and_then(|fills| Some((*fills.first()?, fills))) else {
        return false;
    };
    let value = rw.body.operand(first, 0);
    if fills.iter().any(|&fill| rw.body.operand(fill, 0) != value) {
        return false;
    }
    let outputs: Vec<ValueId> = fills.iter().map(|&fill| rw.body.operand(fill, 1)).collect();
    let dim = rw.body.op_ref(rw.ctx, op).required("dim");
    let (location, ty) = (rw.location_of(op), rw.body.result_type(op, 0));
    rw.set_before(op);
    let joined = rw.insert_value(ConcatOp::build(rw.ctx, location, &outputs, dim, &[ty]));
    replace_by_fill(rw, op, first, joined);
    true
}

/// Of a padded tensor that is written to one filled with the same value, only the tensor has to be written.
pub(super) fn insert_of_pad(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(pad) = rw.body.defining_op_of_operand(op, 0, PadOp::DEF) else {
        return false;
    };
    let view = InsertSliceOp(rw.body.op_ref(rw.ctx, op));
    let (dest, slice) = (view.dest(), view.slice());
    let view = PadOp(rw.body.op_ref(rw.ctx, pad));
    let (source, value, low) = (view.source(), view.value(), view.padding().low);
    let has_rank = shape_of(rw, source).len() == shape_of(rw, dest).len();
    // Where elements stand apart, so do those of the padding.
    let is_dense = slice.strides.iter().all(|&stride| stride == Entry::Static(1));
    if !has_rank || !is_dense || value.is_none() || filled_with(rw, dest, &slice) != value {
        return false;
    }
    let location = rw.location_of(op);
    rw.set_before(op);
    let mut offsets = Vec::new();
    for (&low, &offset) in low.iter().zip(&slice.offsets) {
        match sum(rw, location, &[low, offset]) {
            Some(offset) => offsets.push(offset),
            None => return false,
        }
    }
    let sizes: Vec<Entry> = (0..low.len()).map(|dim| size_at(rw, location, source, dim)).collect();
    let part = [&offsets[..], &sizes, &slice.strides];
    let ty = rw.body.result_type(op, 0);
    let new = rw.insert_value(InsertSliceOp::of_part(rw.ctx, location, source, dest, part, &[ty]));
    replace_as(rw, op, new);
    true
}

/// The value that all of a part of a tensor holds, as far as other parts that were written to it tell.
fn filled_with(rw: &Rewriter<'_>, dest: ValueId, part: &Slice) -> Option<ValueId> {
    let (mut tensor, mut steps) = (dest, asyncir_ir::rewrite::CycleGuard::new());
    loop {
        let maker = rw.body.defining_op(tensor)?;
        if rw.body.op(maker).is(FillOp::DEF) {
            return Some(rw.body.operand(maker, 0));
        }
        let view = InsertSliceOp::cast(rw.body.op_ref(rw.ctx, maker))?;
        let has_rank = shape_of(rw, view.source()).len() == shape_of(rw, view.dest()).len();
        if !has_rank || !are_disjoint(&view.slice(), part) || !steps.advance(maker) {
            return None;
        }
        tensor = view.dest();
    }
}

/// Whether two parts of a tensor are known to have no element in common, because of one dimension.
fn are_disjoint(a: &Slice, b: &Slice) -> bool {
    let range = |slice: &Slice, dim: usize| {
        let number = |list: &[Entry]| match list.get(dim)? {
            Entry::Static(number) => Some(i128::from(*number)),
            Entry::Dynamic(_) => None,
        };
        let (first, count, step) = (number(&slice.offsets)?, number(&slice.sizes)?, number(&slice.strides)?);
        Some((first, first + (count - 1) * step))
    };
    let are_apart = |dim| {
        let ranges = range(a, dim).zip(range(b, dim));
        ranges.is_some_and(|((first, last), (other_first, other_last))| last < other_first || other_last < first)
    };
    (0..a.offsets.len()).any(are_apart)
}
