//! Folding.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::{AttrKind, Attribute, Body, Context, DYNAMIC, InsertPoint, OpId, Type, ValueId};

use super::reassociation::{Groups, gives_back};
use super::strides::{MemRef, strides_and_offset};
use super::{
    AllocOp, AllocaOp, AssumeAlignmentOp, CastOp, CollapseShapeOp, ExpandShapeOp, MemorySpaceCastOp, ReinterpretCastOp,
    SubViewOp, TransposeOp, ViewOp,
};
use crate::arith;
use crate::constraints::is_memref;
use crate::index_list::Entry;
use crate::matchers::constant_int;

type Consts<'a> = &'a [Option<Attribute>];

/// The memory before a cast from a ranked type.
fn before_cast(ctx: &Context, body: &Body, value: ValueId) -> Option<ValueId> {
    let cast = body.defining_op(value).filter(|&op| body.op(op).is(CastOp::DEF))?;
    let source = body.operand(cast, 0);
    is_memref(ctx, body.value_type(source)).then_some(source)
}

/// Operands that are casts become what was cast, but for the one with the index `but`.
fn fold_casts(ctx: &Context, body: &mut Body, op: OpId, but: Option<usize>) -> Folded {
    let mut folded = Folded::No;
    for index in 0..body.op(op).num_operands() {
        if but == Some(index) {
            continue;
        }
        if let Some(source) = before_cast(ctx, body, body.operand(op, index)) {
            body.set_operand(op, index, source);
            folded = Folded::InPlace;
        }
    }
    folded
}

/// Casts of operands do not matter.
pub fn any_cast(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    fold_casts(ctx, body, op, None)
}

/// What the type tells is constant; casts of the memory do not matter.
///
/// The constants stand before the op, whoever folds: uses of results are replaced one result at a time, which a fold to
/// values for all results cannot say.
pub fn extract_strided_metadata(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let source = body.value_type(body.operand(op, 0));
    let (Some(memref), Some((strides, offset))) = (MemRef::of(ctx, source), strides_and_offset(ctx, source)) else {
        return Folded::No;
    };
    let known: Vec<i64> = std::iter::once(offset).chain(memref.shape).chain(strides).collect();
    let results: Vec<ValueId> = body.results(op).skip(1).collect();
    let location = body.op(op).location();
    let mut folded = Folded::No;
    for (result, value) in results.into_iter().zip(known) {
        if value == DYNAMIC || !body.has_uses(result) {
            continue;
        }
        let value = ctx.index_attr(value);
        let constant = body.create_op(arith::ConstantOp::build(ctx, location, value, &[Type::INDEX]));
        body.insert_op(constant, InsertPoint::Before(op));
        body.replace_all_uses(result, body.result(constant, 0));
        folded = Folded::InPlace;
    }
    match fold_casts(ctx, body, op, None) {
        Folded::No => folded,
        changed => changed,
    }
}

/// Casts of the memory do not matter.
pub fn load(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    fold_casts(ctx, body, op, None)
}

/// Casts of the memory do not matter.
pub fn store(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    fold_casts(ctx, body, op, Some(0))
}

/// Casts of the memory do not matter, unless they tell more of its shape or layout than was known.
pub fn copy(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let mut folded = Folded::No;
    for index in 0..body.op(op).num_operands() {
        let value = body.operand(op, index);
        if let Some(source) = before_cast(ctx, body, value)
            && tells_no_more(ctx, body.value_type(value), body.value_type(source)) == Some(true)
        {
            body.set_operand(op, index, source);
            folded = Folded::InPlace;
        }
    }
    folded
}

/// Whether a ranked type has no sizes, strides or offset that another one of its rank has not; `None` if it has no rank.
fn tells_no_more(ctx: &Context, ty: Type, than: Type) -> Option<bool> {
    let (shape, other_shape) = (MemRef::of(ctx, ty)?.shape, MemRef::of(ctx, than)?.shape);
    let ((strides, offset), (other_strides, other_offset)) =
        (strides_and_offset(ctx, ty)?, strides_and_offset(ctx, than)?);
    let numbers = shape.into_iter().chain(strides).chain([offset]);
    let others = other_shape.into_iter().chain(other_strides).chain([other_offset]);
    Some(
        numbers
            .zip(others)
            .all(|(number, other)| number == DYNAMIC || other != DYNAMIC),
    )
}

/// Casts of the memory do not matter.
pub fn dealloc(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    fold_casts(ctx, body, op, None)
}

/// Casts of the memory do not matter.
pub fn prefetch(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    fold_casts(ctx, body, op, None)
}

