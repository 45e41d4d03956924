//! Indices in memory for indices in a view of it.

use asyncir_dialects::affine::{DelinearizeIndexOp, LinearizeIndexOp};
use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::memref::strides::MemRef;
use asyncir_dialects::memref::{CollapseShapeOp, ExpandShapeOp, ExtractStridedMetadataOp, SubViewOp};
use asyncir_ir::affine::{AffineExpr, AffineKind};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, DYNAMIC, Location, OpId, Type, TypeKind, ValueId};

use crate::conversion::fold_result::{FoldResult, apply, materialize};

/// Offsets plus indices times strides: where the first element of something at `indices` of a subview is in its source. The
/// dimensions that the subview dropped have index zero.
pub(super) fn resolved(
    rw: &mut Rewriter<'_>,
    at: Location,
    view: OpId,
    dropped: &[bool],
    indices: &[FoldResult],
) -> Option<Vec<ValueId>> {
    let subview = SubViewOp(rw.body.op_ref(rw.ctx, view));
    let (offsets, strides) = (subview.mixed_offsets(), subview.mixed_strides());
    let symbols = [0, 1, 2].map(AffineExpr::Symbol);
    let [offset, index, stride] = symbols;
    let sum = offset + AffineExpr::binary(AffineKind::Mul, index, stride);
    let mut indices = indices.iter();
    let mut resolved = Vec::with_capacity(offsets.len());
    for (dim, (&offset, &stride)) in offsets.iter().zip(&strides).enumerate() {
        let index = match dropped.get(dim)? {
            true => FoldResult::Known(0),
            false => *indices.next()?,
        };
        let number = apply(rw, at, &sum, &[offset.into(), index, stride.into()])?;
        resolved.push(materialize(rw, at, number));
    }
    Some(resolved)
}

/// Indices in the source of a subview, and the dimensions of it that the subview dropped.
pub(super) fn in_subview(
    rw: &mut Rewriter<'_>,
    at: Location,
    view: OpId,
    indices: &[ValueId],
) -> Option<(Vec<ValueId>, Vec<bool>)> {
    let dropped = SubViewOp(rw.body.op_ref(rw.ctx, view)).dropped_dims()?;
    let indices: Vec<FoldResult> = indices.iter().map(|&index| FoldResult::Value(index)).collect();
    let resolved = resolved(rw, at, view, &dropped, &indices)?;
    Some((resolved, dropped))
}

/// Indices in the source of an expanded shape. They are disjoint if each is known to be within its size.
pub(super) fn in_expansion(
    rw: &mut Rewriter<'_>,
    at: Location,
    view: OpId,
    indices: &[ValueId],
    is_disjoint: bool,
) -> Option<Vec<ValueId>> {
    let ctx = rw.ctx;
    let expansion = ExpandShapeOp(rw.body.op_ref(ctx, view));
    let sizes = index_list::join(
        &index_list::ints(ctx, expansion.static_output_shape()),
        &expansion.output_shape(),
    );
    let groups = expansion.groups();
    let flag = if is_disjoint { Attribute::UNIT } else { Attribute::FALSE };
    let mut resolved = Vec::with_capacity(groups.len());
    for group in &groups {
        let own: Vec<ValueId> = select(group, indices)?;
        if let [index] = own[..] {
            resolved.push(index);
            continue;
        }
        let (statics, values) = index_list::split(&select(group, &sizes)?);
        let statics = ctx.dense_i64_array(&statics);
        let types = [Type::INDEX];
        let state = LinearizeIndexOp::build(ctx, at, &own, &values, statics, Some(flag), &types);
        resolved.push(rw.insert_value(state));
    }
    Some(resolved)
}

/// Indices in the source of a collapsed shape.
pub(super) fn in_collapse(
    rw: &mut Rewriter<'_>,
    at: Location,
    view: OpId,
    indices: &[ValueId],
) -> Option<Vec<ValueId>> {
    let ctx = rw.ctx;
    let collapse = CollapseShapeOp(rw.body.op_ref(ctx, view));
    let (source, groups) = (collapse.src(), collapse.groups());
    let sizes = sizes_of(rw, at, source)?;
    let mut resolved = Vec::with_capacity(sizes.len());
    for (&index, group) in indices.iter().zip(&groups) {
        if group.len() == 1 {
            resolved.push(index);
            continue;
        }
        let (statics, values) = index_list::split(&select(group, &sizes)?);
        let (statics, types) = (ctx.dense_i64_array(&statics), vec![Type::INDEX; group.len()]);
        let op = rw.insert(DelinearizeIndexOp::build(ctx, at, index, &values, statics, &types));
        resolved.extend(rw.body.results(op));
    }
    if groups.is_empty() {
        for _ in 0..sizes.len() {
            resolved.push(materialize(rw, at, FoldResult::Known(0)));
        }
    }
    Some(resolved)
}

/// The sizes of memory: numbers as far as its type has them.
fn sizes_of(rw: &mut Rewriter<'_>, at: Location, memref: ValueId) -> Option<Vec<Entry>> {
    let ctx = rw.ctx;
    let MemRef {
        shape,
        element,
        memory_space,
        ..
    } = MemRef::of(ctx, rw.body.value_type(memref))?;
    let base = ctx.ty(TypeKind::MemRef {
        shape: Box::new([]),
        element,
        layout: None,
        memory_space,
    });
    let mut types = vec![base];
    types.resize(2 + 2 * shape.len(), Type::INDEX);
    let op = rw.insert(ExtractStridedMetadataOp::build(ctx, at, memref, &types));
    let values = rw.body.results(op).skip(2);
    let entry = |(&size, value): (&i64, ValueId)| match size {
        DYNAMIC => Entry::Dynamic(value),
        size => Entry::Static(size),
    };
    Some(shape.iter().zip(values).map(entry).collect())
}

/// The elements of a list at the places that a group names.
fn select<T: Copy>(group: &[i64], list: &[T]) -> Option<Vec<T>> {
    let places = group.iter().map(|&dim| list.get(usize::try_from(dim).ok()?).copied());
    places.collect()
}
