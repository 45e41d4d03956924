//! `expand-strided-metadata`: views of memory become `memref.reinterpret_cast` of its base, with offset, sizes and strides
//! computed by `affine.apply`.

mod reshape;
mod subview;

use asyncir_dialects::memref;
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{DYNAMIC, Diagnostics, Location, OpId, OwnedOp, Type, TypeKind, ValueId};

use crate::bodies::rewrite_greedily;
use crate::conversion::fold_result::{FoldResult, apply, materialize, product};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "expand-strided-metadata",
    class: "ExpandStridedMetadataPass",
    summary: "Expand memref operations into easier to analyze constructs",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ExpandStridedMetadata)),
};

struct ExpandStridedMetadata;

impl Pass for ExpandStridedMetadata {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns = FrozenPatternSet::new(PATTERNS.iter().map(|pattern| pattern as &dyn RewritePattern));
        rewrite_greedily(op, cx, &patterns)
    }
}

static PATTERNS: [FnPattern; 5] = [
    FnPattern {
        name: "expand-subview",
        root: memref::SubViewOp::DEF,
        benefit: 1,
        rewrite: |rw, op| expand_view(rw, op).is_some(),
    },
    FnPattern {
        name: "expand-expand-shape",
        root: memref::ExpandShapeOp::DEF,
        benefit: 1,
        rewrite: |rw, op| expand_view(rw, op).is_some(),
    },
    FnPattern {
        name: "expand-collapse-shape",
        root: memref::CollapseShapeOp::DEF,
        benefit: 1,
        rewrite: |rw, op| expand_view(rw, op).is_some(),
    },
    FnPattern {
        name: "resolve-extract-strided-metadata",
        root: memref::ExtractStridedMetadataOp::DEF,
        benefit: 1,
        rewrite: |rw, op| resolve_extract(rw, op).is_some(),
    },
    FnPattern {
        name: "pointer-of-view",
        root: memref::ExtractAlignedPointerAsIndexOp::DEF,
        benefit: 1,
        rewrite: |rw, op| pointer_of_source(rw, op).is_some(),
    },
];

/// What a descriptor holds: the memory as a memref of rank 0, and how elements are addressed in it.
struct Metadata {
    base: ValueId,
    offset: FoldResult,
    sizes: Vec<FoldResult>,
    strides: Vec<FoldResult>,
}

impl Metadata {
    /// The metadata of memory of rank 0.
    fn of_base(base: ValueId) -> Self {
        Self {
            base,
            offset: FoldResult::Known(0),
            sizes: vec![],
            strides: vec![],
        }
    }

    /// Takes a memref apart: numbers come from its type as far as they are known there.
    fn extract(rw: &mut Rewriter<'_>, loc: Location, memref: ValueId) -> Option<Self> {
        let ctx = rw.ctx;
        let ty = rw.body.value_type(memref);
        let (strides, offset) = strides_and_offset(ctx, ty)?;
        let shape = ty.shape(ctx)?.to_vec();
        let mut types = vec![base_type(rw, ty)?];
        types.resize(2 + 2 * shape.len(), Type::INDEX);
        let op = rw.insert(memref::ExtractStridedMetadataOp::build(ctx, loc, memref, &types));
        let results: Vec<ValueId> = rw.body.results(op).collect();
        let (size_values, stride_values) = results[2..].split_at(shape.len());
        let known = |numbers: &[i64], values: &[ValueId]| {
            let pairs = numbers.iter().zip(values);
            pairs
                .map(|(&number, &value)| FoldResult::known_or(number, value))
                .collect()
        };
        Some(Self {
            base: results[0],
            offset: FoldResult::known_or(offset, results[1]),
            sizes: known(&shape, size_values),
            strides: known(&strides, stride_values),
        })
    }

    /// A memref of type `ty` with these numbers.
    fn reinterpret(&self, rw: &mut Rewriter<'_>, loc: Location, ty: Type) -> ValueId {
        let ctx = rw.ctx;
        let numbers = |list: &[FoldResult]| {
            let numbers: Vec<i64> = list.iter().map(|entry| entry.known().unwrap_or(DYNAMIC)).collect();
            ctx.dense_i64_array(&numbers)
        };
        let values = |list: &[FoldResult]| -> Vec<ValueId> { list.iter().filter_map(|entry| entry.value()).collect() };
        let offset = [self.offset];
        rw.insert_value(memref::ReinterpretCastOp::build(
            ctx,
            loc,
            self.base,
            &values(&offset),
            &values(&self.sizes),
            &values(&self.strides),
            numbers(&offset),
            numbers(&self.sizes),
            numbers(&self.strides),
            &[ty],
        ))
    }
}

/// The type of the memory behind a memref.
fn base_type(rw: &Rewriter<'_>, memref: Type) -> Option<Type> {
    let TypeKind::MemRef {
        element, memory_space, ..
    } = *memref.kind(rw.ctx)
    else {
        return None;
    };
    Some(rw.ctx.ty(TypeKind::MemRef {
        shape: Box::new([]),
        element,
        layout: None,
        memory_space,
    }))
}

