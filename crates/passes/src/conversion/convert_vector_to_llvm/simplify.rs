//! Ops that others can express, before the conversion.

use asyncir_dialects::{arith, vector};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FnPattern, Rewriter};
use asyncir_ir::{AttrKind, OpId, OperationState, Type, TypeKind};

/// The simplifications.
pub(super) static PATTERNS: [FnPattern; 3] = [
    FnPattern {
        name: "extract-strided-slice-to-shuffle",
        root: vector::ExtractStridedSliceOp::DEF,
        benefit: 1,
        rewrite: |rw, op| slice_to_shuffle(rw, op).is_some(),
    },
    FnPattern {
        name: "step-to-constant",
        root: vector::StepOp::DEF,
        benefit: 1,
        rewrite: |rw, op| step_to_constant(rw, op).is_some(),
    },
    FnPattern {
        name: "constant-mask-to-constant",
        root: vector::ConstantMaskOp::DEF,
        benefit: 1,
        rewrite: |rw, op| mask_to_constant(rw, op).is_some(),
    },
];

/// A part of a vector of one dimension is a shuffle of it.
fn slice_to_shuffle(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (source, result) = (op_ref.operand(0), op_ref.result_type(0));
    if op_ref.operand_type(0).shape(ctx)?.len() != 1 {
        return None;
    }
    let only = |name: &str| match op_ref.property(name)?.as_array(ctx)? {
        [value] => value.as_i64(ctx),
        _ => None,
    };
    let (offset, size, stride) = (only("offsets")?, only("sizes")?, only("strides")?);
    let mask: Vec<i64> = (0..size).map(|lane| offset + lane * stride).collect();
    let state = OperationState::of(vector::ShuffleOp::DEF, loc)
        .operands(&[source, source])
        .property(ctx, "mask", ctx.dense_i64_array(&mask))
        .results(&[result]);
    rw.replace_with(op, state);
    Some(())
}

/// The numbers 0, 1, 2 and so on are a constant unless their count depends on the target.
fn step_to_constant(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc, ty) = (rw.ctx, op_ref.location(), op_ref.result_type(0));
    let TypeKind::Vector { shape, scalable, element } = ty.kind(ctx) else {
        return None;
    };
    if scalable.contains(&true) {
        return None;
    }
    let bytes = ctx.int_or_index_width(*element)?.div_ceil(8) as usize;
    let lanes = *shape.first()?;
    let data: Box<[u8]> = (0..lanes)
        .flat_map(|lane| {
            let mut word = lane.to_le_bytes().to_vec();
            word.resize(bytes, 0);
            word
        })
        .collect();
    let value = ctx.attr(AttrKind::DenseElements { ty, splat: lanes == 1, data });
    rw.replace_with(op, arith::ConstantOp::build(ctx, loc, value, &[ty]));
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
    let value = ctx.attr(AttrKind::DenseElements { ty, splat, data: bits.collect() });
    debug_assert_eq!(ty.element_or_self(ctx), Type::I1, "masks are bits");
    rw.replace_with(op, arith::ConstantOp::build(ctx, loc, value, &[ty]));
    Some(())
}
