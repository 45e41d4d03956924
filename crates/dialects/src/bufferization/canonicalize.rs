//! Canonicalisation of tensors in memory, and of copies.

use asyncir_ir::def::{EffectKind, OpView};
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::rewrite::{CycleGuard, RewritePattern, Rewriter};
use asyncir_ir::{DYNAMIC, OpId, Type, ValueId};

use super::{AllocTensorOp, CloneOp, MaterializeInDestinationOp, ToBufferOp, ToTensorOp};
use crate::arith::build;
use crate::index_list::{self, Entry};
use crate::linalg::fold_casts_of_operands;
use crate::matchers::constant_int;
use crate::memref::strides::{MemRef, has_layout_of};
use crate::memref::{self, are_cast_compatible};
use crate::op_patterns::{OpPattern, op_patterns};
use crate::tensor::{CastOp, DimOp, ExtractOp, size_at};

op_patterns! {
    /// Of `bufferization.to_tensor`, and of `bufferization.alloc_tensor`: what is asked of the results.
    DIM for DimOp = [dim_of_to_tensor, dim_of_alloc];
    /// Of `bufferization.alloc_tensor`.
    ALLOC_TENSOR for AllocTensorOp = [constant_sizes];
    /// Of `bufferization.materialize_in_destination`.
    MATERIALIZE for MaterializeInDestinationOp = [fold_casts_of_operands];
    /// Of `bufferization.clone`.
    CLONE for CloneOp = [use_memory_of_clone];
}

/// Of `bufferization.to_buffer`, and what is asked of its results.
pub static TO_BUFFER: &[&dyn RewritePattern] = &[
    &OpPattern {
        name: "buffer_of_cast",
        root: || ToBufferOp::DEF,
        rewrite: buffer_of_cast,
    },
    &OpPattern {
        name: "buffer_of_tensor",
        root: || ToBufferOp::DEF,
        rewrite: buffer_of_tensor,
    },
    &OpPattern {
        name: "load_of_tensor",
        root: || memref::LoadOp::DEF,
        rewrite: load_of_tensor,
    },
    &OpPattern {
        name: "dim_of_to_buffer",
        root: || memref::DimOp::DEF,
        rewrite: dim_of_to_buffer,
    },
];

/// A cast tensor is in memory of its type before, which is cast then.
fn buffer_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(cast) = rw.body.defining_op_of_operand(op, 0, CastOp::DEF) else {
        return false;
    };
    let (source, ty) = (rw.body.operand(cast, 0), rw.body.result_type(op, 0));
    let shape = rw.body.value_type(source).shape(rw.ctx);
    let (Some(shape), Some(memref)) = (shape, MemRef::of(rw.ctx, ty)) else {
        return false;
    };
    let shape = shape.to_vec();
    let from = MemRef { shape, ..memref }.ty(rw.ctx);
    let location = rw.location_of(op);
    rw.set_before(op);
    let buffer = rw.insert_value(ToBufferOp::build(rw.ctx, location, source, None, &[from]));
    rw.replace_with(op, memref::CastOp::build(rw.ctx, location, buffer, &[ty]));
    true
}

/// A tensor that was taken from memory is in that memory; if another layout is asked for that it need not have, in a copy.
fn buffer_of_tensor(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(maker) = rw.body.defining_op_of_operand(op, 0, ToTensorOp::DEF) else {
        return false;
    };
    let (source, to, location) = (
        rw.body.operand(maker, 0),
        rw.body.result_type(op, 0),
        rw.location_of(op),
    );
    let from = rw.body.value_type(source);
    if from == to {
        rw.replace(op, &[source]);
        return true;
    }
    let same_place = memref::strides::memory_space(rw.ctx, from) == memref::strides::memory_space(rw.ctx, to);
    if !same_place || from.element_or_self(rw.ctx) != to.element_or_self(rw.ctx) {
        return false;
    }
    if are_cast_compatible(rw.ctx, from, to) && has_layout_of(rw.ctx, from, to).unwrap_or(true) {
        rw.replace_with(op, memref::CastOp::build(rw.ctx, location, source, &[to]));
        return true;
    }
    let Some(shape) = to.shape(rw.ctx) else {
        return false;
    };
    rw.set_before(op);
    let mut sizes = Vec::new();
    for (dim, _) in shape.iter().enumerate().filter(|&(_, &size)| size == DYNAMIC) {
        let dim = build::index(rw, location, dim as i64);
        sizes.push(rw.insert_value(memref::DimOp::build(rw.ctx, location, source, dim, &[Type::INDEX])));
    }
    let copy = rw.insert_value(memref::AllocOp::build(rw.ctx, location, &sizes, &[], None, &[to]));
    rw.insert(memref::CopyOp::build(rw.ctx, location, source, copy, &[]));
    rw.replace(op, &[copy]);
    true
}

