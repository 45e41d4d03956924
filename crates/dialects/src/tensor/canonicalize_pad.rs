//! Canonicalisation of padded tensors.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{DYNAMIC, Location, OpId, Type, ValueId};

use super::canonicalize::{before_forgetting_cast, replace_as};
use super::canonicalize_fills::pad_of_fill;
use super::pad::{Padding, padded_shape};
use super::slice::with_shape;
use super::{CastOp, ExtractSliceOp, PadOp};
use crate::affine::scope::affine_scope_of;
use crate::affine::{Applied, ApplyOp, map_attr};
use crate::index_list::{self, Entry};
use crate::memref::reinterpret_cast::Slice;
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `tensor.pad`.
    PAD for PadOp = [
        pad_of_fill, pad_by_nothing, pad_of_cast, cast_of_pad, pad_of_padded_slice, constant_padding, pad_of_pad,
    ];
}

fn pad<'a>(rw: &'a Rewriter<'_>, op: OpId) -> PadOp<'a> {
    PadOp(rw.body.op_ref(rw.ctx, op))
}

fn shape_of<'a>(rw: &Rewriter<'a>, value: ValueId) -> &'a [i64] {
    rw.body.value_type(value).shape(rw.ctx).unwrap_or_default()
}

/// Pads a tensor to a type as `op` does, and takes over its region.
fn pad_instead(rw: &mut Rewriter<'_>, op: OpId, source: ValueId, padding: &Padding, ty: Type) -> ValueId {
    let ctx = rw.ctx;
    let [(low, lows), (high, highs)] = [&padding.low, &padding.high].map(|list| index_list::split(list));
    let nofold = pad(rw, op).nofold();
    let mut state = PadOp::build(
        ctx,
        rw.location_of(op),
        source,
        &lows,
        &highs,
        ctx.dense_i64_array(&low),
        ctx.dense_i64_array(&high),
        nofold,
        &[ty],
    );
    state.attrs = rw.body.op(op).attrs();
    let region = rw.body.create_region();
    state.regions.push(region);
    let from = rw.body.op_regions(op).first().copied();
    rw.set_before(op);
    let new = rw.insert_value(state);
    if let Some(from) = from {
        rw.inline_region(from, region, None);
    }
    new
}

/// Nothing is added.
fn pad_by_nothing(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = pad(rw, op);
    let padding = view.padding();
    let rank = padding.low.len();
    if view.nofold().is_some() || (0..rank).any(|dim| padding.pads(rw.ctx, rw.body, dim)) {
        return false;
    }
    let source = view.source();
    replace_as(rw, op, source);
    true
}

/// What a cast forgets about the sizes of a tensor is known of the padded one.
fn pad_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = pad(rw, op);
    let (padding, ty) = (view.padding(), rw.body.result_type(op, 0));
    let Some(origin) = before_forgetting_cast(rw, view.source()) else {
        return false;
    };
    let [low, high] = padding.statics();
    let Some(inferred) = padded_shape(shape_of(rw, origin), &low, &high) else {
        return false;
    };
    let given = shape_of(rw, rw.body.result(op, 0));
    let joined = inferred.iter().zip(given);
    let shape: Vec<i64> = joined
        .map(|(&inferred, &given)| if inferred == DYNAMIC { given } else { inferred })
        .collect();
    let new_ty = with_shape(rw.ctx, ty, &shape);
    if new_ty == ty {
        rw.modify(op, |body| body.set_operand(op, 0, origin));
    } else {
        let new = pad_instead(rw, op, origin, &padding, new_ty);
        replace_as(rw, op, new);
    }
    true
}

