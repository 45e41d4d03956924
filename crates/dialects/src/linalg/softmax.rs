//! The softmax function along a dimension.

use asyncir_ir::def::{Effect, EffectKind};
use asyncir_ir::{Fallible, OpRef};
use smallvec::SmallVec;

use super::fold_casts_of_operands;
use crate::constraints::{ANY_RANKED_TENSOR, ANY_SHAPED, I64_ATTR, is_memref, is_tensor};
use crate::destination_style;
use crate::memref::fold_any_cast;
use crate::op_patterns::op_patterns;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// The softmax function along a dimension: `exp(x - m)` of each element, divided by the sum of these, where `m` is the
    /// greatest element of its row in that dimension.
    ///
    /// ```mlir
    /// linalg.softmax dimension(1) ins(%x : memref<2x16xf32>) outs(%y : memref<2x16xf32>)
    /// ```
    op SoftmaxOp "linalg.softmax" {
        summary "softmax operator";
        operands { input: one ANY_SHAPED, output: one ANY_SHAPED }
        results { result: variadic ANY_RANKED_TENSOR }
        attributes { dimension: required I64_ATTR }
        format "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input `:` type($input) `)` \
                `outs` `(` $output `:` type($output) `)` (`->` type($result)^)?";
        hooks { verify: verify, effects: effects, fold: fold_any_cast, canonicalize: SOFTMAX }
    }
}

op_patterns! {
    /// Of `linalg.softmax`.
    SOFTMAX for SoftmaxOp = [fold_casts_of_operands];
}

fn verify(op: OpRef<'_>) -> Fallible {
    let (ctx, input, output) = (op.ctx, op.operand_type(0), op.operand_type(1));
    if !is_tensor(ctx, output) && !is_memref(ctx, output) {
        return Err(op.error("expected that operand #1 is a tensor or a memref"));
    }
    destination_style::verify(op, 1, &[op.operand(1)])?;
    if input.element_or_self(ctx) != output.element_or_self(ctx) {
        return Err(op.error("failed to verify that input and output have same element type"));
    }
    let shapes = input.shape(ctx).zip(output.shape(ctx));
    let Some((shape, _)) = shapes.filter(|(a, b)| are_compatible(a, b)) else {
        return Err(op.error("incompatible output shape"));
    };
    let dim = SoftmaxOp(op).dimension().and_then(|dim| dim.as_i64(ctx));
    if dim.is_none_or(|dim| !(0..shape.len() as i64).contains(&dim)) {
        return Err(op.error("incorrect dimension specified"));
    }
    Ok(())
}

fn are_compatible(a: &[i64], b: &[i64]) -> bool {
    let is_open = |size: i64| size == asyncir_ir::DYNAMIC;
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a == b || is_open(a) || is_open(b))
}

/// Memory that is an input is read, and memory that is an output is read and written.
fn effects(op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
    use EffectKind::{Read, Write};
    let touched = [(0, Read), (1, Read), (1, Write)].into_iter();
    touched
        .map(|(index, kind)| (op.operand(index), kind))
        .filter(|&(operand, _)| is_memref(op.ctx, op.body.value_type(operand)))
        .map(|(operand, kind)| Effect {
            kind,
            value: Some(operand),
        })
        .collect()
}
