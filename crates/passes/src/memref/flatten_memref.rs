//! `flatten-memref`: elements of memory of several dimensions are reached by one index, in a view of one dimension.

use asyncir_dialects::affine::scope::affine_scope_of;
use asyncir_dialects::affine::{Applied, MaxOp, map_attr};
use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::memref::strides::{MemRef, is_identity_layout, strided_layout, strides_and_offset};
use asyncir_dialects::memref::{AllocOp, AllocaOp, ExtractStridedMetadataOp, LoadOp, ReinterpretCastOp, StoreOp};
use asyncir_dialects::vector;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{AttrKind, Attribute, DYNAMIC, Diagnostics, Location, OpId, OperationState, OwnedOp, Type, ValueId};

use crate::bodies::rewrite_greedily;
use crate::conversion::fold_result::{FoldResult, apply, materialize};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "flatten-memref",
    class: "FlattenMemrefsPass",
    summary: "Flatten a multiple dimensional memref to 1-dimensional",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(FlattenMemref)),
};

struct FlattenMemref;

impl Pass for FlattenMemref {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let access = |def| FnPattern::new("MemRefRewritePattern", def, |rw, op| flatten_access(rw, op).is_some());
        let alloc = |def| FnPattern::new("MemRefRewritePattern", def, |rw, op| flatten_alloc(rw, op).is_some());
        let patterns = [
            access(LoadOp::DEF),
            access(StoreOp::DEF),
            alloc(AllocOp::DEF),
            alloc(AllocaOp::DEF),
            access(vector::LoadOp::DEF),
            access(vector::StoreOp::DEF),
            access(vector::TransferReadOp::DEF),
            access(vector::TransferWriteOp::DEF),
            access(vector::MaskedloadOp::DEF),
            access(vector::MaskedstoreOp::DEF),
        ];
        let patterns = FrozenPatternSet::new(patterns.iter().map(|pattern| pattern as &dyn RewritePattern));
        rewrite_greedily(op, cx, &patterns)
    }
}

/// Which operand of an access is the memory; the indices stand right behind it.
fn memory_place(def: &'static OpDef) -> usize {
    let is_behind_value = def == StoreOp::DEF || def == vector::StoreOp::DEF || def == vector::TransferWriteOp::DEF;
    usize::from(is_behind_value)
}

/// The strides and the offset of memory of several dimensions, if it is laid out by such.
fn layout_of(rw: &Rewriter<'_>, ty: Type) -> Option<(MemRef, Vec<i64>, i64)> {
    let memref = MemRef::of(rw.ctx, ty).filter(|memref| memref.rank() > 1)?;
    let is_strided = memref
        .layout
        .is_some_and(|layout| matches!(layout.kind(rw.ctx), AttrKind::Strided { .. }));
    let (strides, offset) = strides_and_offset(rw.ctx, ty)?;
    (is_strided || is_identity_layout(rw.ctx, memref.layout)).then_some((memref, strides, offset))
}

/// What a number is: known, or a value that stands for it.
fn known_or(numbers: &[i64], values: &[ValueId]) -> Vec<FoldResult> {
    let pairs = numbers.iter().zip(values);
    pairs
        .map(|(&number, &value)| FoldResult::known_or(number, value))
        .collect()
}

/// An access of memory of several dimensions by one index.
fn flatten_access(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let def = rw.body.op(op).def()?;
    let place = memory_place(def);
    let memory = rw.body.operand(op, place);
    let (memref, strides, offset) = layout_of(rw, rw.body.value_type(memory))?;
    let transfer = transfer_of(rw, op, &strides)?;
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    let indices = operands.get(place + 1..=place + memref.rank())?.to_vec();
    let at = rw.location_of(op);
    rw.set_before(op);
    let (flat, index) = flatten(rw, at, memory, &memref, (&strides, offset), &indices)?;
    let state = if transfer {
        flat_transfer(rw, op, flat, index)?
    } else {
        let behind = &operands[place + 1 + memref.rank()..];
        let new: Vec<ValueId> = operands[..place]
            .iter()
            .chain(&[flat, index])
            .chain(behind)
            .copied()
            .collect();
        let types = rw.body.result_types(op);
        OperationState::like(rw.body.op(op)).operands(&new).results(&types)
    };
    rw.replace_with(op, state);
    Some(())
}

