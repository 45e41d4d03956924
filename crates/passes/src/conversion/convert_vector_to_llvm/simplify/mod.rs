//! Ops that others can express, before the conversion.

mod broadcast;
pub(crate) mod build;
mod contract;
mod lines;
mod masks;
mod outer_product;
mod rows;
mod shape_cast;
mod slices;
mod transfer;
mod transpose;

use asyncir_dialects::arith::build::constant;
use asyncir_dialects::{arith, vector};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::{FnPattern, RewritePattern, Rewriter};
use asyncir_ir::{AttrKind, Attribute, Context, OpId, Type, TypeKind};

use self::contract::Way;
use super::Options;

/// The simplifications.
pub(super) fn patterns(options: &Options) -> impl Iterator<Item = &'static dyn RewritePattern> {
    let masks = if options.narrow_masks { &MASKS_32 } else { &MASKS_64 };
    let contractions = if options.outer_products {
        &OUTER_PRODUCTS
    } else {
        &DOT_PRODUCTS
    };
    let shuffles = if options.shuffles { &SHUFFLES[..] } else { &[] };
    let own = shuffles
        .iter()
        .chain(contractions)
        .chain(&PATTERNS)
        .chain(masks)
        .map(|pattern| pattern as &dyn RewritePattern);
    let of_op = |def: &&'static OpDef| def.hooks.canonicalize.first().copied();
    MASKED.iter().filter_map(of_op).chain(own)
}

static DOT_PRODUCTS: [FnPattern; 1] = [FnPattern::new(
    "contraction-to-products",
    vector::ContractionOp::DEF,
    |rw, op| contract::lower(rw, op, Way::DotProducts).is_some(),
)];

static OUTER_PRODUCTS: [FnPattern; 1] = [FnPattern::new(
    "contraction-to-products",
    vector::ContractionOp::DEF,
    |rw, op| contract::lower(rw, op, Way::OuterProducts).is_some(),
)];

static SHUFFLES: [FnPattern; 1] = [FnPattern::new(
    "transpose-by-shuffle",
    vector::TransposeOp::DEF,
    |rw, op| transpose::shuffle(rw, op).is_some(),
)];

static MASKS_32: [FnPattern; 1] = [FnPattern::new(
    "mask-to-comparison",
    vector::CreateMaskOp::DEF,
    |rw, op| mask_to_comparison(rw, op, Type::I32).is_some(),
)];

static MASKS_64: [FnPattern; 1] = [FnPattern::new(
    "mask-to-comparison",
    vector::CreateMaskOp::DEF,
    |rw, op| mask_to_comparison(rw, op, Type::I64).is_some(),
)];

/// Ops whose first canonicalisation pattern is used: most of them use what is known of masks.
static MASKED: [&OpDef; 9] = [
    vector::ExtractStridedSliceOp::DEF,
    vector::TransposeOp::DEF,
    vector::CreateMaskOp::DEF,
    vector::MaskedloadOp::DEF,
    vector::MaskedstoreOp::DEF,
    vector::GatherOp::DEF,
    vector::ScatterOp::DEF,
    vector::ExpandloadOp::DEF,
    vector::CompressstoreOp::DEF,
];

static PATTERNS: [FnPattern; 20] = [
    FnPattern::new("list-by-rows", vector::FromElementsOp::DEF, |rw, op| {
        rows::list(rw, op).is_some()
    }),
    FnPattern::new("take-apart-by-rows", vector::ToElementsOp::DEF, |rw, op| {
        rows::take_apart(rw, op).is_some()
    }),
    FnPattern::new("multiply-add-by-rows", vector::FMAOp::DEF, |rw, op| {
        rows::multiply_add(rw, op).is_some()
    }),
    FnPattern::new("gather-by-rows", vector::GatherOp::DEF, |rw, op| {
        rows::gather(rw, op).is_some()
    }),
    FnPattern::new("bitcast-by-rows", vector::BitcastOp::DEF, |rw, op| {
        lines::bitcast(rw, op).is_some()
    }),
    FnPattern::new("interleave-by-rows", vector::InterleaveOp::DEF, |rw, op| {
        lines::interleave(rw, op).is_some()
    }),
    FnPattern::new("deinterleave-by-rows", vector::DeinterleaveOp::DEF, |rw, op| {
        lines::deinterleave(rw, op).is_some()
    }),
    FnPattern::new("take-slice", vector::ExtractStridedSliceOp::DEF, |rw, op| {
        slices::take(rw, op).is_some()
    }),
    FnPattern::new("put-slice", vector::InsertStridedSliceOp::DEF, |rw, op| {
        slices::put(rw, op).is_some()
    }),
    FnPattern::new("cast-shape-by-pieces", vector::ShapeCastOp::DEF, |rw, op| {
        shape_cast::lower(rw, op).is_some()
    }),
    FnPattern::new("step-to-constant", vector::StepOp::DEF, |rw, op| {
        step_to_constant(rw, op).is_some()
    }),
    FnPattern::new("open-mask-by-rows", vector::CreateMaskOp::DEF, |rw, op| {
        masks::split_open(rw, op).is_some()
    }),
    FnPattern::new("known-mask-by-rows", vector::ConstantMaskOp::DEF, |rw, op| {
        masks::split_known(rw, op).is_some()
    }),
    FnPattern::new("mask-to-constant", vector::ConstantMaskOp::DEF, |rw, op| {
        mask_to_constant(rw, op).is_some()
    }),
    FnPattern::new("selected-lane-to-condition", arith::SelectOp::DEF, |rw, op| {
        masks::selected_lane(rw, op).is_some()
    }),
    FnPattern::new("transpose-by-elements", vector::TransposeOp::DEF, |rw, op| {
        transpose::lower(rw, op).is_some()
    }),
    FnPattern::new("outer-product-by-rows", vector::OuterproductOp::DEF, |rw, op| {
        outer_product::lower(rw, op).is_some()
    }),
    FnPattern::new("split-broadcast", vector::BroadcastOp::DEF, |rw, op| {
        broadcast::split(rw, op).is_some()
    }),
    FnPattern::new("read-to-load", vector::TransferReadOp::DEF, |rw, op| {
        transfer::lower_read(rw, op).is_some()
    }),
    FnPattern::new("write-to-store", vector::TransferWriteOp::DEF, |rw, op| {
        transfer::lower_write(rw, op).is_some()
    }),
];

