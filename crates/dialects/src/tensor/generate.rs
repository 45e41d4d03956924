//! New tensors: without elements that are known, and with elements that a region computes.

use asyncir_ir::def::OpView;
use asyncir_ir::{Fallible, OpRef, Type};

use super::{canonicalize, canonicalize_elements};
use crate::constraints::{ANY_RANKED_TENSOR, ANY_TYPE, INDEX};
use crate::memref::alloc::verify_num_sizes;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// A tensor of a shape, whose elements mean nothing: something to write to. The operands are the sizes that the type
    /// leaves open.
    ///
    /// ```mlir
    /// %t = tensor.empty(%n) : tensor<4x?xf32>
    /// ```
    op EmptyOp "tensor.empty" {
        summary "empty tensor operation";
        operands { dynamicSizes: variadic INDEX }
        results { result: one ANY_RANKED_TENSOR }
        traits [Pure]
        format "`(`$dynamicSizes`)` attr-dict `:` type($result)";
        hooks { verify: verify_empty, canonicalize: canonicalize::EMPTY }
    }

    /// A tensor whose elements the region computes from their indices. The operands are the sizes that the type leaves
    /// open.
    ///
    /// ```mlir
    /// %t = tensor.generate %n {
    /// ^bb0(%i: index, %j: index):
    ///   %x = func.call @f(%i, %j) : (index, index) -> f32
    ///   tensor.yield %x : f32
    /// } : tensor<4x?xf32>
    /// ```
    op GenerateOp "tensor.generate" {
        summary "Creates a dynamically sized tensor from elements";
        operands { dynamicExtents: variadic INDEX }
        results { result: one ANY_RANKED_TENSOR }
        regions { body: Sized(1) }
        traits [RecursiveMemoryEffects, SingleBlock]
        format "$dynamicExtents $body attr-dict `:` type($result)";
        hooks {
            verify: verify_extents,
            verify_regions: verify_body,
            canonicalize: canonicalize_elements::GENERATE,
            result_names: |op, name| name(op.result(0), "generated"),
        }
    }

    /// Ends a region that computes an element.
    op YieldOp "tensor.yield" {
        summary "Yield a value from a region";
        operands { value: one ANY_TYPE }
        traits [Pure, ReturnLike, Terminator]
        parents ["tensor.generate", "tensor.pad"]
        format "$value attr-dict `:` type($value)";
    }
}

fn shape(op: OpRef<'_>) -> &[i64] {
    op.result_type(0).shape(op.ctx).unwrap_or_default()
}

fn verify_empty(op: OpRef<'_>) -> Fallible {
    verify_num_sizes(op, shape(op), op.data().num_operands())
}

fn verify_extents(op: OpRef<'_>) -> Fallible {
    verify_num_sizes(op, shape(op), op.data().num_operands())
}

fn verify_body(op: OpRef<'_>) -> Fallible {
    let regions = op.body.op_regions(op.op);
    let Some(block) = regions.first().and_then(|&region| op.body.region(region).first()) else {
        return Ok(());
    };
    let arguments: Vec<Type> = op.body.block_args(block).map(|arg| op.body.value_type(arg)).collect();
    if arguments.iter().any(|ty| !ty.is_index()) {
        return Err(op.bare_error("all body arguments must be index"));
    }
    if arguments.len() != shape(op).len() {
        return Err(op.bare_error("must have one body argument per input dimension"));
    }
    let element = op.result_type(0).element_or_self(op.ctx);
    let end = op
        .body
        .terminator(block)
        .filter(|&end| op.body.op(end).is(YieldOp::DEF));
    let yields = end.and_then(|end| op.body.operands(end).next());
    if yields.is_none_or(|value| op.body.value_type(value) != element) {
        return Err(op.error("body must be terminated with a `yield` operation of the tensor element type"));
    }
    Ok(())
}