/// Casts of the memory do not matter.
pub fn atomic_rmw(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    fold_casts(ctx, body, op, Some(0))
}

/// A cast to the same type is nothing; of two casts, the last one counts.
pub fn cast(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let folded = fold_casts(ctx, body, op, None);
    let source = body.operand(op, 0);
    if body.value_type(source) == body.result_type(op, 0) {
        Folded::value(source)
    } else {
        folded
    }
}

/// A cast to the same memory space is nothing; of two casts between memory spaces, the last one counts.
pub fn memory_space_cast(_ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let source = body.operand(op, 0);
    if body.value_type(source) == body.result_type(op, 0) {
        return Folded::value(source);
    }
    match body
        .defining_op(source)
        .filter(|&inner| body.op(inner).is(MemorySpaceCastOp::DEF))
    {
        Some(inner) => {
            let origin = body.operand(inner, 0);
            body.set_operand(op, 0, origin);
            if body.value_type(origin) == body.result_type(op, 0) {
                Folded::value(origin)
            } else {
                Folded::InPlace
            }
        }
        None => Folded::No,
    }
}

/// Assuming the same twice says nothing new.
pub fn assume_alignment(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let memref = body.operand(op, 0);
    let inner = body
        .defining_op(memref)
        .filter(|&inner| body.op(inner).is(AssumeAlignmentOp::DEF));
    let alignment = |op| body.op(op).property(ctx, "alignment");
    match inner {
        Some(inner) if alignment(inner) == alignment(op) => Folded::value(memref),
        _ => Folded::No,
    }
}

/// The rank of a ranked memref.
pub fn rank(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    match MemRef::of(ctx, body.value_type(body.operand(op, 0))) {
        Some(memref) => Folded::attr(ctx.index_attr(memref.rank() as i64)),
        None => Folded::No,
    }
}

/// A size that the type says, or that was given when the memory was made.
pub fn dim(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let source = body.operand(op, 0);
    let index = consts.get(1).copied().flatten().and_then(|index| index.as_i64(ctx));
    let (Some(index), Some(memref)) = (index, MemRef::of(ctx, body.value_type(source))) else {
        return Folded::No;
    };
    let Some((index, &size)) = usize::try_from(index)
        .ok()
        .and_then(|index| Some((index, memref.shape.get(index)?)))
    else {
        return Folded::No;
    };
    if size != DYNAMIC {
        return Folded::attr(ctx.index_attr(size));
    }
    match dynamic_size(ctx, body, source, &memref, index) {
        Some(size) => Folded::value(size),
        None => fold_casts(ctx, body, op, None),
    }
}

/// The value that was given as a size which the type leaves open.
fn dynamic_size(ctx: &Context, body: &Body, source: ValueId, memref: &MemRef, index: usize) -> Option<ValueId> {
    let op = body.op_ref(ctx, body.defining_op(source)?);
    let position = memref.shape[..index].iter().filter(|&&size| size == DYNAMIC).count();
    if let Some(alloc) = AllocOp::cast(op) {
        return alloc.dynamicSizes().get(position).copied();
    }
    if let Some(alloca) = AllocaOp::cast(op) {
        return alloca.dynamicSizes().get(position).copied();
    }
    if let Some(view) = ViewOp::cast(op) {
        return view.sizes().get(position).copied();
    }
    let subview = SubViewOp::cast(op)?;
    let dropped = subview.dropped_dims()?;
    let mut kept = subview
        .mixed_sizes()
        .into_iter()
        .zip(dropped)
        .filter(|(_, dropped)| !dropped);
    match kept.nth(index)?.0 {
        Entry::Dynamic(value) => Some(value),
        Entry::Static(_) => None,
    }
}

/// The whole memory is no part of it.
pub fn subview(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let view = SubViewOp(body.op_ref(ctx, op));
    let source = body.operand(op, 0);
    let ty = body.result_type(op, 0);
    if body.value_type(source) != ty {
        return Folded::No;
    }
    let Some(memref) = MemRef::of(ctx, ty) else {
        return Folded::No;
    };
    let has_static_layout = match memref.layout.map(|layout| layout.kind(ctx)) {
        None => true,
        Some(AttrKind::Strided { offset, strides }) => *offset != DYNAMIC && !strides.contains(&DYNAMIC),
        Some(_) => false,
    };
    if memref.is_static() && has_static_layout {
        return Folded::value(source);
    }
    // A part of a part that is all of it.
    let inner = body
        .defining_op(source)
        .and_then(|inner| SubViewOp::cast(body.op_ref(ctx, inner)));
    let all = |entries: Vec<Entry>, value| entries.iter().all(|entry| entry.known(ctx, body) == Some(value));
    let is_all = inner.is_some_and(|inner| {
        inner.mixed_sizes() == view.mixed_sizes() && all(view.mixed_offsets(), 0) && all(view.mixed_strides(), 1)
    });
    if is_all { Folded::value(source) } else { Folded::No }
}

