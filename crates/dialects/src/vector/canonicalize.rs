//! Canonicalisation.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, Attribute, OpId, OperationState, Type, ValueId};

use super::{
    ConstantMaskOp, CreateMaskOp, ExtractOp, ExtractStridedSliceOp, LoadOp, MaskedloadOp, MaskedstoreOp, ReductionOp,
    StoreOp,
};
use crate::constant_fold::{from_numbers, numbers, uniform};
use crate::matchers;
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `vector.maskedload`.
    MASKED_LOAD for MaskedloadOp = [masked_load];
    /// Of `vector.maskedstore`.
    MASKED_STORE for MaskedstoreOp = [masked_store];
    /// Of `vector.create_mask`.
    CREATE_MASK for CreateMaskOp = [constant_mask];
    /// Of `vector.reduction`.
    REDUCTION for ReductionOp = [reduction_of_one];
    /// Of `vector.extract_strided_slice`.
    STRIDED_SLICE for ExtractStridedSliceOp = [slice_of_constant];
}

/// What is known of a mask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mask {
    AllTrue,
    AllFalse,
    Unknown,
}

fn mask(rw: &Rewriter<'_>, value: ValueId) -> Mask {
    if let Some(constant) = matchers::constant(rw.ctx, rw.body, value) {
        return match uniform(rw.ctx, Some(constant)) {
            Some(bit) if bit.is_zero() => Mask::AllFalse,
            Some(_) => Mask::AllTrue,
            None => Mask::Unknown,
        };
    }
    let Some(op) = rw
        .body
        .defining_op(value)
        .filter(|&op| rw.body.op(op).is(ConstantMaskOp::DEF))
    else {
        return Mask::Unknown;
    };
    let sizes = rw
        .body
        .op_ref(rw.ctx, op)
        .required("mask_dim_sizes")
        .as_dense_ints(rw.ctx)
        .unwrap_or_default();
    let shape = rw.body.value_type(value).shape(rw.ctx).unwrap_or(&[]);
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

/// The only element of a vector is what combining all gives.
fn reduction_of_one(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let vector = view.operand(0);
    if view.data().num_operands() != 1 || rw.body.value_type(vector).shape(rw.ctx) != Some(&[1]) {
        return false;
    }
    let ty = view.result_type(0);
    let position = rw.ctx.dense_i64_array(&[0]);
    rw.replace_with(
        op,
        ExtractOp::build(rw.ctx, rw.location_of(op), vector, &[], position, &[ty]),
    );
    true
}

fn ints(rw: &Rewriter<'_>, attr: Attribute) -> Vec<i64> {
    attr.as_array(rw.ctx)
        .unwrap_or(&[])
        .iter()
        .filter_map(|attr| attr.as_i64(rw.ctx))
        .collect()
}

/// A part of a constant is a constant.
fn slice_of_constant(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let (source, ty) = (view.operand(0), view.result_type(0));
    let Some(constant) = matchers::constant(rw.ctx, rw.body, source) else {
        return false;
    };
    let lists = ["offsets", "sizes", "strides"].map(|name| ints(rw, view.required(name)));
    let Some(value) = slice(rw, constant, rw.body.value_type(source), ty, &lists) else {
        return false;
    };
    let state = crate::arith::ConstantOp::build(rw.ctx, rw.location_of(op), value, &[ty]);
    rw.replace_with(op, state);
    true
}

fn slice(rw: &Rewriter<'_>, constant: Attribute, from: Type, to: Type, lists: &[Vec<i64>; 3]) -> Option<Attribute> {
    if !matches!(constant.kind(rw.ctx), AttrKind::DenseElements { .. }) {
        return None;
    }
    let found = numbers(rw.ctx, constant)?;
    if found.splat {
        return from_numbers(rw.ctx, to, &found.values, true);
    }
    let (shape, result) = (from.shape(rw.ctx)?, to.shape(rw.ctx)?);
    let [offsets, _, strides] = lists;
    if strides.iter().any(|&stride| stride != 1) {
        return None;
    }
    let mut values = Vec::new();
    for number in 0..result.iter().product::<i64>() {
        let (mut rest, mut index, mut weight) = (number, 0, 1);
        for dim in (0..shape.len()).rev() {
            let place = rest % result[dim] + offsets.get(dim).copied().unwrap_or(0);
            rest /= result[dim];
            index += place * weight;
            weight *= shape[dim];
        }
        values.push(found.values.get(usize::try_from(index).ok()?)?.clone());
    }
    from_numbers(rw.ctx, to, &values, false)
}