/// Whether an access is a transfer of a vector. `None` if it is one that cannot be flattened: of more than one dimension, or
/// one whose elements do not all stand side by side in memory, or whose mask MLIR would forget.
fn transfer_of(rw: &Rewriter<'_>, op: OpId, strides: &[i64]) -> Option<bool> {
    let view = rw.body.op_ref(rw.ctx, op);
    if !view.data().is(vector::TransferReadOp::DEF) && !view.data().is(vector::TransferWriteOp::DEF) {
        return Some(false);
    }
    let mask = match vector::TransferReadOp::cast(view) {
        Some(read) => read.mask(),
        None => vector::TransferWriteOp(view).mask(),
    };
    let bounds = view.property("in_bounds")?.as_array(rw.ctx)?;
    let AttrKind::AffineMap(map) = view.property("permutation_map")?.kind(rw.ctx) else {
        return None;
    };
    let fits = mask.is_none()
        && map.is_minor_identity()
        && map.num_results() == 1
        && strides.last() == Some(&1)
        && bounds.iter().all(|bound| bound.as_bool() == Some(true));
    fits.then_some(true)
}

/// A transfer from or to memory of one dimension.
fn flat_transfer(rw: &Rewriter<'_>, op: OpId, flat: ValueId, index: ValueId) -> Option<OperationState> {
    let (ctx, view) = (rw.ctx, rw.body.op_ref(rw.ctx, op));
    let map = map_attr(ctx, AffineMap::identity(1));
    let bounds = ctx.array_attr(&[Attribute::FALSE]);
    let at = view.location();
    Some(match vector::TransferReadOp::cast(view) {
        Some(read) => {
            let types = view.result_types();
            vector::TransferReadOp::build(ctx, at, flat, &[index], read.padding(), None, map, bounds, &types)
        }
        None => {
            let value = vector::TransferWriteOp::cast(view)?.valueToStore();
            vector::TransferWriteOp::build(ctx, at, value, flat, &[index], None, map, bounds, &[])
        }
    })
}

/// Memory as one dimension, and the index of an element in it.
fn flatten(
    rw: &mut Rewriter<'_>,
    at: Location,
    memory: ValueId,
    memref: &MemRef,
    (strides, offset): (&[i64], i64),
    indices: &[ValueId],
) -> Option<(ValueId, ValueId)> {
    let rank = memref.rank();
    let metadata = rw.insert(ExtractStridedMetadataOp::build(rw.ctx, at, memory, &[]));
    let values: Vec<ValueId> = rw.body.results(metadata).collect();
    let offset = FoldResult::known_or(offset, *values.get(1)?);
    let sizes = known_or(&memref.shape, values.get(2..2 + rank)?);
    let strides = known_or(strides, values.get(2 + rank..)?);
    let indices = indices.iter().map(|&index| {
        let known = constant_int(rw.ctx, rw.body, index);
        known.map_or(FoldResult::Value(index), FoldResult::Known)
    });
    let indices: Vec<FoldResult> = indices.collect();
    let sum = products(rank)
        .into_iter()
        .fold(AffineExpr::Constant(0), |sum, product| sum + product);
    let index = apply(rw, at, &sum, &paired(&indices, &strides))?;
    let size = largest(rw, at, &paired(&strides, &sizes))?;
    let entry = |number: FoldResult| match number {
        FoldResult::Known(number) => Entry::Static(number),
        FoldResult::Value(value) => Entry::Dynamic(value),
    };
    let flat = view(
        rw,
        at,
        memory,
        memref,
        [&[entry(offset)], &[entry(size)], &[Entry::Static(1)]],
    );
    Some((flat, materialize(rw, at, index)))
}

/// `s0 * s1`, `s2 * s3`, and so on.
fn products(count: usize) -> Vec<AffineExpr> {
    let product = |index: u32| AffineExpr::Symbol(2 * index) * AffineExpr::Symbol(2 * index + 1);
    (0..count as u32).map(product).collect()
}

fn paired(a: &[FoldResult], b: &[FoldResult]) -> Vec<FoldResult> {
    a.iter().zip(b).flat_map(|(&a, &b)| [a, b]).collect()
}

