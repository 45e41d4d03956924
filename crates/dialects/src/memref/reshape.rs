//! Other shapes for the same elements.

use asyncir_ir::{DYNAMIC, Fallible, OpRef, Type};

use super::reassociation::{self, Groups};
use super::strides::{MemRef, is_identity_layout};
use super::types::{SHAPE_MEMREF, STRIDED_MEMREF};
use super::{canonicalize_reshape, effects, fold};
use crate::constraints::{ANY_RANKED_OR_UNRANKED_MEMREF, DENSE_I64_ARRAY_ATTR, INDEX, INDEX_LIST_ARRAY_ATTR};
use crate::index_list::{self, index_list_directive};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Gives dense memory the shape that the second operand holds. There must be as many elements as before.
    ///
    /// ```mlir
    /// %b = memref.reshape %a(%shape) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
    /// ```
    op ReshapeOp "memref.reshape" {
        summary "memref reshape operation";
        operands { source: one ANY_RANKED_OR_UNRANKED_MEMREF, shape: one SHAPE_MEMREF }
        results { result: one ANY_RANKED_OR_UNRANKED_MEMREF }
        traits [Pure]
        format "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)";
        hooks {
            verify: verify_reshape,
            effects: effects::read_second,
            result_names: |op, name| name(op.result(0), "reshape"),
        }
    }

    /// Splits dimensions: each of the operand becomes a group of the result.
    ///
    /// ```mlir
    /// %b = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
    /// ```
    op ExpandShapeOp "memref.expand_shape" {
        summary "operation to produce a memref with a higher rank.";
        operands { src: one STRIDED_MEMREF, output_shape: variadic INDEX }
        results { result: one STRIDED_MEMREF }
        attributes { reassociation: required INDEX_LIST_ARRAY_ATTR, static_output_shape: required DENSE_I64_ARRAY_ATTR }
        traits [Pure]
        format "$src $reassociation `output_shape` custom<OutputShape>($output_shape, $static_output_shape) attr-dict \
                `:` type($src) `into` type($result)";
        directives ["OutputShape" => parse_output_shape, print_output_shape]
        hooks {
            verify: verify_expand_shape,
            fold: fold::expand_shape,
            canonicalize: canonicalize_reshape::EXPAND_SHAPE,
            result_names: |op, name| name(op.result(0), "expand_shape"),
        }
    }

    /// Merges dimensions: each group of the operand becomes one of the result. The elements of a group must stand
    /// where those of one dimension would.
    ///
    /// ```mlir
    /// %b = memref.collapse_shape %a [[0, 1]] : memref<8x16xf32> into memref<128xf32>
    /// ```
    op CollapseShapeOp "memref.collapse_shape" {
        summary "operation to produce a memref with a smaller rank.";
        operands { src: one STRIDED_MEMREF }
        results { result: one STRIDED_MEMREF }
        attributes { reassociation: required INDEX_LIST_ARRAY_ATTR }
        traits [Pure]
        format "$src $reassociation attr-dict `:` type($src) `into` type($result)";
        hooks {
            verify: verify_collapse_shape,
            fold: fold::collapse_shape,
            canonicalize: canonicalize_reshape::COLLAPSE_SHAPE,
            result_names: |op, name| name(op.result(0), "collapse_shape"),
        }
    }
}

index_list_directive! {
    parse_output_shape, print_output_shape: ExpandShapeOp, output_shape, static_output_shape;
}

impl ExpandShapeOp<'_> {
    /// The dimensions of the result that each of the operand becomes.
    pub fn groups(self) -> Groups {
        reassociation::groups(self.0.ctx, self.reassociation())
    }
}

impl CollapseShapeOp<'_> {
    /// The dimensions of the operand that become each of the result.
    pub fn groups(self) -> Groups {
        reassociation::groups(self.0.ctx, self.reassociation())
    }
}

fn has_identity_layout(op: OpRef<'_>, ty: Type) -> bool {
    MemRef::of(op.ctx, ty).is_none_or(|memref| is_identity_layout(op.ctx, memref.layout))
}