/// What a cast of the result tells of its sizes, its type can tell.
fn cast_of_pad(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let result = rw.body.result(op, 0);
    let mut users = rw.body.users(result);
    let (Some(cast), None) = (users.next(), users.next()) else {
        return false;
    };
    drop(users);
    if !rw.body.op(cast).is(CastOp::DEF) {
        return false;
    }
    let ty = rw.body.result_type(cast, 0);
    let Some(known) = ty.shape(rw.ctx) else {
        return false;
    };
    let keeps = |(&size, &known): (&i64, &i64)| size == DYNAMIC || known != DYNAMIC;
    if !shape_of(rw, result).iter().zip(known).all(keeps) {
        return false;
    }
    let (source, padding) = (pad(rw, op).source(), pad(rw, op).padding());
    let new = pad_instead(rw, op, source, &padding, ty);
    rw.replace(op, &[new]);
    rw.replace(cast, &[new]);
    true
}

/// Numbers of elements that are constants belong to the op, if they tell a size.
fn constant_padding(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (source, padding) = (pad(rw, op).source(), pad(rw, op).padding());
    let ty = rw.body.result_type(op, 0);
    let [low, high] =
        [&padding.low, &padding.high].map(|list| index_list::with_constants(rw.ctx, rw.body, list, |_| true).0);
    let padding = Padding { low, high };
    let [low, high] = padding.statics();
    let Some(inferred) = padded_shape(shape_of(rw, source), &low, &high) else {
        return false;
    };
    let given = shape_of(rw, rw.body.result(op, 0));
    let joined = given.iter().zip(&inferred);
    let shape: Vec<i64> = joined
        .map(|(&given, &inferred)| if given == DYNAMIC { inferred } else { given })
        .collect();
    if shape == given || shape.iter().all(|&size| size == DYNAMIC) {
        return false;
    }
    let new_ty = with_shape(rw.ctx, ty, &shape);
    let new = pad_instead(rw, op, source, &padding, new_ty);
    replace_as(rw, op, new);
    true
}

/// A part of a padded part, padded in other dimensions: one part is padded in all of them.
fn pad_of_padded_slice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((origin, slice, padding)) = joined_padding(rw, op) else {
        return false;
    };
    let (location, ty) = (rw.location_of(op), rw.body.result_type(op, 0));
    let shape = index_list::split(&slice.sizes).0;
    let part = with_shape(rw.ctx, rw.body.value_type(origin), &shape);
    rw.set_before(op);
    let source = rw.insert_value(ExtractSliceOp::with_slice(rw.ctx, location, origin, &slice, part));
    let new = pad_instead(rw, op, source, &padding, ty);
    rw.replace(op, &[new]);
    true
}

/// The tensor, the part of it and the padding that two parts and paddings in turn come to. Only where both add the same
/// constant behind the elements, to different dimensions.
fn joined_padding(rw: &Rewriter<'_>, op: OpId) -> Option<(ValueId, Slice, Padding)> {
    let (ctx, body) = (rw.ctx, &*rw.body);
    let inner_slice = rw.body.defining_op_of_operand(op, 0, ExtractSliceOp::DEF)?;
    let outer = rw.body.defining_op_of_operand(inner_slice, 0, PadOp::DEF)?;
    let outer_slice = rw.body.defining_op_of_operand(outer, 0, ExtractSliceOp::DEF)?;
    let (first, second) = (pad(rw, outer), pad(rw, op));
    let origin = body.operand(outer_slice, 0);
    let slice_of = |op| ExtractSliceOp(body.op_ref(ctx, op)).slice();
    let (cut, recut) = (slice_of(outer_slice), slice_of(inner_slice));
    let rank = shape_of(rw, second.source()).len();
    let is_ranked = |shape: &[i64]| shape.len() == rank;
    let ranks_stay = is_ranked(shape_of(rw, origin))
        && is_ranked(shape_of(rw, first.source()))
        && is_ranked(shape_of(rw, body.operand(inner_slice, 0)));
    let has = |list: &[Entry], value| list.iter().all(|entry| entry.known(ctx, body) == Some(value));
    let (before, behind) = (first.padding(), second.padding());
    let fits = ranks_stay
        && first.nofold().is_none()
        && has(&cut.strides, 1)
        && has(&recut.strides, 1)
        && has(&before.low, 0)
        && has(&behind.low, 0);
    let constant = |pad: PadOp<'_>| constant_value(ctx, body, pad.value()?);
    if !fits || constant(first).is_none() || constant(first) != constant(second) {
        return None;
    }
    let padded = shape_of(rw, body.operand(inner_slice, 0));
    let mut slice = Slice {
        offsets: vec![Entry::Static(0); rank],
        sizes: recut.sizes.clone(),
        strides: recut.strides.clone(),
    };
    let mut high = vec![Entry::Static(0); rank];
    for dim in 0..rank {
        let (is_first, is_second) = (before.pads(ctx, body, dim), behind.pads(ctx, body, dim));
        slice.offsets[dim] = match (recut.offsets[dim], cut.offsets[dim]) {
            _ if is_first && is_second => return None,
            (inner, outer) if !is_second && inner.known(ctx, body) == Some(0) => outer,
            (inner, outer) if !is_first && outer.known(ctx, body) == Some(0) => inner,
            _ => return None,
        };
        if is_first {
            // All of the padded dimension is used.
            if padded[dim] == DYNAMIC || recut.sizes[dim].known(ctx, body) != Some(padded[dim]) {
                return None;
            }
            slice.sizes[dim] = cut.sizes[dim];
            high[dim] = before.high[dim];
        } else if is_second {
            high[dim] = behind.high[dim];
        }
    }
    let padding = Padding { low: behind.low, high };
    Some((origin, slice, padding))
}