/// What the memory was before does not matter where offset, sizes and strides are all new.
pub fn reinterpret_cast(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let source = body.operand(op, 0);
    if let Some(inner) = body.defining_op(source).map(|inner| body.op_ref(ctx, inner)) {
        let starts_there = |subview: SubViewOp<'_>| {
            subview
                .mixed_offsets()
                .iter()
                .all(|offset| offset.known(ctx, body) == Some(0))
        };
        let is_same = inner.data().is(ReinterpretCastOp::DEF)
            || inner.data().is(CastOp::DEF)
            || SubViewOp::cast(inner).is_some_and(starts_there);
        if is_same {
            let origin = inner.operand(0);
            body.set_operand(op, 0, origin);
            return Folded::InPlace;
        }
    }
    let slice = ReinterpretCastOp(body.op_ref(ctx, op)).slice();
    let is_static = |entries: &[Entry]| entries.iter().all(|entry| matches!(entry, Entry::Static(_)));
    let unchanged = body.value_type(source) == body.result_type(op, 0)
        && is_static(&slice.sizes)
        && is_static(&slice.strides)
        && slice.offsets == [Entry::Static(0)];
    if unchanged { Folded::value(source) } else { Folded::No }
}

/// Bytes as the same bytes.
pub fn view(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let (source, ty) = (body.operand(op, 0), body.result_type(op, 0));
    let unchanged = body.value_type(source) == ty
        && MemRef::of(ctx, ty).is_some_and(|memref| memref.is_static())
        && constant_int(ctx, body, body.operand(op, 1)) == Some(0);
    if unchanged { Folded::value(source) } else { Folded::No }
}

/// The identity, and two orders one after the other.
pub fn transpose(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let source = body.operand(op, 0);
    let Some(map) = TransposeOp(body.op_ref(ctx, op)).permutation_map().cloned() else {
        return Folded::No;
    };
    if map.is_identity() && body.value_type(source) == body.result_type(op, 0) {
        return Folded::value(source);
    }
    let inner = body
        .defining_op(source)
        .and_then(|inner| TransposeOp::cast(body.op_ref(ctx, inner)));
    let composed = inner.and_then(|inner| Some((inner.0.operand(0), map.compose(inner.permutation_map()?)?)));
    let Some((origin, composed)) = composed else {
        return Folded::No;
    };
    body.set_operand(op, 0, origin);
    let composed = ctx.attr(AttrKind::AffineMap(composed));
    body.op_mut(op).set_property(ctx, "permutation", Some(composed));
    Folded::InPlace
}

/// Splitting what was merged the same way.
pub fn expand_shape(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let groups = ExpandShapeOp(body.op_ref(ctx, op)).groups();
    let inner = |source: OpId| CollapseShapeOp::cast(body.op_ref(ctx, source)).map(|inner| inner.groups());
    let source = body
        .defining_op(body.operand(op, 0))
        .and_then(|source| Some((source, inner(source)?)));
    fold_reshape(
        ctx,
        body,
        op,
        source.map(|(source, inner)| (source, [inner, groups])),
        true,
    )
}

/// Merging what was split the same way.
pub fn collapse_shape(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    let groups = CollapseShapeOp(body.op_ref(ctx, op)).groups();
    let inner = |source: OpId| ExpandShapeOp::cast(body.op_ref(ctx, source)).map(|inner| inner.groups());
    let source = body
        .defining_op(body.operand(op, 0))
        .and_then(|source| Some((source, inner(source)?)));
    fold_reshape(
        ctx,
        body,
        op,
        source.map(|(source, inner)| (source, [inner, groups])),
        false,
    )
}

/// `inverse` is the op of the opposite kind that gives the operand, with its groups and those of `op`.
fn fold_reshape(ctx: &Context, body: &Body, op: OpId, inverse: Option<(OpId, [Groups; 2])>, is_split: bool) -> Folded {
    let (source, ty) = (body.operand(op, 0), body.result_type(op, 0));
    if body.value_type(source) == ty {
        return Folded::value(source);
    }
    let Some((inverse, [before, after])) = inverse else {
        return Folded::No;
    };
    let (origin, shape) = (body.operand(inverse, 0), ty.shape(ctx).unwrap_or_default());
    if body.value_type(origin) == ty && gives_back(shape, &before, &after, is_split) {
        Folded::value(origin)
    } else {
        Folded::No
    }
}