fn verify_reshape(op: OpRef<'_>) -> Fallible {
    let (source, result) = (op.operand_type(0), op.result_type(0));
    if source.element_or_self(op.ctx) != result.element_or_self(op.ctx) {
        return Err(op.error("element types of source and destination memref types should be the same"));
    }
    if !has_identity_layout(op, source) {
        return Err(op.error("source memref type should have identity affine map"));
    }
    let Some(memref) = MemRef::of(op.ctx, result) else {
        return Ok(());
    };
    if !has_identity_layout(op, result) {
        return Err(op.error("result memref type should have identity affine map"));
    }
    match op.operand_type(1).shape(op.ctx) {
        Some([DYNAMIC]) => {
            Err(op.error("cannot use shape operand with dynamic length to reshape to statically-ranked memref type"))
        }
        Some(&[length]) if length != memref.rank() as i64 => {
            Err(op.error("length of shape operand differs from the result's memref rank"))
        }
        _ => Ok(()),
    }
}

fn verify_expand_shape(op: OpRef<'_>) -> Fallible {
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let (Some(from), Some(to)) = (MemRef::of(op.ctx, source), MemRef::of(op.ctx, result)) else {
        return Ok(());
    };
    if from.rank() > to.rank() {
        let (a, b) = (from.rank(), to.rank());
        return Err(op.error(format_args!(
            "has source rank {a} and result rank {b}. This is not an expansion ({a} > {b})."
        )));
    }
    let view = ExpandShapeOp(op);
    let groups = view.groups();
    reassociation::verify_collapsed_shape(op, &from.shape, &to.shape, &groups)?;
    let Some(expected) = reassociation::expanded_type(op.ctx, source, &to.shape, &groups) else {
        return Err(op.error("invalid source layout map"));
    };
    if expected != result {
        let (want, got) = (op.ctx.show_type(expected), op.ctx.show_type(result));
        return Err(op.error(format_args!("expected expanded type to be '{want}' but found '{got}'")));
    }
    verify_output_shape(op, &to)
}

/// Checks that there is a size for each dimension, and a value for each size that is open. `word` is what sizes are called.
pub(crate) fn verify_size_counts(op: OpRef<'_>, word: &str, rank: usize, statics: &[i64], values: usize) -> Fallible {
    let got = statics.len();
    if got != rank {
        return Err(op.error(format_args!(
            "expected number of static shape {word} to be equal to the output rank ({rank}) but found {got} inputs \
             instead"
        )));
    }
    let open = statics.iter().filter(|&&size| size == DYNAMIC).count();
    if open != values {
        return Err(op.error(format_args!(
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has {open} dynamic \
             dims while output_shape has {values} values"
        )));
    }
    Ok(())
}

fn verify_output_shape(op: OpRef<'_>, to: &MemRef) -> Fallible {
    let view = ExpandShapeOp(op);
    let statics = index_list::ints(op.ctx, view.static_output_shape());
    verify_size_counts(op, "bounds", to.rank(), &statics, view.output_shape().len())?;
    match to
        .shape
        .iter()
        .zip(&statics)
        .position(|(&want, &got)| want != DYNAMIC && want != got)
    {
        None => Ok(()),
        Some(position) => Err(op.error(format_args!("invalid output shape provided at pos {position}"))),
    }
}

fn verify_collapse_shape(op: OpRef<'_>) -> Fallible {
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let (Some(from), Some(to)) = (MemRef::of(op.ctx, source), MemRef::of(op.ctx, result)) else {
        return Ok(());
    };
    if from.rank() < to.rank() {
        let (a, b) = (from.rank(), to.rank());
        return Err(op.error(format_args!(
            "has source rank {a} and result rank {b}. This is not a collapse ({a} < {b})."
        )));
    }
    let groups = CollapseShapeOp(op).groups();
    reassociation::verify_collapsed_shape(op, &to.shape, &from.shape, &groups)?;
    let Some(expected) = reassociation::collapsed_type(op.ctx, source, &to.shape, &groups) else {
        return Err(op.error("invalid source layout map or collapsing non-contiguous dims"));
    };
    if expected != result {
        let (want, got) = (op.ctx.show_type(expected), op.ctx.show_type(result));
        return Err(op.error(format_args!("expected collapsed type to be '{want}' but found '{got}'")));
    }
    Ok(())
}
