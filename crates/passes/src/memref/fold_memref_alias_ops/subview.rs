//! Subviews of subviews.

use asyncir_dialects::index_list::{Entry, split};
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::memref::strides::{self, MemRef, strides_and_offset};
use asyncir_dialects::memref::{SubViewOp, out_of_bounds, subview_type};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, OpId, OpRef, Type, ValueId};

use super::indices::resolved;
use crate::conversion::fold_result::FoldResult;

/// Takes a subview of a subview from the source of that, if both go in steps of one.
pub(super) fn merge(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let ctx = rw.ctx;
    let outer = SubViewOp(rw.body.op_ref(ctx, op));
    let inner_op = rw.body.defining_op(outer.source())?;
    let inner = SubViewOp::cast(rw.body.op_ref(ctx, inner_op))?;
    if !has_unit_stride(outer) || !has_unit_stride(inner) {
        return None;
    }
    let (source, dropped) = (inner.source(), inner.dropped_dims()?);
    let offsets = outer.mixed_offsets();
    let sizes = merged(&dropped, &inner.mixed_sizes(), &outer.mixed_sizes(), |_, outer| outer)?;
    // Both are one. What the type does not tell must not be known here, either.
    let strides = merged(
        &dropped,
        &inner.mixed_strides(),
        &outer.mixed_strides(),
        |inner, outer| match inner {
            Entry::Static(_) => outer,
            Entry::Dynamic(_) => inner,
        },
    )?;
    let at = rw.location_of(op);
    let ty = rw.body.value_type(rw.body.result(op, 0));
    if reaches_out(
        rw,
        source,
        &merged_offsets(rw, inner, &offsets, &dropped)?,
        &sizes,
        &strides,
    )? {
        return None;
    }
    let offsets: Vec<FoldResult> = offsets.into_iter().map(FoldResult::from).collect();
    rw.set_before(op);
    let offsets = resolved(rw, at, inner_op, &dropped, &offsets)?;
    let offsets = known_offsets(rw, source, ty, &offsets, &strides, &sizes)?;
    let [offsets, sizes, strides] = [offsets, sizes, strides].map(|list| split(&list));
    let numbers = [&offsets, &sizes, &strides].map(|(numbers, _)| ctx.dense_i64_array(numbers));
    let [first, second, third] = numbers;
    let (offsets, sizes, strides) = (&offsets.1, &sizes.1, &strides.1);
    let state = SubViewOp::build(ctx, at, source, offsets, sizes, strides, first, second, third, &[ty]);
    rw.replace_with(op, state);
    Some(())
}

fn has_unit_stride(view: SubViewOp<'_>) -> bool {
    let OpRef { ctx, body, .. } = view.0;
    view.mixed_strides()
        .iter()
        .all(|stride| stride.known(ctx, body) == Some(1))
}

/// The numbers of dimensions that the inner subview dropped, and those that `choose` makes of both for the others.
fn merged(dropped: &[bool], inner: &[Entry], outer: &[Entry], choose: fn(Entry, Entry) -> Entry) -> Option<Vec<Entry>> {
    let mut outer = outer.iter();
    let numbers = inner.iter().zip(dropped).map(|(&inner, dropped)| match dropped {
        true => Some(inner),
        false => outer.next().map(|&outer| choose(inner, outer)),
    });
    numbers.collect()
}

/// The offsets of both together, as far as they are known.
fn merged_offsets(rw: &Rewriter<'_>, inner: SubViewOp<'_>, outer: &[Entry], dropped: &[bool]) -> Option<Vec<i64>> {
    let known = |entry: &Entry| entry.known(rw.ctx, rw.body).unwrap_or(DYNAMIC);
    let mut outer = outer.iter();
    let offsets = inner.mixed_offsets();
    let sums = offsets.iter().zip(dropped).map(|(inner, dropped)| match dropped {
        true => Some(known(inner)),
        false => outer.next().map(|outer| strides::add(known(inner), known(outer))),
    });
    sums.collect()
}

/// Whether the subview is known to reach out of the memory, which is an error of that op.
fn reaches_out(
    rw: &Rewriter<'_>,
    source: ValueId,
    offsets: &[i64],
    sizes: &[Entry],
    strides: &[Entry],
) -> Option<bool> {
    let shape = MemRef::of(rw.ctx, rw.body.value_type(source))?.shape;
    Some(out_of_bounds(&shape, offsets, &split(sizes).0, &split(strides).0).is_some())
}

/// The offsets with numbers for those that are known, unless the type of the subview says that they are not.
fn known_offsets(
    rw: &Rewriter<'_>,
    source: ValueId,
    ty: Type,
    offsets: &[ValueId],
    strides: &[Entry],
    sizes: &[Entry],
) -> Option<Vec<Entry>> {
    let ctx = rw.ctx;
    let known = offsets.iter().map(|&offset| match constant_int(ctx, rw.body, offset) {
        Some(number) => Entry::Static(number),
        None => Entry::Dynamic(offset),
    });
    let known: Vec<Entry> = known.collect();
    let [numbers, strides, sizes] = [&known, strides, sizes].map(|list: &[Entry]| split(list).0);
    let full = subview_type(ctx, rw.body.value_type(source), &numbers, &sizes, &strides)?;
    let offset = |ty| strides_and_offset(ctx, ty).map(|(_, offset)| offset);
    if offset(full) == offset(ty) {
        return Some(known);
    }
    Some(offsets.iter().map(|&offset| Entry::Dynamic(offset)).collect())
}