/// What is read from the memory of a tensor is an element of the tensor.
fn load_of_tensor(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(maker) = rw.body.defining_op_of_operand(op, 0, ToBufferOp::DEF) else {
        return false;
    };
    let tensor = rw.body.operand(maker, 0);
    let indices: Vec<ValueId> = rw.body.operands(op).skip(1).collect();
    let (ty, location) = (rw.body.result_type(op, 0), rw.location_of(op));
    rw.replace_with(op, ExtractOp::build(rw.ctx, location, tensor, &indices, &[ty]));
    true
}

/// The sizes of the memory of a tensor are those of the tensor.
fn dim_of_to_buffer(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(maker) = rw.body.defining_op_of_operand(op, 0, ToBufferOp::DEF) else {
        return false;
    };
    let (tensor, index, location) = (rw.body.operand(maker, 0), rw.body.operand(op, 1), rw.location_of(op));
    rw.replace_with(op, DimOp::build(rw.ctx, location, tensor, index, &[Type::INDEX]));
    true
}

/// The sizes of a tensor in memory are those of the memory.
fn dim_of_to_tensor(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(maker) = rw.body.defining_op_of_operand(op, 0, ToTensorOp::DEF) else {
        return false;
    };
    let (buffer, index, location) = (rw.body.operand(maker, 0), rw.body.operand(op, 1), rw.location_of(op));
    rw.replace_with(
        op,
        memref::DimOp::build(rw.ctx, location, buffer, index, &[Type::INDEX]),
    );
    true
}

/// The sizes of a new tensor are those that it was given, or those of the tensor that it is a copy of.
fn dim_of_alloc(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(maker) = rw.body.defining_op_of_operand(op, 0, AllocTensorOp::DEF) else {
        return false;
    };
    let index = constant_int(rw.ctx, rw.body, rw.body.operand(op, 1));
    let view = AllocTensorOp(rw.body.op_ref(rw.ctx, maker));
    let (copy, sizes) = (view.copy(), view.dynamic_sizes());
    let shape = view.0.result_type(0).shape(rw.ctx).unwrap_or_default();
    let Some(index) = index
        .and_then(|index| usize::try_from(index).ok())
        .filter(|&index| index < shape.len())
    else {
        return false;
    };
    if shape[index] != DYNAMIC {
        return false;
    }
    if let Some(copy) = copy {
        // With a constant of its own, which comes before the others.
        let location = rw.location_of(maker);
        rw.set_before(op);
        let Entry::Dynamic(size) = size_at(rw, location, copy, index) else {
            return false;
        };
        rw.replace(op, &[size]);
        return true;
    }
    let before = shape[..index].iter().filter(|&&size| size == DYNAMIC).count();
    let Some(&size) = sizes.get(before) else {
        return false;
    };
    rw.replace(op, &[size]);
    true
}

