//! Single elements of tensors.

use asyncir_ir::{Context, DYNAMIC, Fallible, OpRef, Type};

use super::{canonicalize_elements, fold};
use crate::constraints::{ANY_RANKED_TENSOR, ANY_TYPE, INDEX, is_tensor};
use crate::memref::alloc::verify_num_sizes;
use crate::vector::{parse_from_elements, print_from_elements};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// The element at the indices.
    ///
    /// ```mlir
    /// %x = tensor.extract %t[%i, %j] : tensor<4x?xf32>
    /// ```
    op ExtractOp "tensor.extract" {
        summary "element extraction operation";
        operands { tensor: one ANY_RANKED_TENSOR, indices: variadic INDEX }
        results { result: one ANY_TYPE }
        traits [Pure]
        rules [TypesMatchWith {
            summary: "result type matches element type of tensor",
            from: "tensor",
            to: "result",
            transform: element,
        }]
        format "$tensor `[` $indices `]` attr-dict `:` type($tensor)";
        hooks {
            verify: verify_extract,
            fold: fold::extract,
            canonicalize: canonicalize_elements::EXTRACT,
            result_names: |op, name| name(op.result(0), "extracted"),
        }
    }

    /// The tensor with another element at the indices.
    ///
    /// ```mlir
    /// %u = tensor.insert %x into %t[%i, %j] : tensor<4x?xf32>
    /// ```
    op InsertOp "tensor.insert" {
        summary "element insertion operation";
        operands { scalar: one ANY_TYPE, dest: one ANY_RANKED_TENSOR, indices: variadic INDEX }
        results { result: one ANY_RANKED_TENSOR }
        traits [Pure]
        rules [
            TypesMatchWith {
                summary: "result type matches type of dest",
                from: "dest",
                to: "result",
                transform: |_, ty| Some(ty),
            },
            TypesMatchWith {
                summary: "scalar type matches element type of dest",
                from: "dest",
                to: "scalar",
                transform: element,
            },
        ]
        format "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)";
        hooks {
            verify: verify_insert,
            fold: fold::insert,
            canonicalize: canonicalize_elements::INSERT,
            result_names: |op, name| name(op.result(0), "inserted"),
        }
    }

    /// A tensor of the given elements, the last dimension first.
    ///
    /// ```mlir
    /// %t = tensor.from_elements %a, %b, %c, %d : tensor<2x2xf32>
    /// ```
    op FromElementsOp "tensor.from_elements" {
        summary "tensor from elements operation.";
        operands { elements: variadic ANY_TYPE }
        results { result: one ANY_STATIC_SHAPE_TENSOR }
        traits [Pure]
        rules [Holds {
            summary: "operand types match result element type",
            predicate: has_elements,
        }]
        custom parse_from_elements, print_from_elements;
        hooks {
            fold: fold::from_elements,
            result_names: |op, name| name(op.result(0), "from_elements"),
        }
    }

    /// A tensor all of whose elements are one value. The operands in brackets are the sizes that the type leaves open.
    ///
    /// ```mlir
    /// %t = tensor.splat %x[%n] : tensor<4x?xf32>
    /// ```
    op SplatOp "tensor.splat" {
        summary "tensor splat or broadcast operation";
        operands { input: one INT_INDEX_OR_FLOAT, dynamicSizes: variadic INDEX }
        results { aggregate: one ANY_RANKED_TENSOR }
        traits [Pure]
        rules [TypesMatchWith {
            summary: "operand type matches element type of result",
            from: "aggregate",
            to: "input",
            transform: element,
        }]
        format "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)";
        hooks {
            verify: verify_splat,
            fold: fold::splat,
            result_names: |op, name| name(op.result(0), "splat"),
        }
    }
}

static ANY_STATIC_SHAPE_TENSOR: asyncir_ir::def::TypeConstraint =
    asyncir_ir::def::TypeConstraint::new("statically shaped tensor of any type values", |ctx, ty| {
        is_tensor(ctx, ty) && ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC))
    })
    .of_kind("builtin.tensor");

static INT_INDEX_OR_FLOAT: asyncir_ir::def::TypeConstraint =
    asyncir_ir::def::TypeConstraint::new("integer/index/float type", |ctx, ty| {
        ty.is_int(ctx) || ty.is_index() || ty.float(ctx).is_some()
    });

fn element(ctx: &Context, ty: Type) -> Option<Type> {
    is_tensor(ctx, ty).then(|| ty.element_or_self(ctx))
}

fn has_elements(op: OpRef<'_>) -> bool {
    let ty = op.result_type(0);
    let (types, element) = (op.operand_types(), ty.element_or_self(op.ctx));
    Some(types.len() as u64) == ty.num_elements(op.ctx) && types.iter().all(|&ty| ty == element)
}

fn rank(op: OpRef<'_>, ty: Type) -> usize {
    ty.shape(op.ctx).map_or(0, <[i64]>::len)
}

fn verify_extract(op: OpRef<'_>) -> Fallible {
    if ExtractOp(op).indices().len() == rank(op, op.operand_type(0)) {
        return Ok(());
    }
    Err(op.error("incorrect number of indices for extract_element"))
}

fn verify_insert(op: OpRef<'_>) -> Fallible {
    if InsertOp(op).indices().len() == rank(op, op.operand_type(1)) {
        return Ok(());
    }
    Err(op.error("incorrect number of indices"))
}

fn verify_splat(op: OpRef<'_>) -> Fallible {
    let shape = op.result_type(0).shape(op.ctx).unwrap_or_default();
    verify_num_sizes(op, shape, SplatOp(op).dynamicSizes().len())
}
