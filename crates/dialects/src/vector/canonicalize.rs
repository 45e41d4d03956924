//! Canonicalisation.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, OpId, OperationState, TypeKind, ValueId};

use super::canonicalize_shape;
use super::{
    ConstantMaskOp, CreateMaskOp, ExtractOp, ExtractStridedSliceOp, GatherOp, LoadOp, MaskedloadOp, MaskedstoreOp,
    ScatterOp, ShapeCastOp, StepOp, StoreOp,
};
use crate::constant_fold::{numbers, uniform};
use crate::constraints::is_memref;
use crate::matchers;
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `vector.maskedload`.
    MASKED_LOAD for MaskedloadOp = [masked_load];
    /// Of `vector.maskedstore`.
    MASKED_STORE for MaskedstoreOp = [masked_store];
    /// Of `vector.gather`.
    GATHER for GatherOp = [masked_gather, contiguous_gather];
    /// Of `vector.scatter`.
    SCATTER for ScatterOp = [masked_scatter, contiguous_scatter];
    /// Of `vector.create_mask`.
    CREATE_MASK for CreateMaskOp = [constant_mask];
    /// Of `vector.extract_strided_slice`.
    STRIDED_SLICE for ExtractStridedSliceOp = [
        canonicalize_shape::slice_of_known_mask, canonicalize_shape::slice_of_broadcast, contiguous_slice,
    ];
}

/// What is known of a mask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mask {
    AllTrue,
    AllFalse,
    Unknown,
}

/// Whether all bits of a mask are known to be set.
pub(super) fn is_full(ctx: &Context, body: &Body, value: ValueId) -> bool {
    known_mask(ctx, body, value) == Mask::AllTrue
}

fn mask(rw: &Rewriter<'_>, value: ValueId) -> Mask {
    known_mask(rw.ctx, rw.body, value)
}

fn known_mask(ctx: &Context, body: &Body, value: ValueId) -> Mask {
    if let Some(constant) = matchers::constant(ctx, body, value) {
        return match uniform(ctx, Some(constant)) {
            Some(bit) if bit.is_zero() => Mask::AllFalse,
            Some(_) => Mask::AllTrue,
            None => Mask::Unknown,
        };
    }
    let Some(op) = body
        .defining_op(value)
        .filter(|&op| body.op(op).is(ConstantMaskOp::DEF))
    else {
        return Mask::Unknown;
    };
    let sizes = body
        .op_ref(ctx, op)
        .required("mask_dim_sizes")
        .as_dense_ints(ctx)
        .unwrap_or_default();
    let shape = body.value_type(value).shape(ctx).unwrap_or(&[]);
    if sizes == shape {
        Mask::AllTrue
    } else if sizes.contains(&0) {
        Mask::AllFalse
    } else {
        Mask::Unknown
    }
}

/// A load of all elements is a plain one; one of none gives what stands in for them.
fn masked_load(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let slot = |slot: usize| {
        MaskedloadOp::DEF
            .operand_range(view, slot)
            .map(|index| view.operand(index))
    };
    let (Some(mask_value), Some(pass_thru)) = (slot(2).next(), slot(3).next()) else {
        return false;
    };
    let places: Vec<ValueId> = slot(0).chain(slot(1)).collect();
    let ty = view.result_type(0);
    match mask(rw, mask_value) {
        Mask::AllFalse => rw.replace(op, &[pass_thru]),
        Mask::AllTrue => {
            let state = OperationState::of(LoadOp::DEF, rw.location_of(op))
                .operands(&places)
                .results(&[ty]);
            rw.replace_with(op, state);
        }
        Mask::Unknown => return false,
    }
    true
}

/// A store of all elements is a plain one; one of none does nothing.
fn masked_store(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let slot = |slot: usize| {
        MaskedstoreOp::DEF
            .operand_range(view, slot)
            .map(|index| view.operand(index))
    };
    let (Some(mask_value), Some(value)) = (slot(2).next(), slot(3).next()) else {
        return false;
    };
    let operands: Vec<ValueId> = std::iter::once(value).chain(slot(0)).chain(slot(1)).collect();
    match mask(rw, mask_value) {
        Mask::AllFalse => rw.erase(op),
        Mask::AllTrue => {
            let state = OperationState::of(StoreOp::DEF, rw.location_of(op)).operands(&operands);
            rw.replace_with(op, state);
        }
        Mask::Unknown => return false,
    }
    true
}

/// A gather of no element gives what stands in for them.
fn masked_gather(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = GatherOp(rw.body.op_ref(rw.ctx, op));
    let (mask_value, pass_thru) = (view.mask(), view.pass_thru());
    let nothing = mask(rw, mask_value) == Mask::AllFalse;
    if nothing {
        rw.replace(op, &[pass_thru]);
    }
    nothing
}

