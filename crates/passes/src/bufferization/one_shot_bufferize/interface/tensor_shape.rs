//! `tensor`: the same elements in another shape.

use asyncir_dialects::bufferization::ToBufferOp;
use asyncir_dialects::memref;
use asyncir_dialects::memref::reassociation::{collapsed_type, expanded_type, is_surely_collapsible};
use asyncir_dialects::memref::strides::{is_identity_layout, memory_space, strided_layout, strides_and_offset};
use asyncir_dialects::tensor::{CastOp, CollapseShapeOp, ExpandShapeOp, ReshapeOp};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Context, Fallible, OpId, Type, ValueId};

use super::{Bufferizable, same};
use crate::bufferization::one_shot_bufferize::copies::new_tensor;
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::types;
use crate::bufferization::one_shot_bufferize::view::{Alias, View};

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    if def == CastOp::DEF {
        Some(&Cast)
    } else if def == CollapseShapeOp::DEF {
        Some(&CollapseShape)
    } else if def == ExpandShapeOp::DEF {
        Some(&ExpandShape)
    } else if def == ReshapeOp::DEF {
        Some(&Reshape)
    } else {
        None
    }
}

/// Sizes that become known, or are forgotten.
struct Cast;

impl Bufferizable for Cast {
    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        same(v.body.result(operand.op, 0))
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let Some(op) = v.owner(value) else {
            return Ok(v.body.value_type(value));
        };
        let (ctx, source) = (v.ctx, v.body.operand(op, 0));
        let ty = v.body.value_type(value);
        let memory = v.buffer_type_within(source, stack)?;
        let space = memory_space(ctx, memory);
        let are_ranked = ty.shape(ctx).is_some() && memory.shape(ctx).is_some();
        Ok(if are_ranked {
            types::with_layout(ctx, ty, types::layout(ctx, memory), space)
        } else {
            types::dynamic(ctx, ty, space)
        })
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let memory = b.buffer(b.rw.body.operand(op, 0))?;
        let ty = b.view().buffer_type(b.rw.body.result(op, 0))?;
        if b.rw.body.value_type(memory) == ty {
            b.replace(op, &[memory]);
            return Ok(());
        }
        let location = b.rw.location_of(op);
        b.replace_with(op, memref::CastOp::build(b.rw.ctx, location, memory, &[ty]));
        Ok(())
    }
}

/// Merged dimensions. Memory whose elements may not stand where those of one dimension would is copied.
struct CollapseShape;

impl Bufferizable for CollapseShape {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        same(v.body.result(operand.op, 0))
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let Some(op) = v.owner(value) else {
            return Ok(v.body.value_type(value));
        };
        let memory = v.buffer_type_within(v.body.operand(op, 0), stack)?;
        Ok(collapsed(v, op, memory))
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let source = b.rw.body.operand(op, 0);
        let mut memory = b.buffer(source)?;
        let location = b.rw.location_of(op);
        let view = CollapseShapeOp(b.view().op_ref(op));
        let (groups, reassociation) = (view.groups(), view.0.required("reassociation"));
        let ty = b.rw.body.value_type(memory);
        if !is_scalar(b.view(), op) && !is_surely_collapsible(b.rw.ctx, ty, &groups) {
            memory = dense_copy(b, op, source, ty)?;
        }
        let ty = collapsed(b.view(), op, b.rw.body.value_type(memory));
        let new = memref::CollapseShapeOp::build(b.rw.ctx, location, memory, reassociation, &[ty]);
        b.replace_with(op, new);
        Ok(())
    }
}

fn is_scalar(v: View<'_>, op: OpId) -> bool {
    v.op_ref(op).result_type(0).shape(v.ctx).is_some_and(<[i64]>::is_empty)
}

