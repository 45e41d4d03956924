//! Tensors as memory, and memory as tensors.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::{Attribute, Body, Context, Fallible, OpId, OpRef, Type, ValueId};

use super::canonicalize;
use crate::constraints::{ANY_RANKED_OR_UNRANKED_MEMREF, ANY_TENSOR, UNIT_ATTR};
use crate::memref::effects::read_first;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// The elements of memory as a tensor. With `restrict`, no other such op gives tensors of this memory; with `writable`,
    /// the memory may be written where the tensor is.
    ///
    /// ```mlir
    /// %t = bufferization.to_tensor %m restrict writable : memref<4x?xf32> to tensor<4x?xf32>
    /// ```
    op ToTensorOp "bufferization.to_tensor" {
        summary "create a tensor from a buffer-like type";
        operands { buffer: one ANY_RANKED_OR_UNRANKED_MEMREF }
        results { result: one ANY_TENSOR }
        attributes { restrict: optional UNIT_ATTR, writable: optional UNIT_ATTR }
        format "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict `:` type($buffer) `to` type($result)";
        hooks {
            verify: verify_to_tensor,
            effects: read_first,
            fold: fold_to_tensor,
            canonicalize: canonicalize::DIM,
        }
    }

    /// Memory that holds the elements of a tensor. With `read_only`, it is not written.
    ///
    /// ```mlir
    /// %m = bufferization.to_buffer %t : tensor<4x?xf32> to memref<4x?xf32>
    /// ```
    op ToBufferOp "bufferization.to_buffer" {
        summary "cast a tensor-like type to a buffer-like type";
        operands { tensor: one ANY_TENSOR }
        results { buffer: one ANY_RANKED_OR_UNRANKED_MEMREF }
        attributes { read_only: optional UNIT_ATTR }
        traits [Pure]
        format "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)";
        hooks { verify: verify_to_buffer, fold: fold_to_buffer, canonicalize: canonicalize::TO_BUFFER }
    }
}

/// Whether memory can hold a tensor: what is wrong otherwise.
fn mismatch(ctx: &Context, tensor: Type, buffer: Type) -> Option<&'static str> {
    if tensor.shape(ctx) != buffer.shape(ctx) {
        return Some("shapes do not match");
    }
    let differ = tensor.element_or_self(ctx) != buffer.element_or_self(ctx);
    differ.then_some("element types do not match")
}

fn verify_types(op: OpRef<'_>, tensor: Type, buffer: Type) -> Fallible {
    let Some(message) = mismatch(op.ctx, tensor, buffer) else {
        return Ok(());
    };
    let outer = op.error("failed to verify that specified tensor and buffer types match");
    Err(op.bare_error(message).followed_by(outer))
}

fn verify_to_tensor(op: OpRef<'_>) -> Fallible {
    verify_types(op, op.result_type(0), op.operand_type(0))
}

fn verify_to_buffer(op: OpRef<'_>) -> Fallible {
    verify_types(op, op.operand_type(0), op.result_type(0))
}

/// The operand of the op that made a value.
fn origin(body: &Body, value: ValueId, def: &'static asyncir_ir::def::OpDef) -> Option<(OpId, ValueId)> {
    let maker = body.defining_op(value).filter(|&maker| body.op(maker).is(def))?;
    Some((maker, body.operand(maker, 0)))
}

/// The tensor that was put into memory right before, so that nothing can have changed it.
fn fold_to_tensor(_ctx: &Context, body: &mut Body, op: OpId, _consts: &[Option<Attribute>]) -> Folded {
    let found = origin(body, body.operand(op, 0), ToBufferOp::DEF);
    match found {
        Some((maker, tensor))
            if body.next_op(maker) == Some(op) && body.value_type(tensor) == body.value_type(body.result(op, 0)) =>
        {
            Folded::value(tensor)
        }
        _ => Folded::No,
    }
}

/// The memory that the tensor was taken from.
fn fold_to_buffer(_ctx: &Context, body: &mut Body, op: OpId, _consts: &[Option<Attribute>]) -> Folded {
    match origin(body, body.operand(op, 0), ToTensorOp::DEF) {
        Some((_, buffer)) if body.value_type(buffer) == body.value_type(body.result(op, 0)) => Folded::value(buffer),
        _ => Folded::No,
    }
}