/// 0, 1, 2 and so on as a vector of type `ty`, which is an integer or index vector of one dimension.
fn step_constant(ctx: &Context, ty: Type) -> Option<Attribute> {
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = ty.kind(ctx)
    else {
        return None;
    };
    if scalable.contains(&true) {
        return None;
    }
    let bytes = ctx.int_or_index_width(*element)?.div_ceil(8) as usize;
    // A vector without dimensions has one lane.
    let lanes = shape.first().copied().unwrap_or(1);
    let data: Box<[u8]> = (0..lanes)
        .flat_map(|lane| {
            let mut word = lane.to_le_bytes().to_vec();
            word.resize(bytes, 0);
            word
        })
        .collect();
    Some(ctx.attr(AttrKind::DenseElements {
        ty,
        splat: lanes == 1,
        data,
    }))
}

/// The numbers 0, 1, 2 and so on are a constant unless their count depends on the target.
fn step_to_constant(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc, ty) = (rw.ctx, op_ref.location(), op_ref.result_type(0));
    let value = step_constant(ctx, ty)?;
    rw.replace_with(op, arith::ConstantOp::build(ctx, loc, value, &[ty]));
    Some(())
}

/// A mask of one dimension with an open number of leading ones compares the numbers of its lanes with it.
fn mask_to_comparison(rw: &mut Rewriter<'_>, op: OpId, lane_type: Type) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc, ty) = (rw.ctx, op_ref.location(), op_ref.result_type(0));
    let count = match op_ref.operands()[..] {
        [count] => count,
        _ => return None,
    };
    let lanes_type = arith::attrs::with_element(ctx, ty, lane_type);
    let lanes = step_constant(ctx, lanes_type)?;
    rw.set_before(op);
    let lanes = constant(rw, loc, lanes);
    let count = rw.insert_value(arith::IndexCastOp::build(ctx, loc, count, &[lane_type]));
    let count = rw.insert_value(vector::BroadcastOp::build(ctx, loc, count, &[lanes_type]));
    let greater = ctx.i64_attr(arith::attrs::CMPI_PREDICATES.value("sgt")?);
    rw.replace_with(op, arith::CmpIOp::build(ctx, loc, count, lanes, greater, &[ty]));
    Some(())
}

/// A mask of one dimension with a known number of leading ones is a constant.
fn mask_to_constant(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc, ty) = (rw.ctx, op_ref.location(), op_ref.result_type(0));
    let TypeKind::Vector { shape, scalable, .. } = ty.kind(ctx) else {
        return None;
    };
    let (&[lanes], false) = (&shape[..], scalable.contains(&true)) else {
        return None;
    };
    let ones = *op_ref.property("mask_dim_sizes")?.as_dense_ints(ctx)?.first()?;
    let splat = ones <= 0 || ones >= lanes;
    let bits = (0..if splat { 1 } else { lanes }).map(|lane| u8::from(lane < ones));
    let value = ctx.attr(AttrKind::DenseElements {
        ty,
        splat,
        data: bits.collect(),
    });
    debug_assert_eq!(ty.element_or_self(ctx), Type::I1, "masks are bits");
    rw.replace_with(op, arith::ConstantOp::build(ctx, loc, value, &[ty]));
    Some(())
}
