//! Other types and shapes for the same elements.

use asyncir_ir::def::TypeConstraint;
use asyncir_ir::{Context, DYNAMIC, Fallible, OpRef, Type};

use super::slice::with_shape;
use super::{canonicalize, canonicalize_reshape, fold};
use crate::constraints::{
    ANY_TENSOR, DENSE_I64_ARRAY_ATTR, INDEX, INDEX_LIST_ARRAY_ATTR, is_signless_int_or_index, is_tensor,
};
use crate::index_list::{self, Entry, index_list_directive};
use crate::memref::reassociation::{self, Groups};
use crate::memref::reshape::verify_size_counts;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Gives a tensor a type that says more or less about its sizes. If it says more, it must be so.
    ///
    /// ```mlir
    /// %u = tensor.cast %t : tensor<4x?xf32> to tensor<?x8xf32>
    /// ```
    op CastOp "tensor.cast" {
        summary "tensor cast operation";
        operands { source: one ANY_TENSOR }
        results { dest: one ANY_TENSOR }
        traits [Pure]
        format "$source attr-dict `:` type($source) `to` type($dest)";
        hooks {
            verify: verify_cast,
            fold: fold::cast,
            canonicalize: canonicalize::CAST,
            result_names: |op, name| name(op.result(0), "cast"),
        }
    }

    /// A tensor with the same elements in the shape that the second operand holds.
    ///
    /// ```mlir
    /// %u = tensor.reshape %t(%shape) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    /// ```
    op ReshapeOp "tensor.reshape" {
        summary "tensor reshape operation";
        operands { source: one ANY_TENSOR, shape: one SHAPE_TENSOR }
        results { result: one ANY_TENSOR }
        traits [Pure]
        format "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)";
        hooks {
            verify: verify_reshape,
            fold: fold::reshape_to,
            result_names: |op, name| name(op.result(0), "reshape"),
        }
    }

    /// Splits dimensions: each of the operand becomes a group of the result.
    ///
    /// ```mlir
    /// %u = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 4, %n] : tensor<8x?xf32> into tensor<2x4x?xf32>
    /// ```
    op ExpandShapeOp "tensor.expand_shape" {
        summary "operation to produce a tensor with a higher rank";
        operands { src: one ANY_TENSOR, output_shape: variadic INDEX }
        results { result: one ANY_TENSOR }
        attributes { reassociation: required INDEX_LIST_ARRAY_ATTR, static_output_shape: required DENSE_I64_ARRAY_ATTR }
        traits [Pure]
        format "$src $reassociation `output_shape` custom<OutputShape>($output_shape, $static_output_shape) attr-dict \
                `:` type($src) `into` type($result)";
        directives ["OutputShape" => parse_output_shape, print_output_shape]
        hooks {
            verify: verify_expand_shape,
            fold: fold::reshape,
            canonicalize: canonicalize_reshape::EXPAND_SHAPE,
            result_names: |op, name| name(op.result(0), "expanded"),
        }
    }

    /// Merges dimensions: each group of the operand becomes one of the result.
    ///
    /// ```mlir
    /// %u = tensor.collapse_shape %t [[0, 1]] : tensor<8x16xf32> into tensor<128xf32>
    /// ```
    op CollapseShapeOp "tensor.collapse_shape" {
        summary "operation to produce a tensor with a smaller rank";
        operands { src: one ANY_TENSOR }
        results { result: one ANY_TENSOR }
        attributes { reassociation: required INDEX_LIST_ARRAY_ATTR }
        traits [Pure]
        format "$src $reassociation attr-dict `:` type($src) `into` type($result)";
        hooks {
            verify: verify_collapse_shape,
            fold: fold::reshape,
            canonicalize: canonicalize_reshape::COLLAPSE_SHAPE,
            result_names: |op, name| name(op.result(0), "collapsed"),
        }
    }
}

static SHAPE_TENSOR: TypeConstraint =
    TypeConstraint::new("1D tensor of signless integer or index values", |ctx, ty| {
        is_tensor(ctx, ty)
            && ty.shape(ctx).is_some_and(|shape| shape.len() == 1)
            && is_signless_int_or_index(ctx, ty.element_or_self(ctx))
    })
    .of_kind("builtin.tensor");

index_list_directive! {
    parse_output_shape, print_output_shape: ExpandShapeOp, output_shape, static_output_shape;
}

impl ExpandShapeOp<'_> {
    /// The sizes of the result.
    pub fn sizes(self) -> Vec<Entry> {
        let statics = index_list::ints(self.0.ctx, self.static_output_shape());
        index_list::join(&statics, &self.output_shape())
    }

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