/// The largest product of a stride and a size.
fn largest(rw: &mut Rewriter<'_>, at: Location, numbers: &[FoldResult]) -> Option<FoldResult> {
    let mut values = Vec::new();
    let symbols: Vec<AffineExpr> = numbers
        .iter()
        .map(|number| match *number {
            FoldResult::Known(number) => AffineExpr::Constant(number),
            FoldResult::Value(value) => {
                values.push(value);
                AffineExpr::Symbol(values.len() as u32 - 1)
            }
        })
        .collect();
    let results = products(numbers.len() / 2)
        .iter()
        .map(|product| product.replace_symbols(&symbols))
        .collect();
    let map = AffineMap::new(0, values.len() as u32, results)?;
    let region = rw.body.block(rw.body.block_of(rw.point())).region()?;
    let scope = affine_scope_of(rw.body, region);
    let composed = Applied { map, operands: values }.composed(rw.ctx, rw.body, scope);
    let known: Option<Vec<i64>> = composed.map.results().iter().map(AffineExpr::as_constant).collect();
    if let Some(known) = known {
        return known.into_iter().max().map(FoldResult::Known);
    }
    let map = map_attr(rw.ctx, composed.map);
    let state = MaxOp::build(rw.ctx, at, &composed.operands, map, &[Type::INDEX]);
    Some(FoldResult::Value(rw.insert_or_fold(state)))
}

/// Memory with another offset, other sizes and other strides.
fn view(rw: &mut Rewriter<'_>, at: Location, memory: ValueId, memref: &MemRef, numbers: [&[Entry]; 3]) -> ValueId {
    let [(offsets, offset_values), (sizes, size_values), (strides, stride_values)] = numbers.map(index_list::split);
    let ty = MemRef {
        shape: sizes.clone(),
        layout: Some(strided_layout(rw.ctx, &strides, offsets[0])),
        ..memref.clone()
    };
    let ty = ty.ty(rw.ctx);
    view_as(
        rw,
        at,
        memory,
        ty,
        [
            (&offsets, &offset_values),
            (&sizes, &size_values),
            (&strides, &stride_values),
        ],
    )
}

fn view_as(
    rw: &mut Rewriter<'_>,
    at: Location,
    memory: ValueId,
    ty: Type,
    [offsets, sizes, strides]: [(&[i64], &[ValueId]); 3],
) -> ValueId {
    let ctx = rw.ctx;
    let [first, second, third] = [offsets.0, sizes.0, strides.0].map(|list| ctx.dense_i64_array(list));
    rw.insert_value(ReinterpretCastOp::build(
        ctx,
        at,
        memory,
        offsets.1,
        sizes.1,
        strides.1,
        first,
        second,
        third,
        &[ty],
    ))
}

/// New memory of one dimension, viewed as what it was. MLIR makes invalid ops if sizes or strides are open or there is an
/// offset; such memory stays as it is.
fn flatten_alloc(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let ty = rw.body.value_type(rw.body.result(op, 0));
    let (memref, strides, offset) = layout_of(rw, ty)?;
    if offset != 0 || strides.contains(&DYNAMIC) || memref.shape.contains(&DYNAMIC) {
        return None;
    }
    let sizes = memref.shape.iter().zip(&strides);
    let size = sizes
        .map(|(&size, &stride)| size.checked_mul(stride))
        .collect::<Option<Vec<i64>>>()?;
    let size = size.into_iter().max().filter(|&size| size >= 0)?;
    let flat = MemRef {
        shape: vec![size],
        layout: Some(strided_layout(rw.ctx, &[1], 0)),
        ..memref.clone()
    };
    let (ctx, at, flat) = (rw.ctx, rw.location_of(op), flat.ty(rw.ctx));
    let alignment = rw.body.op_ref(ctx, op).property("alignment");
    rw.set_before(op);
    let state = if rw.body.op(op).is(AllocOp::DEF) {
        AllocOp::build(ctx, at, &[], &[], alignment, &[flat])
    } else {
        AllocaOp::build(ctx, at, &[], &[], alignment, &[flat])
    };
    let new = rw.insert_value(state);
    let view = view_as(rw, at, new, ty, [(&[0], &[]), (&memref.shape, &[]), (&strides, &[])]);
    rw.replace(op, &[view]);
    Some(())
}