/// The metadata of the result of a view op, computed at the cursor from that of its source.
fn metadata_of_view(rw: &mut Rewriter<'_>, op: OpId, loc: Location) -> Option<Metadata> {
    let data = rw.body.op(op);
    let source = rw.body.operands(op).next()?;
    if data.is(memref::SubViewOp::DEF) {
        return subview::metadata(rw, op, loc);
    }
    if data.is(memref::ReinterpretCastOp::DEF) {
        let (offsets, sizes, strides) = subview::mixed_numbers(rw.body.op_ref(rw.ctx, op))?;
        let base = Metadata::extract(rw, loc, source)?.base;
        return Some(Metadata {
            base,
            offset: *offsets.first()?,
            sizes,
            strides,
        });
    }
    if data.is(memref::ExpandShapeOp::DEF) {
        return reshape::expanded(rw, op, loc);
    }
    if data.is(memref::CollapseShapeOp::DEF) {
        return reshape::collapsed(rw, op, loc);
    }
    None
}

/// Replaces a view by a cast of the memory's base.
fn expand_view(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let loc = rw.location_of(op);
    let ty = rw.body.value_type(rw.body.result(op, 0));
    rw.set_before(op);
    let metadata = metadata_of_view(rw, op, loc)?;
    let value = metadata.reinterpret(rw, loc, ty);
    rw.replace(op, &[value]);
    Some(())
}

/// Takes apart what a memref was made of instead of the memref.
fn resolve_extract(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let loc = rw.location_of(op);
    let source = rw.body.operand(op, 0);
    let made_by = rw.body.defining_op(source)?;
    rw.set_before(op);
    let data = rw.body.op(made_by);
    if data.is(memref::MemorySpaceCastOp::DEF) {
        return extract_before_cast(rw, op, made_by, loc);
    }
    if data.is(memref::AssumeAlignmentOp::DEF) {
        return extract_from_source(rw, op, made_by, loc);
    }
    if data.is(memref::ExtractStridedMetadataOp::DEF) {
        let base = rw.body.operand(op, 0);
        return replace_extract(rw, op, loc, &Metadata::of_base(base));
    }
    let whole = [memref::AllocOp::DEF, memref::AllocaOp::DEF, memref::GetGlobalOp::DEF];
    let metadata = if whole.iter().any(|def| data.is(def)) {
        allocated_metadata(rw, op, made_by, loc)?
    } else {
        metadata_of_view(rw, made_by, loc)?
    };
    replace_extract(rw, op, loc, &metadata)
}

fn replace_extract(rw: &mut Rewriter<'_>, op: OpId, loc: Location, metadata: &Metadata) -> Option<()> {
    let mut values = vec![metadata.base];
    for number in [metadata.offset].iter().chain(&metadata.sizes).chain(&metadata.strides) {
        values.push(materialize(rw, loc, *number));
    }
    rw.replace(op, &values);
    Some(())
}

/// Takes apart what was assumed to be aligned.
fn extract_from_source(rw: &mut Rewriter<'_>, op: OpId, made_by: OpId, loc: Location) -> Option<()> {
    let ctx = rw.ctx;
    let source = rw.body.operand(made_by, 0);
    let types: Vec<Type> = rw.body.results(op).map(|value| rw.body.value_type(value)).collect();
    let new = rw.insert(memref::ExtractStridedMetadataOp::build(ctx, loc, source, &types));
    let values: Vec<ValueId> = rw.body.results(new).collect();
    rw.replace(op, &values);
    Some(())
}

/// Casts the base to the other memory space instead of the whole memref.
fn extract_before_cast(rw: &mut Rewriter<'_>, op: OpId, cast: OpId, loc: Location) -> Option<()> {
    let source = rw.body.operand(cast, 0);
    let wanted = rw.body.value_type(rw.body.result(op, 0));
    let metadata = Metadata::extract(rw, loc, source)?;
    let base = rw.insert_value(memref::MemorySpaceCastOp::build(rw.ctx, loc, metadata.base, &[wanted]));
    replace_extract(rw, op, loc, &Metadata { base, ..metadata })
}

/// Views by `memref.subview` and `memref.reinterpret_cast` keep the pointer of what they show.
fn pointer_of_source(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let view = rw.body.defining_op(rw.body.operand(op, 0))?;
    let kinds = [memref::SubViewOp::DEF, memref::ReinterpretCastOp::DEF];
    if !kinds.iter().any(|def| rw.body.op(view).is(def)) {
        return None;
    }
    let source = rw.body.operand(view, 0);
    rw.modify(op, |body| body.set_operands(op, &[source]));
    Some(())
}

/// The metadata of allocated memory and globals: the sizes that were asked for, and strides that leave no gaps.
fn allocated_metadata(rw: &mut Rewriter<'_>, extract: OpId, alloc: OpId, loc: Location) -> Option<Metadata> {
    let ctx = rw.ctx;
    let memory = rw.body.result(alloc, 0);
    let ty = rw.body.value_type(memory);
    if !matches!(ty.kind(ctx), TypeKind::MemRef { layout: None, .. }) {
        return None;
    }
    let mut open = rw.body.operands(alloc);
    let mut sizes = Vec::new();
    for &size in ty.shape(ctx)? {
        sizes.push(match size {
            DYNAMIC => FoldResult::Value(open.next()?),
            size => FoldResult::Known(size),
        });
    }
    drop(open);
    let mut strides = vec![FoldResult::Known(1); sizes.len()];
    for dim in (1..sizes.len()).rev() {
        strides[dim - 1] = apply(rw, loc, &product(), &[sizes[dim], strides[dim]])?;
    }
    let mut metadata = Metadata {
        base: memory,
        offset: FoldResult::Known(0),
        sizes,
        strides,
    };
    let base = rw.body.result(extract, 0);
    let base_type = rw.body.value_type(base);
    if base_type != ty && rw.body.has_uses(base) {
        metadata.base = Metadata::of_base(memory).reinterpret(rw, loc, base_type);
    }
    Some(metadata)
}