/// Whether a tensor of type `from` may be cast to `to`.
pub fn are_cast_compatible(ctx: &Context, from: Type, to: Type) -> bool {
    let sizes_fit = match (from.shape(ctx), to.shape(ctx)) {
        (Some(a), Some(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
        }
        _ => true,
    };
    is_tensor(ctx, from) && is_tensor(ctx, to) && from.element_or_self(ctx) == to.element_or_self(ctx) && sizes_fit
}

fn verify_cast(op: OpRef<'_>) -> Fallible {
    let (from, to) = (op.operand_type(0), op.result_type(0));
    if are_cast_compatible(op.ctx, from, to) {
        return Ok(());
    }
    let (from, to) = (op.ctx.show_type(from), op.ctx.show_type(to));
    Err(op.error(format_args!(
        "operand type '{from}' and result type '{to}' are cast incompatible"
    )))
}

fn verify_reshape(op: OpRef<'_>) -> Fallible {
    let (source, result) = (op.operand_type(0), op.result_type(0));
    if source.element_or_self(op.ctx) != result.element_or_self(op.ctx) {
        return Err(op.error("element types of source and destination tensor types should be the same"));
    }
    let Some(shape) = result.shape(op.ctx) else {
        return Ok(());
    };
    let count = |ty: Type| {
        ty.shape(op.ctx)
            .filter(|shape| !shape.contains(&DYNAMIC))
            .and(ty.num_elements(op.ctx))
    };
    if let (Some(before), Some(after)) = (count(source), count(result))
        && before != after
    {
        return Err(op.error("source and destination tensor should have the same number of elements"));
    }
    match op.operand_type(1).shape(op.ctx) {
        Some([DYNAMIC]) => {
            Err(op.error("cannot use shape operand with dynamic length to reshape to statically-ranked tensor type"))
        }
        Some(&[length]) if length != shape.len() as i64 => {
            Err(op.error("length of shape operand differs from the result's tensor rank"))
        }
        _ => Ok(()),
    }
}

fn verify_expand_shape(op: OpRef<'_>) -> Fallible {
    let view = ExpandShapeOp(op);
    let rank = op.result_type(0).shape(op.ctx).map_or(0, <[i64]>::len);
    let statics = index_list::ints(op.ctx, view.static_output_shape());
    verify_size_counts(op, "dims", rank, &statics, view.output_shape().len())?;
    verify_groups(op, op.result_type(0), op.operand_type(0), &view.groups())
}

fn verify_collapse_shape(op: OpRef<'_>) -> Fallible {
    verify_groups(op, op.operand_type(0), op.result_type(0), &CollapseShapeOp(op).groups())
}

/// Checks that the groups of the dimensions of one type are the dimensions of the other one.
fn verify_groups(op: OpRef<'_>, expanded: Type, collapsed: Type, groups: &Groups) -> Fallible {
    let (Some(large), Some(small)) = (expanded.shape(op.ctx), collapsed.shape(op.ctx)) else {
        return Err(op.error("expected tensors of known rank"));
    };
    if large.len() < small.len() {
        let (expanded, collapsed) = (op.ctx.show_type(expanded), op.ctx.show_type(collapsed));
        return Err(op.error(format_args!(
            "expected the expanded type, '{expanded}' to have a higher (or same) rank than the collapsed type, \
             '{collapsed}'."
        )));
    }
    if groups.iter().any(Vec::is_empty) {
        return Err(op.error("reassociation indices must not be empty"));
    }
    if small.len() != groups.len() {
        let (rank, count) = (small.len(), groups.len());
        return Err(op.error(format_args!(
            "expected collapsed rank ({rank}) to equal the number of reassociation maps ({count})."
        )));
    }
    verify_order(op, large.len(), groups)?;
    let merged = merged_shape(large, groups);
    for (dim, (&want, &got)) in merged.iter().zip(small).enumerate() {
        if want == DYNAMIC && got != DYNAMIC {
            return Err(op.error(format_args!(
                "expected dimension {dim} of collapsed type to be dynamic since one or more of the corresponding \
                 dimensions in the expanded type is dynamic"
            )));
        }
        if want != got {
            return Err(op.error(format_args!(
                "expected dimension {dim} of collapsed type to be static value of {want}"
            )));
        }
    }
    let expected = with_shape(op.ctx, expanded, &merged);
    if expected.element_or_self(op.ctx) != collapsed.element_or_self(op.ctx) {
        let (want, got) = (op.ctx.show_type(expected), op.ctx.show_type(collapsed));
        return Err(op.error(format_args!("expected collapsed type to be '{want}', but got '{got}'")));
    }
    Ok(())
}

/// The groups name all dimensions, in their order.
fn verify_order(op: OpRef<'_>, rank: usize, groups: &Groups) -> Fallible {
    let dims = groups.iter().flatten().max().map_or(0, |&last| last.saturating_add(1));
    if !groups.is_empty() && dims != rank as i64 {
        return Err(op.error(format_args!(
            "expected reassociation map #0 to have size equal to the expanded rank ({rank}), but it is  {dims}."
        )));
    }
    let mut next = 0;
    for (index, group) in groups.iter().enumerate() {
        for &dim in group {
            if dim != next {
                return Err(op.error(format_args!(
                    "expected reassociation map #{index} to be valid and contiguous."
                )));
            }
            next += 1;
        }
    }
    Ok(())
}

/// The sizes of dimensions that are merged. One is not known if a part of it is not, even if another part is zero.
pub fn merged_shape(shape: &[i64], groups: &Groups) -> Vec<i64> {
    let size = |&dim: &i64| usize::try_from(dim).ok().and_then(|dim| shape.get(dim)).copied();
    let product = |group: &Vec<i64>| {
        let mut sizes = group.iter().filter_map(size);
        sizes.try_fold(1i64, |product, size| {
            (size != DYNAMIC).then(|| product.saturating_mul(size))
        })
    };
    let merged = groups.iter().map(product);
    merged.map(|size| size.unwrap_or(DYNAMIC)).collect()
}