/// The type of memory with merged dimensions, which is that of a copy if they cannot be merged.
fn collapsed(v: View<'_>, op: OpId, memory: Type) -> Type {
    let view = CollapseShapeOp(v.op_ref(op));
    let ty = view.0.result_type(0);
    let (shape, groups) = (ty.shape(v.ctx).unwrap_or_default(), view.groups());
    let space = memory_space(v.ctx, memory);
    let dense = types::identity(v.ctx, ty, space);
    if is_scalar(v, op) {
        return scalar_type(v.ctx, ty, memory);
    }
    if is_surely_collapsible(v.ctx, memory, &groups) {
        collapsed_type(v.ctx, memory, shape, &groups).unwrap_or(dense)
    } else {
        dense
    }
}

/// Memory of a single element stands where the memory before stood.
fn scalar_type(ctx: &Context, tensor: Type, memory: Type) -> Type {
    let space = memory_space(ctx, memory);
    let layout = if is_identity_layout(ctx, types::layout(ctx, memory)) {
        None
    } else {
        strides_and_offset(ctx, memory).map(|(_, offset)| strided_layout(ctx, &[], offset))
    };
    types::with_layout(ctx, tensor, layout, space)
}

/// A copy of a tensor in dense memory.
fn dense_copy(b: &mut Bufferizer<'_>, op: OpId, tensor: ValueId, memory: Type) -> Fallible<ValueId> {
    let (ctx, location) = (b.rw.ctx, b.rw.location_of(op));
    let ty = b.rw.body.value_type(tensor);
    let copy = new_tensor(&mut b.rw, b.state, location, tensor, true)?;
    let dense = types::identity(ctx, ty, memory_space(ctx, memory));
    Ok(b.rw.insert_value(ToBufferOp::build(ctx, location, copy, None, &[dense])))
}

/// Split dimensions.
struct ExpandShape;

impl Bufferizable for ExpandShape {
    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        same(v.body.result(operand.op, 0))
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let Some(op) = v.owner(value) else {
            return Ok(v.body.value_type(value));
        };
        let memory = v.buffer_type_within(v.body.operand(op, 0), stack)?;
        expanded(v, op, memory)
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        let memory = b.buffer(operands[0])?;
        let ty = expanded(b.view(), op, b.rw.body.value_type(memory))?;
        let view = b.view().op_ref(op);
        let new = memref::ExpandShapeOp::build(
            b.rw.ctx,
            view.location(),
            memory,
            &operands[1..],
            view.required("reassociation"),
            view.required("static_output_shape"),
            &[ty],
        );
        b.replace_with(op, new);
        Ok(())
    }
}

fn expanded(v: View<'_>, op: OpId, memory: Type) -> Fallible<Type> {
    let view = ExpandShapeOp(v.op_ref(op));
    let shape = view.0.result_type(0).shape(v.ctx).unwrap_or_default();
    let ty = expanded_type(v.ctx, memory, shape, &view.groups());
    ty.ok_or_else(|| view.0.bare_error("memory of this layout cannot be expanded"))
}

/// Any other shape, which takes dense memory.
struct Reshape;

impl Bufferizable for Reshape {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        match operand.index {
            0 => same(v.body.result(operand.op, 0)),
            _ => Vec::new(),
        }
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let Some(op) = v.owner(value) else {
            return Ok(v.body.value_type(value));
        };
        let memory = v.buffer_type_within(v.body.operand(op, 0), stack)?;
        Ok(types::identity(
            v.ctx,
            v.body.value_type(value),
            memory_space(v.ctx, memory),
        ))
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let (source, shape) = (b.rw.body.operand(op, 0), b.rw.body.operand(op, 1));
        let mut memory = b.buffer(source)?;
        let shape = b.buffer(shape)?;
        let ty = b.view().buffer_type(b.rw.body.result(op, 0))?;
        let from = b.rw.body.value_type(memory);
        if from.shape(b.rw.ctx).is_some() && !is_identity_layout(b.rw.ctx, types::layout(b.rw.ctx, from)) {
            memory = dense_copy(b, op, source, from)?;
        }
        let location = b.rw.location_of(op);
        b.replace_with(op, memref::ReshapeOp::build(b.rw.ctx, location, memory, shape, &[ty]));
        Ok(())
    }
}