/// A scatter of no element does nothing.
fn masked_scatter(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ScatterOp(rw.body.op_ref(rw.ctx, op));
    let (mask_value, base) = (view.mask(), view.base());
    let has_result = rw.body.op(op).num_results() > 0;
    let nothing = mask(rw, mask_value) == Mask::AllFalse;
    match (nothing, has_result) {
        (true, true) => rw.replace(op, &[base]),
        (true, false) => rw.erase(op),
        (false, _) => {}
    }
    nothing
}

/// Whether a vector is 0, 1, 2 and so on.
fn counts_from_zero(rw: &Rewriter<'_>, value: ValueId) -> bool {
    let is_step = |op| rw.body.op(op).is(StepOp::DEF);
    if rw.body.defining_op(value).is_some_and(is_step) {
        return true;
    }
    let constant = matchers::constant(rw.ctx, rw.body, value).and_then(|constant| numbers(rw.ctx, constant));
    let shape = rw.body.value_type(value).shape(rw.ctx);
    constant.is_some_and(|constant| {
        let mut lanes = constant.values.iter().enumerate();
        shape.is_some_and(|shape| shape == [constant.values.len() as i64])
            && lanes.all(|(lane, number)| number.to_u64() == Some(lane as u64))
    })
}

/// A gather of consecutive elements is a masked load.
fn contiguous_gather(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = GatherOp(rw.body.op_ref(rw.ctx, op));
    let (base, offsets, indices) = (view.base(), view.offsets(), view.indices());
    let (mask, pass_thru) = (view.mask(), view.pass_thru());
    if !is_memref(rw.ctx, rw.body.value_type(base)) || !counts_from_zero(rw, indices) {
        return false;
    }
    let ty = rw.body.value_type(rw.body.result(op, 0));
    let operands = [&[base], &offsets[..], &[mask, pass_thru]].concat();
    let state = OperationState::of(MaskedloadOp::DEF, rw.location_of(op))
        .operands(&operands)
        .results(&[ty]);
    rw.replace_with(op, state);
    true
}

/// A scatter of consecutive elements is a masked store.
fn contiguous_scatter(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ScatterOp(rw.body.op_ref(rw.ctx, op));
    let (base, offsets, indices) = (view.base(), view.offsets(), view.indices());
    let (mask, value) = (view.mask(), view.valueToStore());
    if !is_memref(rw.ctx, rw.body.value_type(base)) || !counts_from_zero(rw, indices) {
        return false;
    }
    let operands = [&[base], &offsets[..], &[mask, value]].concat();
    let state = OperationState::of(MaskedstoreOp::DEF, rw.location_of(op)).operands(&operands);
    rw.replace_with(op, state);
    true
}

/// A part that is whole in its inner dimensions and one element of the outer ones is extracted.
fn contiguous_slice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let (source, ty) = (view.operand(0), view.result_type(0));
    let numbers = |name: &'static str| -> Vec<i64> {
        let list = view.required(name).as_array(rw.ctx).unwrap_or(&[]);
        list.iter().filter_map(|number| number.as_i64(rw.ctx)).collect()
    };
    let (offsets, sizes) = (numbers("offsets"), numbers("sizes"));
    let from = rw.body.value_type(source);
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = from.kind(rw.ctx)
    else {
        return false;
    };
    if scalable.contains(&true) || numbers("strides").iter().any(|&stride| stride != 1) {
        return false;
    }
    let Some(last_cut) = (0..sizes.len()).rfind(|&dim| sizes[dim] != shape[dim]) else {
        return false;
    };
    let mut outer = last_cut + 1;
    if outer == shape.len() || sizes[..outer].iter().any(|&size| size != 1) {
        return false;
    }
    // The rest has no outer dimensions of one element either.
    while outer + 1 < sizes.len() && sizes[outer] == 1 {
        outer += 1;
    }
    let part = rw.ctx.ty(TypeKind::Vector {
        shape: shape[outer..].into(),
        scalable: scalable[outer..].into(),
        element: *element,
    });
    let position = rw.ctx.dense_i64_array(&offsets[..outer]);
    let location = rw.location_of(op);
    rw.set_before(op);
    let part = rw.insert_value(ExtractOp::build(rw.ctx, location, source, &[], position, &[part]));
    rw.replace_with(op, ShapeCastOp::build(rw.ctx, location, part, &[ty]));
    true
}

/// A mask of constant sizes is a constant.
fn constant_mask(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let ty = view.result_type(0);
    let shape = ty.shape(rw.ctx).unwrap_or(&[]);
    if view.data().num_operands() != shape.len() || shape.is_empty() {
        return false;
    }
    let known = |(operand, &size): (ValueId, &i64)| {
        matchers::constant_int(rw.ctx, rw.body, operand).map(|bits| bits.clamp(0, size))
    };
    let sizes: Option<Vec<i64>> = view.operands().into_iter().zip(shape).map(known).collect();
    let Some(mut sizes) = sizes else { return false };
    // Nothing in one dimension is nothing at all.
    if sizes.contains(&0) {
        sizes.fill(0);
    }
    let sizes = rw.ctx.dense_i64_array(&sizes);
    rw.replace_with(op, ConstantMaskOp::build(rw.ctx, rw.location_of(op), sizes, &[ty]));
    true
}