/// Sizes that are constants belong to the type.
fn constant_sizes(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = AllocTensorOp(rw.body.op_ref(rw.ctx, op));
    let (sizes, copy, hint, space) = (view.dynamic_sizes(), view.copy(), view.size_hint(), view.memory_space());
    let ty = view.0.result_type(0);
    if copy.is_some() {
        return false;
    }
    let entries = index_list::join(ty.shape(rw.ctx).unwrap_or_default(), &sizes);
    let (entries, changed) = index_list::with_constants(rw.ctx, rw.body, &entries, index_list::is_size);
    if !changed {
        return false;
    }
    let (shape, sizes) = index_list::split(&entries);
    let known = rw.ctx.tensor_type(&shape, ty.element_or_self(rw.ctx));
    let location = rw.location_of(op);
    rw.set_before(op);
    let new = rw.insert_value(AllocTensorOp::build(
        rw.ctx,
        location,
        &sizes,
        None,
        hint,
        space,
        &[known],
    ));
    rw.replace_with(op, CastOp::build(rw.ctx, location, new, &[ty]));
    true
}

/// The op that frees memory: `None` if there are several.
fn freed_by(rw: &Rewriter<'_>, memory: ValueId) -> Option<Option<OpId>> {
    let mut found = None;
    for user in rw.body.users(memory) {
        let effects = effects_of(rw.body.op_ref(rw.ctx, user)).unwrap_or_default();
        let frees = |effect: &asyncir_ir::def::Effect| effect.kind == EffectKind::Free && effect.value == Some(memory);
        if effects.iter().any(frees) && found.replace(user).is_some() {
            return None;
        }
    }
    Some(found)
}

/// The memory that views are views of.
fn viewed(rw: &Rewriter<'_>, mut value: ValueId) -> ValueId {
    let mut guard = CycleGuard::new();
    while let Some(maker) = rw.body.defining_op(value).filter(|&maker| is_view(rw, maker)) {
        if !guard.advance(value) {
            break;
        }
        value = rw.body.operand(maker, 0);
    }
    value
}

fn is_view(rw: &Rewriter<'_>, op: OpId) -> bool {
    let views = [
        memref::CastOp::DEF,
        memref::SubViewOp::DEF,
        memref::ExpandShapeOp::DEF,
        memref::CollapseShapeOp::DEF,
        memref::ReinterpretCastOp::DEF,
        memref::ReshapeOp::DEF,
        memref::TransposeOp::DEF,
        memref::ViewOp::DEF,
        memref::AssumeAlignmentOp::DEF,
        memref::MemorySpaceCastOp::DEF,
    ];
    views.into_iter().any(|def| rw.body.op(op).is(def))
}

/// If the memory or its copy is freed in this block, one can serve as the other, and lives as long as the one that is not
/// freed here.
fn use_memory_of_clone(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (source, clone) = (rw.body.operand(op, 0), rw.body.result(op, 0));
    if !rw.body.has_uses(clone) {
        rw.erase(op);
        return true;
    }
    let (from, to) = (rw.body.value_type(source), rw.body.value_type(clone));
    if from != to && !are_cast_compatible(rw.ctx, from, to) {
        return false;
    }
    let Some(redundant) = redundant_free(rw, op, viewed(rw, source), clone) else {
        return false;
    };
    if from == to {
        rw.replace(op, &[source]);
    } else {
        let state = memref::CastOp::build(rw.ctx, rw.location_of(op), source, &[to]);
        rw.replace_with(op, state);
    }
    rw.erase(redundant);
    true
}

/// The op that frees the memory or its copy in the block of the clone, if nothing is freed before it.
fn redundant_free(rw: &Rewriter<'_>, op: OpId, source: ValueId, clone: ValueId) -> Option<OpId> {
    let (of_clone, of_source) = (freed_by(rw, clone)?, freed_by(rw, source)?);
    let block = |free: Option<OpId>| free.and_then(|free| rw.body.parent_block(free));
    if block(of_clone).is_some() && block(of_clone) == block(of_source) {
        return None;
    }
    let here = rw.body.parent_block(op);
    let redundant = [of_clone, of_source]
        .into_iter()
        .flatten()
        .find(|&free| rw.body.parent_block(free) == here)?;
    let mut next = rw.body.next_op(op)?;
    while next != redundant {
        let effects = effects_of(rw.body.op_ref(rw.ctx, next)).unwrap_or_default();
        if effects.iter().any(|effect| effect.kind == EffectKind::Free) {
            return None;
        }
        next = rw.body.next_op(next)?;
    }
    Some(redundant)
}
