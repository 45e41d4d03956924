//! `convert-bufferization-to-memref`: copies of memory become new memory and ops that fill it, and memory is freed under
//! conditions that are computed when the program runs.

use asyncir_dialects::arith::build;
use asyncir_dialects::bufferization::CloneOp;
use asyncir_dialects::memref::strides::{MemRef, is_identity_layout, memory_space, strides_and_offset};
use asyncir_dialects::{arith, memref, scf};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::rewrite::{FnPattern, Rewriter};
use asyncir_ir::{DYNAMIC, Diagnostics, Location, OpId, OwnedOp, Type, ValueId};

use crate::bufferization::bufferization_lower_deallocations;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-bufferization-to-memref",
    class: "ConvertBufferizationToMemRefPass",
    summary: "Convert operations from the Bufferization dialect to the MemRef dialect",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(Conversion)),
};

struct Conversion;

impl Pass for Conversion {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        bufferization_lower_deallocations::run(op, cx, false)?;
        let mut patterns = ConversionPatterns::new();
        patterns.add_rewrite(&CLONE);
        let mut target = ConversionTarget::new();
        target.legal_dialects(&["arith", "func", "memref", "scf"]);
        target.illegal_dialect("bufferization");
        let config = cx.conversion_config();
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &config)
    }
}

static CLONE: FnPattern = FnPattern {
    name: "convert-clone",
    root: CloneOp::DEF,
    benefit: 1,
    rewrite: |rw, op| convert_clone(rw, op).is_some(),
};

fn convert_clone(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (source, ty) = (rw.body.operand(op, 0), rw.body.value_type(rw.body.result(op, 0)));
    let location = rw.location_of(op);
    let copy = match MemRef::of(rw.ctx, ty) {
        Some(memref) => allocate(rw, location, source, ty, &memref)?,
        None => allocate_unranked(rw, location, source, ty),
    };
    rw.insert(memref::CopyOp::build(rw.ctx, location, source, copy, &[]));
    rw.replace(op, &[copy]);
    Some(())
}

/// Dense memory of the same sizes; a cast gives it the layout of the type, which must leave open what dense memory does
/// not have.
fn allocate(rw: &mut Rewriter<'_>, location: Location, source: ValueId, ty: Type, memref: &MemRef) -> Option<ValueId> {
    let is_dense = is_identity_layout(rw.ctx, memref.layout);
    if !is_dense {
        strides_and_offset(rw.ctx, ty)?;
    }
    let mut sizes = Vec::new();
    for dim in (0..memref.rank()).filter(|&dim| memref.shape[dim] == DYNAMIC) {
        let index = build::index(rw, location, dim as i64);
        sizes.push(rw.insert_or_fold(memref::DimOp::build(rw.ctx, location, source, index, &[Type::INDEX])));
    }
    let dense = MemRef {
        layout: None,
        ..memref.clone()
    };
    let dense = dense.ty(rw.ctx);
    let new = rw.insert_value(memref::AllocOp::build(rw.ctx, location, &sizes, &[], None, &[dense]));
    if is_dense {
        return Some(new);
    }
    memref::are_cast_compatible(rw.ctx, dense, ty)
        .then(|| rw.insert_value(memref::CastOp::build(rw.ctx, location, new, &[ty])))
}

/// As many elements as the source has, in the shape that it has when the program runs.
fn allocate_unranked(rw: &mut Rewriter<'_>, location: Location, source: ValueId, ty: Type) -> ValueId {
    let ctx = rw.ctx;
    let zero = build::index(rw, location, 0);
    let one = build::index(rw, location, 1);
    let rank = rw.insert_value(memref::RankOp::build(ctx, location, source, &[Type::INDEX]));
    let shape_type = ctx.memref_type(&[DYNAMIC], Type::INDEX);
    let shape = rw.insert_value(memref::AllocaOp::build(
        ctx,
        location,
        &[rank],
        &[],
        None,
        &[shape_type],
    ));
    let count = count_elements(rw, location, source, shape, (zero, rank, one));
    let element = ty.element_or_self(ctx);
    let flat = MemRef {
        shape: vec![DYNAMIC],
        element,
        layout: None,
        memory_space: memory_space(ctx, ty),
    };
    let flat = flat.ty(ctx);
    let new = rw.insert_value(memref::AllocOp::build(ctx, location, &[count], &[], None, &[flat]));
    rw.insert_value(memref::ReshapeOp::build(ctx, location, new, shape, &[ty]))
}

/// A loop over the dimensions that stores their sizes and multiplies them.
fn count_elements(
    rw: &mut Rewriter<'_>,
    location: Location,
    source: ValueId,
    shape: ValueId,
    bounds: (ValueId, ValueId, ValueId),
) -> ValueId {
    let ctx = rw.ctx;
    let outside = rw.point();
    let region = rw.body.create_region();
    let block = rw.create_block(region, None, &[(Type::INDEX, location); 2]);
    let (dim, product) = (rw.body.block_arg(block, 0), rw.body.block_arg(block, 1));
    let size = rw.insert_value(memref::DimOp::build(ctx, location, source, dim, &[Type::INDEX]));
    rw.insert(memref::StoreOp::build(
        ctx,
        location,
        size,
        shape,
        &[dim],
        None,
        None,
        &[],
    ));
    let product = build::ArithBuilder::new(rw, location).operation(arith::MulIOp::DEF, &[product, size], Type::INDEX);
    rw.insert(scf::YieldOp::build(ctx, location, &[product], &[]));
    rw.set_point(outside);
    rw.insert_value(scf::ForOp::with_region(
        ctx,
        location,
        bounds,
        &[bounds.2],
        &[Type::INDEX],
        region,
    ))
}
