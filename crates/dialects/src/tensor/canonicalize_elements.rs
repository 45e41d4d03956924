//! Canonicalisation of ops on single elements.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::effects_recursively;
use asyncir_ir::{Mapping, OpId, ValueId};

use super::canonicalize::{known_sizes, replace_as};
use super::{CastOp, ExtractOp, GenerateOp, InsertOp};
use crate::arith::IndexCastOp;
use crate::linalg::{FillOp, fold_casts_of_operands};
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `tensor.extract`.
    EXTRACT for ExtractOp = [extract_from_cast, extract_from_index_cast, extract_from_generate, extract_from_fill];
    /// Of `tensor.insert`.
    INSERT for InsertOp = [fold_casts_of_operands];
    /// Of `tensor.generate`.
    GENERATE for GenerateOp = [constant_extents];
}

fn indices(rw: &Rewriter<'_>, op: OpId) -> Vec<ValueId> {
    rw.body.operands(op).skip(1).collect()
}

/// A cast of the tensor does not matter, if it had a rank before.
fn extract_from_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(cast) = rw.body.defining_op_of_operand(op, 0, CastOp::DEF) else {
        return false;
    };
    let source = rw.body.operand(cast, 0);
    if rw.body.value_type(source).shape(rw.ctx).is_none() {
        return false;
    }
    let (ty, indices) = (rw.body.result_type(op, 0), indices(rw, op));
    let state = ExtractOp::build(rw.ctx, rw.location_of(op), source, &indices, &[ty]);
    rw.replace_with(op, state);
    true
}

/// One element is converted instead of all.
fn extract_from_index_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(cast) = rw.body.defining_op_of_operand(op, 0, IndexCastOp::DEF) else {
        return false;
    };
    let source = rw.body.operand(cast, 0);
    let element = rw.body.value_type(source).element_or_self(rw.ctx);
    let (ty, location, indices) = (rw.body.result_type(op, 0), rw.location_of(op), indices(rw, op));
    rw.set_before(op);
    let value = rw.insert_value(ExtractOp::build(rw.ctx, location, source, &indices, &[element]));
    let state = IndexCastOp::build(rw.ctx, location, value, &[ty]);
    rw.replace_with(op, state);
    true
}

/// An element of a tensor that a region computes is computed where it is needed.
fn extract_from_generate(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(generate) = rw.body.defining_op_of_operand(op, 0, GenerateOp::DEF) else {
        return false;
    };
    // What has effects must happen once.
    if effects_recursively(rw.body.op_ref(rw.ctx, generate)).is_none_or(|effects| !effects.is_empty()) {
        return false;
    }
    let region = rw.body.op_regions(generate).first();
    let Some(block) = region.and_then(|&region| rw.body.region(region).first()) else {
        return false;
    };
    let mut map = Mapping::new();
    let arguments: Vec<ValueId> = rw.body.block_args(block).collect();
    for (argument, index) in arguments.into_iter().zip(indices(rw, op)) {
        map.map_value(argument, index);
    }
    let inside: Vec<OpId> = rw.body.block_ops(block).collect();
    let Some((&end, inside)) = inside.split_last() else {
        return false;
    };
    rw.set_before(op);
    for &inner in inside {
        let copy = rw.body.clone_op(inner, &mut map);
        rw.insert_copy(copy);
    }
    let value = map.value(rw.body.operand(end, 0));
    rw.replace(op, &[value]);
    true
}

/// Every element of a filled tensor is what it was filled with.
fn extract_from_fill(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(fill) = rw.body.defining_op_of_operand(op, 0, FillOp::DEF) else {
        return false;
    };
    let value = rw.body.operand(fill, 0);
    rw.replace(op, &[value]);
    true
}

/// Sizes that are constants belong to the type.
fn constant_extents(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let sizes: Vec<ValueId> = rw.body.operands(op).collect();
    let Some((ty, sizes)) = known_sizes(rw, rw.body.result_type(op, 0), &sizes) else {
        return false;
    };
    let Some(&from) = rw.body.op_regions(op).first() else {
        return false;
    };
    let location = rw.location_of(op);
    rw.set_before(op);
    let mut state = GenerateOp::build(rw.ctx, location, &sizes, &[ty]);
    let region = rw.body.create_region();
    state.regions.push(region);
    let new = rw.insert_value(state);
    rw.inline_region(from, region, None);
    replace_as(rw, op, new);
    true
}