/// Padding what was padded with the same value.
fn pad_of_pad(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(inner) = rw.body.defining_op_of_operand(op, 0, PadOp::DEF) else {
        return false;
    };
    let (first, second) = (pad(rw, inner), pad(rw, op));
    let is_kept = first.nofold().is_some() || second.nofold().is_some();
    if is_kept || first.value().is_none() || first.value() != second.value() {
        return false;
    }
    let (source, before, behind) = (first.source(), first.padding(), second.padding());
    let (location, ty) = (rw.location_of(op), rw.body.result_type(op, 0));
    rw.set_before(op);
    let mut sums = |a: &[Entry], b: &[Entry]| -> Option<Vec<Entry>> {
        let mut pairs = a.iter().zip(b);
        pairs.try_fold(Vec::new(), |mut all, (&a, &b)| {
            all.push(sum(rw, location, &[a, b])?);
            Some(all)
        })
    };
    let Some(high) = sums(&behind.high, &before.high) else {
        return false;
    };
    let Some(low) = sums(&behind.low, &before.low) else {
        return false;
    };
    let new = pad_instead(rw, op, source, &Padding { low, high }, ty);
    rw.replace(op, &[new]);
    true
}

/// The sum of numbers of elements.
pub(super) fn sum(rw: &mut Rewriter<'_>, location: Location, entries: &[Entry]) -> Option<Entry> {
    let (mut values, mut sum) = (Vec::new(), AffineExpr::Constant(0));
    for &entry in entries {
        sum = sum
            + match entry {
                Entry::Static(number) => AffineExpr::Constant(number),
                Entry::Dynamic(value) => {
                    values.push(value);
                    AffineExpr::Dim(values.len() as u32 - 1)
                }
            };
    }
    let map = AffineMap::new(values.len() as u32, 0, vec![sum])?;
    let applied = Applied { map, operands: values };
    let region = rw.body.block(rw.body.block_of(rw.point())).region()?;
    let composed = applied.composed(rw.ctx, rw.body, affine_scope_of(rw.body, region));
    match *composed.map.results().first()? {
        AffineExpr::Constant(number) => return Some(Entry::Static(number)),
        AffineExpr::Dim(dim) => return composed.operands.get(dim as usize).copied().map(Entry::Dynamic),
        AffineExpr::Symbol(symbol) => {
            let place = composed.map.num_dims() + symbol;
            return composed.operands.get(place as usize).copied().map(Entry::Dynamic);
        }
        AffineExpr::Binary(_) => {}
    }
    let map = map_attr(rw.ctx, composed.map);
    let apply = ApplyOp::build(rw.ctx, location, &composed.operands, map, &[Type::INDEX]);
    Some(Entry::Dynamic(rw.insert_value(apply)))
}
