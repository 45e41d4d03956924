//! Canonicalisation.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, OpId, OperationState, ValueId};

use super::shapes::dims;
use super::{
    CompressstoreOp, ConstantMaskOp, CreateMaskOp, ExpandloadOp, GatherOp, LoadOp, MaskedloadOp, MaskedstoreOp,
    ScatterOp, StepOp, StoreOp, VectorScaleOp,
};
use crate::constant_fold::{numbers, uniform};
use crate::constraints::is_memref;
use crate::op_patterns::op_patterns;
use crate::{arith, matchers};

op_patterns! {
    /// Of `vector.maskedload`.
    MASKED_LOAD for MaskedloadOp = [masked_load];
    /// Of `vector.maskedstore`.
    MASKED_STORE for MaskedstoreOp = [masked_store];
    /// Of `vector.expandload`.
    EXPAND_LOAD for ExpandloadOp = [masked_load];
    /// Of `vector.compressstore`.
    COMPRESS_STORE for CompressstoreOp = [masked_store];
    /// Of `vector.gather`.
    GATHER for GatherOp = [masked_gather, contiguous_gather];
    /// Of `vector.scatter`.
    SCATTER for ScatterOp = [masked_scatter, contiguous_scatter];
    /// Of `vector.create_mask`.
    CREATE_MASK for CreateMaskOp = [constant_mask];
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
    let Some(op) = body.defining_op(value) else {
        return Mask::Unknown;
    };
    if body.op(op).is(CreateMaskOp::DEF) {
        // One with all bits set is a constant.
        let is_empty = |size| matchers::constant_int(ctx, body, size).is_some_and(|size| size <= 0);
        return if body.operands(op).any(is_empty) {
            Mask::AllFalse
        } else {
            Mask::Unknown
        };
    }
    if !body.op(op).is(ConstantMaskOp::DEF) {
        return Mask::Unknown;
    }
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
    let Some(def) = view.data().def() else { return false };
    let slot = |slot: usize| def.operand_range(view, slot).map(|index| view.operand(index));
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
    let Some(def) = view.data().def() else { return false };
    let slot = |slot: usize| def.operand_range(view, slot).map(|index| view.operand(index));
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

/// The factor of a size that is so many times the scale of vectors.
fn scaled_size(ctx: &Context, body: &Body, size: ValueId) -> Option<i64> {
    let maker = body.defining_op(size)?;
    if body.op(maker).is(VectorScaleOp::DEF) {
        return Some(1);
    }
    if !body.op(maker).is(arith::MulIOp::DEF) {
        return None;
    }
    let is_scale = |value| {
        body.defining_op(value)
            .is_some_and(|op| body.op(op).is(VectorScaleOp::DEF))
    };
    let (lhs, rhs) = (body.operand(maker, 0), body.operand(maker, 1));
    match (is_scale(lhs), is_scale(rhs)) {
        (true, _) => matchers::constant_int(ctx, body, rhs),
        (_, true) => matchers::constant_int(ctx, body, lhs),
        _ => None,
    }
}

/// A mask of constant sizes is a constant. Of a scalable dimension no bits are constant, or all of them.
fn constant_mask(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let ty = view.result_type(0);
    let mut dims = dims(rw.ctx, ty);
    if dims.is_empty() {
        dims.push((1, false));
    }
    let known = |(operand, &(size, scalable)): (ValueId, &(i64, bool))| {
        let (constant, scaled) = (
            matchers::constant_int(rw.ctx, rw.body, operand),
            scaled_size(rw.ctx, rw.body, operand),
        );
        let known = match constant {
            Some(bits) => Some(bits).filter(|&bits| !scalable || bits < 0),
            None => scaled.filter(|&factor| factor >= size),
        };
        known.map(|bits| bits.clamp(0, size))
    };
    let sizes: Option<Vec<i64>> = view.operands().into_iter().zip(&dims).map(known).collect();
    let Some(mut sizes) = sizes.filter(|sizes| sizes.len() == dims.len()) else {
        return false;
    };
    // Nothing in one dimension is nothing at all.
    if sizes.contains(&0) {
        sizes.fill(0);
    }
    let sizes = rw.ctx.dense_i64_array(&sizes);
    rw.replace_with(op, ConstantMaskOp::build(rw.ctx, rw.location_of(op), sizes, &[ty]));
    true
}
